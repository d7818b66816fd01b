// Dialogs: one at a time, modal, with the focus inside and back where it was.
import { h } from "./vdom.js";
import { icon } from "./icons.js";
import { button } from "./parts.js";
import { t } from "./words.js";
import { app } from "./state.js";

let current = null;
let before = null;

export function installDialogs() {
  app.openDialog = (title, draw, { kind = "", onClose = null } = {}) => {
    if (!current) before = document.activeElement;
    current = { title, draw, kind, onClose };
    app.redraw();
  };
  app.closeDialog = () => {
    const closed = current;
    current = null;
    document.querySelector("dialog[open]")?.close(); // at once: the next key is for the page
    app.redraw();
    closed?.onClose?.();
    before?.focus?.();
  };
  app.confirm = (question, yes = t("Yes")) => new Promise((done) => {
    const answer = (value) => { choice = value; app.closeDialog(); };
    let choice = false;
    app.openDialog(t("Are you sure?"), () => h("div", null, h("p", null, question), h("div", { class: "buttons end" },
      button(t("Cancel"), () => answer(false), { kind: "quiet" }), button(yes, () => answer(true), { kind: "primary" }))), { onClose: () => done(choice) });
  });
  app.askText = (question, yes) => new Promise((done) => {
    let text = "";
    let isSent = false;
    app.openDialog(question, () => h("form", { onSubmit: (event) => { event.preventDefault(); isSent = true; app.closeDialog(); } },
      h("label", null, t("Why"), h("textarea", { rows: 3, required: true, onInput: (event) => { text = event.target.value; } })),
      h("div", { class: "buttons end" }, button(t("Cancel"), () => app.closeDialog(), { kind: "quiet" }), h("button", { class: "button primary", type: "submit" }, yes))), { onClose: () => done(isSent ? text.trim() : "") });
  });
}

export function drawDialog() {
  if (!current) return null;
  const { title, draw, kind } = current;
  return h("dialog", {
    key: `dialog-${title}`, class: `dialog ${kind}`, "aria-label": title,
    ref: (node) => queueMicrotask(() => { node.showModal(); node.querySelector("[autofocus], textarea, input:not([type=checkbox])")?.focus(); }),
    onCancel: (event) => { event.preventDefault(); app.closeDialog(); },
    onClick: (event) => { if (event.target === event.currentTarget) app.closeDialog(); },
  },
    h("div", { class: "dialog-inner" },
      kind === "palette" ? null : h("header", { class: "dialog-head" }, h("h2", null, title), h("button", { type: "button", class: "button quiet", "aria-label": t("Close"), onClick: () => app.closeDialog() }, icon("cross"))),
      draw()));
}
