"""When the others may have the host play for a seat, by the log alone."""

from rummynet_protocol.fairness.votes import Votes


def test_more_than_half_of_all_others_carry() -> None:
    for seats in range(2, 13):
        votes = Votes(seats)
        needed = (seats - 1) // 2 + 1
        for voter in range(1, seats):
            assert votes.carry(0) is (voter - 1 >= needed)
            votes.voted(voter, 0, True, voter)
        assert votes.carry(0) and votes.wanted(0) == frozenset(range(1, seats))


def test_a_vote_ends_when_it_is_taken_back_or_its_seat_signs() -> None:
    votes = Votes(3)
    assert not votes
    votes.voted(1, 0, True, 1)
    votes.voted(2, 0, True, 2)
    assert votes.carry(0)
    votes.voted(1, 0, False, 3)
    assert votes and not votes.carry(0) and votes.wanted(0) == {2}
    votes.signed(0, 4)
    assert not votes and votes.signed_at == {0: 4, 1: 3, 2: 2}


def test_who_votes_is_there() -> None:
    votes = Votes(4)
    votes.voted(1, 2, True, 1)
    votes.voted(2, 0, True, 2)
    assert votes.wanted(2) == frozenset(), "seat 2 signed a vote of its own"
    votes.all_signed(3)
    assert not votes and votes.signed_at == dict.fromkeys(range(4), 3)
