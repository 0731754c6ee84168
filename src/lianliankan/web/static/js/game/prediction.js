// Shows the path of a pair at once, before the server has answered: the kernel finds it, as on the server.

import { EMPTY } from "../board/board_model.js";
import { ExpectedPaths } from "../board/expected_paths.js";
import { once } from "../core/memory.js";
import { Kernel } from "../kernel/kernel.js";
import { facts } from "../server/facts.js";
import { request } from "../server/transport.js";

export class Prediction {
  /** @param {Kernel} kernel */
  constructor(kernel) {
    this.kernel = kernel;
  }

  /** Load the kernel, for all games; if that fails, another game may try again. */
  static load = once(async () => {
    const answer = await request("GET", "/static/kernel.wasm");
    return new Prediction(await Kernel.load(await answer.arrayBuffer()));
  });

  /**
   * Show the path of a pair that is on its way to the server, if the kernel finds one. While gravity may still move its
   * tiles, because of pairs before it, the path is not known yet.
   * @param {import("../board/board_view.js").BoardView} board
   * @param {import("../board/selection.js").Pair} pair
   * @param {import("../server/protocol.js").Rules} rules
   */
  show({ rows, selection, effects }, pair, rules) {
    const gravity = facts.gravities.indexOf(rules.gravity);
    if (selection.pairs[0] !== pair && gravity !== 0) return;
    const left = rows.map((row) => row.slice());
    effects.expected ??= new ExpectedPaths(effects);
    for (const { pair } of effects.expected.paths) for (const [row, col] of pair.cells) left[row][col] = EMPTY;
    const corners = this.findPath(left, { ...rules, gravity }, pair.cells);
    if (corners) effects.expected.show(pair, corners);
  }

  /**
   * @param {import("../board/board_model.js").Rows} rows
   * @param {import("../kernel/kernel.js").KernelRules} rules
   * @param {[import("../server/protocol.js").Cell, import("../server/protocol.js").Cell]} cells
   */
  findPath(rows, rules, cells) {
    try {
      const board = this.kernel.board(rows, rules);
      const corners = board.link(...cells);
      board.free();
      return corners;
    } catch {
      return null; // the server knows
    }
  }
}
