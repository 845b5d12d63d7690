"""Events of a game as sentences: in the log on the screen, in ``says`` for programs, and as they are said."""

from collections.abc import Iterator, Sequence

from rummynet_client.core.text.action_text import Wording, action_text
from rummynet_client.core.text.card_names import WRITTEN, Melds, Voice
from rummynet_client.core.text.news import CallWasLate
from rummynet_client.language import N_, _, ngettext, player_name
from rummynet_protocol.events import (
    CalledFalsely,
    CalledRummy,
    Chose,
    Dealt,
    Declared,
    Drew,
    Event,
    Exchanged,
    GameEnded,
    LaidDown,
    LaidOff,
    Passed,
    RoundEnded,
    Shuffled,
    ThrewOut,
    Took,
    TurnedOver,
    TurnedUp,
    WentOut,
)


def events_line(events: Sequence[Event], by: Wording) -> str:
    """The events of one action in one line: who did several things is named once."""
    said: list[str] = []
    before: int | None = None
    for actor, says in _sentences(events, by):
        # "ben took 4♥, laid 4♥ 4♠ 4♦": in all our languages a sentence begins with who did it
        said.append(says.removeprefix(f"{by.name(actor)} ") if actor is not None and actor == before else says)
        before = actor
    return ", ".join(said)


def event_sentences(events: Sequence[Event], by: Wording) -> list[str]:
    """The events of one action, a sentence without a full stop each."""
    return [says for _actor, says in _sentences(events, by)]


def _sentences(events: Sequence[Event], by: Wording) -> Iterator[tuple[int | None, str]]:
    """Who acts, and the sentence. A RoundEnded names who went out, so WentOut is left out beside it.

    A card taken and one drawn by the same seat is one bought out of turn, as only crummy rummy has it.
    """
    match events:
        case [Took(seat=seat, cards=cards), Drew(seat=drawer, card=penalty)] if seat == drawer:
            yield seat, _buy_text(seat, cards, penalty, by)
            return
    ended = any(isinstance(event, RoundEnded) for event in events)
    for event in events:
        if not (ended and isinstance(event, WentOut)):
            yield getattr(event, "seat", None), _event_text(event, by)


def late_call(late: CallWasLate, names: Sequence[str]) -> str:
    """That a call came after another; the time between them cannot be checked."""
    first, second = (player_name(seat, names) for seat in (late.winner, late.seat))
    return _(
        "Two called: {first} was first, {second} {millis} ms later, the host says",
        first=first, second=second, millis=late.millis,
    )  # fmt: skip


def round_out(round: int, out: int | None, by: Wording) -> str:
    """Which round is over, and who went out."""
    return _("Round {round}: {out}", round=round, out=_who_went_out(out, by))


def game_won(winner: int | None, by: Wording, totals: Sequence[int] = ()) -> str:
    """Who won the game, and why if others have as many points; nobody alone if *winner* is None."""
    if winner is None:
        return _("the game is over, the first place is shared")
    won = by.did(winner, N_("{who} won the game"), N_("you won the game"))
    if winner < len(totals) and totals.count(totals[winner]) > 1:
        return _("{won}: with equal points, the leader before this round wins", won=won)
    return won


def seat_scored(name: str, score: int, total: int) -> str:
    """The points of a round, and the total with them."""
    return _("{name} {score:+d} (now {total})", name=name, score=score, total=total)


def cards_came(cards: Sequence[str], voice: Voice = WRITTEN) -> str:
    """That the player got these cards: the host shows a drawn card after the entry that draws it."""
    return _("you got {came}", came=voice.cards(cards))


def _event_text(event: Event, by: Wording) -> str:
    voice = by.voice
    match event:
        case Dealt():
            return _("the cards were dealt")
        case TurnedUp(card):
            return _("{card} was turned up", card=voice.card(card))
        case Drew(seat, card) if card:
            return by.did(seat, N_("{who} drew {card}"), N_("you drew {card}"), card=voice.card(card))
        case Drew(seat):
            return by.did(seat, N_("{who} drew a card"), N_("you drew a card"))
        case Took(seat, cards):
            return by.did(seat, N_("{who} took {cards}"), N_("you took {cards}"), cards=voice.cards(cards))
        case LaidDown(seat, _meld, cards):
            return by.did(seat, N_("{who} laid {cards}"), N_("you laid {cards}"), cards=voice.cards(cards))
        case LaidOff(seat, _meld, cards) if before := _before(event, by.melds):
            theirs, ours = N_("{who} laid off {cards} on {meld}"), N_("you laid off {cards} on {meld}")
            return by.did(seat, theirs, ours, cards=voice.cards(cards), meld=voice.meld(before))
        case LaidOff(seat, _meld, cards):
            return by.did(seat, N_("{who} laid off {cards}"), N_("you laid off {cards}"), cards=voice.cards(cards))
        case Exchanged(seat, _meld, card, wild):
            theirs, ours = N_("{who} put {card} in place of {wild}"), N_("you put {card} in place of {wild}")
            return by.did(seat, theirs, ours, card=voice.card(card), wild=voice.card(_natural(wild)))
        case ThrewOut(seat, card):
            return by.did(seat, N_("{who} threw out {card}"), N_("you threw out {card}"), card=voice.card(card))
        case CalledRummy(seat):
            return by.did(seat, N_("{who} called RUMMY"), N_("you called RUMMY"))
        case CalledFalsely(seat, cards, 0):
            theirs = N_("{who} called a rummy that is not there, with {cards}")
            return by.did(
                seat, theirs, N_("you called a rummy that is not there, with {cards}"), cards=voice.cards(cards)
            )
        case CalledFalsely(seat, cards, points):
            theirs = N_("{who} called a rummy that is not there, with {cards}: −{points}")
            ours = N_("you called a rummy that is not there, with {cards}: −{points}")
            return by.did(seat, theirs, ours, cards=voice.cards(cards), points=points)
        case Declared(seat):
            return by.did(seat, N_("{who} declared the whole hand"), N_("you declared the whole hand"))
        case Shuffled(count):
            return ngettext(
                "{cards} card of the pile became the new stock",
                "{cards} cards of the pile were shuffled into a new stock",
                count,
                cards=count,
            )
        case TurnedOver(seat, count):
            theirs = N_("{who} turned the pile over as a stock of {cards}")
            return by.did(seat, theirs, N_("you turned the pile over as a stock of {cards}"), cards=count)
        case Passed(seat, "pass"):
            return by.did(seat, N_("{who} passed"), N_("you passed"))
        case Passed(seat, "waive"):
            return by.did(seat, N_("{who} left the top of the pile"), N_("you left the top of the pile"))
        case Chose(seat, "aces 0"):
            return by.did(seat, N_("{who} counts every ace as 1"), N_("you count every ace as 1"))
        case Chose(seat, action) if action.startswith("aces "):
            theirs, ours = N_("{who} counts {high} of their aces as 13"), N_("you count {high} of your aces as 13")
            return by.did(seat, theirs, ours, high=action.removeprefix("aces "))
        case Passed(seat, action) | Chose(seat, action):
            return by.did(seat, N_("{who}: {action}"), N_("you: {action}"), action=action_text(action, by.melds, voice))
        case WentOut(seat):
            return _who_went_out(seat, by)
        case RoundEnded(out, round_scores):
            scores = ", ".join(f"{by.name(seat)} {score:+d}" for seat, score in enumerate(round_scores))
            return _("the round is over, {how}: {scores}", how=_who_went_out(out, by), scores=scores)
        case GameEnded(winner):
            return game_won(winner, by)
    raise TypeError(event)


def _who_went_out(out: int | None, by: Wording) -> str:
    return _("nobody could go on") if out is None else by.did(out, N_("{who} went out"), N_("you went out"))


def _buy_text(seat: int, cards: Sequence[str], penalty: str | None, by: Wording) -> str:
    if not penalty:
        return by.did(
            seat, N_("{who} bought {cards} for a penalty card"), N_("you bought {cards} for a penalty card"),
            cards=by.voice.cards(cards),
        )  # fmt: skip
    return by.did(
        seat, N_("{who} bought {cards} for a penalty card, {penalty}"),
        N_("you bought {cards} for a penalty card, {penalty}"),
        cards=by.voice.cards(cards), penalty=by.voice.card(penalty),
    )  # fmt: skip


def _before(event: LaidOff, melds: Melds) -> list[str]:
    """The meld before these cards came to it; no cards if it is not known."""
    rest = list(melds[event.meld]) if event.meld < len(melds) else []
    for card in map(_natural, event.cards):
        # A wild card is the same whether or not the meld also says what it stands for.
        naturals = list(map(_natural, rest))
        # With its deck: a meld may have two wild cards of one face, and only one of them came.
        if card in naturals:
            del rest[naturals.index(card)]
    return rest


def _natural(card: str) -> str:
    """The card, whatever it stands for."""
    return card.partition("=")[0]
