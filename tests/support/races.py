"""Small races, and races in which every pair earns an item."""

import random
from collections.abc import Iterator

import lianliankan as llk
from lianliankan.race.commands import RaceCommand
from lianliankan.race.events import RaceEvent
from lianliankan.race.items import ATTACKS, Format
from lianliankan.race.race import Race
from lianliankan.race.seat import Racer
from lianliankan.race.settings import RaceSettings

NAMES = ("Ann", "Ben", "Cai", "Dan", "Eve", "Fei")


def race_on(board: str | llk.Board, players: int = 2, **settings: object) -> Race:
    """A race on a board between some people."""
    board = llk.Board.parse(board) if isinstance(board, str) else board
    given = RaceSettings.from_dict({"gravity": board.rules.gravity, **settings})
    return Race(given, {seat: Racer(NAMES[seat]) for seat in range(players)}, board)


def names(happened: list[RaceEvent]) -> list[str]:
    return [event.name for event in happened]


def attacks(
    format: Format, gravity: llk.Gravity, *, races: int, rows: int, cols: int, seed: int = 1
) -> Iterator[tuple[Race, RaceCommand]]:
    """Races of random play in which every pair earns an item that is used at once; yield each attack before it is done.

    Random play loses many boards, so that lost ones are attacked as well. The caller does the attack.
    """
    rng = random.Random(f"{format} {gravity} {seed}")
    for number in range(races):
        deal = llk.Deal(rows, cols, seed=seed * 1000 + number, rules=llk.Rules(gravity=gravity))
        settings = RaceSettings(
            format=format,
            rows=rows,
            cols=cols,
            gravity=gravity,
            items=True,
            combo=1,
            idle=0,
            stock=9,
            block=1,
            shield=1,
        )
        race = Race(settings, {seat: Racer(NAMES[seat]) for seat in range(3)}, deal.board(), seed=number, deal=deal)
        while not race.is_over:
            for stuck in race.stuck_seats:
                race.do_at(race.prove(RaceCommand(stuck, "relay")), race.now)
            seat = rng.choice([seat for seat in race.seats.values() if seat.is_racing])
            race.do_at(RaceCommand(seat.number, "play", rng.choice(seat.board.moves())), race.now + 100)
            for item in seat.stock:
                rivals = [each.number for each in race.seats.values() if each.is_racing and each is not seat]
                if race.stuck_seats or not seat.is_racing or (item in ATTACKS and not rivals):
                    break
                if item not in ATTACKS:
                    race.do_at(race.prove(RaceCommand(seat.number, "use", item=item)), race.now)
                    continue
                yield race, RaceCommand(seat.number, "use", item=item, target=rng.choice(rivals))
