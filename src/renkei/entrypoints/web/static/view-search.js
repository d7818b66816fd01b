// Search: words and filters; what is found opens where it stands.
import { h } from "./vdom.js";
import { load, whenLoaded } from "./api.js";
import { card } from "./cards.js";
import { button, empty } from "./parts.js";
import { t } from "./words.js";
import { threadTitle } from "./view-thread.js";
import { app } from "./state.js";

const EXAMPLES = ["is:open", "type:DECISION_REQUEST", "to:you", "type:REVIEW_RESULT", "from:system"];

export const searchView = (_rest, query) => {
  const text = query.get("q") || "";
  const found = text ? load(`/api/search?q=${encodeURIComponent(text)}`) : null;
  return {
    title: () => t("Search"),
    refresh: () => {},
    draw() {
      const field = h("form", { class: "search-field", role: "search", "aria-label": t("Search"), onSubmit: (event) => { event.preventDefault(); app.go(`#/search?q=${encodeURIComponent(event.target.elements.query.value)}`); } },
        h("label", { class: "sr", for: "query" }, t("Search messages")), h("input", { id: "query", name: "query", type: "search", value: text, placeholder: t("Words, or from: to: type: channel: run: task: is:open before: after:") }), h("button", { class: "button primary", type: "submit" }, t("Search")));
      if (!found) return h("div", { class: "column" }, field, empty("search", t("What are you looking for?"), t("Words are found in everything that was said. Filters narrow it down:"), h("div", { class: "buttons centre" }, EXAMPLES.map((each) => button(each, () => app.go(`#/search?q=${encodeURIComponent(each)}`))))));
      return h("div", { class: "column" }, field, whenLoaded(found, (answer) => answer.items.length
        ? [h("p", { class: "muted note", role: "status" }, answer.more ? t("The newest {n}", { n: answer.items.length }) : t("{n} found", { n: answer.items.length })), h("div", { class: "results" }, answer.items.map((each) => h("div", { key: each.id, class: "result", "data-row": "", tabindex: 0, "aria-label": each.id, onKeydown: (event) => { if (event.key === "Enter" && event.target === event.currentTarget) app.openMessage(each.id); } }, h("p", { class: "result-place" }, h("button", { type: "button", class: "as-link", onClick: async () => app.openMessage(each.id) }, threadTitle(each.thread))), card(each, { compact: true }))))]
        : empty("search", t("Nothing was found"), t("Try fewer words, or leave a filter out."))));
    },
  };
};
