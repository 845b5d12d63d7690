"""The client's own part in a sealed deck: what it gives, and where it gives nothing."""

import pytest

from rummynet_client.core.log.own_statements import WALL_SLACK_MILLIS
from rummynet_client.core.log.private_records import HEADER
from rummynet_client.core.log.sealed_part import CannotGoOn
from rummynet_protocol import notation
from rummynet_protocol.fairness.chain import next_head
from rummynet_protocol.fairness.entries import CardsDealt, pack_entry
from rummynet_protocol.fairness.statements import KINDS, PartGiven
from rummynet_protocol.sealed.escrow import PART
from rummynet_protocol.sealed.group import ONE, scalar, scalar_plus
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Done, Here, LogEntry
from tests.support.people import HOST, Person, SealedHarness, entries, full, quickly


def mid_ceremony(due: str, seats: int = 3) -> tuple[SealedHarness, list[Person]]:
    """A table where the first one owes this part."""
    hall = SealedHarness()
    number, people = hall.table(["Ann", "Bob", "Cid"][:seats], deck="sealed")
    people[0].silent.add(due)
    for person in people:
        hall.ready(person, number)
    while people[0].owes != due:
        hall.play(hall.lobby.tables[number], people, 1, quickly)
    return hall, people


def disk(person: Person) -> bytes:
    """What the program has kept, once."""
    return HEADER + b"".join(person.follower.own.take_new_records())


def started(person: Person, kept: bytes = b"", until: int = 10_000) -> Person:
    """Another run of the program, with this on its disk, that has been shown so much of the log."""
    other = Person(person.name, person.now, person.clock)
    other.logs.statements_of(person.follower.own.log, "").restore(kept)
    other.silent = {*KINDS, "escrow", "mix", "proof", "share", "open"}
    for message in person.told:
        if not isinstance(message, LogEntry) or message.index < until:
            other.hear(message)
    other.silent.clear()
    return other


@pytest.mark.parametrize("due", ["mix", "share", "open"])
def test_a_program_that_does_not_know_the_key_gives_nothing(due: str) -> None:
    _hall, people = mid_ceremony(due, seats=2)
    follower = started(people[0]).follower
    with pytest.raises(CannotGoOn, match="another machine with your key"):
        follower.owed_statement()
    assert follower.sealed.holder is None


def test_a_program_whose_identity_gave_a_part_elsewhere_gives_nothing_more_in_that_round() -> None:
    hall, (ann, *_) = mid_ceremony("share")
    (part,) = started(ann, disk(ann)).owed(1)
    hall.ms += WALL_SLACK_MILLIS  # by so much the clock of a program that is started again is ahead
    assert isinstance(hall.ask(ann, part), Done)
    assert ann.follower.sealed.holder is None
    assert ann.follower.cheat is None


def test_nothing_is_given_in_a_second_log_of_the_same_game() -> None:
    _hall, (ann, *_) = mid_ceremony("share")
    assert ann.follower.owed_statement() is not None
    kept, log = disk(ann), entries(ann)
    assert started(ann, kept).follower.owed_statement() is not None  # the same log
    # The deal comes with another time, and so another head: a fork, in which the same card is due.
    at, deal = next((at, one) for at, one in enumerate(log) if isinstance(one, CardsDealt))
    shorter = started(ann, kept, at).follower
    assert shorter.length == at
    data = pack_entry(replace(deal, t=deal.t + 1))
    shorter.check_entry(at, data, HOST.sign("head", next_head(shorter.auditor.head, data)))
    with pytest.raises(CannotGoOn, match="two logs"):
        shorter.owed_statement()


def test_a_part_of_a_key_that_does_not_open_is_shown_before_the_first_mix() -> None:
    hall, (bob, ann, _) = mid_ceremony("escrow")
    kept = HEADER
    for count in (1, 2):  # and again before the mix of the next shuffle
        ann.silent.add("complain")
        whole = bob.follower.owed_statement()
        assert whole is not None
        # The part that Ann keeps, the first one, adds up with the others and does not open.
        bent = whole.blob[:64] + scalar_plus(scalar(whole.blob[64:PART]), ONE) + whole.blob[PART:]
        assert isinstance(hall.ask(bob, bob.part(1, "escrow", whole.statement.head, bent)), Done)
        own = ann.follower.owed_statement()
        assert own is not None and isinstance(own.statement, PartGiven) and own.statement.what == "complain"
        kept += disk(ann).removeprefix(HEADER)
        again = started(ann, kept).follower.owed_statement()
        assert again is not None and again.blob == own.blob
        ann.silent.clear()
        (complaint,) = ann.owed(1)
        assert isinstance(hall.ask(ann, complaint), Done)
        assert [void.silent for void in ann.auditor.voids] == [(bob.auditor.me_seat,)] * count
        assert ann.owes != "complain"
        hall.done(bob, Here, 1)


def test_an_action_with_hidden_cards_is_signed_anew_with_a_proof_for_its_new_number() -> None:
    hall = SealedHarness()
    table, people = hall.game(["Ann", "Bob"])
    mover = next(one for one in people if one.auditor.me_seat == full(table).turn)
    assert isinstance(hall.act(mover, "draw"), Done)
    action = notation.parse(mover.clock_action())
    first = mover.follower.sign_action(action)
    again = mover.follower.sign_again(first)
    assert first.blob and again.blob and first.blob != again.blob
    assert again.statement.n == first.statement.n + 1
    assert isinstance(hall.ask(mover, mover.send(1, again)), Done)
