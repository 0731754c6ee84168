// The icons of the board editor.

import { ICONS, iconsOf } from "../core/icons.js";

const EDIT_ICONS = {
  ...ICONS,
  warning: "M12 4 21 19.5H3zM12 10v4.5M12 17v.1",
  brush:
    "M4.5 19.5c2.5.3 4.8-.4 5-2.7.1-1.5-1-2.6-2.4-2.6-2.3 0-1.4 3.3-2.6 5.3zM9.3 14.6 18 4.8c1-1 2.6.5 1.7 1.6l-8 9.6",
  fill: "M11 3.5v5M5 13l7-7 6.5 6.5-6.3 6.3a1.8 1.8 0 0 1-2.5 0L5 14.4a1 1 0 0 1 0-1.4zM5.5 12.5h13M20 16c1 1.5 1.5 2.3 1.5 3a1.5 1.5 0 0 1-3 0c0-.7.5-1.5 1.5-3z",
  line: "M5 19 19 5M3.5 20.5h.1M20.5 3.5h.1",
  rectangle: "M4.5 6.5h15v11h-15z",
  eraser:
    "M8 19.5h11.5M9.5 19.5 4.8 14.8a1.5 1.5 0 0 1 0-2.1l8-8a1.5 1.5 0 0 1 2.1 0l4.6 4.6a1.5 1.5 0 0 1 0 2.1l-8 8zM8.8 8.7l6.7 6.7",
  wall: "M4 5.5h16v13H4zM4 9.8h16M4 14.2h16M10 5.5v4.3M15 9.8v4.4M8 9.8v4.4M12 14.2v4.3",
  gap: "M5 8V5h3M11 5h2M16 5h3v3M19 11v2M19 16v3h-3M13 19h-2M8 19H5v-3M5 13v-2",
  mirror: "M12 4v16M9 7 4 17h5zM15 7l5 10h-5z",
  flip: "M4 12h16M7 9l10-5v5zM7 15l10 5v-5z",
  clockwise: "M18.5 12A6.5 6.5 0 1 1 16 6.9M19 3.5V8h-4.5",
  counterclockwise: "M5.5 12A6.5 6.5 0 1 0 8 6.9M5 3.5V8h4.5",
};

/** @typedef {keyof typeof EDIT_ICONS} EditIconName */

export const editIcon = iconsOf(EDIT_ICONS);
