// The high scores, one list for everything that can be compared, and the player's games.

import { clockText } from "../core/clock.js";
import { h } from "../core/dom.js";
import { iconButton } from "../core/icons.js";
import { modeName, named, shortDay, t } from "../i18n/i18n.js";
import { api, loadPart } from "../server/api.js";
import { isOver } from "../server/facts.js";
import { listKey, listName } from "./best_list_names.js";
import { Dialog, confirm } from "./dialog.js";
import { actionButton, choice, dropDown } from "./form.js";
import { ghostButton } from "./ghost_button.js";
import { bestList } from "./result_lines.js";

/** @import { IconName } from "../core/icons.js" */
/** @import { TextKey } from "../i18n/i18n.js" */
/** @import { App } from "../app.js" */
/** @import { BestGames, ListedBest, Summary } from "../server/protocol.js" */

/** @param {App} app */
export async function openDialog(app) {
  const [lists, games] = await Promise.all([api.bestLists(app.page?.game?.id ?? null), api.games()]);
  return () => void showBestLists(app, lists, games);
}

/**
 * @param {App} app
 * @param {ListedBest[]} lists
 * @param {Summary[]} games those of the player
 */
async function showBestLists(app, lists, games) {
  const { page } = app;
  let chosen = lists.findLast((list) => list.has_game) ?? null; // a board comes after its kind
  chosen ??= lists.find(({ mode }) => mode === page?.game?.head?.options.mode) ?? lists[0] ?? null;
  /** @type {Map<string, BestGames>} */
  const found = new Map();
  /** @type {Map<string, import("./ranking.js").RankingRow | null>} */
  const rows = new Map();
  /** How the player stands among all; the dialog works without it. */
  const loadRow = async (/** @type {ListedBest} */ list) => {
    const { mode, level, day, deal } = list;
    if (rows.has(listKey(list)) || mode === "own" || !(level || day || deal)) return;
    const row = await loadPart(import("./ranking.js"))
      .then(({ loadRanking }) => loadRanking(app, { mode, level, day, deal, name: listName(list) }))
      .catch(() => null);
    rows.set(listKey(list), row);
    if (row && chosen === list && dialog.element.open) dialog.draw();
  };
  const choose = async (/** @type {ListedBest | null} */ list) => {
    chosen = list;
    if (list && !found.has(listKey(list)))
      await app.try(async () => void found.set(listKey(list), await api.bests(list)));
    dialog.draw();
    if (list) await loadRow(list);
  };
  const shown = () => (chosen ? found.get(listKey(chosen)) : undefined);
  /** The best game of the list can be raced against. */
  const ghostOfBest = (/** @type {BestGames} */ { games: [best] }) => {
    return best ? h("div.actions", ghostButton(app, { id: best.id }, "do race best")) : null;
  };
  const dialog = new Dialog({
    title: () => t("bests title"),
    body: () => [
      h(
        "div.dialog-body",
        lists.length === 0 ? h("p.muted", t("bests none")) : null,
        chosen ? modeChoice(lists, chosen, (list) => void choose(list)) : null,
        h(
          "div.list-choice",
          chosen ? listChoice(lists, chosen, (list) => void choose(list)) : null,
          actionButton("tool stats", () => void app.go("/stats"), { iconName: "chart" }),
        ),
        chosen ? (rows.get(listKey(chosen))?.draw() ?? null) : null,
        ...[shown()].flatMap((bests) => (bests ? [bestList(bests, page?.game?.id ?? null), ghostOfBest(bests)] : [])),
        h("h3", t("bests mine")),
        games.length === 0
          ? h("p.muted", t("games none"))
          : h("ul.list.games", ...games.map((game) => gameLine(app, game, () => deleteGame(game)))),
      ),
    ],
  });
  const deleteGame = async (/** @type {Summary} */ game) => {
    if (!(await confirm("forget title", "forget text", "games forget"))) return;
    await app.try(async () => {
      await api.deleteGame(game.id);
      games.splice(games.indexOf(game), 1);
      dialog.draw();
      if (app.page?.game?.id === game.id) await app.home();
    });
  };
  await choose(chosen);
}

/**
 * Radio buttons to choose a mode; its first list is shown.
 * @param {ListedBest[]} lists
 * @param {ListedBest} chosen
 * @param {(list: ListedBest) => void} choose
 */
function modeChoice(lists, chosen, choose) {
  const firsts = new Map([...lists].reverse().map((list) => [list.mode, list]));
  const modes = [...new Set(lists.map(({ mode }) => mode))];
  return choice({
    name: "best",
    label: t("new mode"),
    value: chosen.mode,
    options: modes.map((mode) => ({ value: mode, text: modeName(mode) })),
    onChange: (mode) => choose(firsts.get(mode) ?? chosen),
  });
}

/**
 * A menu of the lists of a mode.
 * @param {ListedBest[]} lists
 * @param {ListedBest} chosen
 * @param {(list: ListedBest) => void} choose
 */
function listChoice(lists, chosen, choose) {
  const inMode = lists.filter(({ mode }) => mode === chosen.mode);
  const menu = dropDown("best-list", inMode.map(listName), inMode.indexOf(chosen), (place) => choose(inMode[place]));
  return h("label.form-field", h("span", t("bests which")), menu);
}

/**
 * @param {App} app
 * @param {Summary} game
 * @param {() => void} deleteGame
 */
function gameLine(app, game, deleteGame) {
  const level = game.level ? ` ${t("level number", { number: game.level })}` : "";
  const name = `${modeName(game.mode)} ${game.size.replace("x", "×")}${level}`;
  const about = [
    named("state", game.state),
    game.state === "won" ? `${t("score")} ${game.score}` : t("tiles left", { tiles: game.tiles }),
    clockText(game.seconds),
    shortDay(game.changed),
  ];
  const button = (/** @type {TextKey} */ text, /** @type {IconName} */ iconName, /** @type {() => void} */ action) =>
    iconButton(iconName, t(text), {
      "aria-label": t("game action", { action: t(text), game: name, about: about.join(t("comma")) }),
      onclick: action,
    });
  return h(
    "li",
    h("span", name, h("small.details", ...about.map((part) => h("span", part)))),
    h(
      "span.actions",
      isOver(game) ? null : button("games go on", "play", () => app.play(game.id)),
      button("do replay", "replay", () => void app.go(`/replay/${game.id}`)),
      button("games forget", "trash", deleteGame),
    ),
  );
}
