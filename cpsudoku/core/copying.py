"""What pickle copies of a value that is sent to another process."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

Kept = dict[str, Any]  # what was computed once, by name


class Lean:
    """A dataclass that pickles only its fields, not the values computed from them."""

    def __getstate__(self) -> dict[str, object]:
        return {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
