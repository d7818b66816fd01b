// Asking the server. What goes wrong is told in the words that it answers with.

export class Refusal extends Error {
  constructor(status, document) {
    super(document?.error?.message || `HTTP ${status}`);
    this.status = status;
    this.rule = document?.error?.rule;
    this.problems = document?.error?.problems || [];
  }
}

export async function ask(path, options) {
  const answer = await fetch(path, { headers: { Accept: "application/json" }, ...options });
  const document = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refusal(answer.status, document);
  return document;
}

/** Gives a command as the person. The id makes it safe to send it again: it is done once. */
export function giveCommand(command, id = crypto.randomUUID()) {
  return ask("/api/actions", {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify({ id, command }),
  });
}

export const pathOf = (...parts) => "/api/" + parts.map(encodeURIComponent).join("/");
