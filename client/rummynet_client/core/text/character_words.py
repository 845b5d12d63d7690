"""What characters are like, and what they say: sentences for people, by character and by moment.

A bot says the English sentence; each client shows it in its player's language. No sentence names a card.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Final

from rummynet.bots.characters import ANYBODY
from rummynet_client.core.text.table_wish import MATCH
from rummynet_client.language import N_, _


class Occasion(Enum):
    """A moment that calls for a word."""

    BEGINNING = "beginning"
    OWN_CALL = "own_call"
    CALL_OF_ANOTHER = "call_of_another"
    OUT = "out"
    CAUGHT = "caught"  # the round ended with the worst score of all
    WON = "won"
    LOST = "lost"


ABOUT: Final[dict[str, str]] = {
    "benno": N_("Benno, learning: plays anything that is allowed, and is happy to be here"),
    "mats": N_("Mats, a child: plays quickly and simply, and misses most rummies"),
    "pippa": N_("Pippa, chatterbox: plays simply, and has something to say about it"),
    "rosa": N_("Rosa, grandmother: plays steadily and at leisure, lays early, and never misses a rummy"),
    "nils": N_("Nils, ponderer: plays steadily, takes his time, and waits for what the stock brings"),
    "selma": N_("Selma, cautious: plays steadily, and avoids throwing what others could lay"),
    "otto": N_("Otto, hoarder: plays strongly, and keeps melds in his hand until they are long"),
    "yara": N_("Yara, gambler: plays strongly and fast, and throws what others may lay"),
    "xaver": N_("Xaver, tidy: plays strongly, lays what can be laid, and gets rid of dear cards"),
    "wanda": N_("Wanda, optimist: plays strongly, takes little from the pile, and trusts that the card will come"),
    "viktor": N_("Viktor, champion: plays as well as a bot can, and is silent about it"),
    "tilda": N_("Tilda, quick wit: plays as well as a bot can, without thinking for long"),
    ANYBODY: N_("any one of the characters"),
    MATCH: N_("a character about as strong as you are, by the results of your games"),
}
"""By character: what it is like."""

_COMMON: Final[dict[Occasion, tuple[str, ...]]] = {
    Occasion.BEGINNING: (N_("Good luck, everybody!"), N_("Nice to sit here with you.")),
    Occasion.OWN_CALL: (N_("Rummy! That was lying there for all to see."), N_("Mine, thank you.")),
    Occasion.CALL_OF_ANOTHER: (N_("Well spotted!"), N_("Oh, I did not see that one.")),
    Occasion.OUT: (N_("And that was my last one."), N_("Done! Count, please.")),
    Occasion.CAUGHT: (N_("Well, that went wrong."), N_("I waited too long there.")),
    Occasion.WON: (N_("Thank you for the game. Another one?"), N_("That was fun!")),
    Occasion.LOST: (N_("Congratulations, well played."), N_("Next time!")),
}
_OWN: Final[dict[str, dict[Occasion, tuple[str, ...]]]] = {
    "benno": {
        Occasion.BEGINNING: (N_("I am still learning, be patient with me."),),
        Occasion.OUT: (N_("Wait, I am out? I am out!"),),
    },
    "mats": {
        Occasion.BEGINNING: (N_("I want to win this time!"),),
        Occasion.CALL_OF_ANOTHER: (N_("Hey, I wanted to say that!"),),
        Occasion.CAUGHT: (N_("That is not fair."),),
    },
    "pippa": {
        Occasion.BEGINNING: (N_("There you all are! I have been looking forward to this all day."),),
        Occasion.LOST: (N_("Never mind, I had a lovely time. Did you see how close that was?"),),
    },
    "rosa": {
        Occasion.BEGINNING: (N_("Has everybody got something to drink? Then let us begin."),),
        Occasion.OWN_CALL: (N_("Rummy, my dears. These old eyes still work."),),
        Occasion.CALL_OF_ANOTHER: (N_("I was just about to say it."),),
    },
    "nils": {
        Occasion.BEGINNING: (N_("No hurry, please."),),
        Occasion.CAUGHT: (N_("Hm. I should have thought longer."),),
    },
    "selma": {
        Occasion.BEGINNING: (N_("I will be careful today."),),
        Occasion.CALL_OF_ANOTHER: (N_("I hope that was not my fault."),),
    },
    "otto": {
        Occasion.OWN_CALL: (N_("One can never have too many cards."),),
        Occasion.CAUGHT: (N_("They were all so nice, I could not part with them."),),
    },
    "yara": {
        Occasion.BEGINNING: (N_("All or nothing!"),),
        Occasion.WON: (N_("Who dares, wins."),),
        Occasion.CAUGHT: (N_("It was worth the try."),),
    },
    "xaver": {Occasion.OUT: (N_("Table tidy, hand empty."),), Occasion.CAUGHT: (N_("What a mess."),)},
    "wanda": {
        Occasion.BEGINNING: (N_("I have a good feeling about this one."),),
        Occasion.LOST: (N_("My cards are certainly on their way to the next game."),),
    },
    "viktor": {Occasion.WON: (N_("A good game."),), Occasion.LOST: (N_("My respect. I will think about that."),)},
    "tilda": {Occasion.OUT: (N_("Was I too fast?"),), Occasion.OWN_CALL: (N_("Rummy! Blink and you miss it."),)},
}


def lines_of(who: str, occasion: Occasion) -> Sequence[str]:
    """What a character may say then, in English: its own lines, and those that all have."""
    # With the common ones, or a character with one line of its own would say nothing else all evening.
    return (*_OWN[who].get(occasion, ()), *_COMMON[occasion])


def about(who: str) -> str:
    """What a character is like; "" for who is none."""
    return _(ABOUT[who]) if who in ABOUT else ""
