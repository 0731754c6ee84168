// The entry point: apply the settings, then show the page for the address.

import { App } from "./app.js";
import { onPlaceChange } from "./core/address.js";
import { find } from "./core/dom.js";
import { setMotion } from "./core/reduced_motion.js";
import { changeSettings, onSettingsChange, settings } from "./core/settings.js";
import { applyTheme, onSystemTheme } from "./core/theme.js";
import { redrawDialogs } from "./dialogs/dialog.js";
import { showNotice } from "./dialogs/notices.js";
import { muteWhenHidden, setSound, wakeSound } from "./game/sound.js";
import { chosenLanguage, currentLanguage, setLanguage, t } from "./i18n/i18n.js";
import { loadPart } from "./server/api.js";
import { hasTexts, loadTexts } from "./server/texts.js";
import { runtime } from "./server/transport.js";

const TRY_AGAIN_AFTER = 1000; // milliseconds

function applySettings() {
  applyLanguage();
  setMotion(settings.motion);
  setSound(settings.sound);
  document.body.classList.toggle("zen", settings.zen);
  applyTheme();
}

/** Set the language, at once or when its texts are there; then everything is drawn in it. */
function applyLanguage() {
  const language = chosenLanguage(settings.language);
  if (hasTexts(language)) return setLanguage(language);
  loadTexts(language).then(
    () => changeSettings({}),
    () => {
      if (chosenLanguage(settings.language) === language) changeSettings({ language: currentLanguage() });
      showNotice(t("error offline"));
    },
  );
}

/** Load the texts; without them, the banner says in all languages that the page tries again. */
async function waitForTexts() {
  const banner = find("#banner");
  try {
    await loadTexts(chosenLanguage(settings.language));
    banner.hidden = true;
  } catch {
    banner.hidden = false;
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER));
    await waitForTexts();
  }
}

await waitForTexts();
applySettings();
onSettingsChange(applySettings, { first: true });
onSystemTheme(() => {
  applySettings();
  redrawDialogs(); // their thumbnails are drawn for one theme
});
addEventListener("pointerdown", wakeSound);
addEventListener("keydown", wakeSound);
document.addEventListener("visibilitychange", muteWhenHidden);

const app = new App();
if (runtime) {
  const { watchSite } = await loadPart(import("./game/site_page.js"));
  void watchSite(app, runtime);
}
onSettingsChange(() => app.redraw());
onPlaceChange(() => void app.route());
void app.start();
