// Tile sets as the page reads them from sprites, and the boards of thumbnails.
import assert from "node:assert/strict";
import { test } from "node:test";

import { highestKind } from "../../../src/lianliankan/web/static/js/board/board_model.js";
import { previewRows, sampleRows } from "../../../src/lianliankan/web/static/js/board/thumbnail.js";
import { FaceSet } from "../../../src/lianliankan/web/static/js/core/faces.js";

const SPRITE = [
  '<svg data-light="#a #b #c #d #e" data-dark="#f #g #h #i #j" data-round="14" data-depth="12">',
  '<symbol id="k1" viewBox="-50 -50 100 100" data-name="Tom &amp; Jerry"><image href="/1.jpg"/></symbol>',
  '<symbol id="k2" viewBox="-50 -50 100 100" data-name="star" data-name-zh="星"><path d="M0 0"/></symbol>',
  '<symbol id="k3" viewBox="-50 -50 100 100" data-name="star 2"><use href="#k2"/></symbol>',
  "</svg>",
].join("\n");

test("a set is read from its sprite", () => {
  const set = FaceSet.read("own-1", SPRITE);
  assert.equal(set.fillsTile, true);
  assert.deepEqual([set.round, set.depth], [0.14, 0.12]);
  assert.deepEqual(set.colours.dark, ["#f", "#g", "#h", "#i", "#j"]);
  assert.equal(set.faces.get(1).name, "Tom & Jerry");
  assert.equal(set.faces.get(1).address, "/1.jpg");
  assert.equal(set.faces.get(2).chinese, "星");
  assert.equal(set.faces.get(2).address, undefined);
  assert.equal(FaceSet.read("numbers", "<svg>\n</svg>").fillsTile, false);
});

test("other pictures replace those of a set, and the drawings follow", () => {
  const pictures = ["a", "b", "c"].map((label) => ({ label, address: `/${label}.jpg` }));
  const set = FaceSet.read("own-1", SPRITE).withPictures("own-2", pictures);
  assert.deepEqual(
    [...set.faces.values()].map(({ name }) => name),
    ["a", "b", "c", "star", "star 2"],
  );
  assert.equal(set.round, 0.14);
});

test("the preview board has every kind twice", () => {
  const kinds = previewRows().flat();
  assert.equal(kinds.length, 32);
  for (let kind = 1; kind <= 16; kind++) assert.equal(kinds.filter((other) => other === kind).length, 2);
  assert.equal(highestKind(sampleRows(2, 12)), 24);
  assert.equal(highestKind([[0, -1]]), 0);
});
