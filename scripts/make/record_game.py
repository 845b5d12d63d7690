"""Records a new game for its tests: positions counted by perft, and two rounds with every seat's view.

    python scripts/make/record_game.py NAME [MODULE]

Writes ``tests/perft/NAME_opening.json`` and ``tests/playthroughs/NAME_first_rounds.txt``. Both are made with the rules
as they are, so read them before you keep them: a record holds the rules to what they do today. MODULE is where
``VARIETY`` is, for a game that is not in ``rummynet.rules.varieties``.
"""

import argparse
import json
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "protocol")]

from rummynet.engine import perft  # noqa: E402
from rummynet.rules.core.errors import NeedsShuffle  # noqa: E402
from rummynet.rules.varieties import MODULES, variety  # noqa: E402
from rummynet_protocol import cards, notation  # noqa: E402
from tests.support.bots import bot_action  # noqa: E402
from tests.support.playthrough import replay  # noqa: E402

MOST_NODES = 20_000
PLAYERS, ROUNDS = 2, 2


def counted(name: str) -> str:
    """A position of two players right after a deal, with as many depths as are quickly counted."""
    game, chance = variety(name), random.Random(1)
    options = game.resolve({})
    deck = game.deck(options, None, PLAYERS)
    chance.shuffle(deck)
    state, _ = game.deal(options, PLAYERS, 0, deck)
    nodes, depth = [1], 0
    while nodes[-1] < MOST_NODES and depth < 6:
        depth += 1
        nodes = perft(game, state, depth)
    record = {"says": "Two players, the first turn.", "nodes": nodes, "position": game.positions.write(state)}
    return json.dumps(record, indent=1) + "\n"


def recorded(name: str) -> str:
    """Two rounds of two simple bots, as ``tests.support.playthrough`` writes it."""
    game, chance = variety(name), random.Random(1)
    options = dict(game.short_options)
    script = [f"{name} {PLAYERS} 0 {json.dumps(options)}"]
    resolved, state = game.resolve(options), None
    while state is None or (not state.finished and state.round < ROUNDS):
        deck = game.deck(resolved, state, PLAYERS)
        decks = max(deck) // cards.PER_DECK + 1
        chance.shuffle(deck)
        script.append("deal " + " ".join(cards.name(code, decks) for code in deck))
        state, _ = game.deal(resolved, PLAYERS, 0, deck) if state is None else game.next_round(state, deck)
        while state.phase != "over":
            seat = game.actors(state)[0]
            action = game.explicit(state, seat, bot_action("simple", game, state, seat, chance.randrange))
            try:
                after, _ = game.apply(state, seat, action)
            except NeedsShuffle:
                order = game.chance.reshuffle_cards(state) or []
                chance.shuffle(order)
                script.append("shuffle " + " ".join(cards.name(code, decks) for code in order))
                state, _ = game.chance.reshuffle(state, order)
                continue
            script.append(f"{seat} {notation.text(action)}")
            state = after
    return replay("".join(f"> {line}\n" for line in script))


def main() -> int:
    """Write both files; say where."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("module", nargs="?")
    args = parser.parse_args()
    if args.module is not None:
        MODULES[args.name] = args.module
    for path, text in (
        (ROOT / "tests" / "perft" / f"{args.name}_opening.json", counted(args.name)),
        (ROOT / "tests" / "playthroughs" / f"{args.name}_first_rounds.txt", recorded(args.name)),
    ):
        path.write_text(text)
        print(f"{path.relative_to(ROOT)} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
