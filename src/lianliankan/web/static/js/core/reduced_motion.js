// Whether motion is reduced: the system asks for it, or the player does.

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
let isWanted = true;

/** Whether animations are off. */
export function isMotionReduced() {
  return !isWanted || reduced.matches;
}

/** @param {boolean} wanted whether the player wants motion */
export function setMotion(wanted) {
  isWanted = wanted;
  document.documentElement.classList.toggle("reduced-motion", isMotionReduced());
}

reduced.addEventListener("change", () => setMotion(isWanted));
