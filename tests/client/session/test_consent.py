"""``ready`` is a player's signed consent to one game: what voids it, how it is withdrawn, and bots on their way."""

from typing import Any

import pytest

from rummynet_client.core.log.private_records import Kept, WithdrawnKept, read_kept
from rummynet_client.core.text import news, verbs
from rummynet_protocol.fairness.statements import Agreed, read_statement
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Message, TableShown
from tests.support.fake_host import FakeHost, Guest, seated


def consents(host: FakeHost, guest: Guest) -> list[Agreed]:
    found = [read_statement("ready", payload) for payload, _ in host.signed(guest, "ready")]
    return [one for one in found if isinstance(one, Agreed)]


def told_why(guest: Guest) -> list[str]:
    """The sentences with which a consent was reported void."""
    return [item.says for item in guest.news if isinstance(item, news.WasRefused) and item.code == "consent"]


def ready(guest: Guest) -> bool:
    return any(seat.me and seat.ready for seat in guest.session.model.seats)


def test_it_is_kept_before_it_is_sent() -> None:
    _, (ann, _) = seated("Ann", "Bob")
    ann.session.apply_command(verbs.parse_command("ready"))
    out = ann.session.take_output()
    assert [keep.where for keep in out.keep] == ["private", "private"] and len(out.send) == 1  # with its time
    assert out.keep[0].record[-64:] in out.send[0] or out.keep[0].record[6:70] in out.send[0]


def shown_with(**changes: Any) -> Any:  # noqa: ANN401
    """A host that tampers shows its table like this."""

    def tamper(message: Message) -> list[Message]:
        return [replace(message, **changes)] if isinstance(message, TableShown) else [message]

    return tamper


@pytest.mark.parametrize("answers", [True, False])
@pytest.mark.parametrize("shown", ["not ready", "over"])
def test_what_a_host_shows_that_ends_voids_nothing_before_the_log_was_read(shown: str, answers: bool) -> None:
    host, (ann, bob) = seated("Ann", "Bob")
    host.do(ann, "ready")
    seats = host.lobby.tables[1].message().seats
    unready = ((*seats[0][:3], False, *seats[0][4:]), seats[1])
    ann.tamper = shown_with(seats=unready, game=int(shown == "over"))
    host.keeps_pongs = lambda guest: not answers
    host.lose(ann)
    host.connect(ann)
    why = "that game is over" if shown == "over" else "the host no longer counts you as ready"
    assert told_why(ann) == ([f"{why}: say ready again"] if answers else [])
    # The next host of the cluster goes on from the journal, which has the consent.
    ann.tamper, host.keeps_pongs = lambda message: [message], lambda guest: False
    host.lose(ann)
    host.connect(ann)
    host.do(bob, "ready")
    game = ann.session.game
    assert game is not None and game.me == 0
    # One that answers that it has no consent may not begin with it, nor may the next.
    assert (game.follower.cheat is not None) == (answers and shown == "not ready")


def test_whoever_quits_takes_it_back_before_the_goodbye() -> None:
    host, (ann, bob) = seated("Ann", "Bob")
    host.do(ann, "ready")
    host.do(ann, "quit")
    asked = [type(request).__name__ for guest, request in host.asked if guest is ann]
    assert asked[-1] == "Ready" and isinstance(kept(ann)[-1], WithdrawnKept)
    assert not host.lobby.tables[1].seating.seats[0].ready
    host.do(bob, "ready")
    assert bob.session.game is None


def test_the_goodbye_waits_for_the_answer_and_goes_at_once_where_nothing_was_agreed() -> None:
    _hosting, (ann, bob) = seated("Ann", "Bob")
    bob.session.apply_command(verbs.parse_command("quit"))
    assert b"quit" in b"".join(bob.session.take_output().send)
    ann.session.apply_command(verbs.parse_command("ready"))
    ann.session.take_output()
    ann.session.apply_command(verbs.parse_command("quit"))
    assert b"quit" not in b"".join(ann.session.take_output().send)
    ann.session.part()
    ann.session.part()
    assert b"".join(ann.session.take_output().send).count(b"quit") == 1


def kept(guest: Guest) -> list[Kept]:
    (data,) = guest.private.values()
    return read_kept(data)


def test_one_that_got_lost_on_the_way_is_sent_again() -> None:
    host, (ann, _) = seated("Ann", "Bob")
    ann.session.apply_command(verbs.parse_command("ready"))
    ann.session.take_output()
    host.lose(ann)
    host.connect(ann)
    assert ready(ann) and len(consents(host, ann)) == 1
