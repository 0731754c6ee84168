// The time of a game as it is shown: the server's clock, carried on between its messages.

/**
 * Write seconds as 1:05 or 1:02:03.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/**
 * Find what a clock shows now, given what it showed when the message came.
 * @param {{seconds: number, left: number | null, running: boolean}} view
 * @param {number} since milliseconds since then
 * @returns {{seconds: number, left: number | null}}
 */
export function clockNow(view, since) {
  const passed = view.running ? since / 1000 : 0;
  return { seconds: view.seconds + passed, left: view.left === null ? null : Math.max(0, view.left - passed) };
}
