"""What programs and assistants ask for: tools that take a puzzle as text and return our JSON.

``TOOLS`` is the table. The server of ``cpsudoku mcp`` and the HTTP interface for programs offer the
same tools. A new tool is a function in one of these files and a line here.
"""

from __future__ import annotations

from cpsudoku.runtime.registry import Registry
from cpsudoku.web.actions.base import Action

TOOLS: Registry[Action] = Registry(
    "tool",
    {
        "read": "cpsudoku.web.tools.judging:READ",
        "solve": "cpsudoku.web.tools.judging:SOLVE",
        "check": "cpsudoku.web.tools.judging:CHECK",
        "candidates": "cpsudoku.web.tools.judging:CANDIDATES",
        "diagnose": "cpsudoku.web.tools.judging:DIAGNOSE",
        "hint": "cpsudoku.web.tools.teaching:HINT",
        "explain": "cpsudoku.web.tools.teaching:EXPLAIN",
        "rate": "cpsudoku.web.tools.teaching:RATE",
        "generate": "cpsudoku.web.tools.making:GENERATE",
        "convert": "cpsudoku.web.tools.making:CONVERT",
        "draw": "cpsudoku.web.tools.making:DRAW",
    },
)
