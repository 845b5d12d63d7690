"""Vegas rummy, as the rest of the house asks for it. The rules for players are in docs/rules/vegas.md."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rummynet.rules.core.errors import BadOption, HiddenCard
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import FirstStarter, PositionCodec, Step, Timer, Variety
from rummynet.rules.shared.one_deck_parts import StockFromPile
from rummynet.rules.shared.rounds import can_draw, known_cards, lays_noted
from rummynet.rules.vegas import apply, deal
from rummynet.rules.vegas.joining import MOST_SEATS, BuyingIn
from rummynet.rules.vegas.legal import listed
from rummynet.rules.vegas.messages import VegasPresentation
from rummynet.rules.vegas.position import VegasPositions
from rummynet.rules.vegas.score import begin_settling, points
from rummynet.rules.vegas.state import VegasState, own
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, CountAces, Decline, Draw, ThrowOut
from rummynet_protocol.cards import PER_DECK, members, name
from rummynet_protocol.sentences import said


class Vegas(Variety):
    """Jokers and a rank of the round are wild, hands cost points, who reaches the maximum pays or leaves."""

    name = "vegas"
    title = "Vegas rummy"
    seats = range(2, MOST_SEATS + 1)
    options = deal.OPTIONS

    def resolve(self, given: Mapping[str, object]) -> Options:
        """Every option with its value; the parts of the pot make 100, handicaps are below the maximum."""
        options = super().resolve(given)
        deal.check_options(options)
        return options

    def check(self, options: Options, players: int) -> None:
        """As for every variety; a handicap for each seat or none, and enough cards."""
        super().check(options, players)
        if len(options["handicaps"]) not in (0, players):
            raise BadOption(said("handicaps are {players} totals, one for each seat, or none at all", players=players))
        deal.check_cards(options, players)

    # -- parts

    first_starter = FirstStarter()
    chance = StockFromPile()
    newcomers = BuyingIn()
    presentation = VegasPresentation()
    score_option = "max_score"
    short_options: ClassVar[Mapping[str, Any]] = {"max_score": 50}

    @property
    def positions(self) -> PositionCodec:
        """The codec of this game's positions."""
        return VegasPositions(self)

    # -- a round

    def deck(self, options: Options, state: State | None, players: int, joining: int = 0) -> list[int]:
        """As many decks as those who play the coming round need."""
        playing = players if state is None else sum(own(state).playing) + joining
        deal.check_cards(options, playing)
        return deal.cards_for(options, playing)

    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step:
        """Round 1 from this deck."""
        self.check(options, players)
        return deal.first_round(options, players, starter, deck)

    def next_round(self, state: State, deck: Sequence[int], join: Sequence[int] = ()) -> Step:
        """The next round; *join* come in as new players: seats that sit out, or those following the last seat."""
        return deal.next_round(own(state), deck, join)

    def legal(self, state: State, seat: int) -> list[Action]:
        """All that the seat may do now, as the page lists it; sorted by notation."""
        return sorted(listed(own(state), seat), key=notation.text)

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction."""
        return lays_noted(state, apply.apply(own(state), seat, action))

    def explicit(self, state: State, seat: int, action: Action) -> Action:
        """The action with decks named where two copies could be meant."""
        return apply.explicit(own(state), seat, action)

    def actors(self, state: State) -> tuple[int, ...]:
        """The seat on turn; nobody while play is over and the hands are not known yet."""
        vegas = own(state)
        waits = vegas.phase == "over" or (vegas.phase == "aces" and vegas.aces is None)
        return () if waits else (vegas.turn,)

    def hands_are_shown(self, state: State) -> bool:
        """From the end of play on: aces, buying in and scores need every hand."""
        return state.phase in ("aces", "buyin", "over")

    def timers(self, state: State) -> list[Timer]:
        """The turn clock, if there is one. The action is None where it depends on a card that is not known here."""
        seconds = state.options["turn_seconds"]
        if not seconds or not self.actors(state):
            return []
        return [Timer(state.turn, _left_to_the_clock(own(state)), seconds, "turn")]

    # -- knowledge

    def reveal(self, state: State, seat: int, card: int) -> State:
        """One hidden card of the hand is *card*; with the last one after the end of play the aces are asked for."""
        vegas = own(state)
        if not 0 <= card < vegas.decks * PER_DECK or known_cards(vegas) >> card & 1:
            raise HiddenCard(f"seat {seat} holds no unknown card that could be this one")
        known = own(super().reveal(vegas, seat, card))
        waits = known.phase == "aces" and known.aces is None and known.all_known
        return begin_settling(known)[0] if waits else known


def _left_to_the_clock(state: VegasState) -> Action | None:
    match state.phase:
        case "pickup":
            return Draw() if can_draw(state) else listed(state, state.turn)[0]
        case "aces":
            return CountAces(0)
        case "buyin":
            return Decline()
    drawn, hand = state.drawn, state.hands[state.turn]
    if drawn is not None and drawn != HIDDEN and hand >> drawn & 1:
        return ThrowOut(name(drawn, state.decks))
    if state.hidden[state.turn]:
        return None
    return ThrowOut(name(_dearest(state, hand), state.decks))


def _dearest(state: VegasState, hand: int) -> int:
    """The card that costs most and is not wild, of equal ones the first; if all are wild the first of these."""
    wilds = state.wilds
    natural = [code for code in members(hand) if not wilds.has(code % PER_DECK)]
    if not natural:
        return min(members(hand), key=lambda code: (wilds.order.index(code % PER_DECK), code))
    return min(natural, key=lambda code: (-points(code, wilds), code % PER_DECK, code))


VARIETY: Final = Vegas()
