// What people and agents wrote: a small part of Markdown, made into nodes. Nothing of it can be anything else.
import { h } from "./vdom.js";
import { app } from "./state.js";

const INLINE = /(`[^`\n]+`)|(\*\*[^*\n]+\*\*)|(https?:\/\/[^\s<>"'）」]*[^\s<>"'）」.,;:!?)\]*])|([\w./-]*[\w-]+\.[A-Za-z]{1,8}:\d+(?:-\d+)?)|(^|[\s(（「、。])([@＠][\p{L}\p{N}_][\p{L}\p{N}_.-]*)|\b((?:MSG|BLK|TC|R|D|E)-[A-Za-z0-9][\w-]*)/gu;

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

/** Paragraphs, lists and code blocks. */
export function prose(text, options) {
  const blocks = [];
  const lines = String(text ?? "").split("\n");
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
  return h("div", { class: "prose" }, blocks);
}
