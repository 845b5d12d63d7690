#!/usr/bin/env python3
"""Prints the table of docs/bots.md that shows how characters differ: what each did in rounds against its own level.

Each deal is played from both seats. Behind each mean is half its 95 % interval, over deals.

    python scripts/bots/character_styles.py --deals 150
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "protocol")]

from rummynet.bots.arena.figures import Estimate, estimate  # noqa: E402
from rummynet.bots.arena.virtual_table import SeatedStrategy, VirtualTable  # noqa: E402
from rummynet.bots.budget import Budget, StepClock  # noqa: E402
from rummynet.bots.characters import CHARACTERS  # noqa: E402
from rummynet.bots.evaluation.bot_plays import points_named  # noqa: E402
from rummynet.bots.seat_view import SeatView  # noqa: E402
from rummynet.bots.strategies.named import strategy  # noqa: E402
from rummynet.bots.strategy import Chance, PlannedCall, Strategy  # noqa: E402
from rummynet.rules.core.state import Claim  # noqa: E402
from rummynet.rules.core.variety import Variety  # noqa: E402
from rummynet.rules.library.card_game import CardGame  # noqa: E402
from rummynet.rules.library.port import resolved  # noqa: E402
from rummynet.rules.varieties import NAMES  # noqa: E402
from rummynet_protocol.actions import Action, LayDown, Take, ThrowOut  # noqa: E402

COLUMNS: Final = ("takes, %", "holds melds, %", "points thrown", "rummies given", "cards at the end", "over its level")
"""Of its turns the share begun with a take, and ended with a meld that lies ready in the hand; the mean of the cards
thrown out; a round: rummies that it made possible for the other, cards that it held last, points over its level."""


class Counted:
    """A strategy that counts what it does at its seat."""

    def __init__(self, bot: Strategy) -> None:
        self._bot, self.name = bot, bot.name
        self.thinking_seconds = bot.thinking_seconds
        self.turns = self.takes = self.holding = self.thrown = self.left = self.offered = 0

    def choose_action(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Action:
        """The choice of the bot, counted."""
        action = self._bot.choose_action(variety, view, chance, budget)
        self.takes += isinstance(action, Take)
        if isinstance(action, ThrowOut):
            ready = [one for one in variety.legal(view.position, view.seat) if isinstance(one, LayDown)]
            self.turns += 1
            self.holding += any(action.card not in one.cards for one in ready)
            self.thrown += points_named(action)
            self.left = view.hand.bit_count() - 1
        return action

    def notice_call(self, claims: Sequence[Claim], seat: int, chance: Chance) -> PlannedCall | None:
        """That of the bot; counts what the other has made possible."""
        self.offered += len(claims)
        return self._bot.notice_call(claims, seat, chance)


def level_of(who: str) -> str:
    """The level of a character; a level is its own."""
    return CHARACTERS[who].level if who in CHARACTERS else who


def style(who: str, variant: str, deals: int, seed: int) -> list[Estimate]:
    """What the character did against its level, by ``COLUMNS``."""
    game, rows = CardGame(variant, resolved(variant, {})), []
    for deal in range(deals):
        row = [0.0] * len(COLUMNS)
        for seat in (0, 1):
            bots = [Counted(strategy(level_of(who))) for _ in range(2)]
            own, other = Counted(strategy(who)), bots[1 - seat]
            bots[seat] = own
            players = [SeatedStrategy(bot, seed + 2 * deal + number, StepClock(1)) for number, bot in enumerate(bots)]
            points = (
                VirtualTable(game, players, lambda: Budget(1, StepClock(1))).play(seed * 1_000_003 + deal, 1).points
            )
            turns, lead = max(1, own.turns), points[seat] - points[1 - seat]
            found = (
                100 * own.takes / turns,
                100 * own.holding / turns,
                own.thrown / turns,
                other.offered,
                own.left,
                lead,
            )
            row = [total + one / 2 for total, one in zip(row, found, strict=True)]
        rows.append(row)
    return [estimate(column) for column in zip(*rows, strict=True)]


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("characters", nargs="*", metavar="NAME", help="characters or levels; by default all characters")
    parser.add_argument("--variant", choices=NAMES, default=NAMES[0])
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print(f"| character | level | {' | '.join(COLUMNS)} |\n|{'---|' * (2 + len(COLUMNS))}")
    for who in args.characters or CHARACTERS:
        *did, lead = style(who, args.variant, args.deals, args.seed)
        cells = [f"{one.mean:.1f} ± {one.half_width:.1f}" for one in did]
        print(f"| `{who}` | `{level_of(who)}` | {' | '.join(cells)} | {lead} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
