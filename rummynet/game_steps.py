"""The public steps of a finished game, in order, as values with a form in text and one in JSON."""

from collections.abc import Iterator
from typing import Any

from rummynet.rules.core.state import State
from rummynet.verifier.auditor import Auditor
from rummynet.verifier.report import called_off_sentence
from rummynet_protocol import cards
from rummynet_protocol.events import to_dict
from rummynet_protocol.fairness.entries import Acted, CardsDealt, Ended, Entry, Scored, Voided, Wanted
from rummynet_protocol.fairness.transcript import EntryRecord, Transcript
from rummynet_protocol.values import Value


class Scene(Value):
    """One public step of the game: the entry behind it, the position after it as *seen*, what happened."""

    number: int
    entry: Entry
    state: State | None
    auditor: Auditor
    why: str | None = None
    """Why the host acted for a seat, also where the act itself only says that it was wanted before a shuffle."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(name for _, name in self.auditor.players)

    def to_dict(self) -> dict[str, Any]:
        """The step as JSON-able values: always ``record``, ``kind`` and ``round``; acts also seat, action, events."""
        fields: dict[str, Any] = {"record": self.number, "kind": self.entry.kind, "round": self.auditor.round}
        match self.entry:
            case Acted(seat=seat, do=do, t=t):
                fields |= {
                    "t": t,
                    "seat": seat,
                    "name": self.auditor.players[seat][1],
                    "action": do,
                    "by_clock": bool(self.why),
                }
            case CardsDealt(starter=starter, t=t):
                fields |= {"t": t, "starter": starter}
            case Scored(out=out, round_scores=round_scores, scores=scores, winner=winner, finished=finished, t=t):
                fields |= {"t": t, "out": out, "round_scores": list(round_scores), "scores": list(scores)}
                fields |= {"winner": winner, "finished": finished}
            case Voided(epoch=epoch, silent=silent, t=t):
                fields |= {"t": t, "epoch": epoch, "silent": list(silent)}
            case Ended(why=why, t=t):
                fields |= {"t": t, "why": why}
        return {**fields, "events": [to_dict(event) for event in self.auditor.events]}


def scenes(transcript: Transcript) -> Iterator[Scene]:
    """The game's steps in order, openings left out: what every spectator saw. Raises Cheat where the log is wrong."""
    auditor, wanted = Auditor(), None
    for number, record in enumerate(transcript.records):
        if not isinstance(record, EntryRecord):
            continue
        entry = auditor.feed(record.entry, record.signature)
        if isinstance(entry, Wanted):
            wanted = entry
        # The other entries are parts of shuffles and statements: nothing that a table shows.
        if auditor.events or isinstance(entry, Scored | Voided | Ended):
            why = entry.why if isinstance(entry, Acted) else None
            # The act behind a shuffle says `want` alone; why the draw was made stands in the `want` before it.
            why = wanted.why if why == "want" and wanted is not None else why
            yield Scene(number, entry, auditor.state, auditor, why)


def picture(scene: Scene) -> list[str]:
    """The scene as lines of text: what was done, then hands, pile and melds."""
    lines, state = [_headline(scene)], scene.state
    if state is None or isinstance(scene.entry, Ended | Voided):
        return lines
    names = scene.names
    decks = max(state.stock + state.discard + (0,)) // cards.PER_DECK + 1
    for seat, name in enumerate(names):
        mark = ">" if seat == state.turn and state.phase != "over" else " "
        known = " ".join(cards.name(card, decks) for card in cards.members(state.hands[seat]))
        hidden = f"{state.hidden[seat]} hidden" if state.hidden[seat] else ""
        held = " + ".join(part for part in (known, hidden) if part) or "nothing"
        lines.append(f" {mark} {name}: {state.scores[seat]} points, holds {held}")
    lines.append(
        f"   stock {len(state.stock)}  pile {' '.join(cards.name(card, decks) for card in state.discard) or '-'}"
    )
    for number, meld in enumerate(state.melds):
        laid = " ".join(cards.name(card, decks) for card in meld.cards)
        by = ", ".join(names[seat] for seat in dict.fromkeys(meld.by))
        lines.append(f"   meld {number}: {laid}  (laid by {by})")
    return lines


def _headline(scene: Scene) -> str:
    match scene.entry:
        case Acted(seat=seat, do=do):
            clock = {None: "", "vote": " (by vote of the others)"}.get(scene.why, " (the clock)")
            return f"round {scene.auditor.round}: {scene.names[seat]}: {do}{clock}"
        case Scored(scores=scores, winner=winner):
            won = f", {scene.names[winner]} has won" if winner is not None else ""
            return f"round {scene.auditor.round} is over: scores {' '.join(map(str, scores))}{won}"
        case Voided(silent=silent):
            names = " and ".join(scene.names[seat] for seat in silent)
            return f"round {scene.auditor.round}: a shuffle was voided, since the host says that {names} stayed silent"
        case Ended(why=why):
            return "the game is over" if why == "played" else called_off_sentence(why, scene.auditor.voided)
        case _:
            return f"round {scene.auditor.round}: {scene.entry.kind}"
