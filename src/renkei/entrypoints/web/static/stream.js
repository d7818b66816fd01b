// The stream of what comes into the log: shared with the other tabs, or a tab's own where a browser has no such thing.

/** @param {{onEvents: (events: any[]) => void, onReset: () => void, onState: (state: string) => void}} listener */
export function openStream(listener) {
  return globalThis.SharedWorker ? openShared(listener) : openOwn(listener);
}

function openShared({ onEvents, onReset, onState }) {
  const address = new URL("stream-worker.js", import.meta.url).pathname;
  const policy = globalThis.trustedTypes?.createPolicy("renkei", { createScriptURL: () => address });
  const worker = new SharedWorker(policy ? policy.createScriptURL(address) : address, { name: "renkei-stream" });
  worker.port.onmessage = ({ data }) => {
    if (data.kind === "events") onEvents(JSON.parse(data.data));
    else if (data.kind === "reset") onReset();
    else if (data.kind === "state") onState(data.state);
  };
  worker.port.start();
  addEventListener("pagehide", () => worker.port.postMessage({ kind: "leave" }));
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  return { begin: (after) => worker.port.postMessage({ kind: "begin", after }) };
}

function openOwn({ onEvents, onReset, onState }) {
  let source = null;
  let last = "0";
  let heardAt = 0;
  const heard = () => { heardAt = Date.now(); onState("live"); };
  const begin = (after) => {
    source?.close();
    last = after;
    heardAt = Date.now();
    source = new EventSource(`/api/stream?after=${after}`);
    source.onopen = heard;
    source.addEventListener("ping", heard);
    source.addEventListener("news", (event) => { last = event.lastEventId; heard(); onEvents(JSON.parse(event.data)); });
    source.addEventListener("reset", () => { source.close(); onReset(); });
    source.onerror = () => onState("reconnecting");
  };
  // one that is silent for longer than the server ever is, or was refused, is opened anew
  setInterval(() => { if (source && !document.hidden && Date.now() - heardAt > 25_000) { onState("reconnecting"); begin(last); } }, 5000);
  // a tab that nobody looks at gives its connection back
  document.addEventListener("visibilitychange", () => (document.hidden ? source?.close() : begin(last)));
  return { begin };
}
