"""Items: how they are earned and used, and that every attack leaves a board that can be won."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.race.commands import Effect, RaceCommand
from lianliankan.race.effects import EffectQuestion, board_after, is_proved
from lianliankan.race.events import Attacked, BoardLaid, ItemEarned, ItemUsed, PairTaken
from lianliankan.race.items import ATTACKS, ITEMS, Format, Item, draw_item
from lianliankan.race.race import Race
from lianliankan.race.settings import FORMATS, RACE_GRAVITIES, RaceSettings
from support.races import attacks, names, race_on

ROWS = "AABB/CCDD/EEFF/GGHH"


def armed(item: Item, board: str | llk.Board = ROWS, **settings: object) -> Race:
    """A race in which the first seat holds an item, and nobody has taken a pair."""
    race = race_on(board, 3, **{"format": "items", "idle": 0, **settings})
    race.seats[0].stock = (item,)
    return race


def use(race: Race, text: str, at: float = 1) -> list[object]:
    return list(race.do(race.prove(text, at=at), at=at))


# ---- Earning ---------------------------------------------------------------------------------------------------------


def test_three_quick_pairs_earn_an_item_until_the_stock_is_full() -> None:
    race = race_on("AABBCC/DDEEFF/GGHHII/JJKKLL", format="items", stock=2)
    pairs = [f"1 play {row},{col}-{row},{col + 1}" for row in range(1, 5) for col in (1, 3, 5)]
    earned = [[type(event) is ItemEarned for event in race.do(text, at=at)] for at, text in enumerate(pairs[:-1])]
    assert [number for number, each in enumerate(earned, 1) if any(each)] == [3, 6]  # 9 finds the stock full
    assert race.seats[0].stock == tuple(draw_item(race.settings.items_offered, race.seed, 0, each) for each in (0, 1))


def test_slow_pairs_earn_nothing() -> None:
    race = race_on(ROWS, format="items")
    for number, col in enumerate((1, 3)):
        race.do(f"1 play 1,{col}-1,{col + 1}", at=4 * number)
    assert (race.seats[0].combo, race.seats[0].stock) == (1, ())


@pytest.mark.parametrize("format", FORMATS)
def test_which_items_a_format_offers(format: Format) -> None:
    settings = RaceSettings(format=format, items=True if format in ("items", "shared", "together") else None)
    offered = {"items": set(ITEMS), "shared": set(ITEMS), "together": {"hint", "bomb", "time"}}
    assert set(settings.items_offered) == offered.get(format, set())
    assert (
        {draw_item(settings.items_offered, 1, 0, number) for number in range(200)} == offered[format]
        if (format in offered)
        else True
    )


def test_an_item_must_be_there_and_have_a_victim() -> None:
    race = armed("hide")
    for text, reason in (
        ("2 use hide 1", "no such item"),
        ("1 use turn 2", "no such item"),
        ("1 use hide 1", "bad target"),
        ("1 use hide 5", "bad target"),
    ):
        assert race.do(text, at=1)[0].reason == reason  # type: ignore[attr-defined]
    race.do("2 give-up", at=2)
    assert race.do("1 use hide 2", at=3)[0].reason == "bad target"  # type: ignore[attr-defined]


# ---- For oneself -----------------------------------------------------------------------------------------------------


def test_a_bomb_takes_a_safe_pair_and_earns_nothing() -> None:
    race = armed("bomb", "AA/AB/BA", combo=1)
    used, taken = use(race, "1 use bomb")
    assert isinstance(taken, PairTaken)
    assert (taken.by_bomb, taken.combo, taken.pairs) == (True, 0, 1)
    assert llk.solve(race.seats[0].board).winnable
    assert used == ItemUsed(1000, 0, "bomb", ())


def test_the_last_pair_may_be_a_bomb() -> None:
    race = armed("bomb", "AA")
    assert [event.name for event in use(race, "1 use bomb")] == ["itemused", "pairtaken", "seatfinished"]  # type: ignore[attr-defined]


def test_a_hint_from_the_stock() -> None:
    race = armed("hint", hints=0)
    _, shown = use(race, "1 use hint")
    assert shown.is_safe  # type: ignore[attr-defined]
    assert race.seats[0].stock == ()


def test_more_time() -> None:
    race = armed("time", limit=20, time=15)
    assert use(race, "1 use time") == [ItemUsed(1000, 0, "time", (), None, 35_000)]
    assert names(race.do("tick", at=20)) == ["wentout", "wentout"]  # the race goes on for the one with time left
    assert race.next_due == 35


def test_more_time_for_a_team() -> None:
    race = armed("time", format="together", items=True, limit=20, time=15)
    use(race, "1 use time")
    assert race.next_due == 35


def test_a_shield_stops_one_attack() -> None:
    race = armed("shield", shield=20)
    assert use(race, "1 use shield") == [ItemUsed(1000, 0, "shield", (), None, 21_000)]
    race.seats[1].stock = ("turn", "turn")
    *_, attacked = use(race, "2 use turn 1", at=2)
    assert attacked == Attacked(2000, 0, 1, "turn", "nothing", is_shielded=True)
    assert race.entries[-1].command.effect is None
    *_, attacked = use(race, "2 use turn 1", at=3)
    assert attacked == Attacked(3000, 0, 1, "turn", "turn", until=9000)


def test_a_shield_ends() -> None:
    race = armed("shield", shield=20)
    use(race, "1 use shield")
    race.seats[1].stock = ("turn",)
    assert not use(race, "2 use turn 1", at=21)[-1].is_shielded  # type: ignore[attr-defined]


# ---- Attacks ---------------------------------------------------------------------------------------------------------


def test_hidden_tiles_are_some_of_those_that_are_there() -> None:
    race = armed("hide", hidden=40)
    *_, attacked = use(race, "1 use hide 2")
    assert isinstance(attacked, Attacked)
    assert len(attacked.cells) == 6  # of 16
    assert all(race.seats[1].board[cell] > 0 for cell in attacked.cells)
    assert attacked.until == 6000
    assert names(race.do(f"2 play {attacked.cells[0]}-1,1", at=2)) in (["pairtaken"], ["denied"])  # they can be played


def test_blocked_hints() -> None:
    race = armed("block", block=15, hints=1)
    use(race, "1 use block 2")
    assert race.do("2 hint", at=15.999)[0].reason == "hints are blocked"  # type: ignore[attr-defined]
    assert use(race, "2 hint", at=16)[0].is_safe  # type: ignore[attr-defined]
    assert race.seats[1].hints == 0


def test_a_shuffled_board_has_the_same_tiles_and_ends_the_combo() -> None:
    race = armed("shuffle")
    race.do("2 play 1,1-1,2", at=0.5)
    before = race.seats[1].board
    _, attacked, laid = use(race, "1 use shuffle 2")
    assert (attacked.did, laid.why) == ("shuffle", "shuffle")  # type: ignore[attr-defined]
    after = race.seats[1].board
    assert after != before
    assert after.kinds == before.kinds
    assert [cell for cell, _ in after.tiles()] == [cell for cell, _ in before.tiles()]
    assert race.seats[1].combo == 0
    assert race.seats[2].board == race.first_board


@pytest.mark.parametrize("gravity", RACE_GRAVITIES)
def test_a_pair_is_put_back(gravity: llk.Gravity) -> None:
    board = llk.Deal(4, 6, seed=1, rules=llk.Rules(gravity=gravity)).board()
    race = armed("put-back", board)
    positions = [board]
    for at in range(3):
        race.do(RaceCommand(1, "play", race.seats[1].board.moves()[0]), at=at / 10)
        positions.append(race.seats[1].board)
    *_, attacked, laid = use(race, "1 use put-back 2")
    assert (attacked.did, laid.why, attacked.pairs) == ("put-back", "put-back", 2)  # type: ignore[attr-defined]
    assert race.seats[1].board.tile_count == 20
    if gravity != "still":
        assert race.seats[1].board == positions[-2]
    assert llk.solve(race.seats[1].board).winnable


def test_where_no_pair_was_taken_tiles_are_hidden_instead() -> None:
    race = armed("put-back")
    _, attacked = use(race, "1 use put-back 2")
    assert (attacked.item, attacked.did) == ("put-back", "hide")  # type: ignore[attr-defined]


def test_on_a_shared_board_a_pair_is_put_back_from_its_taker() -> None:
    race = armed("put-back", format="shared", items=True)
    race.do("2 play 1,1-1,2", at=0)
    race.do("3 play 1,3-1,4", at=0.5)
    use(race, "1 use put-back 2")
    assert str(race.seats[0].board.to_rows()[0]) == "[1, 1, 0, 0]"
    assert [seat.pairs for seat in race.seats.values()] == [0, 0, 1]
    assert race.seats[0].board == race.seats[1].board == race.seats[2].board


@pytest.mark.parametrize("item", ATTACKS)
def test_an_attack_sets_a_lost_board_right(item: Item) -> None:
    race = armed(item, "AAC/ABC/BA.")
    race.do("2 play 1,1-1,2", at=0)
    assert llk.solve(race.seats[1].board).winnable is False
    use(race, f"1 use {item} 2")
    assert llk.solve(race.seats[1].board).winnable
    assert race.seats[1].board.tile_count in (6, 8)


def test_a_stuck_board_is_not_attacked() -> None:
    race = armed("hide", "AA/AB/BA")
    race.do("2 play 1,1-1,2", at=0)
    assert race.do("1 use hide 2", at=1)[0].reason == "stuck"  # type: ignore[attr-defined]
    assert race.seats[0].stock == ("hide",)


def test_where_no_shuffle_is_proved_tiles_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    question = EffectQuestion("shuffle", llk.deal(8, 14, seed=1))
    assert question.answer().did == "shuffle"
    monkeypatch.setattr(EffectQuestion, "_shuffles", lambda *_: iter(()))
    monkeypatch.setattr(EffectQuestion, "_built", lambda *_: iter(()))
    assert question.answer().did == "hide"


def test_an_effect_that_takes_too_long_for_its_caller_is_not_made_milder() -> None:
    with pytest.raises(llk.OutOfTime), llk.time_limit(0):
        EffectQuestion("shuffle", llk.deal(8, 14, seed=1)).answer()


def test_where_nothing_is_proved_nothing_is_done() -> None:
    race = armed("hide", "AAB/CAA")  # which no player could be dealt
    used, attacked = use(race, "1 use hide 2")
    assert used == ItemUsed(1000, 0, "hide", (), 1)
    assert attacked == Attacked(1000, 1, 0, "hide", "nothing")
    assert race.seats[1].hidden == ()


def test_an_effect_proved_for_another_board_is_refused() -> None:
    race = armed("shuffle")
    late = race.prove("1 use shuffle 2")
    race.do("2 play 1,1-1,2", at=1)
    assert race.do(late, at=2)[0].reason == "not proved"  # type: ignore[attr-defined]
    assert race.seats[0].stock == ("shuffle",)
    assert race.do(race.prove("1 use shuffle 2"), at=3)[1].did == "shuffle"  # type: ignore[attr-defined]


@given(st.data())
def test_forged_effects_are_refused(data: st.DataObject) -> None:
    """Whatever an effect claims: the board it leaves is proved to be winnable, or nothing changes."""
    item = data.draw(st.sampled_from(ATTACKS))
    race = armed(item, "AABB/CCDD/BBAA")
    race.do("2 play 1,1-1,2", at=0)
    board = race.seats[1].board
    kinds = [kind for _, kind in board.tiles()]
    moves = st.sampled_from([*board.moves(), llk.Move.parse("1,1-1,2"), llk.Move.parse("9,9-1,2")])
    effect = Effect(
        data.draw(st.sampled_from(["shuffle", "put-back", "hide", "turn", "block", "pair", "nothing"])),
        data.draw(st.one_of(st.just(tuple(llk.solve(board).moves)), st.lists(moves, max_size=6).map(tuple))),
        data.draw(st.one_of(st.just(()), st.permutations(kinds).map(tuple), st.lists(st.integers(1, 4)).map(tuple))),
        data.draw(st.one_of(st.none(), moves)),
    )
    happened = race.do(RaceCommand(0, "use", item=item, target=1, effect=effect), at=1)
    if names(happened) == ["denied"]:
        assert race.seats[1].board == board
        assert race.seats[0].stock == (item,)
    else:
        after = race.seats[1].board
        assert effect.did == "nothing" or is_proved(after, effect.line)
        assert after in (board, board_after(board, effect, race.first_board))


# ---- The promise -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gravity", RACE_GRAVITIES)
@pytest.mark.parametrize(
    ("format", "rows", "cols", "races"), [("items", 6, 8, 4), ("shared", 6, 8, 8), ("items", 8, 14, 1)]
)
def test_every_attacked_board_can_be_won(
    format: Format, gravity: llk.Gravity, rows: int, cols: int, races: int
) -> None:
    """Thousands of attacks on positions of random play, lost ones among them, each solved again and verified."""
    done = lost = milder = 0
    for race, command in attacks(format, gravity, races=races, rows=rows, cols=cols):
        assert command.target is not None
        victim = race.seats[command.target]
        before, is_shielded = victim.board, victim.shielded_until > race.now
        happened = race.do_at(race.prove(command), race.now)
        (attacked,) = (event for event in happened if isinstance(event, Attacked))
        done += 1
        if is_shielded:
            assert (attacked.is_shielded, victim.board) == (True, before)
            continue
        assert attacked.did != "nothing"
        milder += attacked.did != command.item
        lost += any(isinstance(event, BoardLaid) and event.why == "lost" for event in happened)
        assert victim.board.tile_count - before.tile_count == (2 if attacked.did == "put-back" else 0)
        verdict = llk.solve(victim.board, llk.Budget(nodes=500_000))
        assert verdict.winnable, (command, victim.board)
        assert llk.verify(victim.board, verdict)
    assert done > 40
    assert milder < done / 2


def test_nothing_to_put_back_on_a_lost_board() -> None:
    """Nor can tiles be hidden on it as it is: it is set right."""
    lost = llk.Board.parse("AB./BAC/..C")
    effect = EffectQuestion("put-back", lost, seed=1).answer()
    assert effect.did == "hide"
    assert is_proved(board_after(lost, effect), effect.line)


def test_any_process_may_answer_a_question() -> None:
    race = armed("put-back", llk.deal(4, 6, seed=1))
    race.do(RaceCommand(1, "play", race.first_board.moves()[0]), at=0)
    question = race.question("1 use put-back 2")
    again = pickle.loads(pickle.dumps(question))
    assert (again, hash(again)) == (question, hash(question))
    effect = pickle.loads(pickle.dumps(again.answer()))
    assert names(race.do(RaceCommand(0, "use", item="put-back", target=1, effect=effect), at=1))[-1] == "boardlaid"
