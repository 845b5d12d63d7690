"""Any change of a transcript's bytes is reported, without other exceptions."""

import random

import pytest

from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import check
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.transcript import HEADER, NotATranscript, read_transcript
from tests.support.forge import Forge
from tests.support.forge_scripts import dealt


@pytest.fixture(scope="module")
def transcript() -> bytes:
    return Forge("keilty", {"target": 40}, 2, seed=5).play().transcript(0)


def refused(data: bytes) -> bool:
    try:
        return not check(data).verified
    except NotATranscript:
        return True


def test_a_changed_byte_anywhere_is_refused(transcript: bytes) -> None:
    """300 places, every one of the header among them but the writer's name, with different bits flipped."""
    chance = random.Random(11)
    places = [*range(len(HEADER) + 10), *chance.sample(range(len(transcript)), 300)]
    places = [place for place in places if not 21 <= place < len(HEADER)]
    held = []
    for place in places:
        changed = bytearray(transcript)
        changed[place] ^= 1 << chance.randrange(8)
        if not refused(bytes(changed)):
            held.append(place)
    assert held == []


def test_a_cut_file_is_incomplete_or_truncated_and_its_beginning_holds(transcript: bytes) -> None:
    chance = random.Random(12)
    whole = len(read_transcript(transcript).records)
    for end in chance.sample(range(len(HEADER) + 400, len(transcript) - 1), 60):
        cut = transcript[:end]
        assert refused(cut)
        report = check(cut, partial=True)
        assert report.verified and not report.complete
        assert report.records < whole
    assert check(transcript + b"\x01", partial=True).reason == "the transcript stops inside a record"


def test_a_log_of_another_host_than_the_one_that_is_known_is_refused() -> None:
    """By its signature, and by the key that it names."""
    forge, other = dealt(), Signer(b"\5" * 32)
    for host, signer in ((other.public, forge.host), (other.public, other)):
        forge.host = signer
        forge.cut(1)
        with pytest.raises(Cheat) as caught:
            Auditor(host=host).feed(forge.written[0].entry, forge.written[0].signature)
        assert caught.value.check == "host-signature"
