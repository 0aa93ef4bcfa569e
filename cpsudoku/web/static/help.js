// Help for the player: candidates, true candidates, hints in levels, and the check.

import { Latest } from "./api.js";
import { $ } from "./elements.js";
import { patiently, speak, status } from "./messages.js";
import { Why } from "./why.js";
import { t } from "./words.js";

export class Help {
  asking = null; // for a hint: {level}

  constructor(app) {
    this.app = app;
    this.hints = new Latest();
    this.candidates = new Latest();
    this.why = new Why(app);
  }

  /** Wait no longer for answers about a position that has changed. */
  stop() {
    this.hints.stop();
    this.asking = null;
    this.candidates.stop();
    this.why.question.stop();
  }

  toggleCandidates() {
    const { state } = this.app;
    state.showsCandidates = !state.showsCandidates;
    state.trueDigits = null;
    this.app.show();
  }

  async toggleTrue() {
    const { state } = this.app;
    if (state.trueDigits) {
      state.trueDigits = null;
      this.app.show();
      return;
    }
    const words = t("Looking for the true candidates ...");
    if (this.isLooking) {
      this.candidates.stop();
      return;
    }
    this.isLooking = true;
    await patiently($("status"), this.candidates, words, async () => {
      const found = await this.candidates.ask("candidates", state.position);
      state.trueDigits = found.digits;
      status(found.complete ? t("These are the digits of all solutions.") : t("The time ran out; there may be more digits."));
      this.app.show();
    });
    this.isLooking = false;
  }

  /** Ask for a hint, or for its next level. */
  async ask() {
    const { state, tabs } = this.app;
    if (state.hint) {
      this.#showMore();
      return;
    }
    if (state.tab === "set" || state.tab === "export") tabs.open("play");
    if (this.asking) {
      this.asking.level += 1; // the answer that is under way shows one more
      return;
    }
    const asking = { level: 1 };
    this.asking = asking;
    await patiently($("status"), this.hints, t("Looking for the next step ..."), async () => {
      this.#answered(await this.hints.ask("hint", state.position), asking.level);
    });
    if (this.asking === asking) this.asking = null;
  }

  #showMore() {
    const { hint } = this.app.state;
    if (hint.level === hint.answer.levels.length) return;
    hint.level += 1;
    status("");
    this.#show();
  }

  #answered(answer, level) {
    const { state } = this.app;
    if (answer.levels) {
      state.hint = { answer, level: Math.min(level, answer.levels.length) };
      state.game.hints += 1;
      this.#show();
      return;
    }
    state.wrong = new Set(answer.wrong ?? []);
    status(answer.problem || t("The puzzle is solved."));
    this.app.show();
  }

  #show() {
    const { answer, level } = this.app.state.hint;
    this.app.panels.play.show();
    this.app.show();
    speak(answer.levels[level - 1]);
  }

  close() {
    this.app.state.hint = null;
    status("");
    this.app.show();
  }

  follow() {
    const { state, playing } = this.app;
    if (!state.hint) return;
    const { placements, eliminations, effect } = state.hint.answer;
    state.game.follow(placements, eliminations);
    playing.moved();
    speak(effect);
  }

  /** Mark the entries that differ from the solution. */
  async check() {
    const { state, verdict } = this.app;
    await verdict.given();
    if (!verdict.solution) {
      status(t("The entries can only be checked if the puzzle has exactly one solution."));
      return;
    }
    const { game } = state;
    const wrong = game.mistakes(verdict.solution);
    state.wrong = new Set(wrong);
    const cells = wrong.map((cell) => game.board.cells[cell].name).join(", ");
    status(wrong.length ? t("Wrong: {cells}", { cells }) : t("No mistakes; {left} cells to go.", { left: game.left }));
    this.app.show();
  }
}
