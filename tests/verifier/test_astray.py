"""What is signed properly, but for something else: every field by which a statement is bound to its place."""

from typing import Any

import pytest

from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import check
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.entries import Entry
from rummynet_protocol.fairness.statements import (
    Acting,
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
)
from rummynet_protocol.fairness.transcript import pack_opening_record
from rummynet_protocol.values import replace
from tests.support.forge import Forge

OTHER = b"\7" * 32


class Astray(Forge):
    """In one kind of statement, player 1 signs other *fields*; in one kind of entry, the host writes others."""

    def __init__(self, kind: type[Statement] | type[Entry], **fields: Any) -> None:  # noqa: ANN401
        super().__init__("keilty", {"target": 60}, 2, seed=3)
        self.kind, self.fields = kind, fields

    def statement(self, seat: int, kind: type[Statement], /, **fields: Any) -> Statement:  # noqa: ANN401
        changed = self.fields if kind is self.kind and seat == 1 else {}
        return super().statement(seat, kind, **{**fields, **changed})

    def write(self, entry: Entry) -> None:
        changed: dict[str, Any] = self.fields if type(entry) is self.kind else {}
        super().write(replace(entry, **changed))


@pytest.mark.parametrize(
    ("kind", "fields", "finds"),
    [
        (NonceCommitted, {"head": OTHER}, "session"),
        (NonceCommitted, {"seat": 0}, "session"),
        (NonceShown, {"head": OTHER}, "session"),
        (NonceShown, {"commits": OTHER}, "session"),
        (Committed, {"session": OTHER}, "commit-order"),
        (Committed, {"round": 2}, "commit-order"),
        (Revealed, {"session": OTHER}, "reveal"),
        (Revealed, {"deal": OTHER}, "reveal"),
        (Revealed, {"head": OTHER}, "reveal"),
        (Cosigned, {"session": OTHER}, "co-signature"),
        (Cosigned, {"deal": OTHER}, "co-signature"),
        (Cosigned, {"head": OTHER}, "co-signature"),
        (Acting, {"session": OTHER}, "action-signature"),
        (Acting, {"round": 2}, "action-signature"),
        (log.CardsDealt, {"up": ()}, "position"),
        (log.Acted, {"seat": 11}, "rules"),
        (log.Acted, {"do": "dance"}, "rules"),
    ],
)
def test_what_is_bound_to_another_place_is_found(
    kind: type[Statement] | type[Entry], fields: dict[str, Any], finds: str
) -> None:
    report = check(Astray(kind, **fields).play(1).transcript(), partial=True)
    assert (report.verified, report.check) == (False, finds), report.verdict


def test_a_log_without_its_opening_entry_is_found() -> None:
    forge = Forge(seed=3)
    forge.begin()
    forge.resign([one.entry for one in forge.written[1:]])
    report = check(forge.transcript(), partial=True)
    assert (report.verified, report.check) == (False, "chain"), report.verdict


def test_a_log_that_names_another_host_than_its_own_is_found() -> None:
    forge = Astray(log.Opened, host=OTHER)
    forge.begin()
    first = forge.written[0]
    with pytest.raises(Cheat) as caught:
        Auditor(host=forge.host.public).feed(first.entry, first.signature)
    assert caught.value.check == "host-signature"


def test_a_game_for_more_players_than_this_program_knows_is_unknown() -> None:
    forge = Forge("keilty", {}, 7, seed=3)
    forge.begin()
    report = check(forge.transcript(), partial=True)
    assert (report.verified, report.check, report.is_unknown) == (False, None, True), report.verdict


def test_of_an_unknown_game_no_record_accuses_anybody() -> None:
    forge = Forge("keilty", {}, 7, seed=3)
    forge.begin()
    row = (0, 0, bytes(32), b"")
    strange = b"".join(pack_opening_record(seat, 1, 0, row) for seat in (0, 1))
    report = check(forge.transcript() + strange, partial=True)
    assert (report.verified, report.check, report.is_unknown) == (False, None, True), report.verdict


def test_a_vote_of_a_seat_that_is_not_there_is_found() -> None:
    forge = Forge("keilty", {"target": 60}, 2, seed=3)
    forge.begin()
    forge.round = 1
    forge.commit(4)
    forge.deal(forge.mix(forge.due()))
    forge.write(log.Voted(11, forge.ballot(1, 0), forge.tick()))
    report = check(forge.transcript(), partial=True)
    assert (report.verified, report.check) == (False, "action-signature"), report.verdict
