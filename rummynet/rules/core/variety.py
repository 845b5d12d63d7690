"""What a variety of rummy answers. Everything outside ``rules`` asks through this and never which game it is.

The class is the core that every game has; what only some games have lies in parts (``rules.core.parts``), attributes
that are there in every game and do nothing where it has nothing of the kind. A variety is driven so:

- ``options = v.resolve(given)``, ``v.check(options, players)``
- the ceremony shuffles ``v.deck(...)``; the starter comes from ``v.first_starter``
- ``state, events = v.deal(options, players, starter, deck)``; rounds after the first: ``v.next_round(state, deck)``
- ``v.legal(state, seat)`` and ``v.apply(state, seat, action)`` until ``state.phase == "over"``
- chance: ``apply`` of a draw on an empty stock raises NeedsShuffle, then ``v.chance.reshuffle(state, order)`` and the
  draw again; ``v.chance.insertions(state)`` is how many cards ``v.chance.insert(state, places)`` puts back first.

*Hidden cards.* The decks and orders may hold HIDDEN. A drawn HIDDEN card raises the hand's hidden count; ``reveal``
turns one hidden card of a hand into a known one. ``apply`` for a seat with hidden cards takes an action's card to be
one of them when it is not known to be elsewhere. ``legal`` is exact for a seat whose hand is fully known.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Literal

from rummynet.rules.core.errors import BadOption, BadSeats, HiddenCard, NeedsShuffle
from rummynet.rules.core.options import Option, Options, resolve
from rummynet.rules.core.parts import (
    ChanceSteps,
    Contract,
    FirstStarter,
    Newcomers,
    Offers,
    PositionCodec,
    Presentation,
    Step,
)
from rummynet.rules.core.state import State
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, ThrowOut
from rummynet_protocol.errors import Refusal
from rummynet_protocol.sentences import said
from rummynet_protocol.values import Value, replace


class Timer(Value):
    """Something that waits for a person. After ``seconds`` the host does ``action`` for ``seat``.

    The action is None where it depends on a card that is hidden in the position. ``kind`` "turn" is the option
    ``turn_seconds``; "rule" timers belong to the game and always run; "vote" is what the others may have done for a
    seat that is absent.
    """

    seat: int
    action: Action | None
    seconds: int
    kind: Literal["turn", "rule", "vote"]


class Variety(ABC):
    """One game. Stateless; one instance each, found through ``rummynet.rules.varieties``."""

    name: str
    title: str
    """For people: ``Keilty rummy``."""
    seats: range
    """How many can play."""
    options: tuple[Option, ...]

    # -- parts

    first_starter: ClassVar[FirstStarter] = FirstStarter()
    offers: ClassVar[Offers] = Offers()
    chance: ClassVar[ChanceSteps] = ChanceSteps()
    newcomers: ClassVar[Newcomers] = Newcomers()
    presentation: ClassVar[Presentation] = Presentation()

    @property
    @abstractmethod
    def positions(self) -> PositionCodec:
        """The codec of this game's positions."""

    # -- facts

    score_option: ClassVar[str | None] = None
    """The option with the total that ends the game, where one does."""
    highest_wins: ClassVar[bool] = False
    """Whether totals are gained, and the highest wins; else they are what a player has lost."""
    short_options: ClassVar[Mapping[str, Any]] = {}
    """Options of a game that ends soon and waits for nobody longer than it must, for demonstrations and checks."""

    # -- before a game

    def resolve(self, given: Mapping[str, object]) -> Options:
        """Every option with its value. Raises BadOption."""
        return resolve(self.options, given)

    def check(self, options: Options, players: int) -> None:
        """Refuse what cannot be played: number of seats, options that contradict each other or the seats."""
        check_seats(self.title, self.seats, players)
        for option in self.options:
            seat = options[option.name]
            if option.seat_or_draw and seat != "draw" and seat >= players:
                raise BadOption(
                    said(
                        "{name} has to be one of the seats 0 to {last}, not {seat}",
                        name=option.name,
                        last=players - 1,
                        seat=seat,
                    )
                )

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
        """What the seat may do now, calls included; sorted by their notation.

        Every action listed is legal. A list may be lean: games with wild cards leave out actions that differ from a
        listed one only in which of several equal or wild cards are used, and that it can do without (their pages say
        which); lay-offs of several cards at once are left out where single ones do the same. ``is_legal`` is complete.
        """

    def is_legal(self, state: State, seat: int, action: Action) -> bool:
        """Whether ``apply`` accepts the action, if need be after chance has made a new stock.

        True exactly then: listed actions are legal, and so is what a lean list leaves out.
        """
        try:
            self.apply(state, seat, action)
        except NeedsShuffle:
            return True
        except Refusal:
            return False
        return True

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

    def hands_are_shown(self, state: State) -> bool:
        """Whether play with hidden cards is done in this round, so that its secrets can be published."""
        return state.phase == "over"

    def timers(self, state: State) -> list[Timer]:
        """What runs now; the first of each seat counts. Deterministic, safe actions only.

        The action is None where it depends on a card that is hidden here.
        """
        return []

    def clock_kinds(self, state: State) -> tuple[type[Action], ...]:
        """The kinds of action that the turn clock may make where that depends on hidden cards."""
        return (ThrowOut,)

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


def check_seats(title: str, seats: range, players: int) -> None:
    """Raises BadSeats if the game is not for this number of players."""
    if players not in seats:
        raise BadSeats(
            said(
                "{title} is for {least} to {most} players, not {players}",
                title=title,
                least=seats[0],
                most=seats[-1],
                players=players,
            )
        )


def once_answered(variety: Variety, state: State, seat: int) -> State:
    """The position in which *seat* acts, if all that are asked before it give their default answers.

    That is for seats of ``offer_early`` and for one that ``hurries``; any other finds the position as it is.
    """
    offers = variety.offers
    while seat in offers.offer_early(state) or offers.hurries(state, seat) is not None:
        asked = variety.actors(state)[0]
        timer = next(one for one in variety.timers(state) if one.seat == asked)
        assert timer.action is not None  # the answer to an offer is the same whatever the hand holds
        state, _ = variety.apply(state, asked, timer.action)
    return state


def stand_in(variety: Variety, state: State, seconds: int) -> list[Timer]:
    """What the others may have done for the seat on turn: what a turn clock would do, whether there is one or not."""
    clocked = replace(state, options=_with_clock(state.options, seconds))
    timers = variety.timers(clocked)
    return [Timer(one.seat, one.action, one.seconds, "vote") for one in timers if one.kind == "turn"]


@lru_cache(maxsize=256)
def _with_clock(options: Options, seconds: int) -> Options:
    """The options with a turn clock of this length: hosts ask for it after every action."""
    return options.with_values(turn_seconds=seconds)


__all__ = [
    "ChanceSteps",
    "Contract",
    "FirstStarter",
    "Newcomers",
    "Offers",
    "PositionCodec",
    "Presentation",
    "Step",
    "Timer",
    "Variety",
    "check_seats",
    "once_answered",
    "stand_in",
]
