// Full screen, where the browser has it: phones of some makers do not.

export function canFillScreen() {
  return document.fullscreenEnabled;
}

export function isFullScreen() {
  return document.fullscreenElement !== null;
}

/** Fill the screen, or leave it; a browser may refuse, and then nothing changes. */
export async function toggleFullScreen() {
  try {
    if (isFullScreen()) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  } catch {
    // The window stays as it is.
  }
}
