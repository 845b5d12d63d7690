"""One round of a game as values and as lines of text: the part of a record that needs no file. Pure."""

from collections.abc import Iterable, Iterator

from rummynet.rules import ChanceOutcome, GameState, card
from rummynet.rules.library.game_state import Move
from rummynet_protocol.notation import parse
from rummynet_protocol.values import Value


class RecordedTurn(Value):
    """A state and what was done in it."""

    state: GameState
    seat: int | None  # None for chance
    move: Move


class RecordedRound(Value):
    """A round from its deal on."""

    start: GameState  # dealt; what nobody had seen when it began is public in none of its states
    moves: tuple[tuple[int | None, Move], ...]  # what was done, and by which seat; None for chance

    def turns(self) -> Iterator[RecordedTurn]:
        """Each state with its move. Raises IllegalAction."""
        state = self.start
        for seat, move in self.moves:
            yield RecordedTurn(state, seat, move)
            state = state.apply(move, seat)

    def end(self) -> GameState:
        """The state after the last move. Raises IllegalAction."""
        state = self.start
        for seat, move in self.moves:
            state = state.apply(move, seat)
        return state


def move_lines(moves: Iterable[tuple[int | None, Move]]) -> Iterator[str]:
    """The moves as text (docs/library.md). Outcomes of chance that follow each other are one line."""
    together = list[str]()
    for seat, move in moves:
        if isinstance(move, ChanceOutcome):
            together.append(str(move).partition(" ")[2])
            continue
        if together:
            yield "chance " + " ".join(together)
            together = []
        yield f"{seat} {move}"
    if together:
        yield "chance " + " ".join(together)


def played_line(state: GameState, line: str) -> tuple[GameState, list[tuple[int | None, Move]]]:
    """The state after one line of ``move_lines``, and its moves. Raises IllegalAction, BadNotation, ValueError."""
    word, _, rest = line.partition(" ")
    if word != "chance":
        move = parse(rest)
        return state.apply(move, int(word)), [(int(word), move)]
    moves = list[tuple[int | None, Move]]()
    for value in rest.split():
        # A last card that has no alternative comes by itself, and may be written or not.
        if state.is_chance:
            outcome = _outcome(value)
            moves.append((None, outcome))
            state = state.apply(outcome)
    return state, moves


def _outcome(value: str) -> ChanceOutcome:
    return ChanceOutcome("place", int(value)) if value.isdecimal() else ChanceOutcome("card", card(value))
