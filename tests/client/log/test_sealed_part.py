"""The client's own part in a sealed deck: what it gives, and where it gives nothing."""

import pytest

from rummynet.verifier.offline import check
from rummynet_client.core.log.own_statements import OwnStatement
from rummynet_client.core.log.sealed_part import CannotGoOn
from rummynet_protocol import notation
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.chain import next_head
from rummynet_protocol.fairness.entries import CardsDealt, Envelope, pack_entry, read_entry
from rummynet_protocol.fairness.statements import PartGiven
from rummynet_protocol.sealed.escrow import PART
from rummynet_protocol.sealed.group import ONE, scalar, scalar_plus
from rummynet_protocol.values import replace
from tests.support.sealed_clients import ClientForge, Program


def parts_of(forge: ClientForge, seat: int) -> list[str]:
    """What parts of the seat stand in the log."""
    found = []
    for one in forge.written:
        entry = read_entry(one.entry)
        if isinstance(entry, log.PartLogged) and entry.seat == seat:
            part = forge.programs[seat].follower.own
            own = next(own for own in part.by_hash.values() if own.envelope == entry.signed)
            assert isinstance(own.statement, PartGiven) and own.blob == entry.blob and own.logged
            found.append(own.statement.what)
    return found


@pytest.mark.parametrize(("game", "seats"), [("keilty", 2), ("vegas", 3), ("basic", 3)])
def test_a_program_plays_a_round_of_cards_that_only_it_sees(game: str, seats: int) -> None:
    forge = ClientForge(game, players=seats, seed=seats)
    forge.begin()
    forge.play_round()
    made = parts_of(forge, 0)
    assert made[:3] == ["escrow", "mix", "proof"][seats == 2 :] + ["share"] * (seats == 2)
    assert made[-1] == "open" and "action" in forge.made
    follower = forge.programs[0].follower
    assert follower.auditor.is_shown and check(follower.transcript(), partial=True).verified


class RestartingForge(ClientForge):
    """A program that is started again between its statement and the answer: the same bytes go out."""

    def noted(self, own: OwnStatement) -> Envelope:
        program = next(one for one in self.programs.values() if own.hash in one.follower.own.by_hash)
        if own.what in ("commit", "key", "part", "root"):
            program.start()
            again = program.owed()
            assert (again.envelope, again.blob) == (own.envelope, own.blob)
            own = again
        return super().noted(own)


def test_after_a_restart_the_same_bytes_go_out_and_the_same_hand_is_seen() -> None:
    forge = RestartingForge("keilty", players=3, seed=4)
    forge.begin()
    forge.play_round()
    assert set(parts_of(forge, 0)) == {"escrow", "mix", "proof", "share", "open"}


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


def test_a_mix_that_comes_first_does_not_silence_a_complaint() -> None:
    forge, _ = mid_ceremony("escrow", program=2)
    forge.part(0, "escrow", forge.make_part(0, "escrow"), forge.sealed.due[0].head)
    forge.write(log.PartLogged(1, 2, forge.noted(own := forge.programs[2].owed()), own.blob, forge.tick()))
    forge.part(1, "escrow", bent_escrow(forge, 1), forge.sealed.due[1].head)
    forge.part(0, "mix", forge.make_part(0, "mix"), forge.sealed.due[0].head)
    own = forge.programs[2].owed()
    assert isinstance(own.statement, PartGiven) and own.statement.what == "complain"


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
    forge.log_act(0, action, forge.noted(again), None, again.blob)
    assert forge.view.cheat is None
