"""Commands for whole games: replay, share."""

from typing import TYPE_CHECKING, Any

import click

from lianliankan.cli.board_player import PlayerScreen
from lianliankan.cli.describe_events import describe_blame, describe_events, format_limit
from lianliankan.cli.input import looks_like_record, one_line_errors, read_shared, search_options
from lianliankan.cli.main import YES, llk
from lianliankan.cli.options import FILE, Number, json_option, option
from lianliankan.cli.output import find_faces, text_options, write_json
from lianliankan.cli.search_limits import MIN_READING, SearchLimits
from lianliankan.errors import OutOfTime
from lianliankan.text import count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lianliankan.board.board import Board
    from lianliankan.game.game import Game
    from lianliankan.game.history import Line
    from lianliankan.solver.solve import Blame

    _BlamedLine = tuple[int, int, Blame]  # the pairs before the line, those by its end, and where it was lost

_MAX_WAIT = 2.0  # seconds between two frames at speed 1
_MAX_SLOW_WAIT = 3600.0  # at any speed


@llk.command()
@click.argument("file", metavar="FILE", type=FILE)
@search_options
@option("--play", is_flag=True, help="Play it back in the terminal.")
@option("--step", is_flag=True, help="Play it back command by command, waiting for Enter each time.")
@option("--speed", type=Number(0), default=1.0, show_default=True, help="The playback speed; 0 does not wait.")
@option("--commands", "lists", is_flag=True, help="List every command with its time and its events.")
@text_options
@json_option
def replay(
    file: str,
    limits: SearchLimits,
    seed: int,
    play: bool,
    step: bool,
    speed: float,
    lists: bool,
    as_json: bool,
    faces: str,
    colour: str,
) -> int:
    """Replay a record: check it, and find the move that lost the game.

    FILE is a record (- for standard input) or the share text of a game. The exit code is 0 if the record is valid,
    whether the game was won or not, and 2 if it is not.
    """
    if as_json and (play or step):
        raise click.ClickException("--json cannot be combined with --play or --step")
    from lianliankan.game.replay import replayed

    find_faces(faces)
    with limits.reading():
        game = read_game(file)
    if play or step:
        _play_back(game, PlayerScreen(game.first_board, step=step, faces=faces, colour=colour), speed)
        limits.restart()
    with limits.watched("looking for the lost pair", at_least=MIN_READING):
        blamed = list(_blame_lines(game, limits, seed))
    if as_json:
        write_json(_game_json(game, blamed) | ({"commands": _commands_json(game)} if lists else {}))
        return YES
    if lists:
        for entry, happened, _ in replayed(game):
            click.echo(f"{entry.seconds:>9.3f}  {entry.command!s:<16}  {describe_events(happened)}")
    for name, text in _summary(game):
        click.echo(f"{name:<8}  {text}")
    for name, text in _describe_lines(blamed):
        click.echo(f"{name}: {text}")
    return YES


@llk.command()
@click.argument("file", metavar="FILE", type=FILE)
@option("--open", "opens", is_flag=True, help="FILE is or contains a share text: write its board or game.")
@json_option
def share(file: str, opens: bool, as_json: bool) -> int:
    """Write a board or a game as a short text for sharing.

    FILE is a board or the record of a game. With --open, a share text becomes the text of its board or the record of
    its game.
    """
    from lianliankan.game.game import Game
    from lianliankan.records.record import to_record
    from lianliankan.records.share import from_share, is_share, to_share

    text = read_shared(file)
    if not opens and is_share(text) and not is_share(file):
        raise click.ClickException(f"{file}: this is already a share text; use --open to read it")
    with SearchLimits(None, None).reading(), one_line_errors("share text" if is_share(file) else file):
        thing = from_share(text) if opens else parse_shared(text)
    with one_line_errors(file):
        output = to_share(thing) if not opens else to_record(thing) if isinstance(thing, Game) else str(thing)
    if as_json:
        write_json({"of": "game" if isinstance(thing, Game) else "board", "text": output})
    else:
        click.echo(output)
    return YES


def parse_shared(text: str) -> "Board | Game":
    """Parse a share text, the record of a game, or a board."""
    from lianliankan.board.read import read
    from lianliankan.records.record import from_record
    from lianliankan.records.share import from_share, is_share

    return from_share(text) if is_share(text) else from_record(text) if looks_like_record(text) else read(text).board


def read_game(file: str) -> "Game":
    """Read a game from its record or share text."""
    from lianliankan.game.game import Game
    from lianliankan.records.record import from_record
    from lianliankan.records.share import from_share, is_share

    text = read_shared(file)
    name = "share text" if is_share(file) else "standard input" if file == "-" else file
    if is_share(text):
        with one_line_errors(name):
            found = from_share(text)
        if not isinstance(found, Game):
            raise click.ClickException(f"{name}: this is the share text of a board, not of a game")
        return found
    if not looks_like_record(text):
        raise click.ClickException(f"{name}: this is not the record of a game")
    with one_line_errors(name):
        return from_record(text)


def _play_back(game: "Game", screen: PlayerScreen, speed: float) -> None:
    """Show a game command by command at its original speed; long waits are shortened."""
    from lianliankan.game.events import Hinted, Linked
    from lianliankan.game.replay import replayed

    board, last, total = game.first_board, 0.0, game.version
    screen.show(board, f"0/{total}  {count(board.tile_count, 'tile')}")
    for number, (entry, happened, after) in enumerate(replayed(game), 1):
        wait = min(entry.seconds - last, _MAX_WAIT)
        if not screen.wait(min(wait / speed, _MAX_SLOW_WAIT) if speed else 0):
            break
        last = entry.seconds
        caption = f"{number}/{total}  {entry.seconds:.1f} s  {entry.command}: {describe_events(happened)}"
        link = next((event for event in happened if isinstance(event, Linked)), None)
        hint = next((event for event in happened if isinstance(event, Hinted)), None)
        if link:
            screen.show(board, caption, link.path)  # the board before the tiles vanish
        elif hint:
            screen.show(after.board, caption, hint.path)
        else:
            screen.show(after.board, caption, marks=[after.picked] if after.picked else [])
        board = after.board
    else:
        screen.wait(min(_MAX_WAIT / speed, _MAX_SLOW_WAIT) if speed and total else 0)
    screen.show(game.board, f"{game.state}: {count(game.score, 'point')}, {count(game.board.tile_count, 'tile')} left")


def _summary(game: "Game") -> "Iterator[tuple[str, str]]":
    options, board = game.options, game.first_board
    rules = f", {board.rules}" if str(board.rules) else ""
    yield (
        "game",
        str(game.deal) if game.deal else f"{board.rows}x{board.cols}, {count(board.tile_count, 'tile')}{rules}",
    )
    yield (
        "mode",
        ", ".join(
            [
                options.mode,
                *([f"level {options.level}"] if options.level else []),
                *([options.day] if options.day else []),
                *([f"{options.limit:g} s plus {options.bonus:g} s per pair"] if options.limit else []),
                f"hints: {format_limit(options.hints)}",
                f"shuffles: {format_limit(options.shuffles)}",
                *([] if options.undo else ["no undo"]),
                *(["tells when it can no longer be won"] if options.tell_doomed else []),
                f"when stuck: {options.when_stuck}",
            ]
        ),
    )
    stars = f", {count(game.stars, 'star')}" if game.state == "won" else ""
    yield "result", f"{game.state}{f' ({game.loss})' if game.loss else ''}, {count(game.score, 'point')}{stars}"
    yield "time", f"{game.seconds():g} s"
    used = [(game.hints_used, "hint"), (game.shuffles_used, "shuffle"), (game.undos_used, "undo")]
    yield (
        "played",
        ", ".join(
            [
                f"{count(game.pairs, 'pair')} ({count(game.board.tile_count, 'tile')} left)",
                *(count(number, word) for number, word in used),
                count(len(game.entries), "command"),
            ]
        ),
    )


def _blame_lines(game: "Game", limits: SearchLimits, seed: int) -> "Iterator[_BlamedLine]":
    """Yield for every line the number of pairs before it, the number by its end, and its blame."""
    for line in game.lines:
        yield line.number, line.number + len(line.moves), _blame_line(game, line, limits, seed)


def _blame_line(game: "Game", line: "Line", limits: SearchLimits, seed: int) -> "Blame":
    """Return where a line was lost; it is undecided if the time is up."""
    from lianliankan.solver.solve import Blame

    try:
        return game.blame(limits.budget, line=line, seed=seed)
    except OutOfTime:
        return Blame(None, None, None, None, seed=seed, timed_out=True)


def _describe_lines(blamed: "list[_BlamedLine]") -> "Iterator[tuple[str, str]]":
    for number, (before, after, found) in enumerate(blamed, 1):
        pairs = f"pairs {before + 1} to {after}" if after > before else "no pairs"
        yield (
            f"line {number}, {pairs}{', then a shuffle' if number < len(blamed) else ''}",
            describe_blame(found, before, after),
        )


def _game_json(game: "Game", blamed: "list[_BlamedLine]") -> dict[str, Any]:
    from dataclasses import asdict

    from lianliankan.records.record import make_head

    return make_head(game) | {
        "size": f"{game.first_board.rows}x{game.first_board.cols}",
        "state": game.state,
        "loss": game.loss,
        "score": game.score,
        "stars": game.stars,
        "seconds": game.seconds(),
        "pairs": game.pairs,
        "tiles": game.board.tile_count,
        "hints": game.hints_used,
        "shuffles": game.shuffles_used,
        "undos": game.undos_used,
        "entries": len(game.entries),
        "lines": [{"before": before, "after": after} | asdict(found) for before, after, found in blamed],
    }


def _commands_json(game: "Game") -> list[dict[str, Any]]:
    from json import loads

    from lianliankan.game.events import to_json
    from lianliankan.game.replay import replayed

    return [
        {"at": entry.seconds, "command": str(entry.command), "events": [loads(to_json(event)) for event in happened]}
        for entry, happened, _ in replayed(game)
    ]
