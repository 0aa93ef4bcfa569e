"""Words and characters for which readers have a special case, or should have one."""

from __future__ import annotations

from random import Random

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
SIZES = (4, 6, 8, 9, 9, 9, 9, 9, 9, 10, 12, 15, 16, 20, 25)
BLANKS = (".", "0", "_", "*", "-", "?", "x", "X", " ", "")
KEYS = (
    *("puzzle", "quizzes", "question", "quiz", "grid", "sudoku", "solution", "answer", "label"),
    *("solutions", "puzzles", "sudokus", "grids", "id", "info", "rules", "rule", "box", "size"),
    *("marks", "source", "status", "cells", "Puzzle", " PUZZLE ", "title", "difficulty", ""),
)
ODD = (  # text that has caused errors in the readers of many programs
    *("\0", "\x1b[31m", "\x1a", "\x0b", "\x0c", "\x85", "\u2028", "\ufeff", "\u200b", "\ud7ff"),
    *("\N{FULLWIDTH DIGIT FIVE}", "\N{ARABIC-INDIC DIGIT FIVE}", "\N{SUPERSCRIPT TWO}"),
    *("\N{VULGAR FRACTION ONE HALF}", "\N{ROMAN NUMERAL FIVE}", "\N{MIDDLE DOT}", "\N{EN DASH}"),
    *("\N{RIGHT-TO-LEFT OVERRIDE}", "\U0001f600", "e\u0301", "\N{DEVANAGARI DIGIT FIVE}", "½", "ß"),
    *("=HYPERLINK(1)", "@SUM(1)", "-1", "+5", "5.0", "5,0", "1e3", "1e999", "0x5", "NaN", "inf"),
    *("null", "true", "None", "{}", "[]", "[[]]", '"', '""', "'", "\\", "\\u0035", "\\ud800", "#"),
    *("#A", "#D2024", "[Puzzle]", "[State]", ":", ";", ",", "|", "\t", "\r", "\n", "\r\n", "---"),
    *("+---+---+", "│", "║", "*", ".", "0", "123456789", "." * 81, "." * 16, "1" * 81, "%", "$A$1"),
    *("9" * 5000, "[" * 3000, "{" * 100, "(" * 100, "a" * 4000, " " * 2000, "-" * 500, "." * 1000),
)
NUMBERS = (
    *("-1", "0", "1", "9", "10", "127", "128", "255", "256", "32767", "65535", "65536", "1048576"),
    *("1048577", "16384", "16385", "2147483647", "2147483648", "4294967296", "1e308", "-0", "007"),
    *("9223372036854775807", "9223372036854775808", "18446744073709551616", "99999999999999999999"),
)
XML = (
    *(
        'r="A1"',
        'r="XFD1048576"',
        'r="A0"',
        'r="ZZZZ1"',
        'r=""',
        'r="1"',
        't="s"',
        't="b"',
        't="e"',
    ),
    *(
        't="d"',
        't="str"',
        't="inlineStr"',
        't="?"',
        's="99999"',
        's="-1"',
        's="x"',
        "<v/>",
        "<v></v>",
    ),
    *(
        "<v>-1</v>",
        "<v>999999</v>",
        "<v>1e400</v>",
        "<v>NaN</v>",
        "<f>A1</f>",
        "<f/>",
        "<c/>",
        "<row/>",
    ),
    *(
        "<is><t>5</t></is>",
        "<is/>",
        "&#0;",
        "&lt;",
        "&x;",
        "<![CDATA[5]]>",
        "<!--",
        "-->",
        "<?x?>",
        "<x>",
    ),
    *(
        "</sheetData>",
        "</row>",
        "</c>",
        'ref="A1:XFD1048576"',
        'ref="A1:"',
        'ref="#REF!"',
        'min="0"',
    ),
    *('max="99999"', 'count="-1"', 'sheetId="0"', 'r:id=""', 'r:id="rId99"', 'Target="../../x"'),
    *('Target=""', 'Target="/"', 'state="x"', 'xml:space="preserve"', 'xmlns=""', 'theme="99"'),
    *('rgb="zz"', 'indexed="999"', 'style="?"', 'numFmtId="-1"', 'formatCode="yyyy"', 'si="5"'),
    *('t="shared"', 'table:number-columns-repeated="99999999"', 'office:value="x"'),
    *('table:number-rows-repeated="-1"', 'office:value-type="float"', 'localSheetId="9"'),
)


def odd(random: Random) -> str:
    """A text that may cause an error in a reader."""
    return random.choice(random.choice((ODD, ODD, NUMBERS)))
