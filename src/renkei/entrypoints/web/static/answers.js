// What a person can answer, where it is asked: the same buttons on the list, in the panel and in the card.
import { h } from "./vdom.js";
import { button } from "./parts.js";
import { amount, t } from "./words.js";
import { app } from "./state.js";
import { isLive } from "./store.js";

/** What has been typed or chosen, by need: it outlives a change of the page. */
const answerDrafts = new Map();
const draftOf = (id) => answerDrafts.get(id) || {};
function setDraft(id, part) {
  answerDrafts.set(id, { ...draftOf(id), ...part });
  app.redraw?.();
}

const GRAVE = new Set(["rollback", "merge", "cycles"]);
/** What goes on against what a gate, a finding or a failure said: not without a reason, which stands in the log. */
const OVERRIDES = { cycles: "accept", severity: "accept", conflict: "accept", failed: "skip" };

export async function decide(need, option, why) {
  if (draftOf(need.id).busy) return; // a second click, or a key that is held down
  if (OVERRIDES[need.ask] === option) {
    why ||= await app.askText(t("“{option}” overrides this: {question}", { option, question: need.title }), t("Override"));
    if (!why) return;
  } else if (GRAVE.has(need.ask) && !(await app.confirm(t("Answer “{option}” to: {question}", { option, question: need.title })))) return;
  setDraft(need.id, { busy: option });
  const command = { type: "Decide", id: need.id, option, ...(why ? { why } : {}) };
  const done = await app.act(command, t("Answered: {option}", { option }));
  answerDrafts.delete(need.id);
  if (!done) app.redraw?.();
}

export function chooseOption(need, place) {
  const wanted = need.options[place];
  if (wanted) decide(need, wanted.label, draftOf(need.id).why);
}

export function openReply(need) {
  setDraft(need.id, { isOpen: true, focus: true });
}

export function answerButtons(need) {
  const draft = draftOf(need.id);
  const off = !isLive(app.state) || Boolean(draft.busy);
  if (need.kind === "mention") return row(button(t("Mark as read"), () => app.act({ type: "HandleMessages", reader: "person", messages: [need.message] }, t("Marked as read")), { disabled: off, sign: "check" }),
    button(t("Open"), () => app.openId(need.message)));
  if (need.kind === "circle") return row(need.blockers.map((each) => button(t("End {id}", { id: each }), () => endBlocker(each), { disabled: off })), button(t("Open"), () => app.openId(need.message)));
  if (need.kind === "run") return row(
    button(t("Go on"), () => resumeRun(need.run), { kind: "primary", sign: "play", disabled: off }),
    button(t("End it"), () => stopRun(need.run), { disabled: off, sign: "stop" }), button(t("Look"), () => { location.hash = `#/runs/${need.run}`; }));
  if (need.kind === "cap") return row(button(t("Double the limit"), () => doubleCap(need.cap), { kind: "primary", disabled: off, sign: "coin" }), button(t("Look"), () => app.go("#/spend")));
  if (need.kind === "held") return row(button(t("Allow these checks"), () => allowChecks(need), { kind: "primary", disabled: off }), button(t("Look"), () => { location.hash = `#/runs/${need.run}`; }));
  return h("div", { class: "answers" },
    row(need.options.map((each, place) => button(each.label, () => decide(need, each.label, draft.why), {
      kind: each.label === need.recommended ? "primary" : "", disabled: off, hint: place < 9 ? String(place + 1) : null,
    })), need.is_free || draft.isOpen ? null : button(t("With a reason"), () => openReply(need), { kind: "quiet" }),
      need.is_free ? button(need.options.length ? t("Something else") : t("Answer"), () => openReply(need), { kind: need.options.length ? "quiet" : "primary", hint: "r", disabled: off }) : null),
    draft.isOpen ? replyForm(need, draft) : null);
}

const row = (...buttons) => h("div", { class: "buttons" }, ...buttons);

function replyForm(need, draft) {
  const isFreeOption = need.is_free && need.options.length > 0;
  const send = (event) => {
    event.preventDefault();
    if (need.options.length && !draft.text && !draft.why) return;
    decide(need, draft.text || need.recommended || need.options[0]?.label, isFreeOption || !need.is_free ? draft.why : undefined);
  };
  return h("form", { class: "reply", onSubmit: send },
    need.is_free ? h("label", null, isFreeOption ? t("Your choice") : t("Your answer"),
      h("textarea", { rows: isFreeOption ? 1 : 3, value: draft.text || "", required: true, ref: (node) => draft.focus && queueMicrotask(() => node.focus()),
        onInput: (event) => setDraft(need.id, { text: event.target.value }), onKeydown: (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send(event); } })) : null,
    need.options.length ? h("label", null, t("Why"),
      h("textarea", { rows: 2, value: draft.why || "", required: isFreeOption, onInput: (event) => setDraft(need.id, { why: event.target.value }) })) : null,
    row(need.is_free ? h("button", { class: "button primary", type: "submit", disabled: !isLive(app.state) || null }, t("Send answer")) : h("span", { class: "muted small" }, t("Then choose above.")),
      button(t("Cancel"), () => setDraft(need.id, { isOpen: false }), { kind: "quiet" })));
}

function doubleCap({ agent, tokens, micros, unit, used, limit }) {
  const setCap = (limits, told, more) => app.act({ type: "SetCap", agent, tokens, micros, ...limits }, told, more);
  const next = Math.max(used, limit) * 2;
  return setCap({ [unit]: next }, t("The limit of a day is {limit}", { limit: amount(unit, next) }), { undo: () => setCap({}, t("The limit of a day is {limit}", { limit: amount(unit, limit) })) });
}

export async function endBlocker(id) {
  const why = await app.askText(t("Why does {id} end?", { id }), t("End it"));
  if (why) await app.act({ type: "ResolveBlocker", blocker: id, why }, t("{id} is ended", { id }));
}

const moveRun = (run, step, told, more) => app.act({ type: "MoveRun", run, step }, told, more);
export const resumeRun = (run) => moveRun(run, "resume", t("{run} goes on", { run }), { undo: () => pauseRun(run) });
export const pauseRun = (run) => moveRun(run, "pause", t("{run} is paused: nothing new begins", { run }), { undo: () => resumeRun(run) });

export async function stopRun(run) {
  if (await app.confirm(t("End the run {run}? What is at work is ended; what was accepted stays on its branch.", { run }), t("End the run"))) {
    await moveRun(run, "stop", t("{run} is ended", { run }));
  }
}

async function allowChecks(need) {
  if (await app.confirm(t("This lets {run} run code of the repository: {commands}", { run: need.run, commands: need.title }), t("Allow"))) {
    await app.act({ type: "AllowRunChecks", run: need.run }, t("Checks are allowed"));
  }
}
