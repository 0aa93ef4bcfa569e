"""Pictures that follow the light or dark theme of the page that shows them."""

from __future__ import annotations

import re

from cpsudoku.runtime.printable import markup
from cpsudoku.scene.inks import INKS

LIGHT, DARK = 0, 1
# The CSS selectors of dark pages: JupyterLab, VS Code, Sphinx and MkDocs themes, Colab.
_DARK_PAGES = (
    '[data-jp-theme-light="false"]',
    ".vscode-dark",
    '[data-theme="dark"]',
    '[data-md-color-scheme="slate"]',
    'html[theme="dark"]',
)
_LIGHT_ROOTS = ':not([data-theme="light"], [theme="light"])'
_LIGHT_BODIES = (
    ':not([data-jp-theme-light="true"], .vscode-light, [data-md-color-scheme="default"])'
)


def standalone(svg: str) -> str:
    """The picture as a separate document, dark if the reader prefers dark."""
    inks = inks_of(svg)
    rules = "".join(
        f".f-{name}{{fill:{INKS[name][DARK]}}}.s-{name}{{stroke:{INKS[name][DARK]}}}"
        for name in inks
    )
    style = f"<style>@media (prefers-color-scheme:dark){{{rules}}}</style>"
    return _after_first_tag(svg, style)


def embedded(svg: str, text: str, below: str = "") -> str:
    """The picture as a part of a page, which may be light or dark.

    text: the text for programs that remove styles and pictures. below: HTML under the picture.
    """
    inks = inks_of(svg)
    rules = "".join(
        f".cpsudoku .f-{name}{{fill:var(--cps-{name})}}"
        f".cpsudoku .s-{name}{{stroke:var(--cps-{name})}}"
        for name in inks
    )
    dark = f"{{{_variables(inks, DARK)}}}"
    style = (
        ".cpsudoku>pre{display:none}.cpsudoku svg{max-width:100%;height:auto}"
        ".cpsudoku ol{columns:20rem}"
        f".cpsudoku{{{_variables(inks, LIGHT)}}}{rules}"
        f"@media (prefers-color-scheme:dark)"
        f"{{html{_LIGHT_ROOTS} body{_LIGHT_BODIES} .cpsudoku{dark}}}"
        f"{','.join(f'{page} .cpsudoku' for page in _DARK_PAGES)}{dark}"
    )
    plain = f"<pre>{chr(10).join(map(markup, text.splitlines()))}</pre>"
    return f'<div class="cpsudoku"><style>{style}</style>{plain}{svg}{below}</div>\n'


def scaled(svg: str, factor: float) -> str:
    """The picture at another size."""

    def smaller(found: re.Match[str]) -> str:
        return f'{found[1]}="{float(found[2]) * factor:g}"'

    head, end, rest = svg.partition(">")
    return re.sub(r'(?<= )(width|height)="([\d.]+)"', smaller, head) + end + rest


def inks_of(svg: str) -> list[str]:
    """The inks that a picture uses, in the order of ``INKS``."""
    classes = " ".join(re.findall(r'class="([fs]-[^"]*)"', svg)).split()
    used = {name.partition("-")[2] for name in classes}
    return [name for name in INKS if name in used]


def _variables(inks: list[str], theme: int) -> str:
    return "".join(f"--cps-{name}:{INKS[name][theme]};" for name in inks)


def _after_first_tag(svg: str, more: str) -> str:
    head, end, rest = svg.partition(">")
    return head + end + more + rest
