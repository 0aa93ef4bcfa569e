"""The plan of a bulk run."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from stat import S_ISREG

from cpsudoku.formats import ReadOptions
from cpsudoku.formats.puzzle_text import looks_like_a_puzzle
from cpsudoku.road.settings import Settings
from cpsudoku.runtime.files import is_stream
from cpsudoku.runtime.json_text import JsonObject

VERSION = 5


@dataclass(frozen=True)
class Plan:
    """What to read, how, and where to write. ``keep`` and ``reject`` split the input."""

    files: tuple[str, ...]
    settings: Settings = field(default_factory=Settings)
    output: Path | None = None
    keep: Path | None = None
    reject: Path | None = None
    format: str | None = None
    options: ReadOptions = field(default_factory=ReadOptions)
    jobs: int = 1
    resume: bool = False
    keep_formulas: bool = False

    @property
    def outputs(self) -> dict[str, Path]:
        """The files that are written."""
        named = {"output": self.output, "keep": self.keep, "reject": self.reject}
        return {name: path for name, path in named.items() if path is not None}

    @property
    def folder(self) -> Path | None:
        """The folder of the first output that is a file: there is room for what must be kept."""
        return next((path.parent for path in self.outputs.values() if not is_stream(path)), None)

    @property
    def checkpoint(self) -> Path | None:
        """The checkpoint file, beside the first output; None if an output is not a file."""
        outputs = list(self.outputs.values())
        if not outputs or any(map(is_stream, outputs)):
            return None
        return outputs[0].with_name(outputs[0].name + ".checkpoint")

    def signature(self) -> JsonObject:
        """Everything that must be the same to resume a run."""
        return {
            "version": VERSION,
            "files": [[file, _stamp(file)] for file in self.files],
            "settings": asdict(self.settings),
            "outputs": {name: str(path) for name, path in self.outputs.items()},
            "format": self.format,
            "options": repr(self.options),
            "keep_formulas": self.keep_formulas,
        }


def _stamp(file: str) -> list[int]:
    """Size and time of a file; empty for other inputs, whose content is compared.

    A file that does not exist is an entry that can't be read, not the end of a run.
    """
    if file == "-" or is_puzzle_text(file):
        return []
    try:
        stat = Path(file).stat()
    except OSError:
        return []
    if not S_ISREG(stat.st_mode):
        return []
    return [stat.st_size, stat.st_mtime_ns]


def is_puzzle_text(text: str) -> bool:
    """Whether an input is the puzzle itself."""
    if text == "-" or not (looks_like_a_puzzle(text) or "\n" in text):
        return False
    try:
        return not Path(text).exists()
    except (OSError, ValueError):  # if the name is too long for a file, it is a puzzle
        return True
