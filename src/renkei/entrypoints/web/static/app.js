// The shell: what is around every view, where each view stands, and the way news take to the page.
import { h, render } from "./vdom.js";
import { icon } from "./icons.js";
import { ask, giveCommand, pathOf, Refusal } from "./api.js";
import { channelsOf, directsOf, isLive, mentionsOf, mineOf, readRoute, setConnection, startAnew, takeEvents, takePage, takeSnapshot } from "./store.js";
import { app, setState, watch } from "./state.js";
import { openStream } from "./stream.js";
import { clockTime, count, currentLanguage, loadWords, t, w } from "./words.js";
import { bind, isTyping, listenToKeys, openHelp } from "./keys.js";
import { button } from "./parts.js";
import { needsView } from "./view-needs.js";
import { makeThreadView, threadTitle } from "./view-thread.js";
import { chooseOption, openReply, pauseRun, resumeRun } from "./answers.js";
import { drawDialog, installDialogs } from "./dialogs.js";
import { drawPanel, installPanels } from "./panel.js";
import { NAVIGATION, VIEWS } from "./views.js";
import { openPalette } from "./palette.js";

const ICON = new URL("icon.svg", import.meta.url).pathname;

// Where the page is: the part of the address behind #.

let view = needsView;
let route = "";

function openRoute() {
  const path = location.hash.replace(/^#\/?/, "") || "needs";
  if (path === route) return;
  route = path;
  const { parts: [name, ...rest], query } = readRoute(path);
  view.leave?.();
  view = makeView(name, rest, query) || needsView;
  app.menuOpen = false;
  app.redraw();
  queueMicrotask(() => { if (!isTyping(document.activeElement)) document.querySelector("#main")?.focus({ preventScroll: true }); });
  document.title = `${view.title()} · ${app.state.project || "Renkei"}`;
}

function makeView(name, rest, query) {
  if (name === "needs") return needsView;
  if (name === "channel" || name === "direct") {
    const made = makeThreadView((name === "channel" ? "#" : "@") + rest.join("/"));
    const number = query.get("n");
    made.begin(/^\d+$/.test(number ?? "") ? Number(number) : null);
    return made;
  }
  return VIEWS[name]?.(rest, query);
}

const threadHash = (name, number) => `#/${name.startsWith("#") ? "channel" : "direct"}/${encodeURIComponent(name.slice(1))}${number === undefined ? "" : `?n=${number}`}`;

// The frame.

function link(address, sign, text, count, { isCurrent, isLoud = false, tone } = {}) {
  return h("a", { key: address, href: address, class: `nav${count ? " has-count" : ""}`, "aria-current": isCurrent ? "page" : null },
    typeof sign === "string" ? icon(sign) : sign, h("span", { class: "nav-text" }, text),
    count ? h("span", { class: `count${isLoud ? " loud" : ""}${tone || ""}` }, count > 999 ? "999+" : count) : null);
}

function drawSidebar() {
  const { state } = app;
  const section = route.split("/")[0].split("?")[0];
  const here = view.name;
  return h("nav", { class: `sidebar${app.menuOpen ? " open" : ""}`, id: "sidebar", "aria-label": t("Views and threads"), tabindex: -1 },
    h("div", { class: "nav-group" }, NAVIGATION.map(([name, sign, text]) =>
      link(`#/${name}`, sign, t(text), name === "needs" ? mineOf(state).length + mentionsOf(state).length : name === "blockers" ? state.blockers.length : 0, { isCurrent: section === name, isLoud: name === "needs" }))),
    h("h2", { class: "nav-title" }, t("Channels")),
    h("div", { class: "nav-group" }, channelsOf(state).map((each) => link(threadHash(each.name), "hash", each.name.slice(1), each.unread, { isCurrent: here === each.name }))),
    directsOf(state).length ? h("h2", { class: "nav-title" }, t("Direct")) : null,
    h("div", { class: "nav-group" }, directsOf(state).slice(0, 40).map((each) => link(threadHash(each.name), "at", threadTitle(each.name), each.unread, { isCurrent: here === each.name }))));
}

const CONNECTION = { live: [w("live"), "good"], connecting: [w("connecting"), "idle"], reconnecting: [w("reconnecting"), "wait"] };

function drawTop() {
  const { state } = app;
  const [word, tone] = CONNECTION[state.connection];
  const run = state.runs.find((each) => !each.ended);
  const waiting = mineOf(state).length;
  return h("header", { class: "top", id: "top", tabindex: -1 },
    h("button", { type: "button", class: "button quiet only-narrow", "aria-label": t("Menu"), "aria-expanded": app.menuOpen ? "true" : "false", "aria-controls": "sidebar", onClick: () => { app.menuOpen = !app.menuOpen; app.redraw(); } }, icon("menu")),
    h("a", { class: "brand", href: "#/needs" }, h("img", { src: ICON, width: 24, height: 24, alt: "" }), h("span", null, state.project || "Renkei")),
    h("div", { class: "crumbs" }, run ? h("a", { href: `#/runs/${run.id}` }, `${run.playbook} ${run.id}`) : state.phase ? h("span", null, state.phase) : null, state.goal ? h("span", { class: "muted goal", title: state.goal }, state.goal) : null),
    h("form", { class: "find", role: "search", "aria-label": t("Search messages"), onSubmit: (event) => { event.preventDefault(); location.hash = `#/search?q=${encodeURIComponent(event.target.elements.q.value)}`; } },
      icon("search", 14), h("input", { name: "q", id: "find", type: "search", "aria-label": t("Search messages"), placeholder: t("Search  from: type: is:open"), autocomplete: "off" }), h("kbd", { "aria-hidden": "true" }, "/")),
    h("span", { class: "grow" }),
    h("span", { class: `connection tone-${tone}`, role: "status" }, h("span", { class: "dot", "aria-hidden": "true" }), state.connection === "live" ? t("live") : state.lastNews ? t("{state} since {time}", { state: t(word), time: clockTime(state.lastNews) }) : t(word)),
    state.me.name ? h("span", { class: "me muted" }, icon("person", 14), state.me.name, state.me.role === "viewer" ? ` · ${t("looks only")}` : null) : null,
    h("a", { class: `waiting${waiting ? " some" : ""}`, href: "#/needs" }, t("{n} waiting", { n: waiting })),
    run && (run.state === "running" || run.state === "waiting") ? button(t("Pause"), () => pauseRun(run.id), { sign: "pause", disabled: !isLive(state), title: t("Pause {run}", { run: run.id }), key: "pause" }) : null,
    run && run.state === "paused" ? button(t("Go on"), () => resumeRun(run.id), { kind: "primary", sign: "play", disabled: !isLive(state), key: "pause" }) : null,
    button("", toggleTheme, { kind: "quiet", sign: theme() === "dark" ? "sun" : "moon", label: theme() === "dark" ? t("Light colours") : t("Dark colours"), key: "theme" }),
    button(currentLanguage() === "ja" ? "EN" : "日本語", toggleLanguage, { kind: "quiet", label: currentLanguage() === "ja" ? "English" : "日本語", key: "language" }),
    button("", openHelp, { kind: "quiet", sign: "question", label: t("Keys and help") }));
}

function draw() {
  const main = h("main", { id: "main", class: `main view-${route.split("/")[0].split("?")[0]}`, tabindex: -1, "aria-label": view.title() },
    h("div", { class: "main-head" }, h("h1", null, view.title()), view.tools?.() ?? null),
    h("div", { class: "main-body", key: route.split("?")[0] }, view.draw()));
  render(document.querySelector("#app"), [
    h("a", { key: "skip", class: "skip", href: "#main", onClick: (event) => { event.preventDefault(); document.querySelector("#main").focus(); } }, t("To the content")),
    h("div", { key: "frame", class: `frame${app.panel ? " has-panel" : ""}` }, drawTop(), drawSidebar(), main, drawPanel()),
    drawDialog(), drawToasts(),
  ]);
}

let isScheduled = false;
app.redraw = () => {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => { isScheduled = false; draw(); });
};

// News: the log comes as a stream; what cannot be told from it is asked for, a moment later and not too often.

let refreshing = null;
let again = false;

app.refresh = async () => {
  if (refreshing) { again = true; return refreshing; }
  refreshing = (async () => {
    try {
      const snapshot = await ask("/api/snapshot", { signal: AbortSignal.timeout(10_000) });
      setState(takeSnapshot(app.state, snapshot)); // of the state as it is by now
      view.refresh?.();
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) location.reload();
    }
    await new Promise((done) => setTimeout(done, 150));
    refreshing = null;
    if (again) { again = false; app.refresh(); }
  })();
  return refreshing;
};

const stream = openStream({
  onEvents(events) {
    if (app.state.seq === null) return; // the snapshot is still to come, and the stream begins where that ends
    const { state, isStale, posts } = takeEvents(setConnection(app.state, "live", Date.now()), events);
    setState(state);
    if (isStale) app.refresh();
    announce(posts.length);
  },
  async onReset() {
    setState(startAnew(app.state));
    await begin();
    view.begin?.(null);
  },
  onState(connection) {
    const isKnown = connection === "live" && app.state.connection === "live";
    setState(setConnection(app.state, connection, Date.now()));
    if (!isKnown) app.refresh(); // also where it is not live: who may look no more is told so
  },
});

async function begin() {
  try {
    const [snapshot, me] = await Promise.all([ask("/api/snapshot"), ask("/api/me")]);
    setState({ ...takeSnapshot(app.state, snapshot), me }); // of the state as it is by now
    stream.begin(app.state.place);
  } catch {
    setState(setConnection(app.state, "reconnecting", Date.now()));
    setTimeout(begin, 1500);
  }
}

const asked = new Set();
app.loadPages = async (thread, ranges) => {
  for (const [first, last] of ranges) {
    const key = `${thread} ${first} ${last}`;
    if (asked.has(key)) continue;
    asked.add(key);
    const query = first === null ? "" : `?from=${first}&to=${last}`;
    const known = app.state.seq;
    ask(pathOf("channels", thread, "messages") + query)
      .then((page) => setState(takePage(app.state, page)))
      .catch((error) => (error.status === 404 ? beginThread(thread, known) : null))
      .finally(() => asked.delete(key));
  }
};

/** A thread that nobody has written in yet; if something came meanwhile, it may have begun with that. */
function beginThread(thread, known) {
  if (app.state.seq === known) setState(takePage(app.state, { thread, total: 0, first: 0, items: [], seq: known }));
  else setTimeout(() => app.loadPages(thread, [[null, null]]), 100);
}

// Telling who cannot see: a summary now and then, at once only what waits for the person.

let heard = 0;
let heardAt = 0;
let needsHeard = null;

function announce(more) {
  heard += more;
  const now = Date.now();
  if (heard && now - heardAt > 5000) {
    document.querySelector("#polite").textContent = count(heard, w("{n} new message"), w("{n} new messages"));
    heard = 0;
    heardAt = now;
  }
}

function announceNeeds() {
  const mine = mineOf(app.state);
  const ids = new Set(mine.map((each) => each.id));
  const fresh = needsHeard && mine.filter((each) => !needsHeard.has(each.id));
  needsHeard = ids;
  const marker = mine.length ? `(${mine.length}) ` : "";
  document.title = `${marker}${view.title()} · ${app.state.project || "Renkei"}`;
  if (!fresh?.length) return;
  document.querySelector("#urgent").textContent = t("Waits for you: {title}", { title: fresh[0].title });
  if (document.hidden && globalThis.Notification?.permission === "granted") new Notification(t("Renkei waits for you"), { body: fresh[0].title });
}

// Doing something: shown as under way, then as done or why not.

app.act = async (command, told, { undo = null, quiet = false } = {}) => {
  try {
    // keys know nothing of buttons that are off
    if (!isLive(app.state)) throw new Error(app.state.me.role === "operator" ? t("Not connected: nothing can be sent now") : t("You may look, not act."));
    const answer = await giveCommand(command);
    if (told) app.toast(told, { undo, tone: "good" });
    for (const each of answer.warnings || []) app.toast(each, { tone: "wait" });
    await app.refresh();
    return true;
  } catch (error) {
    if (quiet) return error;
    app.toast(error.message, { tone: "bad", rule: error.rule });
    return false;
  }
};

const toasts = [];
app.toast = (text, { tone = "idle", undo = null, rule = null } = {}) => {
  const toast = { text, tone, undo, rule, id: Math.random() };
  toasts.push(toast);
  app.redraw();
  setTimeout(() => dropToast(toast), tone === "bad" || undo ? 12000 : 6000);
};
function dropToast(toast) {
  const place = toasts.indexOf(toast);
  if (place >= 0) toasts.splice(place, 1);
  app.redraw();
}
function undoLast() {
  const last = toasts.findLast((each) => each.undo);
  if (!last) return false;
  dropToast(last);
  return last.undo();
}
function drawToasts() {
  return h("div", { key: "toasts", class: "toasts", role: "status", "aria-live": "polite" }, toasts.map((each) => h("div", { key: each.id, class: `toast tone-${each.tone}` },
    h("span", null, each.text, each.rule ? h("span", { class: "muted" }, ` [${each.rule}]`) : null),
    each.undo ? button(t("Undo"), () => { dropToast(each); each.undo(); }, { kind: "quiet" }) : null,
    h("button", { type: "button", class: "button quiet", "aria-label": t("Close"), onClick: () => dropToast(each) }, icon("cross", 14)))));
}

// How it looks, and in which language.

const theme = () => document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
function toggleTheme() {
  document.documentElement.dataset.theme = theme() === "dark" ? "light" : "dark";
  localStorage.setItem("renkei.theme", document.documentElement.dataset.theme);
  app.redraw();
}
async function toggleLanguage() {
  const next = currentLanguage() === "ja" ? "en" : "ja";
  localStorage.setItem("renkei.lang", next);
  await loadWords(next);
  location.reload();
}

// Going somewhere.

app.isAtNeeds = () => view === needsView;
/** Whether the view itself shows what waits. */
app.shows = (need) => view.shows?.(need) ?? false;
app.go = (address) => { location.hash = address; };
app.threadHash = threadHash;
app.openMessage = async (id) => {
  const found = await ask(pathOf("messages", id)).catch((error) => { app.toast(error.message, { tone: "bad" }); });
  if (found) app.openPanel({ kind: "message", id, found });
};
app.openId = (id, kind) => {
  if (kind === "contract" || /^TC-/.test(id)) app.go(`#/contracts/${encodeURIComponent(id)}`);
  else if (/^R-\d+$/.test(id)) app.go(`#/runs/${id}`);
  else if (/^BLK-/.test(id)) app.go("#/blockers");
  else app.openMessage(id);
};
app.jumpToMessage = (found) => {
  if (view.name === found.thread) view.jump(found.number);
  else app.go(threadHash(found.thread, found.number));
};

function nextNeed(step = 1) {
  const items = [...document.querySelectorAll("[data-need]")];
  if (!items.length) { app.go("#/needs"); return; }
  const at = items.findIndex((each) => each.contains(document.activeElement));
  const next = items[(at + step + items.length) % items.length];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

const focusedNeed = () => {
  const id = document.activeElement?.closest?.("[data-need]")?.dataset.need;
  const byCard = document.activeElement?.closest?.("[data-index]") && view.current?.()?.id;
  return app.state.needs.find((each) => each.id === id) || app.state.needs.find((each) => byCard && each.message === byCard);
};

function moveInList(step) {
  if (view.move) view.move(step);
  else {
    const rows = [...document.querySelectorAll("#main [data-need], #main [data-row], #main tbody tr[tabindex]")];
    if (!rows.length) return false;
    const at = rows.findIndex((each) => each.contains(document.activeElement));
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  }
}

function cycleLandmarks(step) {
  const marks = ["#top", "#sidebar", "#main", "#panel", "#write"].map((each) => document.querySelector(each)).filter((each) => each && each.offsetParent !== null);
  const at = marks.findIndex((each) => each.contains(document.activeElement));
  const next = marks[(at + step + marks.length) % marks.length];
  next?.classList.add("landed");
  next?.addEventListener("blur", () => next.classList.remove("landed"), { once: true });
  next?.focus();
}

function bindKeys() {
  const moving = w("Moving"), acting = w("Acting"), going = w("Going somewhere");
  bind("j / ArrowDown", moving, w("Next message or entry"), () => moveInList(1));
  bind("k / ArrowUp", moving, w("The one before"), () => moveInList(-1));
  bind("Home", moving, w("To the first message"), () => (view.home ? view.home() : false));
  bind("End", moving, w("To the newest message"), () => (view.end ? view.end() : false));
  bind("F6", moving, w("Next part of the page"), () => cycleLandmarks(1), { always: true });
  bind("Shift-F6", moving, w("Part of the page before"), () => cycleLandmarks(-1), { always: true });
  bind("n", acting, w("Next that needs you"), () => nextNeed());
  bind("1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 / 9", acting, w("Choose an option"), (event) => { const need = focusedNeed(); return need ? chooseOption(need, Number(event.key) - 1) : false; });
  bind("a", acting, w("Approve: the recommended option"), () => { const need = focusedNeed(); const at = need?.options.findIndex((each) => each.label === need.recommended || /^(approve|yes|merge)$/i.test(each.label)) ?? -1; return at >= 0 ? chooseOption(need, at) : false; });
  bind("r", acting, w("Reply"), () => { const need = focusedNeed(); if (need) openReply(need); else document.querySelector("#write")?.focus(); });
  bind("p", acting, w("Pause the run, or go on with it"), () => { const run = app.state.runs.find((each) => !each.ended); if (!run) return false; return run.state === "paused" ? resumeRun(run.id) : pauseRun(run.id); });
  bind("u", acting, w("Undo"), undoLast);
  bind("Enter", acting, w("Open what is focused"), () => { const message = view.current?.(); if (message && document.activeElement?.closest("[data-index]") === document.activeElement) app.openMessage(message.id); else return false; });
  bind("/", going, w("Search"), () => document.querySelector("#find").focus());
  bind("Ctrl-K", going, w("Go to anything"), () => openPalette(), { always: true });
  for (const [name, , text, key] of NAVIGATION) bind(`g ${key}`, going, text, () => app.go(`#/${name}`));
  bind("g m", going, w("Messages"), () => app.go(threadHash(channelsOf(app.state)[0]?.name || "#general")));
  bind("?", going, w("Keys and help"), () => openHelp());
  bind("Escape", going, w("Back"), () => { if (app.panel) app.closePanel(); else if (app.menuOpen) { app.menuOpen = false; app.redraw(); } else return false; }, { always: true });
}

async function start() {
  const chosen = localStorage.getItem("renkei.theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
  installDialogs();
  installPanels();
  bindKeys();
  listenToKeys();
  await Promise.all([loadWords(localStorage.getItem("renkei.lang")), begin()]);
  addEventListener("hashchange", openRoute);
  watch(() => { app.redraw(); announceNeeds(); });
  openRoute();
  announceNeeds();
  setInterval(app.redraw, 15000);
}

start();
