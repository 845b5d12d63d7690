"""Statements signed, refused, called and wanted: honest files with them verify, for spectators and for clients."""

import pytest

from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import check
from rummynet_protocol import notation
from rummynet_protocol.actions import Draw
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.statements import Acting, Voting
from rummynet_protocol.fairness.transcript import NotATranscript, pack_opening_record, pack_refusal_record
from tests.support.forge import Forge
from tests.support.forge_scripts import at_a_call, dealt


def fed(forge: Forge, count: int | None = None) -> Auditor:
    auditor = Auditor()
    for one in forge.written[:count]:
        auditor.feed(one.entry, one.signature)
    return auditor


class TestRefusals:
    def refusing(self) -> Forge:
        """A vote and an action of seat 0 are refused; it goes on with others."""
        forge = dealt()
        forge.refuse(0, Voting, forge.ballot(0, 1))
        forge.refuse(0, Acting, forge.action(0, "draw", head=bytes(32)), "stale")
        while forge.state.turn != 0:
            forge.step()
        forge.act(0, Draw())
        return forge

    def test_they_may_stand_anywhere_behind_the_entry_that_they_name(self) -> None:
        forge = self.refusing()
        (given, _), *_ = forge.refused
        for after in (given, given + 1, len(forge.written) - 1):
            forge.refused = [(after, record) for _, record in forge.refused]
            assert check(forge.transcript(0), partial=True).verified
        for after in (0, 3, given - 1):
            forge.refused = [(after, record) for _, record in forge.refused]
            assert check(forge.transcript(0), partial=True).check == "refusal"

    def test_a_file_is_one_seats(self) -> None:
        """Openings and refusals alike."""
        forge = self.refusing()
        theirs = pack_refusal_record(forge.refuse(1, Voting, forge.ballot(1, 0)))
        assert check(forge.transcript(0), partial=True).verified
        report = check(forge.transcript(0) + theirs, partial=True)
        assert report.check == "refusal" and "records of several players" in report.reason
        row = next(one.row for one in forge.shown if one.seat == 0)
        forge.shown, forge.refused = [], []
        assert check(forge.transcript() + theirs, partial=True).verified
        own = pack_opening_record(0, 1, 0, row)
        assert check(forge.transcript() + theirs + own, partial=True).check == "opening"

    def test_a_changed_bit_of_a_refusal_is_refused_wherever_it_is(self) -> None:
        forge = self.refusing()
        (_, record), *_ = forge.refused
        forge.refused = [(len(forge.written) - 1, record)]
        whole, size = forge.transcript(0), len(pack_refusal_record(record))
        good = check(whole, partial=True)
        assert good.verified
        for place in range(len(whole) - size, len(whole)):
            changed = bytearray(whole)
            changed[place] ^= 1 << place % 8
            try:
                report = check(bytes(changed), partial=True)
                # A length beyond the end makes a file that breaks off before the refusal, which may then be absent.
                assert not report.verified or report.records < good.records, place
            except NotATranscript:
                continue

    def test_a_client_learns_of_the_proof_when_the_refusal_comes_later(self) -> None:
        forge = at_a_call()
        seat, do = 0, forge.call
        envelope = forge.action(seat, do)
        forge.apply_and_log(seat, notation.parse(do), envelope, None)
        auditor = fed(forge)
        with pytest.raises(Cheat) as caught:
            auditor.refuse(forge.refuse(seat, Acting, envelope))
        assert caught.value.check == "refusal"
        with pytest.raises(Cheat):
            auditor.feed(forge.written[0].entry, forge.written[0].signature)
