// Lines of code that somebody referred to, with the line itself marked; or that they are not there.
import { h } from "./vdom.js";
import { panelHeader } from "./parts.js";
import { t, w } from "./words.js";

const STATES = { verified: ["✓", "good", w("It is there")], missing_file: ["✕", "bad", w("There is no such file")], missing_line: ["✕", "bad", w("The file has no such line")] };

export function sourceMark(state) {
  const [shape, tone, text] = STATES[state] || ["·", "idle", "Not looked up yet"];
  return h("span", { class: `status tone-${tone}` }, h("span", { class: "shape", "aria-hidden": "true" }, shape), t(text));
}

export function drawSource({ place, found }) {
  return h("div", { class: "panel-body" }, panelHeader(place),
    !found ? h("p", { class: "muted", "aria-busy": "true" }, t("Loading")) : found.error ? h("p", null, found.error) : [
      h("p", { class: "line" }, sourceMark(found.state), found.rev ? h("span", { class: "muted mono" }, found.rev.slice(0, 10)) : h("span", { class: "muted" }, t("work tree"))),
      found.state === "missing_file" ? h("p", { class: "muted" }, t("Whoever wrote this refers to a file that is not there: do not build on it.")) : null,
      found.lines.length ? h("pre", { class: "source", tabindex: 0, "aria-label": place }, found.lines.map((each) => h("span", { key: each.number, class: `source-line${each.marked ? " marked" : ""}` }, h("span", { class: "source-number", "aria-hidden": "true" }, each.number), h("span", null, each.text || " "), "\n"))) : null,
    ]);
}
