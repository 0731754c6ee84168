"""The kernel of lianliankan on WebAssembly: the names of the compiled `_kernel`. Use those of the package instead."""

from lianliankan.wasm.board import WasmBoard as Board
from lianliankan.wasm.bridge import call
from lianliankan.wasm.position import WasmPosition as Position
from lianliankan.wasm.random import mix, scatter, shuffle
from lianliankan.wasm.solver import Solver
from lianliankan.wasm.timing import check_time, limit_time, restore_deadline

__all__ = ["MAX_KIND", "MAX_SIDE", "Board", "Position", "Solver", "check_time", "limit_time", "mix"]
__all__ += ["restore_deadline", "scatter", "shuffle"]

MAX_SIDE: int = call.max_side()
MAX_KIND: int = call.max_kind()
