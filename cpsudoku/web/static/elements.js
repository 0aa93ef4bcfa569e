// Elements of the page: found by their id, or made in one call each.

export const $ = (id) => document.getElementById(id);

/** An element with attributes and children; children that are texts become text. */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function button(text, act, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, text);
  made.onclick = act;
  return made;
}

export const row = (...children) => make("div", { class: "row" }, ...children);

export const heading = (text) => make("h3", {}, text);

/** Fill a choice with options: pairs of a value and its text, or of a group's name and its pairs. */
export function offer(choice, pairs) {
  choice.replaceChildren(...pairs.map(([value, text]) => {
    if (!Array.isArray(text)) return make("option", { value }, text);
    const group = make("optgroup", { label: value });
    offer(group, text);
    return group;
  }));
}

/** A choice among options. */
export function choice(pairs, attributes = {}, changed = null) {
  const made = make("select", attributes);
  offer(made, pairs);
  made.onchange = changed;
  return made;
}

/** A label above its control, which has an id. */
export const labelled = (text, control) =>
  make("div", { class: "field" }, make("label", { for: control.id }, text), control);

/** A label with a box to check; the box is its first child. */
export function checkbox(text, attributes = {}, changed = null) {
  const box = make("input", { type: "checkbox", ...attributes });
  box.onchange = changed;
  return make("label", {}, box, text);
}
