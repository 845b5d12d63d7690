"""A finished game on the screen, step by step: forward and back, by rounds, to the next call, from any seat. Pure.

Nothing is revealed early: hands are hidden until a viewpoint is chosen, and the length of the game is not shown.

Commands work after a colon on the screen, and line by line without one: ``12`` is a step, ``+5`` and ``-5`` are
relative, ``round 3`` is its start, ``call`` the next call; ``seat 1``, ``everybody`` and ``nobody`` are viewpoints.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal

from rummynet.game_coaching import CoachedRound
from rummynet.ledger.signed_statements import Verify
from rummynet.rules.core.sight import told_to
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import follow
from rummynet_client.core.session.review import MissedRummy, missed_rummies
from rummynet_client.core.session.view_model import nothing_yet
from rummynet_client.core.spoken.spoken_cards import SPOKEN, codes_in_words, hand_words
from rummynet_client.core.spoken.table_words import sentence, table_lines
from rummynet_client.core.text import news
from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.card_names import WRITTEN, Voice, meld_cards
from rummynet_client.core.text.commands import BadCommand
from rummynet_client.core.text.event_text import events_line
from rummynet_client.core.text.hint_text import moment_text
from rummynet_client.language import N_, _, ngettext
from rummynet_client.terminal.drawing.card_art import SMALL, CardLook, card_word, sentence_lines, stock_and_pile
from rummynet_client.terminal.drawing.curve import curve_lines
from rummynet_client.terminal.drawing.styled_text import Line, Size, cut, flow, padded, wrapped
from rummynet_client.terminal.state.choice import by_suit
from rummynet_client.terminal.table.meld_lines import meld_lines
from rummynet_client.terminal.table.opponents import TURN
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.events import CalledRummy, Event, GameEnded, RoundEnded
from rummynet_protocol.fairness import signing
from rummynet_protocol.fairness.entries import Acted, Scored, Wanted
from rummynet_protocol.fairness.transcript import EntryRecord, Transcript
from rummynet_protocol.values import Value, field, replace

Viewpoint = int | Literal["nobody", "everybody"]
"""Whose cards are visible: those of a seat, nobody's (as a spectator), everybody's."""
FOOT: Final = N_("left right · f b ten · pgup pgdn round · r call · : go to · 0-9 n a view · q")


class Frame(Value):
    """One step: its events, and the position after them, with all cards known if the round was finished."""

    round: int
    state: State
    events: tuple[Event, ...] = ()
    sentence: str = ""  # the sentence of a step without events
    by_clock: bool = False
    is_call: bool = False
    decision: tuple[int, int] | None = None
    """The seat that chose this step, and the index of the choice among its own of the round."""
    missed: tuple[MissedRummy, ...] = ()  # where a round has been scored: the rummies of it that nobody called


class Replay(Value):
    """A game, the current step and the viewpoint."""

    variety: Variety
    names: tuple[str, ...]
    frames: tuple[Frame, ...]
    at: int = 0
    viewpoint: Viewpoint = "nobody"
    notes: Mapping[int, str] = field(default_factory=dict)
    """By step: what the coach says of it; shown to those who see the cards of the seat."""

    def coached(self, rounds: Sequence[CoachedRound]) -> "Replay":
        """The same game with the notes of the coach, everybody's cards shown."""
        moments = {(one.round, one.seat, moment.number): moment for one in rounds for moment in one.moments}
        notes = {}
        for at, frame in enumerate(self.frames):
            if frame.decision is not None and (moment := moments.get((frame.round, *frame.decision))) is not None:
                notes[at] = _("coach: {moment}", moment=moment_text(moment, self.names))
        return replace(self, notes=notes, viewpoint="everybody")

    def note(self) -> str:
        """What the coach says of this step; "" where the viewpoint does not see the cards, or nothing is to be said."""
        decision = self.frames[self.at].decision
        sees = self.viewpoint == "everybody" or (decision is not None and self.viewpoint == decision[0])
        return self.notes.get(self.at, "") if sees else ""

    def moved_by(self, steps: int) -> "Replay":
        """Go forward by *steps*, or back if negative; stops at the ends."""
        return replace(self, at=min(len(self.frames) - 1, max(0, self.at + steps)))

    def to_round(self, rounds: int) -> "Replay":
        """Go to the start of the next round, or if negative of this one or the one before."""
        starts = [at for at, frame in enumerate(self.frames) if not at or self.frames[at - 1].round != frame.round]
        later, earlier = [at for at in starts if at > self.at], [at for at in starts if at < self.at]
        target = later[:1] if rounds > 0 else earlier[-1:]
        return replace(self, at=target[0]) if target else self

    def to_next_call(self) -> "Replay":
        """Go to the next call of a rummy, if there is one."""
        calls = [at for at, frame in enumerate(self.frames) if at > self.at and frame.is_call]
        return replace(self, at=calls[0]) if calls else self

    def with_viewpoint(self, eyes: Viewpoint) -> "Replay":
        """Change the viewpoint; a seat that does not exist changes nothing."""
        return self if isinstance(eyes, int) and eyes >= len(self.names) else replace(self, viewpoint=eyes)

    def sentence_at(self, at: int, voice: Voice = WRITTEN) -> str:
        """The sentence of this step, as far as the viewpoint may know it: a drawn card is seen by its drawer only."""
        frame = self.frames[at]
        seat = self.viewpoint if isinstance(self.viewpoint, int) else None
        events = frame.events if self.viewpoint == "everybody" else [told_to(event, seat) for event in frame.events]
        says = frame.sentence or events_line(events, Wording(self.names, None, meld_cards(frame.state), voice))
        return says + (" " + _("(the clock)") if frame.by_clock else "")


def replay_so_far(
    transcript: Transcript, verify: Verify = signing.verify
) -> tuple[Replay | None, Cheat | Unknown | None]:
    """The game up to where its log is wrong or unknown, if it is, and what is; None if no card was dealt.

    *verify* as for ``Auditor``.
    """
    auditor = Auditor(verify=verify)
    wrong: Cheat | Unknown | None = None
    frames: list[Frame] = []
    unscored: list[Frame] = []
    for record in transcript.records:
        try:
            follow(auditor, record)
        except (Cheat, Unknown) as problem:
            wrong = problem
            break
        if not isinstance(record, EntryRecord):
            continue
        entry = auditor.last
        if isinstance(entry, Scored):
            # In place of the steps seen so far: only a scored round has all cards open.
            frames += [*_scored_round(auditor), *_end(auditor, entry)]
            unscored = []
        elif auditor.events and auditor.state is not None:
            unscored.append(_frame(auditor, auditor.state, auditor.events))
    frames += unscored
    if not frames or auditor.variety is None:
        return None, wrong
    return Replay(auditor.variety, _names(auditor), tuple(frames)), wrong


def _names(auditor: Auditor) -> tuple[str, ...]:
    return tuple(name for _, name in auditor.players)


def _frame(auditor: Auditor, state: State, events: Sequence[Event]) -> Frame:
    called = any(isinstance(event, CalledRummy) for event in events)
    return Frame(auditor.round, state, tuple(events), is_call=called)


def _scored_round(auditor: Auditor) -> Iterator[Frame]:
    """The steps of the round scored last, with every card known."""
    chosen: Counter[int] = Counter()
    play = auditor.play
    draws = iter([step for step in play.steps if isinstance(step, Wanted)] if play is not None else ())
    for moment in play.replay_steps if play is not None else ():
        entry = moment.entry
        if not moment.events:
            continue  # cards were put back into the stock: nothing that a table shows
        frame = _frame(auditor, moment.state, moment.events)
        if isinstance(entry, Acted):
            # What the player has not signed the host has done for the seat. A draw that waited for a new stock is
            # signed where it was asked for.
            asked = next(draws) if entry.why == "want" else entry
            frame = replace(frame, by_clock=asked.signed is None)
        # The coach counts the actions that seats have signed themselves.
        if isinstance(entry, Acted) and entry.signed is not None:
            frame = replace(frame, decision=(entry.seat, chosen[entry.seat]))
            chosen[entry.seat] += 1
        yield frame


def _end(auditor: Auditor, entry: Scored) -> Iterator[Frame]:
    if auditor.state is None:
        return
    events: list[Event] = [RoundEnded(entry.out, tuple(entry.round_scores), tuple(entry.scores))]
    if entry.finished:
        events.append(GameEnded(entry.winner))
    says = events_line(events, Wording(_names(auditor)))
    missed = tuple(missed_rummies(auditor.play.replay_steps)) if auditor.play is not None else ()
    yield Frame(auditor.round, auditor.state, sentence=says, missed=missed)


def totals_by_round(replay: Replay) -> list[tuple[int, ...]]:
    """Everybody's total after each round up to the present step."""
    frames = replay.frames[: replay.at + 1]
    last = {frame.round: frame.state.scores for frame in frames if frame.sentence}
    return [scores for _round, scores in sorted(last.items())]


def replay_lines(replay: Replay, size: Size, *, earlier: bool = True) -> list[Line]:
    """The step as lines, exactly as large as *size*; *earlier*: with the steps before it, if there is space."""
    frame, width = replay.frames[replay.at], size.width
    position = replay.variety.positions.write(frame.state)
    where = _("round {round} · step {step}", round=frame.round, step=replay.at + 1)
    head = f" {replay.variety.title} · {where} · {_viewpoint_text(replay)}"
    lines: list[Line] = [
        [("class:head", head)],
        [],
        *sentence_lines("class:title", replay.sentence_at(replay.at), width),
        *sentence_lines("class:offer", replay.note(), width, replay.names),
        [],
    ]
    for seat, name in enumerate(replay.names[: frame.state.players]):
        lines += _seat(replay, frame.state, seat, name, position["hands"][seat], width)
    pile = [CardLook(card) for card in position["discard"]]
    body: list[Line] = []
    # From drawn cards to words: the first that leaves three lines, for the end of the log.
    for rows, drawn, short in ((SMALL, True, False), (SMALL, False, False), (0, False, False), (0, False, True)):
        middle = stock_and_pile(len(frame.state.stock), pile, width, rows)
        body = [
            *lines,
            [],
            *middle,
            [],
            *meld_lines(position, replay.names, width, rows=SMALL if drawn else 0, short=short),
        ]
        if len(body) <= size.height - 3:
            break
    # Each step takes a line at least, so no more of them can be seen.
    before = [replay.sentence_at(at) for at in range(max(0, replay.at - size.height), replay.at)] if earlier else []
    room = size.height - len(body) - 1
    log = (
        [line for says in before for line in sentence_lines("class:dim", says, width, replay.names)][-room:]
        if room > 0
        else []
    )
    if replay.at == len(replay.frames) - 1:
        curve = curve_lines(replay.names, totals_by_round(replay), width)
        body, room = ([*body, [], *curve], room - len(curve) - 1) if len(curve) + 3 <= room else (body, room)
        log = log[-room:] if room > 0 else []
        log = [*log, *wrapped("class:title", _("This is the end of the game."), width)][-max(room, 1) :]
    return cut([*body, [], *log], size)


def _viewpoint_text(replay: Replay) -> str:
    if isinstance(replay.viewpoint, int):
        return _("{name}'s cards shown", name=replay.names[replay.viewpoint])
    return _("nobody's cards shown") if replay.viewpoint == "nobody" else _("everybody's cards shown")


def _seat(
    replay: Replay, state: State, seat: int, name: str, hand: Sequence[str | None], width: int
) -> list[Line]:  # fmt: skip
    mark = TURN if seat == state.turn and state.phase != "over" else " "
    points = _("{points:>5} points", points=state.scores[seat])
    label = f" {mark} {padded(name, 16)} {points}  "
    if replay.viewpoint != "everybody" and replay.viewpoint != seat:
        return [[("", label + ngettext("{cards} card", "{cards} cards", state.count(seat), cards=state.count(seat)))]]
    known = sorted((card for card in hand if card is not None), key=by_suit)
    pieces = [card_word(CardLook(card), close=True) for card in known]
    hidden = state.count(seat) - len(known)
    return flow(
        label, [*pieces, *([[("class:dim", _("and {hidden} hidden", hidden=hidden))]] if hidden else [])], width, 8
    )


HOW: Final = N_("Enter: next · 12: step · +5 -5 · round 2 · call · end · seat 0, everybody, nobody: whose cards · q")
_LONGEST: Final = 9  # digits of a step; no game has as many, and int() raises for more than 4300


def command_help() -> str:
    """The commands in one line."""
    return _(HOW)


def run_replay_command(replay: Replay, text: str) -> Replay:
    """Carry out the command *text*; an empty one is the next step. Raises BadCommand."""
    word, _space, rest = text.strip().lower().partition(" ")
    if word in _PLAIN and not rest:
        return _PLAIN[word](replay)
    sign, digits = (word[:1], word[1:]) if word[:1] in ("+", "-") else ("", word)
    if _is_number(digits) and not rest:
        return replay.moved_by(int(sign + digits) if sign else int(digits) - 1 - replay.at)
    if word == "round" and _is_number(rest):
        return _at_round(replay, int(rest))
    if word == "seat" and _is_number(rest) and int(rest) < len(replay.names):
        return replay.with_viewpoint(int(rest))
    raise BadCommand(_("{text!r} is not a place in the game; try 12, round 2, call or seat 0", text=text.strip()[:20]))


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= _LONGEST


def _at_round(replay: Replay, number: int) -> Replay:
    """Go to the start of the round. The error does not reveal how many there are."""
    for at, frame in enumerate(replay.frames):
        if frame.round == number:
            return replay.moved_by(at - replay.at)
    raise BadCommand(_("there is no round {number} in this game", number=number))


_PLAIN: Final[dict[str, Callable[[Replay], Replay]]] = {
    "": lambda replay: replay.moved_by(1),
    "next": lambda replay: replay.moved_by(1),
    "back": lambda replay: replay.moved_by(-1),
    "b": lambda replay: replay.moved_by(-1),
    "start": lambda replay: replay.moved_by(-len(replay.frames)),
    "end": lambda replay: replay.moved_by(len(replay.frames)),
    "call": lambda replay: replay.to_next_call(),
    "everybody": lambda replay: replay.with_viewpoint("everybody"),
    "nobody": lambda replay: replay.with_viewpoint("nobody"),
}


def step_sentences(replay: Replay) -> list[str]:
    """The step as it is read out: what was done, and the table after it."""
    frame = replay.frames[replay.at]
    state, position = frame.state, replay.variety.positions.write(frame.state)
    table = news.TableChanged(1, "", replay.variety.name, "playing", state.options, ())
    model = replace(
        nothing_yet(""), table=table, names=replay.names, variety=replay.variety, options=state.options, state=state,
        position=position, round=frame.round,
    )  # fmt: skip
    done = _("Round {round}, step {step}: {says}", round=frame.round, step=replay.at + 1,
             says=replay.sentence_at(replay.at, SPOKEN))  # fmt: skip
    hands = [
        _("{name} holds {cards}.", name=replay.names[seat], cards=hand_words([one for one in hand if one is not None]))
        for seat, hand in enumerate(position["hands"])
        if replay.viewpoint in ("everybody", seat)
    ]
    notes = [sentence(codes_in_words(replay.note()), replay.names)] if replay.note() else []
    # Between two rounds it is nobody's turn.
    return [sentence(done), *notes, *table_lines(model)[state.phase == "over" :], *hands]
