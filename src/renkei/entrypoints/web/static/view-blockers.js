// What holds somebody up, since when, and a way to end it.
import { h } from "./vdom.js";
import { button, empty, nameOf, since } from "./parts.js";
import { inline } from "./text.js";
import { t } from "./words.js";
import { app } from "./state.js";
import { isLive } from "./store.js";
import { endBlocker } from "./answers.js";

export const blockersView = () => ({
  title: () => t("Blockers"),
  draw() {
    const { blockers } = app.state;
    if (!blockers.length) return empty("block", t("Nothing holds anybody up"), t("When an agent says TASK_BLOCKED, or a rule puts a block on one, it stands here with who is affected and what would end it."));
    return h("div", { class: "column" }, blockers.map((each) => h("article", { key: each.id, class: "need", "data-row": "", tabindex: 0, "aria-label": each.id },
      h("header", { class: "need-head" }, h("span", { class: "id" }, each.id), each.cause ? h("span", { class: "chip" }, each.cause) : null, h("span", { class: "grow" }), since(each.created_at)),
      h("p", { class: "need-title" }, each.description === each.cause ? t("waits for {what}", { what: each.cause }) : inline(each.description)),
      h("p", { class: "need-meta muted" }, t("{names} cannot go on", { names: each.affected_agents.join(", ") }), h("span", null, t("declared by {name}", { name: nameOf(each.by) }))),
      h("div", { class: "buttons" }, button(t("End this block"), () => endBlocker(each.id), { disabled: !isLive(app.state), sign: "check" })))));
  },
});
