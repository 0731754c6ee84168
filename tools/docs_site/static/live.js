// Pictures that can be used: a button below each opens it. What is behind the button is loaded when it is pressed.

import { game } from "./game_address.js";
import { texts } from "./live_texts.js";

// Places of the game can be opened where these pages are part of a site.
if (game) {
  for (const code of document.querySelectorAll("code")) {
    const place = code.textContent ?? "";
    if (!/^\/lab(\/|\?|$)/.test(place)) continue;
    const link = document.createElement("a");
    link.href = new URL(`#${place}`, game).href;
    code.replaceWith(link);
    link.append(code);
  }
}

// What is wider than the page can be scrolled by keyboard.
for (const wide of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("pre, .table-wrapper")))
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;

/**
 * @param {HTMLElement} picture what the live part takes the place of
 * @param {string} label
 * @param {() => Promise<HTMLElement>} open
 */
function offer(picture, label, open) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "live-open";
  button.textContent = label;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const live = await open();
      picture.replaceWith(live);
      button.remove();
      /** @type {HTMLElement | null} */ (live.querySelector("[data-first]"))?.focus();
    } catch (error) {
      console.error(error);
      button.textContent = texts.failed;
    }
  });
  picture.after(button);
}

for (const image of /** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll("img.search"))) {
  const finder = [...image.classList].find((name) => name.startsWith("search-"))?.slice("search-".length) ?? "";
  const frame = document.createElement("div");
  frame.className = "live-frame";
  const picture = image.closest("a") ?? image;
  picture.replaceWith(frame);
  frame.append(picture);
  offer(picture, texts.step_through, async () => {
    const { openSearch } = await import("./step_search.js");
    return openSearch(finder);
  });
}

for (const board of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".board[data-live=play]"))) {
  const picture = /** @type {HTMLElement} */ (board.querySelector(".board-picture"));
  offer(picture, texts.play, async () => {
    const { openBoard } = await import("./play_board.js");
    return openBoard(picture, JSON.parse(board.dataset.game ?? ""));
  });
}
