"""Games with one deck: who begins, the clock, the deck (``OneDeckGame``), and the plain turn (``DrawLayThrow``).

A game states its parameters as class attributes and overrides the few methods that are its own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from rummynet.rules.core import options as common
from rummynet.rules.core.errors import BadOption, demand, refuse
from rummynet.rules.core.options import Option, Options
from rummynet.rules.core.state import HIDDEN, Meld, State
from rummynet.rules.core.variety import ChanceSteps, FirstStarter, PositionCodec, Presentation, S, Step
from rummynet.rules.core.wording import round_of_deals
from rummynet.rules.shared import rounds
from rummynet.rules.shared.melds import MELDS, SHAPES, allows, laid_by, melds_in, with_cards
from rummynet.rules.shared.position_json import Key, Positions, number
from rummynet.rules.shared.rounds import can_draw
from rummynet.rules.shared.scoring import on_table
from rummynet.rules.shared.turn_game import StockFromPile, TurnGame, stock_words
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, Draw, LayDown, LayOff, Pass, Take, ThrowOut
from rummynet_protocol.events import Event, LaidDown, LaidOff, ThrewOut, Took
from rummynet_protocol.notation import text
from rummynet_protocol.values import replace

# With fewer the first players would have to make a new stock of a pile that has nothing to give yet.
UNDEALT: Final = 4  # cards that the hands have to leave in the deck: one to turn up, and three for the first stock


class OneDeckPresentation(Presentation[State]):
    """What is worth knowing of the next stock; points of melds where they count."""

    def facts(self, state: State) -> Iterator[str]:
        yield from (*round_of_deals(state), *stock_words(state))

    def points_on_table(self, state: State) -> tuple[int, ...]:
        return tuple(on_table(state.melds, state.players)) if self.melds_count else ()


class OneDeckGame(TurnGame[S]):
    """A game with one deck. The class attributes are its parameters; the methods below them its hooks."""

    deck_cards: ClassVar[range] = range(52)  # the cards of the deck; ``range(54)`` has the two jokers

    first_starter = FirstStarter("first_dealer", "deals")
    chance: ClassVar[ChanceSteps[Any]] = StockFromPile()
    presentation: ClassVar[Presentation[Any]] = OneDeckPresentation()
    codec: ClassVar[type[PositionCodec[Any]]] = Positions
    score_option = "target"
    highest_wins = True
    one_deck = True
    short_options: ClassVar[Mapping[str, Any]] = {"target": 150}  # a few rounds, for tests and the demonstration

    @property
    def bot_points(self) -> Sequence[int] | None:
        return self.scoring.worth_held

    # -- hooks
    def codes(self, decks: int) -> range:
        return self.deck_cards

    def least_harm(self, state: S) -> Action:
        return rounds.THROWS[self.scoring.cheapest(state.hands[state.turn])]

    def pickup_without_stock(self, state: S) -> Action | None:
        """The first action listed, which depends on the hand where only a card that is used may be taken."""
        return None if state.hidden[state.turn] else min(self.pickups(state), key=text)

    # -- before a game
    def check(self, options: Options, players: int) -> None:
        super().check(options, players)
        # The option's own range is for two players; with six of them 13 cards each are more than a deck.
        most = (len(self.deck_cards) - UNDEALT) // players
        if options["hand"] > most:
            says = {"most": most, "players": players}
            raise BadOption("hand is at most {most} with {players} players, so that a stock is left", **says)

    # -- a round
    def deck(self, options: Options, state: S | None, players: int, joining: int = 0) -> list[int]:
        return list(self.deck_cards)

    def clock_kinds(self, state: S) -> tuple[type[Action], ...]:
        return (Take, Pass) if state.phase == "pickup" else (ThrowOut,)


# -- the plain turn
# By each seat: enough to collect from the pile for a while, and a bound, since the same cards could go round for ever.
_TAKES: Final = 2
_MOST_TAKES: Final = 1000  # as a position may have; no table has so many seats


class TurnPositions(Positions[State]):
    """Positions with the takes in a row."""

    def keys(self, options: Options, players: int) -> Mapping[str, Key]:
        return {"takes_in_a_row": number(_MOST_TAKES)}


class DrawLayThrow(OneDeckGame[State]):
    """A one-deck game with the plain turn: draw or take, lay melds and lay off, throw out a card.

    As it stands: the top of the pile is taken alone, cards are laid off one at a time, no call interrupts. A game
    changes a step by overriding it, and adds plays of its own in ``lays`` and ``lay``. Each step raises IllegalAction
    where it refuses.
    """

    last_card_is_thrown: ClassVar[bool] = True
    """A play has to leave a card to throw out; if not, an empty hand ends the round at once, also by a play."""
    ends_with_the_stock: ClassVar[bool] = True
    """A turn that ends when nothing can be drawn any more ends the round; False where every card taken is used."""
    options: tuple[Option, ...] = (
        common.TARGET, common.HAND_BY_PLAYERS, common.RESHUFFLE_LIMIT, common.IDLE_STOCKS, common.FIRST_DEALER,
        *common.OF_EVERY_TABLE,
    )  # fmt: skip
    """What the steps here ask, and who plays; ``with_defaults`` changes what it is without a choice."""
    short_options: ClassVar[Mapping[str, Any]] = {"target": 60}
    codec: ClassVar[type[PositionCodec[Any]]] = TurnPositions
    steps: ClassVar[rounds.Steps] = {
        **dict.fromkeys((Draw, Take, Pass), (rounds.PICKUP, None)),
        **dict.fromkeys((LayDown, LayOff, ThrowOut), (rounds.PLAY, None)),
    }

    # -- what may be done
    def pickups(self, state: State) -> list[Action]:
        found: list[Action] = [*self.takes(state)]
        if can_draw(state):
            found.append(rounds.DRAW)
        # With a sealed deck nobody else can say whether a card of the pile could be used with a hidden hand.
        elif state.options["deck"] == "sealed":
            found.append(rounds.PASS)
        # Only then: who could pass at will could keep a round from ending.
        return found or [rounds.PASS]

    def takes(self, state: State) -> Iterable[Action]:
        """The ways to take from the pile: its top, until that was done too often in a row."""
        return [rounds.TAKES[state.discard[-1]]] if state.discard and not self._has_to_draw(state) else []

    def plays(self, state: State, seat: int) -> list[Action]:
        return [*self.lays(state), *rounds.throws_of(state.hands[state.turn])]

    def lays(self, state: State) -> Iterable[Action]:
        # `count`, since cards that are not known here may be left to throw out too.
        hand, spare = state.hands[state.turn], state.count(state.turn) - self.last_card_is_thrown
        for shape in melds_in(hand):
            if len(shape.cards) <= spare and allows(shape.cards, self.aces, self.has_sets):
                yield shape.laying
        # Single cards only: several at once come to the same as one after the other, and make the list long.
        for at, meld in enumerate(state.melds if spare else ()):
            for card in cards.members(SHAPES[meld.cards].fits & hand):
                if self._grown(meld, card, state.turn):
                    yield LayOff((cards.FACES[card],), at)

    # -- doing it
    def do(self, state: State, seat: int, action: Action) -> Step:
        if type(action) is ThrowOut:
            return self.throw(state, seat, action.card)
        if type(action) is Draw:
            return rounds.draw_top(state, seat, takes_in_a_row=0)
        if type(action) is Take:
            return self.take(state, seat, action)
        if type(action) is Pass:
            return super().do(state, seat, action)
        after, happened = self.lay(state, seat, action)
        if self.last_card_is_thrown and not after.count(seat):
            raise rounds.nothing_left()
        return self.ended_if_out(after, happened)

    def take(self, state: State, seat: int, action: Take) -> Step:
        at = rounds.place_in_pile(state, action.card)
        alone = action.play is None and at == len(state.discard) - 1
        demand(alone, "card_not_in_pile", "take the top of the pile by itself: say 'take' and the card, and lay it "
               "afterwards")  # fmt: skip
        if self._has_to_draw(state):
            refuse("card_not_in_pile", "the last {count} cards were all taken from the pile and nobody laid anything; "
                   "draw from the stock", count=state.takes_in_a_row)  # fmt: skip
        return self.take_cards(replace(state, takes_in_a_row=state.takes_in_a_row + 1), seat, at)

    def _has_to_draw(self, state: State) -> bool:
        """Whether the pile was taken from so often in a row that the round would not end."""
        return state.takes_in_a_row >= _TAKES * state.players

    def take_cards(self, state: State, seat: int, at: int) -> Step:
        """The card of the pile at this place and all above it, come to the hand."""
        codes = state.discard[at:]
        held = rounds.receive(state, seat, codes, discard=state.discard[:at], phase="play", drawn=None)
        return held, (Took(seat, tuple([cards.FACES[code] for code in codes])),)

    def lay(self, state: State, seat: int, play: Action) -> Step:
        """Cards of the hand put on the table, whatever they leave there."""
        if isinstance(play, LayDown):
            shape = MELDS.get(play.cards)
            if shape is None or not allows(shape.cards, self.aces, self.has_sets):
                raise rounds.not_a_meld(play.cards, self.aces, self.has_sets)
            melds = (*state.melds, laid_by(seat, shape))
            held = rounds.part_with(state, seat, shape.cards, melds=melds, takes_in_a_row=0)
            return held, (LaidDown(seat, len(state.melds), shape.words),)
        assert isinstance(play, LayOff)
        card, meld = rounds.single_card(play), rounds.meld_at(state.melds, play.meld)
        code = cards.FACE_OF.get(card, HIDDEN)
        grown = self._grown(meld, code, seat)
        if grown is None:
            fits = cards.members(SHAPES[meld.cards].fits)
            raise rounds.does_not_fit(play.cards, meld, cards.mask(one for one in fits if self._grown(meld, one, seat)))
        held = rounds.part_with(state, seat, (code,), takes_in_a_row=0)
        return rounds.with_meld(held, play.meld, grown), (LaidOff(seat, play.meld, play.cards),)

    def _grown(self, meld: Meld, card: int, seat: int) -> Meld | None:
        """The meld with this card laid off by the seat; None if it does not fit."""
        return with_cards(meld, (card,), seat, self.aces)

    def throw(self, state: State, seat: int, word: str) -> Step:
        card = cards.FACE_OF.get(word, HIDDEN)
        # A word that is no card of this game would pass as one of the hidden cards of the hand.
        if card not in self.deck_cards:
            raise rounds.not_held(word)
        hands, hidden = rounds.hands_without(state, seat, 1 << card)
        discard, happened = (*state.discard, card), (ThrewOut(seat, word),)
        thrown = replace(state, hands=hands, hidden=hidden, discard=discard, drawn=None)
        # Out comes before blocked: who throws the last card is out even if nothing can be drawn any more.
        if not thrown.count(seat) or (self.ends_with_the_stock and not can_draw(thrown)):
            return self.scoring.end_round(thrown, None if thrown.count(seat) else seat, happened)
        return replace(thrown, turn=(seat + 1) % state.players, phase="pickup"), happened

    def ended_if_out(self, state: State, happened: tuple[Event, ...]) -> Step:
        """The position after something has left the hand of the seat on turn: an empty hand ends the round."""
        return (state, happened) if state.count(state.turn) else self.scoring.end_round(state, state.turn, happened)
