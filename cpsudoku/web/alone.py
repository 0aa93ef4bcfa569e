"""Answers the actions of a page without a server: in a browser, by Python and its own library.

NumPy, Numba, OR-Tools and the optional libraries are not there. An action that needs one of them
is refused with the name of the program that can do it.
"""

from __future__ import annotations

import json

from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.runtime.language import (
    accepted_language,
    catalogue,
    languages,
    speaking,
    translated,
)
from cpsudoku.web import schemas
from cpsudoku.web.actions import ACTIONS
from cpsudoku.web.page_words import on_the_page

_NAMES = {"ortools": "CP-SAT", "numpy": "NumPy", "PIL": "Pillow", "fpdf": "fpdf2"}


def answer(name: str, request: str, accepted: str) -> str:
    """The answer of an action, as JSON: its result as ``answer``, or ``error`` in words.

    ``request`` is JSON, and ``accepted`` are the languages of the browser, as in an HTTP header.
    """
    with speaking(accepted_language(accepted)):
        try:
            return json.dumps({"answer": _worked(name, json.loads(request))})
        except ImportError as error:
            return json.dumps({"error": _missing(error)})
        except CpsudokuError as error:
            return json.dumps({"error": on_the_page(error)})
        except RecursionError as error:
            return json.dumps({"error": str(error)})


def words(accepted: str) -> str:
    """The words of the page in a language that the browser asks for, as JSON."""
    language = accepted_language(accepted)
    said = {"language": language, "languages": languages(), "words": catalogue(language)}
    return json.dumps(said)


def _worked(name: str, data: object) -> object:
    action = ACTIONS[name]
    schemas.check(action.request, data)
    assert isinstance(data, dict)
    return action.work(data)


def _missing(error: ImportError) -> str:
    """A library that is missing, in words. Raises the error again if it is a module of ours."""
    library = (error.name or "").partition(".")[0]
    if library in ("", "cpsudoku"):
        raise error
    return translated(
        "This page has no server, and it lacks {library}. "
        "The program can do this: install cpsudoku and run 'cpsudoku serve'.",
        library=_NAMES.get(library, library),
    )
