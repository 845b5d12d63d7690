"""Vegas rummy, as the rest of the house asks for it. The rules for players are in docs/rules/vegas.md."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rummynet.rules.core.errors import BadOption, BadPosition, BadSeats, HiddenCard, IllegalAction
from rummynet.rules.core.options import Options
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.core.variety import Step, Timer, Variety
from rummynet.rules.shared.position_json import need, whole
from rummynet.rules.shared.rounds import can_draw, can_renew, known_cards, renew_stock
from rummynet.rules.vegas import apply, deal, messages
from rummynet.rules.vegas.legal import listed
from rummynet.rules.vegas.position import read_position, write_position
from rummynet.rules.vegas.score import begin_settling, points
from rummynet.rules.vegas.state import VegasState
from rummynet_protocol import notation
from rummynet_protocol.actions import Action
from rummynet_protocol.cards import PER_DECK, members, name
from rummynet_protocol.sentences import said


class Vegas(Variety):
    """Jokers and a rank of the round are wild, hands cost points, who reaches the maximum pays or leaves."""

    name = "vegas"
    title = "Vegas rummy"
    seats = range(2, deal.MOST_SEATS + 1)
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

    def named_starter(self, options: Options, players: int) -> int | None:
        """None: a draw makes the first dealer."""
        return None

    def starter_from_seat(self, seat: int, players: int) -> int:
        """The draw makes the dealer; the seat to the left starts."""
        return (seat + 1) % players

    # -- a round

    def deck(self, options: Options, state: State | None, players: int, joining: int = 0) -> list[int]:
        """As many decks as those who play the coming round need."""
        playing = players if state is None else sum(_vegas(state).playing) + joining
        deal.check_cards(options, playing)
        return deal.cards_for(options, playing)

    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step:
        """Round 1 from this deck."""
        self.check(options, players)
        return deal.first_round(options, players, starter, deck)

    def next_round(self, state: State, deck: Sequence[int], join: Sequence[int] = ()) -> Step:
        """The next round; *join* come in as new players: seats that sit out, or those following the last seat."""
        return deal.next_round(_vegas(state), deck, join)

    def legal(self, state: State, seat: int) -> list[Action]:
        """All that the seat may do now, as the page lists it; sorted by notation."""
        return sorted(listed(_vegas(state), seat), key=notation.text)

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction."""
        return apply.apply(_vegas(state), seat, action)

    def explicit(self, state: State, seat: int, action: Action) -> Action:
        """The action with decks named where two copies could be meant."""
        return apply.explicit(_vegas(state), seat, action)

    def actors(self, state: State) -> tuple[int, ...]:
        """The seat on turn; nobody while play is over and the hands are not known yet."""
        vegas = _vegas(state)
        waits = vegas.phase == "over" or (vegas.phase == "aces" and vegas.aces is None)
        return () if waits else (vegas.turn,)

    def reshuffle_cards(self, state: State) -> list[int] | None:
        """The pile but its top, ascending, if the stock is empty and a draw is possible."""
        vegas = _vegas(state)
        if vegas.phase != "pickup" or vegas.stock or not can_renew(vegas):
            return None
        return sorted(vegas.discard[:-1])

    def reshuffle(self, state: State, order: Sequence[int]) -> Step:
        """The pile but its top becomes the stock in this order."""
        if self.reshuffle_cards(state) is None:
            raise IllegalAction("the pile is shuffled only for a draw from an empty stock, and not oftener than agreed")
        return renew_stock(state, order)

    def hands_are_shown(self, state: State) -> bool:
        """From the end of play on: aces, buying in and scores need every hand."""
        return state.phase in ("aces", "buyin", "over")

    def timers(self, state: State) -> list[Timer]:
        """The turn clock, if there is one. The action is empty where it depends on a card that is not known here."""
        seconds = state.options["turn_seconds"]
        if not seconds or not self.actors(state):
            return []
        return [Timer(state.turn, _left_to_the_clock(_vegas(state)), seconds, "turn")]

    @property
    def takes_newcomers(self) -> bool:
        """Yes, for the buy-in."""
        return True

    def outside(self, state: State) -> tuple[int, ...]:
        """Those who declined."""
        return tuple(seat for seat, plays in enumerate(_vegas(state).playing) if not plays)

    def facts(self, state: State) -> tuple[str, ...]:
        """What is wild, chips, who has expired or sits out, what is to be decided."""
        return messages.facts(_vegas(state))

    def is_wild(self, state: State, card: int) -> bool:
        """Jokers, and what the turned-up card has made wild."""
        return _vegas(state).wilds.has(card % PER_DECK)

    # -- positions

    def position(self, state: State) -> dict[str, Any]:
        """The position as JSON-able values."""
        return write_position(_vegas(state))

    def from_position(self, position: Mapping[str, Any]) -> State:
        """The state that *position* describes, checked."""
        if not isinstance(position, Mapping):
            raise BadPosition("a position is an object with keys such as hands, stock and discard")
        if need(position, "variant") != self.name:
            raise BadPosition(f"the position is not one of {self.title}")
        given = position.get("options", {})
        if not isinstance(given, Mapping):
            raise BadPosition("options should be an object")
        players = whole(need(position, "players"), "players", self.seats[0], self.seats[-1])
        options = self.resolve(given)
        if len(options["handicaps"]) > players:
            raise BadSeats(
                said(
                    "there are handicaps for {handicaps} seats, but {players} players",
                    handicaps=len(options["handicaps"]),
                    players=players,
                )
            )
        return read_position(self, position, options, players)

    # -- knowledge

    def reveal(self, state: State, seat: int, card: int) -> State:
        """One hidden card of the hand is *card*; with the last one after the end of play the aces are asked for."""
        vegas = _vegas(state)
        if not 0 <= card < vegas.decks * PER_DECK or known_cards(vegas) >> card & 1:
            raise HiddenCard(f"seat {seat} holds no unknown card that could be this one")
        known = _vegas(super().reveal(vegas, seat, card))
        waits = known.phase == "aces" and known.aces is None and known.all_known
        return begin_settling(known)[0] if waits else known


def _vegas(state: State) -> VegasState:
    assert isinstance(state, VegasState), "a position of another game"
    return state


def _left_to_the_clock(state: VegasState) -> str:
    match state.phase:
        case "pickup":
            return "draw" if can_draw(state) else notation.text(listed(state, state.turn)[0])
        case "aces":
            return "aces 0"
        case "buyin":
            return "decline"
    drawn, hand = state.drawn, state.hands[state.turn]
    if drawn is not None and drawn != HIDDEN and hand >> drawn & 1:
        return f"throw {name(drawn, state.decks)}"
    if state.hidden[state.turn]:
        return ""
    return f"throw {name(_dearest(state, hand), state.decks)}"


def _dearest(state: VegasState, hand: int) -> int:
    """The card that costs most and is not wild, of equal ones the first; if all are wild the first of these."""
    wilds = state.wilds
    natural = [code for code in members(hand) if not wilds.has(code % PER_DECK)]
    if not natural:
        return min(members(hand), key=lambda code: (wilds.order.index(code % PER_DECK), code))
    return min(natural, key=lambda code: (-points(code, wilds), code % PER_DECK, code))


VARIETY: Final = Vegas()
