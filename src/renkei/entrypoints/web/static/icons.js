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
  coin: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM10 6c-.3-.8-1-1.2-2-1.2-1.200 0-2 .6-2 1.500 0 2.200 4.200 1 4.200 3.300 0 1-.9 1.600-2.200 1.600-1.100 0-1.900-.4-2.200-1.300M8 3.800v8.400",
  scale: "M8 2v12M4 14h8M3 4.500h10M3 4.500 1.300 9h3.400zM13 4.500 11.300 9h3.400z",
  shield: "M8 1.500 13.500 3.500v4c0 3.500-2.300 5.800-5.500 7-3.200-1.200-5.500-3.500-5.500-7v-4zM5.500 8h5",
  search: "M7 2.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM10.500 10.500 14 14",
  pause: "M5 3v10M11 3v10",
  play: "M4.500 2.500v11l9-5.500z",
  stop: "M3.500 3.500h9v9h-9z",
  retry: "M13 8a5 5 0 1 1-1.600-3.700M13 2v3h-3",
  send: "M2 8 14 2.500 11 14 8 9zM8 9l6-6.500",
  check: "M3 8.500 6.500 12 13 4.500",
  cross: "M4 4l8 8M12 4l-8 8",
  alert: "M8 2 1.500 13.500h13zM8 6.500v3.500M8 11.800v.2",
  block: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM4 4l8 8",
  question: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM6.200 6.300c.2-1 .9-1.500 1.800-1.500 1 0 1.800.6 1.800 1.600C9.800 7.800 8 7.900 8 9.300M8 11.300v.2",
  reply: "M6 4 2.500 7.500 6 11M2.500 7.500H9c2.500 0 4.500 1.500 4.500 4.500",
  down: "M8 3v10M3.500 8.500 8 13l4.500-4.500",
  chevron: "M6 3.500 10.500 8 6 12.500",
  more: "M3 8h.1M8 8h.1M13 8h.1",
  sun: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.500M8 13.500V15M1 8h1.500M13.500 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
  moon: "M13.500 9.500A6 6 0 0 1 6.500 2.500a6 6 0 1 0 7 7z",
  menu: "M2 4h12M2 8h12M2 12h12",
  person: "M8 2.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM3 14c0-3 2-4.500 5-4.500s5 1.500 5 4.500",
  book: "M3 2.500h7.500a2 2 0 0 1 2 2v9H5a2 2 0 0 1-2-2zM3 11.500a2 2 0 0 1 2-2h7.500",
  flag: "M4 14V2.500h8l-2 3 2 3H4",
  hand: "M2 8h8M7 4.500 10.500 8 7 11.500M13.500 3v10",
  globe: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM2 8h12M8 2c2 2 2.500 4 2.500 6S10 12 8 14c-2-2-2.500-4-2.500-6S6 4 8 2z",
  diff: "M8 2.500v6M5 5.500h6M5 12.500h6",
};

/** A sign beside words that say the same: hidden from who cannot see it. */
export function icon(name, size = 16) {
  return h("svg", { class: "icon", viewBox: "0 0 16 16", width: size, height: size, "aria-hidden": "true", focusable: "false" },
    h("path", { d: PATHS[name] || PATHS.more, fill: "none", stroke: "currentColor", "stroke-width": "1.5", "stroke-linecap": "round", "stroke-linejoin": "round" }));
}
