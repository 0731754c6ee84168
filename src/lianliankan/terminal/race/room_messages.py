"""Messages about the events of a room and its race, one at a time, below the board."""

from collections.abc import Iterable

from lianliankan.race import events as ev
from lianliankan.race import events as rev
from lianliankan.terminal.messages import GameMessage
from lianliankan.terminal.race.room_lines import translate_name
from lianliankan.terminal.race.room_model import RoomModel
from lianliankan.texts import Texts
from lianliankan.web.race.protocol import RaceErrorMessage, ReactionShown

_IN_THE_WAY = ("different kinds", "no path", "same tile", "empty cell", "off the board")


def describe_room_events(
    happened: Iterable[rev.RoomEvent | ev.RaceEvent], model: RoomModel, texts: Texts
) -> GameMessage | None:
    """Return the message for the most important of some events; None if there is nothing to say."""
    found = [(rank, said) for event in happened if (said := _describe(event, model, texts)) for rank in [_rank(event)]]
    return min(found, key=lambda each: each[0])[1] if found else None


def describe_reaction(shown: ReactionShown, model: RoomModel, texts: Texts) -> str:
    """Return the message for a player's reaction."""
    return texts("room reacts", name=_name(shown.seat, model, texts), reaction=texts(f"reaction {shown.reaction}"))


def describe_room_error(error: RaceErrorMessage, texts: Texts) -> str:
    """Return the message for a refused command."""
    return texts(f"room error {error.code}") if error.code in _KNOWN_ERRORS else error.problem


_KNOWN_ERRORS = ("full", "kicked", "stale", "store", "queue")


def _rank(event: rev.RoomEvent | ev.RaceEvent) -> int:
    return _BY_IMPORTANCE.index(event.name) if event.name in _BY_IMPORTANCE else len(_BY_IMPORTANCE)


_BY_IMPORTANCE = (
    *("roomclosed", "raceover", "seatfinished", "wentout", "attacked", "boardlaid", "racebegun"),
    *("denied", "roomdenied", "hintshown", "itemearned", "pairtaken"),
)


def _describe(event: rev.RoomEvent | ev.RaceEvent, model: RoomModel, texts: Texts) -> GameMessage | None:
    is_own, name = event.seat == model.you, _name(event.seat, model, texts)
    match event:
        case ev.PairTaken() if is_own:
            return GameMessage(texts("room combo", combo=event.combo), "good") if event.combo > 1 else GameMessage("")
        case ev.Denied() if is_own:
            return _describe_denial(event, texts)
        case ev.HintShown() if is_own:
            return GameMessage(texts("hinted safe" if event.is_safe else "hinted lost"), "good")
        case ev.ItemEarned() if is_own:
            return GameMessage(texts("room earned", item=texts(f"item {event.item}")), "good")
        case ev.Attacked():
            return _describe_attack(event, model, texts)
        case ev.BoardLaid() if event.why == "stuck" and (is_own or model.has_one_board):
            return GameMessage(texts("shuffled stuck"), "good")
        case ev.SeatFinished() if is_own:
            return GameMessage(texts("room own finish", rank=event.rank), "good")
        case ev.SeatFinished():
            return GameMessage(texts("room other finish", name=name))
        case ev.WentOut() if is_own:
            return GameMessage(texts("room own out", why=texts(f"room out {event.reason}")), "bad")
        case ev.WentOut():
            return GameMessage(texts("room other out", name=name, why=texts(f"room out {event.reason}")))
        case ev.WentAway() if not is_own:
            return GameMessage(texts("room went away", name=name))
        case ev.CameBack() if not is_own:
            return GameMessage(texts("room came back", name=name))
        case ev.RaceOver():
            return GameMessage(texts("room over"), "good")
        case rev.RaceBegun():
            return GameMessage(texts("room go"), "good")
        case rev.SeatTaken() if not is_own:
            return GameMessage(texts("room joined", name=translate_name(event.player, texts)))
        case rev.CountdownBegun():
            return GameMessage("")
        case rev.CountdownStopped():
            return GameMessage(texts("room stopped"))
        case rev.RoomClosed():
            return GameMessage(texts("room closed"), "bad")
        case rev.RoomDenied():
            return GameMessage(texts("room denied"), "bad")
    return None


def _name(seat: int, model: RoomModel, texts: Texts) -> str:
    return translate_name(model.name(seat), texts)


def _describe_denial(event: ev.Denied, texts: Texts) -> GameMessage:
    if event.reason in (*_IN_THE_WAY, "no hints left"):
        return GameMessage(texts(f"refused {event.reason}"), "bad")
    said = {"hints are blocked": "room hints blocked", "stuck": "room stuck"}.get(event.reason, "room denied")
    return GameMessage(texts(said), "bad")


def _describe_attack(event: ev.Attacked, model: RoomModel, texts: Texts) -> GameMessage | None:
    item = texts(f"item {event.item}")
    if event.seat == model.you:
        if event.is_shielded:
            return GameMessage(texts("room shielded", name=_name(event.by, model, texts), item=item), "good")
        return GameMessage(texts("room hit", name=_name(event.by, model, texts), item=item), "bad")
    if event.by == model.you:
        said = "room blocked by" if event.is_shielded else "room landed"
        return GameMessage(
            texts(said, name=_name(event.seat, model, texts), item=item), "text" if event.is_shielded else "good"
        )
    return GameMessage(
        texts("room attack", by=_name(event.by, model, texts), name=_name(event.seat, model, texts), item=item)
    )
