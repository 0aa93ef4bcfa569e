"""Options in groups: a frozen dataclass is a group, and each of its fields is one option.

A command names groups in its signature and gets one value per group. ``flat`` turns it into the
function with one parameter per option that typer reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, field, fields
from functools import cache
from inspect import Parameter, Signature
from typing import Annotated, Any, TypeVar, get_type_hints

from typer import Argument, Option

T = TypeVar("T")
Completion = Callable[[str], Iterable[str]]
_SETTINGS = "settings"
_IS_ARGUMENT = "is an argument"


class OptionGroup:
    """A group of options; ``title`` is its heading in the help."""

    title = "Options"


def option(
    default: T,
    *names: str,
    help: str,
    metavar: str | None = None,
    least: float | None = None,
    most: float | None = None,
    values: Completion | None = None,
) -> T:
    """A field of a group that is an option, with its default, names and help.

    ``values`` returns the values that start with a given text; the shell uses it to complete.
    """
    settings = {
        "metavar": metavar,
        "min": least,
        "max": most,
        "help": help,
        "show_default": False,
        "autocompletion": _completed(values) if values is not None else None,
    }
    return field(default=default, metadata={_SETTINGS: (names, settings)})


def again(group: type[OptionGroup], name: str, default: object) -> Any:
    """The option of another group, with another default."""
    [known] = [each for each in fields(group) if each.name == name]  # type: ignore[arg-type]
    return field(default=default, metadata=known.metadata)


def argument(default: object, metavar: str, help: str, values: Completion | None = None) -> Any:
    """A field of a group that is a positional argument, required if ``default`` is MISSING."""
    settings = {
        "metavar": metavar,
        "help": help,
        "show_default": False,
        "autocompletion": _completed(values) if values is not None else None,
    }
    return field(default=default, metadata={_SETTINGS: ((), settings), _IS_ARGUMENT: True})


def _completed(values: Completion) -> Callable[[str], list[str]]:
    def complete(incomplete: str) -> list[str]:
        return list(values(incomplete))

    return complete


@cache
def _parameters(group: Any) -> tuple[Parameter, ...]:
    """The options of a group as typer expects them."""
    annotated: Any = Annotated
    types = get_type_hints(group)
    found = []
    for each in fields(group):
        names, settings = each.metadata[_SETTINGS]
        make = Argument if each.metadata.get(_IS_ARGUMENT) else Option
        information = make(*names, **settings, rich_help_panel=group.title)
        default = Parameter.empty if each.default is MISSING else each.default
        kind = annotated[types[each.name], information]
        found.append(Parameter(each.name, Parameter.KEYWORD_ONLY, default=default, annotation=kind))
    return tuple(found)


def option_groups(command: Callable[..., None]) -> dict[str, Any]:
    """The groups in the signature of a command, by parameter name."""
    return {name: kind for name, kind in get_type_hints(command).items() if name != "return"}


def flat(command: Callable[..., None]) -> Callable[..., None]:
    """The command with one parameter per option. Its groups must not share option names."""
    groups = option_groups(command)
    parameters = [each for group in groups.values() for each in _parameters(group)]

    def run(**options: object) -> None:
        values = {
            name: group(**{each.name: options[each.name] for each in _parameters(group)})
            for name, group in groups.items()
        }
        command(**values)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {}
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return run
