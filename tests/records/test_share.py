"""Texts for sharing: everything goes through them unchanged, they are short, and hostile ones are refused."""

import json
import random
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.records import share as sharing
from lianliankan.records import share_game
from lianliankan.records.share_bits import BadBits, BitReader, BitWriter
from lianliankan.records.share_board import MAX_CELLS, write_board
from support.played import games, view
from support.strategies import boards, random_board

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def sealed(kind: str, writer: BitWriter) -> str:
    """A text with a right check, whatever is in it."""
    body = writer.to_bytes()
    return f"llk{kind}1_" + urlsafe_b64encode(sharing._checksum(kind, body) + body).decode().rstrip("=")


def played(seed: int = 7) -> llk.Game:
    """A whole classic game by picks, at the pace of a person."""
    rng = random.Random(seed)
    game = llk.plan("classic", seed=seed).game()
    for a, b in llk.solve(game.board).moves:
        first, second = (a, b) if rng.random() < 0.5 else (b, a)
        game.pick(first, at=game.at + min(rng.lognormvariate(0.4, 0.7), 20))
        game.pick(second, at=game.at + rng.lognormvariate(-0.7, 0.4))
    assert game.state == "won"
    return game


def seen(thing: llk.Board | llk.Game) -> object:
    return view(thing) if isinstance(thing, llk.Game) else thing


def problem_of(text: str) -> str:
    with pytest.raises(llk.BadShare) as caught:
        llk.from_share(text)
    return str(caught.value)


@settings(max_examples=200)
@given(boards())
def test_a_board_goes_through(board: llk.Board) -> None:
    text = llk.to_share(board)
    assert set(text) <= set(LETTERS)
    assert llk.from_share(text) == board


def test_boards_of_any_fill_and_kinds() -> None:
    rng = random.Random(1)
    for _ in range(200):
        board = random_board(rng, 30)
        assert llk.from_share(llk.to_share(board)) == board
    for kinds in (1, 2, 255, 256, 257, 5000, llk.MAX_KIND):
        rows = [[rng.choice([-2, -1, 0, rng.randint(1, kinds), llk.MAX_KIND]) for _ in range(40)] for _ in range(30)]
        board = llk.Board(rows, rules=llk.Rules(max_turns=1_000_000, gravity="rotating"), phase="left")
        assert llk.from_share(llk.to_share(board)) == board


def test_the_largest_board_that_is_shared() -> None:
    for rows, cols in ((16, 4096), (4096, 16), (256, 256)):
        board = llk.Board([[1 + (r * c) % 999 for c in range(cols)] for r in range(rows)])
        assert llk.from_share(llk.to_share(board)) == board
    with pytest.raises(llk.TooLarge, match="send its text"):
        llk.to_share(llk.Board([[1] * 4096] * 17))


@given(games())
def test_a_game_goes_through(game: llk.Game) -> None:
    text = llk.to_share(game)
    assert set(text) <= set(LETTERS)
    again = llk.from_share(text)
    assert isinstance(again, llk.Game)
    assert view(again) == view(game)
    assert llk.to_share(again) == text
    assert llk.to_record(again) == llk.to_record(game)


def test_how_short_they_are() -> None:
    assert len(llk.to_share(llk.deal(8, 18, seed=7))) <= 160
    assert len(llk.to_share(llk.plan("classic", seed=2**64 - 1).game())) <= 60
    assert len(llk.to_share(played())) <= 450


def test_a_deal_that_takes_long_is_shared_as_its_board() -> None:
    deal = llk.Deal(rows=10, cols=11, seed=7, rules=llk.Rules(max_turns=3))
    again = llk.from_share(llk.to_share(llk.Game.of(deal)))
    assert isinstance(again, llk.Game)
    assert (again.board, again.deal, again.seed) == (deal.board(), None, 7)


def test_a_deal_that_is_not_the_games_is_left_out() -> None:
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


def test_what_may_stand_around() -> None:
    board = llk.Board.parse("AB/BA")
    text = llk.to_share(board)
    for around in (f"  {text}\n", f"https://example.org/play/{text}", f"https://example.org/#{text}", f"a/b#c/{text} "):
        assert llk.from_share(around) == board
        assert sharing.is_share(around)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "'' was not made for sharing"),
        ("hello", "'hello' was not made for sharing: such a text begins with llkb1_ or llkg1_"),
        ("llkx1_AAAA", "was not made for sharing"),
        ("llkb1_AA AA", "has a character that does not belong there"),
        ("llkb1_AA+A", "has a character that does not belong there"),
        ("llkb1_AAé", "has a character that does not belong there"),
        ("llkb2_AAAA", "made by a newer version of lianliankan, in form 2; up to 1 are known"),
        ("llkg999999_AAAA", "made by a newer version"),
        ("llkb0_AAAA", "there is no form 0"),
        ("llkb01_AAAA", "there is no form 01"),
        ("llkb1_", "its check is wrong"),
        ("llkb1_A", "its check is wrong"),
        ("llkb1_AAAA", "its check is wrong"),
        ("llkb1_" + "A" * 1000, "its check is wrong"),
        ("llkb1_" + "A" * 2_000_000, "it is longer than 1000000 characters"),
    ],
)
def test_texts_that_are_none(text: str, problem: str) -> None:
    assert problem in problem_of(text)


def test_what_is_nothing_to_share() -> None:
    with pytest.raises(TypeError, match="a board or a game is shared"):
        llk.to_share("AB/BA")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="is a text"):
        llk.from_share(b"llkb1_")  # type: ignore[arg-type]


def test_the_kind_of_text_is_checked_too() -> None:
    assert "its check is wrong" in problem_of(llk.to_share(llk.Board.parse("AB/BA")).replace("llkb", "llkg"))


@pytest.mark.parametrize("thing", [llk.Board.parse("AB/BA"), llk.plan("classic", seed=7).game()])
def test_every_change_of_a_letter_is_found(thing: llk.Board | llk.Game) -> None:
    text = llk.to_share(thing)
    for place in range(len("llkb1_"), len(text)):
        assert "its check is wrong" in problem_of(text[:place])
        for letter in LETTERS:
            if letter != text[place]:
                assert "its check is wrong" in problem_of(text[:place] + letter + text[place + 1 :])


@settings(max_examples=100)
@given(games(), st.integers(0, 2**32))
def test_changed_bits_under_a_right_check(game: llk.Game, seed: int) -> None:
    """Who can make a text can make its check; what it says must still be a game that can be played."""
    rng = random.Random(seed)
    for thing in (game, game.board):
        text = llk.to_share(thing)
        kind = text[3]
        raw = urlsafe_b64decode(text[6:] + "=" * (-len(text[6:]) % 4))[4:]
        for _ in range(4):
            body = bytearray(raw)
            for _ in range(rng.choice([1, 1, 2, 8])):
                body[rng.randrange(len(body))] ^= 1 << rng.randrange(8)
            changed = bytes(body[: rng.choice([len(body), len(body), rng.randrange(len(body) + 1)])])
            if not changed or is_slow(changed, kind):
                continue
            check = sharing._checksum(kind, changed)
            try:
                found = llk.from_share(f"llk{kind}1_" + urlsafe_b64encode(check + changed).decode().rstrip("="))
            except llk.BadShare as problem:
                assert 0 < len(str(problem)) < 400
            else:
                again = llk.from_share(llk.to_share(found))
                assert seen(again) == seen(found)


def is_slow(body: bytes, kind: str) -> bool:
    """Whether it may have become a deal that takes its time, which is right but nothing to wait for here."""
    if kind == "b":
        return False
    try:
        words = BitReader(body).read_block(2**14, share_game._DICTIONARY).decode().split("\n")[0]
        deal = llk.Deal.parse(words)
    except ValueError:
        return False
    return deal.rows * deal.cols > 30 or deal.difficulty is not None


def head(deal: str, options: object) -> BitWriter:
    writer = BitWriter()
    words = options if isinstance(options, str) else json.dumps(options)
    writer.write_block(f"{deal}\n{words}".encode(), share_game._DICTIONARY)
    return writer


@pytest.mark.parametrize(
    ("deal", "options", "problem"),
    [
        ("4096x4096 seed=1", {}, "its deal would take too long to deal"),
        ("10x20 seed=1 max_turns=1", {}, "its deal would take too long to deal"),
        ("10x20 seed=1 difficulty=99-100 gravity=down", {}, "its deal would take too long to deal"),
        ("3x3 seed=1", {}, "are an odd number of cells"),
        ("4x4", {}, "its number is missing"),
        ("4x6 seed=7", {}, "the deal 4x6 seed=7 is another board"),
    ],
)
def test_deals_that_are_none(deal: str, options: object, problem: str) -> None:
    writer = head(deal, options)
    writer.write_bits(0, 64)
    assert problem in problem_of(sealed("g", writer))


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"hints": -1}, "hints are a number"),
        ({"no": 1}, "there is no option 'no'"),
        ("[" * 10_000, "nested too deeply"),
        ("x", "it cannot be read"),
        ("", "it cannot be read"),
        ("7", "options are names and values"),
    ],
)
def test_options_that_are_none(options: object, problem: str) -> None:
    writer = head("", options)
    write_board(writer, llk.Board.parse("AB/AB"))
    writer.write_number(7, 16)
    writer.write_bits(0, 64)
    assert problem in problem_of(sealed("g", writer))


def begun() -> BitWriter:
    """The beginning of a game, before its commands."""
    writer = head("", {"limit": 10})
    write_board(writer, llk.Board.parse("AB/AB"))
    writer.write_bits(1, 1)
    writer.write_number(7, 16)
    return writer


@pytest.mark.parametrize(
    ("bits", "problem"),
    [
        ([(5, 0)], "command 1: undo: it is refused: nothing to undo"),
        ([(11, 0)], "command 1: tick: it changes nothing"),
        ([(2, 10_000)], "command 1: hint: the time was up before it"),
        ([(11, 10_000), (2, 1)], "command 2: hint: it is refused: over"),
        ([(12, 0)], "it has a command that does not exist"),
    ],
)
def test_commands_that_did_not_happen(bits: list[tuple[int, int]], problem: str) -> None:
    writer = begun()
    writer.write_number(len(bits), 7)
    writer.write_bits(4, 4)
    for word, wait in bits:
        writer.write_bits(0, 1)
        writer.write_bits(word, 4)
        writer.write_number(wait, 4)
    writer.write_number(0, 4)
    assert problem in problem_of(sealed("g", writer))


def test_too_many_commands_and_a_late_end() -> None:
    writer = begun()
    writer.write_number(10**9, 7)
    writer.write_bits(0, 64)
    assert "it has more than 20000 commands" in problem_of(sealed("g", writer))
    writer = begun()
    writer.write_number(0, 7)
    writer.write_bits(4, 4)
    writer.write_number(10_000, 4)
    assert "its time was up before its end" in problem_of(sealed("g", writer))


def test_more_than_there_should_be() -> None:
    writer = BitWriter()
    write_board(writer, llk.Board.parse("AB/BA"))
    writer.write_bits(1, 16)
    assert "there is more in it than there should be" in problem_of(sealed("b", writer))


def board_head(rows: int, cols: int, gravity: int = 0, phase: int = 0) -> BitWriter:
    writer = BitWriter()
    for size in (rows, cols):
        writer.write_number(size - 1, 4)
    writer.write_number(3, 2)
    for value, width in ((1, 1), (1, 1), (gravity, 4), (phase, 2)):
        writer.write_bits(value, width)
    return writer


def test_absurd_boards() -> None:
    writer = board_head(10**20, 1)
    assert f"it has more than {MAX_CELLS} cells" in problem_of(sealed("b", writer))
    assert "it breaks off" in problem_of(sealed("b", board_head(4, 4)))
    assert "a gravity that does not exist" in problem_of(sealed("b", board_head(4, 4, gravity=15)))
    writer = board_head(4, 4)
    writer.write_number(100, 5)
    assert "more kinds than cells" in problem_of(sealed("b", writer))
    writer = board_head(2, 2, phase=1)
    writer.write_number(0, 5)
    writer.write_number(3, 0)
    writer.write_bits(0, 9)
    assert "only rotating gravity has a phase" in problem_of(sealed("b", writer))
    writer = board_head(1, 2)
    writer.write_number(0, 5)
    writer.write_number(llk.MAX_KIND + 3, 0)
    writer.write_bits(0, 9)
    assert "is not a cell" in problem_of(sealed("b", writer))
    writer = board_head(1, 1)
    writer.write_bits(0, 200)
    assert "a number in it is too large" in problem_of(sealed("b", writer))


def test_a_decompression_bomb_is_not_opened() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(bytes(50_000_000)) + packer.flush()
    writer = board_head(256, 256)
    writer.write_number(0, 5)
    writer.write_number(3, 0)
    writer.write_bits(1, 1)
    writer.write_number(len(bomb), 5)
    writer.write_bits(1, 1)
    writer.write_bits(int.from_bytes(bomb), 8 * len(bomb))
    assert "a part of it is too long" in problem_of(sealed("b", writer))


def test_a_game_that_takes_too_long_to_play_again() -> None:
    text = llk.to_share(played())
    with pytest.raises(llk.BadShare, match="takes longer than 0 s"):
        llk.from_share(text, seconds=0)
    assert isinstance(llk.from_share(text, seconds=None), llk.Game)


@given(st.lists(st.tuples(st.integers(0, 2**70), st.integers(0, 20))), st.binary(max_size=200))
def test_bits(numbers: list[tuple[int, int]], data: bytes) -> None:
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


def test_the_texts_of_version_1_stay() -> None:
    """Texts written by the first version, which every later one must read."""
    assert llk.from_share("llkb1_FcZUoox-BCSY") == llk.Board.parse("AB/BA")
    game = llk.from_share("llkg1_33uJKMJnUmEGYZiipAWgUVCdxrQA4ucgjJE-4ON9zB9wr7hn3CPuIfcS-4d9wcb7gwX3FBteQAA")
    assert isinstance(game, llk.Game)
    assert view(game) == view(known_game())


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
