"""A notebook that shows every kind of value. Nbclient runs it, and Chromium takes screenshots.

    scripts/notebook                  runs this module in an environment with Jupyter

Writes the notebook, and its HTML and screenshot as a light and as a dark page.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from screenshots import photograph

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CELLS = (
    "import cpsudoku, pandas\n" + f"puzzle = cpsudoku.Puzzle.parse({PUZZLE!r})\npuzzle",
    "verdict = cpsudoku.solve(puzzle)\nverdict",
    "print(verdict)\n[verdict]",
    "cpsudoku.solve('1....4....3....2')",
    "cpsudoku.solve('55' + '.' * 79)",
    "explanation = cpsudoku.explain(puzzle)\nexplanation",
    "explanation.steps[0]",
    "explanation.steps[0].before",
    "cpsudoku.diagnose('1....4....3....2')",
    "cpsudoku.check_table(pandas.DataFrame({'puzzle': [puzzle.givens.line, '.' * 81]}))",
)
WINDOW = (900, 6000)


def main(folder: Path) -> None:
    """Execute the notebook, and write its pages and pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    nbformat.write(notebook, folder / "values.ipynb")
    for theme in ("light", "dark"):
        html, _ = HTMLExporter(template_name="lab", theme=theme).from_notebook_node(notebook)
        page = folder / f"{theme}.html"
        page.write_text(html)
        photograph(page.as_uri(), folder / f"{theme}.png", WINDOW)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
