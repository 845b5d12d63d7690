"""What a log needs of its game's rules: all of Keilty rummy, of other games only what FAIRNESS.md states for all."""

from __future__ import annotations

from typing import Any, TypeAlias

from stranger.epochs import Epoch
from stranger.forms import need
from stranger.keilty_log import KeiltyGame

Entry: TypeAlias = dict[str, Any]

VARIETIES = ("keilty", "basic", "vegas", "crummy", "joker")


class UnknownGame:
    """A game whose rules this verifier does not know: its moves, cards and scores are not checked."""

    known, cards = False, None

    def __init__(self, takes_newcomers: bool) -> None:
        self.takes_newcomers = takes_newcomers

    def check_players(self, count: int) -> None:
        """Check what the page states for all games: there are players."""
        need(count > 0, "rules-hash", "nobody plays")

    def check_deal(self, entry: Entry, players: int, epoch: Epoch) -> None:
        """Check that the cards go to seats of the table, and the cards turned up come next."""
        need(entry["starter"] < players, "first-seat", "there is no such seat")
        need(all(seat < players for seat in entry["to"]), "position", "a card goes to no seat")
        places = range(len(entry["to"]), len(entry["to"]) + len(entry["up"]))
        need([up[0] for up in entry["up"]] == list(places), "position", "other cards than the next are turned up")

    def deal(self, record: int, entry: Entry) -> None:
        """Begin the round."""

    def note_position(self) -> None:
        """Note a new position of the round."""

    def check_spelling(self, do: str) -> None:
        """Check the spelling of an action."""

    def races(self, _do: str) -> bool:
        """Tell whether an action may be aimed at an older position: any may, as far as is known here."""
        return True

    def check_call(self, do: str, aim: int) -> None:
        """Check the cards of a call aimed at the position `aim`."""

    def check_clock(self, entry: Entry) -> None:
        """Check that the host may act for a seat now."""

    def want(self, entry: Entry) -> None:
        """Check that a draw needs a new stock."""

    def restock(self, record: int, epoch: Epoch) -> None:
        """Replace the stock by the deck of `epoch`."""

    def check_restock(self, cards: bytes) -> None:
        """Check the cards of a new stock."""

    def act(self, record: int, entry: Entry) -> None:
        """Apply an action."""

    def was_seen(self, _card: int, _since: int) -> bool:
        """Tell whether all have seen a card since a position."""
        return False

    def show(self, epochs: dict[int, Epoch]) -> None:
        """Replay the round with all cards known."""

    def score(self, _entry: Entry) -> None:
        """Compare the scores with the cards."""


Game: TypeAlias = KeiltyGame | UnknownGame


def game_of(variant: str, options: dict[str, Any]) -> Game:
    """Return the game of a variety; Fault `rules-hash` if these options do not allow it."""
    limit = options.get("voids")
    need(type(limit) is int and 1 <= limit <= 20, "rules-hash", "the option voids is missing or out of range")
    need(variant in VARIETIES, "rules-hash", f"there is no variety {variant!r}")
    return KeiltyGame(options) if variant == "keilty" else UnknownGame(variant == "vegas")
