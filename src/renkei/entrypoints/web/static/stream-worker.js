// One stream for all tabs of a browser: HTTP/1.1 gives a site six connections, and each tab would take one.
const tabs = new Set();
let source = null;
let seq = 0;
let state = "connecting";

function tell(message) {
  for (const tab of tabs) tab.postMessage(message);
}

function setState(next) {
  if (state === next) return;
  state = next;
  tell({ kind: "state", state });
}

function open(after) {
  source?.close();
  seq = after;
  source = new EventSource(`/api/stream?after=${after}`);
  source.onopen = () => setState("live");
  source.addEventListener("news", (event) => {
    seq = Number(event.lastEventId);
    setState("live");
    tell({ kind: "events", seq, data: event.data });
  });
  source.addEventListener("reset", () => {
    source.close();
    source = null;
    tell({ kind: "reset" });
  });
  source.onerror = () => {
    setState("reconnecting");
    if (source && source.readyState === EventSource.CLOSED) {
      source = null;
      setTimeout(() => { if (!source && tabs.size) open(seq); }, 1000);
    }
  };
}

// `self` is a shared worker, or a tab's own where there are none.
self.onconnect = (event) => {
  const tab = event.ports[0];
  tabs.add(tab);
  tab.onmessage = ({ data }) => {
    if (data.kind === "leave") tabs.delete(tab);
    if (data.kind === "leave" && !tabs.size) { source?.close(); source = null; }
    if (data.kind === "begin") {
      // a tab that begins further back than the stream is: everybody gets what came since, and takes it once
      if (!source || data.after < seq) open(data.after);
      else tab.postMessage({ kind: "state", state });
    }
  };
  tab.start();
};
