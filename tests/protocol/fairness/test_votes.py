"""When the others may have the host play for a seat, by the log alone."""

from rummynet_protocol.fairness.votes import Closes, Votes


def test_more_than_half_of_all_others_carry_and_two_at_least() -> None:
    for seats in range(3, 13):
        votes = Votes(seats)
        needed = max(2, (seats - 1) // 2 + 1)
        for voter in range(1, seats):
            assert votes.carry(0) is (voter - 1 >= needed)
            votes.record_vote(voter, 0, True, voter)
        assert votes.carry(0) and votes.supporters(0) == frozenset(range(1, seats))


def test_with_two_people_no_vote_carries_however_many_bots_there_are() -> None:
    for bots in (frozenset[int](), frozenset({2, 3})):
        votes = Votes(2 + len(bots), bots)
        votes.record_vote(1, 0, True, 1)
        assert not votes.carry(0) and not votes.can_carry(0) and votes.others(0) == 1


def test_an_objection_ends_no_votes() -> None:
    votes = Votes(3)
    votes.record_vote(1, 0, True, 1)
    votes.record_vote(2, 0, True, 2)
    votes.record_vote(0, 0, False, 3)
    assert votes.carry(0)


def test_more_than_half_of_the_others_end_a_game_and_who_is_meant_contradicts() -> None:
    closes = Closes()
    closes.add(1, 0)
    assert closes.newest == 0 and closes.carry(0, 1) and not closes.carry(0, 2)
    closes.add(0, 0)
    assert closes.newest is None and closes.protests == {0} and closes.supporters(0) == {1}


def test_a_vote_ends_when_it_is_taken_back_or_its_seat_signs() -> None:
    votes = Votes(3)
    assert not votes
    votes.record_vote(1, 0, True, 1)
    votes.record_vote(2, 0, True, 2)
    assert votes.carry(0)
    votes.record_vote(1, 0, False, 3)
    assert votes and not votes.carry(0) and votes.supporters(0) == {2}
    votes.record_signature(0, 4)
    assert not votes and votes.signed_at == {0: 4, 1: 3, 2: 2}


def test_who_votes_is_there() -> None:
    votes = Votes(4)
    votes.record_vote(1, 2, True, 1)
    votes.record_vote(2, 0, True, 2)
    assert votes.supporters(2) == frozenset(), "seat 2 signed a vote of its own"
    votes.all_signed(3)
    assert not votes and votes.signed_at == dict.fromkeys(range(4), 3)
