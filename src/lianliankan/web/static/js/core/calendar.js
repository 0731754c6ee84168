// Months and days, as texts such as 2026-11-15; all in UTC, which decides when a day starts.

/**
 * Return the month of a day.
 * @param {string} day
 */
export function monthOf(day) {
  return day.slice(0, 7);
}

/**
 * Return another month, some months later or earlier.
 * @param {string} month such as 2026-11
 * @param {number} step
 */
export function addMonths(month, step) {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + step, 1)).toISOString().slice(0, 7);
}

/**
 * Return another day, some days later or earlier.
 * @param {string} day
 * @param {number} step
 */
export function addDays(day, step) {
  return new Date(Date.parse(day) + step * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Return the weeks of a month from Monday to Sunday, with null for days of other months.
 * @param {string} month
 * @returns {(string | null)[][]}
 */
export function weeksOf(month) {
  const [year, number] = month.split("-").map(Number);
  const before = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + 6) % 7;
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const weeks = [];
  for (let start = 1 - before; start <= count; start += 7) {
    const days = Array.from({ length: 7 }, (_, place) => start + place);
    weeks.push(days.map((day) => (day < 1 || day > count ? null : `${month}-${String(day).padStart(2, "0")}`)));
  }
  return weeks;
}

/**
 * Write how long it takes until something, with hours.
 * @param {number} seconds
 */
export function countdownText(seconds) {
  const whole = Math.max(Math.ceil(seconds), 0);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}
