// Whether things move: by the system's preference, and by the player's own.

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {"auto" | "full" | "less"} */
let choice = "auto";

/** Whether nothing should fly about. */
export function isCalm() {
  return choice === "less" || (choice === "auto" && reduced.matches);
}

/** @param {"auto" | "full" | "less"} chosen */
export function setMotion(chosen) {
  choice = chosen;
  document.documentElement.classList.toggle("calm", isCalm());
}

reduced.addEventListener("change", () => setMotion(choice));
