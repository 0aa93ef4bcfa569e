// The page: its state and its parts. Each part knows the others through this object.

import { BoardView } from "./board.js";
import { Dialogs } from "./dialogs.js";
import { $, make } from "./elements.js";
import { ExportPanel } from "./export.js";
import { Finish } from "./finish.js";
import { Help } from "./help.js";
import { Input } from "./input.js";
import { Keypad } from "./keypad.js";
import { LearnPanel } from "./learn.js";
import { lookOf } from "./look.js";
import { speak } from "./messages.js";
import { Opening } from "./opening.js";
import { Pen } from "./pen.js";
import { Photo } from "./photo.js";
import { PlayPanel } from "./play.js";
import { Playing } from "./playing.js";
import { Readings } from "./readings.js";
import { SetPanel } from "./set.js";
import { Setter } from "./setter.js";
import { Share } from "./share.js";
import { State } from "./state.js";
import { Saving } from "./store.js";
import { Tabs } from "./tabs.js";
import { Verdict } from "./verdict.js";
import { Visited } from "./visited.js";
import { WatchPanel } from "./watch.js";

export class App {
  constructor() {
    this.state = new State();
    this.input = new Input(this);
    this.view = new BoardView($("board"), this.input);
    this.verdict = new Verdict($("verdict"), this);
    this.keypad = new Keypad($("pad"), this);
    this.opening = new Opening(this);
    this.playing = new Playing(this);
    this.setter = new Setter(this);
    this.pen = new Pen(this, make("p", { id: "pen-line", role: "status" }));
    this.readings = new Readings($("readings"), this);
    this.photo = new Photo($("photo"), this);
    this.help = new Help(this);
    this.finish = new Finish(this);
    this.share = new Share(this);
    this.saving = new Saving(this);
    this.visited = new Visited(this);
    this.panels = {
      play: new PlayPanel($("panel-play"), this),
      set: new SetPanel($("panel-set"), this),
      learn: new LearnPanel($("panel-learn"), this),
      watch: new WatchPanel($("panel-watch"), this),
      export: new ExportPanel($("panel-export"), this),
    };
    this.tabs = new Tabs(this);
    this.dialogs = new Dialogs(this);
  }

  /** The page can be used, and offers these choices. */
  ready(choices) {
    const { learn, export: exporting } = this.panels;
    for (const part of [this.dialogs, learn, exporting]) part.offer(choices);
    document.documentElement.dataset.ready = "yes";
    if (document.activeElement === document.body) this.view.focus();
  }

  show() {
    if (!this.state.game) return;
    this.view.show(this.#look);
    this.panels[this.state.tab].show();
    this.keypad.show();
    this.photo.show(this.state);
  }

  /** Show something of a panel on the board, or the game again. */
  showOverlay(overlay) {
    this.state.overlay = overlay;
    this.show();
  }

  speakCell(cell = this.view.cursor) {
    speak(this.view.describe(this.#look, cell));
  }

  get #look() {
    return lookOf(this.state, this.panels.set);
  }
}
