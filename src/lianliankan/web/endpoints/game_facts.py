"""Facts of the game for the page, which repeats none of them: modes, levels, gravities, limits, codes."""

from functools import cache

import msgspec

from lianliankan import __version__
from lianliankan.board.rules import GRAVITIES, Gravity, Rules
from lianliankan.dealing.deal_spec import DEFAULT_COLS, DEFAULT_ROWS
from lianliankan.dealing.shapes import SHAPES, shape_mask
from lianliankan.faces.custom.limits import MIN_PICTURES
from lianliankan.faces.custom.names import MAX_NAME_LENGTH
from lianliankan.faces.drawn import TILE_SET_NAMES
from lianliankan.game.modes import FIXED_BOARDS, LEVELS, MAX_LIVES, MODES, is_rated_mode, level
from lianliankan.game.options import WHEN_STUCK, Options, WhenStuck
from lianliankan.game.scoring import (
    COMBO_MILLISECONDS,
    POINTS_PER_PAIR,
    POINTS_PER_SECOND,
    POINTS_PER_TURN,
    STAR_TIME_SHARE,
    seconds_for_star,
)
from lianliankan.game.start import FIRST_BOARD, MAX_SIDE, PORTRAIT_BOARDS, PORTRAIT_SIZES, SIZES, TURNS, UsualBoard
from lianliankan.solver.rate import CHANCE_POWER, DIFFICULTIES, PLAYOUTS
from lianliankan.store.player_names import MAX_NAME_LETTERS
from lianliankan.store.race_results import MAX_RACE_NAME
from lianliankan.web.base.size_limits import (
    MAX_BOARD_NAME,
    MAX_BOARD_TEXT,
    MAX_CELLS,
    MAX_KINDS,
)
from lianliankan.web.http.page_files import STATIC
from lianliankan.web.live.protocol import CLOSE_CODES, ERROR_CODES, MAX_NUMBER, VERSION, ErrorCode
from lianliankan.web.state.uploads import UPLOAD_LIMITS

_FACES = ("animals", "opera", "mahjong", "garden", "seals", "signs", "numbers", "hanzi", "emoji")  # as in the gallery
_ICON_SIZE = 6, 8


class ClassicBoard(msgspec.Struct, frozen=True):
    """The size and the rules of a classic board."""

    rows: int
    cols: int
    rules: Rules


class ModeFacts(msgspec.Struct, frozen=True):
    """A mode: its name, what it allows, whether players choose its board, and whether it has a difficulty itself."""

    name: str
    options: Options
    chooses_board: bool
    is_rated: bool


class LevelFacts(msgspec.Struct, frozen=True):
    """A level of the campaign.

    - `difficulty`: a minimum and a maximum score, or None for any.
    - `limit`: the time in seconds; `star_seconds`: how many of them must be left for a star.
    """

    level: int
    rows: int
    cols: int
    kinds: int | None
    gravity: Gravity
    difficulty: tuple[float, float] | None
    limit: float | None
    star_seconds: int | None


class DifficultyFacts(msgspec.Struct, frozen=True):
    """A named difficulty and its range of scores."""

    name: str
    min: float
    max: float


class ShapeFacts(msgspec.Struct, frozen=True):
    """A shape of boards; `icon` is its mask at a small size."""

    name: str
    icon: str


class FaceSetFacts(msgspec.Struct, frozen=True):
    """A set of faces; `is_drawn` is False for sets of characters and simple shapes."""

    name: str
    is_drawn: bool


class LimitFacts(msgspec.Struct, frozen=True):
    """Limits that the page checks before it sends a request.

    - `max_side`, `max_cells`, `max_kinds`: of a board.
    - `max_seed`: the largest number that JavaScript represents exactly.
    - `max_lives`: the lives of a campaign.
    - `max_board_text`, `max_board_name`: characters of the text of a board, and of the name of a saved one.
    - `max_picture_bytes`, `max_zip_bytes`: the size of an upload.
    - `min_pictures`: of a set of custom pictures.
    - `max_set_name`, `max_player_name`, `max_race_name`: characters of the name of such a set, of an account, and of a
      player in races.
    """

    max_side: int = MAX_SIDE
    max_cells: int = MAX_CELLS
    max_kinds: int = MAX_KINDS
    max_seed: int = MAX_NUMBER
    max_lives: int = MAX_LIVES
    max_board_text: int = MAX_BOARD_TEXT
    max_board_name: int = MAX_BOARD_NAME
    max_picture_bytes: int = UPLOAD_LIMITS.file_bytes
    max_zip_bytes: int = UPLOAD_LIMITS.zip_bytes
    min_pictures: int = MIN_PICTURES
    max_set_name: int = MAX_NAME_LENGTH
    max_player_name: int = MAX_NAME_LETTERS
    max_race_name: int = MAX_RACE_NAME


class ScoringFacts(msgspec.Struct, frozen=True):
    """The scoring: points and stars.

    - `pair`, `turn`, `second`: points for a pair, for each turn of its path, and for a second left at the end.
    - `star_time_share`: one part in this many of the time limit must be left for a star.
    """

    pair: int = POINTS_PER_PAIR
    turn: int = POINTS_PER_TURN
    second: int = POINTS_PER_SECOND
    star_time_share: int = STAR_TIME_SHARE


class RatingFacts(msgspec.Struct, frozen=True):
    """How a board is rated: the number of random playouts, and the power of the share that they win."""

    playouts: int = PLAYOUTS
    power: float = CHANCE_POWER


class GameCatalog(msgspec.Struct, frozen=True):
    """Everything that the page needs to know about the game.

    - `version`, `protocol`: of the program, and of the WebSocket protocol.
    - `together`: whether this is a site of many players, with rankings and races; `llk play` is not.
    - `races`: whether there are rooms to race in; a static site has none.
    - `kernel`: whether there is a kernel for the page, by which it predicts pairs.
    - `python`: whether there is Python for the page, by which it runs learners' functions.
    - `default`, `sizes`: the usual size of a board, and those to choose from.
    - `first`: the small board for a player's first game, in landscape.
    - `portrait`, `portrait_sizes`: the same for screens in portrait; the usual board is the one that fits best.
    - `turns`: how many turns of a path can be chosen; None for any number.
    - `combo_seconds`: the longest time between two pairs of a combo.
    - `close_codes`, `errors`: the codes that connections are closed with, and those of error messages.
    """

    version: str
    protocol: int
    together: bool
    races: bool
    kernel: bool
    python: bool
    default: ClassicBoard
    sizes: tuple[tuple[int, int], ...]
    first: UsualBoard
    portrait: tuple[UsualBoard, ...]
    portrait_sizes: tuple[tuple[int, int], ...]
    gravities: tuple[Gravity, ...]
    turns: tuple[int | None, ...]
    when_stuck: tuple[WhenStuck, ...]
    modes: tuple[ModeFacts, ...]
    levels: tuple[LevelFacts, ...]
    difficulties: tuple[DifficultyFacts, ...]
    shapes: tuple[ShapeFacts, ...]
    faces: tuple[FaceSetFacts, ...]
    limits: LimitFacts
    scoring: ScoringFacts
    rating: RatingFacts
    combo_seconds: float
    close_codes: dict[str, int]
    errors: tuple[ErrorCode, ...]


@cache
def game_facts(*, together: bool = True, races: bool = True, python: bool = False) -> GameCatalog:
    """Return what the game offers.

    >>> facts = game_facts()
    >>> facts.default.rows, len(facts.levels), facts.modes[0].name
    (8, 42, 'classic')
    """
    return GameCatalog(
        version=__version__,
        protocol=VERSION,
        together=together,
        races=races,
        kernel=(STATIC / "kernel.wasm").is_file(),
        python=python,
        default=ClassicBoard(DEFAULT_ROWS, DEFAULT_COLS, Rules()),
        sizes=SIZES,
        first=FIRST_BOARD,
        portrait=PORTRAIT_BOARDS,
        portrait_sizes=PORTRAIT_SIZES,
        gravities=GRAVITIES,
        turns=TURNS,
        when_stuck=WHEN_STUCK,
        modes=tuple(map(_mode_facts, MODES)),
        levels=tuple(map(_level_facts, range(1, LEVELS + 1))),
        difficulties=tuple(DifficultyFacts(name, *scores) for name, scores in DIFFICULTIES.items()),
        shapes=tuple(ShapeFacts(name, shape_mask(name, *_ICON_SIZE)) for name in SHAPES),
        faces=tuple(FaceSetFacts(name, name in TILE_SET_NAMES) for name in _FACES),
        limits=LimitFacts(),
        scoring=ScoringFacts(),
        rating=RatingFacts(),
        combo_seconds=COMBO_MILLISECONDS / 1000,
        close_codes=dict(CLOSE_CODES),
        errors=ERROR_CODES,
    )


def _mode_facts(name: str) -> ModeFacts:
    return ModeFacts(name, MODES[name], name not in FIXED_BOARDS, is_rated_mode(name))


def _level_facts(number: int) -> LevelFacts:
    deal, options = level(number)
    difficulty = DIFFICULTIES[deal.difficulty] if isinstance(deal.difficulty, str) else deal.difficulty
    star_seconds = None if options.limit is None else seconds_for_star(options.limit)
    return LevelFacts(
        number, deal.rows, deal.cols, deal.kinds, deal.rules.gravity, difficulty, options.limit, star_seconds
    )
