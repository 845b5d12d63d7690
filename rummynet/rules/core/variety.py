"""What a variety of rummy answers. Everything outside ``rules`` asks through this and never which game it is.

The class is the core that every game has. What only some games have is in parts (``Offers``, ``ChanceSteps`` and the
like), attributes of every game that do nothing where it has nothing of the kind. A variety is driven so:

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
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal

from rummynet.rules.core.errors import BadOption, BadSeats, HiddenCard, IllegalAction, NeedsShuffle
from rummynet.rules.core.options import Option, Options, resolve
from rummynet.rules.core.state import Aces, State
from rummynet_protocol import cards
from rummynet_protocol.actions import Action, CallRummy, LayDown, ThrowOut
from rummynet_protocol.errors import Refusal
from rummynet_protocol.events import Event
from rummynet_protocol.sentences import sentence
from rummynet_protocol.values import Value, replace

if TYPE_CHECKING:  # ``Variety`` alone is one of any state; ``typing.TypeVar`` has defaults from Python 3.13 on
    from typing_extensions import TypeVar

    S = TypeVar("S", bound=State, default=State)
else:
    from typing import TypeVar

    S = TypeVar("S", bound=State)

Step = tuple[S, tuple[Event, ...]]  # the position after an action, and what happened


class Contract(Value):
    """The melds that a seat lays at once before any other: runs of different suits, sets of different ranks."""

    runs: int
    sets: int
    length: int  # cards that each run has at least
    whole_hand: bool = False


class FirstStarter:
    """Who begins round 1: a seat that an option names, or one that is drawn."""

    draws_cards: ClassVar[bool] = False  # whether round 1's dealer is found by ``from_cards``, not ``below(players)``

    def __init__(self, option: str | None = None, named_seat: Literal["deals", "begins"] = "deals") -> None:
        self.option = option  # the option that names a seat or says draw; None: a seat is always drawn
        self.named_seat = named_seat  # the seat named or drawn deals and the next one begins, or it begins itself

    def named(self, options: Options, players: int) -> int | None:
        """The starter if the option names a seat, None if it is drawn."""
        seat = "draw" if self.option is None else options[self.option]
        return None if seat == "draw" else self.from_seat(int(seat), players)

    def from_seat(self, seat: int, players: int) -> int:
        """The starter when *seat* is named, or was given by the public draw ``below(players)``."""
        # Left of the dealer, clockwise, in every game here.
        return (seat + 1) % players if self.named_seat == "deals" else seat

    def from_cards(self, players: int, deck: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Find the first dealer from a deck shuffled in public, top first: all (seat, card) drawn, and the dealer."""
        raise IllegalAction("no cards are drawn for the deal in this game")


class Offers(Generic[S]):
    """What seats that are not on turn may do: calls, and answers to cards that are offered to them."""

    calls_melds: ClassVar[bool] = False  # whether whole melds of the pile can be called

    def out_of_turn(self, action: Action) -> bool:
        """Whether this kind of action may be aimed at an older state of the same round (a call, an answer)."""
        return False

    def call_brings(self, state: S, action: Action) -> tuple[int, ...]:
        """The cards of the pile that this action brings here; one that was aimed where it brought others is stale."""
        return ()

    def keeps_aim(self, action: Action) -> bool:
        """Whether what was aimed at the position before this action is well aimed after it, as behind an answer."""
        return False

    def offer_early(self, state: S) -> tuple[int, ...]:
        """Seats that may answer before they are asked, in the order of asking, in which their answers count."""
        # The host keeps one secret until all that come before it are in.
        return ()

    def early(self, state: S, seat: int) -> list[Action]:
        """What a seat that is none of ``actors`` may do already: an answer ahead, or a play while others are asked."""
        # Sorted by notation.
        return []

    def hurries(self, state: S, seat: int) -> int | None:
        """Seconds after the last change of the turn from which this seat need not wait for the answers of others."""
        # An action of it then makes the default answer (``timers``) of all that are still asked. None: it has to wait.
        return None

    def holds(self, state: S) -> int:
        """For how many seconds after the last act the host holds back everything but calls."""
        # The wait must not show whether a call is possible.
        return 0

    def keeps_actions(self, options: Options) -> bool:
        """Whether the host keeps some actions at such a table until their time; what waits then stands in no log."""
        return False

    def lying(self, state: S) -> Sequence[CallRummy]:
        """Every call whose play lies there, also those for which it is too late or that only others may make."""
        return ()

    def false_call_price(self, options: Options) -> str:
        """What a call of a play that is not there costs at such a table; empty where it is only refused."""
        return ""

    def is_false_call(self, state: S, seat: int, action: Action) -> bool:
        """Whether the action is a call of a play that is not there, for which the seat pays here."""
        return False


class ChanceSteps(Generic[S]):
    """What chance does after the deal: a new stock, cards put back."""

    def reshuffle_cards(self, state: S) -> list[int] | None:
        """The cards, ascending, that a draw now would need shuffled first; None if it would not."""
        return None

    def reshuffle(self, state: S, order: Sequence[int]) -> Step[S]:
        """The pile but its top becomes the stock in this order, top first. Raises IllegalAction, BadDeck."""
        raise IllegalAction("nothing is reshuffled in this game")

    def insertions(self, state: S) -> int:
        """How many cards chance has to put back into the stock before play goes on."""
        return 0

    def insert(self, state: S, places: Sequence[int] | None) -> Step[S]:
        """Put them back, each so that this many cards lie above it; None: nobody knows the stock any more."""
        raise IllegalAction("no cards are put back in this game")


class Newcomers(Generic[S]):
    """Late joins: new players between rounds."""

    may_join: ClassVar[bool] = False  # whether new players may come in before each round (``next_round`` with ``join``)

    def outside(self, state: S) -> tuple[int, ...]:
        """The seats that sit out and may come in again as new players."""
        return ()


class MeldExamples(Value):
    """A set and a run as examples, cards by name, and what makes them."""

    of_set: str = "9D 9H 9S"
    of_run: str = "4C 5C 6C 7C"
    says: str = "A set: three or four of a rank. A run: three or more of a suit in a row."


class Presentation(Generic[S]):
    """What people and bots see of a game beside cards and totals."""

    melds_count: ClassVar[bool] = False  # whether cards gain points by lying on the table; else only hands count
    spread_pile: ClassVar[bool] = False  # whether every card of the pile can be taken, not its top alone
    runs_pass_sets: ClassVar[bool] = False  # whether a run goes on past a card that lies in a set

    def facts(self, state: S) -> Iterator[str]:
        """A contract, a wild rank, chips and the like, as sentences."""
        yield from ()

    def contract(self, state: S, seat: int) -> Contract | None:
        """What the seat has to lay first; None where nothing is asked, or when it lies."""
        return None

    def is_wild(self, state: S, card: int) -> bool:
        """Whether the card can stand for others."""
        return cards.is_joker(card)

    def rule_of_the_moment(self, state: S, seat: int | None, asked: bool) -> tuple[str, ...]:
        """What a player in the seat, a spectator (None), should know now, in one to three sentences."""
        # *asked*: something is wanted of the seat. The sentences here hold for any rummy.
        return tuple(self._moment(state, seat, asked))

    def _moment(self, state: S, seat: int | None, asked: bool) -> Iterator[str]:
        if not asked:
            yield sentence("Others play.")
        elif state.phase == "pickup":
            yield sentence("Begin your turn by picking up a card.")
        else:
            yield sentence("Lay what you like, then throw out.")

    def points_on_table(self, state: S) -> tuple[int, ...]:
        """By seat: the points of the cards it has laid; empty where only hands count (``melds_count``)."""
        return ()


class PositionCodec(ABC, Generic[S]):
    """Positions as JSON (CONTRACTS: ``rummynet engine``)."""

    def __init__(self, game: Any) -> None:  # noqa: ANN401 - a variety of these positions
        self.game = game

    @abstractmethod
    def write(self, state: S) -> dict[str, Any]:
        """The position as JSON-able values, every key of the variety; hidden cards are None."""

    @abstractmethod
    def hand(self, state: S, seat: int) -> list[str | None]:
        """The hand as ``write`` has it, without the rest: its known cards, ascending, and None for each hidden one."""

    @abstractmethod
    def read(self, position: Mapping[str, Any]) -> S:
        """The state that *position* describes, checked. Raises BadPosition, BadOption, BadSeats, BadCard."""


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


class Variety(ABC, Generic[S]):
    """One game. Stateless; one instance each, found through ``rummynet.rules.varieties``."""

    name: str
    title: str  # for people: ``Keilty rummy``
    summary: ClassVar[tuple[str, ...]] = ()
    """What the game is like, in up to three sentences, for people who choose a game."""
    counting: ClassVar[tuple[str, ...]] = ()  # what cards are worth, and how a round and the game end
    examples: ClassVar[MeldExamples] = MeldExamples()
    seats: range  # how many can play
    options: tuple[Option, ...]

    # -- parts
    first_starter: ClassVar[FirstStarter] = FirstStarter()
    offers: ClassVar[Offers[Any]] = Offers()
    chance: ClassVar[ChanceSteps[Any]] = ChanceSteps()
    newcomers: ClassVar[Newcomers[Any]] = Newcomers()
    presentation: ClassVar[Presentation[Any]] = Presentation()

    @property
    @abstractmethod
    def positions(self) -> PositionCodec[S]:
        """The codec of this game's positions."""

    # -- facts
    score_option: ClassVar[str | None] = None  # the option with the total that ends the game, where one does
    highest_wins: ClassVar[bool] = False  # whether totals are gained; else they are what a player has lost
    one_deck: ClassVar[bool] = False  # whether each card is there once, and no other than a joker stands for others
    aces: ClassVar[Aces] = "either"  # where an ace may lie in a run, for positions, bots and hints; so is `has_sets`
    has_sets: ClassVar[bool] = True  # whether cards of a rank can be laid; else runs alone are melds
    short_options: ClassVar[Mapping[str, Any]] = {}
    """Options of a game that ends soon and waits for nobody longer than it must, for demonstrations and checks."""

    @property
    def bot_points(self) -> Sequence[int] | None:
        """By face: what bots take a card to be worth; None: ace 15, ten to king 10, others 5."""
        return None

    def aces_at(self, options: Options) -> Aces:
        """Where an ace may lie in a run at a table with these options."""
        return self.aces

    # -- before a game
    def resolve(self, given: Mapping[str, object]) -> Options:
        """Every option with its value. Raises BadOption."""
        return resolve(self.options, given)

    def check(self, options: Options, players: int) -> None:
        """Refuse what cannot be played: number of seats, options that contradict each other or the seats."""
        check_seats(self.title, self.seats, players)
        for option in self.options:
            seat = options[option.name]
            # Only here: the option is read before anybody knows how many play.
            if option.seat_or_draw and seat != "draw" and seat >= players:
                says = {"name": option.name, "last": players - 1, "seat": seat}
                raise BadOption("{name} has to be one of the seats 0 to {last}, not {seat}", **says)

    # -- a round
    @abstractmethod
    def deck(self, options: Options, state: S | None, players: int, joining: int = 0) -> list[int]:
        """The cards of the coming round, ascending. *state* is the last round's end, None before round 1."""

    @abstractmethod
    def deal(self, options: Options, players: int, starter: int, deck: Sequence[int]) -> Step[S]:
        """Round 1 from this deck, top first. Raises BadDeck, BadSeats, HiddenCard (a card to turn up is HIDDEN)."""

    @abstractmethod
    def next_round(self, state: S, deck: Sequence[int], join: Sequence[int] = ()) -> Step[S]:
        """The round after *state*, which is over. Raises GameOver, BadDeck, HiddenCard."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> list[Action]:
        """What the seat may do now, calls included; sorted by their notation.

        Every action listed is legal. A list may be lean: games with wild cards leave out actions that differ from a
        listed one only in which of several equal or wild cards are used, and that it can do without (their pages say
        which); lay-offs of several cards at once are left out where single ones do the same. ``is_legal`` is complete.
        """

    def all_legal(self, state: S, seat: int) -> Iterator[Action]:
        """Every action that ``apply`` accepts of the seat, each once, in no order. Exact if its hand is fully known."""
        yield from self.legal(state, seat)

    def is_legal(self, state: S, seat: int, action: Action) -> bool:
        """Whether ``apply`` accepts the action, if need be after chance has made a new stock."""
        try:
            self.apply(state, seat, action)
        except Refusal as refusal:
            return isinstance(refusal, NeedsShuffle)  # what is missing is chance, and the action is done after it
        return True

    @abstractmethod
    def apply(self, state: S, seat: int, action: Action) -> Step[S]:
        """The position after the action. Raises IllegalAction (NeedsShuffle among them); *state* is a value."""

    def explicit(self, state: S, seat: int, action: Action) -> Action:
        """The same action, with decks where somebody who does not see the hand could mistake one card for another."""
        # *state* knows the seat's hand. Seats sign and the log holds this form, so that the public position stays the
        # true one. Idempotent; the action itself where nothing can be mistaken. Raises IllegalAction for cards not
        # held.
        return action

    def actors(self, state: S) -> tuple[int, ...]:
        """The seats from whom an answer is due now (not those who merely may call)."""
        return () if state.phase == "over" else (state.turn,)

    def hands_are_shown(self, state: S) -> bool:
        """Whether play with hidden cards is done in this round, so that its secrets can be published."""
        return state.phase == "over"

    def on_clock(self, state: S) -> tuple[int, ...]:
        """The seats whose turn runs: those of the "turn" timers, where the table has a turn clock."""
        return ()

    def timers(self, state: S) -> list[Timer]:
        """What runs now; the first of each seat counts. Deterministic, safe actions only."""
        # The action is None where it depends on a card that is hidden here.
        return []

    def clock_kinds(self, state: S) -> tuple[type[Action], ...]:
        """The kinds of action that the turn clock may make where that depends on hidden cards."""
        return (ThrowOut,)

    # -- knowledge
    def reveal(self, state: S, seat: int, card: int) -> S:
        """One hidden card of the seat's hand is *card*. Raises HiddenCard if it cannot be."""
        # In any hand, also this one: a card that is known twice would be in two places.
        if state.hidden[seat] < 1 or any(hand >> card & 1 for hand in state.hands):
            raise HiddenCard(f"seat {seat} holds no unknown card that could be {cards.face(card)}")
        hands = tuple(h | (1 << card if s == seat else 0) for s, h in enumerate(state.hands))
        hidden = tuple(n - (s == seat) for s, n in enumerate(state.hidden))
        # With one unknown card left it is the one drawn in this turn, if an unknown card was drawn at all.
        is_drawn = state.drawn == cards.HIDDEN and seat == state.turn and not hidden[seat]
        return replace(state, hands=hands, hidden=hidden, drawn=card if is_drawn else state.drawn)


def of_any_state(game: Variety[Any]) -> Variety:
    """The game as code outside the rules sees it, which does not know the type of its positions."""
    return game


def has_calls(game: Variety[Any]) -> bool:
    """Whether rummies are called in this game."""
    return game.offers.out_of_turn(CallRummy(LayDown(())))


def check_seats(title: str, seats: range, players: int) -> None:
    """Raises BadSeats if the game is not for this number of players."""
    if players not in seats:
        says = {"title": title, "least": seats[0], "most": seats[-1], "players": players}
        raise BadSeats("{title} is for {least} to {most} players, not {players}", **says)


def once_answered(variety: Variety, state: State, seat: int) -> State:
    """The position in which *seat* acts, if all that are asked before it give their default answers."""
    # That is for seats of ``offer_early`` and for one that ``hurries``; any other finds the position as it is.
    offers = variety.offers
    while seat in offers.offer_early(state) or offers.hurries(state, seat) is not None:
        asked = variety.actors(state)[0]
        timer = next(one for one in variety.timers(state) if one.seat == asked)
        assert timer.action is not None  # the answer to an offer is the same whatever the hand holds
        state, _ = variety.apply(state, asked, timer.action)
    return state


def stand_in(variety: Variety, state: State, seconds: int) -> list[Timer]:
    """What the others may have done for the seat on turn: what a turn clock would do, whether there is one or not."""
    # By the game's own turn clock, so that votes can do nothing else than the clock would (FAIRNESS.md).
    clocked = replace(state, options=_with_clock(state.options, seconds))
    timers = variety.timers(clocked)
    return [Timer(one.seat, one.action, one.seconds, "vote") for one in timers if one.kind == "turn"]


# One for each table with its own options; a hundred tables seldom have a hundred different ones.
@lru_cache(maxsize=256)
def _with_clock(options: Options, seconds: int) -> Options:
    return options.with_values(turn_seconds=seconds)
