"""The same round seen by several: one who knows all, one who knows only what is public, and each seat."""

from collections.abc import Sequence
from dataclasses import dataclass

from rummynet.rules.core.options import Options
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import Variety
from rummynet_protocol import cards
from rummynet_protocol.actions import Action


@dataclass
class Watched:
    """A round and what everybody knows of it; ``views[-1]`` is the public's."""

    variety: Variety
    true: State
    views: list[State]

    @classmethod
    def deal(cls, variety: Variety, options: Options, players: int, starter: int, deck: Sequence[int]) -> "Watched":
        true, _ = variety.deal(options, players, starter, deck)
        shown = [card if card in true.discard else HIDDEN for card in deck]
        views = [variety.deal(options, players, starter, shown)[0] for _ in range(players + 1)]
        watched = cls(variety, true, views)
        watched.open_own_cards()
        return watched

    def open_own_cards(self) -> None:
        """Every seat learns what lies in its own hand."""
        for seat in range(self.true.players):
            for card in cards.members(self.true.hands[seat] & ~self.views[seat].hands[seat]):
                self.views[seat] = self.variety.reveal(self.views[seat], seat, card)

    def apply(self, seat: int, action: Action) -> None:
        self.true, _ = self.variety.apply(self.true, seat, action)
        self.views = [self.variety.apply(view, seat, action)[0] for view in self.views]
        self.open_own_cards()

    def reshuffle(self, order: Sequence[int]) -> None:
        self.true, _ = self.variety.chance.reshuffle(self.true, order)
        self.views = [self.variety.chance.reshuffle(view, [HIDDEN] * len(order))[0] for view in self.views]

    def check(self) -> None:
        """No view contradicts the truth, and each knows what it has to know."""
        true = self.variety.positions.write(self.true)
        for number, view in enumerate(self.views):
            shown = self.variety.positions.write(view)
            for key, value in true.items():
                if key not in ("hands", "stock", "scores", "round_scores", "winner"):
                    assert shown[key] == value, key
            for seat in range(self.true.players):
                assert not view.hands[seat] & ~self.true.hands[seat]
                assert view.count(seat) == self.true.count(seat)
            assert len(view.stock) == len(self.true.stock)
            assert all(seen in (HIDDEN, card) for seen, card in zip(view.stock, self.true.stock, strict=True))
            if number < self.true.players:
                assert not view.hidden[number]
                assert self.variety.legal(view, number) == self.variety.legal(self.true, number)

    def open_all(self) -> None:
        """The round is over and the secrets are shown."""
        for number, view in enumerate(self.views):
            assert (view.round_scores is None) == (not view.all_known)
            for seat in range(self.true.players):
                for card in cards.members(self.true.hands[seat] & ~view.hands[seat]):
                    view = self.variety.reveal(view, seat, card)
            self.views[number] = view
