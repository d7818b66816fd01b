// Task contracts: all of them, or one with its inputs, checks and constraints.
import { h } from "./vdom.js";
import { load, pathOf, whenLoaded } from "./api.js";
import { empty, fact, facts, mark, nameOf, status, table } from "./parts.js";
import { inline } from "./text.js";
import { t } from "./words.js";

export const contractsView = ([id]) => (id ? oneContract(id) : allContracts());

function allContracts() {
  const found = load("/api/contracts");
  return {
    title: () => t("Contracts"),
    refresh: () => found.refresh(),
    draw: () => whenLoaded(found, ({ items }) => items.length ? table(t("Contracts"), [t("Contract"), t("State"), t("From"), t("To"), t("Checks"), t("What for")], items.map((each) => ({
      key: each.id,
      cells: [h("a", { href: `#/contracts/${encodeURIComponent(each.id)}` }, each.id), stateOf(each), nameOf(each.delegator), nameOf(each.assignee), checksOf(each), each.task_contract?.inputs?.description || "–"],
    }))) : empty("contract", t("No contracts yet"), t("A contract says what a task takes, yields and has to keep, and how that is found out. Agents offer them, and so do you:"), h("pre", { tabindex: 0 }, "renkei contract offer FILE --as lead"))),
  };
}

const stateOf = (contract) => h("span", { class: "line" }, status(contract.state === "closed" && contract.outcome ? contract.outcome : contract.state));
const checksOf = (contract) => `${contract.checks.filter((each) => each.met === true).length}/${contract.checks.length}`;

function oneContract(id) {
  const found = load(pathOf("contracts", id));
  return {
    title: () => id,
    refresh: () => found.refresh(),
    draw: () => whenLoaded(found, (contract) => {
      const said = contract.task_contract || {};
      return h("div", { class: "contract" },
        facts(fact(t("State"), stateOf(contract)), fact(t("From"), nameOf(contract.delegator)), fact(t("To"), nameOf(contract.assignee)), fact(t("What for"), said.inputs?.description ? inline(said.inputs.description) : null), fact(t("Inputs"), (said.inputs?.artifacts || []).join(", ")), fact(t("Expected"), said.expected_output?.format), fact(t("Delivered"), (said.expected_output?.deliverables || []).join(", ")), fact(t("Held by"), contract.held_by), fact(t("Retries"), `${contract.retries}`), fact(t("Steps"), said.timeout?.max_steps ? `${contract.steps} / ${said.timeout.max_steps}` : `${contract.steps}`)),
        h("h2", { class: "section" }, t("Checks")),
        contract.checks.length ? h("ul", { class: "checks" }, contract.checks.map((each) => h("li", { key: each.number }, each.met === true ? mark("✓", "good", t("met")) : each.met === false ? mark("✕", "bad", t("not met")) : mark("○", "idle", t("not decided")), h("div", null, h("p", null, inline(each.text)), each.command ? h("code", null, each.command) : null)))) : h("p", { class: "muted" }, t("It names none.")),
        contract.constraints.length ? [h("h2", { class: "section" }, t("Constraints")), h("ul", { class: "checks" }, contract.constraints.map((each) => h("li", null, h("span", { class: "chip" }, each.hard ? t("hard") : t("soft")), h("div", null, h("p", null, inline(each.constraint)), h("p", { class: "muted" }, each.state)))))] : null,
        h("details", null, h("summary", null, t("The contract as it was written")), h("pre", { tabindex: 0 }, JSON.stringify(said, null, 2))));
    }),
  };
}
