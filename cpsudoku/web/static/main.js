// Starts the page: the words, then the puzzle that the server was started with, or the last game.

import { ask } from "./api.js";
import { App } from "./app.js";
import { kept } from "./store.js";
import * as transport from "./transport.js";
import { loadWords } from "./words.js";

async function start() {
  await loadWords();
  const app = new App();
  window.cpsudoku = app; // for the tests and the curious
  const first = await transport.start();
  const last = kept();
  const linked = fromAddress();
  app.state.server = first.id; // another one after each start of the server
  if (linked) await app.opening.text(linked);
  else if (last && (!first.puzzles || last.server === first.id)) await app.opening.restore(last);
  else if (first.puzzles) await app.opening.first(first, first.request);
  else await app.opening.empty();
  app.ready(await ask("choices"));
}

/** The puzzle in the address of the page, after `#puzzle=`. */
function fromAddress() {
  const found = /^#puzzle=(.+)$/.exec(location.hash);
  if (!found) return "";
  history.replaceState(null, "", location.pathname);
  try {
    return decodeURIComponent(found[1]);
  } catch {
    return "";
  }
}

start();
