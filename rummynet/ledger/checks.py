"""The name and meaning of every check, and which kinds of entries may follow each other."""

from typing import Final

from rummynet_protocol.fairness.entries import (
    Acted,
    CardsDealt,
    Commits,
    Cosigns,
    Ended,
    Entry,
    HostCommit,
    HostPart,
    Inserted,
    Keys,
    NonceCommits,
    Nonces,
    Opened,
    PartLogged,
    PauseChanged,
    Reveals,
    Root,
    Scored,
    Seated,
    Shown,
    Shuffle,
    TurnLate,
    TurnUp,
    Voided,
    Voted,
    Wanted,
)

CHECKS: Final = {
    "format": "every record is of a known kind and form",
    "chain": "the entries follow each other as the protocol says",
    "host-signature": "the host signed every entry together with all before it",
    "rules-hash": "the game and its options are known and possible",
    "consent": "every player agreed to this very game before it began",
    "statement-order": "nobody's statements stand in another order than they were signed in",
    "time": "the host's clock did not run ahead of any player's",
    "refusal": "nothing that the host refused was logged, and it gave no false reason",
    "session": "every seat's nonce is the one it committed to",
    "commit-order": "the host committed to each shuffle before any player",
    "recommit": "nobody committed twice to one shuffle",
    "commit-set": "all were shown the same commitments",
    "commitment": "every contribution and secret is the one committed to",
    "reveal": "every contribution was made for this shuffle, and signed",
    "element": "what stands for a number or a point of the sealed deck is one",
    "key": "every key of a sealed deck is its seat's own",
    "part": "every part of a sealed deck was signed by its seat",
    "due": "every part came when it was due, and cards from the top",
    "escrow": "the parts of every key add up to it",
    "mix": "every mix kept the cards that it was given",
    "share": "every share of a card is right",
    "hand": "every hidden card that was played was held",
    "gone": "keys were opened only of seats that all had given up",
    "key-open": "every key that was opened is the one shown before",
    "root": "all were shown the same sealed deck",
    "co-signature": "every seat signed the deck before a card was dealt",
    "void": "every shuffle put aside is counted, and answered for",
    "first-seat": "who begins follows from the contributions of all",
    "position": "cards came from the deck in order, none skipped or used twice",
    "opening": "every card shown is the one sealed at its place",
    "deck": "each deck is the one that the contributions of all give",
    "action-signature": "every action and every vote was signed by its player",
    "stale-action": "every action was aimed at the position it met",
    "clock": "the host acted for a player only as options or votes allow",
    "rules": "every move was legal",
    "score": "the scores are right",
    "end": "the game was played to its end, or ended as it may",
}
"""What each check establishes, by name, in the order in which ``verify`` prints them."""

_MID_ROUND: Final[frozenset[type[Entry]]] = frozenset({Acted, Voted, PauseChanged, Wanted, Shown, Scored, Ended})
NEXT: Final[dict[type[Entry] | None, frozenset[type[Entry]]]] = {
    None: frozenset({Opened}),
    Opened: frozenset({Seated}),
    Seated: frozenset({NonceCommits, Seated, Voted, Ended}),
    NonceCommits: frozenset({Nonces, Seated, Voted, Ended}),
    Nonces: frozenset({HostCommit, Voted, Ended}),
    # No vote where parts of a shuffle are due (also below): the host's time for silence runs there, and the option
    # `voids` ends the game if nobody comes back.
    HostCommit: frozenset({Commits, Voided}),
    # Nobody owes anything between these two, so nothing of a player can stand there.
    Commits: frozenset({Shuffle}),
    Shuffle: frozenset({Reveals, Voided}),
    Reveals: frozenset({Root}),
    Root: frozenset({Cosigns, Voided}),
    Cosigns: frozenset({CardsDealt, Acted}),
    Voided: frozenset({HostCommit, Seated, Voted, Ended}),
    CardsDealt: _MID_ROUND | {Inserted},
    Inserted: _MID_ROUND,
    Wanted: frozenset({HostCommit, Shuffle, Voted, Ended}),
    Acted: _MID_ROUND,
    Shown: frozenset({Acted, Voted, PauseChanged, Scored, Ended}),
    Scored: frozenset({HostCommit, Seated, Voted, PauseChanged, Ended}),
    Ended: frozenset(),
}
"""Which kinds may follow a kind (None: at the start). After a vote or a pause comes what could come before it.

Where one of two is possible but not both (``Cosigns``), or something only at times, see ``course``.
"""
SEALED_MID_ROUND: Final[frozenset[type[Entry]]] = (_MID_ROUND - {Shown}) | {TurnLate}
NEXT_SEALED: Final[dict[type[Entry] | None, frozenset[type[Entry]]]] = {
    **NEXT,
    Shuffle: frozenset({Keys, Cosigns, Voided, Voted, Ended}),
    Keys: frozenset({Cosigns, Voided}),
    Cosigns: SEALED_MID_ROUND | {CardsDealt},
    CardsDealt: SEALED_MID_ROUND | {TurnUp, Inserted},
    Inserted: frozenset({Cosigns, Voted, Ended}),
    Acted: SEALED_MID_ROUND,
    Wanted: frozenset({Shuffle, Voted, Ended}),
}
"""The same with a sealed deck. Parts stand anywhere in its rounds, whenever one is due, and move nothing here."""
VOTES_BEGIN: Final[frozenset[type[Entry]]] = frozenset(
    {Seated, NonceCommits, Nonces, HostCommit, Commits, Reveals, Keys, Cosigns}
)
"""No vote reaches over one of these: a part of all is a sign of life of every seat."""
WAIT_GOES_ON: Final[frozenset[type[Entry]]] = frozenset({Voted, PauseChanged})
"""Entries that do not affect what may follow them, nor what is waited for."""
SEALED_ASIDES: Final[frozenset[type[Entry]]] = frozenset({PartLogged, HostPart, TurnLate, TurnUp})
"""Entries of a sealed deck that do not affect what may follow them; what is due follows from the hidden cards."""
ASIDES: Final = WAIT_GOES_ON | SEALED_ASIDES
