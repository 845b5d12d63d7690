"""A host that cheats in one way is caught, and the check that fails names the way; an honest host passes."""

import re
from collections.abc import Callable
from functools import cache

import pytest

from rummynet.rules.core.errors import IllegalAction
from rummynet.verifier.auditor import Auditor
from rummynet.verifier.offline import Report, check
from rummynet_protocol.actions import Draw, ThrowOut
from rummynet_protocol.errors import Cheat, Unknown
from rummynet_protocol.fairness.entries import Acted, Opened, Seated, Shown, Wanted, pack_entry, read_entry
from rummynet_protocol.fairness.signing import Signer
from tests.support.forge import Forge
from tests.support.forge_scripts import stock_empty

OPTIONS: dict[str, object] = {"target": 60, "turn_seconds": 30}

CROOKS = {
    "signs-with-a-key-of-small-order": ("host-signature", r"here is worth nothing: the key 01000000… can be nobody's"),
    "seats-a-key-of-small-order": ("session", "the key of seat 2 can be nobody's: it is a point of small order"),
    "deals-another-card": ("opening", r"the card given for position \d+ is not the one in the deck all seats signed"),
    "swaps-undealt-cards": ("deck", "the deck that was dealt is not the one that the contributions of all give"),
    "stacks-the-deck": ("deck", "the deck that was dealt is not the one that the contributions of all give"),
    "commits-after-the-players": ("commit-order", "seat 0 committed before the host did"),
    "commits-again": ("recommit", "the host committed a second time to shuffle 0 of round 1"),
    "deals-without-the-silent": ("chain", "the host went on with a shuffle that was void, since seat 0 stayed silent"),
    "copies-a-commitment": ("commitment", "seat 1's contribution is not the one it committed to"),
    "changes-a-nonce": ("session", "seat 0's nonce is not the one it committed to"),
    "shows-two-commit-sets": ("commit-set", "seat 2 was shown another set of commitments"),
    "shows-two-roots": ("root", "seat 2 was shown another deck's root"),
    "withholds-a-signature": ("co-signature", "3 seats have to sign here, but 2 signatures are shown"),
    "lets-another-begin": ("first-seat", r"the host let seat \d begin, but it is seat \d's turn"),
    "deals-out-of-turn": ("position", "not dealt one at a time from the starter round the table"),
    "skips-a-position": ("position", r"seat \d got position 23 of the deck, but the next is 22"),
    "repeats-a-position": ("position", r"seat \d got position 21 of the deck, but the next is 22"),
    "alters-an-action": ("action-signature", r"seat \d signed 'throw ..', the log says 'throw ..'"),
    "opens-another-seed": ("commitment", "the secret published at the end is not the one the host committed to"),
    "writes-a-wrong-score": ("score", r"the log says \[.*\], the cards on the table give \[.*\]"),
}
"""By crook: the check that fails, and a part of its message that names the cheat."""
AT_ONCE = set(CROOKS) - {"swaps-undealt-cards", "stacks-the-deck", "opens-another-seed", "writes-a-wrong-score"}


def written_by(crook: str | None, *, players: int = 3, seed: int = 2) -> Forge:
    """The log of a first round by this host, up to where the host's own rules stop it."""
    forge = Forge("keilty", OPTIONS, players, seed=seed, crook=crook, idles_in="pickup")
    try:
        return forge.play(1)
    except (IllegalAction, IndexError, AssertionError):
        return forge


@cache
def wrong(crook: str) -> Forge:
    """The log by this host, made once; not to be changed."""
    return written_by(crook)


def verdict(forge: Forge, seat: int | None = 0) -> Report:
    return check(forge.transcript(seat), partial=True)


def test_an_honest_host_is_not_accused() -> None:
    for seed in range(20):
        forge = Forge("keilty", OPTIONS, 2 + seed % 5, seed=seed).play()
        for seat in (None, *range(len(forge.players))):
            assert check(forge.transcript(seat)).verified


@pytest.mark.parametrize("variant", ["keilty", "basic", "vegas", "crummy", "joker"])
@pytest.mark.parametrize("phase", ["pickup", "play"])
def test_an_honest_host_that_plays_for_the_slow_is_not_accused(variant: str, phase: str) -> None:
    acted = 0
    for seed in range(6):
        forge = Forge(variant, {"turn_seconds": 20}, 3, seed=seed, idles_in=phase).play(2)
        report = check(forge.transcript(seed % 3), partial=True)
        assert report.check is None, report.verdict
        entries = [read_entry(one.entry) for one in forge.written]
        unsigned = [entry for entry in entries if isinstance(entry, Acted | Wanted) and entry.signed is None]
        by_clock = sum(entry.why != "want" for entry in unsigned)  # a draw that was wanted is signed where it was
        assert report.passed["clock"] == by_clock
        acted += by_clock
    assert acted


@pytest.mark.parametrize("crook", CROOKS)
def test_verify_finds_the_cheat_and_names_it(crook: str) -> None:
    report = verdict(wrong(crook))
    assert not report.verified
    check, says = CROOKS[crook]
    assert report.check == check and re.search(says, report.reason)
    begin = f"NOT VERIFIED: check {check} failed at record {report.record}: "
    named = bool(report.names)  # one that cannot be seated has no name yet
    assert report.verdict == begin + (re.sub(r"\bseat (?=\d)", "player ", report.reason) if named else report.reason)


@pytest.mark.parametrize("crook", sorted(CROOKS))
def test_a_client_finds_the_cheat_live(crook: str) -> None:
    """Fed entry by entry, own openings included, the auditor stops; before the round's end where that is possible."""
    forge = wrong(crook)
    auditor = Auditor(me=forge.players[0].signer.public)
    with pytest.raises(Cheat) as caught:
        _follow(auditor, forge)
    assert caught.value.check == CROOKS[crook][0] and re.search(CROOKS[crook][1], str(caught.value))
    assert (auditor.play is not None and auditor.play.open) <= (crook not in AT_ONCE)
    with pytest.raises(Cheat):
        auditor.feed(forge.written[0].entry, forge.written[0].signature)


def _follow(auditor: Auditor, forge: Forge, seat: int = 0) -> None:
    for index, one in enumerate(forge.written):
        auditor.feed(one.entry, one.signature)
        for opening in forge.shown:
            if opening.after == index and opening.seat == seat:
                auditor.learn(seat, opening.round, opening.epoch, opening.row)


def altered(forge: Forge, change: Callable[[list[bytes]], None]) -> Report:
    """The verdict on the log after *change*, with the host's signatures recomputed."""
    order = [one.entry for one in forge.written]
    change(order)
    forge.resign(order)
    return _found_by_both(forge)


def _found_by_both(forge: Forge) -> Report:
    """The verdict on the file; a client that follows the same log stops at the same check, before the round ends."""
    report = verdict(forge, None)
    auditor = Auditor(me=forge.players[0].signer.public)
    with pytest.raises(Cheat) as caught:
        _follow(auditor, forge, seat=-1)
    assert (caught.value.check, str(caught.value)) == (report.check, report.reason)
    assert auditor.play is None or not auditor.play.open
    return report


def _acts(order: list[bytes]) -> list[int]:
    return [at for at, data in enumerate(order) if isinstance(read_entry(data), Acted)]


def test_a_log_reordered_by_the_host_is_found_even_if_signed_again() -> None:
    def swap(order: list[bytes]) -> None:
        first, second = _acts(order)[3:5]
        order[first], order[second] = order[second], order[first]

    assert altered(written_by(None), swap).check in {"chain", "statement-order", "stale-action"}


def test_a_log_reordered_without_new_signatures_is_found() -> None:
    forge = written_by(None)
    forge.written[9], forge.written[10] = forge.written[10], forge.written[9]
    assert _found_by_both(forge).check == "host-signature"


def test_a_dropped_action_is_found() -> None:
    def drop(order: list[bytes]) -> None:
        del order[_acts(order)[2]]

    assert altered(written_by(None), drop).check in {"statement-order", "stale-action", "rules"}


def test_a_repeated_action_is_found() -> None:
    def repeat(order: list[bytes]) -> None:
        order.insert(_acts(order)[0], order[_acts(order)[0]])

    assert altered(written_by(None), repeat).check == "statement-order"


def test_an_illegal_move_that_its_player_signed_is_found() -> None:
    """Host and player collude: the player throws a card that it does not hold."""

    def cheat() -> Forge:
        forge = Forge("keilty", OPTIONS, 2, seed=3)
        forge.begin()
        forge.round = 1
        forge.commit(4)
        forge.deal(forge.mix(forge.due()))
        seat = forge.state.turn
        forge.act(seat, Draw())
        top = forge.state.discard[-1]
        _log_act(forge, seat, ThrowOut(_name(top)))
        return forge

    report = _found_by_both(cheat())
    assert report.check == "rules" and "which is not legal" in report.reason


def test_a_card_from_nowhere_is_found_when_the_cards_are_open() -> None:
    """A colluding player throws a card hidden in another hand: publicly legal until the round ends."""
    forge = Forge("keilty", OPTIONS, 2, seed=3)
    forge.begin()
    forge.round = 1
    forge.commit(4)
    forge.deal(forge.mix(forge.due()))
    seat = forge.state.turn
    forge.act(seat, Draw())
    other = forge.state.hands[1 - seat]
    _log_act(forge, seat, ThrowOut(_name(other.bit_length() - 1)))
    auditor = Auditor()
    for one in forge.written:
        auditor.feed(one.entry, one.signature)
    assert auditor.cheat is None
    victim = Auditor(me=forge.players[1 - seat].signer.public)
    with pytest.raises(Cheat) as caught:
        _follow(victim, forge, 1 - seat)
    assert caught.value.check == "rules"


def _name(card: int) -> str:
    from rummynet_protocol.cards import face

    return face(card)


def _log_act(forge: Forge, seat: int, action: ThrowOut) -> None:
    """Log a signed action without applying the rules."""
    from rummynet_protocol import notation

    said = notation.text(action)
    forge.write(Acted(seat, said, forge.action(seat, said), None, 0, None, forge.tick()))


def test_a_clock_that_the_options_do_not_allow_is_found() -> None:
    def by_clock(order: list[bytes]) -> None:
        at = _acts(order)[0]
        entry = read_entry(order[at])
        assert isinstance(entry, Acted)
        order[at] = pack_entry(Acted(entry.seat, entry.do, None, "turn", entry.drawn, entry.position, entry.t))

    report = altered(Forge("keilty", {"target": 60}, 3, seed=1).play(1), by_clock)
    assert report.check == "clock"
    assert report.reason.endswith("which no clock of the game allows")


def hurried_in_a_pause() -> bytes:
    """A host counts the time of a pause as that after which a player may go on while others are asked."""
    return (
        Forge("crummy", {"offer_seconds": 20}, 3, seed=4, crook="hurries-in-a-pause", idles_in="offer")
        .play(1)
        .transcript()
    )


def test_the_host_may_hurry_others_only_for_a_seat_that_then_acts() -> None:
    """Crummy: the seat on turn need not wait for all answers to an offer, provided that it then acts."""
    forge = Forge("crummy", {"offer_seconds": 20}, 3, seed=4, crook="hurries-for-nobody", idles_in="offer").play(1)
    report = verdict(forge, None)
    assert report.check == "clock"
    assert report.reason == "the host cut the time of others short, but nobody was in a hurry then"
    report = check(hurried_in_a_pause())
    assert report.check == "clock" and "of 20 seconds" in report.reason
    forge = Forge("crummy", {"offer_seconds": 20}, 3, seed=25, crook="hurries-at-once", idles_in="offer").play(1)
    report = verdict(forge, None)
    assert report.check == "clock" and report.reason.endswith("after 1.999 of 20 seconds")


def test_secrets_shown_while_cards_are_hidden_are_found_in_play_and_in_a_shuffle() -> None:
    for shuffling, check_name in ((False, "rules"), (True, "chain")):
        forge = stock_empty()
        if shuffling:
            seat = forge.state.turn
            forge.write(Wanted(seat, "draw", forge.action(seat, "draw"), None, forge.tick()))
        forge.write(Shown(forge.round, tuple((epoch, done.secrets.s_deck) for epoch, done in forge.used), forge.tick()))
        report = verdict(forge, None)
        assert (report.check, report.record) == (check_name, report.records - 1)


def test_keys_that_the_host_made_up_show_in_the_words() -> None:
    """A host in the middle gives each player other keys: both logs verify, but the tables' words differ."""
    honest, middle = written_by(None), written_by(None)
    middle.players[1].signer = Signer(b"\7" * 32)
    again = Forge("keilty", OPTIONS, 3, seed=1)
    again.players[1].signer = middle.players[1].signer
    again.play(1)
    words = [verdict(one, None).auditor.words for one in (honest, again)]
    assert len(words[0]) == len(words[1]) == 6
    assert words[0] != words[1]


def test_a_log_of_another_host_is_refused_by_the_pin() -> None:
    forge = written_by(None)
    auditor = Auditor(host=Signer(b"\5" * 32).public)
    with pytest.raises(Cheat) as caught:
        auditor.feed(forge.written[0].entry, forge.written[0].signature)
    assert caught.value.check == "host-signature"


def test_a_game_by_other_rules_than_the_program_knows_is_unknown() -> None:
    def other(order: list[bytes]) -> None:
        entry = read_entry(order[0])
        assert isinstance(entry, Opened)
        entry.options["target"] = 0
        order[0] = pack_entry(entry)

    with pytest.raises(Unknown):
        altered(written_by(None), other)


def test_options_changed_after_all_have_agreed_are_found() -> None:
    def other(order: list[bytes]) -> None:
        entry = read_entry(order[0])
        assert isinstance(entry, Opened)
        entry.options["target"] = 1000
        order[0] = pack_entry(entry)

    assert altered(written_by(None), other).check == "consent"


def test_a_seat_given_to_another_key_is_found() -> None:
    def other(order: list[bytes]) -> None:
        entry = read_entry(order[1])
        assert isinstance(entry, Seated)
        players = (entry.players[0], (Signer(b"\6" * 32).public, entry.players[1][1]), *entry.players[2:])
        order[1] = pack_entry(Seated(players, (), (), entry.ready, entry.t))

    assert altered(written_by(None), other).check == "consent"
