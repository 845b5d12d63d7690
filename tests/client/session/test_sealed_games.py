"""Clients at a table with a sealed deck: whole rounds, restarts, a seat that is late, one that is lost."""

from itertools import chain

import pytest
from prompt_toolkit.output import DummyOutput

from rummynet.verifier.offline import check
from rummynet_client.core.session.guide import rule_now
from rummynet_client.core.spoken.table_words import table_lines
from rummynet_client.terminal.drawing.styled_text import Size, plain
from rummynet_client.terminal.frame import screen
from rummynet_client.terminal.screen import Screen
from rummynet_client.terminal.state.choice import Choice
from rummynet_protocol import notation
from rummynet_protocol.actions import Draw, ThrowOut
from rummynet_protocol.sealed.escrow import PART
from rummynet_protocol.sealed.group import ONE, Element, scalar, scalar_plus
from rummynet_protocol.sealed.key_holder import KeyHolder
from rummynet_protocol.wire.messages import Submit
from tests.client.session.test_told import Party
from tests.support.fake_host import FakeHost, Guest, dealt, on_turn, play
from tests.support.in_notation import recorder
from tests.terminal.test_every_action import press


def holds(guests: list[Guest]) -> None:
    for guest in guests:
        assert guest.session.model.fairness.cheat is None
        assert check(guest.transcript, partial=True).verified


def test_an_action_waits_until_the_shares_have_come() -> None:
    host, guests = dealt("Ann", "Bob", options="deck=sealed")
    guest = on_turn(guests)
    other = next(one for one in guests if one is not guest)
    host.lose(other)
    host.do(guest, "draw")
    card = guest.session.model.hand[0]
    assert not host.do(guest, f"throw {card}")  # neither sent nor refused
    assert len(host.signed(guest, "action")) == 1
    other.start()
    host.connect(other)
    assert len(host.signed(guest, "action")) == 2 and on_turn(guests) is other


def test_a_complaint_that_is_refused_as_not_due_contradicts_what_was_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file shows it: only who keeps the part knows that it does not open."""
    make, party = KeyHolder.make_escrow, Party()

    def bent(holder: KeyHolder, host: Element, fresh: bytes) -> bytes:
        made = make(holder, host, fresh)
        return made[:64] + scalar_plus(scalar(made[64:PART]), ONE) + made[PART:]

    monkeypatch.setattr(KeyHolder, "make_escrow", bent)
    for line in ("come Ann Bob Cid", "Ann: create keilty deck=sealed", "deny Ann part not_due"):
        party.done(line)
    denies = party.host.ignores
    party.host.ignores = lambda guest, one: b"complain" in getattr(one, "payload", b"") and denies(guest, one)
    for does in ("sit 1", "ready"):
        told = [*chain.from_iterable(party.done(f"{name}: {does}") for name in ("Ann", "Bob", "Cid"))]
    (line,) = [line for line in told if "check=held-back" in line]
    assert line[0] == "A" and "contradicts what you signed" in line


def lost() -> tuple[FakeHost, list[Guest], Guest]:
    """Cid's program is away while its share of a drawn card is due."""
    host, guests = dealt("Ann", "Bob", "Cid", options="deck=sealed")
    while on_turn(guests) is guests[2]:
        play(host, guests, 1)
    host.lose(guests[2])
    host.do(on_turn(guests[:2]), "draw")
    return host, guests[:2], guests[2]


def shown(guest: Guest, width: int = 100) -> str:
    return " ".join(plain(screen(guest.session.model, Choice(), Size(width, 30))).split())


def test_while_a_program_is_waited_for_the_screen_says_what_comes_next_and_offers_no_play() -> None:
    host, left, _ = lost()
    waits, other = on_turn(left), next(one for one in left if not one.session.model.my_turn)
    host.tick(waits, 20)
    host.tick(other, 20)
    seconds = -(-waits.session.model.waits[2].left // 1000)
    assert 155 < seconds <= 165 and f"waits for {seconds} s; then, if 2 of you want that, their hand" in shown(waits)
    assert all("Waiting for the program of Cid" in shown(one) and "to play" not in shown(one) for one in left)
    sent: list[str] = []
    terminal = Screen(lambda: waits.session.model, recorder(sent), lambda: 0.0, output=DummyOutput())
    press(terminal, "t")
    assert sent == [] and terminal.pages.answers == ("nothing was done: a drawn card is on its way",)
    assert "If all others want it (vote Cid), their hand is opened" in rule_now(waits.session.model)
    assert table_lines(other.session.model)[0] == rule_now(other.session.model)


def test_who_keeps_the_signature_of_a_later_stock_back_is_given_up_and_all_others_sign_another_deck() -> None:
    host, guests = dealt("Ann", "Bob", "Cid", options="deck=sealed")
    *left, gone = guests
    host.ignores = lambda guest, request: guest is gone and isinstance(request, Submit) and request.what == "root"
    for _ in range(200):
        if left[0].session.model.awaits_parts:
            break
        model = on_turn(guests).session.model
        assert model.variety is not None and model.state is not None and model.me is not None
        legal = [one for one in model.variety.legal(model.state, model.me) if isinstance(one, Draw | ThrowOut)]
        host.do(on_turn(guests), notation.text(legal[0]))
    host.lose(gone)
    host.tick(left[0], 5)
    assert left[0].session.model.parts_from == (2,) and left[0].session.model.waits[2].what == "open"
    for guest in left:
        host.do(guest, "vote 2")
    host.ring("absent")
    assert not left[0].session.model.awaits_parts
    play(host, left, 6)
    host.ignores = lambda _guest, _request: False
    gone.start()
    host.connect(gone)
    holds(guests)


def test_a_program_that_all_others_give_up_has_its_hand_opened_and_the_round_goes_on() -> None:
    host, left, gone = lost()
    for guest in left:
        host.do(guest, "vote 2")
    host.ring("absent")
    assert [line for line in left[0].lines if "their hand is opened, and the host plays it" in line]
    assert not left[0].session.model.awaits_parts
    state = left[0].session.model.state
    assert state is not None and state.hands[2] and not state.hidden[2]
    play(host, left, 6)
    gone.start()
    host.connect(gone)
    holds([*left, gone])
