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
  let last = 0;
  const begin = (after) => {
    source?.close();
    last = after;
    source = new EventSource(`/api/stream?after=${after}`);
    source.onopen = () => onState("live");
    source.addEventListener("news", (event) => { last = Number(event.lastEventId); onEvents(JSON.parse(event.data)); });
    source.addEventListener("reset", () => { source.close(); onReset(); });
    source.onerror = () => onState("reconnecting");
  };
  // a tab that nobody looks at gives its connection back
  document.addEventListener("visibilitychange", () => (document.hidden ? source?.close() : begin(last)));
  return { begin };
}
