// The tabs beside the board. Each opens its panel.

import { $ } from "./elements.js";

const TABS = ["play", "set", "learn", "watch", "export"];

export class Tabs {
  constructor(app) {
    this.app = app;
    for (const name of TABS) $(`tab-${name}`).onclick = () => this.open(name);
    $("tabs").addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const name = TABS[(TABS.indexOf(app.state.tab) + step + TABS.length) % TABS.length];
      this.open(name);
      $(`tab-${name}`).focus();
    });
  }

  open(name) {
    const { state, panels, pen, saving } = this.app;
    if (name !== "set") pen.use();
    state.tab = name;
    for (const each of TABS) {
      const isOpen = each === name;
      $(`tab-${each}`).setAttribute("aria-selected", String(isOpen));
      $(`tab-${each}`).tabIndex = isOpen ? 0 : -1;
      $(`panel-${each}`).hidden = !isOpen;
    }
    if (name !== "learn") panels.learn.practice.leave();
    this.showPad();
    if (!["learn", "watch"].includes(name)) state.overlay = null;
    panels.watch.pause();
    if (name !== "set") panels.set.dropDraft();
    panels.set.showPlaces();
    this.app.show();
    saving.soon();
  }

  showPad() {
    const { state } = this.app;
    $("pad").hidden = !["play", "set"].includes(state.tab) && !state.waiting;
  }
}
