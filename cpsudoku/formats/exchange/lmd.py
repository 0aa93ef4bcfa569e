"""Pages of the puzzle portal of Logic Masters Germany, saved as HTML.

A page links its puzzle in one or several programs. The links of the first program that can be read
are read; with ``online`` also short ones. The page has the title, the author, and the rules, which
are used if the link has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser

from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import BaseFormat, Entry, ReadOptions
from cpsudoku.formats.document import Document
from cpsudoku.formats.links import sudokupad
from cpsudoku.formats.links.programs import PROGRAMS, program_of
from cpsudoku.formats.notes import fields_about_rules, with_sentences
from cpsudoku.formats.short_links import shortener_of
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.printable import encodable, one_line, printable
from cpsudoku.runtime.words import worded

_OTHER_SITE = re.compile(r"https?://(?!(?:www\.)?logic-masters\.de(?:[/?#]|$))")
_MARK = re.compile(rb"\s*(?:\xef\xbb\xbf)?<(?s:.*)logic-masters\.de(?s:.*)Raetselportal")
_AUTHOR = re.compile(r"\((?:Published on|Eingestellt am) [^)]*? (?:by|von) ([^()]+)\)")
_COMMENTS = ("Comments", "Kommentare")
_RULES = "rp_html"  # the class of the element with the rules


@dataclass
class _PortalPage(HTMLParser):
    """What a page says. Links and rules end where the comments of its readers begin."""

    title: str = ""
    text: str = ""
    rules: str = ""
    links: dict[str, None] = field(default_factory=dict)
    within: list[str] = field(default_factory=list)  # headings, and elements inside the rules
    is_in_link: bool = False
    has_ended: bool = False

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a link, and where a heading or the rules begin."""
        values = dict(attrs)
        link = values.get("href") or ""
        self.is_in_link |= tag == "a"
        if tag == "a" and _OTHER_SITE.match(link) and not self.has_ended:
            self.links[link] = None
        if tag in ("h2", "h3"):
            self.within = [tag]
        elif tag == "div" and (_RULES in self.within or values.get("class") == _RULES):
            self.within.append(_RULES)

    def handle_endtag(self, tag: str) -> None:
        """Note where a link, a heading or the rules end."""
        self.is_in_link &= tag != "a"
        if tag in ("h2", "h3"):
            self.within = []
        elif tag == "div" and self.within:
            self.within.pop()

    def handle_data(self, data: str) -> None:
        """Keep the text of the title and of the rules."""
        self.has_ended |= self.within[:1] == ["h3"] and data.strip() in _COMMENTS
        self.text += data
        if self.within[:1] == ["h2"]:
            self.title += data
        elif self.within[:1] == [_RULES] and not (self.is_in_link or self.has_ended):
            self.rules += f"{data} "


class LogicMasters(BaseFormat):
    """The format ``lmd``."""

    name = "lmd"
    title = "pages of Logic Masters Germany, saved as HTML (read only)"
    suffixes: tuple[str, ...] = ()
    writes = False

    def recognises(self, document: Document) -> bool:
        """Whether it is a web page that names the portal."""
        return _MARK.match(document.peek()) is not None

    def read(self, document: Document, options: ReadOptions) -> Iterator[Entry]:
        """The puzzle of each link of one program, or the problem of each link."""
        page = _PortalPage()
        page.feed(document.text())
        page.close()
        problems: list[InputError] = []
        for program in PROGRAMS:
            links = [link for link in page.links if program.is_line(link)]
            entries = [
                program.entry(link, document.source, options, lambda _: None) for link in links
            ]
            puzzles = dict.fromkeys(each for each in entries if isinstance(each, Puzzle))
            problems += [each for each in entries if isinstance(each, InputError)]
            if puzzles:
                yield from (_described(puzzle, page) for puzzle in puzzles)
                return
        shortened = next((link for link in page.links if shortener_of(link) is not None), None)
        if shortened is not None and options.online:
            yield sudokupad.FORMAT.entry(shortened, document.source, options, program_of)
        elif problems:
            yield from problems
        else:
            found = printable(", ".join(map(_shown, page.links))) or "none"
            problem = worded(
                "no link of the page holds a puzzle that can be read; its links: {found}",
                found=found,
            )
            yield InputError(problem, document.source)


def _shown(link: str) -> str:
    return link if len(link) <= 60 else f"{link[:57]}..."


def _described(puzzle: Puzzle, page: _PortalPage) -> Puzzle:
    """The puzzle with the title, the author and the rules of the page where it has none."""
    info = dict(puzzle.info)
    author = _AUTHOR.search(one_line(page.text))
    if author is not None:
        info.setdefault("author", encodable(author[1].strip()))
    label = puzzle.label or encodable(one_line(page.title))
    described = replace(puzzle, label=label, info=tuple(info.items()))
    rules = encodable(one_line(page.rules))
    if "rules" in info or not rules:
        return described
    described = replace(described, info=(*described.info, ("rules", rules)))
    return with_sentences(described, fields_about_rules({"rules": rules}))


FORMAT = LogicMasters()
