"""A client objects by itself to votes about its player who still has time, and shows how long the others wait."""

from tests.support.fake_host import dealt


def test_to_end_a_game_too_early_is_refused_with_how_long_to_wait() -> None:
    host, guests = dealt("Ann", "Bob")
    (turn,) = guests[0].session.model.due
    line = host.do(guests[1 - turn], f"end {turn}")[-1]
    assert line.startswith(f'refused asked="end {turn}" code=not_absent') and "seconds left to use the turn" in line


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
