// The clock on the screen: the server's time, continued between its messages.

/**
 * Format seconds as 1:05 or 1:02:03.
 * @param {number} seconds
 */
export function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/**
 * Return what a clock shows now, given what it showed when the message arrived.
 * @param {{seconds: number, left: number | null, running: boolean}} view
 * @param {number} since milliseconds since the message
 * @returns {{seconds: number, left: number | null}}
 */
export function clockNow(view, since) {
  const passed = view.running ? since / 1000 : 0;
  return { seconds: view.seconds + passed, left: view.left === null ? null : Math.max(0, view.left - passed) };
}
