"""Share texts: boards and games survive them unchanged, and they are short."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.records import share
from lianliankan.records.share_bits import BadBits, BitReader, BitWriter
from support.played import games, visible_state
from support.shared_games import LETTERS, play_classic_game
from support.strategies import boards, random_board


@settings(max_examples=200)
@given(boards())
def test_a_board_survives_its_share_text(board: llk.Board) -> None:
    text = llk.to_share(board)
    assert set(text) <= set(LETTERS)
    assert llk.from_share(text) == board


def test_boards_of_any_size_and_kinds() -> None:
    rng = random.Random(1)
    for _ in range(200):
        board = random_board(rng, 30)
        assert llk.from_share(llk.to_share(board)) == board
    for kinds in (1, 2, 255, 256, 257, 5000, llk.MAX_KIND):
        rows = [[rng.choice([-2, -1, 0, rng.randint(1, kinds), llk.MAX_KIND]) for _ in range(40)] for _ in range(30)]
        board = llk.Board(rows, rules=llk.Rules(max_turns=1_000_000, gravity="rotating"), phase="left")
        assert llk.from_share(llk.to_share(board)) == board


def test_the_largest_board_that_can_be_shared() -> None:
    for rows, cols in ((16, 4096), (4096, 16), (256, 256)):
        board = llk.Board([[1 + (r * c) % 999 for c in range(cols)] for r in range(rows)])
        assert llk.from_share(llk.to_share(board)) == board
    with pytest.raises(llk.TooLarge, match="send str"):
        llk.to_share(llk.Board([[1] * 4096] * 17))


@given(games())
def test_a_game_survives_its_share_text(game: llk.Game) -> None:
    text = llk.to_share(game)
    assert set(text) <= set(LETTERS)
    again = llk.from_share(text)
    assert isinstance(again, llk.Game)
    assert visible_state(again) == visible_state(game)
    assert llk.to_share(again) == text
    assert llk.to_record(again) == llk.to_record(game)


def test_share_texts_are_short() -> None:
    assert len(llk.to_share(llk.deal(8, 18, seed=7))) <= 160
    assert len(llk.to_share(llk.plan("classic", seed=2**64 - 1).game())) <= 60
    assert len(llk.to_share(play_classic_game())) <= 450


def test_a_slow_deal_is_shared_as_its_board() -> None:
    deal = llk.Deal(rows=10, cols=11, seed=7, rules=llk.Rules(max_turns=3))
    again = llk.from_share(llk.to_share(llk.Game.of(deal)))
    assert isinstance(again, llk.Game)
    assert (again.board, again.deal, again.seed) == (deal.board(), None, 7)


def test_portrait_boards_are_shared_by_number() -> None:
    for mode in ("classic", "expert"):
        game = llk.plan(mode, seed=7, rows=14, cols=9, kinds=36).game()
        again = llk.from_share(llk.to_share(game))
        assert isinstance(again, llk.Game)
        assert again.deal == game.deal


def test_a_deal_that_does_not_match_the_board_is_left_out() -> None:
    game = llk.Game(llk.Board.parse("AB/AB"), deal=llk.Deal(rows=2, cols=2, seed=7))
    again = llk.from_share(llk.to_share(game))
    assert isinstance(again, llk.Game)
    assert (again.board, again.deal) == (game.board, None)


def test_games_that_are_too_large() -> None:
    with pytest.raises(llk.TooLarge, match="of more than 4096 cells"):
        llk.to_share(llk.Game(llk.Board([[1] * 64] * 65)))
    game = llk.Game(llk.Board.parse("AB/AB"))
    for _ in range(20_001):
        game.pick((0, 0))
    with pytest.raises(llk.TooLarge, match="of more than 20000 commands"):
        llk.to_share(game)


def test_surrounding_text_is_ignored() -> None:
    board = llk.Board.parse("AB/BA")
    text = llk.to_share(board)
    for around in (f"  {text}\n", f"https://example.org/play/{text}", f"https://example.org/#{text}", f"a/b#c/{text} "):
        assert llk.from_share(around) == board
        assert share.is_share(around)


def test_what_an_address_says_about_its_view_is_ignored() -> None:
    game = llk.Game(llk.Board.parse("AB/AB"))
    text = llk.to_share(game.board)
    for query in ("?tab=race&finder=layers&pair=1,1-2,2", "?"):
        assert llk.from_share(f"https://example.org/lab/{text}{query}") == game.board
        assert llk.from_share(f"https://example.org/site/#/lab/{text}{query}") == game.board
    assert isinstance(llk.from_share(f"https://example.org/g/{llk.to_share(game)}/win-12"), llk.Game)


def test_values_that_cannot_be_shared() -> None:
    with pytest.raises(TypeError, match="only a board or a game can be shared"):
        llk.to_share("AB/BA")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be a string"):
        llk.from_share(b"llkb1_")  # type: ignore[arg-type]


@given(st.lists(st.tuples(st.integers(0, 2**70), st.integers(0, 20))), st.binary(max_size=200))
def test_bits_read_back(numbers: list[tuple[int, int]], data: bytes) -> None:
    writer = BitWriter()
    for value, low in numbers:
        writer.write_number(value, low)
        writer.write_bits(value, 71)
    writer.write_block(data)
    writer.write_block(data, b"some words")
    reader = BitReader(writer.to_bytes())
    for value, low in numbers:
        assert (reader.read_number(low), reader.read_bits(71)) == (value, value)
    assert (reader.read_block(200), reader.read_block(200, b"some words")) == (data, data)
    assert reader.is_at_end
    with pytest.raises(BadBits):
        reader.read_bits(8)


def known_game() -> llk.Game:
    game = llk.Game.of(llk.Deal(rows=4, cols=6, seed=7, rules=llk.Rules(gravity="down")), llk.Options(hints=3))
    for command in (
        "hint",
        "auto",
        "pick 4,1",
        "undo",
        "redo",
        "shuffle",
        "pause",
        "resume",
        "restart",
        "auto",
        "auto",
    ):
        game.do(command, at=game.at + 1.5)
    game.give_up(at=30)
    return game


def test_version_1_can_be_read() -> None:
    """Share texts of the first version, which every later version must read."""
    assert llk.from_share("llkb1_FcZUoox-BCSY") == llk.Board.parse("AB/BA")
    game = llk.from_share("llkg1_33uJKMJnUmEGYZiipAWgUVCdxrQA4ucgjJE-4ON9zB9wr7hn3CPuIfcS-4d9wcb7gwX3FBteQAA")
    assert isinstance(game, llk.Game)
    assert visible_state(game) == visible_state(known_game())
