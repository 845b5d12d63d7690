"""What takes long in the check of an entry is done before the entry is taken; what comes out is the same."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from rummynet.verifier.auditor import Auditor
from rummynet_client.core.log.checks_ahead import work_ahead
from rummynet_client.core.log.computing import Computation
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.entries import PartLogged, read_entry
from rummynet_protocol.fairness.statements import PartGiven, read_statement
from rummynet_protocol.sealed import mix_proof, sealed_round, shares
from tests.support.sealed_forge import SealedForge

Work = Callable[[], object]
DEAL = 5
"""Shares at least that are checked elsewhere; the reason stands beside ``checks_ahead._MANY``."""


def name_of(data: bytes) -> str:
    entry = read_entry(data)
    if not isinstance(entry, PartLogged):
        return type(entry).__name__
    part = read_statement(PartGiven.kind, entry.signed[0])
    assert isinstance(part, PartGiven)
    return part.what


def forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever takes long fails from here on."""

    def computed(*_: object) -> None:
        raise AssertionError("something is computed a second time")

    check = shares.check_share_proof

    def few(public: object, points: tuple[object, ...], *more: object) -> None:
        assert len(points) < DEAL
        check(public, points, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(mix_proof, "check_mix_equations", computed)
    monkeypatch.setattr(shares, "check_share_proof", few)
    monkeypatch.setattr(sealed_round, "audit_round", computed)


def test_what_was_checked_ahead_is_not_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    forge = SealedForge("keilty", players=3, seed=2).play(1)
    auditor, found = Auditor(host=forge.host.public), Counter[str]()
    for one in forge.written:
        work = work_ahead(auditor.sealed, one.entry) if auditor.sealed is not None else None
        if work is not None:
            work()
            found[name_of(one.entry)] += 1
        with monkeypatch.context() as patch:
            forbid(patch)
            auditor.feed(one.entry, one.signature)
    assert found["proof"] == 3 and found["share"] == 3 and found["open"] == 1 and found["Acted"] > 0
    assert auditor.is_shown


def with_a_last_entry(change: Callable[[bytes], bytes], bent: str) -> tuple[Auditor, Work, bytes, bytes]:
    """A log up to a part whose bytes are changed, and signed so: its check that can be made ahead, and the part."""

    class Bent(Exception):
        pass

    class Crooked(SealedForge):
        def part(self, seat: int, what: str, data: bytes, head: bytes | None = None, **fields: Any) -> None:  # noqa: ANN401 - as the forge's
            if what == bent and (what != "open" or len(self.sealed.opened) == 1):
                with pytest.raises(Cheat):
                    super().part(seat, what, change(data), head, **fields)
                raise Bent
            super().part(seat, what, data, head, **fields)

    forge = Crooked("keilty", players=2, seed=3)
    with pytest.raises(Bent):
        forge.play(1)
    auditor, last = Auditor(host=forge.host.public), forge.written[-1]
    for one in forge.written[:-1]:
        auditor.feed(one.entry, one.signature)
    assert auditor.sealed is not None and name_of(last.entry) == bent
    work = work_ahead(auditor.sealed, last.entry)
    assert work is not None
    return auditor, work, last.entry, last.signature


def in_its_last_byte(data: bytes) -> bytes:
    return data[:-1] + bytes([data[-1] ^ 1])


def in_its_first_byte(data: bytes) -> bytes:
    return bytes([data[0] ^ 1]) + data[1:]


@pytest.mark.parametrize(
    ("what", "change", "check"),
    [("proof", in_its_last_byte, "mix"), ("proof", in_its_first_byte, "element"), ("share", in_its_last_byte, "share"),
     ("open", in_its_first_byte, "key-open")],
)  # fmt: skip
def test_what_does_not_hold_is_found_when_the_entry_is_taken(
    what: str, change: Callable[[bytes], bytes], check: str
) -> None:
    auditor, work, entry, signature = with_a_last_entry(change, what)
    Computation(work).run()
    with pytest.raises(Cheat) as found:
        auditor.feed(entry, signature)
    assert found.value.check == check
