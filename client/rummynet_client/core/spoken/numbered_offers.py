"""What can be done now, as a list that is chosen from by number, the best first."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet_client.core.spoken.action_words import action_words
from rummynet_client.core.text.card_letters import in_letters
from rummynet_client.core.views.ranking import best_first
from rummynet_client.core.views.view_model import ViewModel
from rummynet_client.language import _, ngettext
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, ThrowOut
from rummynet_protocol.values import Value

MOST: Final = 7
"""Offers written at once."""


class NumberedOffer(Value):
    """An action at a position with named cards."""

    action: Action
    position: Mapping[str, Any]

    @property
    def words(self) -> str:
        """The action in words; made on demand, as there may be thousands of offers and few are written."""
        return action_words(self.action, self.position)


def offers(model: ViewModel) -> list[NumberedOffer]:
    """Everything that can be done now but throwing out, best first."""
    position = model.position
    if position is None:
        return []
    ranked = best_first(model, [action for action in model.legal() if not isinstance(action, ThrowOut)])
    return [NumberedOffer(action, position) for action in ranked]


def offer_lines(found: Sequence[NumberedOffer], model: ViewModel, *, whole: bool = False) -> list[str]:
    """The offers with their numbers, and how one throws out; *whole*: all of them, however many."""
    told = found if whole else found[:MOST]
    lines = [f"{number}: {offer.words}." for number, offer in enumerate(told, 1)]
    if len(told) < len(found):
        more = len(found) - len(told)
        lines.append(ngettext("{n} more: say 'what all'.", "{n} more: say 'what all'.", more, n=more))
    throws = [notation.text(action) for action in model.legal() if isinstance(action, ThrowOut)]
    if len(throws) == 1 and not found:
        return [_("You can only throw out your last card: {action}.", action=in_letters(throws[0]))]
    if throws:
        lines.append(_("To throw out a card say throw and the card, as in: {action}.", action=in_letters(throws[0])))
    return lines
