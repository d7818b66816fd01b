// The timeline: who was at work when, in every run; it grows while a run goes on.
import { h } from "./vdom.js";
import { load, whenLoaded } from "./api.js";
import { avatar, empty, status, toneOf, wordOf } from "./parts.js";
import { clockTime, duration, t } from "./words.js";
import { app } from "./state.js";

export const timelineView = () => {
  const found = load("/api/timeline");
  let failedOnly = false;
  return {
    title: () => t("Timeline"),
    refresh: () => found.refresh(),
    tools: () => h("label", { class: "check" }, h("input", { type: "checkbox", checked: failedOnly, onChange: (event) => { failedOnly = event.target.checked; app.redraw(); } }), h("span", null, t("Failed only"))),
    draw: () => whenLoaded(found, ({ runs }) => {
      const shown = runs.map((run) => ({ ...run, bars: run.bars.filter((each) => !failedOnly || each.state === "failed") })).filter((run) => run.bars.length);
      return shown.length ? h("div", { class: "column wide" }, shown.map((run) => h("section", { key: run.run }, h("h2", { class: "section" }, h("a", { href: `#/runs/${run.run}` }, `${run.playbook} · ${run.run}`), " ", status(run.state)), drawBars([run]))))
        : empty("clock", failedOnly ? t("Nothing has failed") : t("Nothing has been at work yet"), failedOnly ? null : t("Start a run, and a bar for each attempt at a task stands here: renkei run PLAYBOOK"));
    }),
  };
};

const TICKS = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 86400];

/** A lane for each agent, a bar for each attempt. */
export function drawBars(runs) {
  const bars = runs.flatMap((run) => run.bars);
  if (!bars.length) return empty("clock", t("Nothing has been at work yet"));
  const now = Date.now();
  const times = bars.map((each) => [new Date(each.from).getTime(), each.to ? new Date(each.to).getTime() : now]);
  const begin = Math.min(...times.map((each) => each[0]));
  const end = Math.max(begin + 1000, ...times.map((each) => each[1]));
  const span = end - begin;
  const step = (TICKS.find((each) => span / 1000 / each <= 8) || 86400) * 1000;
  const at = (time) => `${(((time - begin) / span) * 100).toFixed(3)}%`;
  const lanes = new Map();
  bars.forEach((each, place) => { if (!lanes.has(each.agent)) lanes.set(each.agent, []); lanes.get(each.agent).push({ ...each, span: times[place] }); });
  const ticks = [];
  for (let time = Math.ceil(begin / step) * step; time <= end; time += step) ticks.push(time);
  return h("div", { class: "bars", tabindex: 0, role: "region", "aria-label": t("Timeline") },
    h("div", { class: "bars-axis", "aria-hidden": "true" }, ticks.map((each) => h("span", { style: { left: at(each) } }, clockTime(each)))),
    [...lanes].map(([agent, given]) => h("div", { key: agent, class: "lane" }, h("div", { class: "lane-name" }, avatar(agent, "small"), h("span", { class: "clip" }, agent)),
      h("ul", { class: "lane-bars" }, ticks.map((each) => h("li", { class: "tick", "aria-hidden": "true", style: { left: at(each) } })), given.map((bar) => h("li", { key: bar.from + bar.task, class: `bar tone-${toneOf(bar.state)}${bar.to ? "" : " open"}`, style: { left: at(bar.span[0]), width: `max(6px, ${(((bar.span[1] - bar.span[0]) / span) * 100).toFixed(3)}%)` }, title: `${bar.task} · ${wordOf(bar.state)} · ${duration(bar.span[1] - bar.span[0])}${bar.note ? `\n${bar.note}` : ""}` },
        h("span", { class: "bar-text" }, bar.task), h("span", { class: "sr" }, `${wordOf(bar.state)}, ${duration(bar.span[1] - bar.span[0])}`)))))));
}
