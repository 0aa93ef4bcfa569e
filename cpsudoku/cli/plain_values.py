"""Values of options that need no conversion.

Typer 0.29 converts every value with pydantic, which takes a tenth of a second to load. But defaults
and texts have their type already. Only the others are converted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_PLAIN = (str, int, float, bool)


def leave_plain_values(parameters: list[Any]) -> None:
    """Let typer convert only values that do not have their type. Older versions load nothing."""
    for each in parameters:
        if hasattr(each, "get_runtime_param") and hasattr(each, "type_descriptor"):
            each.get_runtime_param = _Conversion(each, each.get_runtime_param).itself


class _Conversion:
    """Typer's conversion of one parameter, which is built when a value needs it."""

    def __init__(self, parameter: Any, build: Callable[[], Any]) -> None:
        self._build = build
        self._kind = parameter.type_descriptor.annotation
        self._settings = parameter.type_descriptor.parameter_info

    def itself(self) -> _Conversion:
        """The conversion that typer asks a parameter for."""
        return self

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value in its type; None is a missing value."""
        if value is None and not param.multiple and param.nargs == 1:
            return None
        if self._settings.parser is None and self._has_type(value):
            return list(value) if self._kind == list[str] else value
        return self._build().coerce(value, param=param, ctx=ctx)

    def _has_type(self, value: Any) -> bool:
        if self._kind == list[str]:
            return isinstance(value, list | tuple) and all(type(each) is str for each in value)
        if self._kind not in _PLAIN or type(value) is not self._kind:
            return False
        least, most = self._settings.min, self._settings.max
        return (least is None or value >= least) and (most is None or value <= most)
