"""Joker rummy, as everything outside the rules asks for it. The rules for players are in docs/rules/joker.md."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar, Final

from rummynet.rules.core import options as common
from rummynet.rules.core.errors import BadPosition, IllegalAction
from rummynet.rules.core.options import Option
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import MeldExamples, Step
from rummynet.rules.joker import turn
from rummynet.rules.shared import rounds
from rummynet.rules.shared.melds import SHAPES
from rummynet.rules.shared.one_deck import DrawLayThrow, OneDeckPresentation
from rummynet.rules.shared.position_json import GivenPosition, Positions, ReadMeld, check
from rummynet.rules.shared.scoring import VALUES, Scoring, laid_less_held
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, LayOff, Take, Trade
from rummynet_protocol.sentences import player_in, sentence
from rummynet_protocol.values import replace


class JokerPositions(Positions[State]):
    """Positions in which a joker of a meld is written with the card it stands for."""

    def read_meld(self, words: Sequence[str], given: GivenPosition) -> ReadMeld:
        try:
            laid = turn.read_laid(tuple(words))
        except IllegalAction as fault:
            raise BadPosition(str(fault)) from None
        stands = tuple(face for _, face in laid)
        if stands not in SHAPES:
            raise BadPosition(f"{' '.join(words)[:60]} is no meld, or not in order (a run in sequence, a set C D H S)")
        return tuple(code for code, _ in laid), stands, SHAPES[stands].is_run

    def whole(self, state: State, given: GivenPosition) -> State:
        faces = [face for meld in state.melds for face in meld.stands]
        for face in faces:
            check(faces.count(face) == 1, f"{cards.FACES[face]} is on the table twice, as itself or by a joker")
        return super().whole(state, given)


class JokerPresentation(OneDeckPresentation):
    """The jokers on the table beside what every such game has."""

    melds_count = True
    spread_pile = True

    def facts(self, state: State) -> Iterator[str]:
        for meld in state.melds:
            for code, face in zip(meld.cards, meld.stands, strict=True):
                if cards.is_joker(code):
                    yield sentence("{card} is {face}", card=cards.face(code), face=cards.face(face))
        yield sentence("{player} dealt", player=player_in(state.dealer))
        yield from super().facts(state)

    def _moment(self, state: State, seat: int | None, asked: bool) -> Iterator[str]:
        if not asked:
            yield sentence("Others play; in this game nobody plays out of turn.")
        elif state.phase == "pickup":
            yield sentence("Pick up: draw, or take any card of the pile with everything thrown on top of it and use it "
                           "at once, in a meld, as a lay-off, or in a trade for a joker.")  # fmt: skip
        else:
            yield sentence("Lay what you like and throw out. To lay a joker, name the card it stands for, one that is "
                           "not on the table; the real card can be traded for it. The round ends the moment a hand is "
                           "empty, even by a play.")  # fmt: skip


# A joker left in the hand costs 25 (docs/rules/joker.md); on the table it counts as what it stands for.
_HELD: Final = (*VALUES, 25, 25)
SCORING: Final[Scoring[State]] = Scoring(partial(laid_less_held, worth_held=_HELD.__getitem__), worth_held=_HELD)
_TARGET, _DEALS = common.TARGET_OR_DEALS


class Joker(DrawLayThrow):
    """Keilty's turn without calls, with two jokers that stand for a card until that card is traded for them."""

    name = "joker"
    title = "joker rummy"
    summary = (
        "Two jokers stand for any card you name, until somebody trades in the real one.",
        "The pile lies open: take any card that you use at once, with all cards above it.",
        "Cards that you lay count for you, cards left in your hand count against you. Nobody plays out of turn.",
    )
    counting = (
        "2 to 9 are worth 5, ten to king 10, an ace 15, a joker on the table what it stands for. A joker in your hand "
        "costs 25.",
        "The round ends when a hand is empty. You gain what you laid and lose what you hold.",
        "The game ends after a round in which somebody reaches the target, and the highest total wins.",
    )
    examples = MeldExamples(
        "9D 9H 9S", "4C *1=5C 6C", "Sets and runs of three or more; ★ stands for the card that you name."
    )
    seats = range(2, 7)
    # fmt: off
    options = (
        replace(_TARGET, says=f"{_TARGET.says}; 350 is the short game", choices=(350,)), _DEALS,
        # 12 at most: six hands of it would need 72 cards, so `check` lowers it further by the number of players.
        Option("hand", 8, "cards dealt to each", 3, 12, title="Cards dealt to each"),
        replace(common.RESHUFFLE_LIMIT, default=3, high=20), common.IDLE_STOCKS, common.FIRST_DEALER,
        Option("trade_points", "joker", "who has the points of a place after a trade: who laid the joker, or who laid "
               "the real card", choices=("joker", "card"), title="Points of a place after a trade",
               value_names={"joker": "who laid the joker", "card": "who laid the real card"}),
        *common.OF_EVERY_TABLE,
    )
    # fmt: on
    deck_cards = range(54)
    scoring = SCORING
    presentation = JokerPresentation()
    codec = JokerPositions
    last_card_is_thrown = False
    ends_with_the_stock = False
    steps: ClassVar[rounds.Steps] = {**DrawLayThrow.steps, Trade: (rounds.PLAY, None)}

    def takes(self, state: State) -> Iterable[Take]:
        return turn.takes(state, state.turn)

    def lays(self, state: State) -> Iterable[Action]:
        return turn.lays(state)

    def take(self, state: State, seat: int, action: Take) -> Step:
        held, took = self.take_cards(state, seat, turn.place_of_taken(state, action))
        assert action.play is not None
        after, happened = turn.put_down(held, seat, action.play)
        return self.ended_if_out(after, (*took, *happened))

    def lay(self, state: State, seat: int, play: Action) -> Step:
        if isinstance(play, LayOff):
            rounds.single_card(play)
        return turn.put_down(state, seat, play)

    def least_harm(self, state: State) -> Action:
        hand = state.hands[state.turn]
        # By points a joker would be the dearest anyway; said here because a changed value must not throw out a joker.
        return rounds.THROWS[SCORING.cheapest(hand & turn.REAL or hand)]


VARIETY: Final = Joker()
