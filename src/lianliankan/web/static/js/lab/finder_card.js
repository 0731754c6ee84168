// What is to be known about a finder: its idea, its cost, and its promises with the boards on which they are broken.

import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { dropDown } from "../dialogs/form.js";
import { currentLanguage, named, t } from "../i18n/i18n.js";

/** @import { LabFinder, LabPair, LabPromise } from "../server/protocol.js" */
/** @import { LabPage } from "./lab_page.js" */

/** The name of the player's own function among the finders. */
export const OWN_FINDER = "own";

/**
 * Return the name of a finder as it is shown.
 * @param {string} name
 */
export function finderTitle(name) {
  if (name === OWN_FINDER) return t("lab own");
  const plain = name.replace(/^published\./, "");
  return plain === name ? plain : t("lab published", { name: plain });
}

/**
 * A menu to choose the finder.
 * @param {LabPage} lab
 */
export function finderMenu(lab) {
  const { finders } = lab;
  const texts = finders.map(({ name }) => `${finderTitle(name)} – ${named("lab-short", name)}`);
  const chosen = finders.findIndex(({ name }) => name === lab.finder);
  const menu = dropDown("lab-finder", texts, chosen, (place) => lab.setFinder(finders[place].name));
  return h("label.lab-choice", h("span.visually-hidden", t("lab finder")), menu);
}

/**
 * The idea and the promises of a finder.
 * @param {LabPage} lab
 * @param {LabFinder} finder
 */
export function finderCard(lab, finder) {
  return h(
    "section.lab-card",
    h("h3", t("lab promises", { finder: finderTitle(finder.name) })),
    h("p.muted", t("lab cost", { cost: finder.cost })),
    h("ul.lab-promises", ...finder.promises.map((promise) => promiseLine(lab, finder, promise))),
    chapterLink(finder.name),
  );
}

/**
 * Say which promises of a finder are broken by the two tiles on the board, if this is the smallest example of it.
 * @param {LabPage} lab
 * @param {LabFinder} finder
 */
export function brokenHere({ share, pair }, finder) {
  const ends = JSON.stringify(pair);
  const broken = finder.promises.filter(
    ({ broken_on: on }) => on && on.share === share && JSON.stringify([on.a, on.b]) === ends,
  );
  if (!broken.length) return "";
  return t("lab fails here", { promises: broken.map(({ name }) => named("lab-promise", name)).join(" · ") });
}

/**
 * A link to the chapter about a finder, where the documentation is beside the game.
 * @param {string} finder
 */
export function chapterLink(finder) {
  const { docs } = document.documentElement.dataset;
  if (!docs) return null;
  const plain = finder.replace(/^published\./, "");
  const chapter = plain === "cells" ? "bfs" : plain; // which is where that flaw is told
  const page = `${docs}${currentLanguage() === "zh" ? "zh/" : ""}algorithms.html#${chapter}`;
  return h("p", h("a", { href: page }, t("lab read")));
}

/**
 * @param {LabPage} lab
 * @param {LabFinder} finder
 * @param {LabPromise} promise
 */
function promiseLine(lab, finder, { name, kept, claimed, broken_on: board }) {
  const open = () => board && void showCounterexample(lab, finder.name, board);
  return h(
    "li",
    { class: kept ? "kept" : claimed ? "broken claimed" : "broken" },
    icon(kept ? "check" : "cross"),
    h(
      "span",
      h("span.visually-hidden", `${t(kept ? "lab kept" : "lab broken")}: `),
      named("lab-promise", name),
      claimed ? h("em", t("lab claimed")) : null,
    ),
    board ? h("button.button.small", { "data-promise": name, onclick: open }, t("lab smallest")) : null,
  );
}

/**
 * Show a finder on the smallest board on which it breaks a promise.
 * @param {LabPage} lab
 * @param {string} finder
 * @param {LabPair} example
 */
export async function showCounterexample(lab, finder, { share, a, b }) {
  await lab.openBoard(share, { pair: [a, b], finder, tab: "trace" });
}
