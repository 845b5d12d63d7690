"""Actions with one thing changed in their text: most of them are against the rules, some are not actions at all."""

import random
from collections.abc import Sequence

from rummynet.rules.core.state import State
from rummynet_protocol.cards import FACES, members, name


def bent(text: str, state: State, chance: random.Random) -> str:
    """The action with another card, meld or order; cards are rather those of the hand on turn."""
    words = text.split(" ")
    at = chance.randrange(len(words))
    held = _names(state)
    match chance.randrange(7):
        case 0:
            words[at] = chance.choice(held)
        case 1:
            words[at] = str(chance.randrange(12))
        case 2:
            del words[at]
        case 3:
            other = chance.randrange(len(words))
            words[at], words[other] = words[other], words[at]
        case 4:
            words[at] = f"{words[at].partition('=')[0]}={chance.choice(FACES)}"
        case 5:
            words[at] = f"{words[at].partition('=')[0]}={chance.choice('A23456789TJQK')}{chance.choice('CDHS?')}"
        case _:
            words.insert(at, chance.choice(held))
    return " ".join(words)


def _names(state: State) -> Sequence[str]:
    named = [name(card, 2) for card in members(state.hands[state.turn])]
    return [*named, *(one.partition(".")[0] for one in named)] or FACES
