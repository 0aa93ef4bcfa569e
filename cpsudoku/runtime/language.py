"""The language of messages. English texts are their own keys in the gettext catalogues.

A text is translated where it is shown to a person. JSON and files stay English, so a program
reads the same everywhere; so do errors, which ``in_words`` translates where they are shown.
Sentences have named places, which each language orders itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.runtime.errors import UnknownName
from cpsudoku.runtime.printable import printable
from cpsudoku.runtime.words import Called, Worded, filled

if TYPE_CHECKING:
    from gettext import GNUTranslations

ENGLISH = "en"
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # in the order of gettext
_FOLDER = Path(__file__).parent / "languages"
_present: ContextVar[str] = ContextVar("language", default=ENGLISH)


@cache
def languages() -> tuple[str, ...]:
    """The known languages: English, and one for each catalogue."""
    return (ENGLISH, *sorted(path.stem for path in _FOLDER.glob("*.mo")))


def translated(text: str, /, **values: object) -> str:
    """The text in the present language; ``{name}`` is replaced by the value of that name."""
    language = _present.get()
    said = _catalogue(language).gettext(text) if text and language != ENGLISH else text
    return said.format(**values) if values else said


def counted(one: str, several: str, count: int, /, **values: object) -> str:
    """One of two texts, by a count, in the present language; both contain ``{count}``."""
    language = _present.get()
    if language == ENGLISH:
        said = one if count == 1 else several
    else:
        said = _catalogue(language).ngettext(one, several, count)
    return said.format(count=f"{count:,}", **values)


def in_words(text: str) -> str:
    """A message in the present language. A text that was not ``worded`` stays as it is."""
    language = _present.get()
    if isinstance(text, Called) and language != ENGLISH:
        return text.thing.named
    if not isinstance(text, Worded) or language == ENGLISH or not text:
        return str(text)
    form, known = text.form, _catalogue(language)
    several = form.several
    said = known.ngettext(form.text, several, form.count) if several else known.gettext(form.text)
    values = {name: in_words(value) for name, value in form.values.items()}
    return printable(filled(said, values))


def places_in(text: str) -> set[str]:
    """The names of the places of a text, which ``translated`` replaces by values."""
    from string import Formatter

    return {name for _, name, _, _ in Formatter().parse(text) if name}


def marked(text: str) -> str:
    """The same text. It marks a text that ``translated`` translates later."""
    return text


def paired(one: str, several: str) -> tuple[str, str]:
    """The same two texts. It marks a singular and a plural that ``counted`` translates later."""
    return one, several


def present_language() -> str:
    """The language that ``translated`` uses now."""
    return _present.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use a language until the end of the block."""
    before = _present.set(language)
    try:
        yield
    finally:
        _present.reset(before)


def known_language(name: str) -> str:
    """The language of a name such as ``de`` or ``de_AT.UTF-8``. Raises UnknownName."""
    found = _base(name)
    if found not in languages():
        known = ", ".join(languages())
        raise UnknownName(
            "unknown language {name}; choose one of {known}", name=repr(name), known=known
        )
    return found


def language_of(environment: Mapping[str, str]) -> str:
    """The language that the user's environment asks for; English if it is not known."""
    asked = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return first_known(asked.split(":"))


def accepted_language(header: str) -> str:
    """The language that a browser prefers, from its header ``Accept-Language``."""
    wanted: list[tuple[float, str]] = []
    for part in header[:1000].split(","):
        name, _, weight = part.partition(";q=")
        try:
            wanted.append((-float(weight or 1), name.strip()))
        except ValueError:
            continue
    return first_known(name for _, name in sorted(wanted, key=lambda each: each[0]))


def first_known(names: Iterable[str]) -> str:
    """The first of these languages that is known, or English."""
    return next((found for name in names if (found := _base(name)) in languages()), ENGLISH)


def _base(name: str) -> str:
    """``de`` for ``de_AT.UTF-8`` or ``de-AT``."""
    return name.lower().partition(".")[0].replace("_", "-").partition("-")[0]


def catalogue(language: str) -> Mapping[str, str]:
    """Each text without a count and its translation; empty for English."""
    if language == ENGLISH:
        return {}
    pairs: Mapping[str, str] = _catalogue(language)._catalog  # type: ignore[attr-defined]
    return {text: said for text, said in pairs.items() if text and isinstance(text, str)}


@cache
def _catalogue(language: str) -> GNUTranslations:
    from gettext import GNUTranslations

    with (_FOLDER / f"{language}.mo").open("rb") as stream:
        return GNUTranslations(stream)
