"""A run on a real Ray cluster of two nodes, one of which is killed in the middle: no deal is lost or counted twice."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from lianliankan.atlas.piece import Piece
from lianliankan.atlas.summary import check_chunks, read_summaries
from support.atlas_stage import start_run
from support.children import child, end_child
from support.patience import PATIENCE, wait_until

pytest.importorskip("ray", reason="Ray is not installed; it has no package for this platform or Python")

pytestmark = [pytest.mark.full, pytest.mark.kills]

SPEC = 'deals = 8_000\nchunk = 1_000\n[[variant]]\nsize = "8x18"\ncopies = 4\n'
ON_LOOPBACK = {
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # addresses are those of the loopback interface, as on these systems
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DISABLE_IMPORT_WARNING": "1",
}


def test_a_node_is_killed_in_the_middle(tmp_path: Path) -> None:
    spec, into = tmp_path / "atlas.toml", tmp_path / "atlas"
    spec.write_text(SPEC)
    cluster_program = [sys.executable, str(Path(__file__).parents[1] / "support" / "ray_cluster.py")]
    environment = {**os.environ, **ON_LOOPBACK}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with child(cluster_program, env=environment, **pipes) as cluster:
        assert cluster.stdin
        assert cluster.stdout
        address = cluster.stdout.readline().strip()
        assert address.startswith("127.0.0.1:")
        run = start_run(spec, into, "--ray", address, "--quiet", environment=ON_LOOPBACK)
        try:
            file = into / "8x18_kinds=36.jsonl"
            wait_until(lambda: run.poll() is not None or (file.exists() and file.read_bytes().count(b"\n") > 3))
            cluster.stdin.write("kill\n")
            cluster.stdin.flush()
            assert cluster.stdout.readline() == "killed\n"
            still_ran = run.poll() is None
            said, problems = run.communicate(timeout=3 * PATIENCE)
            assert run.returncode == 0, problems
        finally:
            end_child(run)
        cluster.stdin.close()  # it ends all of its processes
        cluster.wait(timeout=PATIENCE)
    assert still_ran
    assert "8,000 deals are decided" in said  # after what Ray itself says
    _, *lines = file.read_bytes().splitlines()
    pieces = [msgspec.json.decode(line.rpartition(b"\t")[0], type=Piece) for line in lines]
    decided = sorted(number for piece in pieces for number in range(piece.first, piece.stop))
    assert decided == list(range(1, 8_001))
    assert all(
        check.same_verdicts and check.same_effort for check in check_chunks(read_summaries([into]), count=2, seed=1)
    )


def test_no_cluster_is_one_line(tmp_path: Path) -> None:
    spec = tmp_path / "atlas.toml"
    spec.write_text(SPEC)
    with child(
        [sys.executable, "-c", "from lianliankan.cli import main; main()", "atlas", "run", str(spec), "--ray", "auto"],
        env={**os.environ, **ON_LOOPBACK, "RAY_TMPDIR": str(tmp_path), "RAY_ADDRESS": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    ) as run:
        _, said = run.communicate(timeout=PATIENCE)
    assert run.returncode == 2
    assert said.startswith("llk: llk atlas run: there is no Ray cluster at auto")
    assert said.count("\n") == 1
