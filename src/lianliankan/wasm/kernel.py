"""The kernel of lianliankan on WebAssembly: the names of the compiled `_kernel`. Use those of the package instead."""

from lianliankan.wasm.board import WasmBoard
from lianliankan.wasm.bridge import call
from lianliankan.wasm.position import WasmPosition
from lianliankan.wasm.random import mix as mix
from lianliankan.wasm.random import scatter as scatter
from lianliankan.wasm.random import shuffle as shuffle
from lianliankan.wasm.solver import Solver as Solver
from lianliankan.wasm.timing import check_time as check_time
from lianliankan.wasm.timing import limit_time as limit_time
from lianliankan.wasm.timing import restore_deadline as restore_deadline

Board, Position = WasmBoard, WasmPosition

MAX_SIDE: int = call.max_side()
MAX_KIND: int = call.max_kind()
