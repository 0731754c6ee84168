"""A race of bots, run from one action to the next without waiting."""

import random
from collections.abc import Callable, Sequence

import lianliankan as llk
from lianliankan.board.board import Board
from lianliankan.game.game import Game
from lianliankan.race.bots import Bot
from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import BoardLaid, RaceEvent
from lianliankan.race.race import Race
from lianliankan.race.seat import Racer
from lianliankan.race.settings import RaceSettings

Watch = Callable[[Race, RaceCommand, list[RaceEvent]], None]

_DAY = 24 * 3600 * 1000


def start(settings: RaceSettings, levels: Sequence[int], seed: int, board: Board | None = None) -> Race:
    """Start a race of bots; a ghost race is against a game that the second bot played alone."""
    deal = settings.deal(seed)
    board = board or deal.board()
    racers = {seat: Racer(f"Bot {level}", bot=level) for seat, level in enumerate(levels)}
    if settings.format == "ghost":
        ghosts = [Racer(f"Ghost {level}", ghost=play_alone(deal, board, level, seed)) for level in levels[1:]]
        racers = {0: racers[0], **dict(enumerate(ghosts, 1))}
    return Race(settings, racers, board, seed=seed, deal=deal if board == deal.board() else None)


def run(race: Race, seed: int, watch: Watch | None = None, *, chaos: float = 0.0) -> Race:
    """Run a race to its end; `chaos` is how likely something unusual follows an action."""
    rng = random.Random(seed)
    live = {number: seat for number, seat in race.seats.items() if seat.racer.is_live}
    bots = {number: Bot(number, seat.racer.bot, seed * 1000 + number) for number, seat in live.items()}
    plans = {number: bot.next_action(race, now=0) for number, bot in bots.items()}

    def do(command: RaceCommand, now: int) -> None:
        command = race.prove(command, at=now / 1000)
        happened = race.do_at(command, now)
        if watch:
            watch(race, command, happened)
        laid = any(isinstance(event, BoardLaid) for event in happened)
        for number, bot in bots.items():
            if laid or number == command.seat or not _is_possible(race, plans[number]):
                plans[number] = bot.next_action(race, now=now)

    while not race.is_over:
        for number in race.stuck_seats:
            do(RaceCommand(number, "relay"), race.now)
        due = [(plan[0], number) for number, plan in plans.items() if plan is not None]
        ticks = _DAY if race.next_due is None else round(race.next_due * 1000)
        now, number = min(due, default=(ticks, -1))
        assert min(now, ticks) < _DAY, "nothing will ever happen"
        plan = plans.get(number)
        if ticks <= now or plan is None:
            do(RaceCommand(0, "tick"), max(ticks, race.now))
            continue
        do(plan[1], max(now, race.now))
        if rng.random() < chaos:
            do(_surprise(race, rng), race.now + rng.randrange(2000))
    return race


def _is_possible(race: Race, plan: tuple[int, RaceCommand] | None) -> bool:
    """Return whether the tiles that a bot has seen are still there."""
    if plan is None:
        return False
    board = race.seats[plan[1].seat].board
    return len({board[cell] for cell in plan[1].cells}) < 2 and all(board[cell] > 0 for cell in plan[1].cells)


def _surprise(race: Race, rng: random.Random) -> RaceCommand:
    """Return a command as a player might send it, sensible or not."""
    away = [number for number, seat in race.seats.items() if seat.away_since is not None and seat.is_racing]
    if away and rng.random() < 0.5:
        return RaceCommand(rng.choice(away), "back")
    seat = rng.choice([*race.seats, 5])
    texts = ["hint", "away", "away", "back", "back", "play 1,1-1,2", "play 9,9-1,1", "relay", "use bomb", "use shield"]
    texts += [f"use {item} {rng.randint(1, 6)}" for item in ("shuffle", "hide", "put-back")]
    if rng.random() < 0.05:
        texts = ["give-up", "kick"]
    return RaceCommand.parse(f"{seat + 1} {rng.choice(texts)}")


def play_alone(deal: llk.Deal, board: Board, level: int, seed: int) -> Game:
    """Return a won game that a bot played at its own pace."""
    racers = {0: Racer("Alone", bot=level), 1: Racer("Idle")}
    settings = RaceSettings(rows=deal.rows, cols=deal.cols, idle=0, limit=0, gravity=deal.rules.gravity)
    race, bot, game = Race(settings, racers, board), Bot(0, level, seed + level), Game(board, deal=deal)
    now = 0
    while not game.is_over:
        planned = bot.next_action(race, now=now)
        assert planned is not None, "the board is not clear"
        now, command = planned
        game.play(*command.cells, at=now / 1000)
        if game.board != race.seats[0].board:  # the game may have been shuffled
            race = Race(settings, racers, game.board) if game.board.tile_count else race
    return game
