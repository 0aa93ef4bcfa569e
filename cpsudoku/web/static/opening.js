// Opening a puzzle: from a text, from what the server found in a file, empty, or as it was left.

import { Latest, Refused, isStopped } from "./api.js";
import { Game } from "./game.js";
import { guarded, problem } from "./messages.js";
import { readOf } from "./readings.js";
import { t } from "./words.js";

export class Opening {
  constructor(app) {
    this.app = app;
    this.question = new Latest(); // what is opened last is shown
  }

  async text(text) {
    await guarded(async () => this.first(await this.question.ask("open", { text }), { text }));
  }

  /** Show the first puzzle of some, or let the user choose. `request`: what found them, if known. */
  async first(found, request = null) {
    if (!found.puzzles.length) {
      problem(found.problems[0] ?? t("There is no puzzle in it."));
      if (!this.app.state.game) await this.empty();
      return;
    }
    await this.one(found.puzzles[0], request);
    const notes = [...found.problems, ...found.remarks];
    if (notes.length) problem(notes.join("\n"));
    if (found.puzzles.length > 1) this.app.dialogs.choose(found, request);
  }

  /** Show a puzzle that a request has found. */
  async one({ puzzle, number, photo }, request) {
    await this.puzzle(puzzle, readOf(puzzle, request && { ...request, number }), photo);
  }

  async empty(size = 9) {
    await this.puzzle({ puzzle: ".".repeat(size * size), size });
    this.app.tabs.open("set");
  }

  async puzzle(puzzle, read = null, photo = undefined) {
    const { state, panels, playing, setter, tabs, visited } = this.app;
    panels.learn.practice.leave();
    const board = await this.question.ask("board", { puzzle });
    visited.opens();
    setter.begin();
    playing.begin(new Game({ ...board, read, photo: photo ?? undefined }));
    tabs.open(state.game.left < board.cells.length ? "play" : state.tab);
  }

  /** Continue a game that was open before. */
  again(game) {
    const { playing, setter } = this.app;
    setter.begin();
    playing.begin(game, game.name);
  }

  /** Continue a game that was kept, in this browser or as a file. */
  async restore(data) {
    try {
      const game = new Game(await this.question.ask("board", { puzzle: puzzleOf(data.game) }));
      game.load(data.game);
      game.name = data.name ?? "";
      game.hints = data.hints ?? 0;
      this.app.visited.opens();
      this.again(game);
      this.app.tabs.open(data.tab ?? "play");
    } catch (error) {
      if (isStopped(error)) return;
      if (!(error instanceof Refused)) throw error;
      await this.empty();
    }
  }
}

/** The puzzle of a saved game. */
function puzzleOf(data) {
  const { saved, version, seconds, done, moves, ...puzzle } = data;
  return puzzle;
}
