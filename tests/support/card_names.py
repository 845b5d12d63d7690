"""Cards as texts name them, which of them a reader of the log has seen, and what a reader could say itself."""

import re
from typing import Final

from rummynet.rules.core.state import HIDDEN, State
from rummynet.verifier.auditor import Auditor
from rummynet_protocol import cards, notation
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.statements import Acting, read_statement
from rummynet_protocol.wire.messages import Submit

NAMES: Final = re.compile(r"(?<![=\w*])(?:[A2-9TJQK][CDHS]|\*[12])(?:\.[0-3])?(?!\w)")


def codes(text: str) -> list[set[int]]:
    """Of each card that a text names: the codes it may mean."""
    found = []
    for name in NAMES.findall(text):
        face, dot, deck = name.partition(".")
        number = cards.FACE_OF[face]
        decks = [int(deck)] if dot else range(cards.MOST_DECKS)
        found.append({one * cards.PER_DECK + number for one in decks})
    return found


def seen_in(state: State | None) -> set[int]:
    """The cards of a position as one reader knows it: whatever is not hidden there."""
    if state is None:
        return set()
    open_cards = {*state.discard, *state.stock, *(card for meld in state.melds for card in meld.cards)}
    return {*open_cards, *(card for hand in state.hands for card in cards.members(hand))} - {HIDDEN}


def foreseen(auditor: Auditor, asked: object) -> str | None:
    """Why the asker's own copy of the game refuses what was asked: a host that says the same tells nothing."""
    seat = auditor.me_seat
    if not isinstance(asked, Submit) or asked.what != "action" or auditor.variety is None or auditor.state is None:
        return None
    try:
        said = read_statement("action", asked.payload)
        if isinstance(said, Acting) and seat is not None:
            auditor.variety.apply(auditor.state, seat, notation.parse(said.do))
    except RummynetError as problem:
        return str(problem)
    return None
