// The pages, each with its address, and the dialogs: the module of each is loaded when it is asked for, and so are its
// style sheets and texts.

import { loadStyle } from "./core/style.js";
import * as gamePage from "./game/game_page.js";
import { loadPart } from "./server/api.js";
import { facts } from "./server/facts.js";
import { loadPartTexts } from "./server/texts.js";

/** @import { App } from "./app.js" */
/** @import { Place } from "./core/address.js" */
/** @import { Opening } from "./router.js" */

/**
 * A page on its way: its module's `openPage` gets this, loads the data and returns how the page is made.
 * @typedef {object} Going
 * @property {App} app
 * @property {Record<string, string>} words those of the address, by the names of the table; empty if they are missing
 * @property {string} query of the address
 * @property {AbortSignal} signal aborted if the player goes elsewhere meanwhile
 * @property {Given} given what is not in the address
 */

/**
 * @typedef {object} Given
 * @property {boolean} [isNew] the game has just been started
 * @property {import("./game/messages.js").Message} [opening] its first message
 * @property {import("./edit/edit_page.js").EditSource} [board] what to edit
 * @property {boolean} [isWatching] the player only watches the room
 * @property {string[]} [commands] what the player does as soon as the room is there
 * @property {string} [notice] what to say then
 */

/**
 * @typedef {object} Needs
 * @property {string[]} [styles] in css/
 * @property {Parameters<typeof loadPartTexts>[0][]} [texts]
 */

/** @typedef {{openPage: (going: Going) => Opening | Promise<Opening>}} PagePart */

/**
 * @typedef {object} Entry
 * @property {string} at the address: words, and after a colon the name of any word; `?` says that it may be missing
 * @property {() => Promise<PagePart>} part
 * @property {(app: App) => boolean} [when] whether there is such a page here
 */

const hasAccounts = (/** @type {App} */ app) => Boolean(app.me?.account);
const hasRaces = () => facts.races;

const ROOM = ["race/race.css", "race/play.css", "race/phone.css", "race/room.css", "race/podium.css"];
/** @type {Needs} */
const REPLAY = { styles: ["replay.css", "course.css"], texts: ["reading"] };
const CHALLENGE = { styles: ["dialogs/share.css", "course.css"] };

/** @type {(Entry & Needs)[]} the first one whose words an address begins with is shown */
export const PAGES = [
  { at: "play/:id", part: async () => gamePage },
  { at: "lesson", part: () => import("./game/lesson_page.js"), styles: ["lesson.css"] }, // without an address of its own
  {
    at: "stats",
    part: () => import("./game/statistics_page.js"),
    styles: ["statistics.css"],
    texts: ["reading"],
  },
  {
    at: "account",
    when: hasAccounts,
    part: () => import("./game/account_page.js"),
    styles: ["statistics.css", "account.css"],
    texts: ["reading"],
  },
  {
    at: "join",
    when: hasAccounts,
    part: () => import("./dialogs/account_dialogs.js"),
    styles: ["statistics.css", "account.css"],
    texts: ["reading"],
  },
  { at: "replay/:id/:part?", part: () => import("./game/replay_page.js"), ...REPLAY },
  { at: "g/:share/:part?", part: () => import("./game/replay_page.js"), ...REPLAY },
  {
    at: "race/leaders/:format?",
    when: hasRaces,
    part: () => import("./race/leaders_page.js"),
    styles: ["race/race.css", "race/lobby.css", "statistics.css", "dialogs/ranking.css"],
    texts: ["race", "reading"],
  },
  {
    at: "race/profile/:id?",
    when: hasRaces,
    part: () => import("./race/profile_page.js"),
    styles: ["race/race.css", "race/lobby.css", "statistics.css"],
    texts: ["race", "reading"],
  },
  {
    at: "race/replay/:id",
    when: hasRaces,
    part: () => import("./race/race_replay_page.js"),
    styles: ["race/race.css", "race/play.css", "replay.css", "race/replay.css"],
    texts: ["race", "reading"],
  },
  { at: "race/:code", when: hasRaces, part: () => import("./race/room_page.js"), styles: ROOM, texts: ["race"] },
  {
    at: "race",
    when: hasRaces,
    part: () => import("./race/lobby_page.js"),
    styles: ["race/race.css", "race/lobby.css", "statistics.css"],
    texts: ["race", "reading"],
  },
  {
    at: "edit/:text?",
    part: () => import("./edit/edit_page.js"),
    styles: ["edit/edit.css", "edit/panel.css", "verdict.css"],
    texts: ["edit"],
  },
  {
    at: "lab/:share?",
    part: () => import("./lab/lab_page.js"),
    styles: ["lab/lab.css", "lab/trace.css", "lab/race.css"],
    texts: ["lab"],
  },
  { at: "b/:share", part: () => import("./dialogs/challenge.js"), ...CHALLENGE },
  { at: "c/:name/:share", part: () => import("./dialogs/challenge.js"), ...CHALLENGE },
];

/** The dialogs that are shown over any page: `openDialog` of each loads what it shows, and returns how to show it. */
const DIALOGS = {
  "new game": { part: () => import("./dialogs/new_game.js") },
  campaign: { part: () => import("./dialogs/campaign.js"), styles: ["dialogs/campaign.css"] },
  level: { part: () => import("./game/level_card.js"), styles: ["dialogs/level_card.css", "lesson.css"] },
  daily: { part: () => import("./dialogs/daily.js"), styles: ["dialogs/daily.css", "dialogs/best_lists.css"] },
  bests: { part: () => import("./dialogs/best_lists.js"), styles: ["dialogs/best_lists.css"] },
  settings: { part: () => import("./dialogs/settings_dialog.js") },
  gallery: { part: () => import("./dialogs/gallery.js"), styles: ["gallery.css"], texts: ["pictures"] },
  help: { part: () => import("./dialogs/help.js"), styles: ["dialogs/help.css"] },
  share: { part: () => import("./dialogs/share.js"), styles: ["dialogs/share.css"] },
};

/** @typedef {keyof typeof DIALOGS} DialogName */

/**
 * What a dialog is about.
 * @template {DialogName} Name
 * @typedef {Parameters<Awaited<ReturnType<typeof DIALOGS[Name]["part"]>>["openDialog"]>[1]} About
 */

/**
 * Load the page of a place; null if there is none.
 * @param {Place} place
 * @param {Omit<Going, "words" | "query">} going
 * @returns {Promise<Opening> | null}
 */
export function loadPage({ parts, query }, going) {
  for (const { at, when, part, ...needs } of PAGES) {
    const words = wordsOf(at, parts);
    if (words && (!when || when(going.app)))
      return load(part, needs, (page) => page.openPage({ ...going, words, query }));
  }
  return null;
}

/**
 * Load a dialog.
 * @template {DialogName} Name
 * @param {Name} name
 * @param {App} app
 * @param {About<Name>} about
 * @returns {Promise<() => unknown>} shows it
 */
export function loadDialog(name, app, about) {
  /** @typedef {{openDialog: (app: App, about: About<Name>) => (() => unknown) | Promise<() => unknown>}} DialogPart */
  const { part, ...needs } = /** @type {{part: () => Promise<DialogPart>} & Needs} */ (
    /** @type {unknown} */ (DIALOGS[name])
  );
  return load(part, needs, (dialog) => dialog.openDialog(app, about));
}

/**
 * Load a module and what it needs, and its data as soon as the module is there.
 * @template Part, Found
 * @param {() => Promise<Part>} part
 * @param {Needs} needs
 * @param {(part: Part) => Found | Promise<Found>} open
 */
async function load(part, { styles = [], texts = [] }, open) {
  const needs = [...styles.map(loadStyle), ...texts.map(loadPartTexts)];
  const [found] = await Promise.all([loadPart(part()).then(open), loadPart(Promise.all(needs))]);
  return found;
}

/**
 * Compare an address with an entry of the table: return the words that have names there, or null if it is another one.
 * @param {string} at
 * @param {string[]} parts
 */
function wordsOf(at, parts) {
  /** @type {Record<string, string>} */
  const words = {};
  for (const [place, name] of at.split("/").entries()) {
    const word = parts[place] ?? "";
    if (!name.startsWith(":")) {
      if (name !== word) return null;
    } else if (word || name.endsWith("?")) words[name.replace(/[:?]/g, "")] = word;
    else return null;
  }
  return words;
}
