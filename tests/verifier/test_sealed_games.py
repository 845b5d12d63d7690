"""Logs of games with a sealed deck: honest ones verify; what a host or a seat could do wrong is named."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from rummynet.rules.core.state import State
from rummynet.verifier.offline import check
from rummynet_protocol import cards, notation
from rummynet_protocol.actions import Action, Draw, ThrowOut
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.commitment import deal_id
from rummynet_protocol.fairness.statements import Acting, Cosigned, KeyShown, PartGiven
from rummynet_protocol.sealed.contexts import blob_hash
from rummynet_protocol.sealed.escrow import check_opened_part, open_part
from rummynet_protocol.sealed.mix_proof import check_mix
from rummynet_protocol.values import replace
from tests.support.forge import calling_falsely
from tests.support.lying_host import by_bots
from tests.support.people import remembered
from tests.support.sealed_forge import SealedForge

ONCE = remembered(check_mix)
"""Logs here are of few seeds, and audited as they are written and once more: most mixes have been checked before."""


@pytest.fixture(autouse=True)
def checks_each_mix_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rummynet_protocol.sealed.round_cards.check_mix", ONCE)


def dealt(variant: str = "keilty", players: int = 3, *, seed: int = 1, **options: object) -> SealedForge:
    """A game whose first round has been dealt."""
    forge = SealedForge(variant, options, players, seed=seed)
    forge.begin()
    forge.begin_round()
    return forge


def holds(forge: SealedForge) -> None:
    """The log holds as far as it goes."""
    report = check(forge.transcript(), partial=True)
    assert report.verified, report.lines


def undealt(players: int = 3, **options: object) -> SealedForge:
    """A game whose keys have been shown; nothing has been given yet."""
    forge = SealedForge("keilty", options, players, seed=1)
    forge.give_parts = lambda: None  # type: ignore[method-assign]
    forge.begin()
    with pytest.raises(AssertionError):  # there is no root to sign
        forge.begin_round()
    del forge.give_parts
    return forge


def fails(what: str, act: Callable[[], object]) -> str:
    """What the auditor says to what *act* writes; it has to name this check."""
    with pytest.raises(Cheat) as caught:
        act()
    assert caught.value.check == what, caught.value
    return str(caught.value)


def draws_and_throws(_state: State, _seat: int, legal: list[Action], _chance: random.Random) -> Action:
    """What brings a round to a new stock."""
    return next((one for one in legal if isinstance(one, Draw | ThrowOut)), legal[0])


# -- honest games


@pytest.mark.parametrize(("variant", "seed"), [("keilty", 2), ("basic", 4)])
def test_a_whole_game_in_which_false_calls_are_paid_for_is_verified(variant: str, seed: int) -> None:
    options: dict[str, object] = {"deals": 1, "hand": 3, "false_call_points": 10, "false_call_cards": 2}
    choose = calling_falsely(by_bots("simple"))
    forge = SealedForge(variant, options, 2, seed=seed, choose=choose).play()
    report = check(forge.transcript())
    assert report.verified and forge.state.finished, report.lines
    acts = (log.read_entry(one.entry) for one in forge.written)
    paid = [one for one in acts if isinstance(one, log.Acted) and one.do.startswith("rummy") and one.drawn]
    assert {one.drawn for one in paid} == {2} and len(paid) == sum(forge.state.false_calls)


def test_the_others_can_end_a_round_that_waits_for_a_share() -> None:
    forge = dealt(players=2, idle_seconds=30, break_seconds=0)
    forge.lost = {1}
    while 1 not in forge.sealed.due:
        forge.step()
    forge.vote(0, 1)
    forge.end()
    assert forge.view.waited_end is not None and forge.view.waited_end.seat == 1


# -- the wrong part, at the wrong time, of the wrong seat


def owes_a_share() -> SealedForge:
    """A draw has been made; nobody has given a share of its card yet."""
    forge = dealt()
    forge.give_parts = lambda: None  # type: ignore[method-assign]
    while not forge.sealed.due:
        forge.step()
    return forge


def lost(seed: int = 1, **options: object) -> SealedForge:
    """Seat 1 owes a part and does not give it."""
    forge = dealt("keilty", 3, seed=seed, **options)
    forge.lost = {1}
    while 1 not in forge.sealed.due:
        forge.step()
    return forge


def gives(forge: SealedForge, what: str, data: bytes = b"", head: bytes | None = None, **signed: object) -> None:
    """Seat 0 gives a part: if nothing else is said, an honest one to the right head."""
    data = data or forge.make_part(0, what)
    forge.part(0, what, data, forge.sealed.due[0].head if head is None else head, **signed)


def gives_twice(forge: SealedForge) -> None:
    seat, due = next(iter(forge.sealed.due.items()))
    share = forge.make_part(seat, "share")
    for _ in range(2):
        forge.part(seat, "share", share, due.head)


def acts_meanwhile(forge: SealedForge) -> None:
    seat = forge.state.turn
    throw = next(notation.text(one) for one in forge.game.legal(forge.state, seat) if notation.text(one)[0] == "t")
    forge.write(log.Acted(seat, throw, forge.action(seat, throw, b""), None, 0, None, forge.tick()))


def proves_nothing(forge: SealedForge) -> None:
    seat = turns_until_draw(forge)
    signed = forge.action(seat, "draw", b"!")
    forge.write(log.Acted(seat, "draw", signed, None, 1, forge.sealed.top, forge.tick(), b"!"))


def voids(forge: SealedForge, *signed: log.Envelope | None) -> None:
    """The shuffle of which only the co-signatures are missing; without any *signed* all of them are there."""
    forge.give_parts()
    root, session, deal = forge.sealed.root or (b"", b""), forge.session, deal_id(forge.session, 1, 0)
    whole = forge.everyone(Cosigned, lambda _: {"session": session, "deal": deal, "root": root[0], "head": root[1]})
    forge.time.wait(log.VOID_MILLIS)
    forge.write(log.Voided(1, 0, signed or whole, forge.tick()))


def signs_early(forge: SealedForge, what: str = "mix") -> None:
    gives(forge, "mix")
    if what == "root":
        forge.give_parts()
    signed = forge.everyone(Cosigned, lambda _: {"session": forge.session, "deal": bytes(32), "root": bytes(32)})
    forge.write(log.Cosigns(1, 0, signed, bytes(32), forge.tick()))


def voids_what_is_signed(forge: SealedForge) -> None:
    forge.give_parts()
    forge.cosign(forge.view.ceremony.current.deal, forge.s_pub)  # type: ignore[union-attr]
    forge.time.wait(log.VOID_MILLIS)
    forge.write(log.Voided(1, 0, (), forge.tick()))


def throws_for_it(forge: SealedForge, why: str = "turn") -> None:
    while forge.state.phase != "play":
        forge.step()
    legal = forge.game.legal(forge.state, forge.state.turn)
    throw = next(one for one in legal if notation.text(one).startswith("throw"))
    forge.apply_and_log(forge.state.turn, throw, None, why, b"")


def two() -> SealedForge:
    return undealt(players=2)


def keyless() -> SealedForge:
    """No round has begun."""
    forge = SealedForge("keilty", {}, 2, seed=1)
    forge.begin()
    return forge


def shows(**fields: object) -> "Step":
    """Seat 1 shows its key with other fields than an honest one."""
    return lambda f: f.falsify(KeyShown, 1, **fields) or f.begin_round()  # type: ignore[func-returns-value]


Step = Callable[[SealedForge], object]
WRONG: dict[str, tuple[str, Callable[[], SealedForge], Step]] = {
    "a part out of turn": ("due", two, lambda f: f.part(1, "mix", bytes(64 * 52), f.sealed.due[0].head)),
    "a part of another log": ("part", two, lambda f: gives(f, "mix", head=bytes(32))),
    "other bytes than were signed": ("part", two, lambda f: gives(f, "mix", blob=blob_hash(b"other"))),
    "a part for another round": ("part", two, lambda f: gives(f, "mix", round=2)),
    "a deck is signed before all have proven theirs": ("mix", two, signs_early),
    "a deal is made anew once it is signed": ("chain", undealt, voids_what_is_signed),
    "a share that came already": ("due", owes_a_share, gives_twice),
    "somebody acts while shares are due": ("chain", owes_a_share, acts_meanwhile),
    "a shuffle for which the dealt cards are exchanged": (
        "chain", dealt, lambda f: f.write(log.HostCommit(1, 1, ((bytes(32), bytes(32)),), f.tick()))
    ),
    "a stock is made anew behind cards that were put back": (
        "chain", lambda: dealt("crummy", 2, seed=2),
        lambda f: f.write(log.Shuffle(1, f.sealed.epoch + 1, bytes(10), f.tick())),
    ),
    "a hidden card is thrown without its player": ("clock", dealt, throws_for_it),
    "the host acts for a seat whose key nobody opened": ("clock", dealt, lambda f: throws_for_it(f, "gone")),
    "a draw has a proof of hidden cards": ("hand", dealt, proves_nothing),
    "a card is turned up that the rules ask for no more": ("chain", dealt, lambda f: f.write(log.TurnUp(1, f.tick()))),
    "a void does not say of each seat whether it signed": ("void", two, lambda f: voids(f, None)),
    "a void of a deck that all have signed": ("void", two, voids),
    "another number of cards is put back": (
        "rules", lambda: SealedForge("crummy", {}, 2, seed=2),
        lambda f: f.falsify(log.Inserted, None, count=lambda old: old + 1) or f.begin() or f.begin_round(),  # type: ignore[func-returns-value]
    ),
    "a void names signatures while parts are due": (
        "void", two, lambda f: f.write(log.Voided(1, 0, (None, None), f.time.wait(log.VOID_MILLIS) or f.tick()))  # type: ignore[func-returns-value]
    ),
    "a key of another shuffle": ("reveal", keyless, shows(deal=bytes(32))),
    "a key of another game": ("reveal", keyless, shows(session=bytes(32))),
    "a key behind another entry": ("reveal", keyless, shows(head=bytes(32))),
    "a key for other commitments": ("commit-set", keyless, shows(cset=bytes(32))),
    "another contribution than was committed to": ("commitment", keyless, shows(x=bytes(32))),
    "another key than was committed to": ("commitment", keyless, shows(public=bytes(32))),
    "a seat signs another deck": ("root", two, lambda f: signs_early(f, "root")),
    "a seat that owes nothing is given up": ("gone", dealt, lambda f: f.give_up(1, (0, 2))),
    "a seat is given up too soon": ("gone", lost, lambda f: f.give_up(1, (0, 2), less=1)),
    "the host opens its part before all have given a seat up": ("gone", lost, lambda f: f.give_up(1, (0,))),
}  # fmt: skip
"""What a seat or a host may not do, beside the vectors: the check, a beginning, and what is done."""


@pytest.mark.parametrize("name", WRONG)
def test_the_wrong_part_at_the_wrong_time_of_the_wrong_seat(name: str) -> None:
    what, base, step = WRONG[name]
    forge = base()
    fails(what, lambda: step(forge))


def escrowed() -> tuple[SealedForge, bytes]:
    """Keys have been given in parts, none is mixed yet; and what seat 1 says of the part that seat 0 made for it."""
    forge = undealt()
    for seat in range(3):
        forge.part(seat, "escrow", forge.make_part(seat, "escrow"), forge.sealed.due[seat].head)
    return forge, b"\0" + forge.holder(1).complain(0, {1: forge.sealed.part_of(0, 1)}, forge.fresh())


def test_no_fast_mix_shuts_a_keeper_up() -> None:
    """Else a dealer could have the keeper of a bad part blamed for silence, and its own key could never be opened."""
    forge, complaint = escrowed()
    forge.part(0, "mix", forge.make_part(0, "mix"), forge.sealed.due[0].head)
    forge.part(1, "complain", complaint)
    assert forge.sealed.blamed == 1  # here the part was good
    forge.write(log.Voided(1, 0, (), forge.tick()))
    assert forge.view.voids[-1].silent == (1,)


def test_a_complaint_comes_too_late_once_cards_can_be_given() -> None:
    """What it shows would decrypt a card that the dealer put in its place."""
    forge, complaint = escrowed()
    forge.give_parts()
    forge.cosign(forge.sealed.cards.context.deal, forge.s_pub)
    forge.give_cards()
    fails("due", lambda: forge.part(1, "complain", complaint))


# -- what a host may try


def turns_until_draw(forge: SealedForge) -> int:
    """Steps until the seat on turn may draw; returns the seat."""
    while "draw" not in [notation.text(one) for one in forge.game.legal(forge.state, forge.state.turn)]:
        forge.step()
    return forge.state.turn


def hidden_throw(forge: SealedForge) -> tuple[int, str, bytes]:
    """A throw-out of a hidden card that the seat on turn may make: seat, action, proof."""
    while True:
        seat = forge.state.turn
        for action in forge.game.legal(forge.state, seat):
            if not notation.text(action).startswith("throw"):
                continue
            _, events = forge.game.apply(forge.state, seat, action)
            hidden = forge.sealed.hidden_among(seat, events)
            if hidden:
                number = forge.players[seat].n
                return (
                    seat,
                    notation.text(action),
                    forge.holder(seat).make_play(number, forge.aim, hidden, forge.fresh()),
                )
        forge.step()


def test_a_card_that_is_not_held() -> None:
    forge = dealt()
    seat, do, proof = hidden_throw(forge)
    held = forge.state.hands[seat]
    other = f"throw {cards.face(next(card for card in forge.state.stock if not held >> card & 1))}"
    signed = forge.action(seat, other, proof)
    assert other != do
    fails("hand", lambda: forge.write(log.Acted(seat, other, signed, None, 0, None, forge.tick(), proof)))


def test_a_proof_that_its_player_did_not_sign() -> None:
    forge = dealt()
    seat, do, proof = hidden_throw(forge)
    signed = forge.action(seat, do, b"")
    fails("part", lambda: forge.write(log.Acted(seat, do, signed, None, 0, None, forge.tick(), proof)))


def test_a_proof_of_another_action() -> None:
    """The proof is bound to the number of the statement and to the head that it names."""
    forge = dealt()
    seat, do, proof = hidden_throw(forge)
    forge.players[seat].n += 1
    signed = forge.action(seat, do, proof)
    fails("mix" if forge.sealed.cards.hands[seat].aged else "share",
          lambda: forge.write(log.Acted(seat, do, signed, None, 0, None, forge.tick(), proof)))  # fmt: skip


def test_a_part_that_was_given_in_another_fork_is_none_in_this_one() -> None:
    """A host that shows two logs has two heads, and each part is for one (attack 23)."""
    forge, fork = dealt(seed=6), dealt(seed=6)
    assert forge.head == fork.head
    for one in (forge, fork):
        one.give_parts = lambda: None  # type: ignore[method-assign]
    seat = turns_until_draw(forge)
    turns_until_draw(fork)
    fork.time.wait(1_000)  # another time of the entry is another head
    for one in (forge, fork):
        one.act(seat, Draw())
    giver = next(iter(forge.sealed.due))
    share, head = fork.make_part(giver, "share"), fork.sealed.due[giver].head
    assert head != forge.sealed.due[giver].head
    fails("share", lambda: forge.part(giver, "share", share, forge.sealed.due[giver].head))


def test_all_shares_but_one_show_no_card() -> None:
    """So nobody gains by holding one back until the others' are there (attack 18)."""
    forge = dealt()
    forge.give_parts = lambda: None  # type: ignore[method-assign]
    seat = turns_until_draw(forge)
    before = len(forge.sealed.cards.hands[seat].cards)
    forge.act(seat, Draw())
    first, last = forge.sealed.due
    forge.part(first, "share", forge.make_part(first, "share"), forge.sealed.due[first].head)
    assert len(forge.sealed.cards.hands[seat].cards) == before and list(forge.sealed.due) == [last]
    forge.part(last, "share", forge.make_part(last, "share"), forge.sealed.due[last].head)
    assert len(forge.sealed.cards.hands[seat].cards) == before + 1


def test_a_seat_whose_co_signature_is_missing_can_be_given_up() -> None:
    """No log shows whose it is, so the word of all others is enough; the stock is mixed without it."""
    forge = SealedForge("keilty", {}, 3, seed=8, choose=draws_and_throws)
    forge.begin()
    forge.begin_round()
    cosign = forge.cosign

    def loses(deal: bytes, pub: bytes | None) -> None:
        forge.lost = {1}
        forge.give_up(1, (0, 2))
        cosign(deal, pub)

    forge.cosign = loses  # type: ignore[method-assign]
    while not forge.sealed.cards.opened:
        forge.step()
    forge.cosign = cosign  # type: ignore[method-assign]
    while not forge.sealed.is_ending:
        forge.step()
    forge.finish()
    holds(forge)


def test_seven_seats_are_unknown() -> None:
    forge = SealedForge("vegas", {}, 7, seed=1)
    with pytest.raises(Unknown):
        forge.begin()


def test_a_part_behind_the_score() -> None:
    forge = SealedForge("keilty", {}, 2, seed=1)
    forge.begin()
    forge.play_round()
    fails("chain", lambda: forge.part(0, "share", b""))


def test_a_seat_that_is_late_does_something_else() -> None:
    forge = dealt(seed=3, turn_seconds=10, false_call_points=10)
    while forge.state.phase != "play":
        forge.step()
    seat = forge.state.turn
    forge.time.wait(10_000)
    forge.write(log.TurnLate(1, seat, "turn", forge.tick()))
    forge.refuse(seat, Acting, forge.action(seat, "draw"), "stale")
    assert refusals_hold(forge, seat)
    forge.act(1 - seat, notation.parse("rummy meld 2C 3C 4C"))  # it is late all the same
    signed = forge.action(seat, "meld 2C 3C 4C", b"")
    fails("clock", lambda: forge.write(log.Acted(seat, "meld 2C 3C 4C", signed, None, 0, None, forge.tick())))
    forge = dealt(seed=3, turn_seconds=10)
    nobody = log.TurnLate(1, len(forge.players), "turn", forge.tick())
    fails("clock", lambda: forge.write(nobody))


def test_a_deal_turns_up_no_card_by_itself() -> None:
    forge = SealedForge("keilty", {}, 3, seed=1)
    forge.begin()
    write, up = forge.write, ((0, 5, bytes(32), b""),)
    forge.write = lambda entry: write(replace(entry, up=up) if isinstance(entry, log.CardsDealt) else entry)  # type: ignore[method-assign]
    fails("opening", forge.begin_round)


def returned() -> SealedForge:
    """Seat 1 was away, seat 0 wanted to go on without it, and it came back; later it owes a part again."""
    forge = lost(seed=4)
    forge.vote(0, 1)
    forge.lost = set()
    forge.give_parts()
    forge.lost = {1}
    while 1 not in forge.sealed.due:
        forge.step()
    return forge


def test_who_came_back_is_not_given_up_by_what_was_signed_before() -> None:
    fails("gone", lambda: returned().give_up(1, (2,)))
    forge = returned()
    forge.time.wait(5_000)
    forge.give_up(1, (0, 2))
    holds(forge)


def test_a_host_that_waits_with_its_part_opens_nobody_who_came_back() -> None:
    forge = lost(seed=4)
    for seat in (0, 2):
        forge.vote(seat, 1)
    found = forge.view.without(1)
    assert found is not None and found.what == "open"
    forge.lost = set()
    forge.give_parts()
    fails("gone", lambda: forge.write(log.HostPart(1, 1, forge.host_key.secret, forge.tick())))


def test_the_last_two_people_do_not_open_each_other() -> None:
    """What an open key keeps everybody can open, so the host would have all parts of the last one's key."""
    forge = lost(seed=4)
    forge.give_up(1, (0, 2))
    forge.lost = {1, 2}
    while 2 not in forge.sealed.due:
        forge.step()
    forge.vote(0, 2)
    secret = forge.keys[1].secret
    part, context = forge.sealed.part_of(0, 1), forge.sealed.cards.context.escrow(0)
    check_opened_part(1, part, open_part(part, 1, secret, context))  # seat 0's key, as far as seat 1 kept it, lies open
    found = forge.view.without(2)
    assert found is not None and found.what == "end"


# -- what the host refuses


def refusals_hold(forge: SealedForge, seat: int) -> bool:
    report = check(forge.transcript(seat), partial=True)
    assert report.verified or report.check == "refusal", report.lines
    return report.verified


@pytest.mark.parametrize(("what", "is_true"), [("share", False), ("key", True)])
def test_a_part_that_is_owed_is_not_refused_as_one_that_is_not(what: str, is_true: bool) -> None:
    forge = owes_a_share()
    seat = next(iter(forge.sealed.due))
    head, blob = forge.sealed.due[seat].head, blob_hash(b"x")
    said = forge.say(seat, PartGiven, session=forge.session, round=1, what=what, blob=blob, head=head)
    forge.refuse(seat, PartGiven, said, "not_due")
    assert refusals_hold(forge, seat) is is_true


# -- a play that is refused as wrong


def refuses_play(change: Callable[[bytes], bytes], *, shown: bool = True, **fields: Any) -> SealedForge:  # noqa: ANN401
    """A seat throws a hidden card, with a proof that *change* has made; the host says that it is wrong."""
    forge = dealt()
    while not forge.sealed.cards.hands[hidden_throw(forge)[0]].aged:
        forge.step()
    seat, do, proof = hidden_throw(forge)
    signed = forge.action(seat, do, change(proof), **fields)
    forge.refuse(seat, Acting, signed, "wrong_statement", blob=change(proof) if shown else b"")
    return forge


@pytest.mark.parametrize(
    ("change", "fields", "is_true"),
    [
        (bytes, {}, False),
        (lambda proof: bytes([proof[0] ^ 1]) + proof[1:], {}, True),
        (lambda proof: proof[:-1] + bytes([proof[-1] ^ 1]), {}, True),
        (lambda _: b"", {}, True),
        (bytes, {"shown": False}, True),  # counted: the file lacks its bytes
        (bytes, {"prev": bytes(32)}, True),
    ],
)
def test_a_play_that_proves_nothing_is_refused_as_wrong(
    change: Callable[[bytes], bytes], fields: dict[str, Any], is_true: bool
) -> None:
    forge = refuses_play(change, **fields)
    assert refusals_hold(forge, forge.refused[0][1].seat) is is_true
