// What it took, how far the team's word has held, and where a rule said no.
import { h } from "./vdom.js";
import { load, whenLoaded } from "./api.js";
import { button, empty, end, meter, since, status, table } from "./parts.js";
import { cost, currentLanguage, number, percent, short, t, w } from "./words.js";
import { app } from "./state.js";

export const spendView = () => {
  const found = load("/api/spend");
  return {
    title: () => t("Spend"),
    refresh: () => found.refresh(),
    draw: () => whenLoaded(found, (spend) => spend.tokens || spend.agents.length || spend.runs.length ? h("div", { class: "column wide" },
      h("div", { class: "figures" }, figure(cost(spend), spend.unpriced ? t("and {n} tokens without a price", { n: short(spend.unpriced) }) : t("in all")), figure(short(spend.tokens), t("tokens")), figure(number(spend.agents.reduce((sum, each) => sum + each.verified, 0)), t("claims found true")), figure(perDollar(spend.agents), t("true claims per dollar"))),
      spend.days.length > 1 ? dayBars(spend.days) : null,
      h("h2", { class: "section" }, t("By agent")), table(t("By agent"), [t("Agent"), end(t("Tokens")), end(t("Cost")), end(t("Claims found true")), end(t("Per dollar"))], spend.agents.map((each) => ({ key: each.agent, cells: [each.agent, number(each.tokens), cost(each), number(each.verified), perDollar([each])] }))),
      spend.models.length ? [h("h2", { class: "section" }, t("By model")), table(t("By model"), [t("Model"), end(t("Tokens")), end(t("Cost"))], spend.models.map((each) => ({ key: each.model, cells: [each.model || t("not known"), number(each.tokens), cost(each)] })))] : null,
      h("h2", { class: "section" }, t("By run")), table(t("By run"), [t("Run"), t("Playbook"), t("State"), end(t("Tokens")), end(t("Cost")), end(t("Minutes")), t("Limits")], spend.runs.map((each) => ({ key: each.run, cells: [h("a", { href: `#/runs/${each.run}` }, each.run), each.playbook, status(each.state), number(each.tokens), cost(each), number(each.minutes, 1), Object.keys(each.caps).length ? Object.entries(each.caps).map(([name, cap]) => meter(name, { tokens: each.tokens, money: each.cost, minutes: each.minutes, steps: each.steps }[name] || 0, cap, number(cap))) : "–"] }))))
      : empty("coin", t("Nothing has been spent yet"), t("Tokens and cost of runs stand here, by run and agent, beside the limits they were given. A limit is set with: renkei run PLAYBOOK --cap-tokens N"))),
  };
};

const figure = (value, words) => h("div", { class: "figure" }, h("strong", null, value), h("span", { class: "muted" }, words));
/** Of those whose cost is known: what nobody paid for would make it look cheap. */
function perDollar(agents) {
  const paid = agents.filter((each) => each.cost > 0);
  const dollars = paid.reduce((sum, each) => sum + each.cost, 0);
  return dollars > 0 ? number(paid.reduce((sum, each) => sum + each.verified, 0) / dollars, 1) : "–";
}

function dayBars(days) {
  const most = Math.max(...days.map((each) => each.tokens), 1);
  return h("figure", { class: "days" }, h("figcaption", null, t("Tokens by day")), h("div", { class: "day-bars" }, days.slice(-30).map((each) => h("div", { key: each.day, class: "day", title: `${each.day}: ${number(each.tokens)}` }, h("div", { class: "day-bar", style: { height: `${Math.max(2, (each.tokens / most) * 100)}%` } }), h("span", null, each.day.slice(5))))));
}

// Trust: stated confidence against what was found, a point for each agent.

export const trustView = () => {
  const found = load("/api/trust");
  return {
    title: () => t("Trust"),
    refresh: () => found.refresh(),
    draw: () => whenLoaded(found, ({ items }) => items.length ? h("div", { class: "column wide" },
      h("div", { class: "trust" }, plot(items), h("div", { class: "trust-words" }, h("p", null, t("A point for each agent: how sure it said it was, against how often it was right.")), h("p", { class: "muted" }, t("On the line it knows itself. Below the line it says more than it can keep. The larger the point, the more of its claims were looked up.")))),
      table(t("Trust"), [t("Agent"), t("Role"), t("Model"), end(t("Claims")), end(t("Verified")), end(t("False")), end(t("Stated")), end(t("Observed")), end("Brier")], items.map((each) => ({ key: `${each.agent}${each.role}${each.model}`, cells: [each.agent, each.role || "–", each.model || "–", number(each.claims), number(each.verified), number(each.false), percent(each.stated), percent(each.observed), each.brier === null ? "–" : number(each.brier, 3)] }))))
      : empty("scale", t("No result has been checked yet"), t("Every result whose claims were looked up in the code counts here. Checks are kept by hooks (renkei init), by runs, and by renkei check --record."))),
  };
};

const SIZE = 320, EDGE = 52;

function plot(items) {
  const points = items.filter((each) => each.stated !== null && each.observed !== null);
  const x = (value) => EDGE + value * (SIZE - EDGE - 16), y = (value) => SIZE - EDGE - value * (SIZE - EDGE - 16);
  return h("svg", { class: "plot", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": t("Stated against observed confidence: {points}", { points: points.map((each) => `${each.agent} ${percent(each.stated)} / ${percent(each.observed)}`).join("; ") || "–" }) },
    [0, 0.25, 0.5, 0.75, 1].map((each) => h("g", { key: each }, h("line", { class: "grid", x1: x(each), x2: x(each), y1: y(0), y2: y(1) }), h("line", { class: "grid", x1: x(0), x2: x(1), y1: y(each), y2: y(each) }), h("text", { class: "plot-text", x: x(each), y: y(0) + 16, "text-anchor": "middle" }, percent(each)), h("text", { class: "plot-text", x: x(0) - 6, y: y(each) + 4, "text-anchor": "end" }, percent(each)))),
    h("line", { class: "diagonal", x1: x(0), y1: y(0), x2: x(1), y2: y(1) }),
    h("text", { class: "plot-title", x: x(0.5), y: SIZE - 4, "text-anchor": "middle" }, t("Stated")),
    h("text", { class: "plot-title", x: 10, y: y(0.5), "text-anchor": "middle", transform: `rotate(-90 10 ${y(0.5)})` }, t("Observed")),
    points.map((each, place) => {
      const isLow = each.observed < 0.15;
      const others = points.slice(0, place).filter((other) => Math.abs(other.stated - each.stated) < 0.3 && Math.abs(other.observed - each.observed) < 0.15).length;
      const left = x(each.stated), top = y(each.observed), under = top + (isLow ? -14 - 13 * others : 22 + 13 * others);
      return h("g", { key: `${each.agent}${each.role}${each.model}` },
        others ? h("line", { class: "point-line", x1: left, x2: left, y1: top, y2: under - (isLow ? 0 : 4) }) : null, // leads from a name that had to move to its point
        h("circle", { class: each.observed + 0.1 < each.stated ? "point tone-bad" : "point tone-good", cx: left, cy: top, r: 4 + Math.min(8, Math.sqrt(each.verified + each.false)) }),
        h("text", { class: "point-name", x: left - (others && each.stated > 0.3 ? 4 : 0), y: under, "text-anchor": others ? (each.stated > 0.3 ? "end" : "start") : each.stated > 0.85 ? "end" : each.stated < 0.15 ? "start" : "middle" }, each.agent));
    }));
}

// Refusals: by hooks that only look (observe) and by those that stop (enforce), and by the hub itself.

export const refusalsView = () => {
  const found = load(`/api/refusals?lang=${currentLanguage()}`);
  let mode = "all";
  return {
    title: () => t("Refusals"),
    refresh: () => found.refresh(),
    tools: () => h("div", { class: "segmented", role: "group", "aria-label": t("Mode") }, [["all", w("All")], ["observe", w("Observe")], ["enforce", w("Enforce")]].map(([name, text]) => h("button", { key: name, type: "button", "aria-pressed": mode === name ? "true" : "false", onClick: () => { mode = name; app.redraw(); } }, t(text)))),
    draw: () => whenLoaded(found, ({ items, rules }) => {
      const shown = items.filter((each) => mode === "all" || each.mode === mode);
      return shown.length ? h("div", { class: "column wide" }, table(t("Refusals"), [t("Rule"), t("Who"), t("What"), t("Mode"), t("When"), t("Agent")], shown.map((each) => ({ key: each.seq, cells: [h("span", { title: rules[each.rule] || "" }, each.rule, h("span", { class: "rule-text muted" }, rules[each.rule] || "")), each.actor, h("span", { class: "action" }, each.action), each.mode === "enforce" ? h("span", { class: "status tone-bad" }, "■ ", t("Enforce")) : h("span", { class: "status tone-wait" }, "◇ ", t("Observe")), since(each.at), button(t("Open"), () => app.openAgent(each.actor), { kind: "quiet", label: t("Open {name}", { name: each.actor }), sign: "person" })] }))))
        : empty("shield", t("No rule has said no"), t("What an agent tried and may not do stands here: with hooks in observe mode what would have been refused, in enforce mode what was. renkei rules shows what is in force."));
    }),
  };
};
