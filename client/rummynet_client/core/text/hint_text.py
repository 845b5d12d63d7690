"""Advice as a sentence: the action and its reasons, in the words of the screen or in those that are spoken.

The reasons come as values (``rummynet.bots.coach.play_reasons``); a ``Wording`` has what they leave out.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

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


def reason_clause(reason: reasons.Reason, action: Action, wording: Wording) -> str:
    """One reason as a clause that stands behind the action and a dash."""
    plain = _PLAIN.get(type(reason))
    return _(plain) if plain is not None else _CLAUSES[type(reason)](reason, action, wording)


_PLAIN: Final[dict[type[reasons.Reason], str]] = {
    reasons.OnlyChoice: N_("nothing else can be done"),
    reasons.GoesOut: N_("you go out with it"),
    reasons.NothingInPile: N_("you can take nothing from the pile"),
    reasons.Safe: N_("nobody can lay it: the others cannot get the cards that go with it"),
    reasons.NeedsTwo: N_("to lay it somebody needs two cards that nobody has seen"),
    reasons.TakesBack: N_("you can take it back while it lies in the pile"),
    reasons.StaysIn: N_("if you do not pay, you sit out"),
}


def _brings(reason: reasons.Brings, _action: Action, _wording: Wording) -> str:
    return ngettext("it brings {n} card", "it brings {n} cards", reason.cards, n=reason.cards)


def _lays(reason: reasons.Lays, _action: Action, _wording: Wording) -> str:
    return ngettext("it lays {n} point", "it lays {n} points", reason.points, n=reason.points)


def _sheds(reason: reasons.Sheds, _action: Action, _wording: Wording) -> str:
    return ngettext("it rids you of {n} card", "it rids you of {n} cards", reason.cards, n=reason.cards)


def _gets_wild(reason: reasons.GetsWild, _action: Action, wording: Wording) -> str:
    return _("it brings {card} into your hand", card=wording.voice.card(reason.card))


def _then_throw(reason: reasons.ThenThrow, _action: Action, wording: Wording) -> str:
    return _("then throw {card}, which nobody can lay", card=wording.voice.card(reason.card))


def _goes_with_nothing(reason: reasons.GoesWithNothing, action: Action, wording: Wording) -> str:
    # The card has just been named in the action, so here it is "it".
    if reason.card in _named(action):
        return _("nothing you hold goes with it")
    return _("nothing you hold goes with {card}", card=wording.voice.card(reason.card))


def _goes_with(reason: reasons.GoesWith, action: Action, wording: Wording) -> str:
    others = wording.voice.cards(reason.cards)
    if reason.card in _named(action):
        return _("it goes with {cards}", cards=others)
    return _("{card} goes with {cards}", card=wording.voice.card(reason.card), cards=others)


def _named(action: Action) -> tuple[str, ...]:
    """The one card that an action is about, without its deck."""
    # Not every action has one card; those that have name it by this field.
    card = getattr(action, "card", None)
    return () if card is None else (str(card).partition(".")[0],)


def _would_bring(reason: reasons.WouldBring, _action: Action, wording: Wording) -> str:
    return ngettext(
        "taking {card} would bring {n} more card into your hand",
        "taking {card} would bring {n} more cards into your hand",
        reason.cards, card=wording.voice.card(reason.card), n=reason.cards,
    )  # fmt: skip


def _fits_meld(reason: reasons.FitsMeld, _action: Action, wording: Wording) -> str:
    return _("it fits {meld}, but there is nothing better", meld=meld_name(wording.melds, reason.meld, wording.voice))


def _dearest(reason: reasons.Dearest, _action: Action, _wording: Wording) -> str:
    return _("if you keep it, it costs you {points} points", points=reason.points)


def _near_out(reason: reasons.NearOut, _action: Action, wording: Wording) -> str:
    name = player_name(reason.seat, wording.names)
    return ngettext(
        "{name} holds only {n} card", "{name} holds only {n} cards", reason.cards, name=name, n=reason.cards
    )


def _breaks_meld(reason: reasons.BreaksMeld, _action: Action, wording: Wording) -> str:
    return _("it breaks up {cards}", cards=wording.voice.cards(reason.cards))


def _better(reason: reasons.Better, _action: Action, wording: Wording) -> str:
    if reason.error:
        return ngettext(
            "about {n} ± {error} point better than '{other}'", "about {n} ± {error} points better than '{other}'",
            reason.points, n=reason.points, error=reason.error, other=wording.action(reason.than),
        )  # fmt: skip
    return ngettext(
        "it promises {n} point more than '{other}'", "it promises {n} points more than '{other}'",
        reason.points, n=reason.points, other=wording.action(reason.than),
    )  # fmt: skip


def _close(reason: reasons.Close, _action: Action, wording: Wording) -> str:
    return _("about equal to '{other}'", other=wording.action(reason.to))


_CLAUSES: Final[dict[type[reasons.Reason], Callable[[Any, Action, Wording], str]]] = {
    reasons.Brings: _brings,
    reasons.Lays: _lays,
    reasons.Sheds: _sheds,
    reasons.GetsWild: _gets_wild,
    reasons.ThenThrow: _then_throw,
    reasons.GoesWithNothing: _goes_with_nothing,
    reasons.GoesWith: _goes_with,
    reasons.WouldBring: _would_bring,
    reasons.FitsMeld: _fits_meld,
    reasons.Dearest: _dearest,
    reasons.NearOut: _near_out,
    reasons.BreaksMeld: _breaks_meld,
    reasons.Better: _better,
    reasons.Close: _close,
}
