// Asking the server, and how a view shows that it waits. What goes wrong is told in the words that it answers with.
import { h } from "./vdom.js";
import { icon } from "./icons.js";
import { inline } from "./text.js";
import { currentLanguage, t } from "./words.js";
import { app } from "./state.js";

export class Refusal extends Error {
  constructor(status, document) {
    super(document?.error?.message || `HTTP ${status}`);
    this.status = status;
    this.rule = document?.error?.rule;
    this.problems = document?.error?.problems || [];
  }
}

/** What the server says no with, it says in the reader's language. */
export async function ask(path, { headers, ...options } = {}) {
  const said = { Accept: "application/json", "Accept-Language": currentLanguage(), ...headers };
  const answer = await fetch(path, { ...options, headers: said }).catch(() => null);
  const document = await answer?.json().catch(() => null);
  if (answer && !answer.ok) throw new Refusal(answer.status, document);
  if (!document) throw new Error(t("The server did not answer. Try again: nothing is done twice.")); // or not to its end
  return document;
}

/** What was sent and has no answer yet, or never got one, with its id. */
const unanswered = new Map();

/** Gives a command as the person. It is done once, however often it is sent until the server has answered: a second click, or
 * another try after the network was gone, has the id of the first. */
export async function giveCommand(command) {
  const text = JSON.stringify(command);
  if (!unanswered.has(text)) unanswered.set(text, newId());
  try {
    const answer = await ask("/api/actions", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ id: unanswered.get(text), command }),
    });
    unanswered.delete(text);
    return answer;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) unanswered.delete(text);
    throw error;
  }
}

/** Not randomUUID: a browser has that on HTTPS and on its own machine alone. */
const newId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((each) => each.toString(36)).join("-");

export const pathOf = (...parts) => "/api/" + parts.map(encodeURIComponent).join("/");

/** Data from one address: `value` when it has come; asked for again with `refresh`. */
export function load(address) {
  const loaded = { value: null, error: null, refresh: null };
  loaded.refresh = async () => {
    try {
      loaded.value = await ask(typeof address === "function" ? address() : address);
      loaded.error = null;
    } catch (error) {
      loaded.error = error;
    }
    app.redraw();
  };
  loaded.refresh();
  return loaded;
}

export function whenLoaded(loaded, draw) {
  if (loaded.value) return draw(loaded.value);
  if (loaded.error) return h("div", { class: "empty", role: "alert" }, h("span", { class: "empty-sign" }, icon("alert", 32)), h("p", null, inline(loaded.error.message)));
  return h("p", { class: "muted note", "aria-busy": "true" }, t("Loading"));
}
