"""The reason for each fairness check, in words for people who do not know what a hash is."""

from typing import Final

from rummynet.verifier.checks import CHECKS
from rummynet_client.language import N_, _

WHY: Final = {
    "format": N_("A record that cannot be read could hide anything, so one unreadable byte ends the game's good name."),
    "chain": N_(
        "Each entry of the game's log carries a print of all before it, like pages that are numbered and "
        "sewn in. Nobody can later leave one out, slip one in or change one without the rest not fitting."
    ),
    "host-signature": N_(
        "The host signs every entry. It cannot tell you one story and another player a different one and "
        "deny it afterwards: both carry its signature."
    ),
    "rules-hash": N_(
        "The game and its options are part of what everybody signs. Nobody can claim later that other "
        "rules were agreed on."
    ),
    "consent": N_(
        "Your 'ready' is signed for one game: this table, these rules, these people, after that last game. A host that "
        "could begin games as it likes would begin them until one suits it."
    ),
    "statement-order": N_(
        "Whatever you sign is numbered, and names what you signed before. So nobody can use an old move of yours "
        "after a newer one."
    ),
    "time": N_(
        "The host's clock is the only one in the log, but every player's own clock is written beside it. So no turn "
        "can be declared over before its time has really passed."
    ),
    "refusal": N_(
        "What the host refuses it refuses for good, with its signature. It cannot keep a call back and use it when it "
        "is worth more."
    ),
    "session": N_(
        "At the start each player throws in a random number, promised before it is shown. So this table "
        "is new, and nothing recorded at another game can be played again here. The six words are its "
        "name: compare them aloud."
    ),
    "commit-order": N_(
        "The host fixes its part of a shuffle before it has seen anybody else's. Otherwise it could wait "
        "for yours and choose its own so that the deck suits it."
    ),
    "recommit": N_(
        "Each shuffle has one promise from everybody. Whoever could promise twice could look first and "
        "choose the better of two decks."
    ),
    "commit-set": N_(
        "All players were shown the same promises. Else the host could shuffle differently with each of them."
    ),
    "commitment": N_(
        "What was promised before the shuffle is what was shown afterwards. A promise is a print of a "
        "number: it does not give the number away, and no other number has it."
    ),
    "reveal": N_(
        "Every player's part was made for this very shuffle and signed. Your own random part is in it: "
        "as long as one player is honest, nobody can have chosen the deck."
    ),
    "root": N_(
        "The host seals the whole deck, card by card, before the first is dealt, and shows everybody the "
        "same seal. From then on no card can be exchanged."
    ),
    "co-signature": N_(
        "Every player signed that seal before a card was dealt. The deck was fixed while nobody knew a card."
    ),
    "void": N_(
        "A shuffle that is put aside is counted, with whom the host blames for it; who is blamed and had answered says "
        "so in the log. So no host can throw away decks until it likes one."
    ),
    "first-seat": N_("Who begins is drawn from everybody's random parts too, so the host could not choose it."),
    "position": N_(
        "Cards come off the sealed deck from the top, none skipped, none twice. So nobody can be dealt a "
        "better card from further down."
    ),
    "opening": N_("Each card that you were shown came with the proof that it is the one under the seal at that place."),
    "deck": N_(
        "After the round the host publishes its secret, and the deck is shuffled again from all parts. "
        "It has to come out card for card as it was dealt."
    ),
    "action-signature": N_(
        "Every move and every vote is signed by its player. The host cannot invent one for you, nor you deny one."
    ),
    "stale-action": N_(
        "A signed move names the position it was meant for. The host cannot keep it back and use it "
        "later, when it would do you harm."
    ),
    "clock": N_(
        "The host may act for a player only when the time that the options allow has run out, or while more than half "
        "of the others have voted for it, and then it can do nothing but what the rules of the clock say."
    ),
    "rules": N_("Every move was tried against the rules on your own machine. The host's word was not taken for it."),
    "score": N_("The scores were added up again here from the cards themselves."),
    "end": N_("The game ended because somebody had won it, not because it was cut off where that suited somebody."),
}
"""Check name to its reason."""


def reason_for(name: str) -> str:
    """What the check establishes, and why that matters."""
    return f"{_(CHECKS[name])}. {_(WHY[name])}"
