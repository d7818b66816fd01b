// Runs: all of them; or one with its graph, its tasks, its gate and what a person can do about it.
import { h } from "./vdom.js";
import { icon } from "./icons.js";
import { ask, load, pathOf, whenLoaded } from "./api.js";
import { button, empty, end, fact, facts, mark, meter, since, stateOfTask, status, table, toneOf } from "./parts.js";
import { inline, prose, reference, sourceMark } from "./text.js";
import { drawGraph } from "./dag.js";
import { drawBars } from "./view-timeline.js";
import { cost, duration, fullTime, number, short, t, w } from "./words.js";
import { app } from "./state.js";
import { isLive } from "./store.js";
import { needItem } from "./view-needs.js";
import { pauseRun, resumeRun, stopRun } from "./answers.js";
import { drawSpecs, loadSpecs } from "./specs.js";

export const runsView = ([id, tab], query) => (id ? oneRun(id, tab || "graph", query, Boolean(tab)) : allRuns());

function allRuns() {
  const specs = loadSpecs();
  return {
    title: () => t("Runs"),
    refresh: () => specs.refresh(),
    draw: () => h("div", null, drawSpecs(specs), drawSpecs(specs) ? h("h2", { class: "section" }, t("Runs")) : null, runTable()),
  };
}

function runTable() {
  const { runs } = app.state;
  if (!runs.length) return empty("graph", t("No runs yet"), t("A run is a playbook at work: tasks, waves, gates. Start one in a terminal:"), h("pre", { tabindex: 0 }, "renkei run review\nrenkei run design-docs --goal \"…\""));
  return table(t("Runs"), [t("Run"), t("Playbook"), t("State"), t("Tasks"), t("Gate"), end(t("Tokens")), end(t("Cost")), t("Started")], runs.map((run) => ({
    key: run.id,
    cells: [h("a", { href: `#/runs/${run.id}` }, run.id), run.playbook, status(run.state), taskBar(run.tasks), run.gate ? status(run.gate) : "–", short(run.tokens), cost(run), since(run.started)],
  })));
}

const TASK_STATES = ["completed", "unverified", "running", "failed", "skipped", "waiting"];

function taskBar(tasks) {
  const total = Object.values(tasks).reduce((sum, each) => sum + each, 0);
  const text = `${(tasks.completed || 0) + (tasks.skipped || 0)}/${total}`;
  return h("span", { class: "task-bar" }, h("span", { class: "segments", "aria-hidden": "true" }, TASK_STATES.filter((each) => tasks[each]).map((each) => h("span", { class: `tone-${toneOf(each === "waiting" ? "idle" : each)}`, style: { "flex-grow": tasks[each] } }))), h("span", null, text));
}

const TABS = [["graph", w("Graph")], ["gate", w("Gate")], ["tasks", w("Tasks")], ["timeline", w("Timeline")], ["report", w("Report")]];

/** Who goes to a part of a run (`isChosen`) sees that; what a run is, and asks, stands above. */
function oneRun(id, tab, query, isChosen) {
  const run = load(pathOf("runs", id));
  const specs = loadSpecs();
  const view = {
    selected: query?.get("task") || null,
    trace: null,
    title: () => (run.value ? `${run.value.playbook} · ${id}` : id),
    refresh: () => { run.refresh(); specs.refresh(); },
    shows: (need) => Boolean(run.value) && need.run === id,
    tools: () => (run.value ? tools(run.value) : null),
    draw: () => whenLoaded(run, (found) => h("div", { class: "run" }, summary(found), found.feature ? drawSpecs(specs, found.feature) : null, needsOf(found), tabs(found), h("div", { class: "tab-body", role: "tabpanel", id: "tab-body", "aria-label": t(TABS.find((each) => each[0] === tab)?.[1] || w("Graph")) }, (DRAWN[tab] || DRAWN.graph)(found, view)))),
  };
  const tabs = (found) => h("div", { class: "tabs", role: "tablist", "aria-label": t("Parts of the run") }, TABS.map(([name, text], place) => h("a", {
    key: name, href: `#/runs/${id}/${name}`, role: "tab", "aria-selected": name === tab ? "true" : "false", "aria-controls": name === tab ? "tab-body" : null, tabindex: name === tab ? 0 : -1, ref: (node) => name === tab && queueMicrotask(() => showTab(node, isChosen)),
    onKeydown: (event) => { const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]; if (step) { event.preventDefault(); event.stopPropagation(); const next = TABS[(place + step + TABS.length) % TABS.length][0]; app.go(`#/runs/${id}/${next}`); requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector('[role=tab][aria-selected=true]')?.focus())); } },
  }, t(text), name === "gate" && found.gates.length ? h("span", { class: "count" }, found.gates.length) : null)));
  view.select = async (task) => {
    view.selected = task;
    view.trace = null;
    app.redraw();
    openTask(run.value, task);
  };
  return view;
}

/** Not scrollIntoView: that moves the frame of the page, too. */
function showTab(node, isChosen) {
  const strip = node.parentElement;
  const body = node.closest(".main-body");
  strip.scrollLeft += node.getBoundingClientRect().left - strip.getBoundingClientRect().left - 48;
  if (isChosen && body) body.scrollTop += strip.getBoundingClientRect().top - body.getBoundingClientRect().top;
}

function tools(run) {
  const off = !isLive(app.state);
  const isOpen = !["completed", "failed", "stopped"].includes(run.state);
  return h("div", { class: "buttons" },
    isOpen && run.state !== "paused" ? button(t("Pause"), () => pauseRun(run.id), { sign: "pause", disabled: off }) : null,
    isOpen && (run.state === "paused" || !run.at_work) ? button(t("Go on"), () => resumeRun(run.id), { sign: "play", kind: "primary", disabled: off }) : null,
    isOpen ? button(t("End"), () => stopRun(run.id), { sign: "stop", disabled: off, kind: "danger" }) : null,
    h("a", { class: "button", href: pathOf("runs", run.id, "report"), target: "_blank", rel: "noopener" }, icon("contract"), h("span", null, t("Report as a file"))));
}

function summary(run) {
  const caps = Object.entries(run.caps).filter(([, cap]) => cap !== null);
  const used = { tokens: run.tokens, steps: run.steps, minutes: run.seconds / 60, money: run.cost };
  return h("div", { class: "run-summary" },
    facts(fact(t("State"), status(run.state), run.at_work ? h("span", { class: "muted" }, t("a process is at work")) : null), fact(t("Goal"), run.goal ? inline(run.goal) : null), fact(t("Agents"), run.agents, run.report.rehearsal ? h("span", { class: "chip" }, t("rehearsal")) : null), fact(t("Review cycle"), `${run.cycle}`), fact(t("Branch"), run.branch ? h("span", { class: "mono" }, run.branch) : null, run.merged ? h("span", { class: "status tone-good" }, "■ ", t("merged")) : null), fact(t("Time"), duration(workedFor(run))), fact(t("Tokens"), number(run.tokens)), fact(t("Cost"), cost(run)), fact(t("Note"), run.note)),
    caps.length ? h("div", { class: "meters" }, caps.map(([name, cap]) => meter(name, used[name] || 0, cap, `${number(used[name] || 0, 2)} / ${number(cap)}`))) : null);
}

/** What the log says, and since then if a process is at work. */
const workedFor = (run) => run.seconds * 1000 + (run.state === "running" && run.at_work ? Math.max(0, Date.now() - new Date(run.updated)) : 0);

function needsOf(run) {
  const mine = app.state.needs.filter((each) => each.run === run.id);
  return mine.length ? h("section", { class: "run-needs", "aria-label": t("Needs you") }, mine.map((each) => needItem(each))) : null;
}

const DRAWN = { graph: graphTab, gate: gateTab, tasks: tasksTab, timeline: timelineTab, report: reportTab };

function graphTab(run, view) {
  return [drawGraph(run, { selected: view.selected, onSelect: view.select }), h("p", { class: "legend muted" }, ["completed", "running", "waiting", "planned", "failed", "unverified", "skipped"].map((each) => status(each, { quiet: true })))];
}

// The gate: its verdict cycle by cycle, with what was found and where that stands in the code.

const PLACE = /(?<![\w./-])[\w./-]{1,300}\.[A-Za-z]{1,8}(?::\d+(?:-\d+)?)?/g;
const marks = new Map();

function markOf(place, run) {
  const key = `${run} ${place}`;
  if (!marks.has(key)) {
    marks.set(key, "");
    ask(`/api/source?${new URLSearchParams({ ref: place, run })}`).then((found) => { marks.set(key, found.state); app.redraw(); }).catch(() => marks.set(key, "unknown"));
  }
  return marks.get(key);
}

function gateTab(run) {
  if (!run.gates.length) return empty("gate", t("No gate has decided yet"), t("A gate compares what was built with what was decided: PASS, or what goes back to whom. Its findings stand here, each with the code it speaks of."));
  return h("div", { class: "gates" }, [...run.gates].reverse().map((gate) => h("section", { key: gate.seq, class: `gate tone-${toneOf(gate.overall)}`, "aria-label": `${gate.task}, ${t("cycle {n}", { n: gate.cycle })}` },
    h("header", { class: "gate-head" }, h("h2", null, status(gate.overall)), h("span", { class: "muted" }, `${gate.task} · ${t("cycle {n}", { n: gate.cycle })}`), gate.rehearsal ? h("span", { class: "chip" }, t("rehearsal: no verdict on the code")) : null, h("span", { class: "grow" }), since(gate.at)),
    h("div", { class: "gate-counts" }, ["p0", "p1", "p2"].map((each) => h("div", { class: "gate-count" }, h("strong", null, gate[`${each}_count`]), h("span", { class: "muted" }, each.toUpperCase())))),
    findingsOf(gate, run),
    gate.rollback_targets.length ? h("p", null, h("strong", null, t("Sent back: ")), gate.rollback_targets.join(", "), gate.reset.length ? h("span", { class: "muted" }, ` (${t("with what follows: {tasks}", { tasks: gate.reset.join(", ") })})`) : null) : null,
    gate.items?.length ? h("details", null, h("summary", null, t("{n} smaller remarks", { n: gate.items.length })), h("ul", null, gate.items.map((each) => h("li", null, inline(each, { run: run.id }))))) : null)));
}

function findingsOf(gate, run) {
  // what is sent back stands behind the task that it is sent to; the rest is what the reviewer says of it all
  const found = gate.findings.filter((each) => gate.rollback_targets.some((task) => each.startsWith(`${task}: `)));
  const lines = found.flatMap((each) => each.split("; "));
  const said = gate.findings.filter((each) => !found.includes(each)).map((each) => h("p", null, inline(each, { run: run.id })));
  if (!gate.findings.length) return h("p", { class: "muted" }, gate.p0_count + gate.p1_count + gate.p2_count ? t("What was found is counted, and not told.") : t("Nothing was found."));
  return [said, lines.length ? h("ul", { class: "findings" }, lines.map((line) => {
    const places = [...new Set(line.match(PLACE) || [])].filter((each) => each.includes("/"));
    return h("li", null, gravityOf(gate), h("div", null, h("p", null, inline(line, { run: run.id }))), h("div", { class: "places" }, places.map((each) => h("span", { class: "line" }, reference(each, run.id), sourceMark(markOf(each, run.id))))));
  })) : null];
}

/** Which one is the grave one is not told where there are both. */
function gravityOf(gate) {
  if (gate.p0_count && gate.p1_count) return mark("▲", "wait", "P0 / P1");
  return status(gate.p0_count ? "critical" : "important");
}

function tasksTab(run, view) {
  return table(t("Tasks"), [t("Task"), t("State"), t("Agent"), t("Attempt"), t("Contract"), end(t("Tokens")), t("Time")], run.dag.map((task) => ({
    key: task.task,
    cells: [h("button", { type: "button", class: "as-link", onClick: () => view.select(task.task) }, task.title ? `${task.task} · ${task.title}` : task.task), status(stateOfTask(run, task)), task.agent || "–", `${task.attempt}`, task.contract ? h("a", { href: `#/contracts/${encodeURIComponent(task.contract)}` }, task.contract) : "–", short(task.tokens), task.started ? duration((task.ended ? new Date(task.ended) : Date.now()) - new Date(task.started)) : "–"],
  })));
}

function timelineTab(run) {
  return drawBars([{ run: run.id, playbook: run.playbook, bars: run.bars }]);
}

function reportTab(run) {
  const { report } = run;
  const part = (title, items, draw) => (items?.length ? h("section", null, h("h2", { class: "section" }, title), h("ul", null, items.map((each) => h("li", null, draw(each))))) : null);
  return h("div", { class: "report" },
    report.verdict ? h("p", null, h("strong", null, t("Verdict: ")), report.verdict.verdict) : null,
    part(t("Left out"), report.skipped, (each) => `${each.task}: ${each.reason}`),
    part(t("Not verified"), report.unverified, (each) => [each.task, ": ", h("code", null, each.command)]),
    part(t("Refused files"), report.refused, (each) => [h("code", null, each.path), ` (${each.task}, ${each.rule})`]),
    part(t("Contradictions"), report.conflicts, (each) => `${each.task}: ${each.key} (${each.kind})`),
    part(t("Left open"), report.left_open, (each) => `${each.task}: ${[each.severity, ...each.questions].filter(Boolean).join("; ")}`),
    part(t("Doubts"), report.doubts, (each) => `${each.task}: ${[...each.flags, ...each.doubts].join("; ")}`),
    part(t("Warnings"), report.warnings, (each) => inline(each)),
    part(t("Asked and answered"), run.asks, (each) => [h("strong", null, each.question || each.decision), ` → ${each.answer || t("waits")} ${each.why ? `(${each.why})` : ""}`]));
}

// One task, beside the run: what its agents were told, what they did, what it changed.

async function openTask(run, name) {
  const task = run.dag.find((each) => each.task === name);
  const trace = load(pathOf("runs", run.id, "tasks", name));
  app.openPanel({ kind: "task", draw: () => drawTask(run, task, trace) });
}

function drawTask(run, task, trace) {
  const off = !isLive(app.state);
  const canRetry = ["completed", "failed", "skipped", "unverified"].includes(task.state);
  return h("div", { class: "panel-body" },
    h("div", { class: "panel-head" }, h("h2", null, task.title || task.task)),
    facts(fact(t("State"), status(stateOfTask(run, task))), fact(t("Agent"), task.agent), fact(t("Role"), task.role), fact(t("Attempt"), `${task.attempt}`), fact(t("Failed"), task.failures ? `${task.failures}` : null), fact(t("Why"), task.note ? prose(task.note, { run: run.id }) : null), fact(t("Contract"), task.contract ? h("a", { href: `#/contracts/${encodeURIComponent(task.contract)}` }, task.contract) : null), fact(t("Waits for"), task.waits_for.join(", ")), fact(t("Artifacts"), task.artifacts.length ? h("ul", { class: "plain mono" }, task.artifacts.map((each) => h("li", null, reference(each, run.id)))) : null), fact(t("Began"), task.started ? fullTime(task.started) : null)),
    h("div", { class: "buttons" }, canRetry ? button(t("Do it again"), async () => { const after = followersOf(run, task.task); if (await app.confirm(t("Do {task} again? It and what follows from it are done anew: {tasks}", { task: task.task, tasks: [task.task, ...after].join(", ") }), t("Do it again"))) app.act({ type: "RetryTask", run: run.id, task: task.task }, t("{task} is done again", { task: task.task })); }, { sign: "retry", disabled: off }) : null),
    whenLoaded(trace, (found) => [
      found.signals.length ? h("section", null, h("h3", null, t("What its agents were told and said")), found.signals.map((each, place) => h("details", { key: place }, h("summary", null, signalTitle(each)), h("pre", { tabindex: 0 }, each.prompt || each.text || JSON.stringify(each, null, 2))))) : null,
      found.diff ? h("section", null, h("h3", null, t("What it changed")), drawDiff(found.diff)) : null,
      h("section", null, h("h3", null, t("What happened")), h("ol", { class: "events" }, found.events.map((each) => h("li", { key: `${each.seq}` }, h("span", { class: "line" }, h("strong", null, each.type), h("span", { class: "muted" }, each.actor), h("span", { class: "grow" }), since(each.at)), each.data.summary ? h("p", { class: "muted" }, inline(each.data.summary, { run: run.id })) : null)))),
    ]));
}

const signalTitle = (signal) => (signal.signal === "Job" ? t("The prompt") : signal.signal === "Result" ? t("The report") : signal.signal);

function followersOf(run, task) {
  const after = new Set([task]);
  for (let grew = true; grew;) {
    grew = false;
    for (const each of run.dag) if (!after.has(each.task) && each.waits_for.some((one) => after.has(one))) { after.add(each.task); grew = true; }
  }
  after.delete(task);
  return [...after];
}

function drawDiff(text) {
  const lines = text.split("\n").slice(0, 400);
  return h("pre", { class: "diff", tabindex: 0, "aria-label": t("What it changed") }, lines.map((line, place) => h("span", { key: place, class: line.startsWith("+") && !line.startsWith("+++") ? "plus" : line.startsWith("-") && !line.startsWith("---") ? "minus" : line.startsWith("@@") ? "hunk" : null }, `${line}\n`)));
}
