"""Reads JSON from files that anybody can write."""

from __future__ import annotations

import json
from typing import Any

from cpsudoku.runtime.words import worded

JsonObject = dict[str, Any]  # an object in JSON: its values by key
TOO_DEEP = worded("the JSON is nested too deeply")


def value_of_json(text: str | bytes) -> Any:
    """The value of a JSON text. Raises ValueError, also for text that is nested too deeply."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
