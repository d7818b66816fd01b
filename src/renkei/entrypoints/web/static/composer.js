// Writing as the person: free text at once, or a typed message with the fields that its schema has.
import { h } from "./vdom.js";
import { button } from "./parts.js";
import { TYPES } from "./cards.js";
import { t } from "./words.js";
import { app } from "./state.js";
import { ask, pathOf } from "./api.js";
import { isLive } from "./store.js";

const drafts = new Map();
let sending = null;

const recipients = (thread) => (thread.startsWith("#") ? thread : thread === "@all" ? "all" : thread.slice(1).split("~").filter((each) => each !== "person" && each !== "system"));

async function post(thread) {
  const text = (drafts.get(thread) || "").trim();
  if (!text || sending) return;
  sending = thread;
  app.redraw();
  const done = await app.act({ type: "PostMessage", message: { type: "FREEFORM", to: recipients(thread), payload: { body: text } } }, null);
  sending = null;
  if (done) drafts.delete(thread);
  app.redraw();
}

/** Names that fit what is being typed behind an @. */
function fitting(text, place) {
  const found = /(?:^|\s)@([\p{L}\p{N}_.-]*)$/u.exec(text.slice(0, place));
  const names = found ? app.state.agents.map((each) => each.id).filter((each) => each.startsWith(found[1])) : [];
  // a name that stands there whole is meant: Enter sends
  return names.includes(found?.[1]) ? [] : names.slice(0, 6).map((each) => ({ name: each, typed: found[1] }));
}

let offered = [];
let chosen = 0;

function takeName(thread, input, name, typed) {
  const text = input.value;
  const place = input.selectionStart;
  const next = `${text.slice(0, place - typed.length)}${name} ${text.slice(place)}`;
  drafts.set(thread, next);
  input.value = next;
  input.selectionStart = input.selectionEnd = place - typed.length + name.length + 1;
  offered = [];
  app.redraw();
}

export function composer(thread) {
  const off = !isLive(app.state);
  const isSystems = thread.includes("system");
  if (isSystems) return h("p", { class: "composer note muted" }, t("Renkei itself writes here: nobody reads answers."));
  const listen = (event) => {
    const input = event.target;
    if (event.isComposing) return; // the key is for what is being converted
    if (offered.length && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      chosen = (chosen + (event.key === "ArrowDown" ? 1 : offered.length - 1)) % offered.length;
      event.preventDefault();
      app.redraw();
    } else if (offered.length && (event.key === "Enter" || event.key === "Tab")) {
      event.preventDefault();
      takeName(thread, input, offered[chosen].name, offered[chosen].typed);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      post(thread);
    } else if (event.key === "Escape") {
      if (offered.length) { offered = []; app.redraw(); event.stopPropagation(); } else input.blur();
    }
  };
  return h("form", { class: "composer", onSubmit: (event) => { event.preventDefault(); post(thread); } },
    offered.length ? h("ul", { class: "offer", id: "offer", role: "listbox", "aria-label": t("Agents") }, offered.map((each, place) =>
      h("li", { role: "option", id: `offer-${place}`, "aria-selected": place === chosen ? "true" : "false", onMousedown: (event) => { event.preventDefault(); takeName(thread, document.querySelector("#write"), each.name, each.typed); } }, `@${each.name}`))) : null,
    h("label", { class: "sr", for: "write" }, t("Message to {thread}", { thread })),
    h("textarea", {
      id: "write", rows: 1, value: drafts.get(thread) || "", disabled: off || null, maxlength: 20000,
      placeholder: app.state.me.role !== "operator" ? t("You may look, not act.") : off ? t("Not connected: nothing can be sent now") : t("Write here, @ mentions an agent"),
      "aria-controls": offered.length ? "offer" : null, "aria-activedescendant": offered.length ? `offer-${chosen}` : null,
      onInput: (event) => { drafts.set(thread, event.target.value); offered = fitting(event.target.value, event.target.selectionStart); chosen = 0; grow(event.target); app.redraw(); },
      onKeydown: listen,
    }),
    button(t("Typed"), () => openTyped({ to: [].concat(recipients(thread)).join(", ") }), { kind: "quiet", title: t("A typed message with its fields"), disabled: off, sign: "contract" }),
    h("button", { class: "button primary", type: "submit", disabled: off || sending === thread || !(drafts.get(thread) || "").trim() || null }, sending === thread ? t("Sending") : t("Send")));
}

function grow(input) {
  input.style.height = "auto";
  input.style.height = `${Math.min(160, input.scrollHeight)}px`;
}

// The form of a typed message: made from the schema, so that it asks for what the protocol asks for.

export async function openTyped({ to = "", type = "FREEFORM", reply = null } = {}) {
  const form = { type, to, reply, values: {}, priority: "normal", summary: "", problems: [], schema: null };
  await loadSchema(form);
  app.openDialog(t("Typed message"), () => drawForm(form));
}

const schemas = new Map();
async function loadSchema(form) {
  if (!schemas.has(form.type)) schemas.set(form.type, await ask(pathOf("schemas", form.type)));
  form.schema = schemas.get(form.type);
  form.values = {};
}

function drawForm(form) {
  const set = (part) => { Object.assign(form, part); app.redraw(); };
  const names = [...app.state.agents.map((each) => each.id), "all", "#general"];
  return h("form", { class: "typed", onSubmit: (event) => { event.preventDefault(); sendTyped(form); } },
    h("div", { class: "two" },
      h("label", null, t("Type"), h("select", { value: form.type, onChange: async (event) => { form.type = event.target.value; await loadSchema(form); set({ problems: [] }); } }, TYPES.map((each) => h("option", { value: each, selected: each === form.type }, each)))),
      h("label", null, t("Priority"), h("select", { value: form.priority, onChange: (event) => set({ priority: event.target.value }) }, ["blocking", "high", "normal", "low"].map((each) => h("option", { value: each, selected: each === form.priority }, each))))),
    h("label", null, t("To (agents, #channel or all; several with commas)"),
      h("input", { value: form.to, required: true, list: "known-names", onInput: (event) => { form.to = event.target.value; } }), h("datalist", { id: "known-names" }, names.map((each) => h("option", { value: each })))),
    h("label", null, t("In one line (may be left out)"), h("input", { value: form.summary, onInput: (event) => { form.summary = event.target.value; } })),
    h("fieldset", null, h("legend", null, form.type), form.schema ? drawFields(form, form.schema, form.schema, form.values, "payload") : null),
    form.problems.length ? h("ul", { class: "problems", role: "alert" }, form.problems.map((each) => h("li", null, each))) : null,
    h("div", { class: "buttons end" }, button(t("Cancel"), () => app.closeDialog(), { kind: "quiet" }), h("button", { class: "button primary", type: "submit" }, t("Send"))));
}

const resolve = (schema, root) => {
  if (schema.$ref) return resolve(root.$defs[schema.$ref.split("/").pop()], root);
  const choices = (schema.anyOf || schema.oneOf || []).filter((each) => each.type !== "null");
  return choices.length ? { ...resolve(choices[0], root), optional: (schema.anyOf || []).some((each) => each.type === "null") } : schema;
};

function drawFields(form, schema, root, values, path) {
  const required = new Set(schema.required || []);
  return Object.entries(schema.properties || {}).filter(([name]) => name !== "task_contract").map(([name, given]) => {
    const field = resolve(given, root);
    return drawField(form, name, field, root, values, `${path}.${name}`, required.has(name));
  });
}

function drawField(form, name, field, root, values, path, isRequired) {
  const label = h("span", { class: "field-name" }, name, isRequired ? h("span", { class: "muted" }, ` · ${t("required")}`) : null);
  const set = (value) => { values[name] = value; };
  if (field.enum) return h("label", { key: path }, label, h("select", { value: values[name] ?? "", required: isRequired || null, onChange: (event) => set(event.target.value || undefined) }, isRequired ? null : h("option", { value: "" }, "–"), isRequired && values[name] === undefined ? h("option", { value: "" }, "–") : null, field.enum.map((each) => h("option", { value: each, selected: values[name] === each }, each))));
  if (field.type === "boolean") return h("label", { key: path, class: "check" }, h("input", { type: "checkbox", checked: Boolean(values[name]), onChange: (event) => set(event.target.checked), ref: () => { if (isRequired) values[name] ??= false; } }), label);
  if (field.type === "integer" || field.type === "number") return h("label", { key: path }, label, h("input", { type: "number", step: field.type === "integer" ? 1 : "any", value: values[name] ?? "", onInput: (event) => set(event.target.value === "" ? undefined : Number(event.target.value)) }));
  if (field.type === "array") return drawArray(form, name, resolve(field.items || {}, root), root, values, path, isRequired, label);
  if (field.type === "object" && field.properties) {
    values[name] ??= {};
    return h("fieldset", { key: path }, h("legend", null, name), drawFields(form, field, root, values[name], path));
  }
  const isLong = /description|summary|content|body|rationale|question|analysis|resolution|needed|scope|failure/.test(name);
  return h("label", { key: path }, label, isLong
    ? h("textarea", { rows: 2, value: values[name] ?? "", required: isRequired || null, onInput: (event) => set(event.target.value || undefined) })
    : h("input", { value: values[name] ?? "", required: isRequired || null, onInput: (event) => set(event.target.value || undefined) }));
}

function drawArray(form, name, item, root, values, path, isRequired, label) {
  if (isRequired) values[name] ??= [];
  if (item.type !== "object" || !item.properties) {
    return h("label", { key: path }, label, h("span", { class: "muted small" }, t("one on each line")), h("textarea", { rows: 2, value: (values[name] || []).join("\n"), onInput: (event) => { const lines = event.target.value.split("\n").filter((each) => each.trim()); values[name] = lines.length || isRequired ? lines : undefined; } }));
  }
  const rows = (values[name] ??= []);
  return h("fieldset", { key: path }, h("legend", null, name),
    rows.map((each, place) => h("fieldset", { key: `${path}.${place}` }, h("legend", null, `${place + 1}`), drawFields(form, item, root, each, `${path}.${place}`), button(t("Take out"), () => { rows.splice(place, 1); app.redraw(); }, { kind: "quiet" }))),
    button(t("Add one"), () => { rows.push({}); app.redraw(); }, {}));
}

async function sendTyped(form) {
  const to = form.to.split(",").map((each) => each.trim()).filter(Boolean);
  const message = { type: form.type, to: to.length === 1 ? to[0] : to, priority: form.priority, payload: form.values };
  if (form.summary) message.context_summary = form.summary;
  if (form.reply) message.in_reply_to = form.reply;
  const failed = await app.act({ type: "PostMessage", message }, t("Sent"), { quiet: true });
  if (failed === true) app.closeDialog();
  else {
    form.problems = failed?.problems?.length ? failed.problems.map((each) => `${each.path}: ${each.expected}`) : [failed?.message || t("It was not sent.")];
    app.redraw();
  }
}
