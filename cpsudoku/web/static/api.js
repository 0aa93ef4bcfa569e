// The questions of the page.

import { Refused, send } from "./transport.js";

export { Refused };

/** The answer of an action. Throws Refused with a message for the user. */
export const ask = (name, data = {}, signal = undefined) => send(name, data, signal);

/** Asks one question at a time: a new question stops the one before it. */
export class Latest {
  #running = null;

  async ask(name, data) {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    try {
      return await ask(name, data, running.signal);
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  stop() {
    this.#running?.abort();
    this.#running = null;
  }
}

export const isStopped = (error) => error.name === "AbortError";
