// Compiles Python files for the Python of Pyodide: node compile.mjs PYODIDE SOURCE COMPILED
//
// SOURCE has package.zip, and COMPILED gets it with byte code beside its files, and python_stdlib.zip
// of Pyodide with byte code instead of its files. Ours keeps its files, because kernels run from their
// source where Numba is missing (plain_source.py). Without byte code, Python compiles them at each start.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, source, compiled] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.unpackArchive(new Uint8Array(readFileSync(`${source}/package.zip`)), "zip", { extractDir: "/ours" });
python.unpackArchive(new Uint8Array(readFileSync(`${pyodide}/python_stdlib.zip`)), "zip", { extractDir: "/standard" });
python.runPython(`
import compileall, py_compile, zipfile
from pathlib import Path

UNCHECKED = py_compile.PycInvalidationMode.UNCHECKED_HASH

def compile_all(folder, beside):
    compileall.compile_dir(folder, quiet=2, legacy=not beside, optimize=0 if beside else 2, invalidation_mode=UNCHECKED, stripdir=folder)

def pack(folder, name, skipped=()):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file() and path.suffix not in skipped:
                entry = zipfile.ZipInfo(str(path.relative_to(folder)))
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)

compile_all("/ours", beside=True)
compile_all("/standard", beside=False)
pack("/ours", "/cpsudoku.zip")
pack("/standard", "/python_stdlib.zip", skipped={".py"})
`);
for (const name of ["cpsudoku.zip", "python_stdlib.zip"]) writeFileSync(`${compiled}/${name}`, python.FS.readFile(`/${name}`));
