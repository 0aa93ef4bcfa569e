"""The words of the page in other languages, from gettext catalogues; English is the key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files

ENGLISH = "en"
_FOLDER = files("cpsudoku.web").joinpath("languages")


def languages() -> tuple[str, ...]:
    """The languages of the page: English, and one for each catalogue."""
    found = (path.name.removesuffix(".mo") for path in _FOLDER.iterdir() if path.name[-3:] == ".mo")
    return (ENGLISH, *sorted(found))


def chosen_language(accepted: str) -> str:
    """The language that a browser prefers, from its header ``Accept-Language``."""
    wanted: list[tuple[float, str]] = []
    for part in accepted[:1000].split(","):
        name, _, weight = part.partition(";q=")
        try:
            wanted.append((-float(weight or 1), name.strip().lower().partition("-")[0]))
        except ValueError:
            continue
    known = languages()
    ordered = (name for _, name in sorted(wanted, key=lambda each: each[0]))
    return next((name for name in ordered if name in known), ENGLISH)


@cache
def words(language: str) -> Mapping[str, str]:
    """Each English text with its translation; empty for English."""
    if language == ENGLISH:
        return {}
    with _FOLDER.joinpath(f"{language}.mo").open("rb") as stream:
        catalogue: dict[str, str] = GNUTranslations(stream)._catalog  # type: ignore[attr-defined]
    return {text: said for text, said in catalogue.items() if text}
