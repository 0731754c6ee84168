"""Random boards of every kind, for hypothesis and for plain loops."""

import random

from hypothesis import strategies as st

import lianliankan as llk
from support.reference_game import ReferenceGame

TURNS: tuple[int | None, ...] = (0, 1, 2, 3, 4, 7, None)


@st.composite
def rules(draw: st.DrawFn) -> llk.Rules:
    """Any rules."""
    return llk.Rules(
        max_turns=draw(st.sampled_from(TURNS)),
        outside=draw(st.booleans()),
        gravity=draw(st.sampled_from(llk.GRAVITIES)),
        adjacent=draw(st.booleans()),
    )


@st.composite
def boards(draw: st.DrawFn, max_side: int = 7, max_kinds: int = 4) -> llk.Board:
    """Any small board: tiles, holes, walls and cells that are not part of it, under any rules."""
    height, width = draw(st.integers(1, max_side)), draw(st.integers(1, max_side))
    cells = st.sampled_from([0, 0, -1, -2, *range(1, max_kinds + 1), *range(1, max_kinds + 1)])
    rows = draw(st.lists(st.lists(cells, min_size=width, max_size=width), min_size=height, max_size=height))
    given = draw(rules())
    phase = draw(st.sampled_from(llk.PHASES)) if given.gravity == "rotating" else "up"
    return llk.Board(rows, rules=given, phase=phase)


def random_board(rng: random.Random, max_side: int, *, rules: llk.Rules | None = None) -> llk.Board:
    """A board of any density; these reach cases that hypothesis, which prefers simple ones, seldom tries."""
    height, width = rng.randint(1, max_side), rng.randint(1, max_side)
    fill, walls, kinds = rng.random(), rng.choice([0.0, 0.0, 0.1, 0.3]), rng.randint(1, 12)
    rows = [
        [
            rng.choice([-1, -2]) if rng.random() < walls else rng.randint(1, kinds) if rng.random() < fill else 0
            for _ in range(width)
        ]
        for _ in range(height)
    ]
    return llk.Board(rows, rules=rules or random_rules(rng))


def even_board(rng: random.Random, most: int = 12) -> llk.Board:
    """A small board of any rules, mostly with an even number of tiles of each kind."""
    height, width, kinds = rng.randint(1, 4), rng.randint(1, 4), rng.randint(1, 5)
    walls = rng.choice([0, 0, 0.15])
    cells = [rng.choice([-1, -2]) if rng.random() < walls else int(rng.random() < 0.85) for _ in range(height * width)]
    places = [place for place, cell in enumerate(cells) if cell == 1]
    rng.shuffle(places)
    for place in places[most:]:
        cells[place] = 0
    for a, b in zip(places[0:most:2], places[1:most:2], strict=False):
        cells[a] = cells[b] = rng.randint(1, kinds)
    if len(places) % 2 and len(places) <= most:
        cells[places[-1]] = 0 if rng.random() < 0.9 else 1
    return llk.Board(
        [cells[start : start + width] for start in range(0, height * width, width)], rules=random_rules(rng)
    )


def trap_board(rng: random.Random, most: int = 10) -> llk.Board:
    """A small board that can be won and where a first move can lose it."""
    while True:
        board = even_board(rng, most)
        outcomes = {advice.outcome for advice in llk.advise(board, games=0)}
        if outcomes == {"safe", "losing"}:
            return board


def random_rules(rng: random.Random) -> llk.Rules:
    """Any rules, with the defaults more often than not."""
    return llk.Rules(
        max_turns=rng.choice([2, 2, 2, *TURNS]),
        outside=rng.random() < 0.6,
        gravity=rng.choice(llk.GRAVITIES),
        adjacent=rng.random() < 0.7,
    )


def reference_game(board: llk.Board) -> ReferenceGame:
    """The same position in the reference game."""
    rules = board.rules
    return ReferenceGame(
        board.to_rows(),
        max_turns=rules.max_turns,
        outside=rules.outside,
        gravity=rules.gravity,
        adjacent=rules.adjacent,
        phase=llk.PHASES.index(board.phase),
    )
