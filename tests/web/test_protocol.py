"""The messages of the web game: their form, what is read, and what is refused."""

import json

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import lianliankan as llk
from lianliankan.game.analysis import Course, CoursePoint
from lianliankan.game.events import to_json
from lianliankan.game.history import LostSince
from lianliankan.game.view import GameView
from lianliankan.web.base.page_data import encode
from lianliankan.web.endpoints.replay_view import ReplayStep, ReplayView
from lianliankan.web.live.protocol import (
    FROM_CLIENT,
    MAX_MESSAGE_BYTES,
    VERSION,
    AskWinnable,
    BadMessage,
    Begin,
    Do,
    Done,
    ErrorMessage,
    FullState,
    GameHead,
    Hello,
    Ping,
    Pong,
    Winnability,
    build_state,
    read_message,
)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
nearly = st.fixed_dictionaries(
    {"type": st.sampled_from(["hello", "do", "begin", "ping", "winnable", "state", "done", "DO", ""]) | anything},
    optional={"v": anything, "n": anything, "version": anything, "command": anything, "x": anything},
)


VIEW = (
    *("state", "score", "combo", "moves", "tiles", "pairs", "hints", "shuffles", "seconds", "left", "running"),
    *("winnable", "doomed", "may_ask", "tools", "picked", "stars", "loss"),
)


@pytest.mark.parametrize(
    ("struct", "tag", "fields"),
    [
        (Hello, "hello", ("v",)),
        (Do, "do", ("n", "version", "command")),
        (Begin, "begin", ()),
        (Ping, "ping", ("n",)),
        (AskWinnable, "winnable", ("n",)),
        (FullState, "state", ("n", "v", "id", "version", "rows", "head", "view")),
        (Done, "done", ("n", "version", "events", "view")),
        (Pong, "pong", ("n",)),
        (Winnability, "winnable", ("n", "version", "winnable", "doomed", "timed_out")),
        (ErrorMessage, "error", ("code", "message", "n")),
        (GameView, None, VIEW),
        (LostSince, None, ("number", "move")),
        (GameHead, None, ("rules", "deal", "seed", "options")),
        (ReplayView, None, ("head", "rows", "view", "steps", "points")),
        (ReplayStep, None, ("at", "command", "events", "view")),
        (CoursePoint, None, ("version", "moves", "marks", "winnable")),
        (Course, None, ("points", "lost", "win", "win_version", "timed_out")),
    ],
)
def test_tags_and_fields_never_change(struct: type[msgspec.Struct], tag: str | None, fields: tuple[str, ...]) -> None:
    """Pages that are open during an update, and other programs, rely on the form of the messages."""
    assert struct.__struct_config__.tag == tag
    assert struct.__struct_config__.tag_field == (None if tag is None else "type")
    assert struct.__struct_encode_fields__ == fields


def test_messages_are_written_as_documented() -> None:
    lost = LostSince(1, llk.Move.parse("1,3-1,4"))
    assert encode(Pong(9)) == b'{"type":"pong","n":9}'
    assert encode(ErrorMessage("gone", "no such game")) == (
        b'{"type":"error","code":"gone","message":"no such game","n":null}'
    )
    text = b'{"type":"winnable","n":8,"version":1,"winnable":false,"doomed":{"number":1,"move":[[0,2],[0,3]]}}'
    assert encode(Winnability(8, 1, False, lost)) == text
    late = b'{"type":"winnable","n":8,"version":1,"winnable":null,"doomed":null,"timed_out":true}'
    assert encode(Winnability(8, 1, None, None, timed_out=True)) == late


def test_messages_are_read() -> None:
    assert read_message('{"type":"hello","v":3}', FROM_CLIENT) == Hello(3)
    assert read_message(b'{"type":"do","n":7,"version":12,"command":"pick 3,4"}', FROM_CLIENT) == Do(7, 12, "pick 3,4")
    assert read_message('{"n":8,"type":"ping"}', FROM_CLIENT) == Ping(8)
    assert read_message('{"type":"winnable","n":9}', FROM_CLIENT) == AskWinnable(9)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "null", "[]", '"do"', "7", "{}", '{"type":"dance"}', '{"type":["do"]}', '{"type":"hello"}'),
        *('{"type":"hello","v":"1"}', '{"type":"hello","v":3,"more":2}', '{"type":"hello","v":2.5}'),
        '{"type":"do","n":-1,"version":0,"command":"hint"}',
        '{"type":"do","n":1,"version":9007199254740992,"command":"hint"}',
        '{"type":"do","n":1e400,"version":0,"command":"hint"}',
        '{"type":"do","n":' + "9" * 400 + ',"version":0,"command":"hint"}',
        '{"type":"do","n":1,"version":0,"command":"' + "x" * 65 + '"}',
        '{"type":"do","n":1,"version":true,"command":"hint"}',
        '{"type":"do","n":1,"version":0,"command":null}',
        "[" * 2000 + "]" * 2000,
        '{"type":' * 400,
        '{"type":"ping","n":1}' + " " * MAX_MESSAGE_BYTES,
    ],
)
def test_bad_messages_are_refused(text: str) -> None:
    with pytest.raises(BadMessage):
        read_message(text, FROM_CLIENT)


@given(st.binary(max_size=200) | st.text(max_size=200) | nearly.map(json.dumps) | anything.map(json.dumps))
@example(b"\xff\xfe")
@example("\ud800")
def test_any_input_is_a_message_or_refused(raw: str | bytes) -> None:
    try:
        found = read_message(raw, FROM_CLIENT)
    except BadMessage as problem:
        assert str(problem)
        assert len(str(problem)) < 200
        return
    assert isinstance(found, Hello | Do | Begin | Ping | AskWinnable)


def test_events_are_written_as_the_game_writes_them() -> None:
    game = llk.Game(llk.Board.parse("1 2 2 1 / . 3 3 .", rules=llk.Rules(gravity="down")), llk.Options(hints=2))
    happened = []
    for command in ("pick 1,2", "pick 1,3", "play 1,1-2,2", "hint", "shuffle", "undo", "redo", "restart", "pause"):
        happened += game.do(command, at=game.at + 1)
    written = msgspec.json.decode(encode(Done(1, 2, happened, GameView.of(game))))
    assert written["events"] == [json.loads(to_json(event)) for event in happened]
    assert written["view"]["state"] == "paused"
    assert written["view"]["running"] is False


def test_the_state_describes_the_whole_game() -> None:
    game = llk.plan("timed", seed=3, rows=4, cols=6, rules=llk.Rules(gravity="rotating")).game()
    state = msgspec.json.decode(encode(build_state("abc123", game, GameView.of(game, at=2.5))))
    assert (state["type"], state["v"], state["id"], state["version"]) == ("state", VERSION, "abc123", 0)
    assert state["rows"] == game.board.to_rows()
    head = state["head"]
    assert head["rules"] == {"max_turns": 2, "outside": True, "gravity": "rotating", "adjacent": True}
    assert (head["deal"], head["seed"]) == ("4x6 seed=3 gravity=rotating", 3)
    assert (head["options"]["mode"], head["options"]["limit"], head["options"]["hints"]) == ("timed", 200, 5)
    assert (state["view"]["seconds"], state["view"]["left"]) == (2.5, 197.5)
    assert state["view"]["moves"] == len(game.board.moves())


TOOL_GAMES = {
    "all allowed": llk.Options(when_stuck="ask"),
    "no help": llk.Options(hints=0, shuffles=0, undo=False, when_stuck="ask"),
    "one of each": llk.Options(hints=1, shuffles=1, when_stuck="ask"),
}
TOOL_COMMANDS = (
    "play 1,1-1,2",
    "hint",
    "undo",
    "pause",
    "resume",
    "redo",
    "undo",
    "shuffle",
    "play 1,1-1,2",
    "give-up",
)


@pytest.mark.parametrize("options", TOOL_GAMES.values(), ids=TOOL_GAMES)
def test_a_view_has_the_tools_that_the_game_does_not_refuse(options: llk.Options) -> None:
    game = llk.Game(llk.Board.parse("AA/BC/CB"), options)  # stuck after its first pair
    seen = set[str]()
    for command in (*TOOL_COMMANDS, "tick"):
        tools = GameView.of(game).tools
        for tool in ("hint", "auto", "shuffle", "undo", "redo", "restart"):
            _, happened = game.after(tool)
            assert (tool in tools) == (happened[0].name != "refused"), (tool, game.state)
        assert ("pause" in tools) == (not game.is_over)
        seen.add(game.state)
        game.do(command)
    assert seen >= ({"playing", "lost"} if options.shuffles == 0 else {"playing", "stuck", "paused", "lost"})
