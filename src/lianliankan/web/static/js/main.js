// The beginning: settings first, then the page that the address names.

import { App } from "./app.js";
import { redrawDialogs } from "./dialogs/dialog.js";
import { setMotion } from "./core/reduced_motion.js";
import { onChange, settings } from "./core/settings.js";
import { mindSound, setSound, wakeSound } from "./game/sound.js";
import { setLanguage } from "./i18n/i18n.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

function dress() {
  setLanguage(settings.language);
  setMotion(settings.motion);
  setSound(settings.sound);
  const isDark = settings.theme === "dark" || (settings.theme === "auto" && dark.matches);
  document.documentElement.classList.toggle("dark", isDark);
}

dress();
onChange(dress, { first: true });
dark.addEventListener("change", () => {
  dress();
  redrawDialogs(); // small boards in them are drawn for one theme
});
addEventListener("pointerdown", wakeSound);
addEventListener("keydown", wakeSound);
document.addEventListener("visibilitychange", mindSound);

const app = new App();
onChange(() => app.redraw());
addEventListener("popstate", () => void app.route());
void app.start();
