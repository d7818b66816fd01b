// Small things that every view shows alike.
import { h } from "./vdom.js";
import { icon } from "./icons.js";
import { ago, fullTime, t, w } from "./words.js";

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

/** The word that people read for a state; the protocol's own words stay as they are. */
const WORDS = {
  idle: w("idle"), working: w("working"), blocked: w("blocked"), completed: w("completed"), error: w("error"), running: w("running"),
  waiting: w("waiting"), paused: w("paused"), failed: w("failed"), stopped: w("stopped"), unverified: w("unverified"), skipped: w("skipped"),
  offered: w("offered"), accepted: w("accepted"), declined: w("declined"), held: w("held"), delivered: w("delivered"), closed: w("closed"),
  partial: w("partial"), approved: w("approved"), changes_requested: w("changes requested"), rejected: w("rejected"),
  critical: w("critical"), major: w("major"), important: w("important"), minor: w("minor"), suggestion: w("suggestion"), warning: w("warning"),
  info: w("info"), blocking: w("blocking"), high: w("high"),
};

export const wordOf = (state) => (WORDS[state] ? t(WORDS[state]) : state);
export const toneOf = (state) => (MARKS[state] || ["", "idle"])[1];
export const shapeOf = (state) => (MARKS[state] || ["○", "idle"])[0];

export function status(state, { quiet = false } = {}) {
  return h("span", { class: `status tone-${toneOf(state)}${quiet ? " quiet" : ""}` },
    h("span", { class: "shape", "aria-hidden": "true" }, shapeOf(state)), h("span", null, wordOf(state)));
}

export function avatar(name, size = "") {
  const hue = [...name].reduce((sum, each) => (sum * 31 + each.codePointAt(0)) % 12, 7);
  const letters = name === "person" ? t("You") : name.replace(/[^\p{L}\p{N}]+/gu, " ").trim().split(/\s+/).map((each) => [...each][0]).join("").slice(0, 2).toUpperCase();
  return h("span", { class: `avatar hue-${hue} ${size}`, "aria-hidden": "true" }, letters);
}

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

export function table(label, head, rows) {
  return h("div", { class: "table-wrap", tabindex: 0, role: "region", "aria-label": label },
    h("table", null,
      h("thead", null, h("tr", null, head.map((each) => h("th", { scope: "col", class: each.end ? "end" : null }, each.text ?? each)))),
      h("tbody", null, rows.map((row) => h("tr", { key: row.key, class: row.class, onClick: row.onClick }, row.cells.map((cell, place) =>
        place === 0 && !row.plain ? h("th", { scope: "row" }, cell) : h("td", { class: head[place]?.end ? "end" : null }, cell)))))));
}

export function meter(label, value, most, text) {
  const share = most ? Math.min(1, value / most) : 0;
  return h("div", { class: "meter" },
    h("div", { class: "meter-words" }, h("span", null, label), h("span", { class: "muted" }, text)),
    h("div", { class: "meter-track", role: "img", "aria-label": `${label}: ${text}` },
      h("div", { class: `meter-bar${share > 0.9 ? " tone-bad" : ""}`, style: { width: `${(share * 100).toFixed(1)}%` } })));
}
