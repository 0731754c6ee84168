// The beginning: settings first, then the page that the address names.

import { App } from "./app.js";
import { redrawDialogs } from "./dialog.js";
import { setMotion } from "./motion.js";
import { onChange, settings } from "./settings.js";
import { mindSound, setSound, wakeSound } from "./sound.js";
import { setLanguage } from "./words.js";

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
