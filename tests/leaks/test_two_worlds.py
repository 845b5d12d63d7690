"""Two tables that differ in one card which a seat holds: nobody else can tell them apart.

The host of the second table believes that the seat holds a card of the stock, and the stock this one. All do and try
the same at both, what is refused too; what is sent to the others is equal, byte for byte, until the hands are shown.
"""

import random

import pytest

from rummynet.table.game.dealt_cards import Play
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import CallRummy, Draw, LayDown, ThrowOut
from rummynet_protocol.errors import Refusal
from rummynet_protocol.values import replace
from rummynet_protocol.wire.message_codec import pack_message
from rummynet_protocol.wire.messages import LogEntry, Refused, Watch
from tests.support.games import EVERY, short
from tests.support.people import Person, TableHarness

TRIES = 120  # a round of three that throw and draw; most end before


class World:
    """A round, dealt to three, with somebody who watches. *swaps*: the host takes two hidden cards for each other."""

    def __init__(self, variant: str, seed: int, *, swaps: bool) -> None:
        self.hall = TableHarness(seed=seed)
        self.table, self.people = self.hall.game(["Ann", "Ben", "Cid"], variant, **short(variant))
        self.dee = self.hall.person("Dee")
        self.hall.done(self.dee, Watch, self.table.number)
        self.whose = seed % 3
        state = self.play.full
        held = list(cards.members(state.hands[self.whose]))
        self.secrets = {held[seed % len(held)], state.stock[-1]}
        if swaps:
            mask = sum(1 << card for card in self.secrets)
            hands = tuple(hand ^ mask if seat == self.whose else hand for seat, hand in enumerate(state.hands))
            (other,) = self.secrets - {state.stock[-1]}
            logged = self.table.game.game_log.ledger.play  # type: ignore[union-attr]
            logged.state = replace(state, hands=hands, stock=(*state.stock[:-1], other))  # type: ignore[union-attr]

    @property
    def play(self) -> Play:
        game = self.table.game
        assert game is not None and isinstance(game.play, Play)
        return game.play

    @property
    def seats(self) -> list[Person]:
        game = self.table.game
        assert game is not None
        return [next(one for one in self.people if one.key == key) for key in game.keys]

    def sent(self) -> list[tuple[bytes, bytes]]:
        """All that was sent to the others since the last time it was asked for."""
        told, self.hall.told = self.hall.told, []
        hidden = self.seats[self.whose].key
        return [(key, pack_message(message)) for key, message in told if key != hidden]

    def tries(self, chance: random.Random) -> tuple[int, str]:
        """What somebody may do, or may not; nothing that only who holds the hidden card may do."""
        play = self.play
        names = [cards.name(code, play.full.decks) for code in play.decks[-1].order]
        if chance.random() < 0.4:
            seat, picked = chance.randrange(3), chance.sample(names, 3)
            wild = [ThrowOut(picked[0]), LayDown(tuple(picked)), CallRummy(LayDown(tuple(picked))), Draw()]
            return (seat + (seat == self.whose)) % 3, notation.text(chance.choice(wild))
        seat = chance.choice(play.variety.actors(play.full))
        hidden = {cards.name(code, play.full.decks) for code in self.secrets}
        texts = [notation.text(action) for action in play.variety.legal(play.full, seat)]
        return seat, chance.choice([text for text in texts if not any(name in text for name in hidden)])

    def shows(self, seat: int, text: str) -> bool:
        """Whether all hands are shown after that, or the exchanged card of the stock would come next."""
        play = self.play
        try:
            state, _ = play.variety.apply(play.full, seat, notation.parse(text))
        except Refusal:
            return False
        return state.phase == "over" or play.variety.hands_are_shown(state) or len(state.stock) < 5


@pytest.mark.drawn(5)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variant", EVERY)
def test_nothing_that_others_are_sent_depends_on_a_card_that_they_may_not_know(variant: str, seed: int) -> None:
    one, other = (World(variant, seed, swaps=swaps) for swaps in (False, True))
    assert one.sent() == other.sent() and one.play.full != other.play.full
    chance, kinds = random.Random(seed), set[str]()
    for _ in range(TRIES):
        seat, text = one.tries(chance)
        if one.shows(seat, text):
            break
        for world in (one, other):
            world.hall.act(world.seats[seat], text)
            world.hall.ms += 7
        kinds |= {type(message).__name__ for _key, message in one.hall.told}
        assert one.sent() == other.sent(), text
    assert kinds >= {LogEntry.__name__, Refused.__name__}
