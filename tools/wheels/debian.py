"""Python interpreters of other versions and processors, from Debian's packages, unpacked below build/.

Debian signs its packages, and carries every version for every processor, headers included. Nothing is installed: apt
keeps its lists and packages in folders of its own here.
"""

import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path

from wheels.programs import capture, run

KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
MIRROR = "http://deb.debian.org/debian"
PYTHONS = {"3.11": "bookworm", "3.13": "trixie"}  # the suite that has it


@dataclass(frozen=True)
class Target:
    """A kind of machine that wheels are built for."""

    machine: str  # as Python and the kernel call it: x86_64
    debian: str  # as Debian calls it: amd64

    @property
    def triplet(self) -> str:
        """Return the name of its folders in Debian."""
        return f"{self.machine}-linux-gnu"


@dataclass(frozen=True)
class DebianPython:
    """An unpacked interpreter, with the headers of every target."""

    version: str
    target: Target
    root: Path

    @property
    def program(self) -> Path:
        """Return the interpreter."""
        return self.root / "usr" / "bin" / f"python{self.version}"

    @property
    def headers(self) -> Path:
        """Return the folder in which the headers of Python find those of the processor."""
        return self.root / "usr" / "include"


class Apt:
    """One suite of Debian for one processor, apart from what is installed here."""

    def __init__(self, folder: Path, suite: str, target: Target) -> None:
        self._folder = folder / f"{suite}-{target.debian}"
        for name in ("lists/partial", "archives/partial"):
            (self._folder / name).mkdir(parents=True, exist_ok=True)
        (self._folder / "status").touch()
        source = f"deb [arch={target.debian} signed-by={KEYS}] {MIRROR} {suite} main\n"
        (self._folder / "sources.list").write_text(source)
        settings = {
            "APT::Architecture": target.debian,
            "APT::Architectures": target.debian,
            "APT::Install-Recommends": "false",
            "Acquire::Languages": "none",
            "Dir::Etc::sourcelist": self._folder / "sources.list",
            "Dir::Etc::sourceparts": "-",
            "Dir::State::lists": self._folder / "lists",
            "Dir::State::status": self._folder / "status",
            "Dir::Cache::archives": self._folder / "archives",
            "Dir::Cache::pkgcache": "",
            "Dir::Cache::srcpkgcache": "",
            "APT::Sandbox::User": "",
        }
        lines = [f'{name} "{value}";\n' for name, value in settings.items()]
        (self._folder / "apt.conf").write_text("".join(lines))
        self._env = {"APT_CONFIG": str(self._folder / "apt.conf"), "DEBIAN_FRONTEND": "noninteractive"}
        self._run("update", "-qq")

    def unpack(self, packages: list[str], into: Path, *, alone: bool = False) -> None:
        """Unpack packages with all they depend on, or alone."""
        archives = self._folder / "archives"
        if alone:
            run(["apt-get", "-qq", "download", *packages], env=self._env, cwd=archives)
            files = [file for name in packages for file in archives.glob(f"{name}_*.deb")]
        else:
            self._run("install", "--download-only", "-y", "-qq", *packages)
            files = sorted(archives.glob("*.deb"))
        for file in files:
            run(["dpkg-deb", "--extract", str(file), str(into)])

    def _run(self, *words: str) -> None:
        run(["apt-get", *words], env=self._env)


def unpack_python(folder: Path, version: str, target: Target, all_targets: list[Target]) -> DebianPython:
    """Return an interpreter for a kind of machine, unpacked on first use."""
    python = DebianPython(version, target, (folder / f"python{version}-{target.machine}").absolute())
    if not python.root.exists():
        new = python.root.with_suffix(".new")
        run(["rm", "-rf", str(new)])
        Apt(folder / "apt", PYTHONS[version], target).unpack([f"python{version}"], new)
        for other in all_targets:
            Apt(folder / "apt-headers", PYTHONS[version], other).unpack([f"libpython{version}-dev"], new, alone=True)
        merge_usr(new)
        new.rename(python.root)
    return python


def merge_usr(root: Path) -> None:
    """Do what an installed system does: /lib and /lib64 are those of /usr."""
    for name in ("lib", "lib64", "bin", "sbin"):
        old, new = root / name, root / "usr" / name
        if old.is_symlink():
            continue
        if old.exists():
            new.mkdir(parents=True, exist_ok=True)
            run(["cp", "-a", "--", f"{old}/.", str(new)])
            run(["rm", "-rf", str(old)])
        if new.exists():
            old.symlink_to(f"usr/{name}")


def make_runnable(python: DebianPython, runner: list[str]) -> None:
    """Put a script in the place of the interpreter that runs it with its own C library, which may be newer than ours.

    Virtual environments and children of the interpreter start it by the same script.
    """
    real = python.program.with_name(f"{python.program.name}.real")
    if not real.exists():
        python.program.rename(real)
    words = " ".join(shlex.quote(word) for word in runner)
    python.program.write_text(f'#!/bin/sh\nexec {words} "$0" {shlex.quote(str(real))} "$@"\n')
    python.program.chmod(0o755)


def native_runner(python: DebianPython) -> list[str]:
    """Return the command, up to the name and the program, that runs one of this machine's kind: the C library's own."""
    (loader,) = (python.root / "usr").glob("lib*/ld-linux-*.so.*")
    return [str(loader), "--library-path", str(python.root / "usr" / "lib" / python.target.triplet), "--argv0"]


def qemu_runner(folder: Path, python: DebianPython, here: Target) -> list[str]:
    """Return the command, up to the name and the program, that runs one of another kind of machine."""
    root = (folder / "qemu").absolute()
    if not root.exists():
        new = root.with_suffix(".new")
        Apt(folder / "apt-headers", PYTHONS["3.11"], here).unpack(["qemu-user-static"], new, alone=True)
        new.rename(root)
    return [str(root / "usr" / "bin" / f"qemu-{python.target.machine}-static"), "-L", str(python.root), "-0"]


def find_here(targets: list[Target]) -> Target:
    """Return the kind of this machine."""
    try:
        name = capture(["dpkg", "--print-architecture"])
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit("building the wheels needs apt; elsewhere use cibuildwheel (docs/releasing.md)") from None
    return next(target for target in targets if target.debian == name)
