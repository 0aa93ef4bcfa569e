// Compiles Python files for the Python of Pyodide: node compile.mjs PYODIDE SOURCE COMPILED
//
// SOURCE has package.zip, and COMPILED gets it as cpsudoku.zip, and python_stdlib.zip of Pyodide, both with
// byte code instead of Python files. Python would compile them at each start, and unpack twice as many.

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

def compile_all(folder, level):
    compileall.compile_dir(folder, quiet=2, legacy=True, optimize=level, invalidation_mode=UNCHECKED, stripdir=folder)

def pack(folder, name):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file() and path.suffix != ".py":
                entry = zipfile.ZipInfo(str(path.relative_to(folder)))
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)

compile_all("/ours", 0)
compile_all("/standard", 2)
pack("/ours", "/cpsudoku.zip")
pack("/standard", "/python_stdlib.zip")
`);
for (const name of ["cpsudoku.zip", "python_stdlib.zip"]) writeFileSync(`${compiled}/${name}`, python.FS.readFile(`/${name}`));
