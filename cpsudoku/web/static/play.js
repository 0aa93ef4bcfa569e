// Playing: hints in levels, checks, the clock and its pause, and the end of a game.

import { ask } from "./api.js";
import { $, button, make, row } from "./elements.js";
import { guarded, status } from "./messages.js";
import { setting } from "./store.js";
import { t } from "./words.js";

export class PlayPanel {
  constructor(host, app) {
    this.app = app;
    this.pauses = button(t("Pause"), () => this.pause(), { title: "P" });
    const tools = row(
      button(t("Hint"), () => app.help.ask(), { class: "main", title: "H", id: "hint-button" }),
      button(t("Check"), () => app.help.check(), { title: "K" }),
      this.pauses,
      button(t("Candidates"), () => app.help.toggleCandidates(), { title: "A" }),
      button(t("True candidates"), () => app.help.toggleTrue(), { title: "T" }),
      button(t("Clock"), () => setting("clock", setting("clock") === false)),
      button(t("Last saved game"), () => this.#resume()),
    );
    this.help = make("div", { id: "help" });
    host.append(tools, make("p", { id: "status" }), this.help);
    setInterval(() => this.#tick(), 1000);
  }

  show() {
    const { app, app: { state } } = this;
    this.pauses.textContent = state.isPaused && !state.isFinished ? t("Go on") : t("Pause");
    const parts = [];
    if (state.hint) {
      const { answer, level } = state.hint;
      const levels = answer.levels.slice(0, level);
      const items = levels.map((words, at) => make("li", {}, make("b", {}, `${t(answer.names[at])}: `), words));
      const buttons = [
        button(t("Do it"), () => app.help.follow(), { title: "Enter" }),
        button(t("Close"), () => app.help.close(), { title: "Esc" }),
      ];
      if (level < answer.levels.length) buttons.unshift(button(t("More help"), () => app.help.ask(), { class: "main" }));
      parts.push(make("ol", {}, ...items), row(...buttons));
    }
    for (const { rule } of state.brokenRules) {
      parts.push(make("p", { class: "broken" }, t("Broken: {rule}", { rule })));
    }
    this.help.replaceChildren(...parts);
  }

  celebrate() {
    status(t("Solved in {time}. Well done!", { time: inMinutes(this.app.state.game.seconds) }));
    $("board").classList.add("finished");
    setTimeout(() => $("board").classList.remove("finished"), 2500);
    this.show();
  }

  // Time

  pause() {
    const { state } = this.app;
    if (state.isFinished) return;
    state.isPaused = !state.isPaused;
    this.showPause();
    this.show();
  }

  /** Cover the board while the game is paused. */
  showPause() {
    const { state } = this.app;
    $("board").classList.toggle("paused", state.isPaused && state.tab === "play" && !state.isFinished);
  }

  #tick() {
    const { state, state: { game } } = this.app;
    if (!game) return;
    const runs = state.tab === "play" && !state.isPaused && !state.isFinished && !document.hidden && game.left < game.board.cells.length;
    if (runs) game.seconds += 1;
    const shown = setting("clock") === false ? "" : inMinutes(game.seconds);
    if ($("clock").textContent !== shown) $("clock").textContent = shown;
  }

  async #resume() {
    const { app } = this;
    await guarded(async () => {
      const { game, name } = await ask("saved");
      if (!game) status(t("There is no saved game."));
      else await app.opening.restore({ game, name });
    });
  }
}

/** A time as minutes and seconds, such as 2:05. */
function inMinutes(time) {
  const seconds = Math.floor(time);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
