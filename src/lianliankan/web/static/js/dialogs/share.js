// Sharing: a picture and a few lines for chats, a challenge, and links to the replay and the board.

import { linkTo } from "../core/address.js";
import { challengeName, resultOf, writeResult } from "../core/challenge.js";
import { h, saveFile } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { modeName, t } from "../i18n/i18n.js";
import { api } from "../server/api.js";
import { dealName } from "../server/facts.js";
import { resultText } from "./challenge.js";
import { copyText } from "./copy.js";
import { Dialog } from "./dialog.js";
import { actionButton } from "./form.js";
import { HEIGHT, WIDTH, drawPicture } from "./share_picture.js";
import { EMOJI, courseBlocks, isLoopback } from "./share_text.js";

const STAR = "⭐";

/**
 * @param {import("../app.js").App} app
 * @param {string} id
 */
export async function openDialog(app, id) {
  const [shared, course] = await Promise.all([api.share(id), api.course({ id }).catch(() => null)]);
  const { rows, head, view } = shared;
  const result = resultOf(view);
  const blocks = course ? courseBlocks(course.points, view.tiles) : [];
  const challenge = linkTo(["c", challengeName(head), shared.challenge], writeResult(result));
  const canvas = h("canvas.share-picture", { width: WIDTH, height: HEIGHT, role: "img" });
  const text = () =>
    [
      [t("title"), modeName(head.options.mode), dealName(head)].filter(Boolean).join(" · "),
      [resultText(result), STAR.repeat(result.stars)].filter(Boolean).join(" "),
      blocks.map((block) => EMOJI[block]).join(""),
      challenge,
    ]
      .filter(Boolean)
      .join("\n");
  return () =>
    new Dialog({
      title: () => t("share title"),
      kind: "share-dialog",
      body: () => {
        const field = h("textarea.field.share-text", { id: "share-text", readonly: true, rows: 5 }, text());
        canvas.setAttribute("aria-label", t("share picture about"));
        void drawPicture(canvas, { rows, head, result, blocks });
        return [
          h(
            "div.dialog-body",
            canvas,
            h("label.visually-hidden", { for: field.id }, t("share text")),
            field,
            h("div.actions", ...sendActions(canvas, field)),
            isLoopback(location.hostname) ? h("p.share-warning", icon("help"), h("span", t("share loopback"))) : null,
            linkField("challenge", challenge),
            linkField("game", linkTo(["g", shared.game])),
            linkField("board", linkTo(["b", shared.board])),
          ),
        ];
      },
    });
}

/**
 * The ways to send picture and text: those of the system where there are any.
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLTextAreaElement} field
 */
function sendActions(canvas, field) {
  const canSend = "share" in navigator;
  const copy = actionButton("share copy", () => void copyText(field.value, copy), {
    kind: canSend ? "" : "primary",
    iconName: "share",
    first: !canSend,
  });
  const send = actionButton("share send", () => void sendAway(canvas, field, copy), {
    kind: "primary",
    iconName: "send",
    first: true,
  });
  const save = actionButton("share save", () => void savePicture(canvas), { iconName: "save" });
  return canSend ? [send, copy, save] : [copy, save];
}

/** @param {HTMLCanvasElement} canvas */
async function pictureFile(canvas) {
  const bytes = await new Promise((/** @type {(bytes: Blob | null) => void} */ resolve) => canvas.toBlob(resolve));
  return new File(bytes ? [bytes] : [], "lianliankan.png", { type: "image/png" });
}

/**
 * Open the system's sheet for sharing, with the picture if it takes files; copy the text if there is no sheet after all.
 * @param {HTMLCanvasElement} canvas
 * @param {HTMLTextAreaElement} field
 * @param {HTMLElement} button
 */
async function sendAway(canvas, field, button) {
  const text = field.value;
  const files = [await pictureFile(canvas)];
  try {
    await navigator.share(navigator.canShare?.({ files, text }) ? { files, text } : { text });
  } catch (problem) {
    if (/** @type {Error} */ (problem).name !== "AbortError") await copyText(text, button);
  }
}

/** @param {HTMLCanvasElement} canvas */
async function savePicture(canvas) {
  const file = await pictureFile(canvas);
  saveFile(file, file.name);
}

/**
 * @param {"challenge" | "game" | "board"} what
 * @param {string} address
 */
function linkField(what, address) {
  const field = h("input.field", { id: `share-${what}`, readonly: true, value: address });
  const button = h(
    "button.button",
    { "data-copy": what, "aria-describedby": `about-${what}` },
    icon("share"),
    t("copy"),
  );
  button.onclick = () => void copyText(address, button);
  return h(
    "div.share",
    h(
      "label",
      { for: field.id },
      h("strong", { id: `about-${what}` }, t(`share ${what}`)),
      h("br"),
      h("span.muted", t(`share ${what} about`)),
    ),
    h("div.row", field, button),
  );
}
