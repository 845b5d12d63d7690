"""Records of games as text that people read and programs read back, and what a transcript says as the library's states.

A record proves nothing: a transcript does (protocol/FAIRNESS.md). It is to this library what PGN is to chess; its form
is in docs/library.md.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rummynet.files import read_file
from rummynet.ledger.play import ReplayStep
from rummynet.recorded_round import RecordedRound, RecordedTurn, move_lines, played_line
from rummynet.rules import CardGame, ChanceOutcome, variety
from rummynet.rules.core.state import State
from rummynet.rules.library.game_state import Move
from rummynet.rules.varieties import variety_of
from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import follow
from rummynet_protocol.errors import Refusal
from rummynet_protocol.fairness.entries import Acted
from rummynet_protocol.fairness.transcript import MOST_FILE
from rummynet_protocol.fairness.transcript import read_transcript as records_of
from rummynet_protocol.notation import parse
from rummynet_protocol.text import clean
from rummynet_protocol.values import Value, replace

__all__ = ["BadRecord", "GameRecord", "RecordedRound", "RecordedTurn", "read_record", "read_transcript"]

FIRST_LINE: Final = "rummynet record 1"
"""The form and its version."""
_SAID_ABOVE: Final = ("variant", "options")
"""Keys of a position (docs/engine.md) that a round's line leaves out, as the record begins with them."""


class BadRecord(Refusal):
    """A text is no record, or of another version, or a move in it is not legal."""

    code = "record"


class GameRecord(Value):
    """Rounds of one game."""

    game: CardGame
    names: tuple[str, ...]
    """By seat; seats that came in late are among them."""
    rounds: tuple[RecordedRound, ...]

    def __str__(self) -> str:
        lines = [FIRST_LINE, f"game {self.game.name}", f"options {json.dumps(dict(self.game.options))}"]
        lines += [f"player {name}" for name in self.names]
        for one in self.rounds:
            dealt = {key: value for key, value in one.start.to_position().items() if key not in _SAID_ABOVE}
            lines += ["", f"round {json.dumps(dealt)}", *move_lines(one.moves)]
            end = one.end()
            if end.over:
                lines.append("scores " + " ".join(map(str, end.scores)))
        return "\n".join(lines) + "\n"


def read_record(text: str) -> GameRecord:
    """The record that ``str`` of one wrote; every move is checked. Raises BadRecord, which names the line."""
    lines = text.splitlines()
    if not lines or lines[0] != FIRST_LINE:
        raise BadRecord("line 1 has to be {first!r}; this is no record of this version", first=FIRST_LINE)
    names, rounds, name, options = list[str](), list[RecordedRound](), "", {}
    moves = list[tuple[int | None, Move]]()
    start = state = None
    for number, line in enumerate(lines[1:], 2):
        word, _, rest = line.partition(" ")
        try:
            match word:
                case "":
                    pass
                case "game":
                    name = rest
                case "options":
                    options = json.loads(rest)
                case "player":
                    names.append(clean(rest, 100))
                case "round":
                    if start is not None:
                        rounds.append(RecordedRound(start, tuple(moves)))
                    dealt = {"variant": name, "options": options, **json.loads(rest)}
                    start = state = variety(name, **options).from_position(dealt)
                    moves = []
                case "scores" if state is not None:
                    if rest.split() != list(map(str, state.scores)):
                        raise BadRecord("the scores are {scores}", scores=" ".join(map(str, state.scores)))
                case _ if state is not None and (word == "chance" or word.isdecimal()):
                    state, done = played_line(state, line)
                    moves += done
                case _:
                    raise BadRecord("{word!r} begins no line here", word=word[:20])
        except (Refusal, ValueError, TypeError, LookupError, AttributeError) as problem:
            raise BadRecord("line {number}: {problem}", number=number, problem=str(problem)[:200]) from None
    if start is not None:
        rounds.append(RecordedRound(start, tuple(moves)))
    try:
        return GameRecord(variety(name, **options), tuple(names), tuple(rounds))
    except (Refusal, TypeError) as problem:
        raise BadRecord(str(problem)) from None


# -- transcripts


def read_transcript(path: Path | str) -> GameRecord:
    """The rounds of a ``.rummy`` file whose cards it shows, which is all that were played to their end.

    The file is checked as it is read. Raises OSError, NotATranscript, Cheat where it is wrong, Unknown for a game or
    version that this program does not know.
    """
    auditor, rounds, shown = Auditor(), list[RecordedRound](), 0
    for record in records_of(read_file(Path(path), MOST_FILE)).records:
        follow(auditor, record)
        play = auditor.play
        if play is not None and play.open and play.number > shown and play.present.phase == "over":
            shown = play.number
            rounds.append(_round_of(play.replay_steps))
    if auditor.session is None:
        raise BadRecord("the file ends before a game begins")
    game = CardGame(auditor.session.opened.variant, auditor.session.options)
    return GameRecord(game, tuple(name for _, name in auditor.players), tuple(rounds))


def _round_of(steps: Sequence[ReplayStep]) -> RecordedRound:
    """The round as moves of the library, in which who draws asks for a new stock, and does not get it beforehand."""
    before = steps[0].state
    if len(steps) > 1 and (aside := getattr(before, "aside", ())):
        # With a sealed deck all mix the whole stock anew with them: the order before that was nobody's.
        before = replace(before, stock=tuple([code for code in steps[1].state.stock if code not in aside]))
    start = state = variety(before.variety, **before.options).from_position(variety_of(before).positions.write(before))
    moves = list[tuple[int | None, Move]]()
    order = list[Move]()
    for step in steps[1:]:
        done: list[tuple[int | None, Move]] = []
        if isinstance(step.entry, Acted):
            done = [(step.entry.seat, parse(step.entry.do)), *((None, one) for one in order)]
            order = []
        elif state.is_chance:
            done = [(None, ChanceOutcome("place", place)) for place in _places(before, step.state)]
        else:
            order = [ChanceOutcome("card", code) for code in step.state.stock]
        for seat, move in done:
            if seat is not None or state.is_chance:
                state = state.apply(move, seat)
                moves.append((seat, move))
        before = step.state
    return RecordedRound(start, tuple(moves))


def _places(before: State, after: State) -> list[int]:
    """How many cards lay above each card when it was put back into the stock, one after the other."""
    stock, places = list(after.stock), list[int]()
    # Backwards: those put back later lie above or below the earlier ones, whose places were counted without them.
    for code in reversed(before.aside):  # type: ignore[attr-defined]  # a game that puts cards back has it
        places.append(stock.index(code))
        stock.remove(code)
    return places[::-1]
