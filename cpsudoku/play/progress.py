"""How well a learner knows each technique, kept in one file."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from cpsudoku.play.saves import PRIVATE_FOLDER, set_aside, state_folder
from cpsudoku.runtime.errors import InputError, Source, reason
from cpsudoku.runtime.files import PRIVATE, replacing
from cpsudoku.runtime.json_text import value_of_json
from cpsudoku.runtime.plural import plural
from cpsudoku.techniques import TABLE, TECHNIQUES


@dataclass(frozen=True)
class PracticeRecord:
    """The exercises of one technique: how many were tried and solved.

    ``alone`` were solved without a hint and without a wrong answer.
    """

    tried: int = 0
    solved: int = 0
    alone: int = 0

    @property
    def words(self) -> str:
        """``3 of 4 solved, 2 of them without help``."""
        return (
            f"{self.solved} of {plural(self.tried, 'exercise')} solved, {self.alone} without help"
        )


def default_path() -> Path:
    """The file of the progress, in the folder that also has the saved games."""
    return state_folder() / "practice.json"


class Progress:
    """The records by technique. Each change is written at once.

    A damaged file is renamed; ``problem`` then says so.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()
        self.problem = ""
        self.records = self._read()

    def add(self, technique: str, solved: bool, alone: bool) -> None:
        """Count an exercise. Raises InputError if the file can't be written."""
        old = self.records.get(technique, PracticeRecord())
        self.records[technique] = PracticeRecord(
            old.tried + 1, old.solved + solved, old.alone + (solved and alone)
        )
        data = {name: asdict(record) for name, record in self.records.items()}
        try:
            self.path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        except OSError as error:
            problem = f"can't be made: {reason(error)}"
            raise InputError(problem, Source(str(self.path.parent))) from None
        with replacing(self.path, PRIVATE) as stream:
            stream.write(json.dumps(data, indent=1).encode())

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The title of each technique that was practised, and its record in words."""
        names = [name for name in TABLE if name in self.records]
        return [(TECHNIQUES[name].title, self.records[name].words) for name in names]

    def _read(self) -> dict[str, PracticeRecord]:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise InputError(f"can't be read: {reason(error)}", Source(str(self.path))) from None
        try:
            return _records(value_of_json(data))
        except (ValueError, TypeError, KeyError, AttributeError):
            aside = set_aside(self.path)
            self.problem = f"{self.path} is damaged; it was renamed to {aside.name}"
            return {}


def _records(data: object) -> dict[str, PracticeRecord]:
    """The records of a file; raises ValueError or TypeError if it is damaged."""
    if not isinstance(data, dict):
        raise TypeError
    found = {}
    for name, numbers in data.items():
        if set(numbers) != {each.name for each in fields(PracticeRecord)}:
            raise ValueError
        if any(type(number) is not int or number < 0 for number in numbers.values()):
            raise ValueError
        found[name] = PracticeRecord(**numbers)
    return found
