// The graph of a game: where its parts are, and what it says about a lost game.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SIDE, courseVerdict, graphShape } from "../../../src/lianliankan/web/static/js/dialogs/course_graph.js";

const point = (moves, winnable = true, marks = []) => ({ version: 0, moves, winnable, marks });

test("the line goes from side to side, and from the floor to the row of marks", () => {
  const { line, floor } = graphShape([point(8), point(4), point(0)], { width: 216, height: 92 });
  assert.deepEqual(
    line.map(([x]) => x),
    [SIDE, 108, 216 - SIDE],
  );
  assert.equal(line[2][1], floor);
  assert.ok(line[0][1] >= 14 && line[0][1] < line[1][1]);
});

test("equal neighbours share a band, and the bands fill the width", () => {
  const points = [point(3), point(3), point(2, false), point(1, null), point(0, null)];
  const { bands } = graphShape(points, { width: 416, height: 92 });
  assert.deepEqual(
    bands.map(({ state }) => state),
    ["won", "lost", "unknown"],
  );
  assert.equal(bands[0].x, 0);
  assert.equal(bands[0].width, bands[1].x);
  assert.equal(bands[2].x + bands[2].width, 416);
});

test("marks stand before the pair that they belong to", () => {
  const { line, marks } = graphShape([point(3), point(2, true, ["hint", "undo"])], { width: 216, height: 92 });
  assert.deepEqual(
    marks.map(({ mark }) => mark),
    ["hint", "undo"],
  );
  for (const { x } of marks) assert.ok(x > line[0][0] && x < line[1][0]);
});

test("one point and no free pairs are no reason to fail", () => {
  const { line, bands } = graphShape([point(0, false)], { width: 100, height: 60 });
  assert.deepEqual([line.length, bands.length], [1, 1]);
  assert.ok(line.flat().every(Number.isFinite));
});

test("the verdict names what is known, and no more", () => {
  const points = [point(3), point(2, false)];
  const about = (lost, win, list = points, isLate = false) =>
    courseVerdict({ points: list, lost, win, win_version: win, timed_out: isLate });
  assert.deepEqual(about(1, 0), { name: "course blame", values: { pair: 1 } });
  assert.equal(about(0, null).name, "course never");
  assert.equal(about(null, null).name, "course open");
  assert.equal(about(null, null, points, true).name, "course late");
  assert.deepEqual(about(null, 0), { name: "course until", values: { pair: 0 } });
  assert.equal(about(null, 1, [point(3), point(2)]).name, "course end");
});
