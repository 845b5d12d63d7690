"""Advice as a sentence: the action and its reasons, in the words of the screen or in those that are spoken.

The reasons come as values (``rummynet.bots.coach.play_reasons``); a ``Wording`` has what they leave out.
"""

from collections.abc import Sequence
from typing import Final

from rummynet.bots.coach import play_reasons as reasons
from rummynet.bots.coach.findings import Advice, Moment, half_interval
from rummynet_client.core.text.action_text import Wording, meld_name
from rummynet_client.core.text.card_names import WRITTEN, meld_cards
from rummynet_client.language import N_, _, ngettext, player_name
from rummynet_protocol.actions import Action


def moment_text(moment: Moment, names: Sequence[str]) -> str:
    """A decision that cost points, as the screen writes it."""
    return moment_sentence(moment, Wording(names, melds=meld_cards(moment.decision.view.position)))


def advice_sentence(advice: Advice, wording: Wording) -> str:
    """The advice: what to do, and why; no stop at its end."""
    action = wording.action(advice.action)
    clauses = [reason_clause(one, advice.action, wording) for one in advice.reasons]
    if not clauses:
        return action
    # Written, what stands before the advice, "hint" or a turn, has a colon already; a dash is not heard.
    says = N_("{action} – {reasons}") if wording.voice is WRITTEN else N_("{action}: {reasons}")
    return _(says, action=action, reasons="; ".join(clauses))


def moment_sentence(moment: Moment, wording: Wording) -> str:
    """A decision that cost points, with the better play; *wording* is that of the position then."""
    # Whole points: the figure is a mean of a few rounds, and a decimal would promise more than it knows.
    points = round(moment.cost)
    return ngettext(
        "turn {turn}, about {n} ± {error} point: not '{done}' but {better}",
        "turn {turn}, about {n} ± {error} points: not '{done}' but {better}",
        points, turn=moment.turn, n=points, error=half_interval(moment.error),
        done=wording.action(moment.decision.action), better=advice_sentence(moment.better, wording),
    )  # fmt: skip


_PLAIN: Final[dict[type[reasons.Reason], str]] = {
    reasons.OnlyChoice: N_("nothing else can be done"),
    reasons.GoesOut: N_("you go out with it"),
    reasons.NothingInPile: N_("you can take nothing from the pile"),
    reasons.Safe: N_("nobody can lay it: the others cannot get the cards that go with it"),
    reasons.NeedsTwo: N_("to lay it somebody needs two cards that nobody has seen"),
    reasons.TakesBack: N_("you can take it back while it lies in the pile"),
    reasons.StaysIn: N_("if you do not pay, you sit out"),
}


def reason_clause(reason: reasons.Reason, action: Action, wording: Wording) -> str:
    """One reason as a clause that stands behind the action and a dash."""
    plain = _PLAIN.get(type(reason))
    if plain is not None:
        return _(plain)
    voice = wording.voice
    match reason:
        case reasons.Brings(n):
            return ngettext("it brings {n} card", "it brings {n} cards", n, n=n)
        case reasons.Lays(n, turn) if turn:
            return ngettext(
                "it lays {n} point, and you lay {turn} in this turn",
                "it lays {n} points, and you lay {turn} in this turn",
                n, n=n, turn=turn,
            )  # fmt: skip
        case reasons.Lays(n):
            return ngettext("it lays {n} point", "it lays {n} points", n, n=n)
        case reasons.Sheds(n):
            return ngettext("it rids you of {n} card", "it rids you of {n} cards", n, n=n)
        case reasons.GetsWild(card):
            return _("it brings {card} into your hand", card=voice.card(card))
        case reasons.ThenThrow(card):
            return _("then throw {card}, which nobody can lay", card=voice.card(card))
        # The card has just been named in the action, so here it is "it".
        case reasons.GoesWithNothing(card) if card in _named(action):
            return _("nothing you hold goes with it")
        case reasons.GoesWithNothing(card):
            return _("nothing you hold goes with {card}", card=voice.card(card))
        case reasons.GoesWith(card, cards) if card in _named(action):
            return _("it goes with {cards}", cards=voice.cards(cards))
        case reasons.GoesWith(card, cards):
            return _("{card} goes with {cards}", card=voice.card(card), cards=voice.cards(cards))
        case reasons.WouldBring(card, n):
            return ngettext(
                "taking {card} would leave you {n} more card to get rid of",
                "taking {card} would leave you {n} more cards to get rid of",
                n, card=voice.card(card), n=n,
            )  # fmt: skip
        case reasons.FitsMeld(meld):
            return _(
                "they can lay it on {meld}, but everything else costs you more",
                meld=meld_name(wording.melds, meld, voice),
            )
        case reasons.Dearest(points):
            return _("if you keep it, it costs you {points} points", points=points)
        case reasons.NearOut(seat, n):
            name = player_name(seat, wording.names)
            return ngettext(
                "{name} may soon go out, with {n} card left",
                "{name} may soon go out, with {n} cards left",
                n,
                name=name,
                n=n,
            )
        case reasons.BreaksMeld(cards):
            return _("it breaks up {cards}, but everything else costs you more", cards=voice.cards(cards))
        case reasons.OpensTo(cards):
            return _("what you could lay lets the others lay off {cards}", cards=voice.cards(cards))
        case reasons.Better(than, n, error) if error:
            return ngettext(
                "in the end about {n} point better than '{other}', give or take {error}",
                "in the end about {n} points better than '{other}', give or take {error}",
                n, n=n, error=error, other=wording.action(than),
            )  # fmt: skip
        case reasons.Better(than, n):
            return ngettext(
                "it promises {n} point more than '{other}'", "it promises {n} points more than '{other}'",
                n, n=n, other=wording.action(than),
            )  # fmt: skip
        case reasons.Close(to):
            return _("'{other}' would do about as well", other=wording.action(to))
    raise TypeError(reason)


def _named(action: Action) -> tuple[str, ...]:
    """The one card that an action is about, without its deck."""
    # Not every action has one card; those that have name it by this field.
    card = getattr(action, "card", None)
    return () if card is None else (str(card).partition(".")[0],)
