"""A state of a game in which every card is known, with what everybody knows of it: a value to play on from.

Nothing here is drawn by lot: where chance has to decide, the state says so and lists the outcomes.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from msgspec.structs import force_setattr

from rummynet.rules.core.errors import NeedsShuffle, NoSuchMove, NotDealt
from rummynet.rules.core.options import Options
from rummynet.rules.core.sight import RoundLog
from rummynet.rules.core.state import HIDDEN, State
from rummynet.rules.library.chance import Chance, ChanceOutcome, Randomness, ordering, permuted, source
from rummynet.rules.library.observation import Observation, names_of, observation_of, text_of
from rummynet.rules.shared.rounds import known_cards
from rummynet.rules.varieties import MODULES, variety, variety_of
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action
from rummynet_protocol.events import Event
from rummynet_protocol.values import PlainValue, replace

Move = Action | ChanceOutcome  # what leads from one state to the next: an action of a seat, or an outcome of chance


class ActionSpace(Protocol):
    """A fixed table of the actions of one variety, its ``labels`` in words by id."""

    labels: tuple[str, ...]

    def id_of(self, state: State, action: Action) -> int:
        """The id of an action that is legal in the position. Raises IllegalAction for one that is in no position."""

    def action_of(self, state: State, number: int) -> Action:
        """The action that the id means in the position. Raises IllegalAction where it means none."""


@cache
def space_of(name: str) -> ActionSpace | None:
    """The ``SPACE`` of the module ``action_space`` beside the game's, None without one: then text is an action's id."""
    place = MODULES[name].rpartition(".")[0] + ".action_space"
    return None if find_spec(place) is None else cast(ActionSpace, import_module(place).SPACE)


def _parsed(action: Action | str) -> Action:
    return notation.parse(action) if isinstance(action, str) else action


Step = tuple["Step | None", State, int, Action | None]
"""The step before it, the position before it, and what was done: seat and action; without an action a new stock of so
many cards, or with 0 the cards put back."""


class GameState(PlainValue):
    """A round between two actions. Made by ``CardGame.deal``, ``CardGame.from_position`` and ``apply``."""

    name: str  # the variety: one of ``NAMES``
    options: Options  # every option with its value
    players: int  # seats, including any that sit the round out
    dealt_position: State | None  # the position, every card known; None before the first deal
    public_before: State | None
    """The position as everybody knew it before the steps of ``since``; None if they knew no card of hands and stock."""
    pools: tuple[int, ...] = ()  # cards of each stock that was made of the pile, as masks: everybody knows these
    chance: Chance | None = None  # what chance has to decide before anybody can act
    since: Step | None = None
    """The newest step that ``public_before`` does not have yet; ``public`` does these steps when it is asked for."""
    log_before: RoundLog = RoundLog()  # the log of the round before the steps of ``since``

    # -- where the round stands
    @property
    def position(self) -> State:
        """The position, every card known. Raises IllegalAction before the first deal."""
        if self.dealt_position is None:
            raise NotDealt("the cards are not dealt yet; apply outcomes of chance until is_chance is false")
        return self.dealt_position

    @property
    def public(self) -> State:
        """The position as everybody knows it. Raises IllegalAction before the first deal."""
        first, known, log, step = self.position, self.public_before, self.log_before, self.since
        # Not when dealing and acting: a playout of a search never asks, and would do each action twice.
        if known is None or step is not None:
            game, steps = variety(self.name), list[Step]()
            while step is not None:
                steps.append(step)
                step, first, _, _ = step
            if known is None:
                known = hide_cards(first)
                # A strategy may know what lies open, also in a position of which nobody saw how it came about.
                log = replace(log, shown=log.shown | known_cards(known))
            for _, position, seat, action in reversed(steps):
                # What is done then goes by the hands, which nobody hides any more.
                if game.hands_are_shown(position):
                    known = position
                if action is not None:
                    # With decks, as at a table: else the public position might take the other of two equal cards.
                    known, events = game.apply(known, seat, game.explicit(position, seat, action))
                elif seat:
                    known, events = game.chance.reshuffle(known, (HIDDEN,) * seat)
                else:
                    known, events = game.chance.insert(known, None)
                log = log.extended(events)
            # Once hands are shown everybody knows everything, whatever led there.
            if game.hands_are_shown(self.position):
                known = self.position
            # Kept in place of the steps that led to it: the value stays the same, and nobody does them twice.
            force_setattr(self, "public_before", known)
            force_setattr(self, "log_before", log)
            force_setattr(self, "since", None)
        return known

    @property
    def log(self) -> RoundLog:
        """The public events of the round so far. Raises IllegalAction before the first deal."""
        _, log = self.public, self.log_before  # both are known together
        return log

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.chance is None and self.position.phase == "over"

    @property
    def game_over(self) -> bool:
        """Whether the whole game is over: there is no next round."""
        return self.over and self.position.finished

    @property
    def is_chance(self) -> bool:
        """Whether chance has to decide something before anybody can act."""
        return self.chance is not None

    @property
    def actor(self) -> int | None:
        """The seat that has to act; None for chance and when the round is over."""
        due = () if self.chance is not None else variety(self.name).actors(self.position)
        return due[0] if due else None

    @property
    def scores(self) -> tuple[int, ...]:
        """Totals of the game by seat; raised at the end of a round."""
        return (0,) * self.players if self.dealt_position is None else self.position.scores

    def returns(self) -> tuple[int, ...]:
        """What the round is worth by seat, more is better: its points, negated where few points win; 0 until over."""
        points = self.position.round_scores if self.over else None
        if points is None:
            return (0,) * self.players
        return points if variety(self.name).highest_wins else tuple(-one for one in points)

    # -- what may be done
    def legal(self, seat: int | None = None) -> Sequence[Move]:
        """The list of what *seat* (by default the actor) may do, sorted by notation; of chance its outcomes.

        It leaves out only actions that come to the same as several listed ones or differ in which wild or which of two
        equal cards they use. Calls out of turn are in it.
        """
        if self.chance is not None:
            return self.chance.outcomes
        position, game = self.position, variety(self.name)
        due = game.actors(position) if seat is None else (seat,)
        return game.legal(position, due[0]) if due else []

    def all_legal(self, seat: int | None = None) -> Iterator[Move]:
        """Every legal action of *seat* (by default the actor), in no order, one for those with the same result."""
        if self.chance is not None:
            yield from self.chance.outcomes
            return
        seat = self.actor if seat is None else seat
        if seat is not None:
            yield from variety_of(self.position).all_legal(self.position, seat)

    def is_legal(self, move: Move | str, seat: int | None = None) -> bool:
        """Whether ``apply`` accepts it. Raises BadNotation for text that is no action."""
        if isinstance(move, ChanceOutcome) or self.chance is not None:
            return self.chance is not None and move in self.chance.outcomes
        action, seat = _parsed(move), self.actor if seat is None else seat
        return seat is not None and variety_of(self.position).is_legal(self.position, seat, action)

    @property
    def action_space(self) -> ActionSpace | None:
        """The fixed numbering of the game's actions, None where the notation is the only name of an action."""
        return space_of(self.name)

    def action_id(self, action: Action | str) -> int | str:
        """The stable id of a legal action: a number where the game has an action space, else its notation."""
        known, space = _parsed(action), self.action_space
        return notation.text(known) if space is None else space.id_of(self.position, known)

    def action_of(self, action_id: int | str) -> Action:
        """The action that an id means in this state. Raises IllegalAction, BadNotation."""
        space = self.action_space
        if isinstance(action_id, str) or space is None:
            return _parsed(str(action_id))
        return space.action_of(self.position, action_id)

    # -- what a seat knows
    def observation(self, seat: int | None) -> Observation:
        """What *seat* knows, None for a spectator: the public position with its own cards. Raises IllegalAction."""
        return observation_of(self.position, self.public, self.pools, self.chance, seat, self.log_before)

    def hand(self, seat: int) -> tuple[str, ...]:
        """The names of the seat's cards, by code. Raises IllegalAction before the first deal."""
        return names_of(self.position, seat)

    # -- playing
    def apply(self, move: Move | str, seat: int | None = None) -> "GameState":
        """The state after an action of *seat* (by default the actor) or an outcome of chance.

        A draw from an empty stock waits for chance to make a new one. Raises IllegalAction, BadNotation.
        """
        return self._moved(move, seat, is_told=False)[0]

    def step(self, move: Move | str, seat: int | None = None) -> tuple["GameState", tuple[Event, ...]]:
        """As ``apply``, with the events, which name all cards. Raises IllegalAction, BadNotation."""
        return self._moved(move, seat, is_told=True)

    def _moved(self, move: Move | str, seat: int | None, is_told: bool) -> tuple["GameState", tuple[Event, ...]]:
        """As ``step``; events that are told to nobody need not name the decks of equal cards."""
        chance = self.chance
        if chance is not None or type(move) is ChanceOutcome:
            outcomes = () if chance is None else chance.outcomes
            if isinstance(move, str):
                move = next((one for one in outcomes if str(one) == move), move)
            if chance is None or move not in outcomes:
                raise NoSuchMove(f"{move} is no outcome of chance here; see legal()")
            assert isinstance(move, ChanceOutcome)
            return _decided(self, chance.with_outcome(move))
        position, game = self.position, variety(self.name)
        if seat is None:
            due = game.actors(position)
            if not due:
                raise NoSuchMove("the round is over; next_round deals again")
            seat = due[0]
        action: Action = notation.parse(move) if isinstance(move, str) else move  # type: ignore[assignment]  # no outcome
        try:
            after, events = game.apply(position, seat, game.explicit(position, seat, action) if is_told else action)
        except NeedsShuffle:
            codes = game.chance.reshuffle_cards(position) or []
            waiting = replace(ordering("reshuffle", codes), seat=seat, action=action)
            pending = replace(self, chance=waiting.undecided())
            return _decided(pending, waiting) if waiting.is_decided else (pending, ())
        known, since = self.public_before, (self.since, position, seat, action)
        log = self.log_before
        return GameState(self.name, self.options, self.players, after, known, self.pools, None, since, log), events

    def resolved(self, random: Randomness | int) -> "GameState":
        """The state after chance has decided by this source of randomness or seed; itself where nobody waits for it."""
        state, draws = self, source(random)
        while state.chance is not None:
            state, _ = _decided(state, state.chance.drawn(draws))
        return state

    def next_round(self, deck: Sequence[int] | None = None, join: Sequence[int] = ()) -> "GameState":
        """The next round from this deck; without one a state in which chance makes it. Raises Refusal."""
        if deck is None:
            codes = variety(self.name).deck(self.options, self.position, self.players, len(join))
            return replace(self, chance=replace(ordering("deal", codes), join=tuple(join)))
        return with_position(*variety(self.name).next_round(self.position, deck, join))

    def key(self) -> str:
        """A name of the state for tables on a disk, 64 hex digits: equal states have equal ones in every process."""
        writes = variety(self.name).positions.write
        positions = [] if self.dealt_position is None else [writes(self.dealt_position), writes(self.public)]
        whole = [self.name, sorted(self.options.items()), self.players, positions, self.pools, self.chance]
        return sha256(json.dumps(whole, default=repr).encode()).hexdigest()

    def to_position(self) -> dict[str, Any]:
        """The position as JSON-able values (docs/engine.md), every card named."""
        return variety_of(self.position).positions.write(self.position)

    def __eq__(self, other: object) -> bool:
        return self._knowledge() == other._knowledge() if isinstance(other, GameState) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._knowledge())

    def _knowledge(self) -> tuple[object, ...]:
        """What makes two states equal, by whatever steps the public position was reached."""
        # Does what `since` holds: two states reached in two ways are equal if all that is known is.
        known = None if self.dealt_position is None else self.public
        return self.name, self.options, self.players, self.dealt_position, known, self.pools, self.chance

    def __reduce__(self) -> tuple[type["GameState"], tuple[object, ...]]:
        # Without the steps since: they hold the whole round.
        return GameState, (*self._knowledge(), None, self.log_before)

    def __str__(self) -> str:
        lines = [] if self.dealt_position is None else [text_of(self.dealt_position)]
        if self.chance is not None:
            lines.append(f"chance: {self.chance.kind}, {len(self.chance.chosen)} of {self.chance.steps} outcomes")
        return "\n".join(lines)


def deck_of(name: str, options: Options, players: int) -> list[int]:
    """The codes of round 1's cards, ascending. Raises BadOption, BadSeats."""
    game = variety(name)
    game.check(options, players)
    return game.deck(options, None, players)


def dealt(players: int, name: str, options: Options, starter: int | None, deck: Sequence[int]) -> GameState:
    """Round 1 from this deck; the starter not given is the one that the options name, else seat 0. Raises Refusal."""
    game = variety(name)
    starter = (game.first_starter.named(options, players) or 0) if starter is None else starter
    return with_position(*game.deal(options, players, starter, deck))


def with_position(position: State, dealt: Iterable[Event] = ()) -> GameState:
    """The state of a position, every card known; everybody knows the sizes of hands and stock only."""
    state = GameState(position.variety, position.options, position.players, position, None)
    state = replace(state, log_before=RoundLog().extended(dealt))
    aside = variety_of(position).chance.insertions(position)
    return replace(state, chance=Chance("insert", (HIDDEN,) * len(position.stock), aside)) if aside else state


def hide_cards(position: State) -> State:
    """The position with all hands and the stock hidden; the position itself once hands are shown."""
    if variety_of(position).hands_are_shown(position):
        return position
    counts, drawn = tuple(map(position.count, range(position.players))), None if position.drawn is None else HIDDEN
    stock = (HIDDEN,) * len(position.stock)
    return replace(position, hands=(0,) * position.players, hidden=counts, stock=stock, drawn=drawn)


def _decided(state: GameState, chance: Chance) -> tuple[GameState, tuple[Event, ...]]:
    """The state with this much of its chance decided; when that is all, play goes on."""
    if not chance.is_decided:
        return replace(state, chance=chance), ()
    if chance.kind == "deal" and state.dealt_position is None:
        return dealt(state.players, state.name, state.options, chance.starter, chance.chosen), ()
    if chance.kind == "deal":
        return replace(state, chance=None).next_round(chance.chosen, chance.join), ()
    position, steps = state.position, variety(state.name).chance
    if chance.kind == "insert":
        inserted, _ = steps.insert(position, chance.chosen)
        return replace(state, dealt_position=inserted, since=(state.since, position, 0, None), chance=None), ()
    renewed, events = steps.reshuffle(position, chance.chosen)
    pools, since = (*state.pools, cards.mask(chance.cards)), (state.since, position, chance.steps, None)
    fresh = replace(state, dealt_position=renewed, since=since, pools=pools, chance=None)
    assert chance.action is not None
    after, more = fresh.step(chance.action, chance.seat)
    return after, (*events, *more)


def determinize(observation: Observation, random: Randomness | int) -> GameState:
    """A state in which every card is known, drawn uniformly from those that agree with the observation.

    How the others chose among their cards is not taken into account. In Crummy rummy the wild cards that were put back
    into the stock count as unseen cards like others. What everybody knows is in it as it was.
    """
    seen, draws, unlocated = observation.position, source(random), list[int]()
    hands = list(seen.hands)
    for pool in observation.pools:
        order = permuted(pool.cards, draws)
        for seat, count in enumerate(pool.hands):
            hands[seat] |= cards.mask(order[:count])
            del order[:count]
        unlocated += order
    left = iter(unlocated)
    stock = tuple(next(left) if code == HIDDEN else code for code in seen.stock)
    position = replace(seen, hands=tuple(hands), hidden=(0,) * seen.players, stock=stock)
    public, pools, chance = observation.public, observation.reshuffled, observation.chance
    state = GameState(seen.variety, seen.options, seen.players, position, public, pools, chance)
    return replace(state, log_before=observation.log)
