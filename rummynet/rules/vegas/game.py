"""Vegas rummy, as everything outside the rules asks for it. The rules for players are in docs/rules/vegas.md."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rummynet.rules.core.errors import BadOption, HiddenCard
from rummynet.rules.core.options import Options
from rummynet.rules.core.variety import FirstStarter, MeldExamples, Step, of_any_state
from rummynet.rules.shared.rounds import check_starter
from rummynet.rules.shared.stock import StockFromPile
from rummynet.rules.shared.turn_game import PICKUP, Kinds, TurnGame
from rummynet.rules.vegas import deal, turn
from rummynet.rules.vegas.deal import MOST_SEATS, BuyingIn
from rummynet.rules.vegas.legal import pickups, plays
from rummynet.rules.vegas.messages import VegasPresentation
from rummynet.rules.vegas.position import VegasPositions
from rummynet.rules.vegas.score import begin_settling, points
from rummynet.rules.vegas.state import VegasState, clockwise
from rummynet_protocol.actions import Action, BuyIn, CountAces, Decline, LayDown, LayOff, Swap, Take, ThrowOut
from rummynet_protocol.cards import PER_DECK, members


class Vegas(TurnGame[VegasState]):
    """Jokers and a rank of the round are wild, hands cost points, who reaches the maximum pays or leaves."""

    name = "vegas"
    title = "Vegas rummy"
    summary = (
        "For chips: jokers and one rank of each round are wild.",
        "What you are left with counts against you; at 100 you buy in again or leave the game.",
        "The last one below 100 takes most of the pot. Newcomers may come in between rounds.",
    )
    counting = (
        "In your hand 2 to 9 cost their number, ten to king 10, an ace 1 or 13 as you say, a wild card 25.",
        "The round ends when somebody throws out the last card; the others add what they hold to their totals.",
        "Who is at the limit buys in again, at the highest total below it, or sits out. The game ends when only one player is below it.",
    )
    examples = MeldExamples(
        "9D 9H 9S", "4C *1=5C 6C", "Sets and runs of three or more; ★ and the wild rank stand for any card."
    )
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
            raise BadOption("handicaps are {players} totals, one for each seat, or none at all", players=players)
        deal.check_cards(options, players)

    # -- parts

    kinds: ClassVar[Kinds] = {
        **PICKUP,
        **dict.fromkeys((LayDown, LayOff, Swap, ThrowOut), ("play",)),
        CountAces: ("aces",),
        **dict.fromkeys((BuyIn, Decline), ("buyin",)),
    }
    first_starter = FirstStarter()
    chance = StockFromPile()
    newcomers = BuyingIn()
    presentation = VegasPresentation()
    score_option = "max_score"
    short_options: ClassVar[Mapping[str, Any]] = {"max_score": 50}  # a few rounds, for tests and the demonstration

    @property
    def positions(self) -> VegasPositions:
        """The codec of this game's positions."""
        return VegasPositions(self)

    # -- a round

    def deck(self, options: Options, state: VegasState | None, players: int, joining: int = 0) -> list[int]:
        """As many decks as those who play the coming round need."""
        playing = players if state is None else sum(state.playing) + joining
        # Again for each round: players come in, and an option may have fixed the decks.
        deal.check_cards(options, playing)
        return deal.cards_for(options, playing)

    def first_position(self, aside: tuple[int, ...], **fields: Any) -> VegasState:  # noqa: ANN401
        """The position of these fields, with what the card turned up makes wild."""
        options: Options = fields["options"]
        wild, decks = deal.made_wild(options, fields["discard"][0]), deal.decks_for(options, sum(fields["playing"]))
        return VegasState(**fields, wild=wild, decks=decks)

    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step[VegasState]:
        """Round 1 from this deck: everybody has paid one buy-in and begins at its handicap."""
        self.check(options, players)
        check_starter(starter, players)
        return self.dealt(
            options, starter, deck, 1, tuple(options["handicaps"]) or (0,) * players,
            playing=(True,) * players, expiries=(0,) * players, paid=(options["buy_in"],) * players,
        )  # fmt: skip

    def next_round(self, state: VegasState, deck: Sequence[int], join: Sequence[int] = ()) -> Step[VegasState]:
        """The next round; *join* come in as new players: seats that sit out, or those following the last seat."""
        table = deal.next_table(state, join)
        starter = next(clockwise(table, state.starter + 1))
        kept = {"playing": table.playing, "expiries": table.expiries, "paid": table.paid}
        return self.dealt(state.options, starter, deck, state.round + 1, table.scores, **kept)

    def apply(self, state: VegasState, seat: int, action: Action) -> Step[VegasState]:
        """As in every game. A card is taken alone, and a wild card swapped for goes to the hand."""
        if (type(action) is Take and action.play) or (type(action) is Swap and action.onward):
            raise self.not_in_this_game(state, action)
        return super().apply(state, seat, action)

    def pickups(self, state: VegasState) -> list[Action]:
        """The tops of stock and pile."""
        return pickups(state)

    def plays(self, state: VegasState, seat: int) -> list[Action]:
        """What the phase asks of the seat on turn, as the page lists it."""
        return plays(state, seat)

    def seat_of(self, state: VegasState, action: Action) -> int | None:
        """The seat on turn, once the hands are known that have to be counted. Raises HiddenCard."""
        if state.phase == "aces" and state.aces is None:
            raise HiddenCard("play is over; the hands have to be shown before they are counted")
        return state.turn

    def do(self, state: VegasState, seat: int, action: Action) -> Step[VegasState]:
        """One step of the turn, or a decision after it."""
        return turn.STEPS[type(action)](state, seat, action)

    def actors(self, state: VegasState) -> tuple[int, ...]:
        """The seat on turn; nobody while play is over and the hands are not known yet."""
        waits = state.phase == "over" or (state.phase == "aces" and state.aces is None)
        return () if waits else (state.turn,)

    def hands_are_shown(self, state: VegasState) -> bool:
        """From the end of play on: aces, buying in and scores need every hand."""
        return state.phase in ("aces", "buyin", "over")

    def left_to_the_clock(self, state: VegasState) -> Action | None:
        """No ace counts 13, nobody buys in; else as in every game."""
        match state.phase:
            case "aces":
                # The cheapest count; the clock must not choose what costs.
                return CountAces(0)
            case "buyin":
                # Buying in costs chips: nobody pays while away.
                return Decline()
        return super().left_to_the_clock(state)

    def least_harm(self, state: VegasState) -> Action:
        """The card that costs most and is not wild, of equal ones the first; if all are wild the first of these."""
        wilds, hand = state.wilds, state.hands[state.turn]
        natural = [code for code in members(hand) if not wilds.has(code % PER_DECK)]
        if not natural:
            return self.throw_of(state, min(members(hand), key=lambda code: (wilds.order.index(code % PER_DECK), code)))
        return self.throw_of(state, min(natural, key=lambda code: (-points(code, wilds), code % PER_DECK, code)))

    def with_scores(self, state: VegasState) -> VegasState:
        """With the last card known after the end of play the aces are asked for."""
        waits = state.phase == "aces" and state.aces is None and state.all_known
        return begin_settling(state)[0] if waits else state


VARIETY: Final = of_any_state(Vegas())
