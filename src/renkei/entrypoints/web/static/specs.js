// Features of the spec-driven framework, at a glance: where each stands, and what its newest review said.
import { h } from "./vdom.js";
import { load } from "./api.js";
import { mark, meter, table } from "./parts.js";
import { t, w } from "./words.js";

const PHASES = { initialized: ["○", "idle", w("begun")], "design-generated": ["▷", "work", w("designed")], "implementation-complete": ["■", "good", w("built")], blocked: ["◆", "wait", w("blocked")] };
const VERDICTS = { "GO-ACCEPTED": "good", "CONDITIONAL-TRACKED": "wait" };

export const loadSpecs = () => load("/api/specs");


/** All of them, or the one that a run works on; nothing where the project has none. */
export function drawSpecs(loaded, only = null) {
  const shown = (loaded.value?.items || []).filter((each) => !only || each.feature === only);
  if (loaded.error) return h("p", { class: "note tone-bad", role: "alert" }, loaded.error.message);
  const wrong = (loaded.value?.unreadable || []).filter((each) => !only || each.feature === only);
  if (!shown.length && !wrong.length) return null;
  return h("div", { class: "specs" }, h("h2", { class: "section" }, t("Specs")),
    wrong.map((each) => h("p", { key: each.feature, class: "note tone-bad", role: "alert" }, h("strong", null, each.feature), " ", [each.message, ...(each.problems || []).map((one) => `${one.path}${one.line ? `:${one.line}` : ""}: ${one.expected}`)].join("\n"))),
    !shown.length ? null : table(t("Specs"), [t("Feature"), { text: t("Wave"), end: true }, t("Phase"), t("Tasks"), t("Newest verdict"), t("Next")], shown.map((each) => ({ key: each.feature, cells: [
      h("span", null, each.feature, h("span", { class: "muted" }, ` ${each.version}`)),
      String(each.wave),
      h("span", null, mark(...(PHASES[each.phase] || ["○", "idle"]).slice(0, 2), PHASES[each.phase] ? t(PHASES[each.phase][2]) : each.phase), each.blocked_by ? h("span", { class: "muted" }, ` ${t("by {name}", { name: each.blocked_by })}`) : null, each.edited_by_hand ? h("span", { class: "chip" }, t("edited by hand")) : null),
      each.tasks.total ? meter("", each.tasks.done, each.tasks.total, `${each.tasks.done}/${each.tasks.total}`) : "–",
      each.review ? h("span", null, mark(VERDICTS[each.review.disposition] === "good" ? "■" : "↩", VERDICTS[each.review.disposition] || "bad", each.review.disposition), each.review.partial.length ? h("span", { class: "chip", title: each.review.partial.join(", ") }, "PARTIAL") : null, h("span", { class: "muted" }, ` ${each.review.type} ${each.review.batch}`)) : "–",
      h("code", null, each.next)] }))));
}
