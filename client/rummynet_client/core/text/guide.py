"""The rule that applies at the moment, for every game and phase, in one to three sentences. Pure.

``docs/rules`` has the complete rules. No key is named: screen and plain lines show the same sentences. A game without
sentences of its own gets those that hold for any rummy.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import _


@dataclass(frozen=True, slots=True)
class _Moment:
    """The parts of the position that the sentences depend on."""

    phase: str
    mine: bool
    """The own seat has to act."""
    on_turn: bool
    first_turn: bool
    """Basic rummy: the own first turn of the round."""
    has_laid: bool
    """Crummy rummy: the own contract is laid."""
    last_round: bool
    options: dict[str, Any]


def rule_now(model: ViewModel) -> str:
    """The rule for the current position."""
    if model.table is None:
        return _("Sit down at a table (sit 1), or open one (create keilty).")
    if model.over is not None or model.called_off:
        return _("The game is over. Who plays again says ready; the next game begins when all have said so.")
    if model.state is None or model.position is None:
        return _(
            "The game begins when all who sit are ready (ready); bots can be seated too (bot add). Ready is signed for "
            "this game with these people: when somebody comes or goes, say it again."
        )
    if model.shuffling:
        return _("All players and the host shuffle together; nobody can choose the deck. why explains how.")
    if model.state.phase == "over":
        return _("The round is over; the next one begins by itself. review tells who had what.")
    return _GAMES.get(model.state.variety, _any_game)(_moment(model))


def _moment(model: ViewModel) -> _Moment:
    assert model.state is not None and model.position is not None
    state, me = model.state, model.me

    def of_ours(key: str) -> Any:  # noqa: ANN401 - what a position holds by seat
        values = (model.position or {}).get(key)
        return values[me] if values is not None and me is not None and me < len(values) else None

    return _Moment(
        phase=state.phase,
        mine=model.is_asked,
        on_turn=me == state.turn,
        first_turn=(of_ours("pickups") or 0) < 2,
        has_laid=bool(of_ours("laid")),
        last_round=state.round == 7,
        options=dict(state.options),
    )


def _any_game(now: _Moment) -> str:
    if not now.mine:
        return _("Others play.")
    return (
        _("Begin your turn by picking up a card.") if now.phase == "pickup" else _("Lay what you like, then throw out.")
    )


def _keilty(now: _Moment) -> str:
    if not now.mine:
        return _(
            "Others play; watch the pile. When it holds a whole meld, or a card that fits a meld on the "
            "table, that is a rummy: whoever sees it first calls it, but not the one whose play made it "
            "possible."
        )
    if now.phase == "pickup":
        return _(
            "Pick up: draw, or take any card of the pile with everything thrown on top of it, if you play "
            "that card at once. The play has to leave you a card to throw out."
        )
    return _(
        "Lay sets (3 or 4 of a rank) and runs (3 or more of a suit in a row), add to the melds of "
        "anybody, and end the turn by throwing out a card. You always keep one for that; the last one "
        "thrown is the only way out."
    )


def _basic(now: _Moment) -> str:
    match now.phase:
        case "call":
            return _(
                "The last card of a hand was thrown out. Whoever sees that it fits a meld on the table calls it; "
                "if nobody does in time, the round is over."
            )
        case "penalty" if now.on_turn:
            return _("Your throw-out was called: pick up two cards of the stock, or the whole pile, as you choose.")
        case "penalty":
            return _("A throw-out was called; who threw it picks up for that, then the next seat plays.")
        case "final" if now.mine:
            return _(
                "Somebody is out. Lay once more what you can, on any meld too, then pass: what stays in your "
                "hand counts against you."
            )
        case "final":
            return _("Somebody is out; the others lay a last time, one after the other.")
    if not now.mine:
        return _(
            "Others play. A card thrown out that fits a meld on the table can be called by anybody else, "
            "until the next player picks up; who threw it pays with cards."
        )
    if now.phase == "pickup":
        return _(
            "Pick up: draw; or take the top of the pile, which you then may not throw out in this turn; or "
            "take a deeper card with all above it, if you play that card at once. An empty stock is made by "
            "turning the pile over."
        )
    if now.first_turn:
        return _("Lay if you like, then throw out. It is your first turn of the round: you cannot go out in it.")
    says = _(
        "Lay if you like, then throw out. If you have laid nothing yet and can lay the whole hand at "
        "once, but for one card to throw out, declare: then the round counts twice."
    )
    return f"{says} {_('The last card has to be thrown out.')}" if now.options.get("discard_to_go_out") else says


def _crummy(now: _Moment) -> str:
    match now.phase:
        case "turnup":
            return _("A wild card was turned up; it goes back into the stock at a place that nobody knows.")
        case "offer" if now.mine:
            return _(
                "The top of the pile is offered to you out of turn. Want it, and you get the top card of the "
                "stock with it as a penalty; or waive. Saying nothing lets it go."
            )
        case "offer":
            return _("You drew, so the others are asked about the top of the pile.") if now.on_turn else (
                _("Another player is asked first about the top of the pile.")
            )  # fmt: skip
    if not now.mine:
        return _(
            "Others play. Whoever draws leaves the top of the pile to the others: then you may be asked "
            "whether you want it."
        )
    if now.phase == "pickup":
        return _("Pick up the top of the pile or of the stock. If you draw, the others may want the top of the pile.")
    if now.has_laid:
        return _(
            "Your contract lies there: add single cards to any meld, or swap a real card for a wild one, "
            "which moves on at once; no new melds. Then throw out. The round ends when a hand is empty."
        )
    if now.last_round:
        return _(
            "The last contract, three runs, takes the whole hand with the card just picked up; it ends the "
            "round. Until you have it, just throw out."
        )
    return _(
        "Before your contract lies there you can lay nothing else, and it is laid all at once. Twos and "
        "jokers are wild; half of a meld at most. Without it, just throw out."
    )


def _joker(now: _Moment) -> str:
    if not now.mine:
        return _("Others play; in this game nobody does anything out of turn.")
    if now.phase == "pickup":
        return _(
            "Pick up: draw, or take any card of the pile with everything thrown on top of it and use it at "
            "once, in a meld, as a lay-off, or in a trade for a joker."
        )
    return _(
        "Lay what you like and throw out. A joker is laid as a card that you name (*1=7H) and that does "
        "not lie on the table; the real card can be traded for it. The round ends the moment a hand is "
        "empty, also by a play."
    )


def _vegas(now: _Moment) -> str:
    match now.phase:
        case "aces" if now.mine:
            return _("The round is over: say how many of the aces you hold count 13 against you; the others count 1.")
        case "aces":
            return _("The round is over; who holds aces says how many of them count 13.")
        case "buyin" if now.mine:
            return _(
                "You have expired: buy in and go on with the highest total of those who have not, or decline and "
                "sit out. Whoever is the last below the limit wins."
            )
        case "buyin":
            return _("Who has expired buys in, or sits out.")
    if not now.mine:
        return _(
            "Others play; in this game nobody does anything out of turn. What you hold at the end counts against you."
        )
    if now.phase == "pickup":
        return _("Pick up the top of the stock or of the pile; what you take you need not use.")
    says = [
        _(
            "Lay melds and add single cards to anybody's. Say what a wild card stands for (*1=7H; *1=7? "
            "leaves the suit open)."
        )
    ]
    if now.options.get("strict"):
        says.append(_("One wild card at most in a meld."))
    if not now.options.get("solidarity", True):
        says.append(_("A real card can be swapped for a wild one that lies there."))
    return " ".join((*says, _("Keep a card: you go out by throwing out the last one.")))


_GAMES: Final[dict[str, Callable[[_Moment], str]]] = {
    "keilty": _keilty,
    "basic": _basic,
    "vegas": _vegas,
    "crummy": _crummy,
    "joker": _joker,
}
"""Game name to its sentences."""
