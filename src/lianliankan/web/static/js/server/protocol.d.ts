// What the page and the server send each other. Written by tools/page_types.py (make types); do not edit.

export type ClientMessage = Hello | Do | Begin | Ping | AskWinnable;

export type RacerMessage = RaceDo | React | Ping;

export type LearnerRequest = CheckRequest | LearnerTraceRequest | LearnerRaceRequest;

export type ServerMessage = FullState | Done | Pong | Winnability | ErrorMessage;

export type RoomMessage = RoomState | RoomEvents | ReactionShown | RaceErrorMessage | Pong;

export type GameEvent = Picked | Dropped | Linked | Packed | Refused | Hinted | Stuck | Shuffled | Undone | Redone | Restarted | Paused | Resumed | Doomed | Lost | Won;

export type RaceEvent = PairTaken | Denied | HintShown | ItemEarned | ItemUsed | Attacked | BoardLaid | WentAway | CameBack | WentOut | SeatFinished | RaceOver;

export type RoomEvent = SeatTaken | SeatFreed | ReadyChanged | HostChanged | SettingsChanged | CountdownBegun | CountdownStopped | RaceBegun | RoomClosed | RoomDenied;

/** The first message; `v` is the page's version of the protocol. */
export interface Hello {
  type: "hello";
  v: number;
}

/** A command. */
export interface Do {
  type: "do";
  n: number;
  version: number;
  command: string;
}

/** The player has picked a first tile, so the clock starts; it has no answer, and is not stored. */
export interface Begin {
  type: "begin";
}

/** A ping: the question whether the server is there. */
export interface Ping {
  type: "ping";
  n: number;
}

/** A question whether the game can still be won; it changes nothing. */
export interface AskWinnable {
  type: "winnable";
  n: number;
}

/** A command of a player. */
export interface RaceDo {
  type: "do";
  n: number;
  version: number;
  command: string;
}

/** Show a reaction to the whole room; it has no answer. */
export interface React {
  type: "react";
  reaction: "clap" | "cry" | "heart" | "laugh" | "wave" | "wow";
}

/** The game to start; values that are not given are the defaults. */
export interface NewGameRequest {
  mode?: string | null;
  rows?: number | null;
  cols?: number | null;
  kinds?: number | null;
  gravity?: string | null;
  max_turns?: number | null;
  outside?: boolean | null;
  adjacent?: boolean | null;
  difficulty?: string | null;
  seed?: number | null;
  mask?: string | null;
  shape?: string | null;
  when_stuck?: "ask" | "lose" | "shuffle" | null;
  ask_first?: boolean | null;
  level?: number | null;
  day?: string | null;
  share?: string | null;
}

/** How to save the draft: as a new set with a name, or into a set; the chosen pictures, or all of them. */
export interface SaveRequest {
  name?: string | null;
  into?: string | null;
  pictures?: string[] | null;
  keep?: ([string, string])[];
}

/** A change of a set: its name, or its pictures and their order. */
export interface ChangeRequest {
  name?: string | null;
  pictures?: string[] | null;
}

/** A board to read: its fields, or any text of one, such as a course file, JSON, or a share text. */
export interface BoardRequest {
  board?: BoardFields | null;
  text?: string | null;
}

/** A board as the page has it: rows of kinds (0 empty, -1 a wall, -2 not part of the board), rules and phase. */
export interface BoardFields {
  rows: number[][];
  rules: RuleFields;
  phase: "down" | "left" | "right" | "up";
}

/** The rules of a board as the page has them: all of them. */
export interface RuleFields {
  max_turns: number | null;
  outside: boolean;
  gravity: "down" | "gather-columns" | "gather-rows" | "inward" | "left" | "outward" | "right" | "rotating" | "slide-down-up" | "slide-left-right" | "split-columns" | "split-rows" | "still" | "up";
  adjacent: boolean;
}

/** A board whose tiles are dealt again: every tile of it is a place; `kinds` and `seed` as in `Deal`. */
export interface DealtBoardRequest {
  board: BoardFields;
  kinds?: number | null;
  seed?: number | null;
}

/** A board, and its score as `rate` computes it. */
export interface PercentileRequest {
  board: BoardFields;
  score: number;
}

/** A board to save under a name; one that has this name is replaced. */
export interface SaveBoardRequest {
  name: string;
  board: BoardFields;
}

/** A name; an empty one takes it away. */
export interface NameRequest {
  name: string;
}

/** The player's name, or the word "delete" in either language. */
export interface DeleteRequest {
  confirm: string;
}

/** The answer of an authenticator; `bring` to bring the games of this browser along. */
export interface CredentialRequest {
  credential: Record<string, unknown>;
  bring?: boolean;
}

/** The secret of a link; `bring` to bring the games of this browser along. */
export interface JoinRequest {
  token: string;
  bring?: boolean;
}

/** The recorded game to race against: one of the player's by its `id`, one as a `share` text, or a `day`'s leaders. */
export interface GhostRaceRequest {
  id?: string | null;
  share?: string | null;
  day?: string | null;
}

/** A room to open: its settings, as `RaceSettings` has them, and whether lists show it. */
export interface NewRoomRequest {
  settings?: Record<string, unknown>;
  is_public?: boolean;
}

/** The format to race in. */
export interface QuickMatchRequest {
  format?: "ghost" | "items" | "shared" | "sprint" | "together";
}

/** The name to race under; an empty one takes it away. */
export interface RaceNameRequest {
  name: string;
}

/** Judge the function of an exercise in a program, within some seconds; messages name its `file`, if it has one. */
export interface CheckRequest {
  type: "check";
  source: string;
  exercise: string;
  file?: string;
  language?: "en" | "zh";
  seconds?: number;
}

/** Let a function of a program search on a board, and note the cells that it reads; the answer is a TraceAnswer. */
export interface LearnerTraceRequest {
  type: "trace";
  source: string;
  function: string;
  share: string;
  a: Cell;
  b: Cell;
  language?: "en" | "zh";
}

/** A place on the board: `(row, col)`, counted from 0; the ring around it is row or column -1 and R or C. */
export type Cell = [row: number, col: number];

/** Let a function of a program race against finders; the answer is a LabRaceAnswer, the function's run last. */
export interface LearnerRaceRequest {
  type: "race";
  source: string;
  function: string;
  share: string;
  a: Cell;
  b: Cell;
  finders: string[];
  language?: "en" | "zh";
}

/** The whole game: the first answer, and the answer to command `n` if it no longer applies. */
export interface FullState {
  type: "state";
  n: number | null;
  v: number;
  id: string;
  version: number;
  rows: number[][];
  head: GameHead;
  view: GameView;
}

/** The constants of a game: its rules, the text of its deal if it has one, seed and options. */
export interface GameHead {
  rules: Rules;
  deal: string | null;
  seed: number;
  options: Options;
}

/** The rules of paths and of gravity. */
export interface Rules {
  max_turns: number | null;
  outside: boolean;
  gravity: "down" | "gather-columns" | "gather-rows" | "inward" | "left" | "outward" | "right" | "rotating" | "slide-down-up" | "slide-left-right" | "split-columns" | "split-rows" | "still" | "up";
  adjacent: boolean;
}

/** The options of a game; by default everything is allowed, without limits. */
export interface Options {
  mode: string;
  limit: number | null;
  bonus: number;
  hints: number | null;
  shuffles: number | null;
  undo: boolean;
  tell_doomed: boolean;
  when_stuck: "ask" | "lose" | "shuffle";
  level: number | null;
  day: string | null;
}

/** The view of a game, beside the board. */
export interface GameView {
  state: "lost" | "paused" | "playing" | "stuck" | "won";
  score: number;
  combo: number;
  moves: number;
  tiles: number;
  pairs: number;
  hints: number | null;
  shuffles: number | null;
  seconds: number;
  left: number | null;
  running: boolean;
  winnable: boolean | null;
  doomed: LostSince | null;
  may_ask: boolean;
  tools: ("auto" | "hint" | "pause" | "redo" | "restart" | "shuffle" | "undo")[];
  picked: Cell | null;
  stars: number;
  loss: "" | "given up" | "stuck" | "time";
}

/** When a game was lost: after how many pairs, and the last of them; None if unknown. */
export interface LostSince {
  number: number | null;
  move: Move | null;
}

/** Two equal tiles that link: `(a, b)`, a before b in reading order. */
export type Move = [a: Cell, b: Cell];

/** The effect of a command; `n` is None for commands of other connections and of the clock. */
export interface Done {
  type: "done";
  n: number | null;
  version: number;
  events: GameEvent[];
  view: GameView;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  n: number;
}

/** Whether the game can still be won after `version` commands (None: undecided), and since when it cannot. */
export interface Winnability {
  type: "winnable";
  n: number;
  version: number;
  winnable: boolean | null;
  doomed: LostSince | null;
  timed_out?: boolean;
}

/** Something that failed: a short code for the page, a message for people, and the command if it was one. */
export interface ErrorMessage {
  type: "error";
  code: "bad" | "busy" | "gone" | "heavy" | "long" | "queue" | "slow" | "store" | "version";
  message: string;
  n: number | null;
}

/** All there is: the first message, sent again whenever the client might have missed something. */
export interface RoomState {
  type: "room";
  v: number;
  version: number;
  you: number | null;
  room: RoomView;
  race: RaceView | null;
  now: number;
}

/** The view of a room, beside its race; times are milliseconds since the room was opened. */
export interface RoomView {
  code: string;
  is_public: boolean;
  phase: "closed" | "countdown" | "racing" | "waiting";
  host: number | null;
  settings: RaceSettingsView;
  seats: RoomSeatView[];
  countdown_until: number | null;
  race_began: number | null;
  race_id: string | null;
  is_quick: boolean;
  ghosts: GhostView[];
}

/** All settings of a race, those that are as usual in its format too; times in seconds, 0 for no limit. */
export interface RaceSettingsView {
  format: "ghost" | "items" | "shared" | "sprint" | "together";
  rows: number;
  cols: number;
  kinds: number | null;
  gravity: "down" | "gather-columns" | "gather-rows" | "inward" | "left" | "outward" | "right" | "rotating" | "slide-down-up" | "slide-left-right" | "split-columns" | "split-rows" | "still" | "up";
  seats: number;
  countdown: number;
  idle: number;
  away: number;
  limit: number;
  after_first: number;
  hints: number;
  items: boolean;
  items_offered: ("block" | "bomb" | "hide" | "hint" | "put-back" | "shield" | "shuffle" | "time" | "turn")[];
  stock: number;
  combo: number;
  hide: number;
  turn: number;
  block: number;
  shield: number;
  time: number;
  hidden: number;
  has_one_board: boolean;
  is_team: boolean;
}

/** A player on a seat, counted from 0; `bot` is a bot's strength, 0 for a person. */
export interface RoomSeatView {
  seat: number;
  name: string;
  bot: number;
  is_ready: boolean;
  is_away: boolean;
}

/** A recorded game to race against: its player's name, and the milliseconds in which it was won. */
export interface GhostView {
  name: string;
  ms: number;
}

/** A race at `now`, in milliseconds since its start: its seats, and the standings, best first. */
export interface RaceView {
  now: number;
  is_over: boolean;
  seats: SeatView[];
  standings: Standing[];
  closes_at: number | null;
  is_rated: boolean;
}

/** The view of a seat; times are milliseconds since the start of the race. */
export interface SeatView {
  seat: number;
  name: string;
  bot: number;
  is_ghost: boolean;
  board: Board;
  tiles: number;
  pairs: number;
  combo: number;
  state: "finished" | "out" | "racing";
  reason: "gave up" | "idle" | "kicked" | "left" | "stuck" | "time" | null;
  ended_at: number | null;
  idle_at: number | null;
  away_until: number | null;
  limit_at: number | null;
  hints: number;
  stock: ("block" | "bomb" | "hide" | "hint" | "put-back" | "shield" | "shuffle" | "time" | "turn")[];
  hidden: Cell[];
  hidden_until: number;
  turned_until: number;
  blocked_until: number;
  shielded_until: number;
}

/** A position: tiles, empty cells and walls, the rules, and the phase of rotating gravity. */
export type Board = string;

/** The standing of a seat. */
export interface Standing {
  seat: number;
  rank: number;
  state: "finished" | "out" | "racing";
  tiles: number;
  pairs: number;
  finished_at: number | null;
  reason: "gave up" | "idle" | "kicked" | "left" | "stuck" | "time" | null;
}

/** Events of the room and its race; `n` is the client's command that it answers, or None. */
export interface RoomEvents {
  type: "events";
  n: number | null;
  version: number;
  now: number;
  events: (RoomEvent | RaceEvent)[];
}

/** A player shows something. */
export interface ReactionShown {
  type: "reaction";
  seat: number;
  reaction: "clap" | "cry" | "heart" | "laugh" | "wave" | "wow";
}

/** Something that was not done: the command if it was one, a short code for the page, and a text for people. */
export interface RaceErrorMessage {
  type: "error";
  n: number | null;
  code: "bad" | "busy" | "full" | "gone" | "kicked" | "long" | "queue" | "slow" | "stale" | "store" | "watching";
  problem: string;
}

/** Facts about races for the page, which repeats none of them. */
export interface RaceCatalog {
  v: number;
  formats: Record<string, RaceSettingsView>;
  room_formats: ("ghost" | "items" | "shared" | "sprint" | "together")[];
  min_seats: Record<string, number>;
  max_seats: number;
  bot_levels: number;
  quick_bots: number[];
  usual_bot: number;
  idle_times: number[];
  gravities: ("down" | "gather-columns" | "gather-rows" | "inward" | "left" | "outward" | "right" | "rotating" | "slide-down-up" | "slide-left-right" | "split-columns" | "split-rows" | "still" | "up")[];
  all_gravities: ("down" | "gather-columns" | "gather-rows" | "inward" | "left" | "outward" | "right" | "rotating" | "slide-down-up" | "slide-left-right" | "split-columns" | "split-rows" | "still" | "up")[];
  sizes: ([number, number])[];
  items: ("block" | "bomb" | "hide" | "hint" | "put-back" | "shield" | "shuffle" | "time" | "turn")[];
  attacks: ("block" | "bomb" | "hide" | "hint" | "put-back" | "shield" | "shuffle" | "time" | "turn")[];
  optional_items: ("ghost" | "items" | "shared" | "sprint" | "together")[];
  rated: ("ghost" | "items" | "shared" | "sprint" | "together")[];
  reactions: ("clap" | "cry" | "heart" | "laugh" | "wave" | "wow")[];
  close: Record<string, number>;
  errors: ("bad" | "busy" | "full" | "gone" | "kicked" | "long" | "queue" | "slow" | "stale" | "store" | "watching")[];
}

/** Everything that the page needs to know about the game. */
export interface GameCatalog {
  version: string;
  protocol: number;
  together: boolean;
  races: boolean;
  kernel: boolean;
  python: boolean;
  default: ClassicBoard;
  sizes: ([number, number])[];
  first: UsualBoard;
  portrait: UsualBoard[];
  portrait_sizes: ([number, number])[];
  gravities: ("down" | "gather-columns" | "gather-rows" | "inward" | "left" | "outward" | "right" | "rotating" | "slide-down-up" | "slide-left-right" | "split-columns" | "split-rows" | "still" | "up")[];
  turns: (number | null)[];
  when_stuck: ("ask" | "lose" | "shuffle")[];
  modes: ModeFacts[];
  levels: LevelFacts[];
  difficulties: DifficultyFacts[];
  shapes: ShapeFacts[];
  faces: FaceSetFacts[];
  limits: LimitFacts;
  scoring: ScoringFacts;
  rating: RatingFacts;
  combo_seconds: number;
  close_codes: Record<string, number>;
  errors: ("bad" | "busy" | "gone" | "heavy" | "long" | "queue" | "slow" | "store" | "version")[];
}

/** The size and the rules of a classic board. */
export interface ClassicBoard {
  rows: number;
  cols: number;
  rules: Rules;
}

/** The board of a game whose board the player has not chosen; `kinds` as in `Deal`. */
export interface UsualBoard {
  rows: number;
  cols: number;
  kinds: number | null;
}

/** A mode: its name, what it allows, whether players choose its board, and whether it has a difficulty itself. */
export interface ModeFacts {
  name: string;
  options: Options;
  chooses_board: boolean;
  is_rated: boolean;
}

/** A level of the campaign. */
export interface LevelFacts {
  level: number;
  rows: number;
  cols: number;
  kinds: number | null;
  gravity: "down" | "gather-columns" | "gather-rows" | "inward" | "left" | "outward" | "right" | "rotating" | "slide-down-up" | "slide-left-right" | "split-columns" | "split-rows" | "still" | "up";
  difficulty: [number, number] | null;
  limit: number | null;
  star_seconds: number | null;
}

/** A named difficulty and its range of scores. */
export interface DifficultyFacts {
  name: string;
  min: number;
  max: number;
}

/** A shape of boards; `icon` is its mask at a small size. */
export interface ShapeFacts {
  name: string;
  icon: string;
}

/** A set of faces; `is_drawn` is False for sets of characters and simple shapes. */
export interface FaceSetFacts {
  name: string;
  is_drawn: boolean;
}

/** Limits that the page checks before it sends a request. */
export interface LimitFacts {
  max_side: number;
  max_cells: number;
  max_kinds: number;
  max_seed: number;
  max_lives: number;
  max_board_text: number;
  max_board_name: number;
  max_picture_bytes: number;
  max_zip_bytes: number;
  min_pictures: number;
  max_set_name: number;
  max_player_name: number;
  max_race_name: number;
}

/** The scoring: points and stars. */
export interface ScoringFacts {
  pair: number;
  turn: number;
  second: number;
  star_time_share: number;
}

/** How a board is rated: the number of random playouts, and the power of the share that they win. */
export interface RatingFacts {
  playouts: number;
  power: number;
}

/** A replay: the start, the steps, and the points to stop at, one for each pair. */
export interface ReplayView {
  head: GameHead;
  rows: number[][];
  view: GameView;
  steps: ReplayStep[];
  points: CoursePoint[];
}

/** A command: its time and text, its events, and the view after it. */
export interface ReplayStep {
  at: number;
  command: string;
  events: GameEvent[];
  view: GameView;
}

/** A point of a game's course: the start, the position after a pair, or the end if it came after the last pair. */
export interface CoursePoint {
  version: number;
  moves: number;
  marks: ("hint" | "restart" | "shuffle" | "undo")[];
  winnable: boolean | null;
}

/** The points of a game, and where a game that was not won could still be won. */
export interface Course {
  points: CoursePoint[];
  lost: number | null;
  win: number | null;
  win_version: number | null;
  timed_out: boolean;
}

/** A tiny game: all its positions, the first one first. */
export interface ToyGame {
  positions: ToyPosition[];
}

/** A position: its board, the pair to show, and all pairs of the same kind; no others can be played. */
export interface ToyPosition {
  rows: number[][];
  hint: Move | null;
  pairs: ToyPair[];
}

/** Two tiles of the same kind: what happens if they are played, and the number of the position after it. */
export interface ToyPair {
  cells: Move;
  events: GameEvent[];
  next: number;
}

/** The state of a stored game. */
export interface Summary {
  id: string;
  mode: string;
  size: string;
  state: string;
  score: number;
  seconds: number;
  stars: number;
  pairs: number;
  tiles: number;
  level: number | null;
  day: string | null;
  gravity: string;
  deal: string | null;
  begun: string;
  changed: string;
  shuffles_left: number | null;
}

/** A board with its texts; `points` are the two cells to link, if it came from a course file. */
export interface DrawnBoard {
  rows: number[][];
  rules: Rules;
  phase: "down" | "left" | "right" | "up";
  text: string;
  share: string;
  points: [Cell, Cell] | null;
}

/** Which share of the winnable deals of a board's kind is easier; None if it is no deal of a kind that is known. */
export interface PercentileAnswer {
  easier: number | null;
}

/** A saved board: its name, its share text, when it was saved (seconds since 1970), its size and its tiles. */
export interface SavedBoard {
  name: string;
  share: string;
  saved: number;
  rows: number;
  cols: number;
  tiles: number;
}

/** All finders, a board to begin with, the exercises, and the limits of boards, traces and races. */
export interface LabCatalog {
  finders: LabFinder[];
  example: LabPair;
  exercises: LabExercise[];
  max_cells: number;
  max_steps: number;
  max_finders: number;
}

/** A finder: its name, the cost, the code and the promises; `frontier` is what its waiting cells are in. */
export interface LabFinder {
  name: string;
  published: boolean;
  cost: string;
  text: string;
  frontier: "heap" | "queue" | "set" | "stack" | null;
  source: LabSource[];
  promises: LabPromise[];
}

/** A function or class of a finder: its file, the number of its first line, and its lines. */
export interface LabSource {
  file: string;
  first: number;
  text: string;
}

/** A promise, and whether a finder keeps it. */
export interface LabPromise {
  name: string;
  kept: boolean;
  claimed: boolean;
  broken_on: LabPair | null;
}

/** A board, as its share text, and two tiles of it. */
export interface LabPair {
  share: string;
  a: Cell;
  b: Cell;
}

/** An exercise. */
export interface LabExercise {
  name: string;
  function: string;
  head: string;
  template: string;
  kind: "link" | "moves" | "stuck";
  outside: boolean;
  examples: LabExample[];
}

/** A call of the function, and the value that it returns; the tiles in question, and the paths that there are. */
export interface LabExample {
  rows: number[][];
  call: string;
  returns: string;
  ends: Cell[];
  paths: Cell[][];
}

/** A search step by step; `shades` are the colours of the layers, for light and dark. */
export interface TraceAnswer {
  finder: string;
  a: Cell;
  b: Cell;
  steps: TraceStep[];
  shades: ([string, string])[];
  path: LabPath | null;
  examined: number;
  verdict: LabVerdict;
}

/** The changes of a step on the screen. */
export interface TraceStep {
  text: string;
  kind: string;
  cell: Cell;
  layer: number;
  marks: ([number, number, "blocked" | "dropped" | "looked" | "reached" | "visited", number])[];
  here: Cell | null;
  line: Cell[];
  examined: number;
  file: string;
  code_line: number;
  waiting: Cell[] | null;
  waits: number;
}

/** A path: its corners, turns and steps. */
export interface LabPath {
  corners: Cell[];
  turns: number;
  steps: number;
}

/** How good an answer is: in one word, the turns or steps too many, the tile in the way; and in a few words. */
export interface LabVerdict {
  kind: "best" | "blocked" | "false" | "illegal" | "missed" | "none" | "steps" | "turns" | "yes";
  right: boolean;
  number: number;
  cell: Cell | null;
  text: string;
}

/** A race: a run of each finder, and the best path there is. */
export interface LabRaceAnswer {
  runs: LabRun[];
  best: LabPath | null;
}

/** The run of a finder; `refused` says why it could not take part, and there is no verdict then. */
export interface LabRun {
  finder: string;
  path: LabPath | null;
  examined: number;
  nanoseconds: number | null;
  verdict: LabVerdict | null;
  refused: string;
}

/** The reasons why two places do not link, whatever tiles lie there. */
export interface WhyAnswer {
  equal: boolean;
  link: LabPath | null;
  reach: [([number, number, number])[], ([number, number, number])[]];
  longer: LabPath | null;
  clearest: LabPath | null;
  blockers: Cell[];
  openers: Cell[];
}

/** A recorded game, with its share text. */
export interface RecordedGame {
  share: string;
  rules: Rules;
  points: RecordedPoint[];
  won: boolean;
  lost: number | null;
  seconds: number;
  timed_out: boolean;
}

/** A position of a recorded game: the start, after a pair, or at the end. */
export interface RecordedPoint {
  move: Move | null;
  rows: number[][];
  phase: "down" | "left" | "right" | "up";
  free: number;
  marks: ("hint" | "restart" | "shuffle" | "undo")[];
  winnable: boolean | null;
}

/** The result of a check. */
export interface CheckAnswer {
  exercise: string;
  outcome: "error" | "failed" | "passed" | "undecided";
  title: string;
  reason: string;
  details: string[];
  questions: number;
  seconds: number;
  fault: CheckFault | null;
  printed: string;
  line: number;
  is_missing: boolean;
}

/** A question that was answered wrongly. */
export interface CheckFault {
  kind: string;
  text: string[];
  share: string | null;
  rows: number[][];
  a: Cell | null;
  b: Cell | null;
  call: string;
  returned: string;
  expected: string;
  path: Cell[] | null;
  better: Cell[] | null;
  mistake: string | null;
  is_smallest: boolean;
}

/** The share that is done, from 0 to 1, and the call that comes next, for the case that it never returns. */
export interface CheckProgress {
  share: number;
  call: string;
}

/** Why there is no trace or race of a function: a sentence, and the line of the program where it failed, or 0. */
export interface LearnerProblem {
  problem: string;
  line: number;
}

/** A player's account; without one, `exists` is False and the lists are empty. */
export interface AccountAnswer {
  exists: boolean;
  name: string;
  games: number;
  played: number;
  devices: DeviceAnswer[];
  passkeys: PasskeyAnswer[];
}

/** A device: its handle, the names of its browser and system if they are known, and times in seconds since 1970. */
export interface DeviceAnswer {
  id: string;
  browser: string;
  system: string;
  seen: number;
  is_this: boolean;
}

/** A passkey: where it was made, and when it was made and last used, in seconds since 1970. */
export interface PasskeyAnswer {
  id: string;
  browser: string;
  system: string;
  created: number;
  used: number;
}

/** Whether the player has an account, its name, and whether this browser was just found to be signed out. */
export interface AccountBrief {
  exists: boolean;
  name: string;
  was_signed_out: boolean;
}

/** The best ten won games of a list, best first; `practice` has the ids of those of a day that do not count. */
export interface BestGames {
  games: Summary[];
  practice: string[];
}

/** The properties that all games of a list share: the `mode`, and one of the others. */
export interface BestList {
  mode: string;
  level: number | null;
  day: string | null;
  deal: string | null;
  kind: string | null;
  board: string | null;
  size: string;
  won: number;
}

/** A shared board, or the first board of a shared game; only a game has a `head`. */
export interface BoardAnswer {
  rows: number[][];
  rules: Rules;
  phase: "down" | "left" | "right" | "up";
  tiles: number;
  head: GameHead | null;
  own: Summary | null;
  winnable: boolean | null;
}

/** A board that would be dealt: its mask, the number of its tiles and of its kinds. */
export interface BoardOutline {
  mask: string;
  tiles: number;
  kinds: number;
}

/** The daily games: today and the first day to play (UTC), the seconds left today, and the player's record. */
export interface CalendarAnswer {
  today: string;
  first_day: string;
  seconds_left: number;
  record: DailyRecord;
}

/** The days of a player, the earliest first. */
export interface DailyRecord {
  streak: number;
  longest: number;
  days: DayResult[];
}

/** A player's result on a day. */
export interface DayResult {
  day: string;
  game: string;
  state: "lost" | "playing" | "won";
  score: number;
  seconds: number;
  stars: number;
  is_late: boolean;
  practice: number;
}

/** The progress of the campaign: the level to play next, the lives, and the best stars of every level won. */
export interface CampaignAnswer {
  level: number;
  lives: number;
  stars: Record<string, number>;
}

/** The day of the daily game, and the first attempt, which counts; or else a game that has no pair yet. */
export interface DailyAnswer {
  day: string;
  summary: Summary | null;
}

/** The draft, and the pairs of pictures in it that look alike. */
export interface DraftAnswer {
  id: string | null;
  pictures: PictureAnswer[];
  alike: SimilarPictures[];
}

/** A stored picture, and where to load it from. */
export interface PictureAnswer {
  id: string;
  label: string;
  address: string;
}

/** Two pictures that look alike, and in which view. */
export interface SimilarPictures {
  first: string;
  second: string;
  distance: number;
  view: string;
}

/** A request that failed: a message for people, and a short code for the page. */
export interface ErrorAnswer {
  error: string;
  code: string;
  reason: string;
  values: Record<string, number>;
}

/** How many games were deleted with everything else. */
export interface ForgottenAnswer {
  games: number;
}

/** The meaning of a finished game. */
export interface GameResult {
  best_list: BestList;
  bests: BestGames;
  place: number | null;
  day: GameDay | null;
  achievements: AchievementState[];
  analysis: GameAnalysis | null;
}

/** The meaning of a daily game: whether it `counts` as the first attempt of its day, or is practice; and the streak. */
export interface GameDay {
  counts: boolean;
  is_late: boolean;
  streak: number;
  longest: number;
}

/** How far a player has come with an achievement: the progress towards the goal, and when and in which game. */
export interface AchievementState {
  name: string;
  goal: number;
  progress: number;
  reached: string | null;
  game: string | null;
}

/** The analysis of a finished game, since its last restart. */
export interface GameAnalysis {
  hints: number;
  undos: number;
  shuffles: number;
  restarts: number;
  best_combo: number;
  mistake: "" | "early" | "partner" | "unclear" | "unknown";
  mistake_at: number;
  only_moves: number | null;
}

/** The id of a saved set of pictures. */
export interface IdAnswer {
  id: string;
}

/** The outcome of an import. */
export interface ImportAnswer {
  new: number;
  continued: number;
  known: number;
  apart: number;
  settings: number;
  sets: number;
  known_sets: number;
  unfinished: string | null;
  refused: RefusedFileAnswer[];
  more_refused: number;
}

/** A file of an import that was left out, and why. */
export interface RefusedFileAnswer {
  name: string;
  reason: string;
}

/** The account that a link leads to: its name and number of games, and whether this browser is in it already. */
export interface InvitationAnswer {
  name: string;
  games: number;
  is_own: boolean;
  unfinished: string | null;
  guest: number | null;
}

/** A link for another device, as a QR code in SVG too, and how many seconds it is good. */
export interface LinkAnswer {
  address: string;
  qr: string;
  seconds: number;
}

/** A list of best games, with what the text of its deal says. */
export interface ListedBest {
  mode: string;
  level: number | null;
  day: string | null;
  deal: string | null;
  kind: string | null;
  board: string | null;
  size: string;
  won: number;
  words: DealWord[];
  number: string;
  has_game: boolean;
}

/** What the text of a deal says besides size and number, e.g. with the `name` "gravity" and the `value` "down". */
export interface DealWord {
  name: string;
  value: string;
}

/** The id of a new game; `nearest` says what its board is if no board of the chosen difficulty was found. */
export interface NewGameAnswer {
  id: string;
  nearest: NearestBoard | null;
}

/** A board that is not of the difficulty that was chosen, but the closest of those that were tried. */
export interface NearestBoard {
  tried: number;
  is_hardest: boolean;
  difficulty: string;
  score: number;
  timed_out: boolean;
}

/** A player's sets, the draft, and the quota. */
export interface PictureListAnswer {
  sets: PictureSetAnswer[];
  draft: PictureSetAnswer | null;
  quota: QuotaAnswer;
}

/** A set of pictures; `changed` is in seconds since 1970. */
export interface PictureSetAnswer {
  id: string;
  name: string;
  changed: number;
  bytes: number;
  pictures: PictureAnswer[];
}

/** How many sets, pictures and bytes a player may store, and how many bytes are used. */
export interface QuotaAnswer {
  sets: number;
  pictures: number;
  bytes: number;
  used: number;
}

/** A player: the unfinished game, the progress of the campaign, the daily game, and the page's settings. */
export interface PlayerAnswer {
  unfinished: Summary | null;
  campaign: CampaignAnswer;
  daily: DailyAnswer;
  settings: Record<string, unknown>;
  account: AccountBrief | null;
}

/** The board that a request would be dealt, or why there is none, and what cannot be chosen for a board so large. */
export interface PreviewAnswer {
  board: BoardOutline | null;
  problem: ErrorAnswer | null;
  impossible: ImpossibleChoice[];
}

/** A choice for which the board is too large: the `reason`, and how many cells it could have at `most`. */
export interface ImpossibleChoice {
  field: "difficulty" | "gravity" | "mode" | "outside" | "shape" | "size" | "turns";
  value: string | number | boolean | null;
  reason: "large gravity" | "large rated" | "large rules";
  most: number;
}

/** A ranking of all players of the site. */
export interface RankingAnswer {
  players: number;
  top: StandingAnswer[];
  near: StandingAnswer[];
  own: StandingAnswer | null;
  game: string | null;
  percent: number | null;
}

/** A result in a ranking; equal ones share a place. */
export interface StandingAnswer {
  place: number;
  name: string | null;
  tag: string;
  won: boolean;
  score: number;
  seconds: number;
  stars: number;
  is_own: boolean;
}

/** A file that was refused: its name, a short code for the page, and a message for people. */
export interface RefusalAnswer {
  label: string;
  code: "broken" | "empty" | "encrypted" | "full" | "large" | "link" | "many" | "nested" | "pixels" | "same" | "small" | "thin" | "time" | "type" | "zip";
  words: string;
  other: string;
}

/** The id of the removed thing. */
export interface RemovedAnswer {
  removed: string;
}

/** The share texts of a game, of its board, and of the game before its first command. */
export interface ShareAnswer {
  game: string;
  board: string;
  challenge: string;
  rows: number[][];
  head: GameHead;
  view: GameView;
}

/** Everything that the statistics show. */
export interface Statistics {
  games: number;
  won: number;
  streak: number;
  longest_streak: number;
  seconds: number;
  hints: number;
  hintless: number;
  best_combo: number;
  best_combo_game: string | null;
  daily_streak: number;
  longest_daily_streak: number;
  days_won: number;
  modes: ModeStatistics[];
  mistakes: MistakeCounts;
  achievements: AchievementState[];
  pending: number;
  min_pairs: number;
}

/** The finished games of a mode and size; scores and times are those of the games that were won. */
export interface ModeStatistics {
  mode: string;
  size: string;
  games: number;
  won: number;
  best_score: number | null;
  median_score: number | null;
  best_seconds: number | null;
  median_seconds: number | null;
  points: GamePoint[];
}

/** A won game in a plot. */
export interface GamePoint {
  when: string;
  score: number;
  seconds: number;
  stars: number;
}

/** The first mistakes of games, by what they were and by the part of the game; see `GameAnalysis`. */
export interface MistakeCounts {
  partner: number;
  early: number;
  unclear: number;
  none: number;
  unknown: number;
  opening: number;
  middle: number;
  end: number;
}

/** The outcome of an upload. */
export interface UploadAnswer {
  kept: PictureAnswer[];
  refused: RefusalAnswer[];
}

/** A player in the leader board of a format; equal points share a place. */
export interface LeaderAnswer {
  place: number;
  id: string | null;
  name: string | null;
  tag: string;
  points: number;
  races: number;
  wins: number;
  is_own: boolean;
}

/** The leader board of a format. */
export interface LeadersAnswer {
  format: "ghost" | "items" | "shared" | "sprint" | "together";
  players: number;
  min_races: number;
  top: LeaderAnswer[];
  near: LeaderAnswer[];
  own: LeaderAnswer | null;
}

/** The public rooms that can be joined, and then those that can only be watched. */
export interface LobbyAnswer {
  rooms: LobbyRoom[];
}

/** A room in a list. */
export interface LobbyRoom {
  code: string;
  is_public: boolean;
  is_quick: boolean;
  phase: "closed" | "countdown" | "racing" | "waiting";
  settings: RaceSettingsView;
  seats: number;
  people: number;
  bots: number;
  host: string;
  rating: number;
}

/** The facts about races, and those about the player in them. */
export interface RaceFactsAnswer {
  catalog: RaceCatalog;
  you: RaceNameAnswer;
  id: string;
  has_ratings: boolean;
  room: string | null;
}

/** The name under which a player races. */
export interface RaceNameAnswer {
  name: string | null;
  tag: string;
  is_fixed: boolean;
}

/** A player's profile: the ratings, and the last races, the latest first. */
export interface RaceProfileAnswer {
  id: string;
  name: string | null;
  tag: string;
  is_own: boolean;
  skills: SkillAnswer[];
  recent: RecentRaceAnswer[];
}

/** A player's rating in a format: points, rated races and wins; `place` in the leader board, or None. */
export interface SkillAnswer {
  format: "ghost" | "items" | "shared" | "sprint" | "together";
  points: number;
  races: number;
  wins: number;
  place: number | null;
}

/** A race in a player's profile: `began` in seconds since 1970, the player's `seat`, and all results, best first. */
export interface RecentRaceAnswer {
  id: string;
  format: "ghost" | "items" | "shared" | "sprint" | "together";
  is_team: boolean;
  began: number;
  is_rated: boolean;
  seat: number;
  results: RaceResultAnswer[];
}

/** How a racer fared: `ms` is when the board was clear or the racer out, in milliseconds since the start. */
export interface RaceResultAnswer {
  racer: RacerAnswer;
  rank: number;
  state: "finished" | "out" | "racing";
  reason: "gave up" | "idle" | "kicked" | "left" | "stuck" | "time" | null;
  ms: number | null;
  pairs: number;
  tiles: number;
  points: [number, number] | null;
}

/** A participant of a race. */
export interface RacerAnswer {
  seat: number;
  id: string | null;
  name: string | null;
  tag: string;
  bot: number;
  is_own: boolean;
  is_ghost: boolean;
}

/** A race to watch; times are milliseconds since its start. */
export interface RaceReplay {
  settings: RaceSettingsView;
  first: RaceView;
  events: RaceEvent[];
  standings: Standing[];
  length: number;
}

/** A race that is over: when it `began`, in seconds since 1970, its results, best first, and its replay. */
export interface RaceReplayAnswer {
  id: string;
  began: number;
  is_rated: boolean;
  results: RaceResultAnswer[];
  replay: RaceReplay;
}

/** A room that was asked for by its code. */
export interface RoomAnswer {
  room: LobbyRoom;
  refusal: string | null;
}

/** The code of a room: of a new one, or of the one that a quick match has found. */
export interface RoomCodeAnswer {
  code: string;
}

/** The answer to a newcomer's `/api/me`, and the boards for the first game. */
export interface NewcomerFacts {
  me: PlayerAnswer;
  boards: FirstBoard[];
}

/** A request for a first game, without the number of its deal, which is between 1 and `deals`. */
export interface FirstBoard {
  mode: string;
  rows: number;
  cols: number;
  kinds: number | null;
  deals: number;
}

/** What is written into the page; `me` and `game` are None if the page has to ask for them. */
export interface PageData {
  facts: GameCatalog;
  me: PlayerAnswer | null;
  game: FullState | null;
}

/** A tile was selected, replacing any earlier selection: its `cell` and `kind`. */
export interface Picked {
  event: "picked";
  cell: Cell;
  kind: number;
}

/** The tile on `cell` is no longer selected. */
export interface Dropped {
  event: "dropped";
  cell: Cell;
}

/** Two tiles were removed. */
export interface Linked {
  event: "linked";
  move: Move;
  kind: number;
  path: TilePath;
  turns: number;
  steps: number;
  points: number;
  score: number;
  combo: number;
  number: number;
}

/** A path is its corners, both ends included, in order. */
export type TilePath = Cell[];

/** Gravity moved tiles, all at once: `shifts` lists them in reading order of where they came from. */
export interface Packed {
  event: "packed";
  shifts: TileShift[];
}

/** A tile moved by gravity: from `start` to `end`. */
export type TileShift = [start: Cell, end: Cell];

/** A command was refused and changed nothing. */
export interface Refused {
  event: "refused";
  command: string;
  reason: "cannot be shuffled" | "different kinds" | "empty cell" | "hints are not allowed" | "no hints left" | "no move left" | "no path" | "no shuffles left" | "not paused" | "nothing to redo" | "nothing to undo" | "off the board" | "over" | "paused" | "same tile" | "shuffles are not allowed" | "undo is not allowed";
  cells: Cell[];
  miss: NearMiss | null;
}

/** The path that comes closest to joining two tiles that do not link. */
export interface NearMiss {
  path: TilePath | null;
  blockers: Cell[];
}

/** A pair that can be removed. */
export interface Hinted {
  event: "hinted";
  move: Move;
  path: TilePath;
  safe: boolean | null;
  left: number | null;
  timed_out?: boolean;
}

/** No move is left, but `tiles` tiles remain. */
export interface Stuck {
  event: "stuck";
  tiles: number;
}

/** The tiles were shuffled into a winnable position. */
export interface Shuffled {
  event: "shuffled";
  board: Board;
  asked: boolean;
  left: number | null;
}

/** A step was undone: `move`, or a shuffle if that is None; `board` is the new board. */
export interface Undone {
  event: "undone";
  board: Board;
  move: Move | null;
}

/** An undone step was repeated: `move`, or a shuffle if that is None; `board` is the new board. */
export interface Redone {
  event: "redone";
  board: Board;
  move: Move | null;
}

/** The game was restarted with `board`. */
export interface Restarted {
  event: "restarted";
  board: Board;
}

/** The clock is stopped; a screen should hide the board. */
export interface Paused {
  event: "paused";
}

/** The clock is running again. */
export interface Resumed {
  event: "resumed";
}

/** The game can no longer be won without undo or shuffle. */
export interface Doomed {
  event: "doomed";
  number: number | null;
  move: Move | null;
}

/** The game is lost; `reason` is "time", "stuck" or "given up". */
export interface Lost {
  event: "lost";
  reason: "given up" | "stuck" | "time";
}

/** The board is clear. */
export interface Won {
  event: "won";
  score: number;
  time_points: number;
  seconds: number;
  stars: number;
}

/** A pair was taken. */
export interface PairTaken {
  event: "pairtaken";
  at: number;
  seat: number;
  events: GameEvent[];
  tiles: number;
  pairs: number;
  combo: number;
  by_bomb: boolean;
  idle_at: number | null;
  ranks: SeatRank[] | null;
}

/** The rank of a seat, counted from 0: 1 for the first; equal ones are a draw. */
export interface SeatRank {
  seat: number;
  rank: number;
}

/** A command was refused and changed nothing: its text, the reason, and the cells it was about. */
export interface Denied {
  event: "denied";
  at: number;
  seat: number;
  command: string;
  reason: "away" | "bad target" | "different kinds" | "empty cell" | "hints are blocked" | "no hints left" | "no path" | "no such item" | "no such seat" | "not away" | "not proved" | "not racing" | "not stuck" | "off the board" | "over" | "same tile" | "stuck";
  cells: Cell[];
  ranks: SeatRank[] | null;
}

/** A pair that can be taken. */
export interface HintShown {
  event: "hintshown";
  at: number;
  seat: number;
  move: Move;
  path: TilePath;
  is_safe: boolean;
  left: number;
  ranks: SeatRank[] | null;
}

/** A combo earned an item; `stock` is what the seat holds now. */
export interface ItemEarned {
  event: "itemearned";
  at: number;
  seat: number;
  item: "block" | "bomb" | "hide" | "hint" | "put-back" | "shield" | "shuffle" | "time" | "turn";
  stock: ("block" | "bomb" | "hide" | "hint" | "put-back" | "shield" | "shuffle" | "time" | "turn")[];
  ranks: SeatRank[] | null;
}

/** An item was used; `until` is when a shield ends or, for more time, the seat's new limit. */
export interface ItemUsed {
  event: "itemused";
  at: number;
  seat: number;
  item: "block" | "bomb" | "hide" | "hint" | "put-back" | "shield" | "shuffle" | "time" | "turn";
  stock: ("block" | "bomb" | "hide" | "hint" | "put-back" | "shield" | "shuffle" | "time" | "turn")[];
  target: number | null;
  until: number | null;
  ranks: SeatRank[] | null;
}

/** An attack by the seat `by` landed on `seat`. */
export interface Attacked {
  event: "attacked";
  at: number;
  seat: number;
  by: number;
  item: "block" | "bomb" | "hide" | "hint" | "put-back" | "shield" | "shuffle" | "time" | "turn";
  did: "block" | "hide" | "nothing" | "pair" | "put-back" | "shuffle" | "turn";
  is_shielded: boolean;
  until: number | null;
  cells: Cell[];
  pairs: number;
  ranks: SeatRank[] | null;
}

/** The seat's board was replaced (the common board, if there is one); it is proved to be winnable. */
export interface BoardLaid {
  event: "boardlaid";
  at: number;
  seat: number;
  board: Board;
  why: "ghost" | "lost" | "put-back" | "shuffle" | "stuck";
  pairs: number;
  idle_at: number | null;
  ranks: SeatRank[] | null;
}

/** The player is away; the seat is out unless they are back by `until`. */
export interface WentAway {
  event: "wentaway";
  at: number;
  seat: number;
  until: number;
  ranks: SeatRank[] | null;
}

/** The player is back; `idle_at` is when the seat is out if it takes no pair, None if there is no such rule. */
export interface CameBack {
  event: "cameback";
  at: number;
  seat: number;
  idle_at: number | null;
  ranks: SeatRank[] | null;
}

/** The seat is out, and why. */
export interface WentOut {
  event: "wentout";
  at: number;
  seat: number;
  reason: "gave up" | "idle" | "kicked" | "left" | "stuck" | "time";
  ranks: SeatRank[] | null;
}

/** The seat cleared its board; with a common board, all seats still racing do. */
export interface SeatFinished {
  event: "seatfinished";
  at: number;
  seat: number;
  rank: number;
  closes_at: number | null;
  ranks: SeatRank[] | null;
}

/** The race is over; the standings, best first. Its seat is that of the first of them. */
export interface RaceOver {
  event: "raceover";
  at: number;
  seat: number;
  standings: Standing[];
  ranks: SeatRank[] | null;
}

/** A player or a bot took the seat; `bot` is its strength, 0 for a person. */
export interface SeatTaken {
  event: "seattaken";
  at: number;
  seat: number;
  player: string;
  bot: number;
}

/** The seat is free again: its player left, did not come back in time, or was kicked. */
export interface SeatFreed {
  event: "seatfreed";
  at: number;
  seat: number;
  reason: "kicked" | "left";
}

/** The player of the seat is ready for the next race, or no longer. */
export interface ReadyChanged {
  event: "readychanged";
  at: number;
  seat: number;
  is_ready: boolean;
  is_away: boolean;
}

/** The player of the seat is the host now. */
export interface HostChanged {
  event: "hostchanged";
  at: number;
  seat: number;
}

/** The host, on `seat`, changed the settings (those that differ from the defaults); all players are unready. */
export interface SettingsChanged {
  event: "settingschanged";
  at: number;
  seat: number;
  settings: Record<string, unknown>;
}

/** All players are ready: the race begins at `until`. The board is secret until then. */
export interface CountdownBegun {
  event: "countdownbegun";
  at: number;
  seat: number;
  until: number;
}

/** The countdown was cancelled: a player joined, left or is no longer ready. */
export interface CountdownStopped {
  event: "countdownstopped";
  at: number;
  seat: number;
}

/** The race has begun: its board, its deal, and its seats. The times of its events count from here. */
export interface RaceBegun {
  event: "racebegun";
  at: number;
  seat: number;
  board: Board;
  deal: string;
  seats: number[];
}

/** The last person has left; the room is closed for good. */
export interface RoomClosed {
  event: "roomclosed";
  at: number;
  seat: number;
}

/** A command was refused and changed nothing; for its sender alone. */
export interface RoomDenied {
  event: "roomdenied";
  at: number;
  seat: number;
  command: string;
  reason: "a race is running" | "already so" | "closed" | "full" | "name taken" | "no race is running" | "no such seat" | "not the host" | "not yet" | "too many players" | "wrong deal";
}
