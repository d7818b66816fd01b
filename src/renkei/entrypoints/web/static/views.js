// Where each view stands: its name in the address, and what makes it.
import { boardView } from "./view-board.js";
import { blockersView } from "./view-blockers.js";
import { runsView } from "./view-runs.js";
import { timelineView } from "./view-timeline.js";
import { contractsView } from "./view-contracts.js";
import { contextView } from "./view-context.js";
import { refusalsView, spendView, trustView } from "./view-measures.js";
import { searchView } from "./view-search.js";

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
