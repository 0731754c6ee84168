"""The page's modules, joined into the few scripts that browsers load: fewer answers to wait for, and less to send.

Each module becomes a function that is called once, in the order of the imports, and returns what the module exports.
The first script has what the page needs at once. A part that is loaded later is a script with the modules that only
this part needs; those of a folder that several parts need are another one. Names and lines are those of the modules, so
that an error in a browser can be found.
"""

import re
from collections.abc import Iterable, Mapping
from posixpath import dirname, join, normpath, relpath
from typing import Final

from lianliankan.web.http.minify import minify_script

FIRST: Final = "main.js"
"""The module that begins, and the script that has all that it imports."""

_SHARED: Final = "shared.js"
_SHARED_FOLDERS = ("board", "core", "i18n", "kernel", "local", "server")  # one script for all of them
_IMPORT = re.compile(r'^import(?:\{([^}]*)\}|\*as (\w+) )from"(\.[^"]+)";\n', re.MULTILINE)
_IMPORT_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_WORKER = re.compile(r'\bnew URL\("(\.[^"]+\.js)",import\.meta\.url\)')
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_EXPORT_NAMES = re.compile(r"^export\{([^}]*)\};\n", re.MULTILINE)
_OTHER = re.compile(r'^(?:export\b.*|import\b.*".*)', re.MULTILINE)


def join_modules(modules: Mapping[str, str], *, first: Iterable[str] = (), alone: Iterable[str] = ()) -> dict[str, str]:
    r"""Return scripts by their paths: the first one, those of parts and folders, and those that stand alone.

    `modules` are by their paths below js/. The first script also has the modules that `first` names. Workers stand
    alone, and so do the modules that `alone` names: such a script has the path of its module, and all that it imports.

    >>> joined = join_modules({
    ...     "main.js": '// Begin.\nimport { a } from "./core/a.js";\n\nconst b = import("./game/b.js");\n',
    ...     "core/a.js": "// A.\nexport const a = 1;\n",
    ...     "game/b.js": '// B.\nimport { a as c } from "../core/a.js";\n\nexport const b = c;\n',
    ... })
    >>> print(joined["main.js"], end="")
    // core/a.js
    export const $core$a=(()=>{
    const a=1;
    return{a};
    })();
    // main.js
    (async()=>{
    const{a}=$core$a;
    const b=import("./game_b.js").then((part)=>part.$game$b);
    })();
    >>> print(joined["game_b.js"], end="")
    import{$core$a}from"./main.js";
    // game/b.js
    export const $game$b=(()=>{
    const{a:c}=$core$a;
    const b=c;
    return{b};
    })();
    """
    return _Joiner({path: minify_script(code) for path, code in modules.items()}, first, alone).join()


class _Joiner:
    """The minified modules, what they import, and the script that each is in."""

    def __init__(self, modules: Mapping[str, str], first: Iterable[str], alone: Iterable[str]) -> None:
        self._modules = modules
        self._imports = {path: self._find(_IMPORT, path, group=3) for path in modules}
        self._later = {path: self._find(_IMPORT_LATER, path) for path in modules}
        parts = sorted({other for others in self._later.values() for other in others})
        self._alone = {other for path in modules for other in self._find(_WORKER, path)} | {*alone}
        users: dict[str, list[str]] = {}  # the parts that need a module
        for part in parts:
            for path in self._with_imports([part]):
                users.setdefault(path, []).append(part)
        self._scripts = {path: _script_of(path, parts) for path, parts in users.items()}
        self._scripts |= dict.fromkeys(self._with_imports([*first, FIRST]), FIRST)
        self._needs: dict[str, set[str]] = {}  # the scripts that a script imports
        for path, script in self._scripts.items():
            self._needs.setdefault(script, set()).update(self._scripts[other] for other in self._imports[path])

    def _find(self, pattern: re.Pattern[str], path: str, *, group: int = 1) -> list[str]:
        found = [normpath(join(dirname(path), match[group])) for match in pattern.finditer(self._modules[path])]
        if missing := set(found) - self._modules.keys():
            raise ValueError(f"{path} imports {missing}, which is missing")
        return found

    def _with_imports(self, starts: Iterable[str]) -> list[str]:
        """Return modules and all that they import, each after those that it imports itself."""
        found: dict[str, None] = {}

        def add(path: str) -> None:
            if path not in found:
                for other in self._imports[path]:
                    add(other)
                found[path] = None

        for path in starts:
            add(path)
        return list(found)

    def join(self) -> dict[str, str]:
        """Return all scripts."""
        joined = {script: self._join_script(script) for script in dict.fromkeys(self._scripts.values())}
        for path in self._alone:
            joined[path] = "".join(self._wrap(other, path) for other in self._with_imports([path]))
        return joined

    def _join_script(self, script: str) -> str:
        paths = self._with_imports(path for path, its in self._scripts.items() if its == script)
        own = [path for path in paths if self._scripts[path] == script]
        used: dict[str, list[str]] = {}
        for other in sorted({other for path in own for other in self._used_at_once(path)}):
            used.setdefault(self._scripts[other], []).append(_name(other))
        imports = [f'import{{{",".join(names)}}}from"./{of}";\n' for of, names in used.items() if of != script]
        return "".join([*imports, *(self._wrap(path, script) for path in own)])

    def _used_at_once(self, path: str) -> list[str]:
        """Return the modules that a module imports, and those that it would load, but are there already."""
        return [*self._imports[path], *(other for other in self._later[path] if self._scripts[other] == FIRST)]

    def _wrap(self, path: str, script: str) -> str:
        """Return a module as a call of a function in a script; the one that begins is not waited for by others."""
        code, names = self._modules[path], list[str]()
        code = _IMPORT.sub(lambda found: f"const{_variables(found)}={_name(self._at(path, found[3]))};\n", code)
        code = _IMPORT_LATER.sub(lambda found: self._load(self._at(path, found[1]), script), code)
        if script != path:
            code = code.replace(
                "import.meta.url", f'new URL("{relpath(path, dirname(script) or ".")}",import.meta.url)'
            )
        names += [found[2] for found in _EXPORT.finditer(code)]
        code = _EXPORT.sub(r"\1 \2", code)
        names += [name for found in _EXPORT_NAMES.finditer(code) for name in _as_keys(found[1]).split(",")]
        code = _EXPORT_NAMES.sub("", code)
        if other := _OTHER.search(code):
            raise ValueError(f"{path} has an import or export of another form: {other[0]}")
        if path == script:
            return f"// {path}\n(async()=>{{\n{code}}})();\n"
        return f"// {path}\nexport const {_name(path)}=(()=>{{\n{code}return{{{','.join(names)}}};\n}})();\n"

    def _at(self, path: str, other: str) -> str:
        return normpath(join(dirname(path), other))

    def _load(self, path: str, script: str) -> str:
        """Return the expression that loads a module, at the same time as the scripts that its own imports."""
        if script in self._alone:
            raise ValueError(f"{script} stands alone, and would load parts of the page")
        own, found = self._scripts[path], {FIRST, script}
        if own in found:
            return f"Promise.resolve({_name(path)})"
        waiting = [own]
        while waiting:
            found.add(found_now := waiting.pop())
            waiting += self._needs[found_now] - found
        others = "".join(f',import("./{other}")' for other in sorted(found - {FIRST, script, own}))
        if others:
            return f'Promise.all([import("./{own}"){others}]).then(([part])=>part.{_name(path)})'
        return f'import("./{own}").then((part)=>part.{_name(path)})'


def _script_of(path: str, users: list[str]) -> str:
    """Return the script of a module that is not in the first one."""
    if len(users) == 1:
        return users[0].replace("/", "_")
    folder = dirname(path)
    return _SHARED if folder in _SHARED_FOLDERS else folder.replace("/", "_") + ".js"


def _name(path: str) -> str:
    """Return what a module is called in the scripts, e.g. `$core$dom`; no variable begins so."""
    return "$" + re.sub(r"\W", "$", path.removesuffix(".js"))


def _variables(imported: re.Match[str]) -> str:
    """Return what is imported, as the left side of a declaration."""
    return f" {imported[2]}" if imported[2] else f"{{{_as_keys(imported[1])}}}"


def _as_keys(names: str) -> str:
    """Return imported names for a destructuring."""
    return re.sub(r"(\w+) as (\w+)", r"\1:\2", "".join(names.split("\n"))).rstrip(",")
