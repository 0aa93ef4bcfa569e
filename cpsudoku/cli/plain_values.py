"""Values of options, converted without typer.

Typer 0.29 converts every value with pydantic, which takes a tenth of a second to load and names its
own types in messages. But defaults and texts have their type already, and numbers and paths are
easy.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typer import BadParameter

from cpsudoku.runtime.errors import quoted
from cpsudoku.runtime.words import worded

if TYPE_CHECKING:
    from typer._click.core import Context
    from typer.core import TyperArgument, TyperOption

    Parameter = TyperArgument | TyperOption

_PLAIN = (str, int, float, bool)
_NOUNS = {int: worded("a whole number"), float: worded("a number")}


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

    def coerce(self, value: object, param: Parameter, ctx: Context) -> object:
        """The value in its type; None is a missing value."""
        if value is None and param.nargs == 1:
            return None
        if self._settings.parser is None and self._has_type(value):
            return [*value] if isinstance(value, list | tuple) else value
        if self._kind in _NOUNS:
            return self._number(value, param, ctx)
        if self._kind is Path and isinstance(value, str) and self._is_accepted(value):
            return Path(value)
        return self._build().coerce(value, param=param, ctx=ctx)

    def _is_accepted(self, path: str) -> bool:
        """Whether typer has nothing to say against a path: it is new, or can be read."""
        wanted = self._settings
        allows_any = wanted.file_okay and wanted.dir_okay and not wanted.resolve_path
        is_new = not wanted.exists and not os.path.exists(path)
        return bool(allows_any and (is_new or (not wanted.writable and os.access(path, os.R_OK))))

    def _number(self, value: object, param: Parameter, ctx: Context) -> object:
        """The number in a text; raises BadParameter, which names what is allowed."""
        with suppress(ValueError, OverflowError):
            number = self._kind(value)
            if self._has_type(number):
                return number
        raise BadParameter(
            worded("{found} is not {allowed}", found=quoted(value), allowed=self._allowed(param)),
            ctx,
            param,
        )

    def _allowed(self, param: Parameter) -> str:
        """The numbers that are allowed, in words."""
        noun = worded("a number of seconds") if param.metavar == "SECONDS" else _NOUNS[self._kind]
        least, most = self._settings.min, self._settings.max
        if least is None:
            return noun
        return (
            worded("{noun}, {least} or more", noun=noun, least=f"{least:g}")
            if most is None
            else worded(
                "{noun} from {least} to {most}", noun=noun, least=f"{least:g}", most=f"{most:g}"
            )
        )

    def _has_type(self, value: Any) -> bool:
        if self._kind == list[str]:
            return isinstance(value, list | tuple) and all(type(each) is str for each in value)
        if self._kind not in _PLAIN or type(value) is not self._kind:
            return False
        least, most = self._settings.min, self._settings.max
        return (least is None or value >= least) and (most is None or value <= most)
