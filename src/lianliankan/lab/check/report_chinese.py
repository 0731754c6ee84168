"""The report of a check in Chinese: a translation for every sentence of the English one.

What is not a sentence stays as it is: boards, calls, what the function returned or printed, the learner's own code.
"""

import re
from functools import partial

from lianliankan.texts import Language

_TITLES = {
    "does not return": "没有返回",
    "terminates Python": "让 Python 终止了",
    "runs out of memory": "用光了内存",
    "raises an exception": "抛出了异常",
    "returns something that is not an answer": "返回的不是答案",
    "misses a link": "漏掉了连线",
    "reports a link where there is none": "把连不上的说成连得上",
    "returns an invalid path": "返回的路线不成立",
    "returns a path with too many turns": "返回的路线转弯太多",
    "returns a path that is too long": "返回的路线太长",
    "changes the grid": "改动了棋盘",
    "answers differently after other questions": "问过别的问题之后，回答就变了",
    "lists a pair twice": "把同一对牌列了两次",
    "misses a pair that links": "漏掉了连得上的一对牌",
    "lists a pair that is not a move": "列出了不能消的一对牌",
    "does not see that no move is left": "没有看出已经无牌可消",
    "says that no move is left, but that is wrong": "说无牌可消，其实不是",
}
_WORDS = {
    "the ring": "外圈",
    "the board": "棋盘",
    "tile": "牌",
    "wall": "墙",
    "a space": "空格",
    "a path": "路线",
    "starts": "起点",
    "ends": "终点",
    "it now has more rows": "行数变多了",
    "it now has fewer rows": "行数变少了",
    "its rows are not the same": "行和原来不同",
}
_KEPT = (
    (r"the global (\w+)", r"全局变量 \1"),
    (r"the cache of (\w+)", r"\1 的缓存"),
    (r"the default argument (\w+) of (\S+) \(made only once\)", r"\2 的默认参数 \1（只创建一次）"),
)
_LINES = (
    (r"(\S+) (" + "|".join(map(re.escape, _TITLES)) + ")", r"\1 \2"),
    (r"(\S+) answers all ([\d,]+) questions correctly(, as far as time allowed)?", r"\1 答对了全部 \2 个问题"),
    (r"(\S+) was not tried", r"还没有试 \1"),
    (r"(\S+) is slow: only ([\d,]+) questions in (\d+) s", r"\1 太慢：\3 秒里只答了 \2 个问题"),
    (r"([\d,]+) on all boards of up to (\d+) cells?(.*)", r"其中 \1 个是在不超过 \2 格的所有棋盘上"),
    (r"([\d,]+) on those of up to (\d+), with other numbers", r"\1 个是在不超过 \2 格、换了数字的棋盘上"),
    (r"([\d,]+) on larger random boards, the largest (.*)", r"\1 个是在更大的随机棋盘上，最大的是 \2"),
    (r"every path it returned is valid", "它返回的每条路线都成立"),
    (r"every path it returned has the fewest turns", "它返回的每条路线转弯都最少"),
    (
        r"every path it returned has the fewest turns and, among those, the fewest steps",
        "它返回的每条路线转弯最少，其中步数也最少",
    ),
    (r"the smallest board that shows it has (\d+) cells?:", r"出错的最小棋盘有 \1 格："),
    (
        r"a board of (\d+) cells? that shows it \(there may be smaller ones\):",
        r"出错的一个 \1 格的棋盘（也许还有更小的）：",
    ),
    (r"the smallest board that shows it has (\d+) cells?\.", r"出错的最小棋盘有 \1 格。"),
    (
        r"a board of (\d+) cells? that shows it \(there may be smaller ones\)\.",
        r"出错的一个 \1 格的棋盘（也许还有更小的）。",
    ),
    (r"its path:", "它的路线："),
    (r"a better one:", "更好的路线："),
    (r"compare it with others: (.*)", r"和别的算法比一比：\1"),
    (r"( *)returned (.*) after other questions", r"\1问过别的问题之后返回 \2"),
    (r"( *)returned (.*)", r"\1返回 \2"),
    (r"( *)raised (.*)", r"\1抛出 \2"),
    (r"( *)did not return within (\d+) seconds(?:, and had taken (.*) of memory)?", r"\1超过 \2 秒没有返回"),
    (r"( *)terminated Python with (\w+|exit code \d+)(.*)", r"\1让 Python 终止了：\2"),
    (
        r"( *)expected (True|a path), e\.g\. (.*): (\d+) turns?, (\d+) steps?",
        r"\1应为 \2，例如 \3：转弯 \4 次，\5 步",
    ),
    (r"( *)expected False: no path with at most (\d+) turns? joins them", r"\1应为 False：转弯不超过 \2 次连不上"),
    (r"( *)expected False: no path joins them", r"\1应为 False：连不上"),
    (
        r"( *)expected True or False, or a path: .*",
        r"\1应返回 True、False，或者路线：格子 (row, col) 的列表，连不上时返回 [] 或 None",
    ),
    (
        r"( *)expected a list of pairs of cells, .*",
        r"\1应返回格子对的列表，例如 [((0, 0), (0, 2))]，没有可消的牌时返回 []",
    ),
    (r"( *)expected True or False", r"\1应返回 True 或 False"),
    (r"( *)expected False: no tiles are left", r"\1应为 False：已经没有牌了"),
    (r"( *)expected False: (\(.*\)) and (\(.*\)) link", r"\1应为 False：\2 和 \3 连得上"),
    (r"( *)expected True: (\d+) tiles? left, and no two of them link", r"\1应为 True：还有 \2 张牌，没有两张连得上"),
    (r"( *)expected (\[.*\]) and ([\d,]+) more pairs", r"\1应为 \2 以及另外 \3 对"),
    (r"( *)expected (\[.*\])", r"\1应为 \2"),
    (r"( *)it lists (.*) more than once; .*", r"\1它把 \2 列了不止一次；两格的先后没有关系"),
    (r"( *)it pairs (.*) with itself", r"\1它把 \2 和自己配成了一对"),
    (r"( *)it lists (.*), but (.*) is not on the board", r"\1它列出了 \2，但 \3 不在棋盘上"),
    (r"( *)it lists (.*), but there is no tile at (.*)", r"\1它列出了 \2，但 \3 没有牌"),
    (r"( *)it lists (.*), but these are different tiles", r"\1它列出了 \2，但这两张牌不同"),
    (r"( *)it lists (.*), but they do not link", r"\1它列出了 \2，但它们连不上"),
    (r"( *)it does not list (.*) and (.*)", r"\1它没有列出 \2 和 \3"),
    (
        r"( *).* it answers correctly, but it changes (.*), which later calls find",
        r"\1没有问过别的问题时它答对了，可是它改动了 \2，影响了后面的调用",
    ),
    (
        r"( *).* it answers correctly: does it keep state .*",
        r"\1没有问过别的问题时它答对了：是不是在调用之间保留了状态（如全局列表），或者用了随机数？",
    ),
    (
        r"( *).* it answers correctly: it keeps more and more .*",
        r"\1没有问过别的问题时它答对了：它在调用之间越存越多，直到内存用光",
    ),
    (r"( *)it changed the built-in (\w+), .*", r"\1它改动了内置的 \2，这里所有的代码都要用它"),
    (r"(\S+) changes the built-in (\w+), .*", r"\1 改动了内置的 \2，这里所有的代码都要用它"),
    (r"(.+) is saved as GBK; .*", r"\1 的编码是 GBK；请存成 UTF-8，或者在第一行写上 # coding: gbk"),
    (r"(.+) is saved as UTF-16 .*", r"\1 的编码是 UTF-16（记事本里叫 Unicode）；请存成 UTF-8"),
    (r"(.+) is not saved as UTF-8; .*", r"\1 的编码不是 UTF-8；请用这种编码重新保存"),
    (
        r"(\S+) in (\S+) must take one argument: (.*) \(it takes (.*)\); .*",
        r"\2 里的 \1 应有参数 \3（现在是 \4）；多出的参数要有默认值",
    ),
    (
        r"(\S+) in (\S+) must take three arguments: (.*) \(it takes (.*)\); .*",
        r"\2 里的 \1 应有三个参数 \3（现在是 \4）；a 和 b 都是 (row, col)，多出的参数要有默认值",
    ),
    (
        r"(\S+) in (\S+) is a method of the class (\S+); add a function that calls it, e\.g\. (.*)",
        r"\2 里的 \1 是类 \3 的方法；请加一个调用它的函数，例如 \4",
    ),
    (r"(\S+) is called with (.*) alone; by default (.*)", r"调用 \1 时只给出 \2，其余用默认值：\3"),
    (
        r"(\S+) is called with (.*) in this order, but its arguments are (.*)",
        r"调用 \1 时参数依次是 \2，而它的参数写成了 \3",
    ),
    (r"(.+) has no function (\S+)", r"\1 里没有函数 \2"),
    (r"(.+) has no function (\S+), nor any other that takes ([^;]*)", r"\1 里没有函数 \2，也没有别的函数用参数 \3"),
    (
        r"(.+) has no function (\S+), nor any .*; (\S+) is a method of the class (\S+); add .* it, e\.g\. (.*)",
        r"\1 里没有函数 \2；\3 是类 \4 的方法，请加一个调用它的函数，例如 \5",
    ),
    (
        r"(.+) has no function (\S+) \(it has (.*)\); name one, e\.g\. (.*)",
        r"\1 里没有函数 \2（有 \3）；请写明用哪一个，例如 \4",
    ),
    (r"(.+): No such file or directory", r"\1：没有这个文件"),
    (r"it has (\S+): is that the one\? Then rename it", r"里面有 \1：是不是就是它？请改一下名字"),
    (
        r"(.+), line (\d+): (\w*Error: .*); write (.*) instead, with .*",
        r"\1 第 \2 行：\3；请改成 \4（用英文输入法，半角）",
    ),
    (r"(.+), line (\d+): (\w*Error: .*)", r"\1 第 \2 行：\3"),
    (r"( *)(\S+\.py, )?line (\d+), in (\S+): (.*)", r"\1\2第 \3 行（\4）：\5"),
    (
        r"(.+) cannot be imported: (.*); put the code that starts your program under (.*)",
        r"\1 无法导入：\2；请把启动程序的代码放在 \3 下面",
    ),
    (
        r"(.+) cannot be imported: (.*); the file is not part of a package: write (.*), not (.*)",
        r"\1 无法导入：\2；这个文件不属于任何包：请写 \3，不要写 \4",
    ),
    (
        r"(.+) cannot be imported: (.*); in the browser, .*",
        r"\1 无法导入：\2；浏览器里只有 Python 的标准库，没有别的文件",
    ),
    (r"(.+) cannot be imported: (.*)", r"\1 无法导入：\2"),
    (
        r"importing (\S+) takes longer than (\d+) seconds; .*",
        r"导入 \1 超过了 \2 秒；请把启动程序的代码放在 if __name__ == '__main__': 下面",
    ),
    (r"( *)the other way round, (.*), it is correct", r"\1反过来 \2 就对了"),
    (r"( *)printed:", r"\1打印了："),
    (
        r"( *)it printed something, but returned nothing: .*",
        r"\1它打印了内容，却没有返回：请用 return 返回答案，不要打印",
    ),
    (r"( *)a function with yield returns a generator: use return", r"\1有 yield 的函数返回生成器：请用 return"),
    (r"( *)a function with async def returns a coroutine: use def", r"\1用 async def 的函数返回协程：请用 def"),
    (r"( *)to write into it, make a copy first: (.*)", r"\1要往里写，请先复制：\2"),
    (r"( *)it changed the grid: (\(.*?\)) was (.*) and is now (.*)", r"\1它改动了棋盘：\2 原来是 \3，现在是 \4"),
    (r"( *)it changed the grid: (.*)", r"\1它改动了棋盘：\2"),
    (r"(\S+) reads more than ([\d,]+) cells; choose a smaller board", r"\1 读了 \2 个以上的格子；请换一个小一些的棋盘"),
    (r"(\S+) returned (.*), which is not (?:a path|an answer)", r"\1 返回了 \2，这不是答案"),
    (r"(\S+) raised (.*?)(?: \(line (\d+), in .*\))?", r"\1 抛出了 \2"),
    (r"(\S+) did not return", r"\1 没有返回"),
    (r"(\S+) terminated Python with (.*)", r"\1 让 Python 终止了：\2"),
    (r"( *)its path (starts|ends) at (.*) instead of ([ab])", r"\1它的路线的\2是 \3，不是 \4"),
    (r"( *)its path leaves (the ring|the board) at (.*)", r"\1它的路线在 \3 越出了\2"),
    (r"( *)its path jumps from (.*) to (.*)", r"\1它的路线从 \2 跳到了 \3"),
    (r"( *)its path goes through the (tile|wall) at (.*)", r"\1它的路线穿过了 \3 的\2"),
    (r"( *)its path reverses direction at (.*)", r"\1它的路线在 \2 折返了"),
    (r"( *)its path has (\d+) turns?, but at most (\d+) are allowed", r"\1它的路线转弯 \2 次，最多只许 \3 次"),
    (r"( *)its path has (\d+) turns? where (\d+) would do", r"\1它的路线转弯 \2 次，其实 \3 次就够"),
    (r"( *)its path has (\d+) steps? where (\d+) would do", r"\1它的路线走 \2 步，其实 \3 步就够"),
    (
        r"( *)to be judged by (\w+) it must return the path, not just True",
        r"\1按 \2 评判时必须返回路线，不能只返回 True",
    ),
    (
        r"( *)it needs more than ([\d.]+) GB of memory: .*",
        r"\1它需要 \2 GB 以上的内存：是不是有列表无限变长，或者无限递归？",
    ),
    (r"stopped early: time is up", "提前停止：时间到了"),
    (r"stopped early: time is up; there may be other faults", "提前停止：时间到了；也许还有别的错误"),
    (r"stopped early: time is up \(--seconds allows more\)", "提前停止：时间到了（--seconds 可以给更多时间）"),
    (
        r"stopped early: time is up \(--seconds allows more\); there may be other faults",
        "提前停止：时间到了（--seconds 可以给更多时间）；也许还有别的错误",
    ),
    (
        r"stopped early: too many answers did not come; there may be other faults",
        "提前停止：太多问题没有回答；也许还有别的错误",
    ),
    (
        r"stopped early: some answers took more than (\d+) seconds, .*",
        r"提前停止：有些回答超过 \1 秒，换个新进程却马上就有；是不是在调用之间保留了状态（如全局列表），还是机器太忙？",
    ),
)
_KNOWN = _TITLES | _WORDS
_COLOURED = re.compile(r"((?:\x1b\[[0-9;]*m)*)(.*?)((?:\x1b\[[0-9;]*m)*)")


def to_chinese(report: str) -> str:
    """Translate a report, line by line.

    >>> to_chinese("linkable misses a link"), to_chinese("0 [1][1]")
    ('linkable 漏掉了连线', '0 [1][1]')
    """
    return "\n".join(map(_translate, report.split("\n")))


def in_language(report: str, language: Language) -> str:
    """Return a report in a language."""
    return to_chinese(report) if language == "zh" else report


def _translate(line: str) -> str:
    found = _COLOURED.fullmatch(line)
    assert found, "every line matches"
    before, text, after = found.groups()
    for pattern, chinese in _LINES:
        if match := re.fullmatch(pattern, text):
            return before + re.sub(r"\\(\d)", partial(_word, match), chinese) + after
    return line


def _word(match: re.Match[str], place: re.Match[str]) -> str:
    """Return the word for a place of a translation: as it stands in the line, or its own translation."""
    said = match[int(place[1])] or ""
    if said.startswith("the "):
        for pattern, chinese in _KEPT:
            said = re.sub(pattern, chinese, said)
    return _KNOWN.get(said, said)
