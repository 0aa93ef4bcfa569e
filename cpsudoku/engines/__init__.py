"""The engines, one file each. To add one, write a file and add it to the table ``ENGINES``."""

from __future__ import annotations

from cpsudoku.engines.base import Engine
from cpsudoku.runtime.registry import Registry

DEFAULT_ENGINE = "cpsat"
REFERENCE_ENGINE = "backtrack"
BULK_ENGINE = "lanes"
LOGIC_ENGINE = "logic"
PROPAGATE_ENGINE = "propagate"
PROPAGATE_PROGRAM = "propagators"  # its name among the compiled programs
BULK_PROGRAM = "kernel"  # the bulk kernel for classic puzzles
RULES_PROGRAM = "rules"  # the bulk kernel for all puzzles but classic ones

ENGINES: Registry[Engine] = Registry(
    "engine",
    {
        DEFAULT_ENGINE: "cpsudoku.engines.cpsat:ENGINE",
        REFERENCE_ENGINE: "cpsudoku.engines.backtrack:ENGINE",
        BULK_ENGINE: "cpsudoku.engines.lanes:ENGINE",
        LOGIC_ENGINE: "cpsudoku.engines.logic:ENGINE",
        PROPAGATE_ENGINE: "cpsudoku.engines.propagate:ENGINE",
    },
)

__all__ = [
    "BULK_ENGINE",
    "BULK_PROGRAM",
    "DEFAULT_ENGINE",
    "ENGINES",
    "LOGIC_ENGINE",
    "PROPAGATE_ENGINE",
    "PROPAGATE_PROGRAM",
    "REFERENCE_ENGINE",
    "RULES_PROGRAM",
    "Engine",
]
