// Keeps the memory of Python after a first start: node snapshot.mjs FOLDER < QUESTIONS
//
// FOLDER has Python and cpsudoku.bin, and gets snapshot.bin. QUESTIONS, in JSON, are what visitors ask
// first. One Python answers them. Another one, whose memory is kept, imports what the first one needed.

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

import { unpacked, writeFiles } from "./python.js";

const folder = resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const files = await unpacked(new Blob([readFileSync(`${folder}/cpsudoku.bin`)]).stream());

/** A Python with the files of cpsudoku, and with a text by a name. */
async function started(name, text, options = {}) {
  const python = await loadPyodide({ indexURL: `${folder}/`, ...options });
  writeFiles(python, files.slice());
  python.globals.set(name, text);
  python.runPython("import sys; sys.path.insert(0, '/cpsudoku')");
  return python;
}

const first = await started("asked", readFileSync(0, "utf8"));
const modules = first.runPython(`
import json
from cpsudoku.web import alone

for name, request in json.loads(asked):
    answer = json.loads(alone.answer(name, json.dumps(request), "en"))
    assert "answer" in answer, answer
json.dumps([*sys.modules])
`);
const kept = await started("needed", modules, { _makeSnapshot: true });
kept.runPython(`
import gc, importlib, json

for name in json.loads(needed):
    if name not in sys.modules:
        importlib.import_module(name)
del needed
gc.collect()
`);
writeFileSync(`${folder}/snapshot.bin`, gzipSync(kept.makeMemorySnapshot(), { level: 9 }));
