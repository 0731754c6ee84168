// The card of a shared board or challenge, before anything is started: its picture, its mode, the result to beat.

import { thumbnail } from "../board/thumbnail.js";
import { currentPlace } from "../core/address.js";
import { readResult, rememberChallenge, resultOf } from "../core/challenge.js";
import { clockText } from "../core/clock.js";
import { h } from "../core/dom.js";
import { modeIcon, stars } from "../core/icons.js";
import { modeName, numberText, t } from "../i18n/i18n.js";
import { api, problemOf } from "../server/api.js";
import { dealName } from "../server/facts.js";
import { comparison } from "./comparison.js";
import { Dialog } from "./dialog.js";
import { actionButton } from "./form.js";

/** @import { Result } from "../core/challenge.js" */
/** @import { BoardAnswer } from "../server/protocol.js" */

const WIDTH = 380; // of the picture, in pixels
const HEIGHT = 200;

/**
 * @param {import("../pages.js").Going} going
 * @returns {Promise<import("../router.js").Opening>}
 */
export async function openPage({ app, words: { share }, query }) {
  const board = await api.sharedBoard(share);
  return { make: () => showChallenge(app, share, board, readResult(query)) };
}

/**
 * @param {import("../app.js").App} app
 * @param {string} share
 * @param {BoardAnswer} board
 * @param {Result | null} result the one to beat
 */
function showChallenge(app, share, { rows, tiles, head, own, winnable }, result) {
  const { path } = currentPlace();
  const cell = Math.floor(Math.min(WIDTH / rows[0].length, HEIGHT / rows.length, 40));
  let isStarting = false;
  let problem = "";
  const start = async () => {
    if (isStarting) return;
    isStarting = true;
    try {
      if (head && result) rememberChallenge(head, result);
      await app.startGame({ share }, { replace: true });
    } catch (error) {
      problem = problemOf(error);
      isStarting = false;
      dialog.draw();
    }
  };
  const dialog = new Dialog({
    title: () => t(result ? "challenge title" : "challenge board"),
    kind: "narrow challenge-dialog",
    onClose: () => {
      if (!isStarting && currentPlace().path === path) void app.home();
    },
    body: () => [
      h(
        "div.dialog-body.challenge",
        thumbnail(rows, { cell }),
        h(
          "p.challenge-mode",
          modeIcon(head?.options.mode ?? "classic"),
          h("strong", modeName(head?.options.mode ?? "classic")),
          h("span.muted", [head ? dealName(head) : "", t("challenge tiles", { tiles })].filter(Boolean).join(" · ")),
        ),
        ...(result ? [own ? comparison(resultOf(own), result) : toBeat(result)].flat() : []),
        winnable === false ? h("p.error", { id: "challenge-lost" }, t("challenge lost")) : null,
        problem ? h("p.error", { role: "alert" }, problem) : null,
        h(
          "div.actions",
          actionButton("challenge play", () => void start(), { kind: "primary", iconName: "play", first: true }),
          actionButton("challenge leave", () => dialog.close()),
        ),
      ),
    ],
  });
  return null;
}

/**
 * Say what there is to beat.
 * @param {Result} result
 */
function toBeat(result) {
  const text = t(result.left ? "challenge better" : "challenge beat", { result: resultText(result) });
  return [
    h("p.challenge-beat", { "data-about": true }, text),
    result.left ? null : stars(result.stars, t("stars of", { stars: result.stars })),
  ];
}

/**
 * Write a result in a few words.
 * @param {Result} result
 */
export function resultText({ score, seconds, left }) {
  const points = t("points", { score: numberText(score), count: score });
  return left ? `${t("tiles left", { tiles: left })} · ${points}` : `${clockText(seconds)} · ${points}`;
}
