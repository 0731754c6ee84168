// Whether motion is reduced: by the system's preference or the player's setting.

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {"auto" | "full" | "less"} */
let choice = "auto";

/** Whether animations are off. */
export function isMotionReduced() {
  return choice === "less" || (choice === "auto" && reduced.matches);
}

/** @param {"auto" | "full" | "less"} chosen */
export function setMotion(chosen) {
  choice = chosen;
  document.documentElement.classList.toggle("reduced-motion", isMotionReduced());
}

reduced.addEventListener("change", () => setMotion(choice));
