"""The options that several commands share, in groups. Each option is defined once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cpsudoku.cli import values
from cpsudoku.cli.groups import OptionGroup, again, argument, option
from cpsudoku.formats import WriteOptions


@dataclass(frozen=True)
class Input(OptionGroup):
    """Where the puzzles are, and how to read them."""

    title = "Input"
    inputs: list[str] | None = argument(
        None, "INPUT", "Read these files or puzzles (81 characters each), or - for standard input."
    )
    format: str | None = option(
        None,
        "--from",
        metavar="FORMAT",
        values=values.formats,
        help="Read this format [default: by suffix and content].",
    )
    box: str | None = option(
        None,
        "--box",
        metavar="RxC",
        help="Use boxes of R rows and C columns, such as 3x2, or none.",
    )
    regions: str | None = option(
        None,
        "--regions",
        metavar="AAB/...",
        help="Use these regions: rows of letters, one letter per region.",
    )
    column: str | None = option(
        None, "--column", metavar="NAME", help="Read puzzles from this column of a CSV file."
    )
    sheet: str | None = option(
        None, "--sheet", metavar="NAME", help="Read this sheet of a workbook [default: all]."
    )
    range: str | None = option(
        None, "--range", metavar="B2:J10", help="Read the grid in this range of a sheet."
    )
    named: str | None = option(
        None, "--named", metavar="NAME", help="Read this named range or table of a workbook."
    )
    every: bool = option(
        False, "--all", help="Include empty boards, solutions and calculated grids of a workbook."
    )
    rules: list[str] | None = option(
        None,
        "--rules",
        "--rule",
        metavar="RULES",
        help="Add these rules to every puzzle: names with commas, such as diagonals,windows, or "
        "one rule with its cells.",
    )
    accept_guesses: bool = option(
        False,
        "--accept-guesses",
        help="Use guesses about drawings in links, even if nothing can test them.",
    )
    without: str | None = option(
        None,
        "--without",
        metavar="SENTENCES",
        help="Leave out these sentences of the rules in a link, such as 'sentence 3'.",
    )
    online: bool = option(
        False,
        "--online",
        help="Fetch the puzzles that short links name, such as sudokupad.app/ID "
        "[default: if CPSUDOKU_ONLINE is 1].",
    )
    ignore_drawings: bool = option(
        False,
        "--ignore-drawings",
        help="Accept a puzzle without the drawings and rules in it that were not interpreted.",
    )


@dataclass(frozen=True)
class Output(OptionGroup):
    """A file for the results."""

    title = "Output"
    output: Path | None = option(
        None, "-o", "--output", metavar="FILE", help="Write the results to FILE."
    )
    json: bool = option(False, "--json", help="Write one JSON object per line.")


@dataclass(frozen=True)
class JsonLines(OptionGroup):
    """Results as JSON."""

    title = "Output"
    json: bool = again(Output, "json", False)


@dataclass(frozen=True)
class WrittenOptions(Output):
    """A file for the results, and its format."""

    to: str | None = option(
        None,
        "--to",
        metavar="FORMAT",
        values=values.formats,
        help="Write this format [default: from the suffix of -o].",
    )
    keep_formulas: bool = option(
        False, "--keep-formulas", help="Write labels such as =1+1 to CSV without an apostrophe."
    )

    @property
    def is_asked(self) -> bool:
        """Whether the results are written in a file format, not as lines or on the screen."""
        return self.json or self.to is not None or self.output is not None


@dataclass(frozen=True)
class Pages(OptionGroup):
    """How puzzles look on paper and in pictures."""

    title = "Pictures and paper"
    heading: str | None = option(
        None,
        "--title",
        metavar="TEXT",
        help="Write TEXT as the heading of a PDF or picture, and as the name of sheets.",
    )
    labels: bool = option(
        True, "--labels/--no-labels", help="Leave out the label of each puzzle, such as its rating."
    )
    answers: bool = option(
        True, "--answers/--no-answers", help="Leave out the answers in a PDF or workbook."
    )
    paper: str | None = option(
        None,
        "--paper",
        metavar="NAME",
        values=values.papers,
        help="Use this paper for a PDF: a4 or letter [default: a4].",
    )
    per_page: int | None = option(
        None,
        "--per-page",
        metavar="N",
        help="Put 1, 2, 4, 6, 9 or 12 puzzles on each page of a PDF [default: 2].",
    )

    qr: bool = option(
        False, "--qr", help="Add a QR code with the link of each puzzle to a PDF or picture."
    )

    def options(self, keep_formulas: bool = False, ignore_drawings: bool = False) -> WriteOptions:
        """These options as a format takes them."""
        return WriteOptions(
            keep_formulas,
            self.heading,
            self.labels,
            self.answers,
            self.paper,
            self.per_page,
            ignore_drawings,
            self.qr,
        )


@dataclass(frozen=True)
class Patience(OptionGroup):
    """How long to try."""

    title = "Engine"
    limit: float | None = option(
        None, "--limit", metavar="SECONDS", least=0.0, help="Give up on a puzzle after SECONDS."
    )


@dataclass(frozen=True)
class StepPatience(OptionGroup):
    """How long to try to solve as a person does. By default, no 9x9 puzzle takes that long."""

    title = Patience.title
    limit: float = again(Patience, "limit", 300.0)


@dataclass(frozen=True)
class EngineOptions(Patience):
    """Which engine solves, and which one checks it."""

    engine: str | None = option(
        None,
        "--engine",
        metavar="NAME",
        values=values.engines,
        help="Use this engine [default: cpsat; faster ones for many puzzles].",
    )
    cross_check: float = option(
        0.0,
        "--cross-check",
        metavar="[SHARE]",
        least=0.0,
        most=1.0,
        help="Run a second engine on all puzzles, or on a SHARE such as 0.001, and stop if the "
        "two disagree.",
    )


@dataclass(frozen=True)
class Jobs(OptionGroup):
    """How many processes to use."""

    title = "Engine"
    jobs: int | None = option(
        None, "--jobs", metavar="N", least=1, help="Use N processes [default: one per core]."
    )


@dataclass(frozen=True)
class Techniques(OptionGroup):
    """Which techniques to use."""

    title = "Techniques"
    techniques: str | None = option(
        None,
        "--techniques",
        metavar="WHICH",
        values=values.technique_lists,
        help="Solve by logic with only these techniques: names with commas, or a level (easy, "
        "medium, hard, unfair or extreme) and all below it.",
    )


@dataclass(frozen=True)
class PositionOptions(Techniques):
    """A half-solved puzzle, and how a person would continue."""

    order: str = option(
        "human",
        "--order",
        metavar="NAME",
        values=values.orders,
        help="Try the techniques in this order: human, se121 or hodoku.",
    )
    givens: str | None = option(
        None,
        "--givens",
        metavar="PUZZLE",
        help="Compare INPUT with the original PUZZLE to find wrong entries.",
    )
    handwriting: bool = option(
        False, "--handwriting", help="Take the handwriting in photos as entries."
    )
    plain: bool = option(
        False, "--plain", help="Print boards row by row in words, for screen readers."
    )


@dataclass(frozen=True)
class MaxSolutions(OptionGroup):
    """How many solutions to count."""

    title = "Engine"
    max_solutions: int = option(
        2, "--max-solutions", metavar="N", least=1, help="Count solutions up to N."
    )


@dataclass(frozen=True)
class New(OptionGroup):
    """The properties of a new puzzle."""

    title = "Puzzle"
    difficulty: str | None = option(
        None,
        "--difficulty",
        metavar="LEVEL",
        values=values.difficulties,
        help="Make a puzzle of this level: easy, medium, hard, unfair or extreme.",
    )
    technique: str | None = option(
        None,
        "--technique",
        metavar="NAME",
        values=values.techniques,
        help="Make a puzzle whose hardest step is this technique.",
    )
    seed: int | None = option(
        None, "--seed", metavar="S", least=0, help="Make the same puzzles for the same seed."
    )


@dataclass(frozen=True)
class LookOptions(OptionGroup):
    """How answers look in a workbook."""

    title = "Workbooks"
    style: str = option(
        "classic",
        "--style",
        metavar="NAME",
        values=values.styles,
        help="Use the colours of this style: classic, keep, print or safe.",
    )


@dataclass(frozen=True)
class Language(OptionGroup):
    """The language of what is shown."""

    title = "Other"
    lang: str | None = option(
        None,
        "--lang",
        metavar="NAME",
        values=values.languages,
        help="Show verdicts, explanations, the game and the words in pictures in this language: "
        "en, de, fr, ja or vi [default: from LANG].",
    )


@dataclass(frozen=True)
class Listening(OptionGroup):
    """How boards are shown."""

    title = "Other"
    plain: bool = option(
        False, "--plain", help="Print boards row by row in words, for screen readers."
    )


@dataclass(frozen=True)
class Quiet(OptionGroup):
    """What is written to stderr."""

    title = "Other"
    quiet: bool = option(
        False, "-q", "--quiet", help="Write no notes, progress or summary to stderr."
    )
