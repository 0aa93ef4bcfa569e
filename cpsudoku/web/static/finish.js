// The end of a game: its time, the hints used, how hard the puzzle was, and what comes next.

import { Latest } from "./api.js";
import { button, make, row } from "./elements.js";
import { guarded, status } from "./messages.js";
import { t } from "./words.js";

export class Finish {
  constructor(app) {
    this.app = app;
    this.rating = new Latest();
  }

  /** The game has just been solved. */
  begin() {
    const { app, app: { state: { game } } } = this;
    status(t("Solved in {time}. Well done!", { time: inMinutes(game.seconds) }));
    app.view.celebrate();
    this.level = "";
    this.difficulty = make("p", {}, t("Difficulty: {words}", { words: "…" }));
    this.card = make(
      "div", { id: "finish" },
      make("p", {}, game.hints ? t("Hints used: {count}", { count: game.hints }) : t("Without a hint")), this.difficulty,
      row(
        button(t("Next puzzle"), () => app.dialogs.another(this.level), { class: "main", id: "next-puzzle" }),
        button(t("Share"), () => app.share.open()),
      ),
    );
    app.panels.play.show();
    guarded(async () => {
      const { words, level } = await this.rating.ask("rate", app.state.asked);
      this.level = level ?? "";
      this.difficulty.textContent = t("Difficulty: {words}", { words });
    }, () => this.difficulty.remove());
  }
}

/** A time as minutes and seconds, such as 2:05. */
export function inMinutes(time) {
  const seconds = Math.floor(time);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
