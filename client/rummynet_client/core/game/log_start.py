"""What a client holds the beginning of a log against: its own memory. Source: FAIRNESS.md, "Consent".

The auditor checks what the log says by itself; here is what only this client can know: what its person agreed to, and
which log of this table came before.
"""

from dataclasses import dataclass

from rummynet_client.core.game.own_statements import OwnStatement, OwnStatements
from rummynet_client.core.session.offer import shown_rules
from rummynet_client.language import _
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.entries import Ended, Envelope, Opened, Seated, read_entry
from rummynet_protocol.fairness.transcript import EntryRecord, NotATranscript, read_transcript

_CHECK = "consent"


@dataclass(frozen=True, slots=True)
class LastLog:
    """The log before, as far as it was followed."""

    head: bytes
    ended: bool


@dataclass(frozen=True, slots=True)
class Past:
    """What is known before a log begins: the table's id, the game's number, the rules shown, the log before."""

    table: bytes
    game: int
    rules: bytes
    last: LastLog | None = None


def last_log(transcript: bytes) -> LastLog | None:
    """Of a transcript that was kept; None where nothing of a log can be read."""
    try:
        records = read_transcript(transcript).records if transcript else ()
        entries = [record.entry for record in records if isinstance(record, EntryRecord)]
        ended = bool(entries) and isinstance(read_entry(entries[-1]), Ended)
    except (NotATranscript, Cheat):
        return None
    head = NO_HEAD
    for entry in entries:
        head = next_head(head, entry)
    return LastLog(head, ended) if entries else None


def check_opened(opened: Opened, past: Past) -> str:
    """Whether this game may begin now; a notice for the person, or "". Raises Cheat."""
    if (opened.table, opened.game) != (past.table, past.game):
        raise Cheat(_CHECK, _("the host began another game than the one that it had shown"))
    last = past.last
    if last is None:
        return ""
    if last.ended and opened.before != last.head:
        raise Cheat(_CHECK, _("the log names another last game than the one that was played here"))
    if not last.ended and opened.before == last.head:
        raise Cheat(_CHECK, _("the host dropped the last game before its end, and began another"))
    if not last.ended:
        return _("the last game at this table was not seen to its end here, so this client cannot say how it ended")
    return ""


def check_rules(opened: Opened, past: Past) -> None:
    """One who watches has signed nothing: the game has to be the one that the table shows. Raises Cheat."""
    if shown_rules(opened.variant, opened.options) != past.rules:
        raise Cheat("rules-hash", _("another game is played than the one that the table shows, or by other options"))


def own_consent(entry: Seated, seat: int) -> Envelope | None:
    """The consent under our key in this entry; None where none of ours is due."""
    asked = entry.joining or tuple(range(len(entry.ready)))
    return entry.ready[asked.index(seat)] if seat in asked else None


def check_consent(signed: OwnStatement, own: OwnStatements) -> None:
    """The consent that stands in the log is the one that holds. Raises Cheat."""
    if signed.taken_back or signed.refused is not None:
        raise Cheat(_CHECK, _("the host began the game with a 'ready' of yours that did not hold any more"))
    for later in own.of_kind(signed.what):
        if later is signed:
            return
        if later.acknowledged:
            raise Cheat(_CHECK, _("the host began the game with an older 'ready' of yours than your last one"))
