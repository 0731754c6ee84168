// What an address asks for.

import { validSettings } from "../core/settings.js";
import { ApiError } from "./api.js";

/** Read what the address wishes for, as that of `llk play --mode timed --lang zh`, and remove it from there. */
export function takeWishes() {
  const query = new URLSearchParams(location.pathname === "/" ? location.search : "");
  const [language, faces] = [query.get("lang"), query.get("faces")];
  if (query.size) history.replaceState(null, "", location.pathname);
  return {
    mode: query.get("mode"),
    settings: validSettings({ ...(language && { language }), ...(faces && { faces }) }),
  };
}

/**
 * Decode a part of an address; an invalid one is a bad request.
 * @param {string} text
 */
export function decodePart(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiError(400, "bad");
  }
}
