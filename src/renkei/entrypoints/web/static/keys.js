// Every key in one table: it is what works, and what `?` shows.
import { h } from "./vdom.js";
import { button } from "./parts.js";
import { t } from "./words.js";
import { app } from "./state.js";

/** @type {{keys: string, group: string, text: string, run: (event: KeyboardEvent) => any, always?: boolean}[]} */
const bindings = [];
let pending = "";
let pendingSince = 0;

export function bind(keys, group, text, run, { always = false } = {}) {
  bindings.push({ keys, group, text, run, always });
}

function listKeys() {
  const groups = new Map();
  for (const each of bindings) {
    if (!groups.has(each.group)) groups.set(each.group, []);
    groups.get(each.group).push(each);
  }
  return groups;
}

const areLettersOn = () => localStorage.getItem("renkei.letters") !== "off";
const setLetters = (on) => localStorage.setItem("renkei.letters", on ? "on" : "off");

export const isTyping = (target) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

function pressed(event) {
  const held = (event.ctrlKey || event.metaKey ? "Ctrl-" : "") + (event.altKey ? "Alt-" : "");
  const shifted = event.shiftKey && event.key.length > 1 ? "Shift-" : "";
  return held + shifted + (event.key.length === 1 && held ? event.key.toUpperCase() : event.key);
}

export function listenToKeys() {
  addEventListener("keydown", (event) => {
    if (event.isComposing || event.defaultPrevented) return;
    const name = pressed(event);
    const typing = isTyping(event.target);
    const isLetter = name.length === 1;
    if (isLetter && (typing || !areLettersOn() || document.querySelector("dialog[open]"))) return;
    const sequence = pending && Date.now() - pendingSince < 1500 ? `${pending} ${name}` : name;
    const found = bindings.find((each) => each.keys.split(" / ").includes(sequence) && (each.always || !typing || name.length > 1));
    if (found && !(typing && !found.always)) {
      pending = "";
      if (found.run(event) !== false) event.preventDefault();
    } else if (!typing && bindings.some((each) => each.keys.startsWith(`${sequence} `))) {
      pending = sequence;
      pendingSince = Date.now();
      event.preventDefault();
    } else pending = "";
  });
}

const NAMES = { "1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 / 9": "1 … 9", ArrowDown: "↓", ArrowUp: "↑", Escape: "Esc" };
const keyName = (keys) => NAMES[keys] || keys.split(" / ").map((each) => NAMES[each] || each).join(" / ");

export function openHelp() {
  app.openDialog(t("Keys and help"), () => h("div", { class: "help" },
    [...listKeys()].map(([group, keys]) => h("section", null, h("h3", null, t(group)), h("dl", { class: "keys" }, keys.map((each) => h("div", null, h("dt", null, h("kbd", null, keyName(each.keys))), h("dd", null, t(each.text))))))),
    h("section", null, h("h3", null, t("Search")), h("p", { class: "muted" }, "from:builder  to:you  type:REVIEW_RESULT  channel:general  run:R-1  task:TC-1  is:open  before:2026-05-31  after:2026-05-01  \"words together\"")),
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: areLettersOn(), onChange: (event) => setLetters(event.target.checked) }), h("span", null, t("Single letters are keys"))),
    globalThis.Notification && Notification.permission === "default" ? button(t("Tell me on the desktop when something needs me"), () => Notification.requestPermission().then(() => app.redraw()), {}) : null,
    h("p", { class: "muted" }, t("All of this is on the command line as well: renkei help"))));
}
