// The questions of the page.

import { Refused, send } from "./transport.js";

export { Refused };

/** The answer of an action. Throws Refused with a message for the user. */
export const ask = (name, data = {}, signal = undefined) => send(name, data, signal);

/** Asks one question at a time: a new question stops the one before it. */
export class Latest {
  #running = null;
  #ended = null; // resolves when the running question has its answer
  #turn = 0;

  /** `patience`: how long the question before may go on, in milliseconds. Stopping it costs the server more. */
  async ask(name, data, patience = 0) {
    this.#turn += 1;
    const turn = this.#turn;
    if (patience && this.#running) {
      await Promise.race([this.#ended, new Promise((done) => { setTimeout(done, patience); })]);
      this.#refuseOld(turn);
    }
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const asked = ask(name, data, running.signal);
    this.#ended = asked.catch(() => {});
    try {
      const answer = await asked;
      this.#refuseOld(turn);
      return answer;
    } finally {
      if (this.#running === running) this.#running = null;
    }
  }

  #refuseOld(turn) {
    if (turn !== this.#turn) throw new DOMException("a newer question was asked", "AbortError");
  }

  stop() {
    this.#turn += 1;
    this.#running?.abort();
    this.#running = null;
  }
}

export const isStopped = (error) => error.name === "AbortError";
