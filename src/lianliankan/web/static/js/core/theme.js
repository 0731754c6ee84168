// The theme and the background, as the settings say.

import { settings } from "./settings.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

/** What can be behind the board; css/backgrounds.css draws each for light and dark. */
export const BACKGROUNDS = /** @type {const} */ (["jade", "waves", "lattice"]);

export function applyTheme() {
  const root = document.documentElement;
  const isDark = settings.theme === "dark" || (settings.theme === "auto" && dark.matches);
  root.classList.toggle("dark", isDark);
  root.dataset.background = BACKGROUNDS.find((name) => name === settings.background) ?? BACKGROUNDS[0];
}

/**
 * Call a function when the system changes between light and dark.
 * @param {() => void} listener
 */
export function onSystemTheme(listener) {
  dark.addEventListener("change", listener);
}
