// A worker in which Python answers the questions of the page. The answers are those of a server.

import { loadPyodide } from "../python/pyodide.mjs";

const python = start();

async function start() {
  const folder = new URL("../python/", import.meta.url);
  const [running, archive] = await Promise.all([
    loadPyodide({ indexURL: folder.href, lockFileURL: new URL("pyodide-lock.json", folder).href }),
    fetch(new URL("cpsudoku.zip", folder)).then((response) => response.arrayBuffer()),
  ]);
  running.unpackArchive(archive, "zip", { extractDir: "/cpsudoku" });
  running.runPython("import sys; sys.path.insert(0, '/cpsudoku')");
  const alone = running.pyimport("cpsudoku.web.alone");
  postMessage({ ready: true });
  return alone;
}

onmessage = async ({ data: { name, request, language } }) => {
  try {
    const alone = await python;
    postMessage(JSON.parse(alone.answer(name, request, language)));
  } catch (error) {
    postMessage({ error: `internal error, please report it: ${error.message}` });
  }
};
