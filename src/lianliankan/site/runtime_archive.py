"""The Python code of the game in one archive: compiled, and only what is used. This runs in Pyodide."""

import importlib.util
import marshal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from zipfile import ZIP_STORED, ZipFile, ZipInfo

_OWN = "lianliankan"
_LEFT_OUT = ("lianliankan.site.",)  # what only makes sites
_ALSO = ("encodings.utf_8", "encodings.latin_1", "encodings.ascii", "encodings.idna")
_WITH_SOURCE = ("anyio", "anyio.abc")  # they read their own code, to import what is asked for only then
_DATE = (1980, 1, 1, 0, 0, 0)  # so that the same code is the same file


def write_archive(target: str, packages: str) -> None:
    """Write all imported modules to an archive that Python imports from.

    It is not compressed: it will be as a whole, which is smaller and faster.
    """
    with ZipFile(target, "w", ZIP_STORED) as archive:
        for name, code in sorted(dict(_compile_modules()).items()):
            archive.writestr(ZipInfo(name, _DATE), code)
        stub = f"{_OWN}/__init__.pyi"  # which the package reads
        archive.writestr(ZipInfo(stub, _DATE), Path(packages, stub).read_bytes())


def _compile_modules() -> Iterator[tuple[str, bytes]]:
    for name in {*sys.modules, *_ALSO}:
        spec = importlib.util.find_spec(name) if name in _ALSO else getattr(sys.modules[name], "__spec__", None)
        loader = getattr(spec, "loader", None)
        if spec is None or loader is None or not hasattr(loader, "get_source") or name.startswith(_LEFT_OUT):
            continue
        source = loader.get_source(spec.name)
        if source is None or spec.origin is None or not spec.origin.endswith(".py"):
            continue
        place = spec.name.replace(".", "/") + ("/__init__" if spec.submodule_search_locations is not None else "")
        code = compile(source, f"{place}.py", "exec", dont_inherit=True, optimize=2)
        yield f"{place}.pyc", _pyc(code)
        if spec.name in _WITH_SOURCE:
            yield f"{place}.py", source.encode()


def _pyc(code: CodeType) -> bytes:
    return importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)
