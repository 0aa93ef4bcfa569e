// What this browser keeps: the game of each tab, and a few settings. The server saves the game as a file.

import { ask } from "./api.js";
import { guarded } from "./messages.js";

const GAMES = "cpsudoku.game.";
const LAST = "cpsudoku.last";
const KEPT = 20; // games of closed tabs
const SAVE_AFTER = 800; // milliseconds without a move

function quietly(work, otherwise = null) {
  try {
    return work();
  } catch {
    return otherwise; // storage is full or switched off
  }
}

/** The name of this tab's game: it stays when the tab is reloaded, and differs between tabs. */
function tabName() {
  return quietly(() => {
    let name = sessionStorage.getItem(LAST);
    if (!name) {
      name = `${Date.now()}-${Math.random().toString(36).slice(2, 8)}`;
      sessionStorage.setItem(LAST, name);
    }
    return name;
  }, "0");
}

function keep(data) {
  quietly(() => {
    localStorage.setItem(GAMES + tabName(), JSON.stringify(data));
    const names = Object.keys(localStorage).filter((key) => key.startsWith(GAMES)).sort();
    for (const old of names.slice(0, -KEPT)) localStorage.removeItem(old);
  });
}

export function kept() {
  return quietly(() => JSON.parse(localStorage.getItem(GAMES + tabName())));
}

/** A function, so that modules can use it before this one has run. */
export function setting(name, value) {
  return quietly(() => {
    if (value !== undefined) localStorage.setItem(`cpsudoku.set.${name}`, JSON.stringify(value));
    return JSON.parse(localStorage.getItem(`cpsudoku.set.${name}`));
  });
}

/** Saves the game some time after a move, and when the page is left. */
export class Saving {
  constructor(app) {
    this.app = app;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#keep();
    });
    window.addEventListener("pagehide", () => this.#keep());
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#save(), SAVE_AFTER);
  }

  /** The player's own game, also during practice. */
  get #game() {
    const { state } = this.app;
    return state.waiting?.game ?? state.game;
  }

  #keep() {
    const { tab, server } = this.app.state;
    const game = this.#game;
    if (game) keep({ game: game.data(), name: game.name, hints: game.hints, tab, server });
    this.app.visited.kept();
  }

  #save() {
    this.#keep();
    const game = this.#game;
    if (!game?.moves.length || this.app.state.tab === "set") return;
    const save = () => guarded(async () => {
      const { name, finished } = await ask("save", { game: game.data(), name: game.name });
      game.name = finished ? "" : name;
    }, () => {}); // the browser has it too
    this.saved = Promise.resolve(this.saved).then(save); // in turn, as the first answer names the file
  }
}
