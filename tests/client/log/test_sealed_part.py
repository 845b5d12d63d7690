"""The client's own part in a sealed deck: what it gives, and where it gives nothing."""

import pytest

from rummynet_client.core.log.sealed_part import CannotGoOn
from rummynet_protocol import notation
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.chain import next_head
from rummynet_protocol.fairness.entries import CardsDealt, pack_entry, read_entry
from rummynet_protocol.fairness.statements import PartGiven
from rummynet_protocol.sealed.escrow import PART
from rummynet_protocol.sealed.group import ONE, scalar, scalar_plus
from rummynet_protocol.values import replace
from tests.support.sealed_clients import ClientForge, Program


def mid_ceremony(due: str, seats: int = 3, program: int = 0) -> tuple[ClientForge, Program]:
    """A log in which the program of this seat owes this part."""

    class Stops(Exception):
        pass

    class Halted(ClientForge):
        def give_parts(self) -> None:
            while True:
                owing = self.sealed.due
                if program in owing and owing[program].what == due:
                    raise Stops
                if not owing:
                    return
                self.give_part(self.chance.choice(sorted(owing)))

    forge = Halted("keilty", players=seats, seed=3, programs=(program,))
    forge.begin()
    with pytest.raises(Stops):
        forge.play_round()
    return forge, forge.programs[program]


@pytest.mark.parametrize("due", ["mix", "share", "open"])
def test_a_program_that_does_not_know_the_key_gives_nothing(due: str) -> None:
    _forge, program = mid_ceremony(due, seats=2)
    program.private = b""
    follower = program.start()
    with pytest.raises(CannotGoOn, match="another machine with your key"):
        follower.owed_statement()
    assert follower.sealed.holder is None


def test_a_program_whose_identity_gave_a_part_elsewhere_gives_nothing_more_in_that_round() -> None:
    forge, program = mid_ceremony("share")
    due = forge.sealed.due[0]
    holder = forge.holder(0)
    forge.part(0, "share", holder.make_shares(forge.fresh()), due.head)  # by the other machine with a copy of the disk
    assert program.follower.sealed.holder is None
    assert program.follower.cheat is None


def test_nothing_is_given_in_a_second_log_of_the_same_game() -> None:
    forge, program = mid_ceremony("share")
    program.owed()
    fork = forge.written[-1]
    entry = read_entry(fork.entry)
    follower = program.start()
    assert follower.owed_statement() is not None  # the same log
    # Its last entry comes with another time, and so another head: a fork, in which the same card is due.
    forge.written.pop()
    shorter = program.start()
    assert shorter.length == follower.length - 1
    assert isinstance(entry, CardsDealt)
    data = pack_entry(replace(entry, t=entry.t + 1))
    head = next_head(shorter.auditor.head, data)
    shorter.check_entry(shorter.length, data, forge.host.sign("head", head))
    with pytest.raises(CannotGoOn, match="two logs"):
        shorter.owed_statement()


def bent_escrow(forge: ClientForge, keeper: int = 0) -> bytes:
    """The parts of seat 1's key; that of the keeper with this place adds up with the others and does not open."""
    whole, at = forge.make_part(1, "escrow"), PART * keeper
    sealed = scalar_plus(scalar(whole[at + 64 : at + PART]), ONE)
    return whole[: at + 64] + sealed + whole[at + PART :]


def test_a_part_of_a_key_that_does_not_open_is_shown_before_the_first_mix() -> None:
    forge, program = mid_ceremony("escrow")
    forge.part(1, "escrow", bent_escrow(forge), forge.sealed.due[1].head)
    own = program.owed()
    assert isinstance(own.statement, PartGiven) and own.statement.what == "complain"
    again = program.start().owed_statement()
    assert again is not None and again.blob == own.blob
    forge.write(log.PartLogged(1, 0, forge.noted(again), again.blob, forge.tick()))
    assert forge.sealed.blamed == 1
    assert program.follower.owed_statement() is None


def test_an_action_with_hidden_cards_is_signed_anew_with_a_proof_for_its_new_number() -> None:
    forge = ClientForge("keilty", players=2, seed=5)
    forge.begin()
    forge.begin_round()
    while True:
        seat = forge.state.turn
        legal = forge.game.legal(forge.state, seat)
        action = forge.game.explicit(
            forge.state, seat, next((a for a in legal if notation.text(a).startswith("throw")), legal[0])
        )
        if seat == 0 and notation.text(action).startswith("throw"):
            break
        forge.act(seat, action)
    follower = forge.programs[0].follower
    first = follower.sign_action(action)
    again = follower.sign_again(first)
    assert first.blob and again.blob and first.blob != again.blob
    assert again.statement.n == first.statement.n + 1
    forge.programs[0].keep()
    forge.apply_and_log(0, action, forge.noted(again), None, again.blob)
    assert forge.view.cheat is None
