// "Needs you": everything that waits for the person, each with its buttons in place.
import { h } from "./vdom.js";
import { icon } from "./icons.js";
import { empty, mark, nameOf, since } from "./parts.js";
import { inline, optionWords, prose } from "./text.js";
import { amount, t, w } from "./words.js";
import { app } from "./state.js";
import { answerButtons } from "./answers.js";

const KINDS = {
  decision: ["question", w("Decision")], approval: ["gate", w("Approval")], question: ["reply", w("Question")], conflict: ["alert", w("Conflict")],
  circle: ["retry", w("Circle of waits")], mention: ["at", w("Mention")], run: ["pause", w("Run stands still")], cap: ["coin", w("Limit reached")], held: ["shield", w("Checks held back")],
};
const ASKS = {
  approve: w("Approve a result"), failed: w("A task failed"), rollback: w("Roll back?"), cycles: w("No more review cycles"), merge: w("Merge"),
  question: w("An agent asks"), conflict: w("A contradiction"), severity: w("A grave finding"), cap: w("Limit reached"),
};

export function needItem(need, { compact = false } = {}) {
  const [sign, kind] = KINDS[need.kind] || ["question", "Decision"];
  const title = need.kind === "cap" ? t("{name} may use no more today: {used} of {limit} are used", { name: need.cap.agent || t("The team"), used: amount(need.cap.unit, need.cap.used), limit: amount(need.cap.unit, need.cap.limit) })
    : need.kind === "run" ? (need.ask === "paused" ? t("{run} is paused", { run: need.run }) : t("{run} has no process that carries it out", { run: need.run })) : need.title;
  return h("article", { key: `${need.kind}-${need.id}`, class: `need kind-${need.kind}`, tabindex: -1, "data-need": need.id, "aria-label": `${t(kind)}: ${title}` },
    h("header", { class: "need-head" },
      h("span", { class: "need-kind" }, icon(sign, 14), need.ask && ASKS[need.ask] ? t(ASKS[need.ask]) : t(kind)),
      need.kind === "cap" ? null : h("span", { class: "id", title: need.id }, need.id),
      h("span", { class: "grow" }),
      need.is_overdue ? mark("▲", "bad", t("overdue")) : null,
      since(need.since)),
    h("p", { class: "need-title" }, inline(title)),
    need.detail && !compact ? prose(need.detail) : null,
    h("p", { class: "need-meta muted" },
      need.sender ? h("span", null, t("from {name}", { name: nameOf(need.sender) })) : null,
      need.run && need.kind !== "run" ? h("a", { href: `#/runs/${need.run}` }, need.run + (need.task ? ` · ${need.task}` : "")) : null,
      need.holds_up.length ? h("span", { class: "tone-wait" }, t("holds up {names}", { names: need.holds_up.join(", ") })) : null,
      need.message ? h("button", { type: "button", class: "as-link", onClick: () => app.openId(need.message) }, t("in context")) : null),
    compact ? null : optionNotes(need),
    answerButtons(need));
}

function optionNotes(need) {
  const told = need.options.map((each) => [each.label, optionWords(each)]).filter(([, words]) => words.length);
  return told.length ? h("dl", { class: "option-notes" }, told.map(([label, words]) => h("div", null, h("dt", null, label), h("dd", null, words)))) : null;
}

export const needsView = {
  title: () => t("Needs you"),
  draw() {
    const mine = app.state.needs.filter((each) => each.is_mine);
    const others = app.state.needs.filter((each) => !each.is_mine);
    if (!mine.length && !others.length) {
      return empty("inbox", t("Nothing waits for you"), t("Decisions, approvals and questions of the team come here, with buttons to answer them. You are told when one comes."));
    }
    return h("div", { class: "column", "data-keeps-focus": "", tabindex: -1 },
      mine.length ? h("section", { "aria-label": t("Waits for you") }, mine.map((each) => needItem(each)))
        : h("p", { class: "muted note" }, t("Nothing waits for you. What follows is others' to decide; you may.")),
      others.length ? h("section", { "aria-label": t("Others decide") }, h("h2", { class: "section" }, t("Others decide")), others.map((each) => needItem(each))) : null);
  },
};
