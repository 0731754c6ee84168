// The end of a race: the podium, what decided it, and the way to the next race.

import { linkTo, pathTo } from "../core/address.js";
import { h } from "../core/dom.js";
import { icon } from "../core/icons.js";
import { copyText } from "../dialogs/copy.js";
import { joinSentences, named, t } from "../i18n/i18n.js";
import { describeDecision } from "./decisive.js";
import { outText, raceTime } from "./race_words.js";
import { raceIcon, seatSign } from "./signs.js";

/** @import { Standing } from "../server/protocol.js" */
/** @import { RaceModel } from "./race_model.js" */
/** @import { RoomPage } from "./room_page.js" */

const STEPS = 3;

/**
 * Show how the race of a room ended.
 * @param {RoomPage} page
 * @param {object} more
 * @param {Map<number, import("./race_ratings.js").Points>} more.ratings by seat, as far as they are known
 * @param {Node[]} more.actions what can be done next
 */
export function podium(page, { ratings, actions }) {
  const extra = (/** @type {Standing} */ { seat }) => ratingChange(ratings.get(seat) ?? null);
  const { model } = page;
  const standings = model.standings();
  const title = headline(model, standings);
  const steps = model.isTeam ? [] : standings.slice(0, STEPS);
  const rest = model.isTeam ? standings : standings.slice(STEPS);
  const order = [1, 0, 2].flatMap((place) => steps[place] ?? []); // the first stands in the middle
  return h(
    "section.podium",
    { "aria-labelledby": "podium-title" },
    h("h2", { id: "podium-title", tabindex: "-1" }, title),
    h("p.decision", decision(page)),
    steps.length ? h("ol.podium-steps", ...order.map((standing) => step(model, standing, extra(standing)))) : null,
    rest.length ? h("ol.podium-rest", ...rest.map((standing) => line(model, standing, extra(standing)))) : null,
    h("div.actions.podium-actions", ...actions),
  );
}

/**
 * Say how a rating has changed.
 * @param {import("./race_ratings.js").Points} points
 */
function ratingChange(points) {
  if (!points) return null;
  const [before, after] = points;
  const change = after - before;
  const sign = change > 0 ? "+" : change < 0 ? "−" : "±";
  const text = t("podium rating", { after, change: `${sign}${Math.abs(change)}` });
  return h("span", { class: `rating-change ${change > 0 ? "up" : change < 0 ? "down" : ""}` }, text);
}

/**
 * @param {RaceModel} model
 * @param {Standing[]} standings
 */
function headline(model, standings) {
  const own = standings.find(({ seat }) => seat === model.you);
  const [first] = standings;
  if (model.isTeam) return t(first?.state === "finished" ? "race team won" : "race team lost");
  if (standings.filter(({ rank }) => rank === 1).length > 1) return t("podium draw");
  if (own?.rank === 1) return t("podium won");
  if (own) return t("podium place", { rank: own.rank, count: standings.length });
  return t("podium winner", { name: first ? model.nameOf(first.seat) : "" });
}

/** @param {RoomPage} page */
function decision({ model, log }) {
  const reasons = describeDecision({
    standings: model.standings(),
    log,
    nameOf: (seat) => model.nameOf(seat),
    you: model.you,
    isTeam: model.isTeam,
    hasOneBoard: model.hasOneBoard,
  });
  return joinSentences(
    ...reasons.map(({ name, values }) =>
      t(name, { ...values, ...(values.item && { item: named("item", values.item) }) }),
    ),
  );
}

/**
 * Say how far a seat came.
 * @param {RaceModel} model
 * @param {Standing} standing
 */
function resultText(model, { state, reason, tiles, pairs, finished_at }) {
  if (model.hasOneBoard) return t("race pairs", { count: pairs });
  if (finished_at !== null) return raceTime(finished_at);
  const left = t("race tiles left", { count: tiles });
  return state === "out" ? `${outText({ reason })} · ${left}` : left;
}

/**
 * @param {RaceModel} model
 * @param {Standing} standing
 * @param {Node | null} more
 */
function step(model, standing, more) {
  const seat = model.seats.get(standing.seat);
  return h(
    "li",
    { class: `podium-step rank-${standing.rank}${standing.seat === model.you ? " own" : ""}`, value: standing.rank },
    h(
      "span.podium-who",
      standing.rank === 1 ? icon("crown") : null,
      seatSign(standing.seat),
      h("bdi.podium-name", model.nameOf(standing.seat)),
      seat?.bot ? h("span.podium-bot", raceIcon("bot"), t("race bot")) : null,
      seat?.is_ghost ? h("span.podium-bot", raceIcon("ghost"), t("racer ghost")) : null,
      h("span.podium-result", resultText(model, standing)),
      more,
    ),
    h("span.podium-block", h("span.podium-rank", String(standing.rank))),
  );
}

/**
 * @param {RaceModel} model
 * @param {Standing} standing
 * @param {Node | null} more
 */
function line(model, standing, more) {
  const seat = model.seats.get(standing.seat);
  return h(
    "li",
    { class: standing.seat === model.you ? "own" : "", value: standing.rank },
    model.isTeam ? null : h("span.podium-rank", t("race rank", { rank: standing.rank })),
    seatSign(standing.seat),
    h("bdi.podium-name", model.nameOf(standing.seat)),
    seat?.bot ? raceIcon("bot") : null,
    h("span.podium-result", resultText(model, standing)),
    more,
  );
}

/**
 * Buttons to watch the race again and to tell others about it.
 * @param {RoomPage} page
 */
export function podiumLinks({ app, model }) {
  const { race_id: id } = model.room;
  if (!id) return [];
  const open = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void app.go(pathTo(["race", "replay", id]));
  };
  const address = linkTo(["race", "replay", id]);
  const share = h("button.button", { id: "race-share" }, icon("send"), t("podium share"));
  share.onclick = () => {
    if ("share" in navigator && matchMedia("(pointer: coarse)").matches)
      void navigator.share({ title: t("title"), url: address }).catch(() => undefined);
    else void copyText(address, share);
  };
  return [
    h("a.button", { id: "race-replay", href: address, onclick: open }, icon("replay"), t("podium replay")),
    share,
  ];
}
