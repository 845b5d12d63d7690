"""The answers to ``hand``, ``table``, ``scores`` and ``review``: what lies on the table, who plays, how it stands."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet.rules.core.state import State
from rummynet_client.core.session.guide import wait_for_parts
from rummynet_client.core.session.review import RoundReview
from rummynet_client.core.session.view_model import ViewModel
from rummynet_client.core.session.waits import whole_seconds
from rummynet_client.core.spoken.spoken_cards import SPOKEN, and_list, cards_words, codes_in_words, hand_words
from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.card_names import face
from rummynet_client.core.text.event_text import game_won, seat_scored
from rummynet_client.core.views.table_points import laid_so_far
from rummynet_client.language import _, ngettext
from rummynet_protocol.actions import Draw, Take
from rummynet_protocol.lookalikes import is_numbered
from rummynet_protocol.wire.messages import NAME

_NEWEST: Final = 5  # cards of the pile that are said unasked: a longer list is heard as nothing


def hand_lines(model: ViewModel) -> list[str]:
    """The own hand."""
    if model.state is None or model.me is None:
        return [sentence(_("you hold no cards: you are not playing a game"))]
    return [_("You hold {cards}.", cards=hand_words(model.hand))]


def table_lines(model: ViewModel) -> list[str]:
    """The whole table: whose turn, players with their cards and points, pile, melds, the game's facts."""
    if model.table is None:
        return [sentence(_("you are at no table; 'tables' lists them, 'sit 1' takes a seat at table 1"))]
    position, state = model.position, model.state
    if position is None or state is None:
        return [waiting_line(model)]
    lines = [wait_for_parts(model) or turn_line(model, state)]
    for seat in range(state.players):
        count = state.count(seat)
        cards = ngettext("{cards} card", "{cards} cards", count, cards=count)
        points = state.scores[seat]
        if seat == model.me:
            says = _("You have {cards} and {points} points", cards=cards, points=points)
        else:
            name = name_of(model, seat)
            says = _("{name} has {cards} and {points} points", name=name, cards=cards, points=points)
        # At its end a round's points are in the total.
        laid = laid_so_far(state)[seat : seat + 1] if state.phase != "over" else ()
        lines.append(" ".join([f"{says}.", *(_("Laid in this round: {points}.", points=one) for one in laid if one)]))
    stock = len(state.stock)
    lines.append(ngettext("{n} card in the stock.", "{n} cards in the stock.", stock, n=stock))
    pile = position["discard"]
    lines.append(_("The pile, top card first: {cards}.", cards=cards_words(pile[::-1])) if pile else _empty_pile())
    melds = [_meld_line(model, number, meld) for number, meld in enumerate(position["melds"])]
    facts = [sentence(codes_in_words(fact), model.names) for fact in model.facts]
    return [*lines, *(melds or [sentence(_("no melds yet"))]), *facts]


def turn_line(model: ViewModel, state: State) -> str:
    """Whose turn it is."""
    if state.phase == "over" or model.shuffling:
        return model.progress or _("The cards are being shuffled.")
    return _("It is your turn.") if model.my_turn else _("It is {name}'s turn.", name=name_of(model, state.turn))


def position_lines(position: Mapping[str, Any], seat: int) -> list[str]:
    """A position that is past: the hand of a seat, the pile, the melds."""
    pile = position["discard"]
    held = [card for card in position["hands"][seat] if card is not None]
    lines = [_("You held {cards}.", cards=hand_words(held))]
    lines.append(_("The pile, top card first: {cards}.", cards=cards_words(pile[::-1])) if pile else _empty_pile())
    return [*lines, *(_("On the table: {cards}.", cards=cards_words(meld["cards"])) for meld in position["melds"])]


def waiting_line(model: ViewModel) -> str:
    """Who sits at a table where no game is played yet, and who is ready."""
    names = [
        _("{name} (ready)", name=seat.name) if seat.ready else seat.name
        for seat in sorted(model.seats, key=lambda s: s.seat)
    ]
    return _("No cards are dealt. At the table: {names}.", names=and_list(names) or _("nobody"))


def own_name_line(model: ViewModel) -> str:
    """That the own name is another one at this table, and why; "" if it is not."""
    mine = next((seat.name for seat in model.seats if seat.me), model.name)
    if mine == model.name:
        return ""
    if not is_numbered(mine, model.name, NAME):
        return _(
            "At this table you are {mine}: the seat has your key. A second person on this account sets RUMMYNET_HOME.",
            mine=mine,
        )
    return _("Somebody here is already called {name}: at this table you are {mine}.", name=model.name, mine=mine)


def score_lines(model: ViewModel) -> list[str]:
    """Every finished round, and the totals."""
    if model.game is None:
        return [sentence(_("no game has been played here yet"))]
    rounds = [
        _("Round {round}: {scores}.", round=one.round, scores=_by_name(model, [f"{score:+d}" for score in one.scores]))
        for one in model.rounds
    ]
    return [*rounds, _("Now: {scores}.", scores=_by_name(model, list(map(str, model.totals))))]


def review_lines(model: ViewModel, round: int | None) -> list[str]:
    """A finished round with open cards, and the rummies that nobody called."""
    found = [one for one in model.reviews if round in (None, one.round)]
    if not found:
        return [_("There is no finished round with that number.")]
    return [*_seat_lines(model, found[-1]), *missed_lines(found[-1])]


def missed_lines(review: RoundReview) -> list[str]:
    """The rummies of a round that nobody called."""
    return [
        _(
            "Missed: {cards} could have been called for {seconds} seconds.",
            cards=cards_words(one.action.play.cards),
            # "0 seconds" would say that it could not be called.
            seconds=max(1, whole_seconds(one.millis)),
        )
        for one in review.missed
    ]


def name_of(model: ViewModel, seat: int) -> str:
    """A player's name, or "you"."""
    if seat == model.me:
        return _("you")
    return model.names[seat] if seat < len(model.names) else ""


def _meld_line(model: ViewModel, number: int, meld: dict[str, list[str]]) -> str:
    by = list(dict.fromkeys(name_of(model, int(seat)) for seat in meld["by"]))
    cards = cards_words(meld["cards"])
    return _("Meld {number}, laid by {names}: {cards}.", number=number, cards=cards, names=and_list(by))


def _seat_lines(model: ViewModel, review: RoundReview) -> list[str]:
    return [
        sentence(_(
            "{points}. Laid: {laid}. Still held: {held}.",
            points=seat_scored(name_of(model, one.seat) or one.name, one.score, one.total),
            laid="; ".join(map(cards_words, one.melds)) or _("nothing"),
            held=hand_words(one.held) if one.held else _("nothing"),
        ), model.names)
        for one in review.seats
    ]  # fmt: skip


def _by_name(model: ViewModel, values: Sequence[str]) -> str:
    return ", ".join(f"{name_of(model, seat)} {value}" for seat, value in enumerate(values))


def pile_words(model: ViewModel, *, asked: bool = True) -> str:
    """The pile with its newest cards by name, and to who picks up, and may be told, which of them can be taken."""
    pile = () if model.position is None else model.position["discard"]
    if not pile:
        return _empty_pile()
    cards, below = cards_words(pile[: -_NEWEST - 1 : -1]), len(pile) - _NEWEST
    if below > 0:
        cards = ngettext("{cards}; and {n} below", "{cards}; and {n} below", below, cards=cards, n=below)
    says = _("The pile, top card first: {cards}.", cards=cards)
    if model.hides_takes and not asked:
        return says
    takes = dict.fromkeys(face(action.card) for action in model.legal() if isinstance(action, Take))
    if takes.keys() - {face(pile[-1])}:  # the top card alone is named by its offer
        return says + " " + _("You can take {cards}.", cards=and_list(map(SPOKEN.card, takes)))
    return says + (" " + _("You can take none of it.") if not takes and Draw() in model.legal() else "")


def standing_lines(model: ViewModel) -> list[str]:
    """How the game stands, for who comes to it: the round, the points, the own hand."""
    if model.state is None:
        return []
    now = _("Round {round}.", round=model.round)
    if model.over is not None:
        won = game_won(model.over.winner, Wording(model.names, model.me), model.over.totals)
        now = sentence(won, model.names)
    elif model.called_off:
        now = sentence(model.called_off, model.names)
    now = " ".join([now, score_lines(model)[-1], _("Say 'log' to hear what happened.")])
    is_told = model.may_act or model.shuffling or model.over is not None or not model.hand
    return [now] if is_told else [now, _("You hold {cards}.", cards=hand_words(model.hand))]


def _empty_pile() -> str:
    return sentence(_("the pile is empty"))


def sentence(text: str, names: Sequence[str] = ()) -> str:
    """A sentence of ours with a stop, and a capital at its start unless one of these *names* stands there."""
    # Whole: somebody may be called "play", and a sentence begin with "players".
    is_name = any(name and text.startswith(name) and not text[len(name) : len(name) + 1].isalnum() for name in names)
    first = text[:1] if is_name else text[:1].upper()
    return first + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
