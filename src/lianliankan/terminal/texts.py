"""All texts of the terminal game, in English and Chinese."""

from collections.abc import Mapping
from typing import Final, Literal, get_args

__all__ = ["LANGUAGES", "TEXTS", "Language", "Texts", "detect_language"]

Language = Literal["en", "zh"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
"""The languages of the game."""

TEXTS: Mapping[str, tuple[str, str]] = {
    # The status lines.
    "title": ("Lianliankan", "连连看"),
    "time": ("Time", "时间"),
    "time left": ("Left", "剩余时间"),
    "score": ("Score", "得分"),
    "combo": ("Combo", "连击"),
    "moves": ("Moves", "可消"),
    "tiles": ("Tiles", "剩牌"),
    "hints": ("Hints", "提示"),
    "shuffles": ("Shuffles", "洗牌"),
    "lives": ("Lives", "生命"),
    "deal": ("Deal {number}", "第 {number} 局"),
    "level": ("Level {number}", "第 {number} 关"),
    "light won": ("✓ Can still be won", "✓ 仍有解"),
    "light lost": ("✗ No longer winnable", "✗ 已成死局"),
    "light lost by": ("✗ Lost at move {number}", "✗ 第 {number} 步走成死局"),
    "light unknown": ("? Undecided", "? 无法判断"),
    "demo begun": ("The solver is playing. Press any key to end the demo.", "求解器正在演示，按任意键结束。"),
    "demo won": (
        "Cleared! Next board coming up. Press any key to end the demo.",
        "已全部消除，即将开始下一局。按任意键结束演示。",
    ),
    "demo stuck": (
        "This board cannot be cleared. Press any key to end the demo.",
        "这一局无法消完。按任意键结束演示。",
    ),
    "demo": ("Demo – press any key to end", "演示中，按任意键结束"),
    "paused": ("PAUSED", "已暂停"),
    # Modes, gravities, difficulties, faces.
    "mode classic": ("Classic", "经典"),
    "mode relaxed": ("Relaxed", "休闲"),
    "mode timed": ("Timed", "限时"),
    "mode daily": ("Daily", "每日"),
    "mode campaign": ("Campaign", "闯关"),
    "mode expert": ("Expert", "专家"),
    "mode own": ("Custom", "自定义"),
    "about classic": ("6 hints, 3 shuffles, undo", "6 次提示，3 次洗牌，可撤销"),
    "about relaxed": ("no limits; flags losing moves", "不限次数，走成死局会提醒"),
    "about timed": ("against the clock, +2 s per pair", "限时，每消一对加 2 秒"),
    "about daily": ("today’s board, same for everyone", "每日一局，人人相同"),
    "about campaign": ("{levels} levels; shuffles are lives", "{levels} 关，每次洗牌消耗一条命"),
    "about expert": ("fiendish, no hints, no shuffles", "极难，无提示，不能洗牌"),
    "about own": ("choose the size, gravity and rules", "大小、重力、规则由您定"),
    "gravity still": ("Still", "不动"),
    "gravity down": ("Down", "向下"),
    "gravity up": ("Up", "向上"),
    "gravity left": ("Left", "向左"),
    "gravity right": ("Right", "向右"),
    "gravity split-rows": ("Split rows", "上下分离"),
    "gravity split-columns": ("Split columns", "左右分离"),
    "gravity gather-rows": ("Gather rows", "上下集中"),
    "gravity gather-columns": ("Gather columns", "左右集中"),
    "gravity slide-left-right": ("Slide left/right", "上左下右"),
    "gravity slide-down-up": ("Slide down/up", "左下右上"),
    "gravity outward": ("Outward", "向外扩散"),
    "gravity inward": ("Inward", "向内集中"),
    "gravity rotating": ("Rotating", "旋转"),
    "falls still": ("tiles stay in place", "牌不移动"),
    "falls down": ("columns fall", "整列下落"),
    "falls up": ("columns rise", "整列上升"),
    "falls left": ("rows move left", "整行左移"),
    "falls right": ("rows move right", "整行右移"),
    "falls split-rows": ("upper half up, lower half down", "上半向上，下半向下"),
    "falls split-columns": ("left half left, right half right", "左半向左，右半向右"),
    "falls gather-rows": ("top and bottom to the middle", "上下两半向中间靠拢"),
    "falls gather-columns": ("left and right to the middle", "左右两半向中间靠拢"),
    "falls slide-left-right": ("upper half left, lower half right", "上半向左，下半向右"),
    "falls slide-down-up": ("left half down, right half up", "左半向下，右半向上"),
    "falls outward": ("away from the centre", "从中心向四周移动"),
    "falls inward": ("towards the centre", "从四周向中心移动"),
    "falls rotating": ("up, right, down, left in turn", "依次向上、右、下、左"),
    "difficulty any": ("Any", "不限"),
    "difficulty easy": ("Easy", "简单"),
    "difficulty medium": ("Medium", "中等"),
    "difficulty hard": ("Hard", "困难"),
    "difficulty fiendish": ("Fiendish", "极难"),
    "faces numbers": ("numbers", "数字"),
    "faces letters": ("letters", "大小写字母"),
    "faces capitals": ("capitals", "字母"),
    "faces hanzi": ("Chinese characters", "汉字"),
    "faces emoji": ("emoji", "表情"),
    "faces ascii": ("plain ASCII", "纯 ASCII"),
    "faces mahjong": ("mahjong", "麻将"),
    "faces opera": ("opera masks", "京剧脸谱"),
    "faces animals": ("animals", "动物"),
    "faces garden": ("fruit and flowers", "花果"),
    "faces seals": ("Chinese seals", "印章"),
    "faces signs": ("symbols", "符号"),
    # The keys in the bottom line, and the help.
    "key hint": ("Hint", "提示"),
    "key auto": ("Auto", "自动"),
    "key shuffle": ("Shuffle", "洗牌"),
    "key undo": ("Undo", "撤销"),
    "key redo": ("Redo", "重做"),
    "key pause": ("Pause", "暂停"),
    "key new": ("New", "新局"),
    "key bests": ("Scores", "排行榜"),
    "key help": ("Help", "帮助"),
    "key quit": ("Quit", "退出"),
    "help title": ("Help", "帮助"),
    "help goal": (
        "Connect two matching tiles with at most two turns to remove them.",
        "用最多转弯两次的线连接两张相同的牌，即可消除。",
    ),
    "help ring": (
        "The line runs through empty cells or around the board. Clear it to win!",
        "连线只能经过空格，也可以从棋盘外绕行。消完所有的牌就赢了。",
    ),
    "help arrows": ("move from tile to tile", "在牌之间移动"),
    "help pick": ("select a tile, then its match", "选一张牌，再选相同的一张"),
    "help tab": ("next matching tile", "下一张相同的牌"),
    "help mouse": ("select; the wheel scrolls", "选牌；滚轮滚动棋盘"),
    "help hint": ("show a safe pair", "提示一对安全的牌"),
    "help auto": ("play a hint for you", "自动消除提示的一对"),
    "help shuffle": ("shuffle (always winnable)", "洗牌（保证有解）"),
    "help undo": ("undo, redo", "撤销、重做"),
    "help pause": ("pause and hide the tiles", "暂停并盖住牌面"),
    "help kind": ("highlight matching tiles", "突出显示相同的牌"),
    "help faces": ("change the tile set", "更换牌面"),
    "help language": ("English, 中文", "English、中文"),
    "help new": ("new game", "新局"),
    "help restart": ("restart this board", "重玩本局"),
    "help give up": ("give up", "认输"),
    "help bests": ("high scores", "排行榜"),
    "help animation": ("animation on or off", "开关动画"),
    "help quit": ("save and quit", "保存并退出"),
    "arrows": ("arrows", "方向键"),
    "click": ("click", "点击"),
    "help points": (
        "A pair scores 10, plus 5 per turn; every third quick pair adds 10 × combo.",
        "每对 10 分，每转弯一次加 5 分；连击每满 3 次另加 10 × 连击数。",
    ),
    "close": ("Close", "关闭"),
    # Messages.
    "begun": (
        "New board. Connect two matching tiles; press ? for help.",
        "新局开始。请连接两张相同的牌；按 ? 查看帮助。",
    ),
    "goes on": ("Welcome back. Pick up where you left off.", "欢迎回来，继续上次的游戏。"),
    "goes on paused": ("Welcome back. Press p or click to resume.", "欢迎回来，按 p 或点击棋盘继续。"),
    "picked": ("Selected {what}.", "已选中 {what}。"),
    "dropped": ("Selection cleared.", "已取消选择。"),
    "linked": ("+{points}", "+{points} 分"),
    "linked combo": ("+{points}, combo ×{combo}!", "+{points} 分，连击 ×{combo}！"),
    "linked auto": ("Played {move} for you.", "已自动消除 {move}。"),
    "hinted safe": ("This pair is safe: you can still win after it.", "这一对是安全的，消除后仍有解。"),
    "hinted lost": ("Here is a pair, but the game can no longer be won.", "这一对可以消除，但本局已成死局。"),
    "hinted unknown": ("Here is a pair – couldn’t tell whether it’s safe.", "这一对可以消除，但无法确定是否安全。"),
    "stuck": ("No moves left.", "无牌可消。"),
    "shuffled": ("Shuffled. The new board can be won.", "已洗牌，保证有解。"),
    "shuffled stuck": (
        "No moves left – shuffled. The new board can be won.",
        "无牌可消，已自动洗牌，保证有解。",
    ),
    "undone": ("Undone.", "已撤销一步。"),
    "redone": ("Redone.", "已重做一步。"),
    "went back": ("Back to where the game can still be won.", "已退回到有解的局面。"),
    "restarted": ("Restarted.", "本局已重新开始。"),
    "pausing": ("Paused. Press p or click to resume.", "已暂停，按 p 或点击棋盘继续。"),
    "resumed": ("Resumed.", "游戏继续。"),
    "doomed": ("The game can no longer be won. Press u to undo.", "已成死局，按 u 撤销。"),
    "doomed by": (
        "Move {number} ({move}) lost the game. Press u to undo.",
        "第 {number} 步（{move}）走成了死局，按 u 撤销。",
    ),
    "won": ("You won! Press Enter for the result, n for a new game.", "您赢了！按回车查看结果，按 n 开新局。"),
    "lost": ("You lost. Press Enter for the result, n for a new game.", "您输了。按回车查看结果，按 n 开新局。"),
    "faces are": ("Tile set: {faces}.", "牌面：{faces}。"),
    "animation on": ("Animation on.", "动画已开启。"),
    "animation off": ("Animation off.", "动画已关闭。"),
    "kinds on": ("Matching tiles are highlighted.", "突出显示相同的牌。"),
    "kinds off": ("Matching tiles are no longer highlighted.", "不再突出显示相同的牌。"),
    "language is": ("Switched to English.", "已切换为中文。"),
    "dealing": ("Dealing…", "正在发牌……"),
    "thinking": ("Thinking…", "正在思考……"),
    "moved": ("This game was continued elsewhere; this is its current state.", "此局已在别处继续，现显示最新局面。"),
    "not written": ("Couldn’t save, so nothing was changed: {problem}.", "无法保存，操作没有生效：{problem}。"),
    "not remembered": (
        "Couldn’t save this setting, so it lasts until you quit: {problem}.",
        "无法保存此设置，仅本次有效：{problem}。",
    ),
    "kept": ("Game saved; continue with: llk tui", "游戏已保存，运行 llk tui 继续。"),
    "not kept": ("Game not saved (--no-save).", "游戏未保存（--no-save）。"),
    "no list": (
        "Nothing is saved (--no-save), so there are no high scores.",
        "未启用保存（--no-save），因此没有排行榜。",
    ),
    # Why a command was refused.
    "refused different kinds": ("These tiles don’t match.", "这两张牌不一样。"),
    "refused no path": ("No path connects these tiles.", "这两张牌连不起来。"),
    "refused turns": ("The path would need {turns}; the limit is {most}.", "需要转弯 {turns}，最多只能 {most} 次。"),
    "one turn": ("1 turn", "1 次"),
    "some turn": ("{number} turns", "{number} 次"),
    "refused blocked": ("In the way: {cells}.", "挡路的牌：{cells}。"),
    "refused same tile": ("That’s the same tile.", "这是同一张牌。"),
    "refused empty cell": ("There is no tile here.", "这里没有牌。"),
    "refused off the board": ("That’s not on the board.", "这里不在棋盘上。"),
    "refused no hints left": ("No hints left.", "提示已用完。"),
    "refused no shuffles left": ("No shuffles left.", "洗牌次数已用完。"),
    "refused cannot be shuffled": ("No arrangement of these tiles can be won.", "这些牌怎么洗都是死局。"),
    "refused undo is not allowed": ("Undo is not available in this mode.", "此模式不能撤销。"),
    "refused nothing to undo": ("Nothing to undo.", "没有可撤销的步骤。"),
    "refused nothing to redo": ("Nothing to redo.", "没有可重做的步骤。"),
    "refused no move left": ("No moves left. You can shuffle or undo.", "无牌可消，可以洗牌或撤销。"),
    "refused paused": ("The game is paused. Press p to resume.", "游戏已暂停，按 p 继续。"),
    "refused not paused": ("The game is not paused.", "游戏没有暂停。"),
    "refused over": ("The game is over. Press n for a new one.", "本局已结束，按 n 开新局。"),
    # Dialogs.
    "too small": ("The window is too small", "窗口太小"),
    "needs": ("Required: {columns}×{lines}", "所需大小：{columns}×{lines}"),
    "this is": ("Current:  {columns}×{lines}", "当前大小：{columns}×{lines}"),
    "enlarge": ("Enlarge the window to continue, or press q to quit.", "请放大窗口继续，或按 q 退出。"),
    "yes": ("Yes", "是"),
    "no": ("No", "否"),
    "restart title": ("Restart?", "重新开始？"),
    "restart text": (
        "You will play the same board from the start, with a new clock.",
        "本局将从头开始，并重新计时。",
    ),
    "give up title": ("Give up?", "确定认输？"),
    "give up text": ("This game will count as lost.", "本局将判负。"),
    "stuck title": ("No moves left", "无牌可消"),
    "stuck text": ("{tiles} tiles left, and no two of them connect.", "还剩 {tiles} 张牌，没有两张能相连。"),
    "stuck blame": ("Move {number} lost the game: {move}.", "第 {number} 步（{move}）走成了死局。"),
    "stuck blaming": ("Looking for the losing move…", "正在查找走成死局的一步……"),
    "blame start": ("The board was unwinnable from the start.", "开局就是死局。"),
    "blame none": ("The game could still have been won.", "其实仍有解。"),
    "blame unknown": ("Couldn’t tell which move lost the game.", "无法确定哪一步走成了死局。"),
    "do undo": ("Undo", "撤销"),
    "do back": ("Back to where it could be won", "退回到有解的局面"),
    "do shuffle": ("Shuffle", "洗牌"),
    "do give up": ("Give up", "认输"),
    "do restart": ("Restart", "重玩"),
    "do look": ("Look at the board", "查看棋盘"),
    "do again": ("Same board", "重玩本局"),
    "do next": ("New board", "下一局"),
    "do next level": ("Next level", "下一关"),
    "do try again": ("Try again", "再试一次"),
    "do bests": ("High scores", "排行榜"),
    "do quit": ("Quit", "退出"),
    "do play": ("Play", "开始"),
    "do cancel": ("Cancel", "取消"),
    "won title": ("You won!", "您赢了！"),
    "lost title": ("You lost", "您输了"),
    "lost time": ("Time’s up.", "时间到。"),
    "lost stuck": ("Ran out of moves.", "无牌可消。"),
    "lost given up": ("Gave up.", "已认输。"),
    "result score": ("Score", "得分"),
    "result time": ("Time", "用时"),
    "result pairs": ("Pairs", "消除对数"),
    "result used": ("Used", "使用"),
    "result used value": ("{hints}, {shuffles}", "{hints}，{shuffles}"),
    "one hint": ("1 hint", "1 次提示"),
    "some hint": ("{number} hints", "{number} 次提示"),
    "one shuffle": ("1 shuffle", "1 次洗牌"),
    "some shuffle": ("{number} shuffles", "{number} 次洗牌"),
    "result place": ("Number {place} in the high scores", "排行榜第 {place} 名"),
    "result first": ("New high score!", "新纪录！"),
    "result left": ("{tiles} tiles left.", "还剩 {tiles} 张牌。"),
    "campaign done": ("That was the last level. Well done!", "最后一关也通过了，恭喜通关！"),
    "bests title": ("High scores", "排行榜"),
    "bests none": ("No wins yet.", "还没有获胜的对局。"),
    "bests head": ("Score     Time  Stars  Date", "得分      用时  星级   日期"),
    "bests turn": ("← → other lists", "← → 其他排行榜"),
    "new title": ("New game", "新局"),
    "new mode": ("Mode", "模式"),
    "new size": ("Size", "大小"),
    "new kinds": ("Kinds", "图案种数"),
    "new gravity": ("Gravity", "重力"),
    "new difficulty": ("Difficulty", "难度"),
    "new deal": ("Deal number", "牌局编号"),
    "new turns": ("Maximum turns", "最多转弯次数"),
    "new outside": ("Around board", "棋盘外绕行"),
    "new adjacent": ("Adjacent", "相邻直接消除"),
    "new stuck": ("When stuck", "无牌可消时"),
    "new level": ("Level", "关卡"),
    "new fixed": ("Board: {size}, {gravity}, {difficulty}", "棋盘：{size}，{gravity}，{difficulty}"),
    "new lives": ("Lives: {lives}", "{lives} 条命"),
    "at most": ("up to {difficulty}", "最高{difficulty}"),
    "size own": ("rows × columns; you can type it", "行 × 列，可直接输入"),
    "size classic": ("rows × columns, the classic size", "行 × 列，经典大小"),
    "kinds usual": ("default", "默认"),
    "kinds some": ("0: four of each, up to 36 kinds", "0 表示每种四张，最多 36 种"),
    "deal number": ("same number, same board", "编号相同，牌局相同"),
    "turns most": ("how often a path may turn", "一条连线最多可转弯几次"),
    "turns any": ("any", "不限"),
    "level most": ("unlocked up to level {level}", "已解锁到第 {level} 关"),
    "hard any": ("any difficulty", "难度随机"),
    "hard easy": ("almost any order wins", "几乎怎么走都能赢"),
    "hard medium": ("needs some care", "需要留心"),
    "hard hard": ("a few wrong moves lose", "走错几步就会输"),
    "hard fiendish": ("very few orders win", "只有极少数走法能赢"),
    "outside yes": ("paths may run around the board", "连线可以从棋盘外绕行"),
    "outside no": ("paths stay on the board", "连线不能走出棋盘"),
    "adjacent yes": ("adjacent tiles connect directly", "相邻的牌可以直接消除"),
    "adjacent no": ("adjacent tiles need a path around", "相邻的牌必须绕路相连"),
    "when shuffle": ("the tiles are shuffled at once", "立即自动洗牌"),
    "when ask": ("you shuffle, undo or give up", "洗牌、撤销或认输"),
    "when lose": ("the game is lost", "本局判负"),
    "wrong size": (
        "The size is rows × columns, each from 1 to {most}, e.g. 8x18.",
        "大小为“行×列”，各为 1 到 {most}，例如 8x18。",
    ),
    "wrong odd": (
        "{cells} cells is an odd number, so the tiles can’t be paired. Change the size.",
        "{cells} 个格子是奇数，无法成对，请更改大小。",
    ),
    "wrong kinds": (
        "With {pairs} pairs there can be 1 to {pairs} kinds.",
        "共 {pairs} 对牌，图案种数应为 1 到 {pairs}。",
    ),
    "wrong deal": ("The deal number must be from 0 to {most}.", "牌局编号应为 0 到 {most}。"),
    "wrong none": (
        "Couldn’t deal such a board. Try another size, number of kinds, gravity or difficulty.",
        "发不出这样的牌局，请换一种大小、图案种数、重力或难度。",
    ),
    "stuck shuffle": ("shuffle", "自动洗牌"),
    "stuck ask": ("ask me", "询问"),
    "stuck lose": ("lose", "判负"),
    "daily played": ("won today with {score} points", "今日已获胜：{score} 分"),
    "new keys": ("↑ ↓ choose   ← → change   Enter play", "↑ ↓ 选择   ← → 更改   回车开始"),
}
"""Every text by name: English, Chinese."""


class Texts:
    """The texts in one language.

    >>> Texts("en")("deal", number=7), Texts("zh")("deal", number=7)
    ('Deal 7', '第 7 局')
    """

    def __init__(self, language: Language) -> None:
        self.language: Final[Language] = language
        self._place = LANGUAGES.index(language)

    def __call__(self, name: str, **values: object) -> str:
        """Return a text with values filled in."""
        text = TEXTS[name][self._place]
        return text.format(**values) if values else text

    def count(self, thing: str, number: int) -> str:
        """Return a number with its noun.

        >>> Texts("en").count("hint", 1), Texts("en").count("hint", 2), Texts("zh").count("hint", 2)
        ('1 hint', '2 hints', '2 次提示')
        """
        return self(f"one {thing}") if number == 1 else self(f"some {thing}", number=number)

    def join(self, *sentences: str) -> str:
        """Join sentences.

        >>> Texts("en").join("One.", "Two."), Texts("zh").join("一。", "二。")
        ('One. Two.', '一。二。')
        """
        return ("" if self.language == "zh" else " ").join(sentences)

    @property
    def other(self) -> "Texts":
        """The texts in the next language."""
        return Texts(LANGUAGES[(self._place + 1) % len(LANGUAGES)])


def detect_language(environ: Mapping[str, str]) -> Language:
    """Return the language of the locale.

    >>> detect_language({"LANG": "zh_CN.UTF-8"}), detect_language({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"})
    ('zh', 'en')
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"
