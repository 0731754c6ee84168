"""A screen for the game: type a cell as row,col, or auto, shuffle, undo, redo, give-up."""

import sys
import time

import lianliankan as llk
from lianliankan.render import to_terminal

game = llk.plan("classic", seed=int(sys.argv[1]) if sys.argv[1:] else 1).game()
began = time.monotonic()
while not game.is_over:
    print(to_terminal(game.board, faces="letters", marks=[game.picked] if game.picked else []))
    try:
        typed = input(f"{game.score} points, {game.board.tile_count} tiles left: ").strip()
        events = game.do(f"pick {typed}" if typed[:1].isdigit() else typed, at=time.monotonic() - began)
    except EOFError:
        break
    except ValueError as problem:  # not a command
        print(problem)
        continue
    for event in events:
        match event:
            case llk.Linked():
                print(f"{event.path}: {event.points} points" + f", combo {event.combo}" * (event.combo > 1))
            case llk.Refused():
                print(f"no: {event.reason}" + (f", nearest is {event.miss.path}" if event.miss else ""))
            case _:
                print(event.name)
print(f"{game.state} in {game.seconds():.0f} s with {game.score} points")
