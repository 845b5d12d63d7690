"""A host that cheats its own client: what only the follower can notice, and that it stops there."""

import pytest

from rummynet.verifier.offline import check
from rummynet_client.core.log.game_follower import GameFollower
from rummynet_client.core.log.log_start import Past
from rummynet_client.core.log.own_statements import OwnStatements
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.chain import next_head
from rummynet_protocol.fairness.commitment import rules_hash
from rummynet_protocol.fairness.entries import (
    Acted,
    Commits,
    Cosigns,
    Entry,
    HostCommit,
    NonceCommits,
    Nonces,
    Opened,
    Reveals,
    pack_entry,
    read_entry,
)
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.transcript import EntryRecord, read_transcript
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import LogEntry, Message, Openings
from tests.support.crooked import Rewrites
from tests.support.fake_host import FakeHost, Guest, dealt, play, seated
from tests.support.followers import entries_of, follower_of, player_of
from tests.support.forge import Forge

Gathered = NonceCommits | Nonces | Commits | Reveals | Cosigns


def resigned(entry: Gathered, seat: int, signer: Signer, what: str) -> Entry:
    """The entry with another payload of this seat under a signature that verifies (the key has leaked, say)."""
    payload, _ = entry.signed[seat] or (b"", b"")
    other = payload[:-1] + bytes([payload[-1] ^ 1])
    signed = list(entry.signed)
    signed[seat] = (other, signer.sign(what, other))
    return replace(entry, signed=tuple(signed))


@pytest.mark.parametrize(
    ("kind", "what"),
    [(NonceCommits, "nonce-commit"), (Nonces, "nonce"), (Commits, "commit"), (Reveals, "reveal"), (Cosigns, "root")],
)
def test_our_own_part_must_stand_in_the_log_as_we_gave_it(kind: type[Gathered], what: str) -> None:
    fake_host, (ann, _bob) = seated("Ann", "Bob")

    ann.tamper = Rewrites(
        fake_host, lambda entry: resigned(entry, 0, ann.signer, what) if isinstance(entry, kind) else entry
    )
    fake_host.all("ready")
    picture = ann.session.model
    assert picture.fairness.cheat is not None
    report = check(ann.transcript, partial=True)
    assert not report.verified or "our own" in picture.fairness.cheat


def test_after_a_cheat_nothing_more_is_contributed_or_told() -> None:
    fake_host, (ann, bob) = seated("Ann", "Bob")

    ann.tamper = Rewrites(
        fake_host, lambda entry: replace(entry, signed=entry.signed[:1]) if isinstance(entry, Commits) else entry
    )
    fake_host.do(ann, "ready")
    fake_host.do(bob, "ready")
    assert ann.session.model.fairness.cheat is not None
    told = [line for line in ann.lines if "cheat=true" in line]
    assert len(told) == 1
    assert "THE HOST IS CHEATING" in told[0] and "check=commitment" in told[0]
    assert bob.session.model.state is None  # no reveal came from Ann
    assert "cannot_go_on" in fake_host.do(ann, "draw")[0]
    report = check(ann.transcript, partial=True)
    assert (report.verified, report.check) == (False, "commitment")


def restarted(follower: GameFollower, guest: Guest, host: FakeHost) -> GameFollower:
    """What follows the same game in a program that was started again, and has been shown the log."""
    entries = [one for one in read_transcript(follower.transcript()).records if isinstance(one, EntryRecord)]
    opened = read_entry(entries[0].entry)
    assert isinstance(opened, Opened)
    log = follower.own.log
    own = OwnStatements(guest.signer, guest.clock, log, opened.variant)
    own.restore(guest.private[log])
    player = player_of(guest.signer, guest.secret)
    again = GameFollower(
        player, own, host.signer.public, Past(opened.table, opened.game, rules_hash(opened.variant, opened.options)), {}
    )
    for index, record in enumerate(entries):
        again.check_entry(index, record.entry, record.signature)
    return again


def test_a_card_shown_after_its_round_was_scored_is_not_kept() -> None:
    """A program restarted after the last card requests its openings; its file has no place for them then."""
    fake_host, (ann, bob) = seated("Ann", "Bob", options="target=20")
    given: list[Openings] = []

    def notes(message: Message) -> list[Message]:
        given.extend([message] if isinstance(message, Openings) else [])
        return [message]

    ann.tamper = notes
    fake_host.all("ready")
    play(fake_host, [ann, bob])
    game = ann.session.game
    assert game is not None and game.follower.auditor.finished
    follower = restarted(game.follower, ann, fake_host)
    assert follower.auditor.finished
    before = list(follower.records)
    for message in given:
        for row in message.cards:
            assert follower.check_opening(message.round, message.epoch, row) is None
    assert len(given) > 5 and follower.records == before
    assert check(ann.transcript).verified


def test_a_log_that_was_shown_otherwise_before_is_a_cheat_with_evidence() -> None:
    fake_host, guests = dealt("Ann", "Bob")
    ann = guests[0]
    play(fake_host, guests, turns=4)
    game = ann.session.game
    assert game is not None
    entries = entries_of(game.follower)
    at = max(number for number, entry in enumerate(entries) if isinstance(entry, Acted))
    acted = entries[at]
    assert isinstance(acted, Acted)
    fake_host.tell(ann.signer.public, LogEntry(1, 1, at, pack_entry(replace(acted, t=acted.t + 1)), bytes(64)))
    fake_host.settle()
    assert "check=chain cheat=true" in "\n".join(ann.lines)
    assert len(ann.evidence) == 1
    assert not check(ann.evidence[0], partial=True).verified


def test_no_deal_is_contributed_to_under_two_commitments_of_the_host() -> None:
    """Without its transcripts a client sees a deal again; within one run it still refuses."""
    forge = Forge("keilty", {}, 2, seed=3)
    forge.begin()
    forge.round = 1
    forge.commit(4)
    player, promises = player_of(forge.players[0].signer, b"\1" * 32), dict[bytes, tuple[bytes, bytes]]()
    first, again = (follower_of(forge, player, promises=promises) for _ in range(2))
    *before, mine, _commits = forge.written
    for follower in (first, again):
        for index, one in enumerate(before):
            follower.check_entry(index, one.entry, one.signature)
    first.check_entry(len(before), mine.entry, mine.signature)
    assert first.owed_statement() is not None
    other = read_entry(mine.entry)
    assert isinstance(other, HostCommit)
    data = pack_entry(replace(other, commits=other.commits[::-1]))
    again.check_entry(len(before), data, forge.host.sign("head", next_head(again.auditor.head, data)))
    with pytest.raises(Cheat) as caught:
        again.owed_statement()
    assert caught.value.check == "recommit"
    assert again.owed_statement() is None


def test_entries_that_cannot_be_one_are_cheats_not_crashes() -> None:
    fake_host, (ann, _bob) = seated("Ann", "Bob")
    ann.tamper = lambda message: [replace(message, entry=b"")] if isinstance(message, LogEntry) else [message]
    fake_host.all("ready")
    assert "check=format cheat=true" in "\n".join(ann.lines)
