// Playing: hints in levels, checks, the clock and its pause, and the end of a game.

import { ask } from "./api.js";
import { $, button, make, row } from "./elements.js";
import { inMinutes } from "./finish.js";
import { pictured } from "./icons.js";
import { guarded, status } from "./messages.js";
import { setting } from "./store.js";
import { t } from "./words.js";

export class PlayPanel {
  constructor(host, app) {
    this.host = host;
    this.app = app;
    this.pauses = button("", () => this.pause(), { title: "P", id: "pause-button" });
    this.candidates = button(t("Candidates"), () => app.help.toggleCandidates(), { title: "A" });
    this.trueDigits = button(t("True candidates"), () => app.help.toggleTrue(), { title: "T" });
    const actions = make(
      "div", { class: "actions" },
      pictured("hint", button(t("Hint"), () => app.help.ask(), { title: "H", id: "hint-button" })),
      pictured("check", button(t("Check"), () => app.help.check(), { title: "K" })),
      this.pauses, pictured("candidates", this.candidates), pictured("true", this.trueDigits),
    );
    this.help = make("div", { id: "help" });
    const seldom = row(
      button(t("Why not here?"), () => app.help.why.choose(), { class: "small", title: "W", id: "why-button" }),
      button(t("Clock"), () => setting("clock", setting("clock") === false), { class: "small" }),
      button(t("Last saved game"), () => this.#resume(), { class: "small" }),
    );
    host.append(actions, make("p", { id: "status" }), this.help, seldom);
    setInterval(() => this.#tick(), 1000);
  }

  show() {
    const { app, app: { state } } = this;
    const goesOn = state.isPaused && !state.isFinished;
    this.pauses.textContent = goesOn ? t("Go on") : t("Pause");
    pictured(goesOn ? "play" : "pause", this.pauses);
    this.candidates.setAttribute("aria-pressed", String(state.showsCandidates && !state.trueDigits));
    this.trueDigits.setAttribute("aria-pressed", String(Boolean(state.trueDigits)));
    this.host.classList.toggle("hinting", Boolean(state.hint || state.isFinished));
    const parts = [];
    if (state.hint) {
      const { answer, level } = state.hint;
      const levels = answer.levels.slice(0, level);
      const items = levels.map((words, at) => make("li", {}, make("b", {}, `${t(answer.names[at])}: `), words));
      const buttons = [
        button(t("Do it"), () => app.help.follow(), { title: "Enter", class: "small" }),
        button(t("Close"), () => app.help.close(), { title: "Esc", class: "small" }),
      ];
      if (level < answer.levels.length) buttons.unshift(button(t("More help"), () => app.help.ask(), { class: "small main" }));
      parts.push(make("ol", {}, ...items), row(...buttons));
    }
    for (const { rule } of state.brokenRules) {
      parts.push(make("p", { class: "broken" }, t("Broken: {rule}", { rule })));
    }
    if (state.isFinished) parts.push(app.finish.card);
    this.help.replaceChildren(...parts);
    this.help.querySelector("li:last-child")?.scrollIntoView({ block: "nearest" });
  }

  // Time

  pause() {
    const { state } = this.app;
    if (state.isFinished) return;
    state.isPaused = !state.isPaused;
    this.app.show();
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
