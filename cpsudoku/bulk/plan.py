"""The plan of a bulk run, and its checkpoint: how far it got."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

from cpsudoku.bulk.settings import Settings
from cpsudoku.formats import ReadOptions
from cpsudoku.formats.document import looks_like_a_puzzle
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.runtime.files import is_stream, own_file, partial_of, replacing
from cpsudoku.runtime.json_text import value_of_json

if TYPE_CHECKING:
    from cpsudoku.bulk.sinks.base import Sink

VERSION = 5


@dataclass(frozen=True)
class Plan:
    """What to read, how, and where to write. ``keep`` and ``reject`` split the input.

    ``shown`` gets all rows as soon as they are judged, and broken files among them.
    """

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
    shown: Sink | None = None

    @property
    def outputs(self) -> dict[str, Path]:
        """The files that are written."""
        named = {"output": self.output, "keep": self.keep, "reject": self.reject}
        return {name: path for name, path in named.items() if path is not None}

    @property
    def finds_duplicates(self) -> bool:
        """Whether rows that repeat others are looked for."""
        return self.shown is None

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

    def signature(self) -> dict[str, Any]:
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


def save_checkpoint(plan: Plan, path: Path, whole: dict[str, Any]) -> None:
    """Write the checkpoint of a run: the state after its last whole block."""
    with replacing(path) as stream:
        stream.write(json.dumps({"signature": plan.signature()} | whole).encode())


def read_checkpoint(plan: Plan, say: Callable[[str], None]) -> dict[str, Any] | None:
    """The state to continue from, or None if there is none.

    Raises InputError if the checkpoint belongs to another run, or its output is missing.
    """
    for output in plan.outputs.values():
        if is_stream(output):
            raise InputError("{resume} needs a regular file", Source(str(output)))
    path = plan.checkpoint
    assert path is not None
    if not path.exists():
        say(f"there is no checkpoint {path}; starting from the beginning")
        return None
    source = Source(str(path))
    with own_file(path) as stream:
        text = stream.read()
    try:
        state: dict[str, Any] = value_of_json(text)
        signature, sizes = state["signature"], state["sizes"]
        if not (isinstance(signature, dict) and isinstance(sizes, dict)):
            raise ValueError("it has no signature")
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"it is not a checkpoint: {error}", source) from None
    wanted = json.loads(json.dumps(plan.signature()))
    different = [key for key, value in wanted.items() if signature.get(key) != value]
    if different:
        raise of_another_run(plan, ", ".join(different))
    for name, output in plan.outputs.items():
        partial = partial_of(output)
        if not partial.exists() or partial.stat().st_size < sizes[name]:
            raise InputError(f"its output {partial} is missing or too short", source)
    return state


def of_another_run(plan: Plan, what: str) -> InputError:
    """The error for a checkpoint that does not belong to this run."""
    return InputError(
        f"it belongs to another run: {what} changed; omit {{resume}} to start from the beginning",
        Source(str(plan.checkpoint)),
    )
