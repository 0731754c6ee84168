// What the judge says about a function: passed, or what is wrong with it, and what to do next.

import { h } from "../../core/dom.js";
import { icon } from "../../core/icons.js";
import { t } from "../../i18n/i18n.js";
import { faultCard } from "./fault_card.js";

/** @import { IconName } from "../../core/icons.js" */
/** @import { CheckAnswer } from "../../server/protocol.js" */

/** @type {Record<CheckAnswer["outcome"], IconName>} */
const ICONS = { passed: "check", failed: "cross", error: "flag", undecided: "help" };

/**
 * Draw the verdict.
 * @param {CheckAnswer} answer
 * @param {object} options
 * @param {boolean} options.hasRing whether paths may leave the board
 * @param {boolean} [options.isLink] whether the function is asked about two tiles
 * @param {import("./fault_card.js").FaultActions} [options.actions] what can be done with a fault
 * @param {(Node | string)[]} [options.next] what to do now
 */
export function verdictCard(answer, { hasRing, isLink, actions, next = [] }) {
  const { outcome, title, details, fault } = answer;
  return h(
    "section",
    { class: `check-verdict ${outcome}`, "data-outcome": outcome, "aria-labelledby": "check-verdict-title" },
    h("h3", { id: "check-verdict-title", tabindex: "-1" }, icon(ICONS[outcome]), h("span", title)),
    outcome === "passed" ? h("p.check-praise", t("check passed")) : "",
    ...(fault ? [faultCard({ ...answer, fault }, { hasRing, isLink, actions })] : []),
    details.length ? h("ul.check-details", ...details.map((line) => h("li", line))) : "",
    ...(next.length ? [h("div.card-actions", ...next)] : []),
  );
}
