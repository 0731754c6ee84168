"""The report of an atlas: tables as text, Markdown and CSV, in English and Chinese."""

import csv
import io
import math
from collections.abc import Sequence

from lianliankan.atlas.exact import ExactCount
from lianliankan.atlas.summary import VariantSummary
from lianliankan.atlas.variant import Variant
from lianliankan.board.rules import Rules
from lianliankan.text import table
from lianliankan.texts import Language, Texts

Row = dict[str, int | float | str | bool | None]


_WORDS = {
    "variant": ("variant", "玩法"),
    "deals": ("deals", "牌局数"),
    "winnable": ("winnable", "可解"),
    "interval": ("95% interval", "95% 置信区间"),
    "undecided": ("undecided", "未判定"),
    "random": ("random play wins", "随机玩胜率"),
    "no_wins": ("0 of {} games", "{} 局全负"),
    "difficulty": ("difficulty: 5%, median, 95%", "难度：5%、中位数、95%"),
    "nodes": ("nodes: median, p99, max", "搜索节点：中位数、p99、最大"),
    "verified": ("verified: won, lost", "已核验：可解、死局"),
    "budget": ("budget", "节点上限"),
    "digest": ("digest", "摘要"),
    "size": ("size", "大小"),
    "rules": ("rules", "规则"),
    "boards": ("boards", "牌面数"),
    "stuck": ("stuck at once", "开局即无牌可消"),
    "lost": ("lost with moves", "有牌可消但必输"),
    "share": ("share", "比例"),
    "kinds": ("kinds", "图案种数"),
    "tiles_each": ("tiles of each kind, on average", "每种图案平均张数"),
    "phase_title": ("Winnable deals as kinds become more", "图案种数增加时可解牌局的比例"),
    "winnable_share": ("winnable deals", "可解牌局的比例"),
    "gravity_title": ("Winnable deals under every gravity", "各种重力下可解牌局的比例"),
    "score": ("difficulty, from 0 to 100", "难度（0–100）"),
    "difficulty_title": ("How difficult winnable deals are", "可解牌局有多难"),
    "at_most": ("winnable deals up to this difficulty", "不高于此难度的可解牌局"),
    "nodes_axis": ("nodes", "搜索节点"),
    "more_than": ("deals that take more nodes", "需要更多节点的牌局"),
    "effort_title": ("How much search deals take", "判定牌局需要多少搜索"),
    "no_ring": ("no ring", "不走外圈"),
    "no_adjacent": ("neighbours need a way round", "相邻须绕行"),
    "turns": ("{} turns", "最多转弯 {} 次"),
    "one_turn": ("1 turn", "最多转弯 1 次"),
    "any_turns": ("any turns", "转弯不限"),
    "still": ("still", "不动"),
    "many_kinds": ("{} kinds", "{} 种图案"),
}


class AtlasLabels:
    """The words of one language.

    >>> labels = AtlasLabels("en")
    >>> labels["deals"], labels.variant(Variant.parse("8x18 kinds=36 outside=no gravity=down"))
    ('deals', '8 × 18, 36 kinds, down, no ring')
    """

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self._texts = Texts(language)

    def __getitem__(self, name: str) -> str:
        return _WORDS[name][self.language == "zh"]

    def variant(self, variant: Variant) -> str:
        """Describe a variant."""
        kinds = self["many_kinds"].format(variant.kinds)
        return self._join(f"{variant.rows} × {variant.cols}", kinds, *self._rule_words(variant.rules))

    def rules(self, rules: Rules) -> str:
        """Describe rules."""
        words = self._rule_words(rules)
        return self._join(*(words if rules.gravity != "still" else (self["still"], *words)))

    def gravity(self, rules: Rules) -> str:
        """Return the name of a gravity."""
        return self._texts(f"gravity {rules.gravity}")

    def way(self, rules: Rules) -> str:
        """Describe how tiles link.

        >>> AtlasLabels("en").way(Rules(max_turns=1)), AtlasLabels("en").way(Rules(adjacent=False))
        ('1 turn', '2 turns, neighbours need a way round')
        """
        return self._join(self._turns(rules), *([] if rules.adjacent else [self["no_adjacent"]]))

    def difficulty(self, name: str) -> str:
        """Return the name of a difficulty."""
        return self._texts(f"difficulty {name}")

    def _rule_words(self, rules: Rules) -> list[str]:
        words = []
        if rules.gravity != "still":
            name = self.gravity(rules)
            words.append(name[0].lower() + name[1:])
        if not rules.outside:
            words.append(self["no_ring"])
        if rules.max_turns != Rules().max_turns:
            words.append(self._turns(rules))
        if not rules.adjacent:
            words.append(self["no_adjacent"])
        return words

    def _turns(self, rules: Rules) -> str:
        if rules.max_turns is None:
            return self["any_turns"]
        return self["one_turn" if rules.max_turns == 1 else "turns"].format(rules.max_turns)

    def _join(self, *words: str) -> str:
        return ("，" if self.language == "zh" else ", ").join(words)


# ---- Tables ----------------------------------------------------------------------------------------------------------

COLUMNS = ("variant", "deals", "winnable", "interval", "undecided", "random", "difficulty", "nodes", "verified")
"""The columns of the main table, by the names of their labels."""


def report_table(
    summaries: Sequence[VariantSummary],
    labels: AtlasLabels,
    *,
    markdown: bool,
    columns: Sequence[str] = COLUMNS,
    short: bool = False,
) -> str:
    """Format the main table: the share of winnable deals of each variant, random play, difficulty and effort.

    Empty columns are left out; `short` names variants by their rules alone.
    """
    lines = []
    for each in summaries:
        random_play, difficulty = _random_play(each, labels)
        cells = {
            "variant": labels.rules(each.made.rules) if short else labels.variant(each.made),
            "deals": f"{each.deals:,}",
            "winnable": format_range(*each.known, _digits(each)),
            "interval": format_interval(*each.interval, _digits(each)),
            "undecided": f"{each.undecided:,}",
            "random": random_play,
            "difficulty": difficulty,
            "nodes": f"{each.nodes_median:,}, {each.nodes_p99:,}, {each.nodes_max:,}",
            "verified": f"{each.verified_wins:,}, {each.verified_losses:,}",
        }
        lines.append([cells[name] for name in columns])
    kept = [place for place in range(len(columns)) if any(line[place] for line in lines)]
    return table(
        [labels[columns[place]] for place in kept],
        [[line[place] for place in kept] for line in lines],
        markdown=markdown,
    )


def digest_table(summaries: Sequence[VariantSummary], labels: AtlasLabels, *, markdown: bool) -> str:
    """Format the table of digests: what exactly was computed."""
    names = ("variant", "deals", "budget", "digest")
    lines = [
        (labels.variant(each.made), f"{each.deals:,}", f"{each.settings.nodes:,}", f"`{each.digest[:16]}`")
        for each in summaries
    ]
    return table(tuple(labels[name] for name in names), lines, markdown=markdown)


def exact_table(counts: Sequence[ExactCount], labels: AtlasLabels, *, markdown: bool) -> str:
    """Format exact counts."""
    names = ("size", "rules", "boards", "winnable", "stuck", "lost", "share")
    lines = [
        (
            f"{each.rows} × {each.cols}",
            labels.rules(Rules.parse(each.rules)),
            f"{each.boards:,}",
            f"{each.winnable:,}",
            f"{each.stuck:,}",
            f"{each.lost:,}",
            format_share(each.winnable / each.boards, 2),
        )
        for each in counts
    ]
    return table(tuple(labels[name] for name in names), lines, markdown=markdown, left=(0, 1))


def format_share(share: float, digits: int) -> str:
    """Write a share in percent.

    >>> format_share(0.919283, 2)
    '91.93%'
    """
    return f"{100 * share:.{digits}f}%"


def format_range(low: float, high: float, digits: int) -> str:
    """Write two shares in percent, or one if they look the same.

    >>> format_range(0.9193, 0.9193, 1), format_range(0.4512, 0.8031, 0)
    ('91.9%', '45–80%')
    """
    one, other = format_share(low, digits), format_share(high, digits)
    return one if one == other else f"{one[:-1]}–{other}"


def format_interval(low: float, high: float, digits: int) -> str:
    """Write an interval in percent, rounded outwards.

    >>> format_interval(0.258, 0.7542, 0), format_interval(0.258, 0.7542, 1)
    ('25–76%', '25.8–75.5%')
    """
    scale = 10 ** (digits + 2)
    return format_range(math.floor(low * scale) / scale, math.ceil(high * scale) / scale, digits)


def _digits(summary: VariantSummary) -> int:
    """Return how many digits of a percentage mean anything: one more than the width of the interval is sure of."""
    low, high = summary.interval
    return min(max(1 - math.floor(math.log10(max(100 * (high - low), 1e-6))), 1), 3)


def _random_play(summary: VariantSummary, labels: AtlasLabels) -> tuple[str, str]:
    found = summary.random_play
    if found is None:
        return "", ""
    if found.chance == 0:  # then the games say nothing about the error
        chance = labels["no_wins"].format(f"{found.deals * summary.settings.games:,}")
    else:
        error = 196 * found.error
        digits = max(2, -math.floor(math.log10(error))) if error else 2
        chance = f"{100 * found.chance:.{digits}f} ± {error:.{digits}f}%"
    return chance, ", ".join(f"{found.scores[step]:.0f}" for step in (5, 50, 95)) if found.scores else ""


def report_rows(summaries: Sequence[VariantSummary]) -> list[Row]:
    """Return every number of the report, a row for each variant, for CSV."""
    return [_row(each) for each in summaries]


def _row(each: VariantSummary) -> Row:
    variant, (low, high), found = each.made, each.interval, each.random_play
    scores = found.scores if found else []
    return {
        "variant": each.variant,
        "rows": variant.rows,
        "cols": variant.cols,
        "kinds": variant.kinds,
        "gravity": variant.rules.gravity,
        "outside": variant.rules.outside,
        "max_turns": variant.rules.max_turns,
        "adjacent": variant.rules.adjacent,
        "deals": each.deals,
        "won": each.won,
        "lost": each.lost,
        "undecided": each.undecided,
        "low": low,
        "high": high,
        "random_play": found.chance if found else None,
        "random_play_error": found.error if found else None,
        "rated": found.deals if found else 0,
        **{f"score_p{step}": scores[step] if scores else None for step in (5, 25, 50, 75, 95)},
        "nodes_median": each.nodes_median,
        "nodes_p99": each.nodes_p99,
        "nodes_max": each.nodes_max,
        "verified_wins": each.verified_wins,
        "verified_losses": each.verified_losses,
        "verified_failures": len(each.failed),
        "budget": each.settings.nodes,
        "solver": each.solver,
        "seconds": each.seconds,
        "digest": each.digest,
    }


def to_csv(rows: Sequence[Row]) -> str:
    """Write rows as CSV, with a line of names."""
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()
