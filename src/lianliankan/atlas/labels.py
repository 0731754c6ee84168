"""The words of tables and plots of an atlas, in English and Chinese."""

from lianliankan.atlas.variant import Variant
from lianliankan.board.rules import Rules
from lianliankan.texts import Language, Texts

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
    "maybe": ("undecided, or within the error", "未判定，或在误差之内"),
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
