"""Signatures that two functions share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Concatenate, Never, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def keywords_of(
    several: Callable[Concatenate[Never, P], object],
) -> Callable[[Callable[..., T]], Callable[P, T]]:
    """Declare that a function takes the parameters of another one, but for the first.

    Type checkers, editors and ``help`` show them. The function itself is not changed.
    """

    def declare(function: Callable[..., T]) -> Callable[P, T]:
        parameters = list(inspect.signature(several).parameters.values())[1:]
        own = inspect.signature(function)
        vars(function)["__signature__"] = own.replace(parameters=parameters)
        return function

    return declare
