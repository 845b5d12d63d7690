"""Statements signed, refused, called and wanted: honest files with them verify, for spectators and for clients."""

from collections.abc import Callable

import pytest

from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import check
from rummynet_protocol import notation
from rummynet_protocol.actions import Draw
from rummynet_protocol.errors import Cheat
from rummynet_protocol.fairness.statements import Acting, Closing, Cosigned, NonceCommitted, Revealed, Voting
from rummynet_protocol.fairness.transcript import NotATranscript, pack_refusal_record
from tests.support.forge import Forge
from tests.support.forge_scripts import asked, at_a_call, dealt, entries, joined, lazily, on_turn, stock_empty


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

    def test_a_file_with_refusals_holds(self) -> None:
        forge = self.refusing()
        report = check(forge.transcript(0), partial=True)
        assert report.verified, report.verdict
        assert report.passed["refusal"] == 4, "two signatures of each"

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
        forge.shown = []
        assert check(forge.transcript() + theirs, partial=True).verified

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

    def test_a_client_learns_of_the_proof_when_the_entry_comes(self) -> None:
        forge = at_a_call()
        seat, do = 0, forge.call
        envelope = forge.action(seat, do)
        record = forge.refuse(seat, Acting, envelope)
        at = len(forge.written)
        forge.apply_and_log(seat, notation.parse(do), envelope, None)
        auditor = fed(forge, at)
        auditor.refuse(record)
        with pytest.raises(Cheat) as caught:
            auditor.feed(forge.written[at].entry, forge.written[at].signature)
        assert (caught.value.check, caught.value.record) == ("refusal", at)
        assert fed(forge).cheat is None, "who was not told that it was refused cannot see it"

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


def keeps_an_action() -> Forge:
    """Basic rummy: an action of seat 0 waits for its time; what it signs behind it is refused."""
    forge = on_turn("basic")
    forge.action(0, "draw")
    forge.refuse(0, Acting, forge.action(0, "draw"), "not_due")
    forge.refuse(0, Voting, forge.ballot(0, 1), "not_due")
    return forge


def logs_a_kept_action() -> Forge:
    """The same, and the action is logged after the refusal."""
    forge = on_turn("basic")
    kept = forge.action(0, "draw")
    forge.refuse(0, Acting, forge.action(0, "draw"), "not_due")
    forge.apply_and_log(0, Draw(), kept, None)
    return forge


def refuses_a_kept_action_later() -> Forge:
    """The same, and the action is refused after all, at a later head."""
    forge = on_turn("basic")
    kept = forge.action(0, "draw")
    forge.refuse(0, Acting, forge.action(0, "draw"), "not_due")
    record = forge.refused.pop()
    forge.vote(1, 1, yes=False)
    forge.refuse(0, Acting, kept, "stale", head=forge.head)
    forge.refused = [*forge.refused[:-1], (forge.refused[-1][0], record[1])]
    return forge


def keeps_a_clocks_answer() -> Forge:
    """Crummy rummy: a clock has answered for a seat that is not asked yet, while one before it has longer time."""
    for seed in range(100):
        forge = Forge("crummy", {"offer_seconds": 5}, 3, seed=seed, choose=lazily)
        forge.begin()
        forge.round = 1
        forge.commit(4)
        forge.deal(forge.mix(forge.due()))
        while forge.state.phase != "offer" and forge.game.actors(forge.state):
            forge.step()
        if early := forge.game.offers.offer_early(forge.state):
            forge.refuse(early[0], Acting, forge.action(early[0], "waive"), "not_due")
            return forge
    raise AssertionError("nobody could ever answer ahead")


def has_the_part() -> Forge:
    """The seat's contribution has come; it sends another one, and another for a part that nothing asks for."""
    forge = asked("shuffle")
    part = forge.say(0, Revealed, **wrong(forge))
    forge.refuse(0, Revealed, part, "not_due")
    forge.refuse(0, Cosigned, forge.say(0, Cosigned, session=forge.session, deal=bytes(32), root=bytes(32)), "not_due")
    return forge


def wrong(forge: Forge) -> dict[str, bytes]:
    return {"session": forge.session, "deal": bytes(32), "cset": bytes(32), "x": bytes(32)}


def was_sent_something_wrong() -> Forge:
    forge = dealt()
    forge.resign([one.entry for one in forge.written[:-4]])
    forge.shown = []
    forge.refuse(0, Revealed, forge.say(0, Revealed, **wrong(forge)), "wrong_statement")
    return forge


def waits_for_nobody() -> Forge:
    """A protest against nobody, and one in the middle of a round."""
    forge = on_turn()
    forge.refuse(0, Closing, forge.say(0, Closing, about=0), "not_due")
    forge.time.wait(180_000)
    forge.close(1, 0)
    forge.refuse(0, Closing, forge.say(0, Closing, about=0), "not_due")
    return forge


def has_the_protest() -> Forge:
    forge = Forge("keilty", {}, 2, seed=1)
    forge.begin()
    forge.time.wait(180_000)
    forge.close(1, 0)
    forge.close(0, 0)
    forge.refuse(0, Closing, forge.say(0, Closing, about=0), "not_due")
    return forge


def closes_behind_its_part() -> Forge:
    """The part of a session that waits for the others is older than a close that is logged meanwhile."""
    forge = joined()
    forge.let_in(forge.ask_in([forge.player("new")]))
    part = {"head": forge.head, "seat": 0, "commit": bytes(32)}
    forge.say(0, NonceCommitted, **part)
    forge.close(0, 1)
    forge.refuse(0, NonceCommitted, forge.say(0, NonceCommitted, **part), "not_due")
    return forge


def test_statements_that_a_file_does_not_show_are_counted_and_accuse_nobody() -> None:
    forge = on_turn()
    forge.ballot(0, 1)
    forge.refuse(0, Acting, forge.action(0, "draw", head=bytes(32)), "stale")
    forge.vote(1, 1, yes=False)
    forge.act(0, Draw())
    owners, hosts, other = (check(forge.transcript(seat), partial=True) for seat in (0, None, 1))
    assert (owners.auditor.missing, hosts.auditor.missing, other.auditor.missing) == ({0: 1}, {0: 2}, {0: 2})
    assert owners.verified and owners.to_dict()["missing"] == [[0, 1]]
    assert "player 0 signed 1 statement that did not count. That is usual" in owners.verdict
    assert "player 0 signed 2 statements that did not count" in hosts.verdict
    assert "in this file" not in check(on_turn().transcript(0), partial=True).verdict


def votes_too_late() -> Forge:
    """A vote about a seat that has acted since, one that its seat has cast already, and a second one behind a vote."""
    forge = dealt(players=3)
    while forge.state.turn != 1:
        forge.step()
    late = forge.ballot(0, 1)
    while forge.state.turn == 1:
        forge.step()
    forge.refuse(0, Voting, late, "stale")
    about = next(seat for seat in (1, 2) if seat == forge.state.turn or forge.state.turn == 0)
    again = forge.ballot(0, about)
    forge.refuse(0, Voting, again, "not_absent")
    forge.vote(0, about)
    forge.refuse(0, Voting, forge.ballot(0, about), "stale")
    return forge


HONEST = [
    keeps_an_action, logs_a_kept_action, refuses_a_kept_action_later, keeps_a_clocks_answer, has_the_part,
    was_sent_something_wrong, waits_for_nobody, has_the_protest, closes_behind_its_part, votes_too_late,
]  # fmt: skip


@pytest.mark.parametrize("forge", HONEST, ids=lambda make: make.__name__)
def test_a_true_reason_accuses_nobody(forge: Callable[[], Forge]) -> None:
    made = forge()
    (seat,) = {record.seat for _, record in made.refused}
    report = check(made.transcript(seat), partial=True)
    assert report.verified, report.verdict
    assert sum(report.auditor.refusals.values()) == len(made.refused)


class TestCalls:
    def test_a_call_may_meet_a_later_position_if_it_brings_the_same_cards(self) -> None:
        forge = at_a_call()
        seat, do = 0, forge.call
        envelope = forge.action(seat, do)
        forge.act(forge.state.turn, Draw())
        forge.apply_and_log(seat, notation.parse(do), envelope, None)
        assert check(forge.transcript(), partial=True).verified

    @pytest.mark.parametrize(("variant", "do"), [("keilty", "draw"), ("basic", "draw"), ("vegas", "draw")])
    def test_what_is_no_call_brings_nothing(self, variant: str, do: str) -> None:
        forge = dealt(variant)
        assert forge.game.offers.call_brings(forge.state, notation.parse(do)) == ()


class TestWanted:
    def test_a_draw_that_needs_a_shuffle_stands_before_it(self) -> None:
        forge = stock_empty()
        seat = forge.state.turn
        forge.act(seat, Draw())
        kinds = [entry.kind for entry in entries(forge)]
        at = kinds.index("want")
        assert kinds[at : at + 6] == ["want", "shuffle", "reveals", "root", "cosigns", "act"]
        assert check(forge.transcript(), partial=True).verified

    @pytest.mark.parametrize("why", ["turn", "vote"])
    def test_it_may_be_the_clocks_or_that_of_votes(self, why: str) -> None:
        forge = stock_empty(players=3, turn_seconds=30)
        seat = forge.state.turn
        if why == "turn":
            forge.time.wait(30_000)
        else:
            for voter in range(3):
                if voter != seat:
                    forge.vote(voter, seat)
            forge.time.wait(5_000)  # in which the seat's program can object
        forge.stand_in(why=why)
        report = check(forge.transcript(), partial=True)
        assert report.verified and report.auditor.unsigned.total() == 1, report.verdict
        assert "The host acted once without a signature" in report.verdict

    def test_the_turn_goes_on_while_cards_are_shuffled(self) -> None:
        """The rest of a turn's time may be used up right after the shuffle, but not more."""
        forge = stock_empty(turn_seconds=30)
        forge.time.wait(29_000)
        forge.act(forge.state.turn, Draw())
        forge.time.wait(1000)
        forge.stand_in(why="turn")
        assert check(forge.transcript(), partial=True).verified
        forge = stock_empty(turn_seconds=30)
        forge.act(forge.state.turn, Draw())
        forge.stand_in(why="turn")
        assert check(forge.transcript(), partial=True).check == "clock"
