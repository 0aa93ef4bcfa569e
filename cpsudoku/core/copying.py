"""What is copied of a value when it is pickled for another process."""

from __future__ import annotations

from dataclasses import fields
from typing import Any


class Lean:
    """A dataclass whose copies have its fields, and not what was computed from them so far."""

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
