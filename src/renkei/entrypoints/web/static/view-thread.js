// A channel or a direct thread: messages of any number, followed at the end, with where to write below.
import { h } from "./vdom.js";
import { icon } from "./icons.js";
import { card, placeholder } from "./cards.js";
import { empty, nameOf } from "./parts.js";
import { count, t, w } from "./words.js";
import { app } from "./state.js";
import { isLive, missingPages } from "./store.js";
import { composer } from "./composer.js";
import "./virtual-list.js";

const drawn = new WeakMap();
let seenAt = new Map();

/** The same message is described once, so that it is not looked at again while it does not change. */
function rowOf(kept, index, needs) {
  const message = kept.items.get(index);
  if (!message) return placeholder(index);
  const found = drawn.get(message);
  if (found && found.needs === needs && found.index === index && found.live === app.state.connection) {
    return found.vnode;
  }
  const isAsked = message.type === "DECISION_REQUEST";
  const vnode = found && !isAsked && found.index === index ? found.vnode : card(message, { index });
  drawn.set(message, { vnode, needs, index, live: app.state.connection });
  return vnode;
}

export function threadTitle(name) {
  if (name === "@all") return t("Everybody");
  return name.startsWith("#") ? name : name.slice(1).split("~").map(nameOf).join(" ⇄ ");
}

export function makeThreadView(name) {
  let node = null;
  let isFollowing = true;
  let above = 0;
  const view = {
    name,
    title: () => threadTitle(name),
    kept: () => app.state.pages.get(name),
    begin(number) {
      view.wanted = number;
      if (!view.kept()) app.loadPages(name, [[null, null]]);
    },
    draw() {
      const kept = view.kept();
      const total = kept?.total ?? 0;
      if (node && kept) show(node, kept);
      return h("div", { class: "thread" },
        kept && !total ? empty("hash", t("Nothing has been said here yet"), t("Write below, or have an agent post here: renkei chat {channel} TEXT", { channel: name.slice(1) })) : null,
        h("r-list", {
          key: `list-${name}`, role: "feed", "aria-label": t("Messages in {thread}", { thread: threadTitle(name) }), "aria-busy": kept ? "false" : "true",
          class: total ? null : "hidden",
          ref: (made) => { node = made; node.onrange = range; node.onfollow = follow; queueMicrotask(() => view.kept() && show(node, view.kept())); },
        }),
        !isFollowing && total - above > 0 ? h("button", { type: "button", class: "new-pill", onClick: () => node.jumpToEnd() }, icon("down", 14), count(total - above, w("{n} new message"), w("{n} new messages"))) : null,
        composer(name));
    },
    move: (step) => node?.move(step),
    home: () => node?.jumpTo(0),
    end: () => node?.jumpToEnd(),
    jump(number) {
      view.wanted = number;
      if (node && view.kept()) show(node, view.kept());
    },
    current() {
      const kept = view.kept();
      return kept && node ? kept.items.get(node.focused) : undefined;
    },
  };
  function show(list, kept) {
    const needs = app.state.needs;
    list.show({ id: name, total: kept.total, row: (index) => rowOf(kept, index, needs) });
    if (view.wanted !== undefined && view.wanted !== null) {
      const number = view.wanted;
      view.wanted = null;
      requestAnimationFrame(() => list.jumpTo(Math.min(number, kept.total - 1)));
    }
    if (isFollowing) markRead();
  }
  function range(first, last) {
    const kept = view.kept();
    if (!kept) return;
    const ranges = missingPages(kept, first, last);
    if (ranges.length) app.loadPages(name, ranges);
  }
  function follow(atEnd) {
    isFollowing = atEnd;
    above = view.kept()?.total ?? 0;
    app.redraw?.();
  }
  /** What has been seen to its end is read, by the same command as `renkei chat`. */
  function markRead() {
    const known = app.state.threads.find((each) => each.name === name);
    if (!known || !known.unread || document.hidden || !isLive(app.state) || !name.startsWith("#")) return;
    if (Date.now() - (seenAt.get(name) || 0) < 3000) return;
    seenAt.set(name, Date.now());
    app.act({ type: "ReadChannel", reader: "person", channel: name.slice(1) }, null);
  }
  return view;
}
