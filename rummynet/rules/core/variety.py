"""What a variety of rummy answers. Everything outside ``rules`` asks through this and never which game it is.

How the rest of the house drives a variety:

- ``options = v.resolve(given)``, ``v.check(options, players)``
- the ceremony shuffles ``v.deck(...)``; the starter comes from ``v.starter_from_draw`` or the options
- ``state, events = v.deal(options, players, starter, deck)``; rounds after the first: ``v.next_round(state, deck)``
- ``v.legal(state, seat)`` and ``v.apply(state, seat, action)`` until ``state.phase == "over"``
- chance: ``apply`` of a draw on an empty stock raises NeedsShuffle, then ``v.reshuffle(state, order)`` and the draw
  again; ``v.insertions(state)`` says how many cards ``v.insert(state, places)`` has to put back first.

*Hidden cards.* The decks and orders may hold HIDDEN. A drawn HIDDEN card raises the hand's hidden count; ``reveal``
turns one hidden card of a hand into a known one. ``apply`` for a seat with hidden cards takes an action's card to be
one of them when it is not known to be elsewhere. ``legal`` is exact for a seat whose hand is fully known.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from rummynet.rules.core.errors import BadOption, BadSeats, HiddenCard, IllegalAction
from rummynet.rules.core.options import Option, Options, resolve
from rummynet.rules.core.state import State
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action
from rummynet_protocol.events import Event
from rummynet_protocol.sentences import said

Step = tuple[State, tuple[Event, ...]]


@dataclass(frozen=True, slots=True)
class Timer:
    """Something that waits for a person. After ``seconds`` the host does ``action`` for ``seat``.

    ``kind`` "turn" is the option ``turn_seconds``; "rule" timers belong to the game and always run; "vote" is what the
    others may have done for a seat that is absent.
    """

    seat: int
    action: str
    seconds: int
    kind: Literal["turn", "rule", "vote"]


@dataclass(frozen=True, slots=True)
class Contract:
    """What is laid at once before anything else: so many runs, of different suits, and sets, of different ranks."""

    runs: int
    sets: int
    length: int
    """Cards that each run has at least."""
    whole_hand: bool = False


class Variety(ABC):
    """One game. Stateless; one instance each, found through ``rummynet.rules.varieties``."""

    name: str
    title: str
    """For people: ``Keilty rummy``."""
    seats: range
    """How many can play."""
    options: tuple[Option, ...]

    # -- before a game

    def resolve(self, given: Mapping[str, object]) -> Options:
        """Every option with its value. Raises BadOption."""
        return resolve(self.options, given)

    def _check_seats(self, players: int) -> None:
        """Raises BadSeats where so many cannot play."""
        if players not in self.seats:
            raise BadSeats(
                said(
                    "{title} is for {least} to {most} players, not {players}",
                    title=self.title,
                    least=self.seats[0],
                    most=self.seats[-1],
                    players=players,
                )
            )

    def check(self, options: Options, players: int) -> None:
        """Refuse what cannot be played: number of seats, options that contradict each other or the seats."""
        self._check_seats(players)
        for option in self.options:
            seat = options[option.name]
            if option.seat_or_draw and seat != "draw" and seat >= players:
                raise BadOption(
                    said(
                        "{name} names seat {seat}, but the seats are 0 to {last}",
                        name=option.name,
                        seat=seat,
                        last=players - 1,
                    )
                )

    @abstractmethod
    def named_starter(self, options: Options, players: int) -> int | None:
        """The starter of round 1 if an option names it (or the dealer), None if it is drawn."""

    def starter_from_seat(self, seat: int, players: int) -> int:
        """The starter of round 1 when the public draw ``below(players)`` gave *seat*."""
        return seat

    @property
    def draws_cards_for_deal(self) -> bool:
        """Whether round 1's dealer is found by drawing cards (``draw_for_deal``) instead of ``below(players)``."""
        return False

    def draw_for_deal(self, players: int, deck: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Find the first dealer from a deck shuffled in public, top first: all (seat, card) drawn, and the dealer."""
        raise IllegalAction(said("no cards are drawn for the deal in {title}", title=self.title))

    # -- joining a game that has begun

    @property
    def takes_newcomers(self) -> bool:
        """Whether new players may come in before each round (``next_round`` with ``join``)."""
        return False

    def outside(self, state: State) -> tuple[int, ...]:
        """The seats that sit out and may come in again as new players."""
        return ()

    # -- a round

    @abstractmethod
    def deck(self, options: Options, state: State | None, players: int, joining: int = 0) -> list[int]:
        """The cards of the coming round, ascending. *state* is the last round's end, None before round 1."""

    @abstractmethod
    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step:
        """Round 1 from this deck, top first. Raises BadDeck, BadSeats, HiddenCard (a card to turn up is HIDDEN)."""

    @abstractmethod
    def next_round(self, state: State, deck: Sequence[int], join: Sequence[int] = ()) -> Step:
        """The round after *state*, which is over. Raises GameOver, BadDeck, HiddenCard."""

    @abstractmethod
    def legal(self, state: State, seat: int) -> list[Action]:
        """All that the seat may do now, calls included; sorted by their notation."""

    @abstractmethod
    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The position after the action. Raises IllegalAction (NeedsShuffle among them); *state* is a value."""

    def explicit(self, state: State, seat: int, action: Action) -> Action:
        """The same action with every card so named that nobody who does not see the hand can take it for another.

        *state* knows the seat's hand. With several decks a face may be one of two equal cards, and which one left the
        hand cannot be told from outside; this names the deck. Seats sign and the log holds this form, so that the
        public position stays the true one. Idempotent; the action itself where nothing can be mistaken.
        Raises IllegalAction for cards that the seat does not hold.
        """
        return action

    def actors(self, state: State) -> tuple[int, ...]:
        """The seats from whom an answer is due now (not those who merely may call)."""
        return () if state.phase == "over" else (state.turn,)

    def offer_early(self, state: State) -> tuple[int, ...]:
        """Seats that may already give the answer for which they will be asked later, in the order of asking.

        Answers count in that order: the host keeps one secret until all that come before it are in.
        """
        return ()

    def early(self, state: State, seat: int) -> list[Action]:
        """What a seat from which nothing is due may say already: an answer ahead, or a play while others are asked.

        Sorted by notation; never anything for the seats of ``actors``.
        """
        return []

    def hurries(self, state: State, seat: int) -> int | None:
        """Seconds after the last change of the turn from which this seat need not wait for the answers of others.

        An action of it then makes the default answer (``timers``) of all that are still asked. None: it has to wait.
        """
        return None

    def once_answered(self, state: State, seat: int) -> State:
        """The position in which *seat* acts, if all that are asked before it give their default answers.

        That is for seats of ``offer_early`` and for one that ``hurries``; any other finds the position as it is.
        """
        while seat in self.offer_early(state) or self.hurries(state, seat) is not None:
            asked = self.actors(state)[0]
            timer = next(one for one in self.timers(state) if one.seat == asked)
            state, _ = self.apply(state, asked, notation.parse(timer.action))
        return state

    def out_of_turn(self, action: Action) -> bool:
        """Whether this kind of action may be aimed at an older state of the same round (a call, an answer)."""
        return False

    def keeps_aim(self, action: Action) -> bool:
        """Whether what was aimed at the position before this action is still well aimed after it.

        Answers to an offer are: they change nothing that the player on turn plays with.
        """
        return False

    def call_brings(self, state: State, action: Action) -> tuple[int, ...]:
        """The cards of the pile that this action, aimed at an older position, would bring now.

        A call that would bring others than it would have brought where it was aimed is stale.
        """
        return ()

    def reshuffle_cards(self, state: State) -> list[int] | None:
        """The cards, ascending, that a draw now would need shuffled first; None if it would not."""
        return None

    def reshuffle(self, state: State, order: Sequence[int]) -> Step:
        """The pile but its top becomes the stock in this order, top first. Raises IllegalAction, BadDeck."""
        raise IllegalAction(said("nothing is reshuffled in {title}", title=self.title))

    def insertions(self, state: State) -> int:
        """How many cards chance has to put back into the stock before play goes on (crummy rummy)."""
        return 0

    def insert(self, state: State, places: Sequence[int] | None) -> Step:
        """Put them back, each so that this many cards lie above it. Raises IllegalAction.

        None: the places are not known here, and the whole stock becomes HIDDEN.
        """
        raise IllegalAction(said("no cards are put back in {title}", title=self.title))

    def hands_are_shown(self, state: State) -> bool:
        """Whether play with hidden cards is done in this round, so that its secrets can be published."""
        return state.phase == "over"

    def timers(self, state: State) -> list[Timer]:
        """What runs now; the first of each seat counts. Deterministic, safe actions only.

        The action is empty where it depends on a card that is hidden here.
        """
        return []

    def clock_verbs(self, state: State) -> tuple[str, ...]:
        """The first words that the turn clock's action may have where that depends on hidden cards."""
        return ("throw",)

    def holds(self, state: State) -> int:
        """For how many seconds after the last act the host holds back everything but calls; nothing, as a rule.

        The wait must not tell whether a call is possible.
        """
        return 0

    def facts(self, state: State) -> tuple[str, ...]:
        """What players should see of the game beside cards and points: a contract, a wild rank, chips. In words."""
        return ()

    def contract(self, state: State, seat: int) -> Contract | None:
        """What the seat has to lay first; None where nothing is asked, or when it lies."""
        return None

    def is_wild(self, state: State, card: int) -> bool:
        """Whether the card can stand for others."""
        return cards.is_joker(card)

    # -- positions as JSON (CONTRACTS: ``rummynet engine``)

    @abstractmethod
    def position(self, state: State) -> dict[str, Any]:
        """The position as JSON-able values, every key of the variety; hidden cards are None."""

    @abstractmethod
    def from_position(self, position: Mapping[str, Any]) -> State:
        """The state that *position* describes, checked. Raises BadPosition, BadOption, BadSeats, BadCard."""

    # -- knowledge

    def reveal(self, state: State, seat: int, card: int) -> State:
        """One hidden card of the seat's hand is *card*. Raises HiddenCard if it cannot be."""
        if state.hidden[seat] < 1 or any(hand >> card & 1 for hand in state.hands):
            raise HiddenCard(f"seat {seat} holds no unknown card that could be {cards.face(card)}")
        hands = tuple(h | (1 << card if s == seat else 0) for s, h in enumerate(state.hands))
        hidden = tuple(n - (s == seat) for s, n in enumerate(state.hidden))
        # With one unknown card left it is the one drawn in this turn, if an unknown card was drawn at all.
        is_drawn = state.drawn == cards.HIDDEN and seat == state.turn and not hidden[seat]
        return replace(state, hands=hands, hidden=hidden, drawn=card if is_drawn else state.drawn)


def stand_in(variety: Variety, state: State, seconds: int) -> list[Timer]:
    """What the others may have done for the seat on turn: what a turn clock would do, whether there is one or not."""
    clocked = replace(state, options=state.options.with_values(turn_seconds=seconds))
    return [replace(one, kind="vote") for one in variety.timers(clocked) if one.kind == "turn"]
