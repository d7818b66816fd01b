// The one place where the state of the page is held, and who is told when it changes.
import { EMPTY } from "./store.js";

const watchers = new Set();

export const app = {
  state: EMPTY,
  menuOpen: false,
  /** Filled in by app.js: what a card or a view may ask for. */
  openSource: (_place, _run) => {},
  openId: (_id) => {},
  openPanel: (_panel) => {},
  closePanel: () => {},
  act: async (_command, _told) => false,
  confirm: async (_question) => false,
  toast: (_text, _options) => {},
  refresh: () => {},
  loadPages: (_thread, _ranges) => {},
};

export function setState(next) {
  if (next === app.state) return;
  app.state = next;
  for (const each of watchers) each();
}

export function watch(call) {
  watchers.add(call);
  return () => watchers.delete(call);
}
