// What an agent sees: the text that its turn begins with, by how much each message matters to it.
import { h } from "./vdom.js";
import { load, pathOf, whenLoaded } from "./api.js";
import { avatar, empty, end, meter, table } from "./parts.js";
import { count, number, t, w } from "./words.js";
import { app } from "./state.js";

const TIERS = { critical: w("critical for it"), relevant: w("relevant"), background: w("background"), irrelevant: w("irrelevant") };
const FORMS = { whole: w("whole"), summary: w("three lines"), line: w("one line"), omitted: w("left out") };

export const contextView = ([agent]) => {
  const found = agent ? load(pathOf("agents", agent, "context")) : null;
  return {
    title: () => (agent ? t("What {name} sees", { name: agent }) : t("What an agent sees")),
    refresh: () => found?.refresh(),
    draw() {
      const { agents } = app.state;
      if (!agents.length) return empty("eye", t("Nobody is on the team yet"), t("Add a member with: renkei agent add NAME --role ROLE"));
      const chooser = h("nav", { class: "chooser", "aria-label": t("Agents") }, agents.map((each) => h("a", { key: each.id, href: `#/context/${encodeURIComponent(each.id)}`, class: "chip-link", "aria-current": each.id === agent ? "page" : null }, avatar(each.id, "small"), each.id)));
      return h("div", { class: "column" }, chooser, found ? whenLoaded(found, drawContext) : empty("eye", t("Choose an agent"), t("You see exactly the text that its next turn begins with, and what was left out and why.")));
    },
  };
};

function drawContext(context) {
  return [
    meter(t("Tokens"), context.tokens, context.budget, `${number(context.tokens)} / ${number(context.budget)}`),
    h("div", { class: "tiers" }, ["critical", "relevant", "background"].map((tier) => h("div", { key: tier, class: `tier tier-${tier}` }, h("strong", null, t(TIERS[tier])), h("span", null, count(context.tiers[tier]?.messages ?? 0, w("{n} message"), w("{n} messages"))), h("span", { class: "muted" }, t("{n} tokens", { n: number(context.tiers[tier]?.tokens ?? 0) }))))),
    h("h2", { class: "section" }, t("The text")), h("pre", { class: "context-text", tabindex: 0 }, context.text),
    context.explanations?.length ? [h("h2", { class: "section" }, t("Each message, and why")), table(t("Each message, and why"), [t("Message"), t("Tier"), t("Shown"), end(t("Tokens")), t("Why")], context.explanations.map((each) => ({ key: each.id, cells: [h("button", { type: "button", class: "as-link", onClick: () => app.openId(each.id) }, each.id), t(TIERS[each.tier] || each.tier), t(FORMS[each.shown] || each.shown), number(each.tokens), each.reason] })))] : null,
    context.omitted?.length ? [h("h2", { class: "section" }, t("Left out")), h("ul", null, context.omitted.map((each) => h("li", { key: each.id }, h("button", { type: "button", class: "as-link", onClick: () => app.openId(each.id) }, each.id), ` ${t(TIERS[each.tier] || each.tier)} · ${each.reason}`)))] : null,
  ];
}
