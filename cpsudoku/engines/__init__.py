"""The engines: one file each. ``ENGINES`` is the table; to add an engine is a file and a line."""

from __future__ import annotations

from cpsudoku.engines.base import Engine
from cpsudoku.registry import Registry

DEFAULT_ENGINE = "cpsat"
REFERENCE_ENGINE = "backtrack"

ENGINES: Registry[Engine] = Registry(
    "engine",
    {
        DEFAULT_ENGINE: "cpsudoku.engines.cpsat:ENGINE",
        REFERENCE_ENGINE: "cpsudoku.engines.backtrack:ENGINE",
    },
)

__all__ = ["DEFAULT_ENGINE", "ENGINES", "REFERENCE_ENGINE", "Engine"]
