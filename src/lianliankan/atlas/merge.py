"""Putting results together that were computed in several places, and checking them by computing some again."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from lianliankan.atlas.atlas_error import AtlasError
from lianliankan.atlas.journal import Journal, JournalHead, read_folder
from lianliankan.atlas.piece import decide_deals, solver_fingerprint
from lianliankan.atlas.results import Results
from lianliankan.atlas.summary import ChunkSummary, VariantSummary, summarize_chunk
from lianliankan.seeds import draw


def merge_folders(folders: Iterable[Path], into: Path) -> dict[str, Results]:
    """Join the results of several folders in a new one; a deal that is in several must be the same in all of them.

    Raises AtlasError if it is not, or if results were made with different settings.
    """
    merged: dict[str, tuple[JournalHead, Results]] = {}
    for folder in folders:
        for name, (head, results) in read_folder(folder).items():
            if name not in merged:
                merged[name] = head, results
                continue
            if merged[name][0] != head:
                raise AtlasError(
                    f"{folder}/{name}: its settings or its solver are not those of the other folders; "
                    "only equal ones can be merged"
                )
            for piece in results.pieces():
                merged[name][1].add(piece)
            merged[name][1].seconds += results.seconds
    into.mkdir(parents=True, exist_ok=True)
    for name, (head, results) in merged.items():
        if (into / name).exists():
            raise AtlasError(f"{into / name} exists; merge into a new folder")
        with Journal(into / name, head) as journal:
            for number, piece in enumerate(results.pieces()):
                piece.seconds = 0.0 if number else results.seconds
                journal.append(piece)
    return {name: results for name, (_, results) in merged.items()}


@dataclass(frozen=True, slots=True)
class ChunkCheck:
    """A chunk that was computed again: whether its verdicts are the same, and its nodes and random games."""

    variant: str
    first: int
    deals: int
    same_verdicts: bool
    same_effort: bool


def check_chunks(summaries: Sequence[VariantSummary], *, count: int, seed: int) -> Iterator[ChunkCheck]:
    """Compute some chunks again, drawn by a seed from all of them; raises AtlasError if this is another solver."""
    chunks = [(summary, place) for summary in summaries for place in range(len(summary.chunks))]
    for turn in range(min(count, len(chunks))):
        other = turn + draw(seed, turn, len(chunks) - turn)
        chunks[turn], chunks[other] = chunks[other], chunks[turn]
        yield _check_chunk(*chunks[turn])


def _check_chunk(summary: VariantSummary, place: int) -> ChunkCheck:
    variant, settings = summary.made, summary.settings
    first = place * settings.chunk + 1
    stop = min(first + settings.chunk, summary.deals + 1)
    if summary.undecided and solver_fingerprint(variant.rules) != summary.solver:
        raise AtlasError(f"{variant}: which deals stay undecided depends on the solver, and this is another one")
    results = Results(variant, settings)
    results.add(decide_deals(variant, settings, first, stop, seconds=float("inf")))
    found = summarize_chunk(results, first, results.verdicts[first - 1 :].decode())
    known: ChunkSummary = summary.chunks[place]
    return ChunkCheck(
        summary.variant,
        first,
        stop - first,
        msgspec.structs.replace(found, effort=known.effort) == known,
        found.effort == known.effort,
    )
