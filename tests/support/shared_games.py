"""Helpers for tests of share texts."""

import random

import lianliankan as llk
from support.played import visible_state

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def play_classic_game(seed: int = 7) -> llk.Game:
    """Play a complete classic game by picks, at human pace."""
    rng = random.Random(seed)
    game = llk.plan("classic", seed=seed).game()
    for a, b in llk.solve(game.board).moves:
        first, second = (a, b) if rng.random() < 0.5 else (b, a)
        game.pick(first, at=game.at + min(rng.lognormvariate(0.4, 0.7), 20))
        game.pick(second, at=game.at + rng.lognormvariate(-0.7, 0.4))
    assert game.state == "won"
    return game


def comparable(thing: llk.Board | llk.Game) -> object:
    return visible_state(thing) if isinstance(thing, llk.Game) else thing
