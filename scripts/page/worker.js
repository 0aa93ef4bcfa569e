// A worker in which Python answers the questions of the page. The answers are those of a server.
// The functions of python.js stand before this.

let python; // the module that answers, when it is there

/** Start Python. `files` is the address of their folder, or the content of each of them. */
async function start(files) {
  const isFolder = typeof files === "string";
  const folder = isFolder ? files : "https://files.invalid/";
  const address = (name) => (isFolder ? folder + name : `data:text/javascript,${encodeURIComponent(new TextDecoder().decode(files[name]))}`);
  if (!isFolder) { // a classic worker, because a file gets no other; for Pyodide it is one of modules
    globalThis.importScripts = () => { throw new TypeError("only modules are imported"); };
    const kind = (name) => (name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream");
    globalThis.fetch = async (url) => {
      const name = String(url).split("/").at(-1);
      return new Response(files[name], { headers: { "content-type": kind(name) } });
    };
  }
  const content = (name) => fetch(folder + name).then(({ body }) => unpacked(body));
  const [memory, ours] = ["snapshot.bin", "cpsudoku.bin"].map(content);
  for (const each of [memory, ours]) each.catch(() => {}); // the first problem is shown, not these too
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(address("pyodide.mjs")), import(address("pyodide.asm.mjs")),
  ]);
  const running = await loadPyodide({ indexURL: folder, lockFileURL: `${folder}pyodide-lock.json`, createPyodideModule: withRoomFor(memory, createPyodideModule), _loadSnapshot: memory });
  writeFiles(running, await ours);
  const alone = running.pyimport("cpsudoku.web.alone");
  postMessage({ ready: true });
  return alone;
}

onmessage = async ({ data: { files, name, request, language } }) => {
  try {
    if (files) await (python = start(files));
    else postMessage(JSON.parse((await python).answer(name, request, language)));
  } catch (error) {
    postMessage({ error: `internal error, please report it: ${error.message}` });
  }
};
