"""Attack a server behind nginx in every way, print a table, and write docs/attacks.md: python -m attack [NAME ...]."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from attack.attacks import ATTACKS
from attack.stage import Outcome, run_attack
from lianliankan.text import table

PAGE = Path(__file__).parents[2] / "docs" / "attacks.md"
MAX_PLAY_MS, MAX_WAIT_SECONDS, MAX_MEGABYTES = 250.0, 2.0, 500.0


def main() -> None:
    parser = argparse.ArgumentParser(prog="attack", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *ATTACKS], help="which attacks (all of them)", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each attack lasts")
    parser.add_argument("--write", action="store_true", help="write docs/attacks.md")
    given = parser.parse_args()
    outcomes = []
    for name in given.names or ATTACKS:
        print(f"{name}: {ATTACKS[name].what}", file=sys.stderr, flush=True)
        outcomes.append(run_attack(ATTACKS[name], seconds=given.seconds, before=min(4.0, given.seconds)))
        print("  " + "; ".join(faults(outcomes[-1]) or ["no player noticed"]), file=sys.stderr, flush=True)
    if given.write:
        PAGE.write_text(
            f"{TEXT.format(seconds=given.seconds)}\n{to_table(outcomes, markdown=True)}\n", encoding="utf-8"
        )
    else:
        print(to_table(outcomes, markdown=False))
    failed = [f"{outcome.attack.name}: {fault}" for outcome in outcomes for fault in faults(outcome)]
    sys.exit("\n".join(failed) if failed else 0)


TEXT = f"""\
# Attacks on the web server

Written by `make attack`: a real server behind a real nginx with the [file of deploy/](../deploy/nginx.conf), both on \
loopback and without TLS, is attacked for {{seconds:g}} s in every way of the table, by a process of its own. \
Meanwhile other players, with other addresses, make pairs, open games, start games, and ask whether theirs can still \
be won. During every attack their pairs must be answered within {MAX_PLAY_MS:g} ms (p99), games opened and started \
within {MAX_WAIT_SECONDS:g} s, and server and helpers together (without nginx) stay under {MAX_MEGABYTES:g} MB. Times \
are milliseconds, on {os.cpu_count()} cores that players, attacker, nginx and server share. *Failed* counts what the \
players were refused. Nothing of this is promised for a [server without a proxy](serving.md#without-a-proxy).
"""


def faults(outcome: Outcome) -> list[str]:
    """The outcome of an attack."""
    times = outcome.during
    found = [f"play p99 is {quantile(times.play, 0.99):.0f} ms"] * (quantile(times.play, 0.99) > MAX_PLAY_MS)
    for what, waits in (("opening", times.open), ("starting", times.start)):
        if not waits or max(waits) > MAX_WAIT_SECONDS:
            found.append(f"{what} took up to {max(waits, default=float('inf')):.1f} s")
    if outcome.megabytes > MAX_MEGABYTES:
        found.append(f"the server took {outcome.megabytes:.0f} MB")
    return found + ([f"{len(times.errors)} requests of players failed"] if times.errors else [])


def quantile(times: Sequence[float], share: float) -> float:
    """A quantile of times, in milliseconds."""
    ordered = sorted(times) or [float("inf")]
    return 1000 * ordered[min(int(len(ordered) * share), len(ordered) - 1)]


def to_table(outcomes: Sequence[Outcome], *, markdown: bool) -> str:
    """The table, a line for each attack."""
    rows = [_row(outcome) for outcome in outcomes]
    head: tuple[str, ...] = (
        "attack",
        "play p50 before",
        "p99 before",
        "p50 during",
        "p99 during",
        "open max",
        "start max",
    )
    head += ("winnable? max", "failed", "MB", "what the attacker got")
    return table(head, rows, markdown=markdown, left=(0, len(head) - 1))


def _row(outcome: Outcome) -> tuple[str, ...]:
    before, during = outcome.before, outcome.during
    plays = [quantile(times.play, share) for times in (before, during) for share in (0.5, 0.99)]
    waits = [quantile(waits, 1.0) for waits in (during.open, during.start, during.ask)]
    figures = [*(f"{value:.1f}" for value in plays), *(f"{value:.0f}" for value in waits)]
    return (outcome.attack.what, *figures, f"{len(during.errors)}", f"{outcome.megabytes:.0f}", outcome.got)


if __name__ == "__main__":
    main()
