// Where the dots of a plot are: scales with round numbers, and medians.

/**
 * Return round numbers for an axis, from below the lowest value to above the highest.
 * @param {number} low
 * @param {number} high
 * @param {number[]} steps by how much marks may differ, in units that grow tenfold
 * @returns {number[]}
 */
export function axisMarks(low, high, steps = [1, 2, 5]) {
  const wanted = Math.max(high - low, 1) / 4;
  let unit = 1;
  const sizes = [];
  while (sizes.length === 0 || sizes[sizes.length - 1] < wanted) {
    for (const step of steps) sizes.push(step * unit);
    unit *= 10;
  }
  const size = sizes.find((each) => each >= wanted) ?? 1;
  const marks = [Math.floor(low / size) * size];
  while (marks[marks.length - 1] < high || marks.length < 2) marks.push(marks[marks.length - 1] + size);
  return marks;
}

/**
 * Return the middle value, or the mean of the two in the middle.
 * @param {number[]} values
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * Return the median of each value and those before it, up to a number of values: the trend of a plot.
 * @param {number[]} values
 * @param {number} count
 */
export function runningMedian(values, count) {
  return values.map((_, place) => median(values.slice(Math.max(place + 1 - count, 0), place + 1)));
}
