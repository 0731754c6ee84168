"""The addresses of the kernel's objects, which are released when Python drops them."""

import gc
from sys import getrefcount

from lianliankan.override import override
from lianliankan.wasm.bridge import call


class Address(int):
    """The address of an object that Python owns.

    The garbage collector finalizes what it has found in any order, so finalizers may still use an object whose address
    is finalized already. Until it has ended, addresses wait.
    """

    __slots__ = ()

    def __del__(self) -> None:
        if _is_collecting:
            _waiting.append(self)
        else:
            self.release()

    def release(self) -> None:
        """Free the object."""
        raise NotImplementedError


class LayoutAddress(Address):
    """The address of a board or a position."""

    __slots__ = ()

    @override
    def release(self) -> None:
        call.release_layout(int(self))


class SolverAddress(Address):
    """The address of a solver."""

    __slots__ = ()

    @override
    def release(self) -> None:
        call.release_solver(int(self))


_is_collecting = False
_waiting: list[Address] = []
_unused = [object()]
_UNUSED = getrefcount(_unused[0])


def _follow_collector(phase: str, _: dict[str, int]) -> None:
    """Release what has waited for the garbage collector, other than what a finalizer has brought back."""
    global _is_collecting
    _is_collecting = phase == "start"
    if _is_collecting or not _waiting:
        return
    for place in reversed(range(len(_waiting))):
        if getrefcount(_waiting[place]) == _UNUSED:
            _waiting.pop(place).release()


gc.callbacks.append(_follow_collector)
