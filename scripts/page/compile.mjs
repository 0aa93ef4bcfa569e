// Compiles Python files for the Python of Pyodide: node compile.mjs PYODIDE SOURCE COMPILED FOLDERS
//
// SOURCE has package.zip. COMPILED gets cpsudoku.bin with the files of that, and python_stdlib.zip of
// Pyodide, both with byte code instead of Python files. Without it, Python compiles them at each start. The
// FOLDERS, in JSON, also keep their files, because kernels run from their source where Numba is missing.
// python.js unpacks cpsudoku.bin in a quarter of the time that Python needs for a ZIP file.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, source, compiled, folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.unpackArchive(new Uint8Array(readFileSync(`${source}/package.zip`)), "zip", { extractDir: "/ours/cpsudoku" });
python.unpackArchive(new Uint8Array(readFileSync(`${pyodide}/python_stdlib.zip`)), "zip", { extractDir: "/standard" });
python.globals.set("with_source", folders);
python.runPython(`
import compileall, gzip, json, py_compile, zipfile
from pathlib import Path

UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH

def compile_all(folder, optimize, **options):
    compileall.compile_dir(folder, quiet=2, optimize=optimize, invalidation_mode=UNCHECKED, stripdir=folder, **options)

def pack(folder, name):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file() and path.suffix != ".py":
                entry = zipfile.ZipInfo(str(path.relative_to(folder)))
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)

def pack_whole(folder, name):
    paths = [path for path in sorted(Path(folder).rglob("*")) if path.is_file()]
    contents = [path.read_bytes() for path in paths]
    names = ["/" + str(path.relative_to(folder)) for path in paths]
    list_of_all = json.dumps(list(zip(names, map(len, contents)))).encode()
    whole = b"".join([len(list_of_all).to_bytes(4), list_of_all, *contents])
    Path(name).write_bytes(gzip.compress(whole, mtime=0))

for place in json.loads(with_source):
    folder = f"/ours/cpsudoku/cpsudoku/{place}"
    compile_all(folder, optimize=0, maxlevels=0)
    for path in Path(folder).glob("*.py"):
        path.rename(path.with_suffix(".source"))
compile_all("/ours", optimize=0, legacy=True)
compile_all("/standard", optimize=2, legacy=True)
for path in Path("/ours").rglob("*.py"):
    path.unlink()
for path in Path("/ours").rglob("*.source"):
    path.rename(path.with_suffix(".py"))
pack_whole("/ours", "/cpsudoku.bin")
pack("/standard", "/python_stdlib.zip")
`);
for (const name of ["cpsudoku.bin", "python_stdlib.zip"]) writeFileSync(`${compiled}/${name}`, python.FS.readFile(`/${name}`));
