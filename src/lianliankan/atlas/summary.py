"""The published results of an atlas: each variant's counts, effort and difficulty, and digests to check them by."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev

import msgspec

from lianliankan.atlas import AtlasError
from lianliankan.atlas.piece import LOST, UNDECIDED, WON, DecideSettings, decide_deals, solver_fingerprint
from lianliankan.atlas.results import JournalHead, Results, digest_chunks, read_folder
from lianliankan.atlas.variant import Variant
from lianliankan.board.rules import GRAVITIES
from lianliankan.seeds import draw
from lianliankan.solver.rate import CHANCE_POWER
from lianliankan.solver.win_rate import confidence_range


class ChunkSummary(msgspec.Struct, frozen=True, array_like=True):
    """The counts and the digests of a chunk: of its verdicts, and of nodes and random games."""

    won: int
    lost: int
    undecided: int
    digest: str
    effort: str


class RandomPlay(msgspec.Struct, frozen=True):
    """How the rated deals fare under random play.

    - `deals`, `winnable`: how many deals were rated, and how many of them are known to be winnable.
    - `chance`, `error`: the share of random games won on all of them, and its standard error.
    - `scores`: the quantiles of the scores of the winnable ones, in percent steps from 0 to 100.
    """

    deals: int
    winnable: int
    chance: float
    error: float
    scores: list[float]


class VariantSummary(msgspec.Struct, frozen=True):
    """The summary of one variant; see `AtlasSummary`.

    - `nodes_median`, `nodes_p99`, `nodes_max`: the nodes that a deal takes.
    - `nodes_log2`: how many deals take 0, 1, 2–3, 4–7, 8–15 … nodes.
    - `verified`: how many verdicts the independent checker has confirmed: wins, and losses.
    - `seconds`: the processor time.
    """

    variant: str
    settings: DecideSettings
    solver: str
    deals: int
    won: int
    lost: int
    undecided: int
    nodes_median: int
    nodes_p99: int
    nodes_max: int
    nodes_log2: list[int]
    verified_wins: int
    verified_losses: int
    failed: list[int]
    seconds: float
    digest: str
    chunks: list[ChunkSummary]
    random_play: RandomPlay | None = None

    @property
    def known(self) -> tuple[float, float]:
        """The share of these deals that is known to be winnable, and the share that is not known to be lost."""
        return self.won / self.deals, (self.won + self.undecided) / self.deals

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share of winnable deals: undecided ones count as lost below, and as won above."""
        low, _ = confidence_range(self.won, self.deals)
        _, high = confidence_range(self.won + self.undecided, self.deals)
        return low, high

    @property
    def made(self) -> Variant:
        """The variant."""
        return Variant.parse(self.variant)


class AtlasSummary(msgspec.Struct, frozen=True):
    """The summaries of all variants of an atlas."""

    variants: list[VariantSummary]
    atlas: int = 1

    def to_json(self) -> str:
        """Return it as JSON, with a line for each chunk."""
        text = msgspec.json.encode(self).decode()
        return text.replace('{"variant":', '\n{"variant":').replace(",[", ",\n[") + "\n"


def read_summaries(places: Iterable[Path]) -> list[VariantSummary]:
    """Read summaries from folders of results, and from files that `AtlasSummary.to_json` wrote; raises AtlasError."""
    found: dict[str, VariantSummary] = {}
    for place in places:
        for each in _read_file(place) if place.is_file() else _read_results(place):
            if each.variant in found and found[each.variant].digest != each.digest:
                raise AtlasError(f"{place}: there are other results for {each.variant} too; llk atlas merge joins them")
            found[each.variant] = each
        if not found:
            raise AtlasError(f"{place}: no deal is decided yet")
    return list(found.values())


def _read_results(folder: Path) -> list[VariantSummary]:
    found = [summarize(head, results) for head, results in read_folder(folder).values() if results.prefix]
    return sorted(found, key=_order)


def _order(summary: VariantSummary) -> tuple[int, ...]:
    """Sort small boards before large ones, few kinds before many, and gravities as the rules list them."""
    variant = summary.made
    rules = variant.rules
    return (
        variant.pairs,
        variant.rows,
        variant.kinds,
        not rules.outside,
        GRAVITIES.index(rules.gravity),
        -1 if rules.max_turns is None else rules.max_turns,
        rules.adjacent,
    )


def _read_file(file: Path) -> list[VariantSummary]:
    try:
        found = msgspec.json.decode(file.read_bytes(), type=AtlasSummary).variants
    except (msgspec.MsgspecError, OSError) as problem:
        raise AtlasError(f"{file}: not a summary of an atlas: {problem}") from None
    for each in found:
        if not _fits_its_chunks(each):
            raise AtlasError(f"{file}: the counts or the digest of {each.variant} are not those of its chunks")
    return found


def _fits_its_chunks(summary: VariantSummary) -> bool:
    chunks = summary.chunks
    size = max(summary.settings.chunk, 1)
    lengths = [min(size, summary.deals - start) for start in range(0, summary.deals, size)]
    return (
        lengths == [chunk.won + chunk.lost + chunk.undecided for chunk in chunks] != []
        and summary.won == sum(chunk.won for chunk in chunks)
        and summary.lost == sum(chunk.lost for chunk in chunks)
        and summary.undecided == sum(chunk.undecided for chunk in chunks)
        and summary.digest == digest_chunks([chunk.digest for chunk in chunks])
    )


def summarize(head: JournalHead, results: Results) -> VariantSummary:
    """Summarize the deals of a variant that are known without a gap, from the first."""
    deals = results.prefix
    letters = results.verdicts[:deals].decode()
    nodes = sorted(results.nodes[:deals])
    chunks = [summarize_chunk(results, first, text) for first, text in results.chunks()]
    lengths = Counter(number.bit_length() for number in nodes)
    verified = [number for number in results.verified if number <= deals]
    wins = sum(letters[number - 1] == WON for number in verified)
    return VariantSummary(
        variant=head.variant,
        settings=head.settings,
        solver=head.solver,
        deals=deals,
        won=letters.count(WON),
        lost=letters.count(LOST),
        undecided=letters.count(UNDECIDED),
        nodes_median=int(quantile(nodes, 0.5)),
        nodes_p99=int(quantile(nodes, 0.99)),
        nodes_max=nodes[-1],
        nodes_log2=[lengths[length] for length in range(max(lengths) + 1)],
        verified_wins=wins,
        verified_losses=len(verified) - wins,
        failed=sorted(results.failed),
        seconds=round(results.seconds, 1),
        digest=digest_chunks([chunk.digest for chunk in chunks]),
        chunks=chunks,
        random_play=_random_play(results, letters),
    )


def summarize_chunk(results: Results, first: int, letters: str) -> ChunkSummary:
    """Summarize the deals of a chunk: its first one, and the verdicts on all of them."""
    return ChunkSummary(
        letters.count(WON),
        letters.count(LOST),
        letters.count(UNDECIDED),
        results.digest_verdicts(first, letters),
        results.digest_effort(first, letters),
    )


def _random_play(results: Results, letters: str) -> RandomPlay | None:
    rated = {number: wins for number, wins in results.wins.items() if number <= len(letters)}
    if not rated:
        return None
    chances = [wins / results.settings.games for wins in rated.values()]
    winnable = [wins for number, wins in rated.items() if letters[number - 1] == WON]
    scores = sorted(100 * (1 - (wins / results.settings.games) ** CHANCE_POWER) for wins in winnable)
    return RandomPlay(
        deals=len(rated),
        winnable=len(winnable),
        chance=mean(chances),
        error=stdev(chances) / math.sqrt(len(chances)) if len(chances) > 1 else 0.0,
        scores=[round(quantile(scores, step / 100), 1) for step in range(101)] if scores else [],
    )


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which a share of some sorted values lies.

    >>> quantile([1, 2, 3, 10], 0.5), quantile([1, 2, 3, 10], 1)
    (2, 10)
    """
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)]


# ---- Checking --------------------------------------------------------------------------------------------------------


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
