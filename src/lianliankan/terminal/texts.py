"""Everything the terminal game says, in English and in Chinese."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

__all__ = ["LANGUAGES", "WORDS", "Language", "Words", "language_of"]

Language = Literal["en", "zh"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The languages there are."""

WORDS: Mapping[str, tuple[str, str]] = {
    # The status lines.
    "title": ("Lianliankan", "连连看"),
    "time": ("Time", "时间"),
    "time left": ("Left", "剩余"),
    "score": ("Score", "得分"),
    "combo": ("Combo", "连击"),
    "moves": ("Moves", "可消"),
    "tiles": ("Tiles", "剩牌"),
    "hints": ("Hints", "提示"),
    "shuffles": ("Shuffles", "洗牌"),
    "lives": ("Lives", "生命"),
    "deal": ("deal {number}", "第 {number} 局"),
    "level": ("level {number}", "第 {number} 关"),
    "light won": ("✓ can still be won", "✓ 仍有解"),
    "light lost": ("✗ lost", "✗ 已无解"),
    "light lost by": ("✗ lost by pair {number}", "✗ 第 {number} 对致败"),
    "light unknown": ("? nobody knows", "? 未知"),
    "demo begun": ("The solver plays; any key ends the demo.", "求解器在走棋；按任意键结束演示。"),
    "demo won": (
        "Cleared! The next board comes soon; any key ends the demo.",
        "全部消完！即将开下一局；按任意键结束演示。",
    ),
    "demo stuck": ("This board cannot be cleared; any key ends the demo.", "这一局无法消完；按任意键结束演示。"),
    "demo": ("demo · any key ends it", "演示 · 按任意键结束"),
    "paused": ("PAUSED", "已暂停"),
    # Modes, gravities, difficulties, faces.
    "mode classic": ("Classic", "经典"),
    "mode relaxed": ("Relaxed", "休闲"),
    "mode timed": ("Timed", "限时"),
    "mode daily": ("Daily", "每日"),
    "mode campaign": ("Campaign", "闯关"),
    "mode expert": ("Expert", "专家"),
    "mode own": ("Own rules", "自定"),
    "about classic": ("6 hints, 3 shuffles, undo", "6 次提示，3 次洗牌，可悔棋"),
    "about relaxed": ("no limits; says when it is lost", "不限次数；无解时会告知"),
    "about timed": ("against the clock, +2 s a pair", "限时，每消一对加 2 秒"),
    "about daily": ("the same board for everybody today", "今天人人同一局"),
    "about campaign": ("{levels} levels, shuffles are lives", "共 {levels} 关；洗牌次数即生命"),
    "about expert": ("fiendish, no hints, no shuffles", "极难，无提示，无洗牌"),
    "about own": ("every rule as you like it", "规则任你定"),
    "gravity still": ("Still", "不动"),
    "gravity down": ("Down", "向下"),
    "gravity up": ("Up", "向上"),
    "gravity left": ("Left", "向左"),
    "gravity right": ("Right", "向右"),
    "gravity split-rows": ("Split rows", "上下分离"),
    "gravity split-columns": ("Split columns", "左右分离"),
    "gravity gather-rows": ("Gather rows", "上下集中"),
    "gravity gather-columns": ("Gather columns", "左右集中"),
    "gravity slide-left-right": ("Slide left-right", "上左下右"),
    "gravity slide-down-up": ("Slide down-up", "左下右上"),
    "gravity outward": ("Outward", "向外扩散"),
    "gravity inward": ("Inward", "向内集中"),
    "gravity rotating": ("Rotating", "旋转"),
    "falls still": ("nothing moves", "牌不移动"),
    "falls down": ("columns fall down", "整列下落"),
    "falls up": ("columns rise", "整列上升"),
    "falls left": ("rows go left", "整行左移"),
    "falls right": ("rows go right", "整行右移"),
    "falls split-rows": ("upper half up, lower half down", "上半向上，下半向下"),
    "falls split-columns": ("left half left, right half right", "左半向左，右半向右"),
    "falls gather-rows": ("both halves to the middle row", "上下两半向中间行"),
    "falls gather-columns": ("both halves to the middle column", "左右两半向中间列"),
    "falls slide-left-right": ("upper half left, lower half right", "上半向左，下半向右"),
    "falls slide-down-up": ("left half down, right half up", "左半向下，右半向上"),
    "falls outward": ("away from the middle", "离开中心"),
    "falls inward": ("towards the middle", "靠向中心"),
    "falls rotating": ("up, right, down, left by turns", "上右下左轮流"),
    "difficulty any": ("Any", "任意"),
    "difficulty easy": ("Easy", "容易"),
    "difficulty medium": ("Medium", "中等"),
    "difficulty hard": ("Hard", "困难"),
    "difficulty fiendish": ("Fiendish", "极难"),
    "faces numbers": ("numbers", "数字"),
    "faces letters": ("letters", "大小写字母"),
    "faces capitals": ("capitals", "字母"),
    "faces hanzi": ("characters", "汉字"),
    "faces emoji": ("emoji", "表情"),
    "faces ascii": ("plain ASCII", "纯 ASCII"),
    "faces mahjong": ("mahjong", "麻将"),
    "faces opera": ("opera masks", "脸谱"),
    "faces animals": ("animals", "动物"),
    "faces garden": ("fruits and flowers", "花果"),
    "faces seals": ("seals", "印章"),
    "faces signs": ("signs", "图形"),
    # The keys at the foot of the screen, and what the help says of them.
    "key hint": ("Hint", "提示"),
    "key auto": ("Auto", "代走"),
    "key shuffle": ("Shuffle", "洗牌"),
    "key undo": ("Undo", "悔棋"),
    "key redo": ("Redo", "重做"),
    "key pause": ("Pause", "暂停"),
    "key new": ("New", "新局"),
    "key bests": ("Best", "榜单"),
    "key help": ("Help", "帮助"),
    "key quit": ("Quit", "退出"),
    "help title": ("Help", "帮助"),
    "help goal": (
        "Take away two equal tiles that a line with at most two turns can join.",
        "用最多转两次弯的线连起两张相同的牌，消去它们；消完即胜。",
    ),
    "help ring": (
        "The line runs through empty cells and around the board. Clear it all!",
        "线只能经过空格，也可以绕到棋盘外一圈。",
    ),
    "help arrows": ("move from tile to tile", "在牌间移动"),
    "help pick": ("pick a tile; a second one links", "选牌；再选一张即连"),
    "help tab": ("go to the next tile of that kind", "跳到下一张同样的牌"),
    "help mouse": ("pick; the wheel scrolls", "选牌；滚轮滚动大棋盘"),
    "help hint": ("show a pair that is safe to take", "提示一对安全的牌"),
    "help auto": ("take a hint and play it", "提示并代走"),
    "help shuffle": ("lay the tiles anew, winnably", "重新洗牌，保证有解"),
    "help undo": ("undo and redo", "悔棋、重做"),
    "help pause": ("pause, the tiles are hidden", "暂停，盖住牌面"),
    "help kind": ("show tiles of one kind", "标出同样的牌"),
    "help faces": ("other faces on the tiles", "换牌面：麻将、表情……"),
    "help language": ("English, 中文", "English、中文"),
    "help new": ("new game", "新局：模式、大小、重力……"),
    "help restart": ("begin this board again", "本局重来"),
    "help give up": ("give up", "认输"),
    "help bests": ("best lists", "榜单"),
    "help animation": ("animation on or off", "动画开关"),
    "help quit": ("quit; the game is kept", "退出，游戏会保存"),
    "arrows": ("arrows", "方向键"),
    "click": ("click", "点击"),
    "help points": (
        "A pair is 10 points, 5 more a turn; every 3rd quick one pays 10 × combo.",
        "每对 10 分，每转一弯加 5 分；连击每满 3 次另得连击数 × 10 分。",
    ),
    "close": ("Close", "关闭"),
    # Messages.
    "begun": ("A new board. Link two equal tiles; ? explains.", "新局开始。连起两张相同的牌；按 ? 看帮助。"),
    "goes on": ("Welcome back: your game goes on where you left it.", "欢迎回来：继续上次的游戏。"),
    "goes on paused": ("Welcome back: p or a click goes on with your game.", "欢迎回来：按 p 或点击继续游戏。"),
    "picked": ("Picked {what}.", "已选 {what}。"),
    "dropped": ("Nothing is picked.", "已取消选择。"),
    "linked": ("+{points}", "+{points}"),
    "linked combo": ("+{points}  combo ×{combo}!", "+{points}  连击 ×{combo}！"),
    "linked auto": ("Played for you: {move}.", "已代走：{move}。"),
    "hinted safe": ("This pair is safe: the game can be won after it.", "这一对是安全的：消去后仍有解。"),
    "hinted lost": ("A pair, but the game can no longer be won.", "可消一对，但本局已无解。"),
    "hinted unknown": ("A pair; whether it is safe, nobody knows.", "可消一对；是否安全无法确定。"),
    "stuck": ("No move is left.", "没有可消的牌了。"),
    "shuffled": ("Shuffled; it can be won.", "已洗牌，保证有解。"),
    "shuffled stuck": ("No move was left: shuffled. It can be won.", "没有可消的牌，已自动洗牌，保证有解。"),
    "undone": ("Taken back.", "已悔一步。"),
    "redone": ("Made again.", "已重做一步。"),
    "went back": ("Back where it could be won: go on from here.", "已回到有解处，请继续。"),
    "restarted": ("The same board from the start.", "本局重新开始。"),
    "pausing": ("Paused. p or a click goes on.", "已暂停。按 p 或点击继续。"),
    "resumed": ("On it goes.", "继续。"),
    "doomed": ("Lost: it can no longer be won. u goes back.", "已无解。按 u 悔棋。"),
    "doomed by": (
        "Lost by pair {number}, {move}: it can no longer be won. u goes back.",
        "第 {number} 对 {move} 致败：已无解。按 u 悔棋。",
    ),
    "won": ("Won! Enter shows the result, n begins anew.", "胜利！按回车看结果，按 n 开新局。"),
    "lost": ("Lost. Enter shows the result, n begins anew.", "输了。按回车看结果，按 n 开新局。"),
    "faces are": ("Tiles show {faces}.", "牌面：{faces}。"),
    "animation on": ("Animation is on.", "动画已开。"),
    "animation off": ("Animation is off.", "动画已关。"),
    "kinds on": ("Tiles of one kind are pointed out.", "标出同样的牌。"),
    "kinds off": ("Tiles of one kind are no longer pointed out.", "不再标出同样的牌。"),
    "language is": ("This is English.", "已切换为中文。"),
    "dealing": ("Dealing …", "正在发牌……"),
    "thinking": ("Thinking …", "正在思考……"),
    "moved": ("This game went on elsewhere; here is how it stands.", "此局已在别处继续，现显示最新局面。"),
    "not written": ("This was not done, for it cannot be kept: {problem}.", "无法保存，操作未生效：{problem}。"),
    "not remembered": (
        "This holds until you quit, for it cannot be kept: {problem}.",
        "无法保存，仅本次有效：{problem}。",
    ),
    "kept": ("Your game is kept: llk tui goes on with it.", "游戏已保存：llk tui 可继续。"),
    "not kept": ("This game is not kept (--no-save).", "本局不保存（--no-save）。"),
    "no list": ("Nothing is kept here (--no-save), so there is no list.", "没有保存（--no-save），因此没有榜单。"),
    # Why something was refused.
    "refused different kinds": ("These two differ.", "两张牌不同。"),
    "refused no path": ("No path joins these two.", "没有路可以相连。"),
    "refused turns": ("A path needs {turns}, and {most}.", "要转 {turns}，最多 {most}。"),
    "one turn": ("1 turn", "1 次弯"),
    "some turn": ("{number} turns", "{number} 次弯"),
    "one allowed": ("1 is allowed", "1 次"),
    "some allowed": ("{number} are allowed", "{number} 次"),
    "refused blocked": ("In the way: {cells}.", "被挡住：{cells}。"),
    "refused same tile": ("This is the same tile.", "这是同一张牌。"),
    "refused empty cell": ("No tile is here.", "这里没有牌。"),
    "refused off the board": ("This is not on the board.", "不在棋盘上。"),
    "refused no hints left": ("No hints are left.", "提示用完了。"),
    "refused no shuffles left": ("No shuffles are left.", "洗牌次数用完了。"),
    "refused cannot be shuffled": ("No order of these tiles can be won.", "这些牌怎么洗都无解。"),
    "refused undo is not allowed": ("Undo is not allowed in this mode.", "此模式不能悔棋。"),
    "refused nothing to undo": ("There is nothing to take back.", "没有可悔的步。"),
    "refused nothing to redo": ("There is nothing to make again.", "没有可重做的步。"),
    "refused no move left": ("No move is left: shuffle or undo.", "没有可消的牌：洗牌或悔棋。"),
    "refused paused": ("Paused: p goes on.", "已暂停：按 p 继续。"),
    "refused not paused": ("The game is not paused.", "游戏没有暂停。"),
    "refused over": ("The game is over: n begins a new one.", "本局已结束：按 n 开新局。"),
    # Dialogs.
    "too small": ("The window is too small", "窗口太小"),
    "needs": ("lianliankan needs {columns}×{lines},", "连连看需要 {columns}×{lines}，"),
    "this is": ("this window is {columns}×{lines}.", "当前窗口 {columns}×{lines}。"),
    "enlarge": ("Enlarge it, and the game goes on. q quits.", "放大窗口即可继续。按 q 退出。"),
    "yes": ("Yes", "是"),
    "no": ("No", "否"),
    "restart title": ("Begin again?", "重新开始？"),
    "restart text": ("The same board from the start, with a new clock.", "本局从头再来，重新计时。"),
    "give up title": ("Give up?", "认输？"),
    "give up text": ("The game is lost then.", "本局将判负。"),
    "stuck title": ("No move is left", "没有可消的牌"),
    "stuck text": ("{tiles} tiles are left, and no two of them link.", "还剩 {tiles} 张牌，没有两张能相连。"),
    "stuck blame": ("Pair {number} lost it: {move}.", "第 {number} 对 {move} 致败。"),
    "stuck blaming": ("Looking for the pair that lost it …", "正在找致败的一步……"),
    "blame start": ("It could not be won from the start.", "从一开始就无解。"),
    "blame none": ("It could still have been won.", "其实仍有解。"),
    "blame unknown": ("Which pair lost it, nobody knows.", "无法确定哪一步致败。"),
    "do undo": ("Undo", "悔棋"),
    "do back": ("Back to where it could be won", "回到有解处"),
    "do shuffle": ("Shuffle", "洗牌"),
    "do give up": ("Give up", "认输"),
    "do restart": ("Restart", "重来"),
    "do look": ("Look at the board", "看棋盘"),
    "do again": ("Same board again", "再玩本局"),
    "do next": ("New board", "下一局"),
    "do next level": ("Next level", "下一关"),
    "do try again": ("Try again", "再试一次"),
    "do bests": ("Best list", "榜单"),
    "do quit": ("Quit", "退出"),
    "do play": ("Play", "开始"),
    "do cancel": ("Cancel", "取消"),
    "won title": ("Won!", "胜利！"),
    "lost title": ("Lost", "输了"),
    "lost time": ("Time is up.", "时间到。"),
    "lost stuck": ("No move was left.", "没有可消的牌了。"),
    "lost given up": ("Given up.", "已认输。"),
    "result score": ("Score", "得分"),
    "result time": ("Time", "用时"),
    "result pairs": ("Pairs", "消对"),
    "result used": ("Used", "用了"),
    "result used value": ("{hints}, {shuffles}", "{hints}，{shuffles}"),
    "one hint": ("1 hint", "1 次提示"),
    "some hint": ("{number} hints", "{number} 次提示"),
    "one shuffle": ("1 shuffle", "1 次洗牌"),
    "some shuffle": ("{number} shuffles", "{number} 次洗牌"),
    "result place": ("Place {place} in the best list", "榜单第 {place} 名"),
    "result first": ("A new best!", "新纪录！"),
    "result left": ("{tiles} tiles were left.", "还剩 {tiles} 张牌。"),
    "campaign done": ("That was the last level. You did it!", "最后一关也通过了，恭喜通关！"),
    "bests title": ("Best lists", "榜单"),
    "bests none": ("No game has been won yet.", "还没有获胜的对局。"),
    "bests head": ("Score     Time  Stars  Day", "得分      用时  星级   日期"),
    "bests turn": ("← → other lists", "← → 其他榜单"),
    "new title": ("New game", "新局"),
    "new mode": ("Mode", "模式"),
    "new size": ("Size", "大小"),
    "new kinds": ("Kinds", "花色"),
    "new gravity": ("Gravity", "重力"),
    "new difficulty": ("Difficulty", "难度"),
    "new deal": ("Deal number", "局号"),
    "new turns": ("Turns", "转弯"),
    "new outside": ("Ring around", "绕外圈"),
    "new adjacent": ("Touching pairs", "相邻直消"),
    "new stuck": ("When stuck", "无解时"),
    "new level": ("Level", "关卡"),
    "new fixed": ("Board: {size}, {gravity}, {difficulty}", "棋盘：{size}，{gravity}，{difficulty}"),
    "new lives": ("Lives: {lives}", "生命：{lives}"),
    "at most": ("up to {difficulty}", "最高{difficulty}"),
    "size own": ("rows × columns: type them", "行 × 列：可直接输入"),
    "size classic": ("rows × columns, the classic", "行 × 列，经典"),
    "kinds usual": ("as usual", "默认"),
    "kinds some": ("0: four of each, at most 36 kinds", "0 为每种四张，最多 36 种"),
    "deal number": ("same number, same board", "同号即同局"),
    "turns most": ("a path may turn so often", "路线最多转弯次数"),
    "turns any": ("any number", "不限"),
    "level most": ("of {level} that are open", "已开放 {level} 关"),
    "hard any": ("whatever the deal gives", "随机难度"),
    "hard easy": ("nearly every way leads home", "怎么走几乎都能赢"),
    "hard medium": ("some care is needed", "需要留心"),
    "hard hard": ("a few wrong pairs lose it", "走错几步就会输"),
    "hard fiendish": ("hardly any way leads home", "只有极少走法能赢"),
    "outside yes": ("paths may leave the board", "路线可走棋盘外圈"),
    "outside no": ("paths stay on the board", "路线不出棋盘"),
    "adjacent yes": ("tiles that touch may go", "相邻两张可直接消"),
    "adjacent no": ("those need a way round", "相邻两张须绕路"),
    "when shuffle": ("lay the tiles anew at once", "立即重新洗牌"),
    "when ask": ("shuffle, undo or give up", "洗牌、悔棋或认输"),
    "when lose": ("that is the end", "直接判负"),
    "wrong size": (
        "A size is rows × columns, each from 1 to {most}, as in 8x18.",
        "大小为 行×列，各为 1 到 {most}，如 8x18。",
    ),
    "wrong odd": (
        "{cells} cells are an odd number, which pairs cannot fill: change the size.",
        "{cells} 个格子是奇数，无法成对：请改大小。",
    ),
    "wrong kinds": (
        "There are {pairs} pairs, so there can be 1 to {pairs} kinds.",
        "共 {pairs} 对牌，花色只能是 1 到 {pairs} 种。",
    ),
    "wrong deal": ("The deal number is from 0 to {most}.", "局号为 0 到 {most}。"),
    "wrong none": (
        "No such board was found: try another size, number of kinds, gravity or difficulty.",
        "找不到这样的局：请换大小、花色数、重力或难度。",
    ),
    "stuck shuffle": ("shuffle", "自动洗牌"),
    "stuck ask": ("ask me", "询问"),
    "stuck lose": ("lose", "判负"),
    "daily played": ("won today with {score}", "今天已胜，{score} 分"),
    "new keys": ("↑ ↓ choose   ← → change   Enter play", "↑ ↓ 选择   ← → 更改   回车开始"),
}
"""Every text by its name, in both languages."""


class Words:
    """What there is to say, in one language.

    >>> Words("en")("deal", number=7), Words("zh")("deal", number=7)
    ('deal 7', '第 7 局')
    """

    def __init__(self, language: Language) -> None:
        self.language: Final[Language] = language
        self._place = LANGUAGES.index(language)

    def __call__(self, name: str, **values: object) -> str:
        """Give a text, with values filled in."""
        text = WORDS[name][self._place]
        return text.format(**values) if values else text

    def count(self, thing: str, number: int) -> str:
        """Give so many of a thing.

        >>> Words("en").count("hint", 1), Words("en").count("hint", 2), Words("zh").count("hint", 2)
        ('1 hint', '2 hints', '2 次提示')
        """
        return self(f"one {thing}") if number == 1 else self(f"some {thing}", number=number)

    def join(self, *sentences: str) -> str:
        """Set sentences after each other.

        >>> Words("en").join("One.", "Two."), Words("zh").join("一。", "二。")
        ('One. Two.', '一。二。')
        """
        return ("" if self.language == "zh" else " ").join(sentences)

    @property
    def other(self) -> "Words":
        """The same in the next language."""
        return Words(LANGUAGES[(self._place + 1) % len(LANGUAGES)])


def language_of(environ: Mapping[str, str]) -> Language:
    """Find the language that the locale asks for.

    >>> language_of({"LANG": "zh_CN.UTF-8"}), language_of({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}), language_of({})
    ('zh', 'en', 'en')
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"
