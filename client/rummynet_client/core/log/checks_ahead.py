"""What takes long in the check of an entry of a sealed deck, so that it can be done before the entry is taken.

Taking it checks all of it, and finds what was checked before: with and without this the same comes out.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import follow
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness.entries import Acted, PartLogged, read_entry
from rummynet_protocol.fairness.statements import Acting, read_statement
from rummynet_protocol.fairness.transcript import EntryRecord, NotATranscript, read_records
from rummynet_protocol.sealed.hidden_hand import check_play_ahead
from rummynet_protocol.sealed.mix_proof import check_mix_ahead
from rummynet_protocol.sealed.sealed_round import SealedRound
from rummynet_protocol.sealed.shares import check_shares_ahead, shares_size

# A share is checked in 0.3 ms, and each more in 0.1: those of a draw before a thread would have begun.
_MANY: Final = 5


def work_ahead(sealed: SealedRound, data: bytes, *, again: bool = False) -> Callable[[], object] | None:
    """The check of the proof of a mix, of a deal's shares or of the mix in a play, and the audit; None if nothing does.

    It can be done in a thread, as long as no other entry of this log is taken meanwhile. *again*: the entry is taken
    once more later.
    """
    try:
        match read_entry(data):
            case PartLogged(seat=seat, blob=blob):
                return _part_ahead(sealed, seat, blob, again=again)
            case Acted(seat=seat, proof=proof, signed=signed) if proof and signed is not None:
                acting, hand = read_statement(Acting.kind, signed[0]), sealed.cards.hands.get(seat)
                if hand is not None and hand.aged:
                    context = sealed.cards.context.play(seat, acting.n, acting.head)
                    return partial(check_play_ahead, hand, context, proof)
    except Cheat:
        pass  # whoever takes the entry says so
    return None


def check_kept(data: bytes, host: bytes) -> None:
    """Check the proofs in a transcript that this program has kept, so that to take it again takes no time for them."""
    auditor = Auditor(host=host)
    try:
        for record in read_records(data):
            if isinstance(record, EntryRecord) and auditor.sealed is not None:
                work = work_ahead(auditor.sealed, record.entry, again=True)
                if work is not None:
                    work()
            follow(auditor, record)
    except (NotATranscript, Cheat, Unknown):
        pass  # whoever takes it says so


def _part_ahead(sealed: SealedRound, seat: int, blob: bytes, *, again: bool) -> Callable[[], object] | None:
    due, cards = sealed.due.get(seat), sealed.cards
    match due.what if due is not None else "":
        case "proof":
            mixed = cards.mix_to_prove(seat)
            return partial(check_mix_ahead, *mixed, blob) if mixed is not None else None
        case "share" if len(blob) >= shares_size(_MANY):
            points, context = cards.points(cards.owed(seat)), cards.share_context(seat)
            return partial(check_shares_ahead, cards.keys[seat], points, context, blob)
        case "open":
            return sealed.audit_work(seat, blob, again=again)
    return None
