// The icons: outlines in a square of 24 units.

import { h, s } from "./dom.js";

/** The icons that any part of the page may draw; those of the editor and of races are with them. */
export const ICONS = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z",
  auto: "M5 19 15.5 8.5M14 4.5V3M14 11v-1.5M19.5 8H21M10.5 8H9.5M17.5 4.5l1-1M17.5 11.5l1 1",
  shuffle: "M3 7h3.5c5 0 6 10 11 10H21M3 17h3.5c1.8 0 3-1.3 4-3M13.5 10c1-1.7 2.2-3 4-3H21M18 4l3 3-3 3M18 14l3 3-3 3",
  undo: "M8 5 4 9l4 4M4 9h9.5a5.5 5.5 0 0 1 0 11H9",
  redo: "M16 5l4 4-4 4M20 9h-9.5a5.5 5.5 0 0 0 0 11H15",
  restart: "M19.5 12A7.5 7.5 0 1 1 17 6.4M19.5 3.5v4.5H15",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  play: "M8 5.2v13.6L18.8 12z",
  new: "M12 5v14M5 12h14",
  bests:
    "M8 4h8v5.5a4 4 0 0 1-8 0zM8 6H4.5c0 3 1.2 4.7 3.7 5M16 6h3.5c0 3-1.2 4.7-3.7 5M12 13.5V17" +
    "M8.5 20h7M10 20c0-2 .8-3 2-3s2 1 2 3",
  chart: "M4.5 4v15.5H20M8.5 16v-4M12.5 16V7.5M16.5 16v-6",
  flask: "M9 3.5h6M10 3.5v6L4.9 18.2A1.6 1.6 0 0 0 6.3 20.5h11.4a1.6 1.6 0 0 0 1.4-2.3L14 9.5v-6M7.5 15h9",
  medal:
    "M12 9.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM9 10.2 5.5 3.5h4L12 8l2.5-4.5h4L15 10.2M12 13l.8 1.6 1.7.2-1.2 1.2.3 1.8" +
    "-1.6-.9-1.6.9.3-1.8-1.2-1.2 1.7-.2z",
  person: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20c.6-4 3.4-6 7.5-6s6.9 2 7.5 6",
  key: "M8 9.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM11.2 10.8 19 3M15.5 6.5l3 3M8 14h.1",
  phone:
    "M7.5 3.5h9A1.5 1.5 0 0 1 18 5v14a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 6 19V5a1.5 1.5 0 0 1 1.5-1.5zM11 17.5h2",
  laptop: "M6 5.5h12v9.5H6zM3.5 18.5h17",
  qr: "M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h2.5v2.5M19.5 13.5v.1M19.5 17v2.5H17M13.5 19.5v.1",
  settings:
    "M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z" +
    "M9 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  help: "M9 9a3 3 0 1 1 4.6 2.5c-1 .7-1.6 1.3-1.6 2.7M12 17.6v.1M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
  close: "M6 6l12 12M18 6 6 18",
  share: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  send: "M12 15.5V4M7.5 8.5 12 4l4.5 4.5M6 12.5V20h12v-7.5",
  replay: "M4.5 12a7.5 7.5 0 1 0 2.5-5.6M4.5 3.5v4.5H9M11 9.2v5.6l4.3-2.8z",
  check: "M5 12.5 10 17.5 19.5 7",
  cross: "M7 7l10 10M17 7 7 17",
  lock: "M7 11h10v8.5H7zM9 11V8a3 3 0 0 1 6 0v3",
  calendar: "M5 6h14v14H5zM5 10.5h14M9 3.5v4M15 3.5v4M9 14.5h.1M12 14.5h.1M15 14.5h.1",
  flag: "M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0",
  race: "M6 21V4M6 5h13v9H6M10.3 5v9M14.7 5v9M6 9.5h13",
  bolt: "M13.5 3 5.5 13.5H11L10 21l8.5-11H13z",
  leaf: "M5 19C4 9 10 4.5 19.5 4.5 20 14 15.5 20 7 18M5 20.5c1-5 4-8.5 8.5-10.5",
  crown: "M4.5 18.5V8l4.5 4L12 6l3 6 4.5-4v10.5z",
  tiles:
    "M5.5 4h7A1.5 1.5 0 0 1 14 5.5v9a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 4 14.5v-9A1.5 1.5 0 0 1 5.5 4z" +
    "M14 8.5h4.5A1.5 1.5 0 0 1 20 10v8.5a1.5 1.5 0 0 1-1.5 1.5h-7a1.5 1.5 0 0 1-1.5-1.5V16M9 7.5l2 2.5-2 2.5L7 10z",
  folder: "M4 7.5V18.5h16V8.5h-8.5L9.5 6H4z",
  pen: "M5 19l1-4L16.5 4.5l3 3L9 18zM14 7l3 3",
  save: "M12 4v10.5M7.5 10.5 12 15l4.5-4.5M5 19.5h14",
  grid: "M5 5h6v6H5zM13 5h6v6h-6zM5 13h6v6H5zM13 13h6v6h-6z",
  plus: "M12 6v12M6 12h12",
  minus: "M6 12h12",
  zoom: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20M7.8 10.5h5.4M10.5 7.8v5.4",
  fit: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20M7.8 10.5h5.4",
  full: "M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15",
  "full-off": "M9 4.5V9H4.5M15 4.5V9h4.5M19.5 15H15v4.5M9 19.5V15H4.5",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15 9.5c1.3 1.4 1.3 3.6 0 5M17.5 7c2.8 2.8 2.8 7.2 0 10",
  unmute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9.5l5 5M20.5 9.5l-5 5",
  zen:
    "M12 5c2.9 3 2.9 7.4 0 10.5C9.1 12.4 9.1 8 12 5zM4 9.5c4 .1 6.7 2.2 8 6-4.3.4-7.2-1.7-8-6z" +
    "M20 9.5c-4 .1-6.7 2.2-8 6 4.3.4 7.2-1.7 8-6zM6.5 19h11",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  first: "M7 6v12M18 6.5 10 12l8 5.5z",
  last: "M17 6v12M6 6.5 14 12l-8 5.5z",
  back: "M15 6 9 12l6 6",
  forth: "M9 6l6 6-6 6",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v6M13.5 10.5v6",
  heart: "M12 20C2 13 4.5 5 9 5c1.6 0 2.6 1 3 2 .4-1 1.4-2 3-2 4.5 0 7 8-3 15z",
  down: "M6 9.5 12 15.5 18 9.5",
  target: "M12 4.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  star: "M12 3.8 14.5 9.3 20.5 9.9 16 13.9 17.3 19.8 12 16.7 6.7 19.8 8 13.9 3.5 9.9 9.5 9.3z",
};

/** @typedef {keyof typeof ICONS} IconName */

/**
 * Return a function that draws the icons of a table, each by its name.
 * @template {string} Name
 * @param {Record<Name, string>} outlines in a square of 24 units
 */
export function iconsOf(outlines) {
  return (/** @type {Name} */ name) =>
    s(
      "svg",
      { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
      s("path", { d: outlines[name] }),
    );
}

export const icon = iconsOf(ICONS);

/**
 * Create a button that shows only an icon.
 * @param {IconName} name
 * @param {string} label
 * @param {import("./dom.js").Attributes} attributes
 */
export function iconButton(name, label, attributes) {
  return h("button.icon-button", { title: label, "aria-label": label, ...attributes }, icon(name));
}

/**
 * Draw a row of stars, some of them won.
 * @param {number} won
 * @param {string} label
 */
export function stars(won, label) {
  const row = s("svg.stars", { viewBox: "0 0 72 24", role: "img", "aria-label": label });
  for (const place of [0, 1, 2]) {
    row.append(
      s("path", { class: place < won ? "won" : "open", d: ICONS.star, transform: `translate(${24 * place} 0)` }),
    );
  }
  return row;
}

/** @type {Record<string, IconName>} */
const MODE_ICONS = {
  classic: "grid",
  relaxed: "leaf",
  timed: "bolt",
  daily: "calendar",
  campaign: "flag",
  expert: "crown",
  race: "race",
};

/**
 * Draw the icon of a mode; one that the page does not know is a custom game.
 * @param {string} mode
 */
export function modeIcon(mode) {
  return icon(MODE_ICONS[mode] ?? "settings");
}
