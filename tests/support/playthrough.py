"""Whole games as text: what was done, what everybody was told, what each seat saw and could do.

Lines that begin with ``>`` are the script; all other lines follow from them. ``replay`` reads the script of a text and
writes the whole text anew, so that any change of the rules or of what is shown is a difference in a recorded file. The
script has a line ``join 3 4`` before the deal of a round in which seats come in.
"""

import json
from collections.abc import Iterator
from typing import Any

from rummynet.rules.core.sight import seen_by, told_to, view
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import Step, Variety
from rummynet.rules.varieties import variety
from rummynet.rules.vegas.state import VegasState
from rummynet_protocol import cards, notation
from rummynet_protocol.events import Event, TurnedUp, to_dict


class Game:
    """The open position and the public one, side by side."""

    def __init__(self, line: str) -> None:
        name, players, starter, options = line.split(" ", 3)
        self.rules: Variety = variety(name)
        self.players, self.starter = int(players), int(starter)
        self.options = self.rules.resolve(json.loads(options))
        self.join: tuple[int, ...] = ()
        self.full: State
        self.public: State

    def do(self, line: str) -> tuple[Event, ...]:
        """One line of the script."""
        verb, _, rest = line.partition(" ")
        if verb == "join":
            self.join = tuple(map(int, rest.split()))
            return ()
        if verb == "deal":
            deck = codes(rest)
            happened = self._both(self._dealt(deck), self._dealt(self._unseen(deck)))
            self.join = ()
            return happened
        if verb == "shuffle":
            order = codes(rest)
            hidden = self.rules.chance.reshuffle(self.public, [HIDDEN] * len(order))
            return self._both(self.rules.chance.reshuffle(self.full, order), hidden)
        if verb == "insert":
            places = [int(place) for place in rest.split()]
            return self._both(self.rules.chance.insert(self.full, places), self.rules.chance.insert(self.public, None))
        action = self.rules.explicit(self.full, int(verb), notation.parse(rest))
        return self._both(*(self.rules.apply(state, int(verb), action) for state in (self.full, self.public)))

    def _dealt(self, deck: list[int]) -> Step:
        if hasattr(self, "full") and self.full.phase == "over":
            return self.rules.next_round(self.full, deck, self.join)
        return self.rules.deal(self.options, self.players, self.starter, deck)

    def _unseen(self, deck: list[int]) -> list[int]:
        told = self._dealt(deck)[1]
        decks = max(deck) // cards.PER_DECK + 1
        up = [cards.code(event.card, decks) for event in told if isinstance(event, TurnedUp)]
        return [code if code in up else HIDDEN for code in deck]

    def _both(self, full: Step, public: Step) -> tuple[Event, ...]:
        self.full, self.public = full[0], public[0]
        if isinstance(self.full, VegasState) and self.rules.hands_are_shown(self.full):
            self.public = self.full  # aces and buy-ins are settled with open hands
        return full[1]


def codes(text: str) -> list[int]:
    decks = 1 + max(int(word.partition(".")[2] or 0) for word in text.split())
    return [cards.code(word, decks) for word in text.split()]


def values_text(values: list[Any]) -> str:
    return " ".join(map(str, values)) or "-"


def event_text(event: Event, seat: int | None) -> str:
    fields = to_dict(told_to(event, seat))
    kind: str = fields.pop("event")
    return kind + "".join(f" {key}={json.dumps(value)}" for key, value in fields.items())


def shown(game: Game, happened: tuple[Event, ...]) -> Iterator[str]:
    """What the spectators are told and see, then what each seat knows and may do besides."""
    for event in happened:
        yield f"  {event_text(event, None)}"
    state = game.public
    seen = view(game.rules, state, None)
    stage = f"round {seen['round']} turn {seen['turn']} {seen['phase']}"
    yield f"  {stage}; stock {seen['stock']}; pile {values_text(seen['discard'])}"
    for number, meld in enumerate(seen["melds"]):
        yield f"  meld {number}: {values_text(meld['cards'])} by {values_text(meld['by'])}"
    yield f"  all see {hands(seen)}"
    for seat in range(state.players):
        own = view(game.rules, seen_by(state, game.full, seat), seat)
        assert {key: own[key] for key in seen if key not in ("hands", "hidden", "legal")} == {
            key: seen[key] for key in seen if key not in ("hands", "hidden", "legal")
        }
        yield f"  {seat} sees {hands(own)}; may {', '.join(own['legal']) or '-'}"
    if state.phase == "over":
        points, totals = values_text(list(game.full.round_scores or ())), values_text(list(game.full.scores))
        yield f"  scores {points}; totals {totals}"
    if isinstance(state, VegasState) and game.rules.hands_are_shown(state):
        yield f"  aces {state.aces}; in {state.playing}; expiries {state.expiries}; paid {state.paid}"
        if state.places is not None:
            yield f"  places {state.places}; payout {state.payout}"


def hands(seen: dict[str, Any]) -> str:
    return " | ".join(
        f"{values_text(known)} +{more}" for known, more in zip(seen["hands"], seen["hidden"], strict=True)
    )


def replay(text: str) -> str:
    """The whole text that the script in *text* leads to."""
    script = [line[2:] for line in text.splitlines() if line.startswith("> ")]
    game = Game(script[0])
    lines = [f"> {script[0]}"]
    for line in script[1:]:
        happened = game.do(line)
        lines += [f"> {line}", *(() if line.startswith("join") else shown(game, happened))]
    return "\n".join(lines) + "\n"
