"""Advice in spoken words."""

from collections.abc import Mapping, Sequence
from typing import Any

from rummynet.bots.coach.findings import Moment
from rummynet.rules.core.variety import Variety
from rummynet_client.core.spoken.action_words import action_words, meld_words
from rummynet_client.core.spoken.spoken_cards import card_words, cards_words
from rummynet_client.core.text.hint_text import Wording, moment_sentence


def spoken_wording(position: Mapping[str, Any], names: Sequence[str]) -> Wording:
    """Actions and cards as they are said, at a position with named cards."""
    return Wording(
        lambda action: action_words(action, position),
        card_words,
        cards_words,
        lambda number: meld_words(number, position),
        names,
    )


def moment_words(moment: Moment, variety: Variety, names: Sequence[str]) -> str:
    """A decision that cost points, as it is said."""
    position = variety.positions.write(moment.decision.view.position)
    return moment_sentence(moment, spoken_wording(position, names))
