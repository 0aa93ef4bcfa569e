"""How well a learner knows each technique, kept in one file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path
from time import time

from cpsudoku.play.saves import PRIVATE_FOLDER, set_aside, state_folder
from cpsudoku.runtime.errors import InputError, Source, reason
from cpsudoku.runtime.files import PRIVATE, replacing
from cpsudoku.runtime.json_text import JsonObject, value_of_json
from cpsudoku.runtime.language import counted, translated
from cpsudoku.runtime.words import worded
from cpsudoku.techniques import TABLE, TECHNIQUES
from cpsudoku.techniques.course import course

# The days after which what is learnt is repeated: the next number each time it is found again.
INTERVALS = (1, 3, 7, 16, 35, 80)
LEARNT = 2  # exercises in a row without help, after which the next technique is proposed
DAY = 86_400


@dataclass(frozen=True)
class PracticeRecord:
    """The exercises of one technique: how many were tried and solved.

    ``alone`` were solved without a hint and without a wrong answer, the last ``row`` of them in a
    row. ``last`` is the time of the last exercise, in seconds since 1970, or 0 if it is not known.
    """

    tried: int = 0
    solved: int = 0
    alone: int = 0
    row: int = field(default=0, compare=False)
    last: int = field(default=0, compare=False)

    @property
    def words(self) -> str:
        """``3 of 4 exercises solved, 2 without help``."""
        return counted(
            "{solved} of {count} exercise solved, {alone} without help",
            "{solved} of {count} exercises solved, {alone} without help",
            self.tried,
            solved=self.solved,
            alone=self.alone,
        )

    @property
    def is_learnt(self) -> bool:
        """Whether the last exercises were solved without help."""
        return self.row >= LEARNT

    @property
    def due(self) -> int:
        """When to repeat the technique, in seconds since 1970."""
        times = min(self.row - LEARNT, len(INTERVALS) - 1)
        days = INTERVALS[times] if self.is_learnt else 0
        return self.last + days * DAY

    def after(self, solved: bool, alone: bool, now: int) -> PracticeRecord:
        """The record with one more exercise. More than was due do not make the pauses longer."""
        own = solved and alone
        counts = not self.is_learnt or now >= self.due
        row = self.row + counts if own else 0
        return PracticeRecord(self.tried + 1, self.solved + solved, self.alone + own, row, now)


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
        self.records[technique] = old.after(solved, alone, int(time()))
        data = {name: asdict(record) for name, record in self.records.items()}
        try:
            self.path.parent.mkdir(PRIVATE_FOLDER, parents=True, exist_ok=True)
        except OSError as error:
            problem = worded("can't be made: {error}", error=reason(error))
            raise InputError(problem, Source(str(self.path.parent))) from None
        with replacing(self.path, PRIVATE) as stream:
            stream.write(json.dumps(data, indent=1).encode())

    @property
    def rows(self) -> list[tuple[str, str]]:
        """The title of each technique that was practised, and its record in words."""
        names = [name for name in TABLE if name in self.records]
        return [(translated(TECHNIQUES[name].title), self.records[name].words) for name in names]

    @property
    def schedule(self) -> Iterator[tuple[str, str, str]]:
        """The name of each technique that was practised, its record, and when it comes again."""
        for name in course():
            record = self.records.get(name)
            if record is not None:
                yield name, record.words, _when(record, int(time()))

    @property
    def next(self) -> str:
        """The technique to practise next.

        What was learnt and is due comes first, the longest overdue of all. Then comes the first of
        the course that is not learnt, and otherwise what is due soonest.
        """
        now = int(time())
        learnt = {name for name, record in self.records.items() if record.is_learnt}
        due = {name: self.records[name].due for name in course() if name in learnt}
        soonest = min(due, key=due.__getitem__, default="")
        if soonest and due[soonest] <= now:
            return soonest
        return next((name for name in course() if name not in learnt), soonest)

    def to_data(self) -> JsonObject:
        """The records and the next technique as JSON values."""
        return {
            "next": self.next,
            "techniques": {
                name: {
                    **asdict(record),
                    "learnt": record.is_learnt,
                    "last": _time_text(record.last),
                    "due": _time_text(record.due),
                }
                for name in course()
                if (record := self.records.get(name)) is not None
            },
        }

    def _read(self) -> dict[str, PracticeRecord]:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise InputError(
                "can't be read: {error}", Source(str(self.path)), error=reason(error)
            ) from None
        try:
            return _records(value_of_json(data))
        except (ValueError, TypeError, KeyError, AttributeError):
            aside = set_aside(self.path)
            self.problem = worded(
                "{path} is damaged; it was renamed to {aside}", path=self.path, aside=aside.name
            )
            return {}


def _when(record: PracticeRecord, now: int) -> str:
    if not record.is_learnt:
        return translated("Not learnt yet")
    days = max(0, -(-(record.due - now) // DAY))
    if not days:
        return translated("Learnt; repeat it now")
    return counted("Learnt; repeat it in {count} day", "Learnt; repeat it in {count} days", days)


def _time_text(seconds: int) -> str | None:
    """``2026-11-28T16:00:00+00:00``, or None for a time that is not known."""
    return datetime.fromtimestamp(seconds, UTC).isoformat() if seconds else None


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
