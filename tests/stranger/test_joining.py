"""Newcomers between rounds, as the second verifier reads the page; the game's own rules are not known to it."""

from __future__ import annotations

import pytest

from tests.stranger.found import found
from tests.stranger.handmade import Entry, Handmade, Person

CARDS = bytes(range(52))
EVE = 9


def scored() -> Handmade:
    """A game of Vegas rummy with two players, behind the score of its first round."""
    made = Handmade(2, variant="vegas")
    made.begin()
    made.commits()
    deal_and_score(made)
    return made


def deal_and_score(made: Handmade) -> None:
    made.seal(CARDS)
    seats = len(made.people)
    made.write("deal", {"round": made.round, "starter": 0, "to": bytes(range(seats)), "up": []})
    made.agreed = list(made.people)
    made.show()
    zeros = [0] * seats
    sums: Entry = {"out": None, "round_scores": zeros, "scores": zeros, "winner": None, "finished": False}
    made.write("score", {"round": made.round, **sums})


def asked(*newcomers: int) -> tuple[Handmade, list[list[bytes]]]:
    """The same, and newcomers are asked; with their consents."""
    made = scored()
    made.people += [Person(number, f"new {number}") for number in newcomers]
    seats = list(range(2, 2 + len(newcomers)))
    consents = [made.ready(seat) for seat in seats]
    made.seats(seats, ready=consents)
    return made, consents


def test_newcomers_play_from_the_next_round_on() -> None:
    made, _ = asked(5, 6)
    made.nonces()
    made.host_commit(new_round=True)
    made.commits()
    deal_and_score(made)
    assert found(made) is None


def test_those_who_remain_are_asked_with_the_same_bytes() -> None:
    made, consents = asked(5, 6)
    del made.people[2]
    made.seats([2], ready=consents[1:])
    made.nonces()
    assert found(made) is None
    made, consents = asked(5, 6)
    del made.people[2]
    made.seats([2])
    assert found(made) == "consent"


def test_all_may_be_left_out_and_then_the_players_go_on() -> None:
    made, _ = asked(5)
    del made.people[2]
    made.seats([])
    made.nonces()
    made.host_commit(new_round=True)
    assert found(made) is None


def test_nobody_is_asked_twice_and_no_other_instead() -> None:
    made, consents = asked(5, 6)
    made.seats([2, 3], ready=consents)
    assert found(made) == "session"
    made, consents = asked(5, 6)
    made.people[3] = Person(EVE, "Eve")
    made.seats([2, 3], ready=[consents[0], made.ready(3)])
    assert found(made) == "session"
    made, consents = asked(5, 6)
    made.people[2:] = [Person(EVE, "Eve")]
    made.seats([2])
    assert found(made) == "session"


@pytest.mark.parametrize("joining", [[], [2], [3, 2], [2, 2, 3], [2, 3, 4]])
def test_all_new_seats_join_in_order(joining: list[int]) -> None:
    made = scored()
    made.people += [Person(5, "five"), Person(6, "six")]
    made.seats(joining, ready=[])
    assert found(made) == "session"


def test_players_keep_their_seats_and_names() -> None:
    made, _ = asked(5)
    made = scored()
    made.people[1] = Person(1, "another name")
    made.people.append(Person(5, "five"))
    made.seats([2])
    assert found(made) == "session"


def test_a_player_who_comes_in_again_agrees_again() -> None:
    made = scored()
    made.seats([1])
    made.nonces()
    assert found(made) is None


def test_a_newcomer_agrees_to_those_who_played() -> None:
    made = scored()
    made.people.append(Person(5, "five"))
    made.agreed = []
    made.seats([2])
    assert found(made) == "consent"


def voided(*silent: int) -> tuple[Handmade, list[list[bytes]]]:
    """Two newcomers came in, and the shuffle of their first round was voided."""
    made, consents = asked(5, 6)
    made.nonces()
    made.host_commit(new_round=True)
    made.agreed = made.people[:2]
    made.void(*silent)
    return made, consents


def test_a_newcomer_who_is_silent_before_its_first_card_is_left_out() -> None:
    made, consents = voided(2)
    del made.people[2]
    made.seats([2], ready=consents[1:])
    made.nonces()
    made.host_commit()
    made.commits({0: {"answered": True}})
    deal_and_score(made)
    assert found(made) is None


def test_who_moves_up_keeps_the_file() -> None:
    made, consents = asked(5, 6)
    made.refuse(3, "ready", made.say(3, "ready", {"rules": bytes(32), "players": bytes(32)}))
    del made.people[2]
    made.seats([2], ready=consents[1:])
    made.refuse(2, "ready", made.say(2, "ready", {"rules": bytes(32), "players": bytes(32)}))
    assert found(made) is None
    made.refuse(1, "ready", made.say(1, "ready", {"rules": bytes(32), "players": bytes(32)}))
    assert found(made) == "refusal"


def test_after_a_void_just_those_are_left_out_that_it_names() -> None:
    made, consents = voided(2)
    del made.people[3]
    made.seats([2], ready=consents[:1])
    assert found(made) == "session", "the other one"
    made, consents = voided(2)
    del made.people[2:]
    made.seats([], ready=[])
    assert found(made) == "session", "both"
    made, consents = voided(0)
    made.seats([2, 3], ready=consents)
    assert found(made) == "session", "nobody"


def test_the_round_and_its_epochs_are_counted_on() -> None:
    made, consents = voided(2)
    del made.people[2]
    made.seats([2], ready=consents[1:])
    made.nonces()
    made.host_commit(new_round=True)
    assert found(made) == "chain"
    made, consents = voided(2)
    del made.people[2]
    made.seats([2], ready=consents[1:])
    made.nonces()
    made.host_commit(first=0)
    assert found(made) == "recommit"
    made, consents = voided(2)
    made.after_void = True
    del made.people[2]
    made.seats([2], ready=consents[1:])
    made.nonces()
    made.host_commit()
    made.commits({0: {"answered": None}})
    assert found(made) == "void"


def test_nobody_else_is_left_out_of_a_game() -> None:
    made = Handmade(3, variant="vegas")
    made.begin()
    made.void(2)
    del made.people[2]
    made.seats([])
    assert found(made) == "chain"
    made = Handmade(2, variant="vegas")
    made.open()
    made.seats()
    made.seats()
    assert found(made) == "chain"


def test_a_game_with_a_session_is_not_called_off_for_want_of_one() -> None:
    made, _ = asked(5)
    made.end("no-session")
    assert found(made) == "end"


def test_nobody_comes_in_to_keilty_rummy() -> None:
    made = Handmade(2, options={"reshuffle_limit": 0, "target": 100_000})
    made.begin()
    made.play_round()
    made.seats([0])
    assert found(made) == "rules"
