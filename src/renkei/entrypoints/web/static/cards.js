// One card for each type of message, and one for a type that this page does not know.
import { h } from "./vdom.js";
import { icon } from "./icons.js";
import { avatar, fact, facts, nameOf, status, wordOf } from "./parts.js";
import { clockTime, fullTime, percent, t } from "./words.js";
import { inline, optionWords, prose, reference } from "./text.js";
import { app } from "./state.js";
import { isLive } from "./store.js";
import { answerButtons } from "./answers.js";

const SIGNS = {
  TASK_HANDOFF: "hand", TASK_RESULT: "check", TASK_BLOCKED: "block", DECISION_REQUEST: "question", DECISION_RESULT: "flag",
  STATUS_UPDATE: "clock", CONFLICT_REPORT: "alert", KNOWLEDGE_SHARE: "book", REVIEW_REQUEST: "eye", REVIEW_RESULT: "gate", FREEFORM: "reply",
};
/** The types of messages, in the protocol's order. */
export const TYPES = Object.keys(SIGNS);

const items = (values) => (values?.length ? h("ul", { class: "plain" }, values.map((each) => h("li", null, inline(each)))) : null);
const artifact = (each) => (typeof each === "string" ? each : each.path && each.path !== each.ref ? `${each.ref} (${each.path})` : each.ref);
const artifacts = (values) => (values?.length ? h("span", { class: "chips" }, values.map((each) => h("span", { class: "chip mono" }, artifact(each)))) : null);

const BODIES = {
  TASK_HANDOFF: (p) => [
    prose(p.task_description),
    facts(
      fact(t("Inputs"), artifacts(p.input_artifacts)),
      fact(t("Expected"), p.expected_output?.format),
      fact(t("Done when"), items(p.expected_output?.success_criteria)),
      fact(t("Constraints"), items(p.constraints)),
      fact(t("May decide"), p.authority_scope),
      fact(t("If it fails"), p.fallback_on_failure),
      fact(t("Contract"), p.task_contract ? h("button", { type: "button", class: "as-link", onClick: () => app.openId(p.task_contract.id ?? "", "contract") }, p.task_contract.id ?? t("shown with the task")) : null)),
  ],
  TASK_RESULT: (p) => [
    h("div", { class: "line" }, status(p.status), h("span", { class: "muted" }, p.original_task_ref)),
    prose(p.summary),
    facts(fact(t("Delivered"), artifacts(p.output_artifacts)), fact(t("Deviations"), items(p.deviations)), fact(t("Open questions"), items(p.open_questions))),
  ],
  TASK_BLOCKED: (p) => [
    facts(fact(t("Task"), p.original_task_ref), fact(t("Blocked by"), inline(p.blocked_by)), fact(t("Needs"), inline(p.needed)),
      fact(t("Meanwhile"), p.can_continue_partially ? t("can go on with a part") : t("cannot go on"))),
  ],
  DECISION_REQUEST: (p, message) => [
    h("p", { class: "question" }, inline(p.question)),
    p.options?.length ? h("ul", { class: "options" }, p.options.map((each) => option(each, p.recommended))) : null,
    answerInPlace(p, message),
  ],
  DECISION_RESULT: (p) => [
    h("p", { class: "question" }, h("span", { class: "muted" }, `${p.decision_id} → `), h("strong", null, p.chosen_option)),
    prose(p.rationale),
    facts(fact(t("From now on"), items(p.additional_constraints))),
  ],
  STATUS_UPDATE: (p) => [
    h("div", { class: "line" }, status(p.new_status), p.task_ref ? h("span", { class: "muted" }, p.task_ref) : null),
    prose(p.progress_summary),
    facts(fact(t("Remaining"), p.estimated_remaining), fact(t("Blockers"), items(p.blockers))),
  ],
  CONFLICT_REPORT: (p) => [
    h("div", { class: "line" }, status(p.severity)),
    prose(p.conflict_description),
    facts(fact(t("Between"), artifacts(p.conflicting_artifacts)), fact(t("Decisions"), artifacts(p.conflicting_decisions)), fact(t("Suggested"), p.suggested_resolution)),
  ],
  KNOWLEDGE_SHARE: (p) => [
    h("p", { class: "question" }, inline(p.topic)),
    prose(p.content),
    facts(fact(t("Why you"), p.relevance_to_recipients), fact(t("To do"), p.actionable ? p.action_suggestion || t("yes") : null)),
  ],
  REVIEW_REQUEST: (p) => [
    facts(fact(t("Look at"), artifacts([p.artifact_ref])), fact(t("With an eye on"), items(p.review_focus)), fact(t("Meanwhile"), p.blocking ? t("the sender waits") : null)),
  ],
  REVIEW_RESULT: (p) => [
    h("div", { class: "line" }, status(p.verdict), h("span", { class: "muted mono" }, p.artifact_ref)),
    prose(p.summary),
    findings(p.findings),
  ],
  FREEFORM: (p) => [
    p.intent_hint ? h("p", { class: "muted small" }, p.intent_hint) : null,
    prose(p.body),
  ],
};

const SEVERITIES = ["critical", "major", "important", "minor", "suggestion"];

/** The findings of a review, the gravest first; each place opens the code. */
export function findings(given, run) {
  if (!given?.length) return null;
  const sorted = [...given].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  return h("ul", { class: "findings" }, sorted.map((each) => h("li", null,
    status(each.severity),
    h("div", null, h("p", null, inline(each.description, { run })), each.suggested_fix ? h("p", { class: "muted" }, inline(each.suggested_fix, { run })) : null),
    /:\d+/.test(each.location) ? reference(each.location, run) : h("span", { class: "mono muted" }, each.location))));
}

function option(each, recommended) {
  return h("li", null,
    h("div", { class: "line" }, h("strong", null, each.label),
      each.label === recommended ? h("span", { class: "chip accent" }, t("recommended")) : null,
      typeof each.recommendation_score === "number" ? h("span", { class: "muted" }, percent(each.recommendation_score)) : null),
    optionWords(each));
}

function answerInPlace(payload, message) {
  const need = app.state.needs.find((each) => each.message === message.id);
  return need && isLive(app.state) ? answerButtons(need) : null;
}

function unknownBody(payload) {
  return [h("p", { class: "muted" }, t("This page does not know this type. What it says:")), h("pre", { tabindex: 0 }, JSON.stringify(payload, null, 2))];
}

function addressees(message) {
  const to = Array.isArray(message.to) ? message.to : [message.to];
  return to.filter((each) => each !== `#${message.channel}`).map(nameOf).join(", ");
}

/** Who wrote it: of several people, the one who did. */
const writerOf = (message) => (message.by && message.by !== app.state.me.name ? message.by : nameOf(message.from));

/** A message as a card. `compact`: without what belongs to a list of messages. */
export function card(message, { index, compact = false, selected = false } = {}) {
  const body = message.redacted ? [h("p", { class: "muted" }, t("What it said was forgotten."))]
    : (BODIES[message.type] || unknownBody)(message.payload || {}, message);
  const isSaidBelow = Object.values(message.payload || {}).some((each) => typeof each === "string" && each.startsWith(message.context_summary.replace(/…$/, "")));
  const summary = message.context_summary && !isSaidBelow ? message.context_summary : null;
  const to = addressees(message);
  const isUrgent = message.priority === "blocking" || message.priority === "high";
  return h("article", {
    key: message.id, class: `card type-${message.type}${isUrgent ? ` priority-${message.priority}` : ""}${selected ? " selected" : ""}`, tabindex: compact ? null : -1,
    "data-index": index, "data-id": message.id,
    "aria-posinset": index === undefined ? null : index + 1, "aria-setsize": index === undefined ? null : -1, // more may come, and a row is described once
    "aria-label": t("{type} from {name}, {time}", { type: message.type, name: writerOf(message), time: fullTime(message.timestamp) }),
  },
    avatar(message.by || message.from),
    h("div", { class: "card-main" },
      h("header", { class: "card-head" },
        h("strong", { class: "who" }, writerOf(message)),
        to ? h("span", { class: "to muted" }, "→ ", to) : null,
        h("span", { class: "type" }, icon(SIGNS[message.type] || "more", 14), message.type),
        isUrgent ? status(message.priority) : null,
        h("span", { class: "grow" }),
        h("span", { class: "when" }, h("button", { class: "id as-link", type: "button", title: t("Open this message"), onClick: () => app.openId(message.id) }, message.id),
          " ", h("time", { datetime: message.timestamp, title: fullTime(message.timestamp) }, clockTime(message.timestamp)))),
      summary ? h("p", { class: "summary" }, inline(summary)) : null,
      ...body,
      message.related_state_refs?.length ? h("p", { class: "chips" }, message.related_state_refs.map((each) => h("span", { class: "chip" }, `${each.type} ${each.id}`))) : null,
      message.in_reply_to && !compact ? h("p", { class: "small" }, h("button", { class: "as-link", type: "button", onClick: () => app.openId(message.in_reply_to) }, icon("reply", 14), t("answers {id}", { id: message.in_reply_to }))) : null));
}

/** A row that is not here yet. */
export function placeholder(index) {
  return h("article", { key: `wait-${index}`, class: "card waiting", "data-index": index, tabindex: -1, "aria-posinset": index + 1, "aria-setsize": -1, "aria-busy": "true", "aria-label": t("Loading") },
    h("span", { class: "avatar" }), h("div", { class: "card-main" }, h("div", { class: "bone" }), h("div", { class: "bone short" })));
}
