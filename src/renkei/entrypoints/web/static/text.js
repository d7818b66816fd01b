// What people and agents wrote: a small part of Markdown, made into nodes; and the lines of code that it refers to. Nothing of it
// can be anything else.
import { h } from "./vdom.js";
import { icon } from "./icons.js";
import { mark, panelHeader } from "./parts.js";
import { number, t, w } from "./words.js";
import { app } from "./state.js";

/** A place begins where no part of one is before it, and is not endless: else a word of 100,000 letters is looked at once for each of them. */
const INLINE = /(`[^`\n]+`)|(\*\*[^*\n]+\*\*)|(https?:\/\/[^\s<>"'）」]*[^\s<>"'）」.,;:!?)\]*])|((?<![\w./-])[\w./-]{1,300}\.[A-Za-z]{1,8}:\d+(?:-\d+)?)|(^|[\s(（「、。])([@＠][\p{L}\p{N}_][\p{L}\p{N}_.-]*)|\b((?:MSG|BLK|TC|R|D|E)-[A-Za-z0-9][\w-]*)/gu;

/** One line of text with what is special in it. */
export function inline(text, { run } = {}) {
  const nodes = [];
  let last = 0;
  for (const found of String(text).matchAll(INLINE)) {
    const [whole, code, strong, link, place, before, mention, id] = found;
    nodes.push(text.slice(last, found.index));
    if (code) nodes.push(h("code", null, code.slice(1, -1)));
    else if (strong) nodes.push(h("strong", null, strong.slice(2, -2)));
    else if (link) nodes.push(linkNode(link));
    else if (place) nodes.push(reference(place, run));
    else if (mention) nodes.push(before, h("span", { class: "mention" }, mention));
    else if (id) nodes.push(idNode(id));
    else nodes.push(whole);
    last = found.index + whole.length;
  }
  nodes.push(text.slice(last));
  return nodes;
}

function linkNode(address) {
  let host = address;
  try { host = new URL(address).host; } catch { return address; }
  return h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, address, h("span", { class: "host" }, ` (${host})`));
}

/** A place in the code: opens the lines that stand there. */
export function reference(place, run) {
  return h("button", { class: "ref", type: "button", onClick: (event) => { event.stopPropagation(); app.openSource(place, run); } }, place);
}

function idNode(id) {
  if (!/^(MSG|BLK|R)-\d/.test(id)) return h("span", { class: "id" }, id);
  return h("button", { class: "id as-link", type: "button", onClick: (event) => { event.stopPropagation(); app.openId(id); } }, id);
}

const MOST_PROSE = 6000;

/** Paragraphs, lists and code blocks; what is longer than anybody reads is a text to unfold. */
export function prose(text, options) {
  const blocks = [];
  const all = String(text ?? "");
  const rest = all.slice(MOST_PROSE);
  const lines = all.slice(0, MOST_PROSE).split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at].startsWith("```")) {
      const code = [];
      for (at += 1; at < lines.length && !lines[at].startsWith("```"); at += 1) code.push(lines[at]);
      blocks.push(h("pre", { tabindex: 0 }, h("code", null, code.join("\n"))));
    } else if (/^\s*[-*] /.test(lines[at])) {
      const items = [];
      for (; at < lines.length && /^\s*[-*] /.test(lines[at]); at += 1) items.push(h("li", null, inline(lines[at].replace(/^\s*[-*] /, ""), options)));
      at -= 1;
      blocks.push(h("ul", null, items));
    } else if (/^#{1,4} /.test(lines[at])) blocks.push(h("p", { class: "heading" }, inline(lines[at].replace(/^#+ /, ""), options)));
    else if (lines[at].trim()) blocks.push(h("p", null, inline(lines[at], options)));
  }
  if (rest) blocks.push(h("details", null, h("summary", null, t("{n} more characters", { n: number(rest.length) })), h("pre", { tabindex: 0 }, rest)));
  return h("div", { class: "prose" }, blocks);
}

// Lines of code that somebody referred to, with the line itself marked; or that they are not there.

const STATES = { verified: ["✓", "good", w("It is there")], missing_file: ["✕", "bad", w("There is no such file")], missing_line: ["✕", "bad", w("The file has no such line")], unverified: ["?", "wait", w("It cannot be looked up")] };

export function sourceMark(state) {
  const [shape, tone, text] = STATES[state] || ["·", "idle", w("Not looked up yet")];
  return mark(shape, tone, t(text));
}

export function drawSource({ place, found }) {
  return h("div", { class: "panel-body" }, panelHeader(place),
    !found ? h("p", { class: "muted", "aria-busy": "true" }, t("Loading")) : found.error ? h("p", null, found.error) : [
      h("p", { class: "line" }, sourceMark(found.state), found.rev ? h("span", { class: "muted mono" }, found.rev.slice(0, 10)) : h("span", { class: "muted" }, t("work tree"))),
      found.reason ? h("p", null, found.reason) : null,
      found.state === "missing_file" ? h("p", { class: "muted" }, t("Whoever wrote this refers to a file that is not there: do not build on it.")) : null,
      found.lines.length ? h("pre", { class: "source", tabindex: 0, "aria-label": place }, found.lines.map((each) => h("span", { key: each.number, class: `source-line${each.marked ? " marked" : ""}` }, h("span", { class: "source-number", "aria-hidden": "true" }, each.number), h("span", null, each.text || " "), "\n"))) : null,
    ]);
}

/** What an option is, what speaks for it and against it; who has nothing to say gives a dash. */
export const optionWords = ({ analysis, pros, cons }) => [[analysis, "muted"], [pros, "pro", "check"], [cons, "con", "cross"]].filter(([text]) => text && text !== "-")
  .map(([text, kind, sign]) => h("p", { class: kind }, sign ? icon(sign, 14) : null, h("span", null, inline(text))));
