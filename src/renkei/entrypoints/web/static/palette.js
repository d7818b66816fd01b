// Ctrl-K: to any view, thread, agent, run or message, and what can be done, by typing a few letters.
import { h } from "./vdom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";
import { app } from "./state.js";
import { threadTitle } from "./view-thread.js";
import { openTyped } from "./composer.js";
import { openHelp } from "./keys.js";
import { NAVIGATION } from "./views.js";

function entries() {
  const { state } = app;
  return [
    ...NAVIGATION.map(([name, sign, text]) => ({ sign, text: t(text), kind: t("View"), run: () => app.go(`#/${name}`) })),
    ...state.threads.map((each) => ({ sign: each.kind === "channel" ? "hash" : "at", text: threadTitle(each.name), kind: t("Thread"), run: () => app.go(app.threadHash(each.name)) })),
    ...state.agents.map((each) => ({ sign: "person", text: each.id, more: each.role, kind: t("Agent"), run: () => app.openAgent(each.id) })),
    ...state.runs.map((each) => ({ sign: "graph", text: each.id, more: each.playbook, kind: t("Run"), run: () => app.go(`#/runs/${each.id}`) })),
    ...state.needs.map((each) => ({ sign: "question", text: each.title, more: each.id, kind: t("Needs you"), run: () => app.go("#/needs") })),
    { sign: "send", text: t("Typed message"), kind: t("Action"), run: () => openTyped() },
    { sign: "question", text: t("Keys and help"), kind: t("Action"), run: () => openHelp() },
  ];
}

/** Letters in order, close together and early: the better. */
export function rank(wanted, text) {
  const letters = [...wanted.toLowerCase()];
  const where = text.toLowerCase();
  const whole = where.indexOf(wanted.toLowerCase());
  if (whole >= 0) return 1000 - whole;
  let at = -1;
  let score = 500;
  for (const letter of letters) {
    const next = where.indexOf(letter, at + 1);
    if (next < 0) return 0;
    score -= next - at;
    at = next;
  }
  return Math.max(1, score);
}

export function openPalette() {
  let text = "";
  let chosen = 0;
  const all = entries();
  const matching = () => {
    const found = text ? all.map((each) => ({ each, score: rank(text, `${each.text} ${each.more || ""}`) })).filter((one) => one.score).sort((a, b) => b.score - a.score).map((one) => one.each) : all;
    const shown = found.slice(0, 40);
    if (text) shown.push({ sign: "search", text: t("Search messages for “{text}”", { text }), kind: t("Search"), run: () => app.go(`#/search?q=${encodeURIComponent(text)}`) });
    return shown;
  };
  const take = (entry) => { app.closeDialog(); entry?.run(); };
  app.openDialog(t("Go to anything"), () => {
    const found = matching();
    chosen = Math.min(chosen, found.length - 1);
    return h("div", { class: "palette-inner" },
      h("div", { class: "palette-field" }, icon("search"), h("input", {
        id: "palette", autofocus: true, role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list", "aria-activedescendant": `palette-${chosen}`, "aria-label": t("Go to anything"), placeholder: t("A view, thread, agent, run, or words to search for"), autocomplete: "off", value: text,
        onInput: (event) => { text = event.target.value; chosen = 0; app.redraw(); },
        onKeydown: (event) => {
          if (event.isComposing) return;
          if (event.key === "ArrowDown" || event.key === "ArrowUp") { chosen = (chosen + (event.key === "ArrowDown" ? 1 : found.length - 1)) % found.length; event.preventDefault(); app.redraw(); queueMicrotask(() => requestAnimationFrame(() => document.querySelector(`#palette-${chosen}`)?.scrollIntoView({ block: "nearest" }))); } else if (event.key === "Enter") { event.preventDefault(); take(matching()[chosen]); }
        },
      })),
      h("ul", { id: "palette-list", role: "listbox", "aria-label": t("Places") }, found.map((each, place) => h("li", { role: "option", id: `palette-${place}`, "aria-selected": place === chosen ? "true" : "false", onClick: () => take(each) }, icon(each.sign), h("span", { class: "clip" }, each.text), each.more ? h("span", { class: "muted" }, each.more) : null, h("span", { class: "grow" }), h("span", { class: "muted small" }, each.kind)))));
  }, { kind: "palette" });
}
