// Our own signs, drawn on a grid of 16: no font, no emoji, nothing from elsewhere.
import { h } from "./vdom.js";

const PATHS = {
  inbox: "M2 9h3.5l1 2h3l1-2H14M2 9l2-6h8l2 6v4H2z",
  hash: "M6 2 4.5 14M11.5 2 10 14M2.5 5.5h11M2 10.5h11",
  at: "M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zm2.5 0V9a1.5 1.5 0 0 0 3 0V8A5.5 5.5 0 1 0 11 12.6",
  board: "M2 2.5h12v11H2zM6 2.5v11M10 2.5v11",
  run: "M5 3v10l8-5z",
  graph: "M2 2.5h4v4H2zM10 2.5h4v4h-4zM6 9.5h4v4H6zM4 6.5v2h4v1M12 6.5v2H8",
  gate: "M3 14V6a5 5 0 0 1 10 0v8M3 14h2M11 14h2M8 4v10",
  contract: "M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3M5.5 7.5h5M5.5 10.5h5",
  clock: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm0 3v3.2l2.2 1.6",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  coin: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM10 6c-.3-.8-1-1.2-2-1.2-1.2 0-2 .6-2 1.5 0 2.2 4.2 1 4.2 3.3 0 1-.9 1.6-2.2 1.6-1.1 0-1.9-.4-2.2-1.3M8 3.8v8.4",
  scale: "M8 2v12M4 14h8M3 4.5h10M3 4.5 1.3 9h3.4zM13 4.5 11.3 9h3.4z",
  shield: "M8 1.5 13.5 3.5v4c0 3.5-2.3 5.8-5.5 7-3.2-1.2-5.5-3.5-5.5-7v-4zM5.5 8h5",
  search: "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5 14 14",
  pause: "M5 3v10M11 3v10",
  play: "M4.5 2.5v11l9-5.5z",
  stop: "M3.5 3.5h9v9h-9z",
  retry: "M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3",
  send: "M2 8 14 2.5 11 14 8 9zM8 9l6-6.5",
  check: "M3 8.5 6.5 12 13 4.5",
  cross: "M4 4l8 8M12 4l-8 8",
  alert: "M8 2 1.5 13.5h13zM8 6.5v3.5M8 11.8v.2",
  block: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM4 4l8 8",
  question: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM6.2 6.3c.2-1 .9-1.5 1.8-1.5 1 0 1.8.6 1.8 1.6C9.8 7.8 8 7.9 8 9.3M8 11.3v.2",
  reply: "M6 4 2.5 7.5 6 11M2.5 7.5H9c2.5 0 4.5 1.5 4.5 4.5",
  down: "M8 3v10M3.5 8.5 8 13l4.5-4.5",
  more: "M3 8h.1M8 8h.1M13 8h.1",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
  moon: "M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z",
  menu: "M2 4h12M2 8h12M2 12h12",
  person: "M8 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM3 14c0-3 2-4.5 5-4.5s5 1.5 5 4.5",
  book: "M3 2.5h7.5a2 2 0 0 1 2 2v9H5a2 2 0 0 1-2-2zM3 11.5a2 2 0 0 1 2-2h7.5",
  flag: "M4 14V2.5h8l-2 3 2 3H4",
  hand: "M2 8h8M7 4.5 10.5 8 7 11.5M13.5 3v10",
  diff: "M8 2.5v6M5 5.5h6M5 12.5h6",
};

/** A sign beside words that say the same: hidden from who cannot see it. */
export function icon(name, size = 16) {
  return h("svg", { class: "icon", viewBox: "0 0 16 16", width: size, height: size, "aria-hidden": "true", focusable: "false" },
    h("path", { d: PATHS[name] || PATHS.more, fill: "none", stroke: "currentColor", "stroke-width": "1.5", "stroke-linecap": "round", "stroke-linejoin": "round" }));
}
