// What the page knows: pure functions from (state, news) to state. No page, no clock, no network.

export const EMPTY = Object.freeze({
  seq: null, // until there is a snapshot; that of a log in which nothing stands yet is of seq 0
  place: null, // of which log: the seq of the first snapshot, and the hash that stands there
  project: "",
  folder: "",
  goal: "",
  phase: "",
  agents: [],
  needs: [],
  threads: [],
  runs: [],
  blockers: [],
  usage: {},
  pages: new Map(),
  connection: "connecting",
  lastNews: 0,
  me: { name: null, role: "operator" },
});

const PAGE = 100;
const MOST_KEPT = 2000;

/** The whole as the server has it; threads that are being read stay. */
export function takeSnapshot(state, snapshot) {
  const known = new Map(state.threads.map((each) => [each.name, each]));
  const threads = snapshot.threads.map((each) => {
    const mine = known.get(each.name);
    return mine && mine.last > each.last ? mine : each;
  });
  // what the stream has not brought yet still comes, and is taken then: only the first snapshot says where it begins
  return { ...state, ...snapshot, threads, seq: state.seq ?? snapshot.seq, place: state.place ?? snapshot.place };
}

/** Everything is read anew: what was kept of threads may have gaps. */
export function startAnew(state) {
  return { ...state, seq: null, place: null, threads: [], pages: new Map() };
}

/** Events in order, each taken once. Says what else has to be asked for. */
export function takeEvents(state, events) {
  let next = state;
  let isStale = false;
  const known = state.seq;
  const posts = [];
  for (const event of events) {
    if (event.seq <= known) continue;
    if (event.type === "MessagePosted") {
      next = takePost(next, event.data);
      posts.push(event.data);
      isStale ||= concernsPerson(event.data) || !next.threads.some((each) => each.name === event.data.thread);
    } else if (!QUIET.has(event.type)) isStale = true;
    if (event.seq > next.seq) next = { ...next, seq: event.seq };
  }
  return { state: next, isStale, posts };
}

const QUIET = new Set(["StepsCounted", "TaskNoted", "RunLeased", "RuleSetAdopted", "MessagesHandled", "InterruptsShown"]);

function concernsPerson(post) {
  return post.from === "person" || (post.readers || []).includes("person") || post.expected_response_type.length > 0 || post.in_reply_to !== null;
}

function takePost(state, post) {
  const threads = state.threads.map((each) =>
    each.name === post.thread && post.seq > each.last
      ? { ...each, count: each.count + 1, unread: each.unread + (post.from === "person" ? 0 : each.kind === "channel" ? 1 : 0), last: post.seq }
      : each);
  const kept = state.pages.get(post.thread);
  if (!kept || post.seq <= kept.seq) return { ...state, threads };
  kept.items.set(kept.total, post);
  if (kept.items.size > MOST_KEPT * 2) forgetFar(kept.items, kept.total, kept.total);
  const pages = new Map(state.pages);
  pages.set(post.thread, { ...kept, total: kept.total + 1, seq: post.seq });
  return { ...state, threads, pages };
}

/** A page of a thread as the server answered it. */
export function takePage(state, page) {
  const known = state.pages.get(page.thread);
  const items = known ? known.items : new Map();
  page.items.forEach((each, place) => items.set(page.first + place, each));
  if (items.size > MOST_KEPT) forgetFar(items, page.first, Math.max(known?.total ?? 0, page.total));
  const pages = new Map(state.pages);
  const isNewer = !known || page.seq > known.seq;
  pages.set(page.thread, { total: isNewer ? page.total : known.total, seq: isNewer ? page.seq : known.seq, items });
  return { ...state, pages };
}

/** What is far from where somebody reads, and not the end, is asked for again when it is wanted. */
function forgetFar(items, near, total) {
  for (const place of [...items.keys()]) {
    if (Math.abs(place - near) > MOST_KEPT / 2 && place < total - PAGE) items.delete(place);
  }
}

/** The pages of a thread that have to be asked for, so that these numbers are known. */
export function missingPages(kept, first, last) {
  const wanted = new Set();
  for (let place = Math.max(0, first); place < Math.min(last, kept.total); place += 1) {
    if (!kept.items.has(place)) wanted.add(Math.floor(place / PAGE));
  }
  return [...wanted].map((each) => [each * PAGE, (each + 1) * PAGE]);
}

/** The part of an address behind `#/`: its parts, and what is asked. One that nobody could have written is taken as it is. */
export function readRoute(path) {
  const at = path.indexOf("?");
  const [address, query] = at < 0 ? [path, ""] : [path.slice(0, at), path.slice(at + 1)];
  return { parts: address.split("/").map(decode), query: new URLSearchParams(query) };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function setConnection(state, connection, now) {
  return state.connection === connection ? state : { ...state, connection, lastNews: now };
}

export const channelsOf = (state) => state.threads.filter((each) => each.kind === "channel").sort((a, b) => (a.name === "#general" ? -1 : b.name === "#general" ? 1 : a.name.localeCompare(b.name)));
/** The person's own first, then what agents say to each other, then what Renkei tells them. */
const rankOf = (thread) => (thread.members.includes("system") ? 2 : thread.members.includes("person") ? 0 : 1);
export const directsOf = (state) => state.threads.filter((each) => each.kind === "direct").sort((a, b) => rankOf(a) - rankOf(b) || b.last - a.last);
export const mineOf = (state) => state.needs.filter((each) => each.is_mine && each.kind !== "mention");
export const mentionsOf = (state) => state.needs.filter((each) => each.kind === "mention");
/** Whether what is pressed is done: the server is there, and who looks may act. */
export const isLive = (state) => state.connection === "live" && state.me.role === "operator";
