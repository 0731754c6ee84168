"""连连看 (Link-up, Shisen-Sho, Onet): exact boards, paths, moves, rules and a solver on a small C++ kernel."""

from importlib import import_module as _import_module

# The stub `__init__.pyi` lists the public names for type checkers and for this module alike. Each is imported on first
# use, so that boards and paths alone start fast.
_homes, _former = {}, {}
_stub = __spec__.loader.get_data(f"{__file__}i")  # type: ignore[union-attr]  # a module from a file has this loader
for _line in _stub.decode().splitlines():
    match _line.split():
        case ["from", _module, "import", _name, "as", _]:
            _homes[_name] = _module
        case [_alias, "=", _name]:
            _former[_alias] = _name

__all__ = sorted(_homes)


def __getattr__(name: str) -> object:
    """Import a public name on first use."""
    if name == "__version__":
        value: object = _find_version()
    elif module := _homes.get(current := _former.get(name, name)):
        value = getattr(_import_module(module), current)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*__all__, "__doc__", "__version__"]


def _find_version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(__name__)
    except PackageNotFoundError:  # a source tree that was never installed
        import tomllib
        from pathlib import Path

        project = Path(__file__).parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
