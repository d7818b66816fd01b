// What is shown, as values: h() describes, render() changes the page to what is described. Text becomes text nodes and
// nothing else, so that nothing an agent writes can be markup, and nothing is hidden in it.

const SVG = "http://www.w3.org/2000/svg";

/** What is obeyed or not seen: controls, what turns the direction of a text, what has no width. As hidden.py has it for terminals; a
 * carriage return, which a browser does not obey, is left. */
const HIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|\p{Cf}|(?![\ufe0e\ufe0f]|(?<=\p{Ideographic})[\u{e0100}-\u{e01ef}])\p{DI}/gu;
const written = (text) => text.replace(HIDDEN, (each) => `\\u${each.codePointAt(0).toString(16).padStart(4, "0")}`);

/** @typedef {{tag: string|null, props: Record<string, any>, children: VNode[], key: any, text?: string, node?: Node}} VNode */

/** @returns {VNode} */
export function h(tag, props, ...children) {
  const given = props || {};
  return { tag, props: given, children: flatten(children, []), key: given.key };
}

function flatten(children, into) {
  for (const each of children) {
    if (each === null || each === undefined || each === false || each === true) continue;
    if (Array.isArray(each)) flatten(each, into);
    else if (typeof each === "object") into.push(each);
    else into.push({ tag: null, props: {}, children: [], key: undefined, text: written(String(each)) });
  }
  return into;
}

/** Makes `container` hold what is described; keeps nodes, focus and scroll where it can. */
export function render(container, described) {
  const after = flatten([described], []);
  patchChildren(container, container.vnodes || [], after, container.namespaceURI === SVG);
  container.vnodes = after;
}

function create(vnode, inSvg) {
  if (vnode.tag === null) return (vnode.node = document.createTextNode(vnode.text));
  const svg = vnode.tag === "svg" || (inSvg && vnode.tag !== "foreignObject");
  const node = svg ? document.createElementNS(SVG, vnode.tag) : document.createElement(vnode.tag);
  vnode.node = node;
  for (const name in vnode.props) setProp(node, name, undefined, vnode.props[name]);
  for (const child of vnode.children) node.appendChild(create(child, svg));
  vnode.props.ref?.(node);
  return node;
}

function patch(parent, before, after, inSvg) {
  if (before === after) return before.node;
  if (before.tag !== after.tag || before.key !== after.key) {
    const node = create(after, inSvg);
    parent.replaceChild(node, before.node);
    return node;
  }
  const node = (after.node = before.node);
  if (after.tag === null) {
    if (before.text !== after.text) node.data = after.text;
    return node;
  }
  for (const name in before.props) if (!(name in after.props)) setProp(node, name, before.props[name], undefined);
  for (const name in after.props) setProp(node, name, before.props[name], after.props[name]);
  patchChildren(node, before.children, after.children, inSvg || after.tag === "svg");
  return node;
}

function patchChildren(parent, before, after, inSvg) {
  const keyed = new Map();
  const plain = [];
  for (const each of before) each.key === undefined ? plain.push(each) : keyed.set(each.key, each);
  let next = 0;
  const kept = new Set();
  const nodes = after.map((each) => {
    let old = keyed.get(each.key);
    if (each.key === undefined) {
      // the next one of its tag: what comes before a field, or goes, must not take its place, and with it what is being typed
      let at = next;
      while (plain[at] && plain[at].tag !== each.tag) at += 1;
      if (plain[at]) { old = plain[at]; next = at + 1; }
    } else keyed.delete(each.key);
    if (old?.tag !== each.tag) return create(each, inSvg);
    kept.add(old);
    return patch(parent, old, each, inSvg);
  });
  for (const each of before) if (!kept.has(each) && each.node.parentNode === parent) remove(parent, each.node);
  let place = firstOwn(parent);
  for (const node of nodes) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}

const firstOwn = (parent) => parent.firstChild;

function remove(parent, node) {
  // a row that has the focus goes: the keyboard stays with the list that it stood in
  if (node.contains?.(document.activeElement)) parent.closest?.("[data-keeps-focus]")?.focus({ preventScroll: true });
  parent.removeChild(node);
}

function setProp(node, name, before, after) {
  if (before === after || name === "key" || name === "ref") return;
  if (name.startsWith("on")) node[name.toLowerCase()] = after || null;
  else if (name === "style") setStyle(node, before || {}, after || {});
  else if (name === "value" || name === "checked" || name === "open" || name === "indeterminate" || name === "selected") {
    if (before === undefined || node[name] !== after) node[name] = after ?? ""; // an option without a value has its text for one
  } else if (after === undefined || after === null || after === false) node.removeAttribute(name);
  else node.setAttribute(name, after === true ? "" : name === "href" || name === "src" ? String(after) : written(String(after)));
}

function setStyle(node, before, after) {
  for (const name in before) if (!(name in after)) node.style.removeProperty(name);
  for (const name in after) if (before[name] !== after[name]) node.style.setProperty(name, after[name]);
}
