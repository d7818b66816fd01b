// `?`: every key, from the table by which they work; and whether single letters do.
import { h } from "./vdom.js";
import { areLettersOn, listKeys, setLetters } from "./keys.js";
import { button } from "./parts.js";
import { t } from "./words.js";
import { app } from "./state.js";

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
