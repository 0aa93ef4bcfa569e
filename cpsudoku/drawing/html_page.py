"""An explanation as one self-contained HTML page with a picture of each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from cpsudoku.drawing.svg_picture import dark_css
from cpsudoku.runtime.language import marked, present_language, translated
from cpsudoku.runtime.printable import markup

_WORDS = {  # of the page around the steps; its script fills the places of the last one
    "STEPS": marked("Steps"),
    "STEP": marked("Step"),
    "FIRST": marked("First step"),
    "BACK": marked("Back"),
    "STEP_BACK": marked("Step back"),
    "FORWARD": marked("Forward"),
    "STEP_FORWARD": marked("Step forward"),
    "LAST_STEP": marked("Last step"),
    "ALL_STEPS": marked("All steps"),
    "COUNT": marked("{now} of {count}"),
}


@dataclass(frozen=True)
class PageStep:
    """One step of the page: a heading with a short note, the text, the SVG, and HTML below it."""

    heading: str
    note: str
    text: str
    svg: str
    below: str = ""


def page(title: str, remark: str, scenes: Sequence[PageStep]) -> str:
    """The HTML of the scenes. Without scripts, the page shows them one below the other.

    remark: a text above all scenes; may be empty.
    """
    template = files("cpsudoku.drawing").joinpath("page.html").read_text(encoding="utf-8")
    parts = {
        "TITLE": markup(title),
        "REMARK": f'<p class="remark">{markup(remark)}</p>' if remark else "",
        "DARK": dark_css(),
        "SCENES": "\n".join(_section(number, scene) for number, scene in enumerate(scenes, 1)),
        "LIST": "\n".join(_entry(number, scene) for number, scene in enumerate(scenes, 1)),
        "LAST": str(len(scenes)),
        "LANGUAGE": present_language(),
        **{name: markup(translated(text)) for name, text in _WORDS.items()},
    }
    pieces = template.split("%%")  # text, name, text, ...; an inserted text is not searched again
    return "".join(parts[piece] if at % 2 else piece for at, piece in enumerate(pieces))


def _section(number: int, scene: PageStep) -> str:
    note = f" <small>{markup(scene.note)}</small>" if scene.note else ""
    return (
        f'<section id="step-{number}" aria-label="{markup(scene.heading)}">'
        f"<h2>{markup(scene.heading)}{note}</h2>"
        f"<p>{markup(scene.text)}</p><figure>{scene.svg}</figure>{scene.below}</section>"
    )


def _entry(number: int, scene: PageStep) -> str:
    return f'<li><a href="#step-{number}">{markup(scene.heading)}</a></li>'
