// The result of a challenge and the player's own, side by side.

import { compareResults } from "../core/challenge.js";
import { clockText } from "../core/clock.js";
import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { numberText, t } from "../i18n/i18n.js";

/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { Result } from "../core/challenge.js" */

/**
 * Compare the result with that of the challenge, side by side; a better value is marked.
 * @param {Result} own
 * @param {Result} other
 */
export function comparison(own, other) {
  const order = compareResults(own, other);
  const row = (
    /** @type {TextKey} */ name,
    /** @type {(result: Result) => string} */ show,
    /** @type {(result: Result) => number} */ worth,
  ) => {
    const value = (/** @type {Result} */ one, /** @type {Result} */ two) =>
      h("td", worth(one) > worth(two) ? h("strong", show(one), " ", icon("check")) : show(one));
    return h("tr", h("th", { scope: "row" }, t(name)), value(own, other), value(other, own));
  };
  const isDone = !own.left && !other.left;
  return h(
    "div.comparison",
    { "data-about": true },
    h("p.highlight", t(order > 0 ? "beat won" : order < 0 ? "beat lost" : "beat draw")),
    h(
      "table",
      h(
        "thead",
        h("tr", h("td"), h("th", { scope: "col" }, t("beat own")), h("th", { scope: "col" }, t("beat other"))),
      ),
      h(
        "tbody",
        isDone
          ? null
          : row(
              "tiles",
              ({ left }) => String(left),
              ({ left }) => -left,
            ),
        row(
          "result score",
          ({ score }) => numberText(score),
          ({ score }) => score,
        ),
        row(
          "result time",
          ({ seconds }) => clockText(seconds),
          ({ seconds }) => (isDone ? -seconds : 0),
        ),
        isDone
          ? row(
              "beat stars",
              ({ stars }) => String(stars),
              ({ stars }) => stars,
            )
          : null,
      ),
    ),
  );
}
