"""The kernel on WebAssembly: what `lianliankan._kernel` is where Python itself runs in the browser."""

import sys

from lianliankan.wasm.bridge import KernelInstance, bind

__all__ = ["install"]


def install(instance: KernelInstance) -> None:
    """Make `lianliankan._kernel` the kernel of this instance, before anything else of the package is imported.

    In Pyodide the instance comes from `instantiateKernel` of `static/js/kernel/instantiate.js`.
    """
    bind(instance)
    from lianliankan.wasm import kernel  # reads its constants from the instance

    sys.modules["lianliankan._kernel"] = kernel
