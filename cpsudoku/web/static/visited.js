// What was opened in this tab: Back and Forward walk through it. Before the first puzzle there is one more
// step, so that Back does not leave the page by accident.

import { problem } from "./messages.js";
import { t } from "./words.js";

export class Visited {
  constructor(app) {
    this.app = app;
    this.games = new Map(); // of each step; after a reload, the step itself holds its game
    this.number = history.state?.number ?? 0;
    this.isReload = this.number > 0;
    window.addEventListener("popstate", ({ state }) => this.#go(state));
  }

  /** Another puzzle comes on the table. */
  opens() {
    if (this.isWalking) return;
    this.kept();
    if (!this.number) history.replaceState({ number: 0 }, "");
    if (this.isReload) this.isReload = false;
    else history.pushState({ number: (this.number += 1) }, "");
  }

  /** The game is saved: a reload finds it at its step. */
  kept() {
    if (this.isWalking) return; // the game on the table is still that of the step before
    const game = this.#leave();
    const isHere = history.state?.number === this.number; // else the browser has just left this step
    if (game && this.number && isHere) history.replaceState({ number: this.number, game: game.data(), name: game.name }, "");
  }

  /** The game of the present step, which is kept until the step is visited again. */
  #leave() {
    const { waiting, game } = this.app.state;
    this.games.set(this.number, waiting?.game ?? game);
    return waiting?.game ?? game;
  }

  async #go(step) {
    const { app } = this;
    if (!step) return;
    if (!step.number) {
      problem(t("Go back once more to leave the page."));
      return;
    }
    problem("");
    if (step.number === this.number) return;
    if (!this.isWalking) this.#leave(); // else its game is not on the table yet
    this.number = step.number;
    this.isWalking = step;
    app.panels.learn.practice.leave();
    const game = this.games.get(step.number);
    try {
      if (game) app.opening.again(game);
      else if (step.game) await app.opening.restore(step);
    } finally {
      if (this.isWalking === step) this.isWalking = null;
    }
  }
}
