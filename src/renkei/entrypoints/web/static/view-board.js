// The board: who does what, who waits for whom, what there is; and what holds somebody up, with a way to end it.
import { h } from "./vdom.js";
import { avatar, button, causeWords, empty, nameOf, needOf, since, status, taskWords, waitWords } from "./parts.js";
import { inline } from "./text.js";
import { t, w } from "./words.js";
import { app } from "./state.js";
import { isLive } from "./store.js";
import { answerButtons, endBlocker } from "./answers.js";

const COLUMNS = [["working", w("Working")], ["blocked", w("Blocked")], ["idle", w("Idle")], ["completed", w("Completed")], ["error", w("Error")]];

export const boardView = () => ({
  title: () => t("Board"),
  draw() {
    const { agents, goal, phase } = app.state;
    if (!agents.length) return empty("board", t("Nobody is on the team yet"), t("Add a member with: renkei agent add NAME --role ROLE. A run brings its own: renkei run PLAYBOOK"));
    return h("div", { class: "board" },
      goal || phase ? h("dl", { class: "board-top" }, goal ? h("div", null, h("dt", null, t("Goal")), h("dd", null, inline(goal))) : null, phase ? h("div", null, h("dt", null, t("Phase")), h("dd", null, phase)) : null) : null,
      waits(agents),
      h("div", { class: "columns" }, COLUMNS.map(([state, title]) => {
        const here = agents.filter((each) => each.status === state);
        return here.length || state === "working" || state === "blocked" ? h("section", { key: state, class: here.length ? null : "nobody", "aria-label": t(title) }, h("h2", null, status(state), h("span", { class: "muted" }, here.length)), here.map(agentCard), here.length ? null : h("p", { class: "muted small" }, t("nobody"))) : null;
      })));
  },
});

function agentCard(agent) {
  return h("article", { key: agent.id, class: "agent-card", "data-row": "", tabindex: 0, "aria-label": agent.id, onClick: () => app.openAgent(agent.id), onKeydown: (event) => { if (event.key === "Enter" && event.target === event.currentTarget) app.openAgent(agent.id); } },
    h("div", { class: "line" }, avatar(agent.id), h("div", { class: "agent-words" }, h("strong", null, agent.id), h("span", { class: "muted" }, [agent.role === agent.id ? null : agent.role, agent.model].filter(Boolean).join(" · "))), since(agent.seen)),
    agent.current_task ? h("p", null, taskWords(agent)) : null,
    agent.waits_for.map((each) => h("p", { key: each.id, class: "tone-wait" }, t("waits for {what}", { what: waitWords(each) }))),
    agent.artifacts.length ? h("p", { class: "chips" }, agent.artifacts.slice(0, 4).map((each) => h("span", { class: "chip mono" }, `${each.ref} v${each.version}`))) : null);
}

/** Who waits for whom, in one line each: an arrow says it faster than two columns. */
function waits(agents) {
  const waiting = agents.flatMap((agent) => agent.waits_for.map((each) => ({ agent: agent.id, ...each })));
  return waiting.length ? h("section", { class: "waits", "aria-label": t("Who waits for whom") }, h("h2", { class: "section" }, t("Who waits for whom")),
    h("ul", { class: "plain" }, waiting.map((each) => h("li", { key: each.agent + each.id }, avatar(each.agent, "small"), h("strong", null, each.agent), h("span", { class: "arrow", "aria-label": t("waits for") }, "→"), whoEnds(each), h("a", { class: "chip", href: "#/blockers" }, waitWords(each)), !each.cause || each.description === each.cause ? null : h("span", { class: "muted" }, inline(each.description)))))) : null;
}

/** What ends it by itself once it is answered. */
const needFor = (wait) => (wait.cause ? needOf(wait.cause) : undefined);

/** Whose answer it is that somebody waits for, where it is the person's. */
function whoEnds(wait) {
  return needFor(wait)?.is_mine ? h("strong", null, t("You")) : null;
}

export const blockersView = () => ({
  title: () => t("Blockers"),
  shows: (need) => app.state.blockers.some((each) => needFor(each) === need),
  draw() {
    const { blockers } = app.state;
    if (!blockers.length) return empty("block", t("Nothing holds anybody up"), t("When an agent says TASK_BLOCKED, or a rule puts a block on one, it stands here with who is affected and what would end it."));
    return h("div", { class: "column" }, blockers.map((each) => h("article", { key: each.id, class: "need", "data-row": "", "data-need": needFor(each)?.id, tabindex: 0, "aria-label": each.id },
      h("header", { class: "need-head" }, h("span", { class: "id" }, each.id),  h("span", { class: "grow" }), since(each.created_at)),
      h("p", { class: "need-title" }, each.description === each.cause ? t("waits for {what}", { what: causeWords(each.cause) }) : inline(each.description)),
      h("p", { class: "need-meta muted" }, t("{names} cannot go on", { names: each.affected_agents.join(", ") }), h("span", null, t("declared by {name}", { name: nameOf(each.by) }))),
      needFor(each) ? answerButtons(needFor(each)) : null,
      h("div", { class: "buttons" }, button(t("End this block"), () => endBlocker(each.id), { disabled: !isLive(app.state), sign: "check" })))));
  },
});
