"""Write the playthroughs: a complete game in every mode with all its events, for people to read and tests to replay.

Run `make playthroughs` after a deliberate change to the game, and review the difference.
"""

import datetime
import json
import random

import lianliankan as llk
from support.paths import DATA

FOLDER = DATA / "playthroughs"

PLANS = {
    "classic": llk.plan("classic", seed=7),
    "relaxed": llk.plan("relaxed", seed=13, rules=llk.Rules(gravity="rotating")),
    "timed": llk.plan("timed", seed=5, rows=6, cols=12),
    "daily": llk.daily(datetime.date(2026, 11, 15)),
    "campaign": llk.level(6, lives=2),
    "expert": llk.plan("expert", seed=3),
}


def describe_event(event: llk.Event) -> str:
    """Describe an event in one line, with cells counted from 1."""
    match event:
        case llk.Picked(cell, kind):
            what = f"{cell} kind {kind}"
        case llk.Dropped(cell):
            what = str(cell)
        case llk.Linked():
            what = f"{event.path} kind {event.kind}, {event.turns} turns, {event.steps} steps, +{event.points}"
            what += f" = {event.score}, combo {event.combo}, pair {event.number}"
        case llk.Packed(shifts):
            what = " ".join(f"{shift.start}>{shift.end}" for shift in shifts)
        case llk.Refused():
            what = f"{event.reason} {' '.join(map(str, event.cells))}".rstrip()
            if event.miss:
                what += (
                    f", nearest {event.miss.path}, in its way: {' '.join(map(str, event.miss.blockers)) or 'nothing'}"
                )
        case llk.Hinted(move, path, safe, left):
            what = f"{move} by {path}, safe: {safe}, left: {left}"
        case llk.Stuck(tiles):
            what = f"with {tiles} tiles"
        case llk.Shuffled(board, asked, left):
            what = f"{'as asked' if asked else 'at once'}, left: {left}, to {board.zobrist:016x}"
        case llk.Undone(board, move) | llk.Redone(board, move):
            what = f"{move or 'a shuffle'}, to {board.zobrist:016x}"
        case llk.Doomed(number, move):
            what = f"since pair {number}, {move}"
        case llk.Lost(reason):
            what = reason
        case llk.Won():
            what = f"{event.score} points ({event.time_points} for time) in {event.seconds} s, {event.stars} stars"
        case _:
            what = ""
    return f"{event.name} {what}".rstrip()


def describe_state(game: llk.Game) -> str:
    """Describe the state of a game in one line."""
    board = game.board
    text = f"{game.state}: {board.tile_count} tiles, {len(board.moves())} moves, {game.score} points"
    return f"{text}, {game.seconds()} s, hints {game.hints_left}, shuffles {game.shuffles_left}"


class Player:
    """Plays like a person: mostly well, sometimes badly, and asks for help now and then."""

    def __init__(self, name: str, plan: llk.Plan) -> None:
        self.game = plan.game()
        self.pace = 5 if name == "campaign" else 1  # too slow to win it
        self.patience = 2 if name == "expert" else 99  # gives up when stuck this often
        self.restarts = name == "relaxed"
        self.rng = random.Random(name)
        head = {"deal": str(plan.deal), "options": plan.options.to_dict()}
        self.lines = [f"# A complete game in mode {name}, with all its events.", json.dumps(head)]
        self.lines += [*str(self.game.board).splitlines(), f"= {describe_state(self.game)}"]

    def do(self, command: str, wait: float | None = None) -> list[llk.Event]:
        """Execute a command after a while, and write down its events."""
        wait = self.pace * self.rng.choice([0.4, 0.8, 1.5, 2.5]) if wait is None else wait
        at = round(self.game.at + wait, 3)
        events = self.game.do(command, at=at)
        self.lines.append(f"> {at} {command}")
        self.lines += [f"  {describe_event(event)}" for event in events]
        return events

    def play(self) -> str:
        """Play to the end and return the playthrough."""
        while not self.game.is_over:
            self.turn()
            if self.rng.random() < 0.1:
                self.lines.append(f"= {describe_state(self.game)}")
        self.do("undo")  # too late
        self.lines.append(f"= {describe_state(self.game)}")
        return "\n".join(self.lines) + "\n"

    def turn(self) -> None:
        game, rng = self.game, self.rng
        if game.state == "stuck":
            self.do("hint")
            self.patience -= 1
            if not self.patience:
                self.do("give-up")
                return
            if game.shuffles_left != 0 and rng.random() < 0.5:
                self.do("shuffle")
            while game.can_undo and llk.solve(game.board).winnable is False:
                self.do("undo")
            return
        chance = rng.random()
        if chance < 0.05:
            self.do(rng.choice(["hint", "auto"]))
        elif chance < 0.07:
            self.do("undo")
            self.do("redo")
        elif chance < 0.08:
            self.do("pause")
            self.do("pick 1,1")
            self.do("resume", 30)
        elif chance < 0.09 and game.pairs > 10:
            self.do("shuffle")
        elif self.restarts and game.pairs == 4:
            self.restarts = False
            self.do("restart")
        elif chance < 0.2:
            cells = [f"{r + 1},{c + 1}" for r in range(game.board.rows) for c in range(game.board.cols)]
            self.do(f"pick {rng.choice(cells)}")
            if game.picked and rng.random() < 0.2:
                self.do(f"pick {game.picked}")
        elif chance < 0.3:
            self.pick(rng.choice(game.board.moves()))  # wherever it leads
        else:
            verdict = llk.solve(game.board)
            safe = verdict.winnable and self.patience > 9
            self.pick(verdict.moves[0] if safe else rng.choice(game.board.moves()))

    def pick(self, move: llk.Move) -> None:
        ends = list(move)
        self.rng.shuffle(ends)
        if self.rng.random() < 0.2:
            self.do(f"play {ends[0]}-{ends[1]}")
            return
        if self.game.picked not in ends:
            self.do(f"pick {ends[0]}")
        if not self.game.is_over and self.game.picked in ends:
            self.do(f"pick {ends[1] if self.game.picked == ends[0] else ends[0]}")


if __name__ == "__main__":
    for name, plan in PLANS.items():
        (FOLDER / f"{name}.txt").write_text(Player(name, plan).play(), encoding="utf-8")
