"""Checks the start of a log against this client's own records. Source: FAIRNESS.md, "Consent".

The auditor checks the log by itself; here are the checks that need what only this client knows: what its player agreed
to, and which log of this table came before.
"""

from rummynet_client.core.log.own_statements import OwnStatement
from rummynet_client.language import _
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness.chain import NO_HEAD, next_head
from rummynet_protocol.fairness.commitment import rules_hash
from rummynet_protocol.fairness.entries import Ended, Envelope, Opened, Seated, read_entry
from rummynet_protocol.fairness.transcript import EntryRecord, NotATranscript, read_transcript
from rummynet_protocol.values import Value

_CHECK = "consent"


class LastLog(Value):
    """The preceding log of the table, as far as it was followed."""

    head: bytes
    ended: bool


class Past(Value):
    """What is known before a log begins: table id, game number, hash of the rules shown, preceding log."""

    table: bytes
    game: int
    rules: bytes
    last: LastLog | None = None


def last_log(transcript: bytes) -> LastLog | None:
    """The last log of a kept transcript; None if no entry can be read."""
    try:
        records = read_transcript(transcript).records if transcript else ()
        entries = [record.entry for record in records if isinstance(record, EntryRecord)]
        ended = bool(entries) and isinstance(read_entry(entries[-1]), Ended)
    except (NotATranscript, Cheat, Unknown):
        return None
    head = NO_HEAD
    for entry in entries:
        head = next_head(head, entry)
    return LastLog(head, ended) if entries else None


def check_opened(opened: Opened, past: Past) -> str:
    """Check that this game may begin now. Returns a notice for the player, or "". Raises Cheat."""
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
        return _("this client did not see the end of the last game at this table, so it cannot say how it ended")
    return ""


def check_rules(opened: Opened, past: Past) -> str:
    """A notice for a spectator if the rules are not those that the table shows, which nobody has signed; or ""."""
    if rules_hash(opened.variant, opened.options) != past.rules:
        return _("another game is played than the one that the table shows, or by other options")
    return ""


def own_consent(entry: Seated, seat: int) -> Envelope | None:
    """The consent under the own key in this entry; None if none is due."""
    asked = entry.joining or tuple(range(len(entry.ready)))
    return entry.ready[asked.index(seat)] if seat in asked else None


def check_consent(signed: OwnStatement) -> None:
    """Check that the logged consent holds; each that the host confirms withdraws those before it. Raises Cheat.

    One refused without a signature holds: an honest host that had taken it refuses it so (``too_often``) when it is
    sent again after a lost connection.
    """
    if signed.withdrawn or signed.refusal_signature:
        raise Cheat(_CHECK, _("the host began the game with a 'ready' of yours that did not hold any more"))
