"""The items of a race: what each does, and which formats offer it."""

from typing import Literal, get_args

from lianliankan.seeds import derive_seed, draw

Format = Literal["sprint", "items", "shared", "together", "ghost"]

Attack = Literal["shuffle", "put-back", "hide", "turn", "block"]
Help = Literal["hint", "bomb", "time", "shield"]
Item = Literal[Attack, Help]

ATTACKS: tuple[Attack, ...] = get_args(Attack)
"""Used on another seat: shuffle its board, put back a pair, hide tiles, turn faces upside down, block its hints."""

HELPS: tuple[Help, ...] = get_args(Help)
"""Used for oneself: a safe hint, a bomb that takes a safe pair, more time, a shield against one attack."""

ITEMS: tuple[Item, ...] = (*ATTACKS, *HELPS)

_TEAM: tuple[Item, ...] = ("hint", "bomb", "time")  # a team has no attacks
# An item is earned as often as it is repeated here: the strongest ones seldom.
_BAG: tuple[Item, ...] = (
    *("shuffle", "put-back", "bomb", "time"),
    *("hide", "turn", "block", "hint", "shield") * 2,
)
_ITEM_STREAM = 11  # the stream of seeds that items are drawn from


def offered_items(format: Format) -> tuple[Item, ...]:
    """Return the items that players of a format can earn if the race has items.

    >>> offered_items("together"), offered_items("sprint")
    (('hint', 'bomb', 'time'), ())
    """
    if format == "together":
        return _TEAM
    return ITEMS if format in ("items", "shared") else ()


def draw_item(offered: tuple[Item, ...], seed: int, seat: int, number: int) -> Item:
    """Return the item that a seat earns as its `number`-th; it depends on nothing but these values.

    >>> [draw_item(ITEMS, 7, 0, number) for number in range(3)]
    ['hide', 'shuffle', 'time']
    """
    bag = [item for item in _BAG if item in offered]
    return bag[draw(derive_seed(seed, seat, _ITEM_STREAM), number, len(bag))]
