"""Bad share texts: changed, cut off and hostile ones are refused."""

import json
import random
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.records import share
from lianliankan.records.share_bits import BitReader, BitWriter
from support.played import games
from support.shared_games import LETTERS, comparable, play_classic_game


def with_checksum(kind: str, writer: BitWriter) -> str:
    """Return a share text with a valid checksum, whatever it contains."""
    body = writer.to_bytes()
    return f"llk{kind}1_" + urlsafe_b64encode(share._checksum(kind, body) + body).decode().rstrip("=")


def share_problem(text: str) -> str:
    with pytest.raises(llk.BadShare) as caught:
        llk.from_share(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "'' is not a share text"),
        ("hello", "'hello' is not a share text; expected one that begins with llkb1_ or llkg1_"),
        ("llkx1_AAAA", "is not a share text"),
        ("llkb1_AA AA", "contains an invalid character"),
        ("llkb1_AA+A", "contains an invalid character"),
        ("llkb1_AAé", "contains an invalid character"),
        ("llkb2_AAAA", "made by a newer version of lianliankan: version 2; up to 1 can be read"),
        ("llkg999999_AAAA", "made by a newer version"),
        ("llkb0_AAAA", "unknown version 0"),
        ("llkb01_AAAA", "unknown version 01"),
        ("llkb1_", "wrong checksum"),
        ("llkb1_A", "wrong checksum"),
        ("llkb1_AAAA", "wrong checksum"),
        ("llkb1_" + "A" * 1000, "wrong checksum"),
        ("llkb1_" + "A" * 2_000_000, "it is longer than 1000000 characters"),
    ],
)
def test_texts_that_are_not_share_texts(text: str, problem: str) -> None:
    assert problem in share_problem(text)


def test_the_checksum_covers_the_kind() -> None:
    assert "wrong checksum" in share_problem(llk.to_share(llk.Board.parse("AB/BA")).replace("llkb", "llkg"))


@pytest.mark.parametrize("thing", [llk.Board.parse("AB/BA"), llk.plan("classic", seed=7).game()])
def test_every_changed_letter_is_detected(thing: llk.Board | llk.Game) -> None:
    text = llk.to_share(thing)
    for place in range(len("llkb1_"), len(text)):
        assert "wrong checksum" in share_problem(text[:place])
        for letter in LETTERS:
            if letter != text[place]:
                assert "wrong checksum" in share_problem(text[:place] + letter + text[place + 1 :])


@settings(max_examples=100)
@given(games(), st.integers(0, 2**32))
def test_changed_bits_with_a_valid_checksum(game: llk.Game, seed: int) -> None:
    """Anyone can compute a checksum; the content must still be a game that can be played."""
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
            check = share._checksum(kind, changed)
            try:
                found = llk.from_share(f"llk{kind}1_" + urlsafe_b64encode(check + changed).decode().rstrip("="))
            except llk.BadShare as problem:
                assert 0 < len(str(problem)) < 400
            else:
                again = llk.from_share(llk.to_share(found))
                assert comparable(again) == comparable(found)


def is_slow(body: bytes, kind: str) -> bool:
    """Return whether the body may have become a slow deal, which is valid but not worth waiting for here."""
    if kind == "b":
        return False
    try:
        words = BitReader(body).read_block(2**14, share._DICTIONARY).decode().split("\n")[0]
        deal = llk.Deal.parse(words)
    except ValueError:
        return False
    return deal.rows * deal.cols > 30 or deal.difficulty is not None


def game_head(deal: str, options: object) -> BitWriter:
    writer = BitWriter()
    words = options if isinstance(options, str) else json.dumps(options)
    writer.write_block(f"{deal}\n{words}".encode(), share._DICTIONARY)
    return writer


@pytest.mark.parametrize(
    ("deal", "options", "problem"),
    [
        ("4096x4096 seed=1", {}, "its board would take too long to deal"),
        ("10x20 seed=1 max_turns=1", {}, "its board would take too long to deal"),
        ("10x20 seed=1 difficulty=99-100 gravity=down", {}, "its board would take too long to deal"),
        ("3x3 seed=1", {}, "9 tiles, an odd number"),
        ("4x4", {}, "its number is missing"),
        ("4x6 seed=7", {}, "the deal 4x6 seed=7 does not match the board"),
    ],
)
def test_invalid_deals(deal: str, options: object, problem: str) -> None:
    writer = game_head(deal, options)
    writer.write_bits(0, 64)
    assert problem in share_problem(with_checksum("g", writer))


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"hints": -1}, "invalid hints -1"),
        ({"no": 1}, "unknown option 'no'"),
        ("[" * 10_000, "nested too deeply"),
        ("x", "it cannot be read"),
        ("", "it cannot be read"),
        ("7", "; expected an object of names and values"),
    ],
)
def test_invalid_options(options: object, problem: str) -> None:
    writer = game_head("", options)
    share._write_board(writer, llk.Board.parse("AB/AB"))
    writer.write_number(7, 16)
    writer.write_bits(0, 64)
    assert problem in share_problem(with_checksum("g", writer))


def game_start() -> BitWriter:
    """Write the start of a game, before its commands."""
    writer = game_head("", {"limit": 10})
    share._write_board(writer, llk.Board.parse("AB/AB"))
    writer.write_bits(1, 1)
    writer.write_number(7, 16)
    return writer


@pytest.mark.parametrize(
    ("bits", "problem"),
    [
        ([(5, 0)], "command 1: undo is refused: nothing to undo"),
        ([(11, 0)], "command 1: tick changes nothing"),
        ([(2, 10_000)], "command 1: hint comes after the time ran out"),
        ([(11, 10_000), (2, 1)], "command 2: hint is refused: over"),
        ([(12, 0)], "unknown command"),
    ],
)
def test_impossible_commands(bits: list[tuple[int, int]], problem: str) -> None:
    writer = game_start()
    writer.write_number(len(bits), 7)
    writer.write_bits(4, 4)
    for word, wait in bits:
        writer.write_bits(0, 1)
        writer.write_bits(word, 4)
        writer.write_number(wait, 4)
    writer.write_number(0, 4)
    assert problem in share_problem(with_checksum("g", writer))


def test_too_many_commands_and_a_late_end() -> None:
    writer = game_start()
    writer.write_number(10**9, 7)
    writer.write_bits(0, 64)
    assert "it has more than 20000 commands" in share_problem(with_checksum("g", writer))
    writer = game_start()
    writer.write_number(0, 7)
    writer.write_bits(4, 4)
    writer.write_number(10_000, 4)
    assert "its time ran out before its end" in share_problem(with_checksum("g", writer))


def test_data_after_the_end() -> None:
    writer = BitWriter()
    share._write_board(writer, llk.Board.parse("AB/BA"))
    writer.write_bits(1, 16)
    assert "unexpected data after the end" in share_problem(with_checksum("b", writer))


def board_head(rows: int, cols: int, gravity: int = 0, phase: int = 0) -> BitWriter:
    writer = BitWriter()
    for size in (rows, cols):
        writer.write_number(size - 1, 4)
    writer.write_number(3, 2)
    for value, width in ((1, 1), (1, 1), (gravity, 4), (phase, 2)):
        writer.write_bits(value, width)
    return writer


def test_impossible_boards() -> None:
    writer = board_head(10**20, 1)
    assert f"it has more than {share.MAX_CELLS} cells" in share_problem(with_checksum("b", writer))
    assert "it is cut off" in share_problem(with_checksum("b", board_head(4, 4)))
    assert "unknown gravity" in share_problem(with_checksum("b", board_head(4, 4, gravity=15)))
    writer = board_head(4, 4)
    writer.write_number(100, 5)
    assert "more kinds than cells" in share_problem(with_checksum("b", writer))
    writer = board_head(2, 2, phase=1)
    writer.write_number(0, 5)
    writer.write_number(3, 0)
    writer.write_bits(0, 9)
    assert "only rotating gravity has a phase" in share_problem(with_checksum("b", writer))
    writer = board_head(1, 2)
    writer.write_number(0, 5)
    writer.write_number(llk.MAX_KIND + 3, 0)
    writer.write_bits(0, 9)
    assert "is not a cell" in share_problem(with_checksum("b", writer))
    writer = board_head(1, 1)
    writer.write_bits(0, 200)
    assert "a number in it is too large" in share_problem(with_checksum("b", writer))


def test_a_decompression_bomb_is_refused() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(bytes(50_000_000)) + packer.flush()
    writer = board_head(256, 256)
    writer.write_number(0, 5)
    writer.write_number(3, 0)
    writer.write_bits(1, 1)
    writer.write_number(len(bomb), 5)
    writer.write_bits(1, 1)
    writer.write_bits(int.from_bytes(bomb), 8 * len(bomb))
    assert "a part of it is too long" in share_problem(with_checksum("b", writer))


def test_a_game_that_takes_too_long_to_replay() -> None:
    text = llk.to_share(play_classic_game())
    with pytest.raises(llk.OutOfTime):
        llk.from_share(text, seconds=0)
    assert isinstance(llk.from_share(text), llk.Game)


@pytest.mark.parametrize("seconds", [-1, "x"])
def test_invalid_seconds_are_not_blamed_on_the_text(seconds: float) -> None:
    with pytest.raises(llk.BadBudget, match="seconds must be a number from 0"):
        llk.from_share(llk.to_share(llk.Board.parse("AB/BA")), seconds=seconds)
