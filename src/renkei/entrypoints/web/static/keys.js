// Every key in one table: it is what works, and what `?` shows.
import { t } from "./words.js";

/** @type {{keys: string, group: string, text: string, run: (event: KeyboardEvent) => any, always?: boolean}[]} */
const bindings = [];
let pending = "";
let pendingSince = 0;

export function bind(keys, group, text, run, { always = false } = {}) {
  bindings.push({ keys, group, text, run, always });
}

export function listKeys() {
  const groups = new Map();
  for (const each of bindings) {
    if (!groups.has(each.group)) groups.set(each.group, []);
    groups.get(each.group).push(each);
  }
  return groups;
}

export const areLettersOn = () => localStorage.getItem("renkei.letters") !== "off";
export const setLetters = (on) => localStorage.setItem("renkei.letters", on ? "on" : "off");

export const isTyping = (target) => target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

function nameOf(event) {
  const held = (event.ctrlKey || event.metaKey ? "Ctrl-" : "") + (event.altKey ? "Alt-" : "");
  const shifted = event.shiftKey && event.key.length > 1 ? "Shift-" : "";
  return held + shifted + (event.key.length === 1 && held ? event.key.toUpperCase() : event.key);
}

export function listenToKeys() {
  addEventListener("keydown", (event) => {
    if (event.isComposing || event.defaultPrevented) return;
    const name = nameOf(event);
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

export const groupTitle = (group) => t(group);
