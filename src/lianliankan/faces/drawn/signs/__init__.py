"""Signs: bold shapes that differ in outline, fill and lightness, so that none is mistaken for another."""

from lianliankan.faces.drawn.signs import nature, patterns, things
from lianliankan.faces.drawn.tile_set import Body, Drawing, TileSet

__all__ = ["SET"]

BODY = Body.parse(
    "#ffffff #eef1f6 #c3ccdb #98a5bb #ffffff", "#e9edf4 #d3dae6 #8e9bb2 #66738b #fafcff", round=18, depth=9
)

DRAWINGS = (
    Drawing("star", "星星", "星", nature.star()),
    Drawing("heart", "红心", "心", nature.heart()),
    Drawing("moon", "月亮", "月", nature.moon()),
    Drawing("leaf", "树叶", "叶", nature.leaf()),
    Drawing("target", "靶子", "靶", patterns.target()),
    Drawing("lightning", "闪电", "电", nature.bolt()),
    Drawing("drop", "水滴", "滴", nature.drop()),
    Drawing("gear", "齿轮", "轮", patterns.gear()),
    Drawing("umbrella", "雨伞", "伞", things.umbrella()),
    Drawing("chequered disc", "棋盘格", "棋", patterns.chequers()),
    Drawing("fish", "小鱼", "鱼", nature.fish()),
    Drawing("spiral", "螺旋", "旋", nature.spiral()),
    Drawing("anchor", "船锚", "锚", things.anchor()),
    Drawing("sun", "太阳", "日", nature.sun()),
    Drawing("snowflake", "雪花", "雪", nature.snowflake()),
    Drawing("cube", "方块", "方", patterns.cube()),
    Drawing("hourglass", "沙漏", "漏", things.hourglass()),
    Drawing("waves", "波浪", "浪", nature.wave()),
    Drawing("key", "钥匙", "钥", things.key()),
    Drawing("crown", "王冠", "冠", things.crown()),
    Drawing("puzzle piece", "拼图", "拼", patterns.puzzle()),
    Drawing("rain cloud", "雨云", "云", nature.cloud()),
    Drawing("notes", "音符", "音", things.note()),
    Drawing("arrow", "箭头", "箭", patterns.arrow()),
    Drawing("flower", "花朵", "花", nature.flower()),
    Drawing("dotted triangle", "三角", "角", patterns.triangle()),
    Drawing("clover", "四叶草", "草", nature.clover()),
    Drawing("gem", "宝石", "钻", things.gem()),
    Drawing("yin and yang", "太极", "阴", patterns.yin_yang()),
    Drawing("house", "房子", "屋", things.house()),
    Drawing("striped cross", "十字", "十", patterns.cross()),
    Drawing("bell", "铃铛", "铃", things.bell()),
    Drawing("honeycomb", "蜂巢", "蜂", patterns.honeycomb()),
    Drawing("pinwheel", "风车", "风", patterns.pinwheel()),
    Drawing("eye", "眼睛", "眼", things.eye()),
    Drawing("chequered flag", "方格旗", "旗", things.flag()),
    Drawing("kite", "风筝", "筝", things.kite()),
    Drawing("rainbow", "彩虹", "虹", nature.rainbow()),
    Drawing("magnet", "磁铁", "磁", things.magnet()),
    Drawing("die", "骰子", "骰", things.die()),
    Drawing("sailing boat", "帆船", "帆", things.boat()),
    Drawing("paw print", "爪印", "爪", nature.paw()),
    Drawing("chevrons", "箭纹", "纹", patterns.chevrons()),
    Drawing("rings", "连环", "环", patterns.links()),
    Drawing("hot-air balloon", "热气球", "球", things.balloon()),
    Drawing("sweet", "糖果", "糖", things.candy()),
    Drawing("butterfly", "蝴蝶", "蝶", nature.butterfly()),
    Drawing("mushroom", "蘑菇", "菇", nature.mushroom()),
)

SET = TileSet("signs", BODY, DRAWINGS)
"""The clean set: pictograms and patterns."""
