"""What the page asks for. Each action has a name, the shape of its request, and its work.

A new action is a function in one of these files and a line in ``ACTIONS``.
"""

from __future__ import annotations

from cpsudoku.runtime.registry import Registry
from cpsudoku.web.actions.base import Action

ACTIONS: Registry[Action] = Registry(
    "action",
    {
        "choices": "cpsudoku.web.actions.boards:CHOICES",
        "open": "cpsudoku.web.actions.files:OPEN",
        "board": "cpsudoku.web.actions.boards:BOARD",
        "rules": "cpsudoku.web.actions.setting:RULES",
        "change": "cpsudoku.web.actions.setting:CHANGE",
        "draft": "cpsudoku.web.actions.setting:DRAFT",
        "clashes": "cpsudoku.web.actions.boards:CLASHES",
        "check": "cpsudoku.web.actions.verdicts:CHECK",
        "candidates": "cpsudoku.web.actions.verdicts:CANDIDATES",
        "why": "cpsudoku.web.actions.verdicts:WHY",
        "diagnose": "cpsudoku.web.actions.verdicts:DIAGNOSE",
        "hint": "cpsudoku.web.actions.learning:HINT",
        "explain": "cpsudoku.web.actions.learning:EXPLAIN",
        "steps": "cpsudoku.web.actions.learning:STEPS",
        "branches": "cpsudoku.web.actions.learning:BRANCHES",
        "rate": "cpsudoku.web.actions.learning:RATE",
        "practise": "cpsudoku.web.actions.practising:PRACTISE",
        "attempt": "cpsudoku.web.actions.practising:ATTEMPT",
        "new": "cpsudoku.web.actions.learning:NEW",
        "film": "cpsudoku.web.actions.learning:FILM",
        "correct": "cpsudoku.web.actions.photos:CORRECT",
        "write": "cpsudoku.web.actions.files:WRITE",
        "link": "cpsudoku.web.actions.files:LINK",
        "save": "cpsudoku.web.actions.games:SAVE",
        "saved": "cpsudoku.web.actions.games:SAVED",
    },
)
