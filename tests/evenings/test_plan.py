"""Companies and events of sessions come from the seed."""

from collections import defaultdict

from session_play.plan import (
    EVENTS,
    FAR_KINDS,
    GAMES,
    LONG,
    MOST_SEALED,
    PAGES_AT_ONCE,
    SEATS,
    in_two_homes,
    plan,
)

from rummynet.rules.core.options import resolve
from rummynet.rules.sealed_decks import check_options, check_players
from rummynet.rules.varieties import NAMES, variety

MANY = 120


def test_the_same_seed_makes_the_same_sessions() -> None:
    assert [plan(7, number) for number in range(MANY)] == [plan(7, number) for number in range(MANY)]
    assert [plan(7, number) for number in range(MANY)] != [plan(8, number) for number in range(MANY)]


def test_numbers_of_players_are_those_of_the_games() -> None:
    assert set(GAMES) == set(NAMES)
    for name in NAMES:
        seats = variety(name).seats
        assert SEATS[name] == (seats[0], seats[-1])


def test_every_game_has_every_number_of_players_and_every_event_happens() -> None:
    counts, kinds, events = defaultdict(set), set(), set()
    for number in range(MANY):
        one = plan(1, number)
        counts[one.game].add(len(one.kinds))
        kinds |= set(one.kinds)
        events |= {event.kind for event in one.events}
    for name in NAMES:
        assert counts[name] == set(range(SEATS[name][0], SEATS[name][1] + 1)), name
    everybody = {
        "page-390",
        "page-1280",
        "screen",
        "plain",
        "json",
        "bot",
        "command",
        "host-bot",
        "older",
        "older-page",
    }
    assert kinds == everybody
    assert events == set(EVENTS)


def test_a_run_of_a_few_sessions_has_what_must_not_be_left_out() -> None:
    few = [plan(1, number) for number in range(30)]
    assert {"host-kill", "idle", "newcomer", "pause"} <= {one.events[0].kind for one in few if one.events}
    assert any(one.sitter for one in few)
    for name in NAMES:
        largest = [one for one in few if one.game == name and len(one.kinds) == SEATS[name][1]]
        pages = [sum(kind.startswith("page") for kind in one.kinds) for one in largest]
        assert max(pages) >= 5, (name, pages)
        assert max(pages) <= PAGES_AT_ONCE


def test_an_older_program_watches_in_one_session_and_sits_down_in_another() -> None:
    assert {one.number % 2 for one in (plan(1, number) for number in range(MANY)) if one.older} == {0, 1}


def test_some_tables_have_a_sealed_deck_where_company_and_game_allow_it() -> None:
    sealed = [one for one in (plan(1, number) for number in range(MANY)) if one.is_sealed]
    assert {one.game for one in sealed} == set(GAMES)
    assert {len(one.kinds) for one in sealed} == set(range(2, MOST_SEALED + 1))
    for one in sealed:
        options = resolve(variety(one.game).options, one.options)
        check_options(options)
        check_players(options, len(one.kinds), len(one.kinds) - one.kinds.count("host-bot"))
    plain = [plan(1, number, deck="plain") for number in range(MANY)]
    assert not any(one.is_sealed for one in plain)
    assert [one.kinds for one in plain] == [plan(1, number, deck="sealed").kinds for number in range(MANY)]


def test_without_pages_there_are_none() -> None:
    for number in range(MANY):
        one = plan(1, number, with_pages=False)
        assert not [kind for kind in (*one.kinds, *one.spectators) if kind.startswith(("page", "watch"))]


def test_with_two_homes_somebody_is_far_in_each_session_and_pages_stay_at_home() -> None:
    near = 0
    for number in range(MANY):
        one = in_two_homes(plan(5, number))
        assert one == in_two_homes(plan(5, number))
        assert one.older or one.far, number
        assert all(one.kinds[seat] in FAR_KINDS for seat in one.far)
        near += len(one.kinds) - len(one.far)
        assert not [event for event in one.events if event.kind in LONG]
    assert near > MANY, "not all people are far"
