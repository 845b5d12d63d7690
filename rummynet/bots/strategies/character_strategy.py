"""How a character plays: as its level does, by its temper and at its pace."""

from collections.abc import Sequence

from rummynet.bots.budget import Budget
from rummynet.bots.characters import Character
from rummynet.bots.evaluation.bot_plays import points_named
from rummynet.bots.evaluation.weighing import Weigher
from rummynet.bots.seat_view import SeatView
from rummynet.bots.strategy import Chance, PlannedCall, Strategy
from rummynet.rules.core.state import Claim
from rummynet.rules.core.variety import Variety
from rummynet_protocol.actions import Action


class CharacterStrategy:
    """A strategy with somebody's habits."""

    def __init__(self, key: str, character: Character, level: Strategy) -> None:
        """Raises ValueError for a temper where the level has no weights that it could change."""
        if character.temper and not isinstance(level, Weigher):
            raise ValueError(f"{level.name} has no weights that a temper could change")
        self.name, self._character = key, character
        self._level = level.with_temper(character.temper) if isinstance(level, Weigher) else level

    def choose_action(self, variety: Variety, view: SeatView, chance: Chance, budget: Budget) -> Action:
        """What its level would do, by its temper."""
        return self._level.choose_action(variety, view, chance, budget)

    def notice_call(self, claims: Sequence[Claim], seat: int, chance: Chance) -> PlannedCall | None:
        """The rummy with the most points; missed, and called after a while, by its own habits or its level's."""
        misses, seconds = self._character.misses_percent, self._character.call_seconds
        if misses is None:
            planned = self._level.notice_call(claims, seat, chance)
        else:
            others = [claim for claim in claims if claim.by != seat]
            if not others or chance(100) < misses:
                return None
            planned = PlannedCall(max(others, key=lambda claim: points_named(claim.action)).action, 0)
        # Whether it sees a rummy is its level's affair, how fast it calls its own.
        if planned is None or seconds is None:
            return planned
        return PlannedCall(planned.action, seconds[0] + (seconds[1] - seconds[0]) * chance(1001) / 1000)

    def thinking_seconds(self, chance: Chance, cards: int) -> float:
        """The time of its level, at its own pace."""
        return self._character.pace * self._level.thinking_seconds(chance, cards)
