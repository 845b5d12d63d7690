"""A client says what follows if its player, or another one, keeps a game waiting."""

from rummynet_client.core.session.guide import outcome_text
from tests.support.fake_host import dealt


def test_what_follows_of_a_player_who_waits_is_told_as_it_is_and_happens() -> None:
    for names, says in (
        (("Ann", "Bob"), "the game ends, if 1 player wants it"),
        (("Ann", "Bob", "Cid"), "the host plays for them, if 2 players want it"),
    ):
        inn, guests = dealt(*names)
        (turn,) = guests[0].session.model.due
        inn.tick(guests[turn], 190)
        assert sum("can go on without you" in line for line in guests[turn].lines) == 1
        others = [guest for guest in guests if guest is not guests[turn]]
        inn.tick(others[0], 215)
        (notice,) = (line for line in others[0].lines if "you have waited a long time" in line)
        assert says in notice and "'vote " in notice
        for guest in others:
            inn.do(guest, f"vote {turn}")
            if guest is not others[-1]:  # alone this vote ends the game, with another one the host plays
                told = outcome_text(guest.session.model.waits[turn])
                assert "the host plays for them (1 of 2 votes); else in" in told and told.endswith("s the game ends")
        follows = others[0].session.model.waits[turn].follows
        assert follows == ("end" if len(names) == 2 else "play")
        for _ in range(len(names) - 1):  # a turn is two actions
            inn.ring("absent")
        model = others[0].session.model
        assert model.called_off if len(names) == 2 else model.due != (turn,)


def test_who_is_gone_on_without_reads_it_and_stops_it_by_a_word() -> None:
    inn, guests = dealt("Ann", "Bob", "Cid")
    (turn,) = guests[0].session.model.due
    for guest in guests:
        if guest is not guests[turn]:
            inn.do(guest, f"vote {turn}")
    inn.tick(guests[turn], 160)
    assert any(
        "the others want to stop waiting for you: the host plays for you in" in line for line in guests[turn].lines
    )
    inn.do(guests[turn], "here")
    inn.tick(guests[turn], 170)
    assert guests[turn].session.model.due == (turn,), "it has the whole time again"


def test_who_is_away_before_the_turn_comes_keeps_nobody_waiting() -> None:
    inn, guests = dealt("Ann", "Bob", "Cid")
    (turn,) = guests[0].session.model.due
    away, other = (turn + 1) % 3, guests[turn]
    inn.lose(guests[away])
    inn.tick(other, 5)
    assert away in other.session.model.waits and other.session.model.overdue == ()
    assert not any("you have waited" in line for line in other.lines)
