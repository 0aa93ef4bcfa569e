// A closer look at the board: by wheel, by two fingers and by keys. What is larger than its room is clipped.

const MOST = 8;
const STEP = 1.4; // of a key

export class Zoom {
  constructor(host) {
    this.host = host;
    this.touches = new Map(); // the fingers on the board: the number of each, and where it is
    host.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    host.addEventListener("pointerdown", (event) => this.#touch(event));
    host.addEventListener("pointermove", (event) => this.#pinch(event));
    for (const name of ["pointerup", "pointercancel"]) {
      host.addEventListener(name, ({ pointerId }) => this.touches.delete(pointerId));
    }
    this.reset();
  }

  reset() {
    [this.scale, this.x, this.y] = [1, 0, 0];
    this.#apply();
  }

  /** Zoom by a key around a part of the board, which stays in sight: 1 is closer, -1 is further away. */
  step(direction, part) {
    const box = part.getBoundingClientRect();
    this.#zoom(STEP ** direction, box.x + box.width / 2, box.y + box.height / 2);
    this.reveal(part.getBoundingClientRect());
  }

  /** Move the board until a part of it, given by its place on the screen, is seen. */
  reveal(box) {
    if (this.scale === 1) return;
    const room = this.host.getBoundingClientRect();
    const lacking = (from, to, first, last) => (from < first ? first - from : to > last ? last - to : 0);
    this.x += lacking(box.left, box.right, room.left, room.right);
    this.y += lacking(box.top, box.bottom, room.top, room.bottom);
    this.#apply();
  }

  #zoom(factor, x, y) {
    const room = this.host.getBoundingClientRect();
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const stays = (at, moved) => at - (at - moved) * (scale / this.scale);
    [this.x, this.y, this.scale] = [stays(x - room.left, this.x), stays(y - room.top, this.y), scale];
    this.#apply();
  }

  #wheel(event) {
    if (!event.ctrlKey && this.scale === 1) return;
    event.preventDefault();
    if (event.ctrlKey) this.#zoom(Math.exp(-event.deltaY / 250), event.clientX, event.clientY);
    else this.#pan(-event.deltaX, -event.deltaY);
  }

  #pan(x, y) {
    this.x += x;
    this.y += y;
    this.#apply();
  }

  #touch({ pointerType, pointerId, clientX, clientY }) {
    if (pointerType === "touch") this.touches.set(pointerId, [clientX, clientY]);
  }

  #pinch({ pointerId, clientX, clientY }) {
    if (!this.touches.has(pointerId)) return;
    const before = this.#span;
    this.touches.set(pointerId, [clientX, clientY]);
    if (this.touches.size !== 2) return;
    const { x, y, length } = this.#span;
    this.#pan(x - before.x, y - before.y);
    this.#zoom(length / before.length, x, y);
  }

  /** The middle of the fingers, and how far apart they are. */
  get #span() {
    const [[a, b], [c, d]] = [...this.touches.values(), [0, 0]];
    return { x: (a + c) / 2, y: (b + d) / 2, length: Math.hypot(a - c, b - d) || 1 };
  }

  #apply() {
    const { host, scale } = this;
    const least = (side) => side * (1 - scale);
    this.x = Math.min(0, Math.max(least(host.clientWidth), this.x));
    this.y = Math.min(0, Math.max(least(host.clientHeight), this.y));
    host.classList.toggle("zoomed", scale > 1);
    host.style.setProperty("--scale", scale);
    host.style.setProperty("--closer", `translate(${this.x}px, ${this.y}px) scale(${scale})`);
  }
}
