"""A round or a whole game as libraries for learning play it: one seat after the other, one word after the other."""

from rummynet.rules import CardGame, ChanceOutcome, GameState, Randomness, variety
from rummynet_protocol.events import Event
from rummynet_protocol.values import Value, replace
from rummynet_research.env.turns import TurnState
from rummynet_research.env.words import Spelling, spelling


class Episode(Value):
    """A state of play between two words or outcomes of chance."""

    turns: TurnState
    whole: bool
    """Whether the next round follows until the game is over."""
    spelling: Spelling
    """The words that the actor has chosen of its action: nobody else knows them."""

    @property
    def state(self) -> GameState:
        """The state of the round, before the action that is being chosen."""
        return self.turns.state

    @property
    def actor(self) -> int | None:
        """The seat that chooses a word; None for chance and at the end."""
        return self.turns.actor

    @property
    def over(self) -> bool:
        """Whether nothing follows."""
        return self.state.over

    def legal(self) -> list[int]:
        """The words (``words.WORDS``) that the actor may choose, ascending."""
        return self.spelling.legal

    def with_word(self, number: int) -> tuple["Episode", tuple[Event, ...]]:
        """After a word of the actor, with what happened if that was the last of an action. Raises IllegalAction."""
        chosen = self.spelling.with_word(number)
        if isinstance(chosen, Spelling):
            return replace(self, spelling=chosen), ()
        turns, events = self.turns.step(chosen)
        return _going_on(turns, self.whole), events

    def decide(self, outcome: ChanceOutcome) -> tuple["Episode", tuple[Event, ...]]:
        """After an outcome of chance, with what happened. Raises IllegalAction."""
        turns, events = self.turns.decide(outcome)
        return _going_on(turns, self.whole), events

    def resolved(self, random: Randomness) -> "Episode":
        """After chance has decided all that it has to."""
        if not self.state.is_chance:
            return self
        return _going_on(TurnState(self.state.resolved(random), self.turns.asked), self.whole)

    def with_state(self, state: GameState, keeps_words: bool) -> "Episode":
        """The same moment of play in another state; the words of its actor are chosen anew unless kept."""
        turns = TurnState(state, self.turns.asked)
        return Episode(turns, self.whole, self.spelling if keeps_words else _first_words(turns))

    def points(self) -> tuple[float, ...]:
        """By seat what it was worth, more is better, 0 until it is over.

        A round: its points. A whole game: what the seat's share of the first place is above an equal one, so that the
        sum is 0.
        """
        if not self.whole:
            return tuple(float(one) for one in self.state.returns())
        if not self.over:
            return (0.0,) * self.state.players
        first = _first(self.state)
        return tuple((seat in first) / len(first) - 1 / self.state.players for seat in range(self.state.players))

    def __copy__(self) -> "Episode":
        return self

    def __deepcopy__(self, memo: object) -> "Episode":
        return self


def begun(game: CardGame, players: int, *, whole: bool, random: Randomness | None = None) -> Episode:
    """Before the first deal, or after it if *random* makes the deck. Raises BadSeats, BadOption."""
    episode = _going_on(TurnState(game.deal(players)), whole)
    return episode if random is None else episode.resolved(random)


def _going_on(turns: TurnState, whole: bool) -> Episode:
    state = turns.state
    if whole and state.over and not state.game_over:
        turns = TurnState(state.next_round())
    return Episode(turns, whole, _first_words(turns))


def _first_words(turns: TurnState) -> Spelling:
    return spelling(turns.legal())


def _first(state: GameState) -> tuple[int, ...]:
    """The seats in the first place of a game that is over."""
    position = state.position
    if position.winner is not None:
        return (position.winner,)
    places = getattr(position, "places", None)
    if places:
        return tuple(places[0])
    best = max(position.scores) if variety(state.name).highest_wins else min(position.scores)
    return tuple(seat for seat, total in enumerate(position.scores) if total == best)
