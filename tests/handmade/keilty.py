"""The round that is played beside a log that is written by hand: by the rules, which have referees of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rummynet.rules.core.variety import stand_in
from rummynet.rules.varieties import variety
from rummynet_protocol.actions import Play
from rummynet_protocol.cards import members
from rummynet_protocol.notation import parse, text

KEILTY = variety("keilty")


class Round:
    """One round of Keilty rummy."""

    def __init__(self, players: int, starter: int, deck: Sequence[int], options: Mapping[str, object]) -> None:
        self.state, _ = KEILTY.deal(KEILTY.resolve(options), players, starter, deck)

    @property
    def turn(self) -> int:
        return self.state.turn

    @property
    def over(self) -> bool:
        return self.state.phase == "over"

    @property
    def stock(self) -> Sequence[int]:
        return self.state.stock

    @property
    def pile(self) -> Sequence[int]:
        return self.state.discard

    @property
    def points(self) -> tuple[int, ...]:
        """Of the round that is over."""
        assert self.state.round_scores is not None
        return self.state.round_scores

    @property
    def hand(self) -> list[int]:
        """The cards of the seat on turn."""
        return [*members(self.state.hands[self.state.turn])]

    def calls(self) -> list[tuple[int, str]]:
        """Who made each rummy possible, and the rummy."""
        found = (one for seat in range(self.state.players) for one in KEILTY.legal(self.state, seat))
        every = {text(one) for one in found if text(one).startswith("rummy ")}
        makers = {text(claim.action): claim.by for claim in self.state.claims}
        return [(makers[one], one) for one in sorted(every)]

    def act(self, seat: int, do: str) -> None:
        self.state, _ = KEILTY.apply(self.state, seat, parse(do))

    def restock(self, deck: Sequence[int]) -> None:
        self.state, _ = KEILTY.chance.reshuffle(self.state, deck)

    def play(self) -> str | None:
        """A play from the hand."""
        legal = KEILTY.legal(self.state, self.turn)
        return next((text(one) for one in legal if isinstance(one, Play)), None)

    def clock_action(self) -> str:
        """What the turn clock would do."""
        (timer,) = stand_in(KEILTY, self.state, 60)
        assert timer.action is not None
        return text(timer.action)
