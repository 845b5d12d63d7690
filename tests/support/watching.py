"""The same round seen by several: one who knows all, one who knows only what is public, and each seat."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import pytest

from rummynet.rules.core.errors import NeedsShuffle
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import Step, Variety
from rummynet_protocol import cards
from rummynet_protocol.actions import Action
from rummynet_protocol.events import TurnedUp
from rummynet_protocol.notation import parse, text
from tests.support.random_games import anything

SECRET = ("hands", "stock", "scores", "round_scores", "winner", "places")
"""Keys of a position that not everybody can know."""


@dataclass
class Watched:
    """A round and what everybody knows of it; ``views[-1]`` is the public's."""

    variety: Variety
    true: State
    views: list[State]

    @classmethod
    def dealt(cls, variety: Variety, deal: Callable[[Sequence[int]], Step], deck: Sequence[int]) -> "Watched":
        """A round that *deal* deals from this deck: all see the cards that are turned up behind the hands."""
        true, events = deal(deck)
        hands = sum(map(true.count, range(true.players)))
        end = hands + sum(isinstance(event, TurnedUp) for event in events)
        shown = [card if hands <= at < end else HIDDEN for at, card in enumerate(deck)]
        watched = cls(variety, true, [deal(shown)[0] for _ in range(true.players + 1)])
        watched.open_own_cards()
        return watched

    def open_own_cards(self) -> None:
        """Every seat learns what lies in its own hand."""
        for seat in range(self.true.players):
            for card in cards.members(self.true.hands[seat] & ~self.views[seat].hands[seat]):
                self.views[seat] = self.variety.reveal(self.views[seat], seat, card)

    def play(self, rng: Random) -> None:
        """To the moment when the hands are shown, with a look at every position."""
        chance, stock = self.variety.chance, len(self.true.stock)
        self.check()
        if count := chance.insertions(self.true):
            self.true, _ = chance.insert(self.true, [rng.randrange(stock + more + 1) for more in range(count)])
            self.views = [chance.insert(view, None)[0] for view in self.views]
        while not self.variety.hands_are_shown(self.true):
            self.check()
            seat, action = anything(self.variety, self.true, rng)
            try:
                self.variety.apply(self.true, seat, action)
            except NeedsShuffle:
                self._reshuffle(rng, seat, action)
            self._apply(seat, action)

    def _apply(self, seat: int, action: Action) -> None:
        """The log holds the explicit form, which leads to the same position as the plain one."""
        said = self.variety.explicit(self.true, seat, action)
        assert self.variety.explicit(self.true, seat, said) == said == parse(text(said))
        plain, _ = self.variety.apply(self.true, seat, action)
        self.true, _ = self.variety.apply(self.true, seat, said)
        assert self.true == plain
        self.views = [self.variety.apply(view, seat, said)[0] for view in self.views]
        self.open_own_cards()

    def _reshuffle(self, rng: Random, seat: int, action: Action) -> None:
        """All know that a new stock is due, and of which cards."""
        chance, order = self.variety.chance, self.variety.chance.reshuffle_cards(self.true)
        assert order is not None
        for view in self.views:
            assert chance.reshuffle_cards(view) == order
            with pytest.raises(NeedsShuffle):
                self.variety.apply(view, seat, action)
        rng.shuffle(order)
        self.true, _ = chance.reshuffle(self.true, order)
        self.views = [chance.reshuffle(view, [HIDDEN] * len(order))[0] for view in self.views]

    def check(self) -> None:
        """No view contradicts the truth, and each knows what it has to know."""
        true = self.variety.positions.write(self.true)
        for number, view in enumerate(self.views):
            shown = self.variety.positions.write(view)
            assert {key: shown[key] for key in shown if key not in SECRET} == {
                key: true[key] for key in true if key not in SECRET
            }
            for seat in range(self.true.players):
                assert not view.hands[seat] & ~self.true.hands[seat]
                assert view.count(seat) == self.true.count(seat)
            assert len(view.stock) == len(self.true.stock)
            assert all(seen in (HIDDEN, card) for seen, card in zip(view.stock, self.true.stock, strict=True))
            if number < self.true.players:
                assert not view.hidden[number]
                assert self.variety.legal(view, number) == self.variety.legal(self.true, number)
                mine, those = ([one for one in self.variety.timers(state) if one.seat == number]
                               for state in (view, self.true))  # fmt: skip
                assert mine == those

    def open_all(self) -> None:
        """The secrets are shown: every view becomes the truth, but for the stock that nobody drew."""
        v, true = self.variety, self.variety.positions.write(self.true)
        for view in self.views:
            assert v.hands_are_shown(view)
            if not view.all_known:
                assert v.actors(view) == () and view.round_scores is None and v.legal(view, view.turn) == []
            for seat in range(view.players):
                for card in cards.members(self.true.hands[seat] & ~view.hands[seat]):
                    view = v.reveal(view, seat, card)
            assert v.positions.write(view) | {"stock": []} == true | {"stock": []}
