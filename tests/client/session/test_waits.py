"""A client objects by itself to votes about its player who still has time, and shows how long the others wait."""

import pytest

from rummynet.table.game.round import IdleWaits
from rummynet_protocol import notation
from rummynet_protocol.actions import Draw, ThrowOut
from tests.support.fake_host import dealt


def test_to_end_a_game_too_early_is_refused_with_how_long_to_wait() -> None:
    host, guests = dealt("Ann", "Bob")
    (turn,) = guests[0].session.model.due
    line = host.do(guests[1 - turn], f"end {turn}")[-1]
    assert line.startswith(f'refused asked="end {turn}" code=not_absent') and "seconds left to use the turn" in line


def test_the_program_objects_when_votes_about_its_player_come_while_there_is_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    host, guests = dealt("Ann", "Bob", "Cid")
    (turn,) = guests[0].session.model.due
    one, two = (guest for seat, guest in enumerate(guests) if seat != turn)
    # a host that logs votes about somebody who is there and has time
    monkeypatch.setattr(IdleWaits, "rest", lambda self, seat, ms: 0)
    host.do(one, f"vote {turn}")
    auditor = one.session.game.follower.auditor  # type: ignore[union-attr]
    assert auditor.votes.supporters(turn)
    assert auditor.play is not None and auditor.play.clocks.objections == {turn}
    host.do(two, f"vote {turn}")
    assert auditor.votes.carry(turn), "an objection ends no votes"
    assert sum("has the whole time again" in line for line in one.lines) == 1, "once a wait"


def test_what_the_others_can_do_about_a_player_who_waits_is_told_as_it_is() -> None:
    for names, says in (
        (("Ann", "Bob"), "the other player can end the game"),
        (("Ann", "Bob", "Cid"), "go on without"),
    ):
        inn, guests = dealt(*names)
        (turn,) = guests[0].session.model.due
        inn.tick(guests[turn], 160)
        assert sum(says in line for line in guests[turn].lines) == 1
        other = guests[turn - 1]
        inn.tick(other, 181)
        (notice,) = (line for line in other.lines if "you have waited a long time" in line)
        assert "'end " in notice
        assert ("'vote " in notice) is (len(names) > 2), "with two people nobody is played for"


def test_who_draws_from_an_empty_stock_reads_that_as_you() -> None:
    host, guests = dealt("Ann", "Bob")
    for _ in range(200):
        turn = next(guest for guest in guests if guest.session.model.my_turn)
        plays = [one for one in turn.session.model.legal() if isinstance(one, Draw | ThrowOut)]
        host.do(turn, notation.text(plays[0]))
        told = [[line for line in guest.lines if "empty stock" in line] for guest in guests]
        if all(told):
            break
    name = turn.session.model.name
    assert ["you draw from" in lines[0] for lines in told] == [guest is turn for guest in guests]
    assert any(f"{name} draws from" in lines[0] for lines in told)
