// Where each view stands: its name in the address, and what makes it.
import { blockersView, boardView } from "./view-board.js";
import { runsView } from "./view-runs.js";
import { timelineView } from "./view-timeline.js";
import { contractsView } from "./view-contracts.js";
import { contextView } from "./view-context.js";
import { refusalsView, spendView, trustView } from "./view-measures.js";
import { searchView } from "./view-search.js";
import { w } from "./words.js";

export const VIEWS = {
  board: boardView,
  blockers: blockersView,
  runs: runsView,
  timeline: timelineView,
  contracts: contractsView,
  context: contextView,
  spend: spendView,
  trust: trustView,
  refusals: refusalsView,
  search: searchView,
};

/** What can be gone to from anywhere: its name, its sign, its word, and the key behind `g`. */
export const NAVIGATION = [
  ["needs", "inbox", w("Needs you"), "n"], ["board", "board", w("Board"), "b"], ["runs", "graph", w("Runs"), "r"], ["timeline", "clock", w("Timeline"), "t"],
  ["contracts", "contract", w("Contracts"), "c"], ["blockers", "block", w("Blockers"), "x"], ["context", "eye", w("What an agent sees"), "a"],
  ["spend", "coin", w("Spend"), "s"], ["trust", "scale", w("Trust"), "u"], ["refusals", "shield", w("Refusals"), "f"], ["search", "search", w("Search"), "q"],
];
