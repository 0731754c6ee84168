// Months and plots: pure functions.

import assert from "node:assert/strict";
import { test } from "node:test";

import { addMonths, countdownText, monthOf, weeksOf } from "../../../src/lianliankan/web/static/js/core/calendar.js";
import { axisMarks, median, runningMedian } from "../../../src/lianliankan/web/static/js/core/plot.js";

test("a month has all its days, from Monday to Sunday", () => {
  assert.equal(monthOf("2026-11-15"), "2026-11");
  assert.deepEqual([addMonths("2026-01", -1), addMonths("2026-12", 1)], ["2025-12", "2027-01"]);
  const weeks = weeksOf("2026-11");
  assert.deepEqual(weeks[0], [null, null, null, null, null, null, "2026-11-01"]);
  assert.deepEqual(weeks[5], ["2026-11-30", null, null, null, null, null, null]);
  assert.equal(weeksOf("2028-02").flat().filter(Boolean).length, 29);
  assert.equal(weeksOf("2027-02").length, 4);
});

test("a countdown", () => {
  assert.deepEqual([86399.2, 59.1, 0, -3].map(countdownText), ["24:00:00", "00:01:00", "00:00:00", "00:00:00"]);
});

test("an axis has round marks around all values", () => {
  assert.deepEqual(axisMarks(1560, 3755), [1000, 2000, 3000, 4000]);
  assert.deepEqual(axisMarks(93, 259, [1, 3, 6]), [60, 120, 180, 240, 300]);
  assert.deepEqual(axisMarks(7, 7), [7, 8]);
  for (const [low, high] of [
    [0, 0],
    [1, 2],
    [3, 100],
    [99, 101],
    [0, 123456],
  ]) {
    const marks = axisMarks(low, high);
    assert.ok(marks[0] <= low && marks[marks.length - 1] >= high && marks.length <= 7, String(marks));
  }
});

test("medians", () => {
  assert.deepEqual([median([3]), median([4, 1]), median([9, 1, 5])], [3, 2.5, 5]);
  assert.deepEqual(runningMedian([1, 9, 5, 5], 3), [1, 5, 5, 5]);
});
