// The page of an address that does not exist: it looks as the player has chosen.

import { applyTheme, onSystemTheme } from "./core/theme.js";

applyTheme();
onSystemTheme(applyTheme);
