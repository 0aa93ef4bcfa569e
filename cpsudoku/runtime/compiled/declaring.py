"""Declare compiled functions.

Every compiled function of the package is made here. Numba compiles a function when it is first
called, together with the functions that it calls. By default it makes machine code of each of
these, and repeats in each what it did for those below it. A function that only compiled functions
call is therefore a *part*: Numba only translates it, and its machine code is made once, in the
function that Python calls. With that, and with one translation per part, the rater compiles in a
quarter of the time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar, cast

from cpsudoku.runtime.compiled.folder import code_folder
from cpsudoku.runtime.compiled.kept import Making, delete_unused, report_loss, report_unsaved
from cpsudoku.runtime.compiled.machine_code import (
    CodeFile,
    MachineCode,
    kinds_of,
)
from cpsudoku.runtime.compiled.plain_calls import are_plain

F = TypeVar("F", bound=Callable[..., object])
_HOW = (str(Path(__file__).with_name("numba_internals.py")), __file__)  # how we use Numba


def compiled_from(*sources: str, **options: Any) -> Callable[[F], F]:
    """A decorator that compiles with Numba, without the GIL, and caches the machine code.

    The cached code is used until a source changes. ``sources`` are the files that the machine code
    depends on besides the file of the function: those of the compiled functions that it calls, and
    of emitted instructions. Without them, an upgrade that changes only such a file would run the
    old machine code. ``options`` are those of ``numba.njit``.
    """
    digest = hashlib.sha256(b"".join(Path(s).read_bytes() for s in (*sources, *_HOW)))

    def decorate(function: F) -> F:
        from numba import njit

        from cpsudoku.runtime.compiled.cache import cache_of
        from cpsudoku.runtime.compiled.numba_internals import WholeCompiler

        own = digest.copy()
        own.update(Path(function.__code__.co_filename).read_bytes())
        dispatcher: Any = njit(nogil=True, pipeline_class=WholeCompiler, **options)(function)
        # as Dispatcher.enable_caching does
        dispatcher._cache = cache_of(function, own.hexdigest())
        dispatcher.sources = {*sources, function.__code__.co_filename}
        return cast(F, dispatcher)

    return decorate


def alone_from(*sources: str, two_forms: bool = False, **options: Any) -> Callable[[F], F]:
    """Like ``compiled_from``, but machine code that is kept is called without loading Numba.

    The function gets whole numbers, truth values, arrays without gaps and tuples of these. It
    returns a number, a truth value or nothing, and makes no arrays. With ``two_forms``, it can also
    run as the Python that it is, or as the one of ``in_numpy``, inside ``plainly()``. ``options``
    are those of ``numba.njit``.
    """

    def decorate(function: F) -> F:
        file = function.__code__.co_filename
        alone = AloneFunction(function.__module__, function.__name__, file, sources, two_forms)
        alone.py_func, alone.options = function, options
        alone.__doc__ = function.__doc__
        return cast(F, alone)

    return decorate


def alone_in(module: str, name: str, file: str, *sources: str) -> AloneFunction:
    """A function that ``alone_from`` declares in another module, for those who only call it.

    That module, which is in ``file``, is loaded if the function must be compiled.
    """
    return AloneFunction(module, name, file, sources)


class AloneFunction:
    """A function whose machine code is called without Numba once it is made."""

    def __init__(
        self,
        module: str,
        name: str,
        file: str,
        sources: tuple[str, ...],
        two_forms: bool = False,
    ) -> None:
        self.__module__, self.__name__, self._two_forms = module, name, two_forms
        self._stem = Path(file).stem
        self.sources = {file, *sources}
        self._known: dict[str, Callable[..., object]] = {}
        self.in_numpy: Callable[..., object] | None = None

    @cached_property
    def _declared(self) -> AloneFunction:
        """The function as ``alone_from`` declares it."""
        found: AloneFunction = getattr(import_module(self.__module__), self.__name__)
        return found

    @cached_property
    def py_func(self) -> Callable[..., object]:
        """The function as Python."""
        return self._declared.py_func

    @cached_property
    def options(self) -> dict[str, Any]:
        """The options for Numba."""
        return self._declared.options

    @cached_property
    def _file_name(self) -> str:
        """The beginning of the names of its files."""
        digest = hashlib.sha256()
        for source in (*sorted(self.sources), *_HOW):
            digest.update(Path(source).read_bytes())
        return f"{self._stem}.{self.__name__}-{digest.hexdigest()[:16]}"

    def __call__(self, *arguments: object) -> Any:
        """What the function returns, in either form."""
        if self._two_forms and are_plain():
            return (self.in_numpy or self.py_func)(*arguments)
        return self._for(arguments)(*arguments)

    def packed_for(self, *arguments: object) -> Callable[[int], int] | None:
        """``MachineCode.packed`` for arguments of these kinds; None if they need Numba."""
        kinds = kinds_of(arguments)
        made = None if kinds is None else self._made(kinds, arguments)
        return made.packed() if made is not None and made.symbol else None

    def _for(self, arguments: tuple[object, ...]) -> Callable[..., Any]:
        """The function for arguments of these kinds."""
        kinds = kinds_of(arguments)
        if kinds is None:
            return self.with_numba
        call = self._known.get(kinds)
        if call is None:
            call = self._known[kinds] = self._loaded(kinds, arguments)
        return call

    def _loaded(self, kinds: str, arguments: tuple[object, ...]) -> Callable[..., object]:
        """The function for these kinds."""
        made = self._made(kinds, arguments)
        return made.loaded() if made.symbol else self.with_numba

    def _made(self, kinds: str, arguments: tuple[object, ...]) -> MachineCode:
        """The machine code for these kinds, from a file or compiled."""
        folder = code_folder()
        if folder is None:
            report_loss("no folder for compiled code can be written")
            return self._compiled(arguments)
        return self._kept(folder, kinds, arguments)

    def _kept(self, folder: Path, kinds: str, arguments: tuple[object, ...]) -> MachineCode:
        """The machine code in its file, which is made if it does not exist."""
        file = CodeFile(folder, self._file_name, kinds)
        found = file.read()
        if found is not None:
            return found
        making = Making(self.__module__, file.path.with_suffix(".lock"))
        try:
            found = file.read() if making.begin() else None
            if found is None:
                found = self._compiled(arguments)
                self._save(file, found)
            return found
        finally:
            making.end()

    def _save(self, file: CodeFile, made: MachineCode) -> None:
        try:
            file.write(made)
            delete_unused(file.path.parent)
        except OSError as error:
            report_unsaved(file.path.parent, error)

    def _compiled(self, arguments: tuple[object, ...]) -> MachineCode:
        from cpsudoku.runtime.compiled.numba_internals import compiled_alone

        return compiled_alone(self.py_func, arguments, self.options)

    @cached_property
    def with_numba(self) -> Callable[..., object]:
        """The function as Numba calls it, for arguments and machines that need Numba."""
        return compiled_from(*self.sources, **self.options)(self.py_func)

    @property
    def _numba_type_(self) -> object:
        raise TypeError(f"{self.__name__} is called by a compiled function; declare it as inner")


def in_numpy(compiled: Callable[..., object]) -> Callable[[F], F]:
    """A decorator for what ``plainly()`` calls instead of the Python of a compiled function."""
    assert isinstance(compiled, AloneFunction)

    def decorate(function: F) -> F:
        compiled.in_numpy = function
        return function

    return decorate


def inner(plain: Callable[..., object] | None = None, **options: bool | str) -> Callable[[F], F]:
    """A decorator for a function that only compiled functions call, by position.

    Its arguments have the types of its annotations: ``int`` is int64, ``Bits`` is uint32. A plain
    form calls ``plain`` instead, if that is faster in Python.
    """

    def decorate(function: F) -> F:
        return cast(F, _InnerFunction(function, plain or function, options))

    return decorate


class _InnerFunction:
    """A part, which Numba gets to know when it compiles a function that calls it."""

    def __init__(
        self,
        function: Callable[..., object],
        plain: Callable[..., object],
        options: dict[str, bool | str],
    ) -> None:
        self.py_func, self._plain, self._options = function, plain, options
        self.__module__, self.__name__ = function.__module__, function.__name__
        self.__doc__ = function.__doc__

    def __call__(self, *arguments: object) -> Any:
        """Run the part as Python. Only a plain form calls a part from Python."""
        return self._plain(*arguments)

    @cached_property
    def _dispatcher(self) -> Any:
        from cpsudoku.runtime.compiled.numba_internals import PartDispatcher

        wanted = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "nogil": True}
        options = {"nopython": True, "boundscheck": None, **wanted, **self._options}
        return PartDispatcher(self.py_func, options)

    @property
    def _numba_type_(self) -> Any:
        return self._dispatcher._numba_type_
