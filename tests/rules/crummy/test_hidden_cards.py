"""The rules run where hands are not known, and never disagree with the truth."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from rummynet.rules.core.errors import CardNotHeld, HiddenCard, NeedsShuffle
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.crummy.game import VARIETY
from rummynet_protocol import cards
from rummynet_protocol.actions import Action
from rummynet_protocol.notation import parse, text
from tests.support.cases import seeds
from tests.support.crummy_positions import at, choose, decks, do, position
from tests.support.in_notation import clock_texts


class Watchers:
    """A round as it is, as everybody knows it (``views[-1]``), and as each seat knows it."""

    def __init__(self, true: State, unknown: Sequence[int]) -> None:
        self.true = true
        public, _ = VARIETY.deal(true.options, true.players, true.starter, unknown)
        self.views = [public] * (true.players + 1)
        self.open_own()

    def open_own(self) -> None:
        for seat in range(self.true.players):
            for card in cards.members(self.true.hands[seat] & ~self.views[seat].hands[seat]):
                self.views[seat] = VARIETY.reveal(self.views[seat], seat, card)

    def insert(self, rng: Random) -> None:
        count, stock = VARIETY.chance.insertions(self.true), len(self.true.stock)
        if count:
            self.true, _ = VARIETY.chance.insert(self.true, [rng.randrange(stock + more + 1) for more in range(count)])
            self.views = [VARIETY.chance.insert(view, None)[0] for view in self.views]

    def act(self, seat: int, action: Action) -> None:
        """The log holds the explicit form; a face alone has to lead to the same position."""
        said = VARIETY.explicit(self.true, seat, action)
        assert VARIETY.explicit(self.true, seat, said) == said == parse(text(said))
        plain, _ = VARIETY.apply(self.true, seat, action)
        self.true, _ = VARIETY.apply(self.true, seat, said)
        assert self.true == plain
        self.views = [VARIETY.apply(view, seat, said)[0] for view in self.views]
        self.open_own()

    def shuffle(self, rng: Random) -> None:
        order = VARIETY.chance.reshuffle_cards(self.true)
        assert order is not None
        rng.shuffle(order)
        self.true, _ = VARIETY.chance.reshuffle(self.true, order)
        self.views = [VARIETY.chance.reshuffle(view, [HIDDEN] * len(order))[0] for view in self.views]

    def check(self) -> None:
        true = VARIETY.positions.write(self.true)
        for number, view in enumerate(self.views):
            shown = VARIETY.positions.write(view)
            unknown = ("hands", "stock", "scores", "round_scores", "winner", "places")
            assert {key: shown[key] for key in shown if key not in unknown} == {
                key: true[key] for key in true if key not in unknown
            }
            assert [view.count(seat) for seat in range(view.players)] == list(map(len, true["hands"]))
            assert not any(known & ~held for known, held in zip(view.hands, self.true.hands, strict=True))
            assert len(view.stock) == len(self.true.stock)
            if number < self.true.players:
                assert VARIETY.legal(view, number) == VARIETY.legal(self.true, number)
                clocks = [timer for timer in VARIETY.timers(view) if timer.seat == number]
                assert clocks == [timer for timer in VARIETY.timers(self.true) if timer.seat == number]


@pytest.mark.parametrize("seed", seeds(4, 12))
def test_every_viewer_agrees_with_the_truth(seed: int) -> None:
    rng, players = Random(seed), 2 + seed % 7
    options = VARIETY.resolve({"reshuffle_limit": 1, "turn_seconds": 20, "ace_low": bool(seed % 2)})
    deck = cards.full_deck(decks(players), jokers=True)
    rng.shuffle(deck)
    true, _ = VARIETY.deal(options, players, rng.randrange(players), deck)
    shown = {*true.discard, *aside(true)}
    watchers = Watchers(true, [card if card in shown else HIDDEN for card in deck])
    watchers.check()
    watchers.insert(rng)
    while watchers.true.phase != "over":
        watchers.check()
        seat = VARIETY.actors(watchers.true)[0]
        action = choose(rng, VARIETY.legal(watchers.true, seat))
        try:
            watchers.act(seat, action)
        except NeedsShuffle:
            watchers.shuffle(rng)
    watchers.check()
    for view in watchers.views:
        for seat in range(players):
            for card in cards.members(watchers.true.hands[seat] & ~view.hands[seat]):
                assert view.round_scores is None
                view = VARIETY.reveal(view, seat, card)
        assert (view.round_scores, view.scores) == (watchers.true.round_scores, watchers.true.scores)


def aside(state: State) -> list[int]:
    return [cards.code(name, decks(state.players)) for name in VARIETY.positions.write(state)["aside"]]


def hidden(count: int, **more: Any) -> State:  # noqa: ANN401 - JSON values
    return VARIETY.positions.read(position(["", "3C"], **more) | {"hands": [[None] * count, ["3C"]]})


def test_hidden_cards_can_be_any_that_are_not_known_to_be_elsewhere() -> None:
    state = hidden(9, discard="9C")
    laid = do(state, "0 contract 4H 5H *1=6H 7H / KC KD 2S=K?")
    assert (laid.hidden, laid.hands[0], laid.count(0)) == ((2, 0), 0, 2)
    for words in ("throw 9C", "throw 3C", "contract 4H 5H 6H 7H / 9C 9D 9H"):
        with pytest.raises(CardNotHeld):
            do(state, f"0 {words}")


def test_no_more_hidden_cards_can_be_laid_than_there_are() -> None:
    with pytest.raises(CardNotHeld):
        do(hidden(6), "0 contract 4H 5H 6H 7H / KC KD KH")
    assert do(hidden(7), "0 contract 4H 5H 6H 7H / KC KD KH").out == 0


def test_a_hand_of_round_7_is_counted_not_seen() -> None:
    runs = "3H 4H 5H 6H / 9C TC JC QC / 3D 4D 5D 6D"
    assert do(hidden(12, round=7), f"0 contract {runs}").out == 0


def test_explicit_names_the_deck_where_more_than_one_card_may_be_meant() -> None:
    state = at(["7H.1 KD.0 9S.0 9S.1 QC.1", "3C.0", "3C.1"], ("9C.0 9D.0 9H.1",), discard="QC.0", laid=[True] * 3)

    def explicit(words: str) -> str:
        return text(VARIETY.explicit(state, 0, parse(words)))

    assert explicit("throw 7H") == "throw 7H.1"
    assert explicit("throw QC") == "throw QC"
    assert explicit("lay 9S on 0") == "lay 9S.0 on 0"
    assert explicit("lay 9S.1 on 0") == "lay 9S.1 on 0"
    assert explicit("swap 9S on 0 lay *1=KD on 0") == "swap 9S.0 on 0 lay *1=KD on 0"
    assert explicit("contract 9S 9S KD / 7H QC") == "contract 9S.0 9S.1 KD.0 / 7H.1 QC"
    assert explicit("take QC") == "take QC"
    with pytest.raises(CardNotHeld):
        explicit("throw AC")
    one = at(["7H KD", "3C"])
    assert text(VARIETY.explicit(one, 0, parse("throw 7H"))) == "throw 7H"


def test_the_clock_names_no_card_that_is_not_known() -> None:
    given = position(["", "5C"], phase="pickup", discard="9C", options={"turn_seconds": 30})
    state = VARIETY.positions.read(given | {"hands": [[None, "4C"], ["5C"]], "stock": [None, None]})
    drawn = do(state, "0 draw", "1 waive")
    assert clock_texts(VARIETY, drawn) == [None]
    first = VARIETY.reveal(drawn, 0, cards.code("KH"))
    assert clock_texts(VARIETY, first) == [None]
    mine = VARIETY.reveal(first, 0, cards.code("3H"))
    assert clock_texts(VARIETY, mine) == ["throw 3H"]


def test_a_card_that_lies_open_is_not_revealed() -> None:
    state = hidden(2, discard="9C", stock="8C")
    for card in (cards.code("9C"), cards.code("8C"), cards.code("3C"), 54, -1):
        with pytest.raises(HiddenCard):
            VARIETY.reveal(state, 0, card)


def test_an_unscored_round_has_no_next() -> None:
    over = do(VARIETY.positions.read(position(["KD", ""]) | {"hands": [["KD"], [None]]}), "0 throw KD")
    assert (over.phase, over.round_scores, over.scores) == ("over", None, (0, 0))
    with pytest.raises(HiddenCard):
        VARIETY.next_round(over, cards.full_deck(1, jokers=True))
    assert VARIETY.reveal(over, 1, cards.code("*1")).round_scores == (0, 15)
