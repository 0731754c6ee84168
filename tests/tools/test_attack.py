"""A few of the attacks, for a moment: `make attack` runs all of them."""

import sys

import pytest

from attack.__main__ import faults, to_table
from attack.attacks import ATTACKS
from attack.stage import Outcome, Times, run_attack
from support.nginx import NGINX, OPENSSL
from support.paths import DOCS
from support.unhurried_server import UNHURRIED_LLK

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and many loopback addresses")


@pytest.mark.full
@pytest.mark.skipif(not (NGINX and OPENSSL), reason="nginx or openssl is not installed")
@pytest.mark.parametrize(("name", "got"), [("headers", "400"), ("pings", "cut off")])
def test_other_players_do_not_notice_an_attack(name: str, got: str) -> None:
    for seconds in (1, 5, 25, 125):  # on a busy machine it takes time to attack, and to play
        outcome = run_attack(ATTACKS[name], seconds=seconds, before=0.3, program=UNHURRIED_LLK)
        if got in outcome.got and outcome.during.play and outcome.during.open and outcome.during.start:
            break
    assert got in outcome.got
    assert outcome.during.errors == []
    assert outcome.megabytes < 500
    assert outcome.during.play  # answered, however late: what is promised of a quiet machine, `make attack` measures
    assert outcome.during.open
    assert outcome.during.start


def test_a_fault_is_named() -> None:
    quick, slow = Times([0.01], [0.1], [0.1], [0.1]), Times([0.01, 0.3], [2.5], [], [0.1], ["start: HTTP 503"])
    attack = ATTACKS["headers"]
    assert faults(Outcome(attack, quick, quick, 400, "")) == []
    assert faults(Outcome(attack, quick, slow, 600, "")) == [
        "play p99 is 300 ms",
        "opening took up to 2.5 s",
        "starting took up to inf s",
        "the server took 600 MB",
        "1 requests of players failed",
    ]


def test_the_page_has_a_line_for_each_attack() -> None:
    """`make attack` writes it."""
    page = (DOCS / "attacks.md").read_text(encoding="utf-8")
    assert [attack.what for attack in ATTACKS.values() if f"| {attack.what} " not in page] == []


def test_the_table_has_a_line_for_each_attack() -> None:
    times = Times([0.01], [0.1], [0.1], [0.1])
    lines = to_table([Outcome(attack, times, times, 50, "x") for attack in ATTACKS.values()], markdown=True)
    assert lines.count("\n") == len(ATTACKS) + 1
