"""The texts of the terminal game: complete in both languages, all used, all fitting; and how the game starts."""

from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

import lianliankan as llk
from lianliankan.faces.registry import FACE_SETS
from lianliankan.game import events
from lianliankan.game.history import LostSince
from lianliankan.game.options import WHEN_STUCK
from lianliankan.game.start import NewGameRequest, start_game
from lianliankan.game.view import GameView
from lianliankan.race.seat import OutReason
from lianliankan.solver import rate as rating
from lianliankan.store import Store
from lianliankan.store.statistics import ACHIEVEMENTS
from lianliankan.terminal.dialogs.end_dialog import Outcome, end_lines
from lianliankan.terminal.dialogs.help import help_lines
from lianliankan.terminal.dialogs.new_game_dialog import describe_error
from lianliankan.terminal.dialogs.new_game_form import NewGameForm
from lianliankan.terminal.messages import compose_message
from lianliankan.terminal.race.room_client import ClientState
from lianliankan.terminal.startup import choose_appearance, first_game
from lianliankan.terminal.status_lines import heading, stats_line, winnable_indicator
from lianliankan.terminal.text_inks import BAR_INKS_PLAIN, DIALOG_INKS_PLAIN
from lianliankan.text_width import display_width
from lianliankan.texts import LANGUAGES, Language, Texts, read_texts
from support.paths import ROOT
from support.terminal_stage import TODAY

SOURCES = "".join(
    file.read_text(encoding="utf-8") for file in (ROOT / "src" / "lianliankan" / "terminal").rglob("*.py")
)
TEXTS = read_texts("en", "terminal")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def quoted(text: str) -> bool:
    return f'"{text}"' in SOURCES or f"'{text}'" in SOURCES


def test_everything_has_a_text_and_every_text_is_used() -> None:
    """Some names have two parts; the second is one of a known list, or it is in the source."""
    modes, difficulties = (*llk.MODES, "own"), ("any", *rating.DIFFICULTIES)
    parts: dict[str, Iterable[str]] = {
        "refused": (*get_args(events.Reason), "turns", "blocked"),
        "lost": ("time", "stuck", "given up", "title"),
        "mode": modes,
        "about": modes,
        "gravity": llk.GRAVITIES,
        "falls": llk.GRAVITIES,
        "shape-of": llk.SHAPES,
        "difficulty": difficulties,
        "hard": difficulties,
        "faces": (*FACE_SETS, "are"),
        "outside": ("yes", "no"),
        "adjacent": ("yes", "no"),
        "when": WHEN_STUCK,
        "stuck": ("title", "text", "clock", "blame", "blaming", "shuffle left"),
        "if-stuck": WHEN_STUCK,
        "restart": ("title", "text"),
        "give": ("up title", "up text"),
        "one": ("turn", "hint", "shuffle"),
        "some": ("turn", "hint", "shuffle"),
        "achievement": [f"{each.name}{end}" for each in ACHIEVEMENTS for end in ("", " about")],
    }
    in_rooms: dict[str, Iterable[str]] = {
        "out": get_args(OutReason),
        "end": set(get_args(ClientState)) - {"connected", "lost"},
        "error": ("full", "kicked", "stale", "store", "queue"),
        "leave": ("stay", "later", "now", "title", "text"),
    }
    for word, seconds in in_rooms.items():
        start = f"room {word} "
        assert {name.removeprefix(start) for name in TEXTS if name.startswith(start)} == set(seconds), word
    for first, seconds in parts.items():
        known = {name.partition(" ")[2] for name in TEXTS if name.startswith(f"{first} ")}
        assert known == set(seconds), first
    happened = {event.__name__.lower() for event in events.Event.__subclasses__()}
    for name in TEXTS:
        first, _, second = name.partition(" ")
        by_parts = first in parts or (first == "room" and second.partition(" ")[0] in in_rooms)
        by_parts = by_parts or (first in ("tool", "help", "new", "do", "wrong", "list") and quoted(second))
        assert by_parts or quoted(name) or name in happened, f"{name} is never used"


@every_language
def test_the_help_fits_the_smallest_window(language: Language) -> None:
    lines = help_lines(Texts(language), DIALOG_INKS_PLAIN)
    assert max(sum(display_width(run.text) for run in line) for line in lines) <= 74
    assert len(lines) <= 24 - 6


@every_language
def test_the_status_fits_the_smallest_window(language: Language) -> None:
    game = llk.plan("timed", seed=999_999, rules=llk.Rules(gravity="slide-left-right")).game()
    texts, lost = Texts(language), LostSince(72, None)
    view = replace(
        GameView.of(game), score=99_999, combo=72, moves=99, seconds=3599, left=355, winnable=False, doomed=lost
    )
    second = stats_line(view, texts, BAR_INKS_PLAIN, is_campaign=False)
    assert sum(display_width(run.text) for run in second) <= 80
    first = [
        *heading(game, texts, BAR_INKS_PLAIN),
        *winnable_indicator(view, texts, BAR_INKS_PLAIN, tells=True),
    ]
    assert sum(display_width(run.text) for run in first) <= 80


@every_language
@pytest.mark.parametrize("mode", [*llk.MODES, "own"])
def test_the_form_plans_every_mode(language: Language, mode: str) -> None:
    form = NewGameForm(mode=mode, seed=7, today=TODAY, progress=None)
    assert form.plan().options.mode == mode
    notes = [name for name in TEXTS if name.split()[0] in ("about", "falls", "hard", "outside", "adjacent", "when")]
    values = {"levels": 42, "hints": 6, "shuffles": 3, "bonus": 2}
    assert max(display_width(Texts(language)(name, **values)) for name in notes) <= 35


def test_language_and_faces_come_from_the_locale_unless_chosen(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert choose_appearance(store, {"LANG": "zh_TW.UTF-8"}) == ("zh", "hanzi", True)
        store.set_setting("language", "en")
        store.set_setting("faces", "emoji")
        store.set_setting("animation", False)
        assert choose_appearance(store, {"LANG": "zh_TW.UTF-8"}) == ("en", "emoji", False)
        assert choose_appearance(store, {}, language="zh", faces="ascii") == ("zh", "ascii", False)
        store.set_setting("faces", "runes")
        store.set_setting("language", "tlh")
        assert choose_appearance(store, {"LANG": "en_GB.UTF-8"})[:2] == ("en", "capitals")
    with pytest.raises(ValueError, match="unknown faces 'runes'"):
        choose_appearance(None, {}, faces="runes")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"size": "8"}, "The size is rows × columns, each from 1 to 62, e.g. 8x18."),
        ({"size": "65x8"}, "The size is rows × columns, each from 1 to 62, e.g. 8x18."),
        ({"size": "3x3"}, "9 cells is an odd number"),
        ({"size": "2x8", "shape": "frame"}, "This shape needs at least 3 rows and 3 columns."),
        ({"size": "4x6", "kinds": "13"}, "With 12 pairs there can be 1 to 12 kinds."),
        ({"deal": "9" * 20}, f"The deal number must be from 0 to {2**64 - 1}."),
        ({"size": "2x2", "difficulty": "fiendish"}, "Couldn’t deal such a board."),
    ],
)
def test_mistakes_in_the_form(fields: dict[str, str], problem: str) -> None:
    form = NewGameForm(mode="own", seed=7, today=TODAY, progress=None)
    for name, value in fields.items():
        form.fields[name].value = value
    with pytest.raises(ValueError) as found:  # the message is the terminal's own
        start_game(form.plan())
    assert describe_error(found.value, Texts("en")).startswith(problem)


def test_the_form_chooses_everything() -> None:
    form = NewGameForm(mode="own", seed=7, today=TODAY, progress=None)
    chosen = {
        "size": "4x6",
        "shape": "frame",
        "kinds": "5",
        "gravity": "down",
        "difficulty": "easy",
        "turns": "unlimited",
    }
    for name, value in (chosen | {"outside": "no", "adjacent": "no", "stuck": "ask", "deal": "3"}).items():
        form.fields[name].value = value
    rules = llk.Rules(max_turns=None, outside=False, gravity="down", adjacent=False)
    deal = llk.Deal(4, 6, shape="frame", kinds=5, difficulty="easy", rules=rules, seed=3)
    assert form.plan() == (deal, llk.Options(when_stuck="ask"))


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        (NewGameRequest(rows=3, cols=3), "odd number"),
        (NewGameRequest(rows=0, cols=8), "1 to"),
        (NewGameRequest(difficulty="70-30"), "the smaller first"),
    ],
)
def test_impossible_deals_are_rejected_before_the_start(wanted: NewGameRequest, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        first_game(None, wanted)


def test_one_is_singular() -> None:
    board = llk.Board.parse("A . / # A / B B", rules=llk.Rules(max_turns=0, outside=False))
    refused = llk.Game(board).play((0, 0), (1, 1))
    sentence = compose_message(refused, Texts("en"), str, max_turns=0)
    assert sentence is not None
    assert sentence.text == "No path connects these tiles. The path would need 1 turn; the limit is 0."
    game = llk.Game(llk.Board.parse("AABB"))
    game.auto()
    game.auto()
    used = "".join(run.text for line in end_lines(game, Outcome(), Texts("en"), DIALOG_INKS_PLAIN) for run in line)
    assert "2 hints, 0 shuffles" in used
    assert Texts("en").count("shuffle", 1) == "1 shuffle"


def test_the_first_game(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        begun, is_old = first_game(store, NewGameRequest())()
        assert (begun.game.options.mode, is_old) == ("classic", False)
        again, is_old = first_game(store, NewGameRequest())()
        assert (again.id, is_old) == (begun.id, True)
        other, is_old = first_game(store, NewGameRequest(mode="relaxed", seed=5))()
        assert (str(other.game.deal), is_old) == ("8x18 seed=5", False)
        named, is_old = first_game(store, NewGameRequest(), game_id=begun.id)()
        assert (named.id, is_old) == (begun.id, True)
        own, is_old = first_game(store, NewGameRequest(), game=llk.Game(llk.Board.parse("AB/AB")))()
        assert own.game.board.tile_count == 4
        level, _ = first_game(store, NewGameRequest(mode="campaign"))()
        assert level.game.options.level == 1
    unkept, _ = first_game(None, NewGameRequest(rows=4, cols=6, seed=1))()
    assert unkept.id == ""
