#!/usr/bin/env python3
"""Hold the rules of the pages (web/rules) against those of the package: random games of all, without any log.

    scripts/pages/agree_rules.py                 forty games of each, some minutes
    scripts/pages/agree_rules.py --games 2

At each step both say of many actions whether they are legal, all cards known: those that the package lists, others that
this game has seen, and bent ones (another card, another meld, another order). Both then do the same action and compare
hands, stock, pile, melds, turn, phase, points, calls and what the clocks would do, the pages' rules also without
knowing the hands; and what both say of the action, in each language. Exit status 1 where the two differ. Needs Node.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[2]
for folder in ("protocol", "client", "."):
    sys.path.insert(0, str(ROOT / folder))

from rummynet.rules.core import sight  # noqa: E402
from rummynet.rules.core.errors import NeedsShuffle  # noqa: E402
from rummynet.rules.core.variety import Variety  # noqa: E402
from rummynet.rules.varieties import NAMES, variety  # noqa: E402
from rummynet_client.core.text.action_text import Wording, action_text  # noqa: E402
from rummynet_client.core.text.card_names import ENGLISH, GERMAN, Voice, face, meld_cards, use_letters  # noqa: E402
from rummynet_client.core.text.event_text import events_line  # noqa: E402
from rummynet_client.language import other_catalogue  # noqa: E402
from rummynet_client.language.catalogues import LANGUAGES, catalogue  # noqa: E402
from rummynet_client.terminal.drawing.card_art import with_signs  # noqa: E402
from rummynet_protocol import notation  # noqa: E402
from rummynet_protocol.actions import Action  # noqa: E402
from rummynet_protocol.cards import members  # noqa: E402
from rummynet_protocol.errors import BadNotation  # noqa: E402
from rummynet_protocol.events import Event, to_dict  # noqa: E402
from tests.support.bent_actions import bent  # noqa: E402

OPTIONS: Final[dict[str, list[dict[str, object]]]] = {
    "keilty": [
        {"target": 60, "rummy_hints": True},
        {"deals": 2, "lapse_seconds": 2, "false_call_points": 10, "false_call_cards": 2},
        {"target": 100, "reshuffle_limit": 1, "hand": 4}, {"deals": 2}, {"target": 80, "idle_stocks": 2},
    ],
    "basic": [
        {"target": 150, "rummy_hints": True},
        {"deals": 3, "around_the_corner": True, "false_call_points": 5, "false_call_cards": 1},
        {"deals": 3, "hand": 4, "turn_limit": 1, "call_seconds": 1}, {"deals": 2, "discard_to_go_out": True},
        {"deals": 2, "final_melds": False, "turn_limit": 0},
    ],
    "vegas": [
        {"max_score": 40}, {"max_score": 30, "solidarity": False}, {"max_score": 40, "strict": True, "wild": "card"},
        {"max_score": 40, "aces": "low"},
        {"max_score": 60, "decks": 2, "solidarity": False, "hand": 9, "reshuffle_limit": 1},
    ],
    "crummy": [
        {"idle_stocks": 0, "reshuffle_limit": 1}, {"ace_low": True, "move": "jokers"},
        {"contracts": [7, 2, 5], "buys": 1}, {"ace_low": True, "idle_stocks": 2}, {"contracts": [6, 6], "buys": 0},
    ],
    "joker": [
        {"target": 60, "idle_stocks": 0}, {"target": 100, "reshuffle_limit": 0, "hand": 4}, {"target": 60},
        {"deals": 2, "trade_points": "card"},
    ],
}  # fmt: skip
"""By game: options that the programs here play it with, in turn; a game without a row has its short ones."""
SECONDS: Final = 20
"""A turn clock for all of these games: what it would do is compared at each step."""
LISTED, REMEMBERED, BENT = 20, 8, 16
"""Actions tried at each step: lists of joker rummy have thousands, which differ in little."""
MOST_STEPS: Final = 200
"""Joker rummy's games by chance can go on for long; nothing new comes in them."""
MOST_MELDS: Final = 12
FALSE: Final = 0.1
"""How often a false call that costs something is made where one is tried; oftener, and all are spent at once."""
LAYS: Final = (0.7, 0.7, 0.2, 0.0)
"""How often a game lays what it can: where nobody lays, stocks are used up and rounds are blocked."""

PEOPLE: Final = ("anna", "ben", "cem", "dora", "emil", "finn", "gerda", "hugo", "ida", "jana", "kurt", "lena")
CATALOGUES: Final = {language: catalogue(language) for language in LANGUAGES}


def _sign(name: str) -> str:
    """A card as pages write it: as the terminal does, but both jokers alike."""
    return with_signs(face(name)).replace("★1", "★").replace("★2", "★")


def _signs(names: Sequence[str]) -> str:
    return " ".join(map(_sign, names))


PAGES: Final = Voice(_sign, _signs, _signs, " · ")


def sentences(events: Sequence[Event], melds: Sequence[Sequence[str]], seat: int, action: str) -> list[str]:
    """What happened, in each language for everybody and for the seat that did it, and the action by itself."""
    said = []
    for language, words in CATALOGUES.items():
        use_letters(GERMAN if language == "de" else ENGLISH)
        with other_catalogue(words):
            said += [events_line(events, Wording(PEOPLE, me, melds, PAGES)) for me in (None, seat)]
            said.append(action_text(action, melds, PAGES) if action else "")
    use_letters(ENGLISH)
    return [says.replace(" -", " −") for says in said]  # pages write a minus with its sign


class Recorder:
    """One game, played by chance; every line is what Node has to redo."""

    def __init__(self, name: str, options: dict[str, object], players: int, chance: random.Random) -> None:
        self.game: Variety = variety(name)
        self.chance = chance
        self.options = self.game.resolve({**options, "turn_seconds": SECONDS})
        self.seen: list[str] = []
        self.lays = chance.choice(LAYS)
        deck = self.game.deck(self.options, None, players)
        chance.shuffle(deck)
        starter = chance.randrange(players)
        self.state, self.events = self.game.deal(self.options, players, starter, deck)
        given = {key: list(value) if isinstance(value, tuple) else value for key, value in dict(self.options).items()}
        self.lines: list[dict[str, Any]] = [
            {
                "game": name,
                "options": given,
                "players": players,
                "starter": starter,
                "deck": deck,
                "names": PEOPLE,
                "languages": LANGUAGES,
                **self.position(),
            }
        ]

    def position(self, seat: int = 0, action: str = "") -> dict[str, Any]:
        """The position as both have it, what the clocks would do, and what *seat* has done."""
        state = self.state
        clocks = [
            [one.seat, one.kind, one.seconds, None if one.action is None else notation.text(one.action)]
            for one in self.game.timers(state)
        ]
        return {
            "hands": [list(members(hand)) for hand in state.hands],
            "stock": list(state.stock),
            "pile": list(state.discard),
            "melds": [[list(meld.cards), list(meld.by)] for meld in state.melds],
            "turn": state.turn,
            "phase": state.phase,
            "points": None if state.phase != "over" else [list(state.round_scores or ()), list(state.scores)],
            "end": None if state.phase != "over" else [state.out, state.winner, state.finished],
            "clocks": clocks,
            "calls": sorted([one["action"], one["by"]] for one in self.game.positions.write(state)["claims"]),
            "view": {
                **sight.view(self.game, state, None),
                "on_table": list(self.game.presentation.points_on_table(state)),
            },
            "events": [to_dict(event) for event in self.events],
            "says": sentences(self.events, meld_cards(state), seat, action),
        }

    def add(self, **what: Any) -> None:  # noqa: ANN401
        """Add a line: what was done, and the position after it."""
        self.lines.append({**what, **self.position(*what.get("do", ()))})

    def play(self, rounds: int) -> list[dict[str, Any]]:
        """So many rounds, or the whole game."""
        for _ in range(rounds):
            for _ in range(MOST_STEPS):
                if self.state.phase == "over":
                    break
                self.step()
            if self.state.phase != "over" or self.state.finished:
                break
            self.next_round()
        return self.lines

    def next_round(self) -> None:
        """Deal the next round, of Vegas rummy now and then with newcomers."""
        game, state, chance = self.game, self.state, self.chance
        join: list[int] = []
        if game.newcomers.may_join and chance.random() < 0.5:
            outside = list(game.newcomers.outside(state))
            join = chance.sample(outside, chance.randint(0, len(outside)))
            if state.players < game.seats[-1] and chance.random() < 0.5:
                join.append(state.players)
        join.sort()
        players = state.players + sum(seat >= state.players for seat in join)
        deck = game.deck(self.options, state, players, len(join))
        chance.shuffle(deck)
        self.state, self.events = game.next_round(state, deck, join)
        self.add(next=deck, join=join, players=players)

    def step(self) -> None:
        """One step: an action, a new stock, or cards put back."""
        game, chance, state = self.game, self.chance, self.state
        back = game.chance.insertions(state)
        if back:
            places = [chance.randint(0, len(state.stock) + at) for at in range(back)]
            self.state, self.events = game.chance.insert(state, places)
            self.add(insert=places)
            return
        by_seat = {seat: game.legal(state, seat) for seat in range(state.players)}
        tries = self.tries(by_seat)
        listed = [sight.legal_texts(game, state, seat) for seat in range(state.players)]
        seat = chance.choice([seat for seat, legal in by_seat.items() if legal])
        if chance.random() < 0.7:
            (seat,) = game.actors(state)
        action = game.explicit(state, seat, self.choose(by_seat[seat]))
        false = [(seat, text) for seat, text, is_legal in tries if is_legal and not self.is_listed(by_seat[seat], text)]
        if false and chance.random() < FALSE:
            seat, text = chance.choice(false)
            action = notation.parse(text)
        try:
            after, self.events = game.apply(state, seat, action)
        except NeedsShuffle:
            order = list(game.chance.reshuffle_cards(state) or ())
            chance.shuffle(order)
            self.state, self.events = game.chance.reshuffle(state, order)
            self.add(tries=tries, listed=listed, reshuffle=order, needed=[seat, notation.text(action)])
            return
        self.state = after
        self.add(tries=tries, listed=listed, do=[seat, notation.text(action)])

    def is_listed(self, legal: list[Action], text: str) -> bool:
        """Whether the text is no call, or one that is listed: others are legal where false calls have a price."""
        return not notation.is_call(text) or any(notation.text(one) == text for one in legal)

    def choose(self, legal: list[Action]) -> Action:
        """Any, but plays rather than others, so that melds come to lie."""
        plays = [one for one in legal if notation.text(one).split(" ")[0] not in ("draw", "throw", "turn", "penalty")]
        if plays and len(self.state.melds) < MOST_MELDS and self.chance.random() < self.lays:
            return self.chance.choice(plays)
        others = [] if self.lays else [one for one in legal if one not in plays]
        return self.chance.choice(others or legal)

    def tries(self, by_seat: dict[int, list[Action]]) -> list[tuple[int, str, bool]]:
        """Actions, and whether each is legal."""
        chance, found = self.chance, list[tuple[int, str, bool]]()
        for seat, legal in by_seat.items():
            texts = [notation.text(one) for one in legal]
            if len(texts) > LISTED:
                texts = chance.sample(texts, LISTED)
            found += [(seat, text, True) for text in texts]
            self.seen = [*self.seen, *texts][-300:]
        others = [chance.choice(self.seen) for _ in range(REMEMBERED)]
        others += [bent(chance.choice(self.seen), self.state, chance) for _ in range(BENT)]
        for text in others:
            seat = self.state.turn if chance.random() < 0.8 else chance.randrange(self.state.players)
            found.append((seat, text, self.is_legal(seat, text)))
        return found

    def is_legal(self, seat: int, text: str) -> bool:
        """Whether the package takes the text as an action of the seat now."""
        try:
            action = notation.parse(text)
        except BadNotation:
            return False
        return notation.text(action) == text and self.game.is_legal(self.state, seat, action)


def recorded(games: int, seed: int) -> list[dict[str, Any]]:
    """So many games of each."""
    chance, lines = random.Random(seed), list[dict[str, Any]]()
    for name in NAMES:
        choices = OPTIONS.get(name, [dict(variety(name).short_options)])
        for number in range(games):
            options = choices[number % len(choices)]
            seats = variety(name).seats
            players = seats[number % len(seats)] if number < 2 * len(seats) else chance.choice(seats)
            most = {"vegas": 12 if options.get("decks") is None else 8, "keilty": 6}.get(name, seats[-1])
            lines += Recorder(name, options, min(players, most), chance).play(7 if name == "crummy" else 3)
    return lines


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=40, metavar="N", help="of each")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    wish = parser.parse_args()
    if shutil.which("node") is None:
        print("skipped: there is no node, so the rules of the pages cannot run", file=sys.stderr)
        return 0
    lines = recorded(wish.games, wish.seed)
    said = "\n".join(json.dumps(line, separators=(",", ":")) for line in lines)
    node = subprocess.run(["node", "tests/agree_rules.js"], cwd=ROOT / "web", input=said, text=True, check=False)
    return node.returncode


if __name__ == "__main__":
    sys.exit(main())
