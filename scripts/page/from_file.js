// Where a page that was opened as a file finds its files: in scripts, since a browser lets it read no others.
// Nor does it get a worker from a file, but it does from a blob, which gets the files as messages.

const known = globalThis.cpsudoku_files;
const python = filesOfPython();

export const answersIn = async (language) => known.answers[language];

export async function startWorker() {
  const files = await python;
  const worker = new Worker(URL.createObjectURL(new Blob([known.worker], { type: "text/javascript" })));
  worker.postMessage({ files });
  return worker;
}

export const keepFiles = () => {};

/** The content of each file of Python. A script brings them, compressed. */
async function filesOfPython() {
  const script = document.createElement("script");
  [script.src, script.nonce] = ["from-file/python.js", "page"];
  await new Promise((resolve, reject) => {
    [script.onload, script.onerror] = [resolve, reject];
    document.head.append(script);
  });
  const files = Object.entries(known.python).map(async ([name, base64]) => {
    const { body } = await fetch(`data:application/gzip;base64,${base64}`);
    return [name, await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()];
  });
  known.python = null; // it is large
  return Object.fromEntries(await Promise.all(files));
}
