// The pictures on buttons, as lines in a square of 24 units.

const LINES = {
  hint: "M9 18h6M10 21h4M9 15c0-2-3-3-3-7a6 6 0 0 1 12 0c0 4-3 5-3 7z",
  check: "M4 13l5 5L20 6",
  pause: "M8 5v14M16 5v14",
  play: "M7 4l12 8-12 8z",
  candidates: "M5 5h.1M12 5h.1M19 5h.1M5 12h.1M12 12h.1M19 12h.1M5 19h.1M12 19h.1M19 19h.1",
  true: "M12 3a9 9 0 1 0 .1 0M12 8a4 4 0 1 0 .1 0",
  erase: "M9 5h12v14H9l-6-7zM12 9l6 6M18 9l-6 6",
  undo: "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  redo: "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3",
};
const SVG = "http://www.w3.org/2000/svg";

/** Put a picture before the words of a button. */
export function pictured(name, button) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(SVG, "path"));
  svg.firstChild.setAttribute("d", LINES[name]);
  button.querySelector("svg")?.remove();
  button.prepend(svg);
  button.classList.add("pictured");
  return button;
}
