"""Runs of an atlas: the same results however they came about, and nothing lost when a process is killed."""

import os
import signal
import sys
from pathlib import Path

import msgspec
import pytest

import lianliankan as llk
from lianliankan.atlas import AtlasError
from lianliankan.atlas.piece import Piece
from lianliankan.atlas.pools import LocalPool
from lianliankan.atlas.results import Journal, Results, merge_folders, read_folder, read_journal
from lianliankan.atlas.run import RunProgress, run_atlas
from lianliankan.atlas.spec import parse_spec
from lianliankan.atlas.summary import VariantSummary, check_chunks, read_summaries
from support.atlas_stage import TINY, InPlacePool, start_run
from support.children import end_child
from support.patience import PATIENCE, wait_until

SPEC = parse_spec(TINY)
STILL, DOWN = "4x6_kinds=12.jsonl", "4x6_kinds=12_gravity=down.jsonl"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole atlas, by one worker."""
    place = tmp_path_factory.mktemp("atlas")
    run_atlas(SPEC, place, InPlacePool())
    return place


def digests(*places: Path) -> dict[str, list[tuple[str, str]]]:
    return {each.variant: [(c.digest, c.effort) for c in each.chunks] for each in read_summaries(places)}


def test_verdicts_are_those_of_the_solver(folder: Path) -> None:
    for head, results in read_folder(folder).values():
        assert results.known == results.prefix == 300
        for number in range(1, 301):
            board = results.variant.board(number)
            verdict = llk.solve(board, llk.Budget(nodes=head.settings.nodes))
            assert chr(results.verdicts[number - 1]) == {True: "W", False: "L", None: "U"}[verdict.winnable]
            assert results.nodes[number - 1] == verdict.nodes
        assert len(results.wins) == 20
        assert not results.failed


def test_a_sample_is_verified_by_the_independent_checker(folder: Path) -> None:
    still, down = read_summaries([folder])
    assert still.verified_wins + still.verified_losses >= 1
    assert down.verified_losses == 0  # under gravity only wins have a short proof


def test_digests_do_not_depend_on_the_workers(folder: Path, tmp_path: Path) -> None:
    seen: list[RunProgress] = []
    pool = LocalPool(3)
    try:
        run_atlas(SPEC, tmp_path / "three", pool, seen.append)
    finally:
        pool.close()
    assert digests(tmp_path / "three") == digests(folder)
    assert seen[-1].done == seen[-1].deals == 600
    run_atlas(SPEC, tmp_path / "backwards", InPlacePool(workers=7))
    assert digests(tmp_path / "backwards") == digests(folder)


def test_a_stopped_run_goes_on_where_it_was(folder: Path, tmp_path: Path) -> None:
    stops = 0
    while stops < 50:
        try:
            run_atlas(SPEC, tmp_path, InPlacePool(workers=2, limit=2))
            break
        except KeyboardInterrupt:
            stops += 1
    assert stops > 1
    assert digests(tmp_path) == digests(folder)
    sizes = {file.name: file.stat().st_size for file in tmp_path.glob("*.jsonl")}
    run_atlas(SPEC, tmp_path, InPlacePool(limit=0))  # there is nothing left to ask for
    assert sizes == {file.name: file.stat().st_size for file in tmp_path.glob("*.jsonl")}


def test_more_deals_add_to_what_is_there(folder: Path, tmp_path: Path) -> None:
    run_atlas(parse_spec(TINY.replace("deals = 300", "deals = 150")), tmp_path, InPlacePool())
    (short, _) = read_summaries([tmp_path])
    assert (short.deals, len(short.chunks)) == (150, 2)
    run_atlas(SPEC, tmp_path, InPlacePool())
    assert digests(tmp_path) == digests(folder)


@pytest.mark.kills
@pytest.mark.full
@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_a_killed_run_loses_nothing_that_was_written(tmp_path: Path, signal_number: signal.Signals) -> None:
    spec, into = tmp_path / "long.toml", tmp_path / "long"
    spec.write_text('deals = 30_000\nchunk = 1_000\n[[variant]]\nsize = "8x8"\ncopies = 4\n')
    file = into / "8x8_kinds=16.jsonl"
    run = start_run(spec, into, "--workers", "1", "--quiet")
    try:
        wait_until(lambda: file.exists() and file.read_bytes().count(b"\n") > 3)
        workers = children_of(run.pid)
        run.send_signal(signal_number)
        _, said = run.communicate(timeout=PATIENCE)
        if signal_number == signal.SIGINT:
            assert run.returncode == 130
            assert said.startswith("stopped; what is decided is in ")
        wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    finally:
        end_child(run)
    _, before = read_journal(file)
    assert 0 < before.known < 30_000
    with file.open("ab") as stream:
        stream.write(b'{"first":1,"verd')  # as if it had been killed while it wrote
    small = parse_spec(spec.read_text().replace("30_000", "4_000"))
    run_atlas(small, into, InPlacePool())
    run_atlas(small, tmp_path / "whole", InPlacePool())
    (one, two) = (next(iter(read_folder(place).values()))[1] for place in (into, tmp_path / "whole"))
    assert one.verdicts[:4_000] == two.verdicts[:4_000]
    assert one.known >= max(before.known, 4_000)


def children_of(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task")
    return [int(child) for task in found.iterdir() for child in (task / "children").read_text().split()]


def test_a_torn_last_line_is_dropped(folder: Path, tmp_path: Path) -> None:
    for cut in (1, 7, 60):
        place = tmp_path / str(cut)
        merge_folders([folder], place)
        file = place / STILL
        os.truncate(file, file.stat().st_size - cut)
        _, results = read_journal(file)
        assert results.known == 200
        run_atlas(SPEC, place, InPlacePool())
        assert digests(place) == digests(folder)


def test_a_damaged_line_is_an_error(folder: Path, tmp_path: Path) -> None:
    merge_folders([folder], tmp_path)
    data = (tmp_path / STILL).read_bytes()
    (tmp_path / STILL).write_bytes(data.replace(b"W", b"L", 1))
    with pytest.raises(AtlasError, match=r"kinds=12\.jsonl: line 2 is damaged; remove it"):
        read_folder(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit there")
def test_a_full_disk_is_an_error_even_if_a_part_of_a_line_fits(folder: Path, tmp_path: Path) -> None:
    import resource

    head, results = read_journal(folder / STILL)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Journal(tmp_path / STILL, head) as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, ((tmp_path / STILL).stat().st_size + 20, before[1]))
        try:
            with pytest.raises(AtlasError, match=r"kinds=12\.jsonl: File too large; what is written before is kept"):
                journal.append(next(results.pieces()))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert read_journal(tmp_path / STILL)[1].known == 0


def test_there_may_be_more_variants_than_open_files(tmp_path: Path) -> None:
    spec = parse_spec("deals = 1\n[[variant]]\nsize = '8x18'\nkinds = [" + ", ".join(map(str, range(1, 73))) + "]")
    resource = pytest.importorskip("resource", reason="this system has no such limit")
    usual = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (sum(1 for _ in Path("/dev/fd").iterdir()) + 20, usual[1]))
    try:
        assert run_atlas(spec, tmp_path, InPlacePool()).done == 72
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, usual)


def test_results_with_other_settings_are_not_mixed(folder: Path, tmp_path: Path) -> None:
    merge_folders([folder], tmp_path)
    with pytest.raises(AtlasError, match=r"these results have other settings .* nodes = 5000, .*now nodes = 9,"):
        run_atlas(parse_spec(TINY.replace("5_000", "9")), tmp_path, InPlacePool())
    head, _ = read_journal(tmp_path / STILL)
    other = tmp_path / "other"
    other.mkdir()
    with pytest.raises(AtlasError, match="by another solver"):
        Journal(tmp_path / STILL, msgspec.structs.replace(head, solver="other"))
    run_atlas(parse_spec(TINY.replace("5_000", "9")), other, InPlacePool())
    with pytest.raises(AtlasError, match="only equal ones can be merged"):
        merge_folders([tmp_path, other], tmp_path / "merged")


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    class Meddler(InPlacePool):
        def submit(self, key: int, message: bytes) -> None:
            run_atlas(SPEC, tmp_path, InPlacePool())

    with pytest.raises(AtlasError, match="another llk atlas run is writing here"):
        run_atlas(SPEC, tmp_path, Meddler())


def test_merging_joins_parts_and_counts_each_deal_once(folder: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        pool = InPlacePool(workers=5, limit=4)
        with pytest.raises(KeyboardInterrupt):
            run_atlas(SPEC, tmp_path / name, pool)
    run_atlas(SPEC, tmp_path / "b", InPlacePool())
    merge_folders([tmp_path / "a", tmp_path / "b"], tmp_path / "ab")
    assert digests(tmp_path / "ab") == digests(folder)
    assert {results.known for _, results in read_folder(tmp_path / "ab").values()} == {300}
    with pytest.raises(AtlasError, match="merge into a new folder"):
        merge_folders([folder], tmp_path / "ab")


def test_merging_refuses_results_that_contradict_each_other(folder: Path, tmp_path: Path) -> None:
    head, results = read_journal(folder / STILL)
    letter = "L" if results.verdicts[0] == ord("W") else "W"
    (tmp_path / "wrong").mkdir()
    with Journal(tmp_path / "wrong" / STILL, head) as journal:
        journal.append(Piece(1, letter, [1], [results.wins[1]]))
    with pytest.raises(AtlasError, match=r"deal 1 is . \(nodes: \d+\) in one place and . \(nodes: 1\) in another"):
        merge_folders([folder, tmp_path / "wrong"], tmp_path / "merged")
    assert not (tmp_path / "merged").exists()


def test_chunks_are_computed_again(folder: Path) -> None:
    summaries = read_summaries([folder])
    checks = list(check_chunks(summaries, count=99, seed=1))
    assert len(checks) == 6
    assert all(check.same_verdicts and check.same_effort for check in checks)
    assert sorted({check.first for check in checks}) == [1, 101, 201]
    chunk = msgspec.structs.replace(summaries[0].chunks[1], digest="0" * 64)
    forged: VariantSummary = msgspec.structs.replace(
        summaries[0], chunks=[summaries[0].chunks[0], chunk, summaries[0].chunks[2]]
    )
    assert [check.first for check in check_chunks([forged], count=3, seed=1) if not check.same_verdicts] == [101]


def test_a_worker_with_another_solver_is_refused(tmp_path: Path) -> None:
    class Stranger(InPlacePool):
        def collect(self, seconds: float) -> list[tuple[int, bytes]]:
            return [(key, answer.replace(b'"solver":"', b'"solver":"x')) for key, answer in super().collect(seconds)]

    with pytest.raises(AtlasError, match="a worker has another solver"):
        run_atlas(SPEC, tmp_path, Stranger())


def test_a_piece_must_be_whole() -> None:
    results = Results(SPEC.variants[0].variant, SPEC.variants[0].settings)
    for piece in (
        Piece(0, "W", [1]),
        Piece(1, "WW", [1], [3, 3]),
        Piece(1, "W", [1]),
        Piece(1, "", []),
        Piece(1, "X", [1], [3]),
        Piece(1, "é", [1, 1], [3]),
        Piece(1, "W", [-1], [3]),
        Piece(1, "W", [2**64], [3]),
        Piece(1, "W", [1], [17]),
        Piece(1, "W", [1], [3], verified=[2]),
        Piece(10**12, "W", [1]),
    ):
        with pytest.raises(AtlasError, match="is not whole"):
            results.add(piece)
