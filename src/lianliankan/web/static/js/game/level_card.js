// The card before a level of the campaign: what its gravity does, its size, time and lives, and what earns its stars.

import { fitBoard } from "../board/layout.js";
import { thumbnail } from "../board/thumbnail.js";
import { clockText } from "../core/clock.js";
import { find, h } from "../core/dom.js";
import { gravityIcon, shownGravity } from "../core/gravities.js";
import { icon, stars } from "../core/icons.js";
import { isMotionReduced } from "../core/reduced_motion.js";
import { recall, remember } from "../core/settings.js";
import { Dialog } from "../dialogs/dialog.js";
import { explained } from "../dialogs/explain.js";
import { actionButton, numberLine } from "../dialogs/form.js";
import { named, t } from "../i18n/i18n.js";
import { api, loadPart } from "../server/api.js";
import { facts } from "../server/facts.js";
import { ToyBoard, transposeToy } from "./toy_board.js";

/** @import { IconName } from "../core/icons.js" */
/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { App } from "../app.js" */
/** @import { LevelFacts, ModeFacts, PlayerAnswer, ToyGame } from "../server/protocol.js" */

const STILL_CELL = 24; // pixels, of the still pictures for reduced motion

/**
 * Load the card of a level; its button starts the game.
 * @param {App} app
 * @param {number} number
 */
export async function openDialog(app, number) {
  const level = facts.levels[number - 1];
  const [toy, me] = await Promise.all([api.toy(level.gravity), api.me()]);
  app.me = me;
  const { clientWidth, clientHeight } = find("#stage");
  const { transposed } = fitBoard(level.rows, level.cols, clientWidth, clientHeight);
  return () => new LevelCard(app, level, transposed ? transposeToy(toy) : toy, transposed);
}

class LevelCard {
  /**
   * @param {App} app
   * @param {LevelFacts} level
   * @param {ToyGame} toy
   * @param {boolean} transposed whether the level will be shown with rows as columns
   */
  constructor(app, level, toy, transposed) {
    this.app = app;
    this.level = level;
    this.toy = toy;
    this.gravity = shownGravity(level.gravity, transposed);
    this.size = transposed ? `${level.cols}×${level.rows}` : `${level.rows}×${level.cols}`;
    this.isNew = !recall(`gravity ${level.gravity}`);
    remember(`gravity ${level.gravity}`, true);
    this.stage = h("div.toy-stage");
    /** @type {import("../dialogs/ranking.js").RankingRow | null} */
    this.ranking = null;
    this.rankingPlace = h("div", { hidden: true });
    /** @type {ToyBoard | null} the toy, unless two still pictures stand for it */
    this.board = null;
    this.dialog = new Dialog({
      title: () => t("level number", { number: level.level }),
      kind: "narrow level-card",
      body: () => this.draw(),
      onClose: () => this.board?.remove(),
    });
    void this.loadRanking();
    if (isMotionReduced()) return;
    this.openToy().watch();
    this.updateButton();
  }

  /** Load the ranking of the level; the card works without it. */
  async loadRanking() {
    const { level } = this.level;
    this.ranking = await loadPart(import("../dialogs/ranking.js"))
      .then(({ loadRanking }) =>
        loadRanking(this.app, { mode: "campaign", level, name: t("level number", { number: level }) }),
      )
      .catch(() => null);
    this.drawRanking();
  }

  openToy() {
    this.stage.replaceChildren();
    this.board = new ToyBoard(this.stage, this.toy, {
      onSelect: () => this.updateButton(),
      onPair: () => this.onPair(),
    });
    return this.board;
  }

  /** A toy that is over can be played again. */
  onPair() {
    const { board } = this;
    if (board && (board.isCleared || board.isStuck)) setTimeout(() => board.stage.isConnected && board.reset(), 1200);
  }

  /** The row has a place of its own: drawing the whole card would take the focus from the toy. */
  drawRanking() {
    this.rankingPlace.hidden = !this.ranking;
    if (this.ranking) this.rankingPlace.replaceChildren(this.ranking.draw());
    return this.rankingPlace;
  }

  /** @returns {import("../dialogs/dialog.js").Content} */
  draw() {
    this.board?.board.describe();
    if (!this.board) this.stage.replaceChildren(...this.stillPictures());
    return [
      h(
        "div.dialog-body",
        h(
          "div.level-gravity",
          this.stage,
          h(
            "div.level-about",
            this.isNew ? h("p.new-badge", t("level new")) : null,
            h("h3", gravityIcon(this.gravity), named("gravity", this.gravity)),
            h("p", named("gravity", `about ${this.gravity}`)),
            h("p.muted", t(isMotionReduced() ? "level try" : "level watch")),
            this.toyButton(),
          ),
        ),
        this.facts(),
        this.goals(),
        this.drawRanking(),
      ),
      h("div.dialog-footer", this.startButton()),
    ];
  }

  /** A button that stops the toy or starts it again, or opens it where still pictures stand for it. */
  toyButton() {
    if (!this.board) return this.button("level open", "play", () => this.openToy());
    if (this.board.isWatching) return this.button("level stop", "pause", (board) => board.stop());
    return this.button("level again", "restart", (board) => {
      board.reset();
      if (!isMotionReduced()) board.watch();
    });
  }

  /**
   * @param {TextKey} name
   * @param {IconName} iconName
   * @param {(board: ToyBoard) => void} action
   */
  button(name, iconName, action) {
    const act = () => {
      action(/** @type {ToyBoard} */ (this.board));
      this.updateButton();
      find(".level-about button", this.dialog.element).focus();
    };
    return actionButton(name, act, { iconName });
  }

  updateButton() {
    find(".level-about button", this.dialog.element).replaceWith(this.toyButton());
  }

  /** The first position and the one after a pair, for players who do not want motion. */
  stillPictures() {
    const [first] = this.toy.positions;
    const after = first.pairs.find(({ cells }) => String(cells) === String(first.hint));
    const picture = (/** @type {number[][]} */ rows) => thumbnail(rows, { cell: STILL_CELL });
    return [picture(first.rows), icon("forth"), picture(this.toy.positions[after?.next ?? 0].rows)];
  }

  facts() {
    const { lives } = /** @type {PlayerAnswer} */ (this.app.me).campaign;
    const { bonus } = /** @type {ModeFacts} */ (facts.modes.find(({ name }) => name === "campaign")).options;
    return h(
      "dl.level-facts",
      numberLine("new size", this.size),
      numberLine("level time", clockText(this.level.limit ?? 0), h("small", t("level bonus", { bonus }))),
      numberLine("level lives", explained("lives", icon("heart"), String(lives))),
    );
  }

  goals() {
    const { star_seconds: left, level } = this.level;
    const won = this.app.me?.campaign.stars[level] ?? 0;
    return h(
      "div.level-goals",
      h("h3", t("level goals"), won ? stars(won, t("stars of", { stars: won })) : null),
      h(
        "ul",
        .../** @type {const} */ (["level goal win", "level goal shuffle", "level goal time"]).map((goal) =>
          h("li", icon("star"), t(goal, { left: clockText(left ?? 0) })),
        ),
      ),
    );
  }

  startButton() {
    const { level } = this.level;
    const start = () => void this.app.try(() => this.app.startGame({ mode: "campaign", level }));
    return actionButton("level start", start, { kind: "primary", iconName: "play", first: true });
  }
}
