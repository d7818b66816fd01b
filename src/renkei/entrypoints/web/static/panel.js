// Beside the view: what needs the person and who is at work; or one message, one agent, lines of code.
import { h } from "./vdom.js";
import { icon } from "./icons.js";
import { ask } from "./api.js";
import { avatar, button, causeWords, empty, fact, facts, panelHeader, since, status, taskWords, waitWords } from "./parts.js";
import { card } from "./cards.js";
import { needItem } from "./view-needs.js";
import { drawSource, inline } from "./text.js";
import { count, currentLanguage, t, w } from "./words.js";
import { app } from "./state.js";
import { isLive, mineOf } from "./store.js";
import { openTyped } from "./composer.js";

app.panel = null;

export function installPanels() {
  let before = null;
  app.openPanel = (panel) => {
    if (!app.panel) before = document.activeElement;
    app.panel = panel;
    app.redraw();
    requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector("#panel")?.focus({ preventScroll: true })));
  };
  app.closePanel = () => {
    app.panel = null;
    app.redraw();
    if (before?.isConnected) before.focus({ preventScroll: true });
  };
  app.openSource = async (place, run) => {
    app.openPanel({ kind: "source", place, run, found: null });
    const query = new URLSearchParams({ ref: place, lang: currentLanguage(), ...(run ? { run } : {}) });
    const found = await ask(`/api/source?${query}`).catch((error) => ({ error: error.message }));
    if (app.panel?.kind === "source" && app.panel.place === place) { app.panel = { ...app.panel, found }; app.redraw(); }
  };
  app.openAgent = (id) => app.openPanel({ kind: "agent", id });
}

export function drawPanel() {
  const panel = app.panel;
  return h("aside", { id: "panel", class: `panel${panel ? " open" : ""}`, tabindex: -1, "aria-label": panel ? t("Detail") : t("At a glance") },
    panel ? h("button", { type: "button", class: "button quiet panel-close", onClick: () => app.closePanel(), "aria-label": t("Close") }, icon("cross")) : null,
    panel ? drawDetail(panel) : drawGlance());
}

function drawDetail(panel) {
  if (panel.kind === "message") return drawMessage(panel);
  if (panel.kind === "agent") return drawAgent(panel);
  if (panel.kind === "source") return drawSource(panel);
  return panel.draw?.() ?? null;
}

function drawMessage({ found }) {
  return h("div", { class: "panel-body" }, panelHeader(found.message.id),
    found.parent ? [h("h3", null, t("Answers")), card(found.parent, { compact: true })] : null,
    card(found.message, { compact: true, selected: true }),
    found.replies.length ? [h("h3", null, count(found.replies.length, w("{n} answer"), w("{n} answers"))), found.replies.map((each) => card(each, { compact: true }))] : h("p", { class: "muted" }, t("Nobody has answered yet.")),
    h("div", { class: "buttons" },
      button(t("Show in its thread"), () => app.jumpToMessage(found), { sign: "hash" }),
      button(t("Reply"), () => openTyped({ to: found.message.channel ? `#${found.message.channel}` : found.message.from, reply: found.message.id }), { sign: "reply", disabled: !isLive(app.state) }),
      button(t("Why?"), () => openWhy(found.message.id), { sign: "question" })));
}

async function openWhy(id) {
  const found = await ask(`/api/why/${encodeURIComponent(id)}`).catch((error) => ({ error: error.message, steps: [], rules: [] }));
  app.openPanel({ kind: "why", draw: () => h("div", { class: "panel-body" }, panelHeader(t("Why {id}", { id })), found.error ? h("p", null, found.error) : null,
    found.rules.map((each) => h("p", null, h("strong", null, each.id), " ", each.text)),
    h("ol", { class: "why" }, found.steps.map((each) => h("li", { class: `relation-${each.relation}` }, h("span", { class: "line" }, h("strong", null, each.type), h("span", { class: "muted" }, each.actor), h("span", { class: "grow" }), since(each.at)), h("details", null, h("summary", null, t("What it says")), h("pre", { tabindex: 0 }, JSON.stringify(each.evidence, null, 2))))))) });
}

function drawAgent({ id }) {
  const agent = app.state.agents.find((each) => each.id === id);
  if (!agent) return h("div", { class: "panel-body" }, empty("person", t("{name} is not on the team", { name: id })));
  const off = !isLive(app.state);
  return h("div", { class: "panel-body" },
    h("div", { class: "agent-head" }, avatar(agent.id, "large"), h("div", null, h("h2", null, agent.id), h("p", { class: "muted" }, [agent.role, agent.model].filter(Boolean).join(" · ")))),
    facts(
      fact(t("Status"), status(agent.status)), fact(t("Task"), taskWords(agent)), fact(t("Blocked by"), agent.blocked_by ? inline(causeWords(agent.blocked_by)) : null),
      fact(t("Waits for"), agent.waits_for.length ? h("ul", { class: "plain" }, agent.waits_for.map((each) => h("li", null, h("span", { class: "id" }, each.id), " ", inline(causeWords(each.description))))) : null),
      fact(t("Last seen"), since(agent.seen)), fact(t("Run"), agent.run ? h("a", { href: `#/runs/${agent.run}` }, agent.run) : null),
      fact(t("Artifacts"), agent.artifacts.length ? h("ul", { class: "plain mono" }, agent.artifacts.map((each) => h("li", null, `${each.ref} v${each.version}`))) : null)),
    h("div", { class: "buttons" },
      button(t("Message"), () => openTyped({ to: agent.id }), { sign: "send", disabled: off }),
      button(t("What it sees"), () => app.go(`#/context/${encodeURIComponent(agent.id)}`), { sign: "eye" }),
      button(t("Stop agent"), () => stopAgent(agent), { sign: "stop", disabled: off, kind: "danger" })));
}

async function stopAgent(agent) {
  if (await app.confirm(t("Take {name} off the team? Its token ends at once, and it can write nothing any more. What it did stays.", { name: agent.id }), t("Stop {name}", { name: agent.id }))) {
    if (await app.act({ type: "RemoveAgent", name: agent.id }, t("{name} is off the team", { name: agent.id }))) app.closePanel();
  }
}

function drawGlance() {
  const { state } = app;
  const mine = mineOf(state).filter((each) => !app.shows(each));
  const isShown = app.isAtNeeds() || (!mine.length && mineOf(state).length > 0);
  return h("div", { class: "panel-body" },
    isShown ? null : h("section", { "aria-label": t("Needs you") }, h("div", { class: "panel-head" }, h("h2", null, t("Needs you")), mine.length ? h("span", { class: "count loud" }, mine.length) : null),
      mine.length ? mine.slice(0, 5).map((each) => needItem(each, { compact: true })) : h("p", { class: "muted" }, t("Nothing waits for you.")),
      mine.length > 5 ? h("a", { href: "#/needs" }, t("{n} more", { n: mine.length - 5 })) : null),
    h("section", { "aria-label": t("Agents") }, h("div", { class: "panel-head" }, h("h2", null, t("Agents")), h("span", { class: "muted" }, state.agents.length)),
      state.agents.length ? h("ul", { class: "agents" }, state.agents.map((each) => h("li", { key: each.id }, h("button", { type: "button", class: "agent-row", onClick: () => app.openAgent(each.id) },
        avatar(each.id, "small"), h("span", { class: "agent-words" }, h("span", { class: "line" }, h("strong", null, each.id), status(each.status)), h("span", { class: "muted two-lines" }, each.waits_for.length ? t("waits for {what}", { what: waitWords(each.waits_for[0]) }) : taskWords(each) || each.role)), since(each.seen)))))
        : h("p", { class: "muted" }, t("Nobody is on the team yet: renkei agent add NAME --role ROLE"))),
    state.blockers.length ? h("section", { "aria-label": t("Blockers") }, h("div", { class: "panel-head" }, h("h2", null, t("Blockers")), h("span", { class: "count" }, state.blockers.length)),
      h("ul", { class: "plain" }, state.blockers.slice(0, 4).map((each) => h("li", { key: each.id }, h("a", { href: "#/blockers" }, h("span", { class: "id" }, each.id), " ", causeWords(each.description)))))) : null);
}
