"""The reason for each fairness check, in words for people who do not know what a hash is."""

from typing import Final

from rummynet.ledger.checks import CHECKS
from rummynet_client.language import N_, _

WHY: Final = {
    "format": N_("A record that cannot be read could hide anything, so a single unreadable byte fails the whole game."),
    "chain": N_(
        "Each entry of the game's log carries a fingerprint of everything before it, like the numbered pages "
        "of a bound book. If somebody later removes, adds or changes one, the rest no longer fits."
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
        "You sign 'ready' for one game: this table, these rules, these people, after that last game. Otherwise "
        "the host could begin games until one suits it."
    ),
    "statement-order": N_(
        "Everything you sign has a number and names what you signed before. So nobody can use an old move of "
        "yours after a newer one."
    ),
    "time": N_(
        "The log goes by the host's clock, but every player's own clock is written beside it. So the host "
        "cannot end a turn before its time has really passed."
    ),
    "refusal": N_(
        "When the host refuses something, it signs that, and the refusal is final. It cannot keep a call back "
        "and use it when it is worth more."
    ),
    "session": N_(
        "At the start each player adds a random number, and promises it before showing it. So this table is "
        "new, and nobody can replay a recording of another game here. The six words are the table's name: "
        "compare them aloud."
    ),
    "commit-order": N_(
        "The host fixes its part of a shuffle before it has seen anybody else's. Otherwise it could wait "
        "for yours and choose its own so that the deck suits it."
    ),
    "recommit": N_(
        "Everybody makes one promise for each shuffle. A player with two promises could look first and choose "
        "the better of two decks."
    ),
    "commit-set": N_(
        "All players were shown the same promises. Otherwise the host could shuffle differently with each of them."
    ),
    "commitment": N_(
        "Everybody showed after the shuffle what they had promised before it. A promise is the fingerprint of "
        "a number: it does not give the number away, and no other number has the same one."
    ),
    "reveal": N_(
        "Every player made a part for this very shuffle and signed it. Your own random part is in it: as long "
        "as one player is honest, nobody can have chosen the deck."
    ),
    "element": N_(
        "With a sealed deck cards are points on a curve. Bytes that are no such point, or a second spelling of one, "
        "could make two programs see different cards."
    ),
    "key": N_(
        "With a sealed deck each player's program has a key of its own for each round, and proves that it has it. "
        "A key made up from the others' would open all cards."
    ),
    "part": N_(
        "Each mix, share and key of a sealed deck is signed by its player. So it is certain whose is wrong, if one is."
    ),
    "due": N_(
        "A share opens a card. So every program gives one only for the card that the log has just given away, and "
        "nobody can have one opened out of turn."
    ),
    "escrow": N_(
        "So that a round can go on when a program is lost, each key is kept in parts by all others and the host. The "
        "parts must add up to the key, and each opens nothing without all others."
    ),
    "mix": N_(
        "Every player's program mixes the sealed deck, and proves that the same cards came out without showing where "
        "they went. As long as one player is honest, nobody knows the order."
    ),
    "share": N_(
        "A card is opened for its holder by a share of every other player. Each comes with a proof: a false one would "
        "turn the card into another."
    ),
    "hand": N_(
        "A player who plays a hidden card proves that they hold it, without showing when they drew it. So nobody plays "
        "a card that they do not have."
    ),
    "gone": N_(
        "The hand of a lost program is opened only when it has been waited for as long as the table allows, and all "
        "other people have signed that they go on without it."
    ),
    "key-open": N_(
        "At the end of a round all keys are opened, and your own machine opens every card with them and checks the "
        "whole round again."
    ),
    "root": N_(
        "The host seals the whole deck, card by card, before it deals the first, and shows everybody the same "
        "seal. After that nobody can exchange a card."
    ),
    "co-signature": N_(
        "Every player signed that seal before a card was dealt. The deck was fixed while nobody knew a card."
    ),
    "void": N_(
        "Every shuffle that is put aside is counted, with the players the host blames for it. A blamed player "
        "who did answer says so in the log. So the host cannot throw decks away until it likes one."
    ),
    "first-seat": N_("Everybody's random parts also decide who begins, so the host could not choose."),
    "position": N_(
        "Cards come off the sealed deck from the top, none skipped, none twice. So nobody can be dealt a "
        "better card from further down."
    ),
    "opening": N_("Each card that you were shown came with proof that it is the one sealed at that place."),
    "deck": N_(
        "After the round the host publishes its secret, and your own machine shuffles the deck again from all "
        "parts. It must come out card for card as it was dealt."
    ),
    "action-signature": N_(
        "Every player signs every move and every vote. The host cannot invent one for you, and you cannot deny one."
    ),
    "stale-action": N_(
        "A signed move names the position it was meant for. The host cannot keep it back and use it "
        "later, when it would do you harm."
    ),
    "clock": N_(
        "The host may act for a player only when the time that the options allow has run out, or while more "
        "than half of the others have voted for it. Even then it can only do what the rules of the clock say."
    ),
    "rules": N_("Your own machine checked every move against the rules. It did not take the host's word for it."),
    "score": N_("Your own machine added up the scores again from the cards themselves."),
    "end": N_("The game ended because somebody won it, not because somebody cut it off when it suited them."),
}
"""Check name to its reason."""


def reason_for(name: str) -> str:
    """What the check establishes, and why that matters."""
    return f"{_(CHECKS[name])}. {_(WHY[name])}"
