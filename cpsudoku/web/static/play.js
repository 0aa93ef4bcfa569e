// Playing: hints in levels, checks, the pause, and the end of a game.

import { ask } from "./api.js";
import { button, make, row } from "./elements.js";
import { setting } from "./store.js";
import { t } from "./words.js";

export class PlayPanel {
  constructor(host, app) {
    this.app = app;
    this.pause = button(t("Pause"), () => app.pause(), { title: "P" });
    const tools = row(
      button(t("Hint"), () => app.askHint(), { class: "main", title: "H", id: "hint-button" }),
      button(t("Check"), () => app.check(), { title: "K" }),
      this.pause,
      button(t("Candidates"), () => app.toggleCandidates(), { title: "A" }),
      button(t("True candidates"), () => app.toggleTrue(), { title: "T" }),
      button(t("Clock"), () => setting("clock", setting("clock") === false)),
      button(t("Last saved game"), () => this.#resume()),
    );
    this.help = make("div", { id: "help" });
    this.line = make("p", { id: "status" });
    host.append(tools, this.line, this.help);
  }

  say(text) {
    this.line.textContent = text;
  }

  show() {
    const { app } = this;
    this.pause.textContent = app.isPaused && !app.isFinished ? t("Go on") : t("Pause");
    const parts = [];
    if (app.hint) {
      const { answer, level } = app.hint;
      const levels = answer.levels.slice(0, level);
      const items = levels.map((words, at) => make("li", {}, make("b", {}, `${t(answer.names[at])}: `), words));
      const buttons = [
        button(t("Do it"), () => app.followHint(), { title: "Enter" }),
        button(t("Close"), () => app.closeHint(), { title: "Esc" }),
      ];
      if (level < answer.levels.length) buttons.unshift(button(t("More help"), () => app.askHint(), { class: "main" }));
      parts.push(make("ol", {}, ...items), row(...buttons));
    }
    for (const { rule } of app.brokenRules ?? []) {
      parts.push(make("p", { class: "broken" }, t("Broken: {rule}", { rule })));
    }
    this.help.replaceChildren(...parts);
  }

  celebrate() {
    const { app } = this;
    const seconds = Math.floor(app.game.seconds);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    app.status(t("Solved in {time}. Well done!", { time }));
    const board = document.getElementById("board");
    board.classList.add("finished");
    setTimeout(() => board.classList.remove("finished"), 2500);
    this.show();
  }

  async #resume() {
    const { app } = this;
    await app.guarded(async () => {
      const { game, name } = await ask("saved");
      if (!game) app.status(t("There is no saved game."));
      else await app.restore({ game, name });
    });
  }
}
