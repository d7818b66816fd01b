// Small things that every view shows alike.
import { h } from "./vdom.js";
import { icon } from "./icons.js";
import { ago, fullTime, t, w } from "./words.js";
import { app } from "./state.js";

/** A state: word, shape and colour say the same. */
const MARKS = {
  idle: ["○", "idle"], working: ["▶", "work"], blocked: ["◆", "wait"], completed: ["■", "good"], error: ["✕", "bad"],
  running: ["▶", "work"], waiting: ["◆", "wait"], paused: ["‖", "wait"], failed: ["✕", "bad"], stopped: ["□", "idle"],
  unverified: ["◇", "wait"], skipped: ["–", "idle"], planned: ["○", "idle"],
  offered: ["○", "idle"], accepted: ["▷", "work"], declined: ["–", "idle"], held: ["◆", "wait"], delivered: ["◈", "work"], closed: ["■", "good"],
  partial: ["◧", "wait"],
  PASS: ["■", "good"], ROLLBACK_P1: ["↩", "wait"], ROLLBACK_P0: ["↩", "bad"],
  approved: ["■", "good"], changes_requested: ["↩", "wait"], rejected: ["✕", "bad"],
  critical: ["▲", "bad"], major: ["▲", "wait"], important: ["▲", "wait"], minor: ["△", "idle"], suggestion: ["·", "idle"],
  warning: ["▲", "wait"], info: ["·", "idle"], blocking: ["▲", "bad"], high: ["▲", "wait"],
};

/** The words that people read for states; the protocol's own words stay as they are. */
const WORDS = new Set([
  w("idle"), w("working"), w("blocked"), w("completed"), w("error"), w("running"), w("waiting"), w("paused"), w("failed"), w("stopped"),
  w("unverified"), w("skipped"), w("planned"), w("offered"), w("accepted"), w("declined"), w("held"), w("delivered"), w("closed"), w("partial"), w("approved"),
  w("changes requested"), w("rejected"), w("critical"), w("major"), w("important"), w("minor"), w("suggestion"), w("warning"), w("info"),
  w("blocking"), w("high"),
]);

export const wordOf = (state) => {
  const word = String(state).replace("_", " ");
  return WORDS.has(word) ? t(word) : state;
};
export const toneOf = (state) => (MARKS[state] || ["", "idle"])[1];
export const shapeOf = (state) => (MARKS[state] || ["○", "idle"])[0];

/** A sign and a word that say the same. */
export const mark = (sign, tone, text, kind = "") => h("span", { class: `status tone-${tone} ${kind}` }, h("span", { class: "shape", "aria-hidden": "true" }, sign), h("span", null, text));

export const status = (state, { quiet = false } = {}) => mark(shapeOf(state), toneOf(state), wordOf(state), quiet ? "quiet" : "");

/** A task waits for somebody where one is asked about it; one that waits for those before it is planned. */
export function stateOfTask(run, task) {
  const isAsked = app.state.needs.some((each) => each.run === run.id && each.task === task.task);
  return task.gate?.overall || (task.state === "waiting" && !isAsked ? "planned" : task.state);
}

const HUES = [0, 30, 55, 90, 130, 160, 185, 205, 225, 255, 285, 325];

export function avatar(name, size = "") {
  const place = [...name].reduce((sum, each) => (sum * 31 + each.codePointAt(0)) % HUES.length, 7);
  const letters = name === "person" ? t("You") : name.replace(/[^\p{L}\p{N}]+/gu, " ").trim().split(/\s+/).map((each) => [...each][0]).join("").slice(0, 2).toUpperCase();
  return h("span", { class: `avatar ${size}`, style: { "--hue": HUES[place] }, "aria-hidden": "true" }, letters);
}

/** What somebody waits for, as people say it: the question itself while it is open. */
export function causeWords(cause) {
  const need = needOf(cause);
  return need ? `${need.title} (${need.id})` : idOf(cause);
}

const idOf = (cause) => cause.replace(/^(decision|conflict|review|contract|task):/, "");
export const needOf = (cause) => app.state.needs.find((each) => each.id === idOf(cause));

/** The same for a wait of an agent, whose cause may be nothing but what it said. */
export const waitWords = (wait) => (wait.cause ? causeWords(wait.cause) : wait.description || wait.id);

/** What an agent is at, by its title where a run gave it one. */
export const taskWords = (agent) => (agent.task_title ? `${agent.task_title} (${agent.current_task})` : agent.current_task);

export const nameOf = (name) => (name === "person" ? t("You") : name === "all" ? t("everybody") : name);

export function since(at) {
  return at ? h("time", { datetime: at, title: fullTime(at) }, ago(at)) : null;
}

/** Nothing is here: why, and what to do so that something is. */
export function empty(sign, title, text, ...more) {
  return h("div", { class: "empty" }, h("span", { class: "empty-sign" }, icon(sign, 32)), h("h2", null, title), text ? h("p", null, text) : null, ...more);
}

// A button is never patched into another one: under the finger that is about to press it, "Go on" must not become "End".
// One that changes between the states of a single thing gives a `key`, and keeps the focus.
export function button(text, onClick, { kind = "", sign = null, disabled = false, title = null, hint = null, label = null, key = label || text } = {}) {
  return h("button", { key: `button ${key}`, type: "button", class: `button ${kind}`, onClick, disabled: disabled || null, title, "aria-label": label },
    sign ? icon(sign) : null, text ? h("span", null, text) : null, hint ? h("kbd", { "aria-hidden": "true" }, hint) : null);
}

export function fact(name, ...value) {
  return value.some((each) => each !== null && each !== undefined && each !== "" && !(Array.isArray(each) && !each.length))
    ? h("div", { class: "fact" }, h("dt", null, name), h("dd", null, ...value)) : null;
}

export const facts = (...items) => h("dl", { class: "facts" }, items);

export function panelHeader(title, ...more) {
  return h("div", { class: "panel-head" }, h("h2", null, title), ...more);
}

/** The head of a column of numbers. */
export const end = (text) => ({ text, end: true });

export function table(label, head, rows) {
  return h("div", { class: "table-wrap", tabindex: 0, role: "region", "aria-label": label },
    // on a phone a row is a card, each cell behind its name: what is a table stays one for who cannot see it
    h("table", { role: "table" },
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, head.map((each) => h("th", { role: "columnheader", scope: "col", class: each.end ? "end" : null }, each.text ?? each)))),
      h("tbody", { role: "rowgroup" }, rows.map((row) => h("tr", { key: row.key, role: "row", class: row.class, onClick: row.onClick }, row.cells.map((cell, place) =>
        place === 0 && !row.plain ? h("th", { role: "rowheader", scope: "row" }, cell) : h("td", { role: "cell", "data-name": head[place].text ?? head[place], class: head[place].end ? "end" : null }, h("span", null, cell))))))));
}

export function meter(label, value, most, text) {
  const share = most ? Math.min(1, value / most) : 0;
  return h("div", { class: "meter" },
    h("div", { class: "meter-words" }, h("span", null, label), h("span", { class: "muted" }, text)),
    h("div", { class: "meter-track", role: "img", "aria-label": `${label}: ${text}` },
      h("div", { class: `meter-bar${share > 0.9 ? " tone-bad" : ""}`, style: { width: `${(share * 100).toFixed(1)}%` } })));
}
