"""Pairs that are sent before earlier ones are answered: each removes the tiles that its player saw, or nothing."""

import random
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

import lianliankan as llk
from lianliankan.game.replay import replayed
from lianliankan.records.share import to_share
from support.web_stage import Client, RunningServer, Window, event_names

Tiles = dict[tuple[int, int], int]  # a number for each tile, which stays the same wherever the tile goes


@pytest.fixture(scope="module")
def server(generous_server: RunningServer) -> RunningServer:
    return generous_server


def number_tiles(game: llk.Game) -> Iterator[Tiles]:
    """Number the tiles at every version of a game; after a shuffle, an undo or a restart they are other tiles."""
    numbers = count()

    def lay(board: llk.Board) -> Tiles:
        cells = ((row, col) for row in range(board.rows) for col in range(board.cols))
        return {cell: next(numbers) for cell in cells if board[cell] > 0}

    tiles = lay(game.first_board)
    yield tiles
    for _, events, after in replayed(game):
        for event in events:
            match event:
                case llk.Linked(move=move):
                    tiles = {cell: number for cell, number in tiles.items() if cell not in move}
                case llk.Packed(shifts=shifts):
                    moved = dict(shifts)
                    tiles = {moved.get(llk.Cell(*cell), cell): number for cell, number in tiles.items()}
                case llk.Shuffled() | llk.Undone() | llk.Redone() | llk.Restarted():
                    tiles = lay(after.board)
        yield tiles


def random_pair(rng: random.Random, board: llk.Board) -> tuple[llk.Cell, llk.Cell]:
    """A pair that links, or one of equal tiles, or any two cells."""
    cells = [llk.Cell(row, col) for row in range(board.rows) for col in range(board.cols)]
    equal = [(a, b) for a in cells for b in cells if a < b and board[a] == board[b] > 0]
    choices: list[list[tuple[llk.Cell, llk.Cell]]] = [[(move.a, move.b) for move in board.moves()], equal]
    found = rng.choice(choices) or equal
    return rng.choice(found) if found and rng.random() < 0.9 else (rng.choice(cells), rng.choice(cells))


def read_answers(window: Window, numbers: set[int]) -> dict[int, dict[str, Any]]:
    """Read until every command is answered."""
    answers: dict[int, dict[str, Any]] = {}
    while answers.keys() != numbers:
        message = window.receive()
        if message.get("n") in numbers:
            assert message["n"] not in answers
            answers[message["n"]] = message
    return answers


@pytest.mark.parametrize("seed", range(12))
def test_every_pair_means_the_tiles_that_its_player_saw(server: RunningServer, client: Client, seed: int) -> None:
    rng = random.Random(seed)
    rules = llk.Rules(gravity=llk.GRAVITIES[seed % len(llk.GRAVITIES)])
    board = llk.deal(4, 6, kinds=4, seed=seed, rules=rules)
    id = client.start_game(share=to_share(llk.Game(board, llk.Options(when_stuck="shuffle"), seed=seed)))
    window, other = client.open_window(id), client.open_window(id)
    sent: dict[int, tuple[int, tuple[llk.Cell, llk.Cell]]] = {}
    answers: dict[int, dict[str, Any]] = {}
    for _ in range(4):
        version = window.version
        seen = server.open_store(client).open(id).game.board
        new: set[int] = set()
        for _ in range(rng.randint(1, 10)):
            pair = random_pair(rng, seen)
            given = max(version + rng.choice([0] * 12 + [-1, 1, 5]), 0)
            for _ in range(rng.choice([1, 1, 1, 2])):  # as after a lost connection
                window.number += 1
                window.send(
                    type="do", n=window.number, version=given, command=f"play {'-'.join(str(cell) for cell in pair)}"
                )
                sent[window.number] = given, pair
                new.add(window.number)
            if rng.random() < 0.15:
                command = rng.choice(
                    ["undo", "shuffle", "hint", "pause", "resume", "auto", f"play {pair[0]}-{pair[1]}"]
                )
                other.send(type="do", n=0, version=other.version, command=command)
        answers |= read_answers(window, new)
        other.send(type="ping", n=1)
        while other.receive()["type"] != "pong":
            pass
        window.send(type="hello", v=3)
        while window.receive()["type"] != "state":
            pass
    window.close()
    other.close()
    game = server.open_store(client).open(id).game
    tiles, boards = list(number_tiles(game)), [game.first_board, *(after.board for _, _, after in replayed(game))]
    for n, (version, (a, b)) in sent.items():
        answer = answers[n]
        now = answer["version"]
        if version >= len(tiles):
            assert answer["type"] == "state"
            continue
        meant = {tiles[version].get(a), tiles[version].get(b)}
        if answer["type"] == "state":
            assert version > now or not meant <= set(tiles[now].values()), "it was dropped though it applied"
        elif "linked" in event_names(answer):
            played = game.entries[now - 1].command
            assert {tiles[now - 1][cell] for cell in played.cells} == meant
            assert meant.isdisjoint(tiles[now].values())
        elif version != now:
            here = [cell for cell, number in tiles[now].items() if number in meant]
            assert len(here) == len(meant)
            assert len(here) == 1 or not boards[now].linkable(*here) or answer["events"][0]["reason"] == "paused"
    assert game.pairs > 0


def test_pairs_behind_the_end_of_the_game_are_dropped(client: Client) -> None:
    game = llk.Game(llk.Board.parse("CCAA/..AB/..BA"), llk.Options(when_stuck="lose"))
    window = client.open_window(client.start_game(share=to_share(game)))
    for n, command in enumerate(("play 1,1-1,2", "play 1,3-1,4", "play 2,3-3,4"), 1):
        window.send(type="do", n=n, version=0, command=command)
    answers = read_answers(window, {1, 2, 3})
    assert event_names(answers[2]) == ["linked", "stuck", "lost"]
    assert answers[3]["type"] == "state"
    window.close()


def test_pairs_after_an_automatic_shuffle_are_dropped(client: Client) -> None:
    game = llk.Game(llk.Board.parse("CCAA/..AB/..BA"), llk.Options(when_stuck="shuffle"))
    window = client.open_window(client.start_game(share=to_share(game)))
    for n, command in enumerate(("play 1,1-1,2", "play 1,3-2,4", "play 1,3-1,4", "play 2,3-3,4", "undo"), 1):
        window.send(type="do", n=n, version=0, command=command)
    answers = read_answers(window, {1, 2, 3, 4, 5})
    assert [answers[n]["type"] for n in answers] == ["done", "done", "done", "state", "state"]
    assert event_names(answers[2]) == ["refused"]
    assert event_names(answers[3]) == ["linked", "stuck", "shuffled"]
    assert (answers[4]["version"], answers[5]["version"]) == (2, 2)
    window.close()
