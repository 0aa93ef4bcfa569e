// Where a page without a server finds its files: on its host.
// A page that was opened as a file has another host.js, with the same functions (from_file.js).

const FILES = new URL("../", import.meta.url);

/** The words of a language, and the answers to what every visitor asks first. */
export const answersIn = (language) => fetch(new URL(`answers/${language}.json`, FILES)).then((response) => response.json());

export async function startWorker() {
  const worker = new Worker(new URL("static/worker.js", FILES), { type: "module" });
  worker.postMessage({ files: new URL("python/", FILES).href });
  return worker;
}

/** Keep the files, so that the page opens without a network. */
export const keepFiles = () => navigator.serviceWorker?.register(new URL("service.js", FILES));
