"""Invariants of every race, checked from its events alone and with a separate solver."""

from collections import Counter

import lianliankan as llk
from lianliankan.game.events import Linked
from lianliankan.race import events as ev
from lianliankan.race.commands import RaceCommand
from lianliankan.race.items import ATTACKS
from lianliankan.race.race import Race
from lianliankan.race.record import from_race_record, to_race_record

_BUDGET = llk.Budget(nodes=200_000)


class Watcher:
    """Follows a race by its events, as a screen does, and compares that with the race after every command."""

    def __init__(self, race: Race) -> None:
        self.boards = {number: seat.board for number, seat in race.seats.items()}
        self.pairs = Counter[int]()
        self.stocks = {number: seat.stock for number, seat in race.seats.items()}
        self.ended = dict[int, str]()
        self.last, self.is_over = 0, False
        self.counts = Counter[str]()
        self.one_board = race.settings.format_rules.has_one_board

    def __call__(self, race: Race, command: RaceCommand, happened: list[ev.RaceEvent]) -> None:
        """Follow what happened after a command, and compare."""
        was_over = self.is_over
        for event in happened:
            assert self.last <= event.at <= race.now, "events come in order"
            self.last = event.at
            self.counts[event.name] += 1
            assert not was_over or isinstance(event, ev.Denied), "nothing happens after the end"
            self._follow(event)
        for number, seat in race.seats.items():
            if not isinstance(seat.racer.ghost, llk.Game):
                assert self.pairs[number] == seat.pairs
            assert self.boards[number] == seat.board, "the events add up to the board"
            assert self.stocks[number] == seat.stock
            assert len(seat.stock) <= race.settings.stock
            assert (seat.state == "racing") == (number not in self.ended)
        assert race.is_over == self.is_over
        self._check_attack(race, command, happened)

    def _follow(self, event: ev.RaceEvent) -> None:
        match event:
            case ev.PairTaken():
                linked = next(each for each in event.events if isinstance(each, Linked))
                board = self.boards[event.seat].play(linked.move)
                self._lay(event.seat, board)
                self.pairs[event.seat] += 1
                assert event.tiles == board.tile_count
            case ev.BoardLaid():
                added = event.board.tile_count - self.boards[event.seat].tile_count
                assert event.why == "ghost" or added == (2 if event.why == "put-back" else 0)
                self._lay(event.seat, event.board)
            case ev.Attacked():
                self.pairs[event.seat] = event.pairs
                assert event.seat not in self.ended
                self.counts[f"{event.item} did {'nothing (shield)' if event.is_shielded else event.did}"] += 1
            case ev.ItemEarned() | ev.ItemUsed():
                self.stocks[event.seat] = event.stock
            case ev.SeatFinished() | ev.WentOut():
                assert event.seat not in self.ended, "a seat ends once"
                self.ended[event.seat] = event.name
            case ev.RaceOver():
                self.is_over = True

    def _lay(self, seat: int, board: llk.Board) -> None:
        for number in self.boards if self.one_board else [seat]:
            self.boards[number] = board

    def _check_attack(self, race: Race, command: RaceCommand, happened: list[ev.RaceEvent]) -> None:
        """Solve the victim's board after an attack, and have the verdict verified: it must be winnable."""
        attacks = [event for event in happened if isinstance(event, ev.Attacked) and not event.is_shielded]
        laid = [event for event in happened if isinstance(event, ev.BoardLaid) and event.why != "ghost"]
        for seat in {event.seat for event in attacks if event.did != "nothing"} | {event.seat for event in laid}:
            board = race.seats[seat].board
            verdict = llk.solve(board, _BUDGET, seed=race.version)
            if verdict.winnable is None and command.effect is not None:  # the proof itself, replayed
                verdict = llk.Verdict(winnable=True, moves=command.effect.line, nodes=0)
            assert verdict.winnable, f"lost after {command}"
            assert llk.verify(board, verdict)
            self.counts["boards proved after an attack" if attacks else "boards proved after a relay"] += 1
        assert len(attacks) <= (command.item in ATTACKS)


def check_end(race: Race, watcher: Watcher) -> None:
    """Check the end of a race: ranks, and that its record replays to the same result."""
    assert race.is_over
    assert watcher.is_over
    standings = race.standings
    assert [standing.rank for standing in standings] == sorted(standing.rank for standing in standings)
    assert standings[0].rank == 1
    assert {standing.seat for standing in standings} == set(race.seats)
    if race.settings.format == "shared":
        taken = (race.first_board.tile_count - race.seats[standings[0].seat].board.tile_count) // 2
        assert sum(standing.pairs for standing in standings) == taken
    record = to_race_record(race)
    again = from_race_record(record)
    assert (again.entries, again.standings, again.now) == (race.entries, standings, race.now)
    assert to_race_record(again) == record
