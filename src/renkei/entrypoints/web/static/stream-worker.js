// One stream for all tabs of a browser: HTTP/1.1 gives a site six connections, and each tab would take one.
const tabs = new Set();
let source = null;
let place = null; // `seq:hash`: the server says "reset" where another log stands by now
let state = "connecting";
let heardAt = 0;

// The server says something every ten seconds: who hears nothing for longer is not connected, and a browser would not notice.
const SILENCE = 25_000;

function tell(message) {
  for (const tab of tabs) tab.postMessage(message);
}

function setState(next) {
  if (state === next) return;
  state = next;
  tell({ kind: "state", state });
}

function heard() {
  heardAt = Date.now();
  setState("live");
}

const seqOf = (each) => Number(each.split(":")[0]);

/** It begins at the place that is furthest back; each has to be of the log that is there. */
function open(...places) {
  source?.close();
  place = places[0];
  heardAt = Date.now();
  source = new EventSource(`/api/stream?after=${places.join("&after=")}`);
  source.onopen = heard;
  source.addEventListener("ping", heard);
  source.addEventListener("news", (event) => {
    place = event.lastEventId;
    heard();
    tell({ kind: "events", data: event.data });
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
      tell({ kind: "state", state }); // refused: each tab finds out why
      setTimeout(() => { if (!source && tabs.size) open(place); }, 1000);
    }
  };
}

setInterval(() => {
  if (!source || Date.now() - heardAt < SILENCE) return;
  setState("reconnecting");
  open(place);
}, 5000);

// `self` is a shared worker, or a tab's own where there are none.
self.onconnect = (event) => {
  const tab = event.ports[0];
  tabs.add(tab);
  tab.onmessage = ({ data }) => {
    if (data.kind === "leave") tabs.delete(tab);
    if (data.kind === "leave" && !tabs.size) { source?.close(); source = null; }
    if (data.kind === "begin") {
      // a tab that begins further back than the stream is: everybody gets what came since, and takes it once
      if (!source) open(data.after);
      else if (seqOf(data.after) < seqOf(place)) open(data.after, place);
      else tab.postMessage({ kind: "state", state });
    }
  };
  tab.start();
};
