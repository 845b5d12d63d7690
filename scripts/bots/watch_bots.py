#!/usr/bin/env python3
"""Prints rounds between two bots move by move: hand, pile and table before each move, and what the first bot weighed.

python scripts/bots/watch_bots.py expert strong --variant keilty --seed 11
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "protocol")]

from rummynet.bots.arena.virtual_table import SeatedStrategy, VirtualTable  # noqa: E402
from rummynet.bots.budget import Budget, StepClock  # noqa: E402
from rummynet.bots.evaluation.weighing import Weigher, best_of  # noqa: E402
from rummynet.bots.seat_view import SeatView  # noqa: E402
from rummynet.bots.strategies.named import strategy  # noqa: E402
from rummynet.bots.strategy import Chance  # noqa: E402
from rummynet.rules.core.variety import Variety  # noqa: E402
from rummynet.rules.library.card_game import CardGame  # noqa: E402
from rummynet.rules.library.port import resolved  # noqa: E402
from rummynet.rules.varieties import NAMES  # noqa: E402
from rummynet_protocol import cards, notation  # noqa: E402
from rummynet_protocol.actions import Action  # noqa: E402

BUDGET_MS: Final = 200  # as at a table: a level that searches does here, too
SHOWN: Final = 4
"""Actions that are printed of each decision, the best first."""


class Watched:
    """A bot whose decisions are printed; *weighs* with what it gave to the best actions."""

    def __init__(self, bot: Weigher, weighs: bool) -> None:
        self._bot, self._weighs, self.name = bot, weighs, bot.name
        self.notice_call, self.thinking_seconds = bot.notice_call, bot.thinking_seconds

    def choose_action(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Action:
        """The choice of the bot."""
        ranked = self._bot.rank(variety, view, chance, budget)
        action = best_of(ranked, chance)
        state = view.position
        sizes = f"other {state.count(1 - view.seat)} stock {len(state.stock)}"
        print(f"{self.name} {words(cards.members(view.hand))} | {sizes}")
        if self._weighs:
            melds = " / ".join(words(meld.stands) for meld in state.melds)
            print(f"    pile {words(state.discard[-12:])} | table {melds}")
        for worth, one in ranked[:SHOWN] if self._weighs else ():
            print(f"    {worth:+7.1f} {notation.text(one)}")
        print(f"  > {notation.text(action)}")
        return action


def words(codes: Iterable[int]) -> str:
    """Cards by name."""
    return " ".join("?" if code < 0 else cards.face(code) for code in codes)


def main() -> int:
    """Play and print the rounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs=2)
    parser.add_argument("--variant", choices=NAMES, default=NAMES[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1, help="of one game: the contracts of crummy rummy differ")
    args = parser.parse_args()
    players = []
    for number, name in enumerate(args.bots):
        bot = strategy(name)
        assert isinstance(bot, Weigher), "only bots that weigh their actions can be watched"
        players.append(SeatedStrategy(Watched(bot, number == 0), args.seed + number, StepClock(1)))
    game = CardGame(args.variant, resolved(args.variant, {}))
    result = VirtualTable(game, players, lambda: Budget(BUDGET_MS, StepClock(1))).play(args.seed, args.rounds)
    print("points", *result.points)
    return 0


if __name__ == "__main__":
    sys.exit(main())
