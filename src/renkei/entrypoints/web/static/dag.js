// The graph of a run: a column for each wave (or depth), a box for each task, lines for what waits for what.
import { h } from "./vdom.js";
import { shapeOf, stateOfTask, toneOf, wordOf } from "./parts.js";
import { t } from "./words.js";

const WIDE = 176, TALL = 48, GAP_X = 28, GAP_Y = 16, PAD = 16, HEAD = 24;

/** Where each task stands: columns by depth, rows so that lines cross little. Pure. */
export function layOut(tasks) {
  const columns = [];
  for (const task of tasks) (columns[task.depth] ??= []).push(task);
  const places = new Map();
  columns.forEach((column, x) => {
    const middle = (task) => {
      const before = task.waits_for.map((each) => places.get(each)?.row).filter((each) => each !== undefined);
      return before.length ? before.reduce((sum, each) => sum + each, 0) / before.length : 0;
    };
    [...column].sort((a, b) => middle(a) - middle(b)).forEach((task, row) => places.set(task.task, { x, row, task }));
  });
  const rows = Math.max(1, ...columns.map((each) => each?.length || 0));
  for (const place of places.values()) {
    const many = columns[place.x].length;
    place.left = PAD + place.x * (WIDE + GAP_X);
    place.top = HEAD + PAD + (place.row + (rows - many) / 2) * (TALL + GAP_Y);
  }
  return { places, columns, width: PAD * 2 + columns.length * (WIDE + GAP_X) - GAP_X, height: HEAD + PAD * 2 + rows * (TALL + GAP_Y) - GAP_Y };
}

/** Lines that say nothing new are left out: what is waited for is waited for by one before it, too. */
export function directEdges(tasks) {
  const before = new Map(tasks.map((each) => [each.task, each.waits_for]));
  const reaches = (from, to, seen = new Set()) => (before.get(from) || []).some((each) => each === to || (!seen.has(each) && seen.add(each) && reaches(each, to, seen)));
  return tasks.flatMap((task) => task.waits_for.filter((each) => !task.waits_for.some((other) => other !== each && reaches(other, each))).map((each) => [each, task.task]));
}

export function drawGraph(run, { selected, onSelect }) {
  const { places, columns, width, height } = layOut(run.dag);
  const edges = directEdges(run.dag);
  const atWork = Math.min(...[...places.values()].filter(({ task }) => ["running", "waiting"].includes(stateOfTask(run, task))).map((each) => each.left));
  const showWork = (node) => queueMicrotask(() => { if (atWork < width) node.scrollLeft = atWork - node.clientWidth / 2; });
  return h("div", { class: "graph-wrap", ref: showWork, tabindex: 0, role: "region", "aria-label": t("Graph of {run}", { run: run.id }) },
    h("svg", { class: "graph", width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": t("{n} tasks, {m} settled", { n: run.dag.length, m: run.dag.filter((each) => ["completed", "skipped"].includes(each.state)).length }) },
      columns.map((column, x) => h("text", { key: `column-${x}`, class: "graph-column", x: PAD + x * (WIDE + GAP_X), y: 16 }, columnTitle(column, x))),
      edges.map(([from, to]) => edge(places.get(from), places.get(to), run)),
      [...places.values()].map((place) => box(place, stateOfTask(run, place.task), place.task.task === selected, onSelect))));
}

function columnTitle(column, x) {
  const waves = [...new Set(column.map((each) => each.wave).filter(Boolean))];
  const done = column.filter((each) => ["completed", "skipped"].includes(each.state)).length;
  return `${waves.length === 1 ? waves[0] : t("Step {n}", { n: x + 1 })}  ${done}/${column.length}`;
}

function edge(from, to) {
  if (!from || !to) return null;
  const x1 = from.left + WIDE, y1 = from.top + TALL / 2, x2 = to.left, y2 = to.top + TALL / 2, bend = Math.max(24, (x2 - x1) / 2);
  const tone = from.task.state === "completed" ? "done" : "open";
  return h("path", { key: `${from.task.task}>${to.task.task}`, class: `edge edge-${tone}`, d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}` });
}

function box({ left, top, task }, state, isSelected, onSelect) {
  const title = task.title || task.task;
  const tone = toneOf(state);
  const choose = () => onSelect(task.task);
  return h("g", { key: task.task, class: `node tone-${tone}${isSelected ? " selected" : ""} kind-${task.kind_of_task}`, transform: `translate(${left} ${top})`, tabindex: 0, role: "button", "data-row": "", "aria-pressed": isSelected ? "true" : "false", onClick: choose, onKeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(); } } },
    h("rect", { class: "node-box", width: WIDE, height: TALL, rx: task.kind_of_task === "gate" ? 24 : 8 }),
    h("rect", { class: "node-mark", x: task.kind_of_task === "gate" ? 14 : 0, y: task.kind_of_task === "gate" ? 12 : 8, width: 3, height: task.kind_of_task === "gate" ? 24 : 32, rx: 1.5 }),
    h("text", { class: "node-title", x: 24, y: 20 }, clip(title, 17)),
    h("text", { class: "node-state", x: 24, y: 37 }, `${shapeOf(state)} ${wordOf(state)}${task.attempt > 1 ? ` · ${t("attempt {n}", { n: task.attempt })}` : ""}${task.cycle > 1 ? ` · ${t("cycle {n}", { n: task.cycle })}` : ""}`));
}

/** Wide characters take the room of two. */
export function clip(text, most) {
  let room = most;
  let shown = "";
  for (const letter of text) {
    room -= letter.codePointAt(0) > 0x2e80 ? 1.7 : 1;
    if (room < 0) return `${shown}…`;
    shown += letter;
  }
  return shown;
}
