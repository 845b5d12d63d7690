"""What can be done now, as a list that is chosen from by number: the plays that lay most come first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rummynet.bots.worth import word_value
from rummynet_client.core.spoken.action_words import action_words
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import _, ngettext
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, Draw, ThrowOut

MOST: Final = 7
"""Offers written at once."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An action at a position with named cards."""

    action: Action
    position: Mapping[str, Any]

    @property
    def words(self) -> str:
        """The action in words; made on demand, as there may be thousands of offers and few are written."""
        return action_words(self.action, self.position)


def offers(model: ViewModel) -> list[Offer]:
    """Everything that can be done now but throwing out, best first: what lays most, drawing, then all else."""
    position = model.position
    if position is None:
        return []
    found = [notation.parse(text) for text in model.legal()]
    ranked = sorted((one for one in found if not isinstance(one, ThrowOut)), key=_rank)
    return [Offer(one, position) for one in ranked]


def offer_lines(found: Sequence[Offer], model: ViewModel, *, whole: bool = False) -> list[str]:
    """The offers with their numbers, and how one throws out; *whole*: all of them, however many."""
    told = found if whole else found[:MOST]
    lines = [f"{number}: {offer.words}." for number, offer in enumerate(told, 1)]
    if len(told) < len(found):
        more = len(found) - len(told)
        lines.append(ngettext("{n} more: say 'what all'.", "{n} more: say 'what all'.", more, n=more))
    throws = [text for text in model.legal() if text.startswith("throw ")]
    if len(throws) == 1 and not found:
        return [_("You can only throw out your last card: {action}.", action=throws[0])]
    if throws:
        lines.append(_("To throw out a card say throw and the card, as in: {action}.", action=throws[0]))
    return lines


def _rank(action: Action) -> tuple[int, str]:
    """Plays by the points they lay; a draw before what lays nothing."""
    text = notation.text(action)
    if isinstance(action, Draw):
        return -1, text
    laid = text.rpartition("meld ")[2] if "meld " in text else text.rpartition("lay ")[2]
    words = laid.partition(" on ")[0].split() if "meld " in text or "lay " in text or "contract" in text else []
    return -sum(word_value(word) for word in words if word[0] in "*A23456789TJQK" and len(word) > 1), text
