// What a view asks the server for itself, and how it shows that it waits or was refused.
import { h } from "./vdom.js";
import { ask } from "./api.js";
import { t } from "./words.js";
import { app } from "./state.js";

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
  if (loaded.error) return h("div", { class: "empty", role: "alert" }, h("p", null, loaded.error.message));
  return h("p", { class: "muted note", "aria-busy": "true" }, t("Loading"));
}
