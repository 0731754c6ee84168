// The tabs of the lab, in their order: each is a module that is loaded when it is shown first.

import { loadStyle } from "../core/style.js";
import { loadPart } from "../server/api.js";

/**
 * @typedef {object} TabEntry
 * @property {"trace" | "race" | "what-if" | "solve" | "check"} name its text is `lab-tab NAME`
 * @property {() => Promise<(lab: import("./lab_page.js").LabPage) => import("./lab_page.js").LabTab>} load
 */

/** @type {TabEntry[]} */
export const TABS = [
  {
    name: "trace",
    load: async () => {
      const { TraceTab } = await loadPart(import("./trace_tab.js"));
      return (lab) => new TraceTab(lab);
    },
  },
  {
    name: "race",
    load: async () => {
      const { RaceTab } = await loadPart(import("./race_tab.js"));
      return (lab) => new RaceTab(lab);
    },
  },
  {
    name: "what-if",
    load: async () => {
      const { loadWhatIfTab } = await loadPart(import("./what_if_tab.js"));
      return loadWhatIfTab();
    },
  },
  {
    name: "solve",
    load: async () => {
      const { loadSolveTab } = await loadPart(import("./solve_tab.js"));
      return loadSolveTab();
    },
  },
  {
    name: "check",
    load: async () => {
      const [{ CheckTab }] = await Promise.all([
        loadPart(import("./check/check_tab.js")),
        loadPart(loadStyle("lab/check.css")),
        loadPart(loadStyle("lab/editor.css")),
        loadPart(loadStyle("lab/figure.css")),
        loadPart(loadStyle("lab/verdict.css")),
        loadPart(loadStyle("lab/class.css")),
      ]);
      return (lab) => new CheckTab(lab);
    },
  },
];
