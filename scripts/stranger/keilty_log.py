"""Keilty rummy in a log: played with hidden cards first, and again with all cards after `show`."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, TypeAlias

from stranger.epochs import Epoch
from stranger.forms import Fault, need
from stranger.keilty import Round
from stranger.melds import NAMES, Illegal

Entry: TypeAlias = dict[str, Any]

HANDS = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
RANGES = {"target": (1, 100_000), "hand": (0, 13), "reshuffle_limit": (0, 100), "turn_seconds": (0, 3600)}
RANGES |= {"cooldown_seconds": (0, 60), "voids": (1, 20), "break_seconds": (0, 600)}
SWITCHES = ("hints", "rummy_hints")
PLAY = "(?:meld(?: CARD)+|lay(?: CARD)+ on (?:0|[1-9][0-9]*))"
SPELLED = re.compile(f"draw|pass|throw CARD|(?:take CARD |rummy )?{PLAY}".replace("CARD", "[A2-9TJQK][CDHS]"))


class Step(NamedTuple):
    """An entry that advances the round: its record in the file, and the new stock or the act."""

    record: int
    epoch: Epoch | None
    act: Entry


def check_options(options: dict[str, Any]) -> None:
    """Fault `rules-hash` unless these are the options of Keilty rummy, each within its range."""
    need(options.keys() == {*RANGES, "first_starter", *SWITCHES}, "rules-hash", "an option is missing or unknown")
    for name, (low, high) in RANGES.items():
        value = options[name]
        need(type(value) is int and low <= value <= high, "rules-hash", f"the option {name} is out of range")
    first = options["first_starter"]
    named = type(first) is int and 0 <= first < 6
    need(first == "draw" or named, "rules-hash", "the option first_starter is no seat")
    need(options["hand"] not in (1, 2), "rules-hash", "the option hand is out of range")
    for name in SWITCHES:
        need(type(options[name]) is bool, "rules-hash", f"the option {name} is neither true nor false")


class KeiltyGame:
    """A game of Keilty rummy, followed round by round."""

    known, takes_newcomers, cards = True, False, bytes(range(52))

    def __init__(self, options: dict[str, Any]) -> None:
        check_options(options)
        self.options = options
        self.players, self.starter = 0, -1
        self.scores: list[int] = []
        self.now: Round
        self.steps: list[Step] = []
        self.piles: list[tuple[int, ...]] = []
        self.seen: dict[int, int] = {}
        self.began = 0
        self.played: Round | None = None

    def check_players(self, count: int) -> None:
        """Fault `rules-hash` unless the game is possible for this many players."""
        need(2 <= count <= 6, "rules-hash", "Keilty rummy is for 2 to 6 players")
        first = self.options["first_starter"]
        need(first == "draw" or first < count, "rules-hash", "the seat that should begin is not there")
        self.players, self.scores = count, [0] * count
        need(self.hand() * count <= 48, "rules-hash", "there are not enough cards for these hands")

    def hand(self) -> int:
        """Return how many cards each seat is dealt."""
        return int(self.options["hand"]) or HANDS[self.players]

    def who_begins(self, epoch: Epoch) -> int:
        """Return the seat that begins the round for which `epoch` was shuffled."""
        if self.starter >= 0:
            return (self.starter - 1) % self.players
        named = self.options["first_starter"]
        return epoch.first_seat(self.players) if named == "draw" else int(named)

    def check_deal(self, entry: Entry, players: int, epoch: Epoch) -> None:
        """Check who begins, and that the deck's first positions go round from there."""
        self.starter = self.who_begins(epoch)
        need(entry["starter"] == self.starter, "first-seat", f"seat {self.starter} should begin")
        to = [(self.starter + place) % players for place in range(players * self.hand())]
        need(list(entry["to"]) == to, "position", "the cards do not go round the table")
        need([up[0] for up in entry["up"]] == [len(to)], "position", "not just the next card is turned up")

    def deal(self, record: int, entry: Entry) -> None:
        """Begin the round; all its cards but the one turned up are hidden."""
        up, dealt = entry["up"][0][1], len(entry["to"])
        deck = [None] * dealt + [up] + [None] * (51 - dealt)
        self.now = Round(self.players, self.starter, self.hand(), deck, self.options["reshuffle_limit"])
        self.steps, self.piles, self.seen = [Step(record, None, entry)], [], {up: 0}
        self.began, self.played = entry["t"], None

    def note_position(self) -> None:
        """Remember the pile at this position."""
        self.piles.append(tuple(self.now.pile))

    def check_spelling(self, do: str) -> None:
        """Fault `rules` unless an action is spelled as on the page of the rules."""
        need(SPELLED.fullmatch(do), "rules", f"{do!r} is no action")

    def races(self, do: str) -> bool:
        """Tell whether an action may be aimed at an older position."""
        return do.split(" ")[0] == "rummy"

    def check_call(self, do: str, aim: int) -> None:
        """Fault `stale-action` if a call takes other cards than it would have taken at the position `aim`."""
        same = self.now.brought(do, self.now.pile) == self.now.brought(do, self.piles[aim])
        need(same, "stale-action", "the call takes other cards than where it was aimed")

    def check_clock(self, entry: Entry) -> None:
        """Fault `clock` unless the host may act for the seat now, with an action of this kind."""
        seconds, why = self.options["turn_seconds"], entry["why"]
        due = why == "vote" or (why == "turn" and seconds and entry["t"] >= self.began + 1000 * seconds)
        turn = not self.now.over and entry["seat"] == self.now.turn
        need(due and turn, "clock", "the host acted for a seat where no clock said so")
        fits = entry["do"].split(" ")[0] in self.now.clock_verbs()
        need(fits, "clock", "the host did something else than the clock does")

    def want(self, entry: Entry) -> None:
        """Fault `rules` unless this is a draw that needs a new stock."""
        need(
            self.now.wants_stock(entry["seat"], entry["do"]), "rules", "no draw that needs a new stock may be made now"
        )

    def check_restock(self, cards: bytes) -> None:
        """Fault `deck` unless the cards of a new stock are the pile but its top."""
        need(cards == bytes(sorted(self.now.pile[:-1])), "deck", "the cards are not those of the pile below its top")

    def restock(self, record: int, epoch: Epoch) -> None:
        """Replace the stock by the deck of `epoch`."""
        self.now.restock([None] * len(epoch.cards))
        self.steps.append(Step(record, epoch, {}))

    def act(self, record: int, entry: Entry) -> None:
        """Apply an action, as far as the cards are known."""
        turn = self.now.turn
        self.apply(self.now, entry)
        if self.now.turn != turn:
            self.began = entry["t"]
        self.seen |= {NAMES[word]: len(self.piles) for word in entry["do"].split(" ") if word in NAMES}
        self.steps.append(Step(record, None, entry))

    def was_seen(self, card: int, since: int) -> bool:
        """Tell whether all have seen a card, played or turned up, since the position with the number `since`."""
        return self.seen.get(card, -1) >= since

    @staticmethod
    def apply(round_: Round, entry: Entry) -> None:
        """Apply an action in `round_`; Fault `rules` or `position`."""
        try:
            drawn = round_.act(entry["seat"], entry["do"])
        except Illegal as reason:
            raise Fault("rules", f"{entry['do']}: {reason}") from None
        need(drawn == entry["drawn"], "position", "another number of cards was drawn than the action draws")

    def show(self, epochs: dict[int, Epoch]) -> None:
        """Replay the round with all cards known; a fault names the record of the act, too."""
        need(self.now.over, "rules", "the secrets were shown while the round was played")
        deck = next(iter(epochs.values())).deck
        round_ = Round(self.players, self.starter, self.hand(), deck, self.options["reshuffle_limit"])
        for record, epoch, act in self.steps[1:]:
            try:
                if epoch is None:
                    self.replay(round_, act)
                else:
                    round_.restock(epoch.deck)
            except Fault as fault:
                raise Fault(fault.check, f"{fault.why} (record {record})") from None
        self.played = round_

    def replay(self, round_: Round, act: Entry) -> None:
        """Apply an action with all cards known."""
        if act["why"] in ("turn", "vote"):
            clock = round_.clock_action()
            need(act["do"] == clock, "clock", f"the clock would have done: {clock}")
        self.apply(round_, act)

    def score(self, entry: Entry) -> None:
        """Fault `score` unless the scores are those of the cards."""
        need(self.played is not None, "score", "a round is scored before its cards were shown")
        assert self.played is not None
        points = self.played.points()
        totals = [a + b for a, b in zip(self.scores, points, strict=True)]
        winner = winner_of(self.scores, totals, self.options["target"])
        out = self.played.out if self.played.out >= 0 else None
        due = {"out": out, "round_scores": points, "scores": totals, "winner": winner, "finished": winner is not None}
        for name, value in due.items():
            need(entry[name] == value, "score", f"{name} should be {value}")
        self.scores = totals


def winner_of(before: list[int], scores: list[int], target: int) -> int | None:
    """Return the seat that has won the game with these totals, or None if it goes on."""
    if max(scores) < target:
        return None
    ranked = sorted(zip(scores, before, range(len(scores)), strict=True), reverse=True)
    return None if ranked[0][:2] == ranked[1][:2] else ranked[0][2]
