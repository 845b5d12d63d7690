"""What the host may do for an absent seat: the safe action, while most of the others vote for it, as the log shows."""

from collections.abc import Callable

import pytest

from rummynet.rules.core.variety import stand_in
from rummynet.verifier.offline import check
from rummynet_protocol import notation
from rummynet_protocol.actions import ThrowOut
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.entries import Acted, Shuffle, Voted, read_entry
from tests.support.forge import Forge

Script = Callable[["Table", int], None]


class Table(Forge):
    """A host at which *script* runs once, the first time that a seat begins a turn after having acted before."""

    def __init__(self, script: Script, players: int) -> None:
        super().__init__("keilty", {"target": 400}, players, seed=4)
        self.script: Script | None = script

    def step(self) -> None:
        state = self.state
        if self.script is not None and state.phase == "pickup" and self._is_known(state.turn) and state.stock:
            script, self.script = self.script, None
            script(self, state.turn)
        else:
            super().step()

    def _is_known(self, seat: int) -> bool:
        return self.players[seat].acts > 0 or self.round > 1

    def draws(self, seat: int) -> None:
        self.act(seat, notation.parse("draw"))

    def others(self, seat: int) -> list[int]:
        return [one for one in range(len(self.players)) if one != seat]

    def all_vote(self, seat: int) -> None:
        for voter in self.others(seat):
            self.vote(voter, seat)


def verdict(script: Script, rounds: int = 2, players: int = 3) -> tuple[str | None, Table]:
    """The check that fails, if one does, over this many rounds."""
    table = Table(script, players)
    table.play(rounds)
    assert table.script is None
    report = check(table.transcript(), partial=True)
    return report.check, table


def honestly(table: Table, seat: int) -> None:
    table.all_vote(seat)
    table.stand_in()
    table.stand_in()


@pytest.mark.parametrize("players", [3, 4, 6])
def test_what_more_than_half_of_the_others_voted_for_may_be_done(players: int) -> None:
    found, table = verdict(honestly, rounds=100, players=players)
    assert found is None
    acts = [one for one in map(read_entry, (one.entry for one in table.written)) if isinstance(one, Acted)]
    assert [one.do.split(" ")[0] for one in acts if one.why == "vote"] == ["draw", "throw"]
    for seat in range(players):
        assert check(table.transcript(seat)).verified


def unvoted(table: Table, seat: int) -> None:
    table.stand_in()


def by_half(table: Table, seat: int) -> None:
    table.vote(table.others(seat)[0], seat)
    table.stand_in()


def taken_back(table: Table, seat: int) -> None:
    table.all_vote(seat)
    table.stand_in()
    table.vote(table.others(seat)[1], seat, yes=False)
    table.stand_in()


def taken_back_at_once(table: Table, seat: int) -> None:
    """A seat changes its vote only if there is a newer position or vote to aim at."""
    table.all_vote(seat)
    table.vote(table.others(seat)[1], seat, yes=False)


def signed_again(table: Table, seat: int) -> None:
    table.all_vote(seat)
    table.draws(seat)
    table.stand_in()


def voted_itself(table: Table, seat: int) -> None:
    """A seat that votes is present."""
    table.all_vote(seat)
    table.vote(seat, table.others(seat)[0])
    table.stand_in()


def about_another(table: Table, seat: int) -> None:
    first, second = table.others(seat)
    table.vote(first, second)
    table.vote(seat, second)
    table.stand_in()


def something_else(table: Table, seat: int) -> None:
    """The host does another action than the safe one."""
    table.all_vote(seat)
    table.stand_in()
    safe = stand_in(table.game, table.state, 1)[0].action
    throws = [one for one in table.game.legal(table.state, seat) if isinstance(one, ThrowOut)]
    table.stand_in(next(one for one in throws if one != safe))


def next_round(table: Table, seat: int) -> None:
    """Votes end with the round, for the next one needs everybody's signature."""
    table.all_vote(seat)
    _absent(table, seat, seat)


def _absent(table: Table, seat: int, turn: int) -> None:
    """The host plays for the seat to the end of the round, and then once more."""
    if turn != seat:
        Forge.step(table)
    else:
        table.stand_in()
        if table.round == 2:
            return
        table.stand_in()
    table.script = lambda later, now: _absent(later, seat, now)


def forged(table: Table, seat: int) -> None:
    first, second = table.others(seat)
    table.vote(first, seat)
    payload = table.ballot(second, seat)[0]
    signature = table.players[first].signer.sign("vote", payload)
    table.write(log.Voted(second, (payload, signature), table.tick()))


def twice(table: Table, seat: int) -> None:
    first = table.others(seat)[0]
    envelope = table.ballot(first, seat)
    for _ in range(2):
        table.write(log.Voted(first, envelope, table.tick()))


def as_another(table: Table, seat: int) -> None:
    """The vote of one seat shown as that of another."""
    first, second = table.others(seat)
    table.write(log.Voted(second, table.ballot(first, seat), table.tick()))


def about_itself(table: Table, seat: int) -> None:
    table.vote(seat, seat)


def about_nobody(table: Table, seat: int) -> None:
    table.vote(seat, 7)


def an_action_as_a_vote(table: Table, seat: int) -> None:
    payload = table.ballot(seat, table.others(seat)[0])[0]
    table.write(log.Voted(seat, (payload, table.players[seat].signer.sign("action", payload)), table.tick()))


def kept_back(table: Table, seat: int) -> None:
    """A vote signed before the seat's player returned, logged afterwards."""
    first, second = table.others(seat)
    kept = table.ballot(first, seat)
    table.draws(seat)
    table.vote(second, seat)
    table.write(log.Voted(first, kept, table.tick()))


CROOKED: dict[Script, str] = {
    unvoted: "clock",
    by_half: "clock",
    taken_back: "clock",
    taken_back_at_once: "stale-action",
    signed_again: "clock",
    voted_itself: "clock",
    about_another: "clock",
    something_else: "clock",
    forged: "action-signature",
    twice: "statement-order",
    as_another: "action-signature",
    about_itself: "action-signature",
    about_nobody: "action-signature",
    an_action_as_a_vote: "action-signature",
    kept_back: "stale-action",
    next_round: "clock",
}
"""What a host may not do about votes, and the check that finds it."""


@pytest.mark.parametrize("script", CROOKED, ids=lambda one: str(one.__name__))
def test_anything_else_is_found(script: Script) -> None:
    assert verdict(script)[0] == CROOKED[script]


def test_votes_hold_to_the_end_of_the_round_and_no_longer() -> None:
    found = check(verdict(next_round)[1].transcript(), partial=True)
    acts = [read_entry(one.entry) for one in verdict(next_round)[1].written]
    assert (found.check, found.auditor.round) == ("clock", 2)
    assert sum(isinstance(one, Acted) and one.why == "vote" for one in acts) > 4


def test_a_vote_in_the_middle_of_a_shuffle_is_found() -> None:
    def voting(table: Table, seat: int) -> None:
        table.vote(table.others(seat)[0], seat)

    _, table = verdict(voting)
    order = [one.entry for one in table.written]
    kinds = [type(read_entry(one)) for one in order]
    order.insert(kinds.index(Shuffle) + 1, order.pop(kinds.index(Voted)))
    table.resign(order)
    assert check(table.transcript(), partial=True).check == "chain"


def test_a_vote_changes_no_aim_and_calls_are_aimed_at_positions_alone() -> None:
    """An action signed before a vote was logged stays valid after it; one aimed at the vote is invalid."""

    def crossing(table: Table, seat: int) -> None:
        table.vote(table.others(seat)[0], seat)
        table.draws(seat)

    def aimed_at_the_vote(table: Table, seat: int) -> None:
        table.vote(table.others(seat)[0], seat)
        table.aims.append(table.head)
        table.draws(seat)

    assert verdict(crossing)[0] is None
    assert verdict(aimed_at_the_vote)[0] == "stale-action"
