"""Kill the workers of a site and its database again and again while players play, and look up every answer afterwards.

python tools/kill_workers.py --kills 200
"""

import random
import sys
import time
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from postgres_cluster import PrivateCluster
from support.site import Players, Site, run_site

_PAUSE_SECONDS = 0.5  # of a player, whose 5,000 commands so last for 40 minutes of kills


@click.command()
@click.option("--kills", default=200, show_default=True, help="How often something is killed.")
@click.option("--players", "player_count", default=40, show_default=True, help="How many play.")
@click.option("--workers", "worker_count", default=2, show_default=True, help="How many workers there are.")
@click.option("--seed", default=1, show_default=True, help="Decides when what is killed.")
def main(kills: int, player_count: int, worker_count: int, seed: int) -> None:
    """Kill with -9: nine times of ten a worker, otherwise the first process of the database.

    Every commit waits for the disk.
    """
    chance, begun, killed = random.Random(seed), time.monotonic(), {"workers": 0, "databases": 0}
    with PrivateCluster() as cluster:
        with (
            run_site(cluster.url, "--workers", str(worker_count)) as site,
            Players(player_count, [site.address], pause=_PAUSE_SECONDS) as players,
        ):
            players.wait_for_answers(3)
            for number in range(kills):
                time.sleep(chance.uniform(0, 0.5))
                if chance.random() < 0.1:
                    cluster.kill()
                    cluster.restart()
                    killed["databases"] += 1
                else:
                    _kill_worker(site, chance, worker_count)
                    killed["workers"] += 1
                players.wait_for_answers(1)
                if number % 10 == 9:
                    click.echo(f"{number + 1} kills, {players.answered} answers", err=True)
        faults = players.find_faults(cluster.url)
    total = {
        name: sum(getattr(player, name) for player in players.players)
        for name in ("answered", "interruptions", "done_unanswered", "ghosts", "refused", "pauses")
    }
    click.echo(
        f"killed: {killed['workers']} workers, {killed['databases']} databases in {time.monotonic() - begun:.0f} s"
    )
    click.echo(f"answered: {total['answered']} commands; lost or done twice: {len(faults)}")
    for fault in faults:
        click.echo(fault)
    click.echo(
        f"connections lost: {total['interruptions']}; commands without an answer: {total['done_unanswered']} done, "
        f"{total['ghosts']} not; refused: {total['refused']}; pauses by servers: {total['pauses']}"
    )


def _kill_worker(site: Site, chance: random.Random, worker_count: int) -> None:
    worker = chance.choice(site.workers)
    site.kill_worker(worker)
    site.wait_for_workers(worker_count, without=[worker])


if __name__ == "__main__":
    main()
