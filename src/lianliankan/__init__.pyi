"""The public names: for type checkers, and for `__init__.py`, which imports each on first use."""

from lianliankan.board.board import MAX_KIND as MAX_KIND
from lianliankan.board.board import MAX_SIDE as MAX_SIDE
from lianliankan.board.board import Board as Board
from lianliankan.board.cell import EMPTY as EMPTY
from lianliankan.board.cell import VOID as VOID
from lianliankan.board.cell import WALL as WALL
from lianliankan.board.cell import Cell as Cell
from lianliankan.board.move import Move as Move
from lianliankan.board.near_miss import NearMiss as NearMiss
from lianliankan.board.near_miss import nearest_miss as nearest_miss
from lianliankan.board.path import Path as Path
from lianliankan.board.position import Position as Position
from lianliankan.board.position import perft as perft
from lianliankan.board.rules import GRAVITIES as GRAVITIES
from lianliankan.board.rules import PHASES as PHASES
from lianliankan.board.rules import Gravity as Gravity
from lianliankan.board.rules import Phase as Phase
from lianliankan.board.rules import Rules as Rules
from lianliankan.board.shifts import TileShift as TileShift
from lianliankan.board.shifts import shifts as shifts
from lianliankan.dealing.deal import deal as deal
from lianliankan.dealing.deal import scatter as scatter
from lianliankan.dealing.deal_spec import Deal as Deal
from lianliankan.dealing.shapes import SHAPES as SHAPES
from lianliankan.dealing.shuffle import shuffle as shuffle
from lianliankan.errors import *  # noqa: F403
from lianliankan.game.commands import COMMANDS as COMMANDS
from lianliankan.game.commands import Command as Command
from lianliankan.game.events import Doomed as Doomed
from lianliankan.game.events import Dropped as Dropped
from lianliankan.game.events import Event as Event
from lianliankan.game.events import Hinted as Hinted
from lianliankan.game.events import Linked as Linked
from lianliankan.game.events import Lost as Lost
from lianliankan.game.events import Packed as Packed
from lianliankan.game.events import Paused as Paused
from lianliankan.game.events import Picked as Picked
from lianliankan.game.events import Redone as Redone
from lianliankan.game.events import Refused as Refused
from lianliankan.game.events import Restarted as Restarted
from lianliankan.game.events import Resumed as Resumed
from lianliankan.game.events import Shuffled as Shuffled
from lianliankan.game.events import Stuck as Stuck
from lianliankan.game.events import Undone as Undone
from lianliankan.game.events import Won as Won
from lianliankan.game.game import Entry as Entry
from lianliankan.game.game import Game as Game
from lianliankan.game.history import Line as Line
from lianliankan.game.modes import LEVELS as LEVELS
from lianliankan.game.modes import MODES as MODES
from lianliankan.game.modes import Plan as Plan
from lianliankan.game.modes import daily as daily
from lianliankan.game.modes import level as level
from lianliankan.game.modes import plan as plan
from lianliankan.game.options import Options as Options
from lianliankan.lab.finders import FINDERS as FINDERS
from lianliankan.lab.finders import Finder as Finder
from lianliankan.lab.finders import Promise as Promise
from lianliankan.lab.finders import Search as Search
from lianliankan.lab.finders import find as find
from lianliankan.records.record import from_record as from_record
from lianliankan.records.record import to_record as to_record
from lianliankan.records.share import from_share as from_share
from lianliankan.records.share import to_share as to_share
from lianliankan.solver.rate import DIFFICULTIES as DIFFICULTIES
from lianliankan.solver.rate import Rating as Rating
from lianliankan.solver.rate import rate as rate
from lianliankan.solver.solve import Advice as Advice
from lianliankan.solver.solve import Blame as Blame
from lianliankan.solver.solve import advise as advise
from lianliankan.solver.solve import blame as blame
from lianliankan.solver.solve import solve as solve
from lianliankan.solver.verdict import Budget as Budget
from lianliankan.solver.verdict import Verdict as Verdict
from lianliankan.solver.verify import verify as verify
from lianliankan.store import Progress as Progress
from lianliankan.store import Store as Store
from lianliankan.store import StoredGame as StoredGame
from lianliankan.store import Summary as Summary

__all__: list[str]
__version__: str

# Names of earlier versions, which keep working:
Kept = StoredGame
Miss = NearMiss
Shift = TileShift
