// A room and its race as a page knows them: all of it from a "room" message, and kept up by the events that follow.

import { readBoard, rowsAfter } from "../board/board_model.js";

/** @import { Rows } from "../board/board_model.js" */
/** @import { Attacked, BoardLaid, RaceEvent, RoomEvent, RoomSeatView, RoomState, RoomView, SeatRank, SeatView, Standing } from "../server/protocol.js" */

/** @typedef {SeatView["stock"][number]} Item */

/**
 * @typedef {object} SeatExtras what the page knows of a seat besides the server's view of it
 * @property {Rows} rows its board
 * @property {number | null} lastPairAt when it took its last pair, if the page has seen it
 */
/** @typedef {SeatView & SeatExtras} RaceSeat times are milliseconds since the start of the race */

const EFFECTS = /** @type {const} */ ([
  ["shield", "shielded_until"],
  ["hide", "hidden_until"],
  ["turn", "turned_until"],
  ["block", "blocked_until"],
]);

/**
 * Return what items do to a seat.
 * @param {SeatView} seat
 * @param {number} now milliseconds since the start of the race
 */
export function effectsOn(seat, now) {
  return EFFECTS.filter(([, until]) => seat[until] > now).map(([name]) => name);
}

export class RaceModel {
  /** @param {RoomState} state */
  constructor(state) {
    this.version = state.version;
    this.you = state.you;
    this.room = state.room;
    /** @type {Map<number, RaceSeat>} */
    this.seats = new Map();
    this.isOver = state.race?.is_over ?? false;
    this.hasRace = state.race !== null;
    /** Whether a race has begun of which nothing is known yet. */
    this.isStarting = false;
    /** @type {Standing[] | null} the result of a race that is over */
    this.result = this.isOver ? (state.race?.standings ?? null) : null;
    /** @type {SeatRank[]} best first */
    this.ranks = state.race?.standings ?? [];
    /** @type {number | null} when the race is over because somebody has finished */
    this.closesAt = state.race?.closes_at ?? null;
    this.isRated = state.race?.is_rated ?? false;
    for (const seat of state.race?.seats ?? [])
      this.seats.set(seat.seat, { ...seat, rows: readBoard(seat.board), lastPairAt: null });
  }

  /** The player's own seat in the race, if they take part. */
  get own() {
    return this.you === null ? undefined : this.seats.get(this.you);
  }

  /** Whether all play on one board. */
  get hasOneBoard() {
    return this.room.settings.has_one_board;
  }

  /** Whether all win or lose together. */
  get isTeam() {
    return this.room.settings.is_team;
  }

  get isHost() {
    return this.you !== null && this.room.host === this.you;
  }

  /** Whether a race is running. */
  get isRacing() {
    return this.room.phase === "racing" && this.hasRace && !this.isOver;
  }

  /** The seats of the others. */
  get rivals() {
    return [...this.seats.values()].filter(({ seat }) => seat !== this.you);
  }

  /**
   * Return the name of a seat, in the race or in the room.
   * @param {number} seat
   */
  nameOf(seat) {
    return (this.seats.get(seat) ?? this.room.seats.find((each) => each.seat === seat))?.name ?? "";
  }

  /** Those who can be attacked: they race, and are no ghosts. */
  get targets() {
    return this.rivals.filter(({ state, is_ghost }) => state === "racing" && !is_ghost);
  }

  /**
   * Follow an event.
   * @param {RoomEvent | RaceEvent} event
   */
  apply(event) {
    if (!applyToRoom(this, event)) applyToRace(this, event);
  }

  /**
   * Return how the seats stand, best first.
   * @returns {Standing[]}
   */
  standings() {
    if (this.result) return this.result;
    return this.ranks.flatMap(({ seat: number, rank }) => {
      const seat = this.seats.get(number);
      if (!seat) return [];
      const { state, tiles, pairs, ended_at, reason } = seat;
      const finished_at = state === "finished" ? ended_at : null;
      return [{ seat: number, rank, state, tiles, pairs, finished_at, reason }];
    });
  }

  /**
   * Return when the race is over for the player, or for those who are watched, and whether somebody's finish is why.
   * @returns {{at: number, isClosing: boolean} | null}
   */
  get deadline() {
    const watched = [...this.seats.values()].map(({ limit_at }) => limit_at ?? 0);
    const limit = this.own ? this.own.limit_at : Math.max(0, ...watched) || null;
    if (this.closesAt !== null && (limit === null || this.closesAt < limit))
      return { at: this.closesAt, isClosing: true };
    return limit === null ? null : { at: limit, isClosing: false };
  }

  /** Return the seats that play on the board of a seat, itself included. */
  atTable(/** @type {RaceSeat} */ seat) {
    return this.hasOneBoard && !seat.is_ghost ? [...this.seats.values()] : [seat];
  }
}

/**
 * @param {RaceModel} model
 * @param {RoomEvent | RaceEvent} event
 * @returns {boolean} whether it is an event of the room alone
 */
function applyToRoom(model, event) {
  const { room } = model;
  const change = (/** @type {Partial<RoomView>} */ values) => (model.room = { ...room, ...values });
  const others = room.seats.filter(({ seat }) => seat !== event.seat);
  switch (event.event) {
    case "seattaken": {
      const { seat, player: name, bot } = event;
      const seats = [...others, { seat, name, bot, is_ready: bot > 0, is_away: false }];
      change({ seats: seats.sort((a, b) => a.seat - b.seat) });
      return true;
    }
    case "seatfreed":
      change({ seats: others });
      return true;
    case "readychanged": {
      const { seat, is_ready, is_away } = event;
      change({ seats: room.seats.map((each) => (each.seat === seat ? { ...each, is_ready, is_away } : each)) });
      return true;
    }
    case "hostchanged":
      change({ host: event.seat });
      return true;
    case "settingschanged": // the server tells the rest in a moment
      change({ seats: unready(room.seats) });
      return true;
    case "countdownbegun":
      change({ phase: "countdown", countdown_until: event.until });
      return true;
    case "countdownstopped":
      change({ phase: "waiting", countdown_until: null });
      return true;
    case "racebegun": // here, too
      model.isStarting = true;
      change({ phase: "racing", countdown_until: null, race_began: event.at });
      return true;
    case "roomclosed":
      change({ phase: "closed" });
      return true;
    case "raceover":
      change({ phase: "waiting", seats: unready(room.seats) });
      return false;
    default:
      return event.event === "roomdenied";
  }
}

/**
 * @param {RoomSeatView[]} seats
 */
function unready(seats) {
  return seats.map((seat) => ({ ...seat, is_ready: seat.bot > 0 }));
}

/**
 * @param {RaceModel} model
 * @param {RoomEvent | RaceEvent} event
 */
function applyToRace(model, event) {
  const seat = model.seats.get(event.seat);
  if (!seat) return;
  if ("ranks" in event && event.ranks) model.ranks = event.ranks;
  switch (event.event) {
    case "pairtaken":
      for (const each of model.atTable(seat)) {
        each.rows = rowsAfter(each === seat ? seat.rows : each.rows, event.events);
        each.tiles = event.tiles;
      }
      Object.assign(seat, { pairs: event.pairs, combo: event.combo, lastPairAt: event.at, idle_at: event.idle_at });
      break;
    case "hintshown":
      seat.hints = event.left;
      break;
    case "itemearned":
      seat.stock = event.stock;
      break;
    case "itemused":
      seat.stock = event.stock;
      if (event.item === "shield") seat.shielded_until = event.until ?? 0;
      else if (event.item === "time")
        for (const each of model.isTeam ? model.seats.values() : [seat])
          if (each.state === "racing") each.limit_at = event.until;
      break;
    case "attacked":
      applyAttack(seat, event);
      break;
    case "boardlaid":
      layBoard(model, seat, event);
      break;
    case "wentaway":
      Object.assign(seat, { away_until: event.until, idle_at: null, combo: 0 });
      break;
    case "cameback":
      Object.assign(seat, { away_until: null, idle_at: event.idle_at });
      break;
    case "wentout":
      end(seat, "out", event.at);
      seat.reason = event.reason;
      break;
    case "seatfinished":
      end(seat, "finished", event.at);
      model.closesAt = event.closes_at;
      break;
    case "raceover":
      model.isOver = true;
      model.result = event.standings;
      break;
  }
}

/**
 * @param {RaceSeat} seat
 * @param {"out" | "finished"} state
 * @param {number} at
 */
function end(seat, state, at) {
  Object.assign(seat, { state, ended_at: at, idle_at: null, limit_at: null, away_until: null });
}

/**
 * @param {RaceSeat} seat
 * @param {Attacked} event
 */
function applyAttack(seat, event) {
  seat.pairs = event.pairs;
  if (event.is_shielded) seat.shielded_until = event.at;
  else if (event.did === "hide") Object.assign(seat, { hidden: event.cells, hidden_until: event.until ?? 0 });
  else if (event.did === "turn") seat.turned_until = event.until ?? 0;
  else if (event.did === "block") seat.blocked_until = event.until ?? 0;
}

/**
 * @param {RaceModel} model
 * @param {RaceSeat} seat
 * @param {BoardLaid} event
 */
function layBoard(model, seat, event) {
  const rows = readBoard(event.board);
  const tiles = rows.flat().filter((kind) => kind > 0).length;
  seat.pairs = event.pairs;
  for (const each of model.atTable(seat)) {
    Object.assign(each, { rows, tiles });
    if (event.why !== "ghost") each.combo = 0;
    if (event.idle_at !== null && each.idle_at !== null) each.idle_at = event.idle_at;
  }
}

/**
 * Return the seats of a room as they are before the race: every tile is there, and its face is unknown.
 * @param {RoomView} room
 * @returns {RaceSeat[]}
 */
export function blankSeats({ seats, settings }) {
  const rows = Array.from({ length: settings.rows }, () => new Array(settings.cols).fill(1));
  return seats.map(({ seat, name, bot, is_away }) => ({
    seat,
    name,
    bot,
    is_ghost: false,
    board: "",
    rows,
    tiles: settings.rows * settings.cols,
    pairs: 0,
    combo: 0,
    state: "racing",
    reason: null,
    ended_at: null,
    idle_at: null,
    away_until: is_away ? 0 : null,
    limit_at: null,
    hints: settings.hints,
    stock: [],
    hidden: [],
    hidden_until: 0,
    turned_until: 0,
    blocked_until: 0,
    shielded_until: 0,
    lastPairAt: null,
  }));
}
