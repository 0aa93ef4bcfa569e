"""The engines, one file each. To add one, write a file and add it to the table ``ENGINES``.

Where OR-Tools is not installed, as in a browser, the default engine is ``portable``.
"""

from __future__ import annotations

from importlib.util import find_spec

from cpsudoku.engines.base import Engine
from cpsudoku.runtime.registry import Registry

CPSAT_ENGINE = "cpsat"
PORTABLE_ENGINE = "portable"
HAS_CPSAT = find_spec("ortools") is not None
HAS_BULK = find_spec("numpy") is not None  # a browser has none
DEFAULT_ENGINE = CPSAT_ENGINE if HAS_CPSAT else PORTABLE_ENGINE
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
        DEFAULT_ENGINE: f"cpsudoku.engines.{DEFAULT_ENGINE}:ENGINE",
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
    "HAS_BULK",
    "HAS_CPSAT",
    "LOGIC_ENGINE",
    "PROPAGATE_ENGINE",
    "PROPAGATE_PROGRAM",
    "REFERENCE_ENGINE",
    "RULES_PROGRAM",
    "Engine",
]
