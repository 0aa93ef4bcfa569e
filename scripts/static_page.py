#!/usr/bin/env python3
"""Makes the page without a server: scripts/static_page.py FOLDER [--pyodide PYODIDE].

FOLDER can be served by any static host, from any address: it holds the page of 'cpsudoku serve',
and Python for the browser with cpsudoku. PYODIDE is a folder with the files of Pyodide; by default
npm downloads them. Node is needed, because the Python of Pyodide compiles the files that it runs.
If there is a linker for WebAssembly (wasm-ld, or ziglang in this Python), the search is compiled.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import files
from importlib.util import find_spec
from pathlib import Path

from web_assembly import compile_search, linker

from cpsudoku.drawing.svg_picture import dark_css
from cpsudoku.engines.propagate.forms import LIBRARY
from cpsudoku.runtime.compiled.programs import PROGRAMS
from cpsudoku.runtime.language import languages
from cpsudoku.web import alone
from cpsudoku.web.actions import ACTIONS
from cpsudoku.web.slim import slim_script, slim_text

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "cpsudoku"
STATIC = PACKAGE / "web" / "static"
OURS = Path(__file__).with_name("page")
PYODIDE = "pyodide@314.0.7"
OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
# What the page never imports or reads.
LEFT_OUT = ("web/static", "cli", "road", "play/screen", "play/terminal", "proving")
LIBRARIES = ("openpyxl", "et_xmlfile", "segno")  # in plain Python, if they are installed here
KINDS = {".py", ".txt", ".mo", ".html", ".md"}
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
# A page that is opened as a file has its modules, its workers and its files as blobs.
POLICY_OF_FILES = (
    "default-src 'none'; script-src 'nonce-page' blob: data: 'wasm-unsafe-eval'; worker-src blob:; "
    "style-src 'self' file:; img-src 'self' file: data: blob:; connect-src data: blob:; "
    "base-uri 'none'; form-action 'none'"
)
_FROM = re.compile(r'from"(?:\./|\.\./answers/)(\w+)\.js"')
_MODULES = re.compile(
    r'<(?:script type="module"|link rel="(?:modulepreload|manifest)")[^>]*>(?:</script>)?\n'
)
# What every visitor asks first.
ASKED: tuple[tuple[str, dict[str, object]], ...] = (
    ("choices", {}),
    ("board", {"puzzle": {"puzzle": "." * 81, "size": 9}}),
)
# What visitors ask next. Python starts with all that these questions need.
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OPENED: dict[str, object] = {"puzzle": {"puzzle": PUZZLE}}
RULES: dict[str, object] = {
    "puzzle": {"puzzle": "1..4..1.2.......", "rules": ["killer 5: r4c3 r4c4", "thermo: r1c1 r1c2"]}
}
FIRST: tuple[tuple[str, dict[str, object]], ...] = (
    ("open", {"text": PUZZLE}),
    *((name, puzzle) for puzzle in (OPENED, RULES) for name in ("board", "check", "hint")),
)


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--pyodide", type=Path, metavar="PYODIDE")
    given = parser.parse_args()
    if given.folder.exists() and any(given.folder.iterdir()):
        parser.error(f"{given.folder} is not empty")
    if missing := [name for name in ("node", "npm") if shutil.which(name) is None]:
        parser.error(f"{missing[0]} is not installed")
    with tempfile.TemporaryDirectory() as temporary:
        pyodide = given.pyodide or downloaded(Path(temporary))
        if missing := [name for name in OF_PYODIDE if not (pyodide / name).is_file()]:
            parser.error(f"{pyodide} has no {missing[0]}")
        make(given.folder, pyodide)
    if linker() is None:
        print("no wasm-ld: the search is plain Python, which is a hundred times slower")
    for name, size in sizes(given.folder):
        print(f"{size / 1e6:7.1f} MB  {name}")
    return 0


def downloaded(folder: Path) -> Path:
    """The folder with the files of Pyodide, from the registry of npm, which checks them."""
    subprocess.run(["npm", "pack", "--silent", PYODIDE], cwd=folder, check=True)
    (archive,) = folder.glob("*.tgz")
    shutil.unpack_archive(archive, folder, filter="data")
    return folder / "package"


def make(folder: Path, pyodide: Path) -> None:
    """Write the page."""
    shutil.copytree(STATIC, folder / "static", ignore=shutil.ignore_patterns("index.html"))
    for name in ("transport.js", "host.js"):
        shutil.copyfile(OURS / name, folder / "static" / name)
    parts = [(OURS / name).read_text(encoding="utf-8") for name in ("python.js", "worker.js")]
    text = "".join(parts).replace("export ", "")  # a worker of a file is not a module
    (folder / "static" / "worker.js").write_text(text, encoding="utf-8")
    for path in (folder / "static").iterdir():
        path.write_text(slim_text(path), encoding="utf-8")
    (folder / "static" / "inks.css").write_text(
        f"@media (prefers-color-scheme: dark) {{{dark_css()}}}", encoding="utf-8"
    )
    (folder / "index.html").write_text(index(), encoding="utf-8")
    write_answers(folder / "answers")
    write_python(folder / "python", pyodide)
    (folder / "service.js").write_text(service(folder), encoding="utf-8")
    write_for_files(folder)


def index() -> str:
    """The page, with addresses that are true in any folder, and what a server would say of it."""
    text = (STATIC / "index.html").read_text(encoding="utf-8").replace('"/static/', '"static/')
    text = text.replace("<html ", f'<html data-languages="{" ".join(languages())}" ')
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}">'
    referrer = '<meta name="referrer" content="no-referrer">'
    return text.replace("<head>\n", f"<head>\n{policy}\n{referrer}\n")


def write_for_files(folder: Path) -> None:
    """Write the page that opens as a file. It can't read files, so scripts hold what it needs."""
    place = folder / "from-file"
    place.mkdir()
    paths = [folder / "answers" / "seconds.js", *sorted((folder / "static").glob("*.js"))]
    texts = {path.stem: path.read_text(encoding="utf-8") for path in paths}
    worker = texts.pop("worker")
    texts["host"] = slim_script((OURS / "from_file.js").read_text(encoding="utf-8"))
    modules = {f"cpsudoku/{name}": _FROM.sub(r'from"cpsudoku/\1"', texts[name]) for name in texts}
    answers = {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for path in (folder / "answers").glob("*.json")
    }
    start = slim_script((OURS / "start_from_file.js").read_text(encoding="utf-8"))
    files = json.dumps({"modules": modules, "worker": worker, "answers": answers})
    (place / "page.js").write_text(f"cpsudoku_files={files};{start}", encoding="utf-8")
    python = {path.name: packed(path) for path in (folder / "python").iterdir()}
    (place / "python.js").write_text(f"cpsudoku_files.python={json.dumps(python)};")
    text = (folder / "index.html").read_text(encoding="utf-8").replace(POLICY, POLICY_OF_FILES)
    text = _MODULES.sub("", text).replace(
        "</body>", '<script nonce="page" src="from-file/page.js"></script>\n</body>'
    )
    (folder / "cpsudoku.html").write_text(text, encoding="utf-8")


def packed(path: Path) -> str:
    """The content of a file, compressed by gzip, as base64."""
    return base64.b64encode(gzip.compress(path.read_bytes(), mtime=0)).decode()


def write_answers(folder: Path) -> None:
    """Write the words of each language, the answers that everybody needs, and times of actions."""
    folder.mkdir()
    for language in languages():
        asked = [(name, json.dumps(data, separators=(",", ":"))) for name, data in ASKED]
        answers = [
            {"name": name, "request": request, **json.loads(alone.answer(name, request, language))}
            for name, request in asked
        ]
        data = {**json.loads(alone.words(language)), "answers": answers}
        content = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        (folder / f"{language}.json").write_text(content, encoding="utf-8")
    seconds = {name: ACTIONS[name].seconds for name in ACTIONS if ACTIONS[name].seconds}
    (folder / "seconds.js").write_text(
        f"// How long each action may take; those that are not here take a moment.\n"
        f"export const SECONDS = {json.dumps(seconds)};\n",
        encoding="utf-8",
    )


def write_python(folder: Path, pyodide: Path) -> None:
    """Write Python, and the parts of cpsudoku that the page uses."""
    folder.mkdir()
    for name in OF_PYODIDE:
        shutil.copyfile(pyodide / name, folder / name)
    with tempfile.TemporaryDirectory() as source:
        with zipfile.ZipFile(Path(source) / "package.zip", "w") as archive:
            for path in used():
                archive.write(path, path.relative_to(ROOT))
            for path, name in libraries():
                archive.write(path, name)
            if linker() is not None:
                compile_search(Path(source) / LIBRARY.name)
                archive.write(Path(source) / LIBRARY.name, LIBRARY.relative_to(ROOT))
        places = pyodide.absolute(), source, folder.absolute()
        run_node(OURS / "compile.mjs", *places, json.dumps(with_source()))
    run_node(OURS / "snapshot.mjs", folder.absolute(), text=json.dumps(FIRST))


def with_source() -> list[str]:
    """The folders of the package whose kernels run from their source."""
    sources = {source for program in PROGRAMS.values() for source in program.sources}
    folders = {Path(source).parent.as_posix() for source in sources}
    return sorted(each for each in folders if not Path(each).is_relative_to("road"))


def run_node(script: Path, *given: Path | str, text: str = "") -> None:
    """Run a script, which reads the text."""
    command = ["node", str(script), *map(str, given)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, input=text, text=True)


def used() -> Iterator[Path]:
    """The files of the package that the page uses."""
    for path in sorted(PACKAGE.rglob("*")):
        place = path.relative_to(PACKAGE)
        left_out = any(place.is_relative_to(each) for each in LEFT_OUT)
        if path.is_file() and path.suffix in KINDS and not left_out:
            yield path


def libraries() -> Iterator[tuple[Path, str]]:
    """The files and licences of libraries, with their names in the archive."""
    for distribution in filter(find_spec, LIBRARIES):
        for path in files(distribution) or ():
            if path.suffix == ".py" or path.name.upper().startswith("LICEN"):
                yield Path(str(path.locate())), str(path)


def service(folder: Path) -> str:
    """The service worker, which knows all files and changes with any of them."""
    digest, names = hashlib.sha256(), ["./"]
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        names.append(path.relative_to(folder).as_posix())
        digest.update(path.read_bytes())
    text = (OURS / "service.js").read_text(encoding="utf-8")
    return text.replace('["FILES"]', json.dumps(names)).replace(
        '${"VERSION"}', digest.hexdigest()[:16]
    )


def sizes(folder: Path) -> Iterator[tuple[str, int]]:
    """The parts of the page with their sizes in bytes, and the whole."""
    parts = {
        each.name: [*each.rglob("*")] if each.is_dir() else [each] for each in folder.iterdir()
    }
    bytes_of = {
        name: sum(path.stat().st_size for path in paths if path.is_file())
        for name, paths in parts.items()
    }
    yield from sorted(bytes_of.items())
    yield "all", sum(bytes_of.values())


if __name__ == "__main__":
    sys.exit(main())
