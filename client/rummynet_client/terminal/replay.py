"""A finished game on the screen, step by step: forward and back, by rounds, to the next call, from any seat. Pure.

Nothing is revealed early: hands are hidden until a viewpoint is chosen, and the length of the game is not shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from rummynet.rules.core.sight import told_to
from rummynet.rules.core.state import State
from rummynet.rules.core.variety import Variety
from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import follow
from rummynet_client.core.text.event_text import events_line
from rummynet_client.language import N_, _, ngettext
from rummynet_client.terminal.choice import by_suit
from rummynet_client.terminal.melds_view import melds
from rummynet_client.terminal.styled_text import Line, Size, cut, flow, padded, shown, style, wrapped
from rummynet_protocol.events import CalledRummy, Event
from rummynet_protocol.fairness.entries import Acted, Scored
from rummynet_protocol.fairness.transcript import EntryRecord, Transcript

Eyes = int | Literal["nobody", "everybody"]
"""Whose cards are visible: those of a seat, nobody's (as a spectator), everybody's."""
FOOT: Final = N_("left right · f b ten · pgup pgdn round · r call · : go to · 0-9 n a eyes · q")


@dataclass(frozen=True, slots=True)
class Frame:
    """One step: its events, and the position after them, with all cards known if the round was finished."""

    round: int
    state: State
    events: tuple[Event, ...] = ()
    says: str = ""
    """The sentence of a step without events."""
    by_clock: bool = False
    is_call: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """A game, the current step and the viewpoint."""

    variety: Variety
    names: tuple[str, ...]
    stills: tuple[Frame, ...]
    at: int = 0
    eyes: Eyes = "nobody"

    def moved(self, steps: int) -> "Replay":
        """Go forward by *steps*, or back if negative; stops at the ends."""
        return replace(self, at=min(len(self.stills) - 1, max(0, self.at + steps)))

    def turned(self, rounds: int) -> "Replay":
        """Go to the start of the next round, or if negative of this one or the one before."""
        starts = [at for at, one in enumerate(self.stills) if not at or self.stills[at - 1].round != one.round]
        later, earlier = [at for at in starts if at > self.at], [at for at in starts if at < self.at]
        found = later[:1] if rounds > 0 else earlier[-1:]
        return replace(self, at=found[0]) if found else self

    def to_call(self) -> "Replay":
        """Go to the next call of a rummy, if there is one."""
        found = [at for at, one in enumerate(self.stills) if at > self.at and one.is_call]
        return replace(self, at=found[0]) if found else self

    def seen_by(self, eyes: Eyes) -> "Replay":
        """Change the viewpoint; a seat that does not exist changes nothing."""
        return self if isinstance(eyes, int) and eyes >= len(self.names) else replace(self, eyes=eyes)

    def says(self, at: int) -> str:
        """The sentence of this step, as far as the viewpoint may know it: a drawn card is seen by its drawer only."""
        still = self.stills[at]
        seat = self.eyes if isinstance(self.eyes, int) else None
        events = still.events if self.eyes == "everybody" else [told_to(event, seat) for event in still.events]
        return (still.says or events_line(events, self.names)) + (" " + _("(the clock)") if still.by_clock else "")


def replay_of(transcript: Transcript) -> Replay | None:
    """The game of a transcript; None if no card was dealt. Raises Cheat if the log is wrong."""
    auditor = Auditor()
    stills: list[Frame] = []
    fresh: list[Frame] = []
    for record in transcript.records:
        if not isinstance(record, EntryRecord):
            continue
        follow(auditor, record)
        entry = auditor.last
        if isinstance(entry, Scored):
            stills += [*_open(auditor), *_end(auditor, entry)]
            fresh = []
        elif auditor.events and auditor.state is not None:
            fresh.append(_still(auditor, auditor.state, auditor.events))
    stills += fresh
    if not stills or auditor.variety is None:
        return None
    return Replay(auditor.variety, _names(auditor), tuple(stills))


def _names(auditor: Auditor) -> tuple[str, ...]:
    return tuple(name for _, name in auditor.players)


def _still(auditor: Auditor, state: State, events: Sequence[Event], clock: bool = False) -> Frame:
    called = any(isinstance(one, CalledRummy) for one in events)
    return Frame(auditor.round, state, tuple(events), by_clock=clock, is_call=called)


def _open(auditor: Auditor) -> Iterator[Frame]:
    """The steps of the round scored last, with every card known."""
    for moment in auditor.play.moments if auditor.play is not None else ():
        clock = isinstance(moment.entry, Acted) and moment.entry.signed is None
        yield _still(auditor, moment.state, moment.events, clock)


def _end(auditor: Auditor, entry: Scored) -> Iterator[Frame]:
    if auditor.state is None:
        return
    scores = ", ".join(
        f"{name} {score:+d}" for name, score in zip(_names(auditor), entry.round_scores, strict=False)
    )  # fmt: skip
    says = _("round {round} is over: {scores}", round=auditor.round, scores=scores)
    if entry.winner is not None:
        says += "; " + _("{name} has won the game", name=auditor.players[entry.winner][1])
    yield Frame(auditor.round, auditor.state, says=says)


def stage(scene: Replay, size: Size, *, earlier: bool = True) -> list[Line]:
    """The step as lines, exactly as large as *size*; *earlier*: with the steps before it, if there is space."""
    still, width = scene.stills[scene.at], size.width
    position = scene.variety.position(still.state)
    where = _("round {round} · step {step}", round=still.round, step=scene.at + 1)
    head = f" {scene.variety.title} · {where} · {_eyes(scene)}"
    lines: list[Line] = [[("class:head", head)], [], *wrapped("class:title", scene.says(scene.at), width), []]
    for seat, name in enumerate(scene.names[: still.state.players]):
        lines += _seat(scene, still.state, seat, name, position["hands"][seat], width)
    pile: list[Line] = [[(style(card), shown(card)), ("", " ")] for card in position["discard"]]
    lines += [[], *flow(" " + _("Stock {stock}  Pile", stock=len(still.state.stock)) + " ", pile, width)]
    body = [*lines, *melds(position, width)]
    if len(body) > size.height - 3:
        body = [*lines, *melds(position, width, short=True)]
    before = [scene.says(at) for at in range(max(0, scene.at - size.height), scene.at)] if earlier else []
    room = size.height - len(body) - 1
    log = [line for says in before for line in wrapped("class:dim", says, width)][-room:] if room > 0 else []
    if scene.at == len(scene.stills) - 1:
        log = [*log, *wrapped("class:title", _("This is the end of the game."), width)][-max(room, 1) :]
    return cut([*body, [], *log], size)


def _eyes(scene: Replay) -> str:
    """The viewpoint as text."""
    if isinstance(scene.eyes, int):
        return _("the eyes of {name}", name=scene.names[scene.eyes])
    return _("nobody's cards shown") if scene.eyes == "nobody" else _("everybody's cards shown")


def _seat(
    scene: Replay, state: State, seat: int, name: str, hand: Sequence[str | None], width: int
) -> list[Line]:  # fmt: skip
    mark = ">" if seat == state.turn and state.phase != "over" else " "
    points = _("{points:>5} points", points=state.scores[seat])
    label = f" {mark} {seat} {padded(name, 16)} {points}  "
    if scene.eyes != "everybody" and scene.eyes != seat:
        return [[("", label + ngettext("{cards} card", "{cards} cards", state.count(seat), cards=state.count(seat)))]]
    known = sorted((card for card in hand if card is not None), key=by_suit)
    pieces: list[Line] = [[(style(card), shown(card)), ("", " ")] for card in known]
    hidden = state.count(seat) - len(known)
    return flow(
        label, [*pieces, *([[("class:dim", _("and {hidden} hidden", hidden=hidden))]] if hidden else [])], width, 8
    )
