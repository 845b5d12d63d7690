"""One forged game for each way to cheat that a file shows: what is wrong, and the check that has to find it.

All is in order up to the entry (or record) that is wrong, which is the last one of the file unless ``later`` says
otherwise. Whoever writes a verifier can be held against them as the project's own is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rummynet.rules.core.variety import stand_in
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy, Draw, Take, ThrowOut
from rummynet_protocol.cards import face, members
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.entries import Envelope, pack_entry, read_entry
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import (
    Acting,
    Closing,
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Voting,
)
from rummynet_protocol.values import replace
from tests.support.forge import Forge
from tests.support.forge_scripts import (
    at_a_call,
    called_off,
    dealt,
    goes_on,
    joined,
    offered_twice,
    out_of_points,
    pile_grows,
    played,
    stock_empty,
    voided,
)


@dataclass(frozen=True)
class Crooked:
    """A game in which something is wrong, the check that fails, and whose file it is (None: the host's)."""

    forge: Callable[[], Forge]
    check: str
    seat: int | None = None
    later: bool = False
    """The fault shows only when the cards are open."""

    @property
    def name(self) -> str:
        return self.forge.__name__

    def transcript(self) -> bytes:
        return self.forge().transcript(self.seat)


ALL: Final[dict[str, Crooked]] = {}


def crooked(check: str, seat: int | None = None, *, later: bool = False) -> Callable[[Callable[[], Forge]], object]:
    """Add a game to ``ALL``, named as the function."""

    def add(forge: Callable[[], Forge]) -> object:
        one = Crooked(forge, check, seat, later)
        ALL[one.name] = one
        return forge

    return add


# -- consent


def _begun(crook: str | None = None) -> Forge:
    """As far as the players' seats."""
    forge = Forge("keilty", {"target": 60}, 3, seed=1, crook=crook)
    forge.begin()
    forge.resign([one.entry for one in forge.written[:2]])
    return forge


@crooked("consent")
def begins_without_a_consent() -> Forge:
    return _begun("begins-without-a-consent")


@crooked("consent")
def one_agreed_to_other_rules() -> Forge:
    return _begun("agreed-to-other-rules")


@crooked("consent")
def one_agreed_to_other_names() -> Forge:
    return _begun("agreed-to-other-names")


@crooked("consent")
def one_agreed_to_another_order_of_seats() -> Forge:
    return _begun("agreed-to-another-order")


@crooked("consent")
def one_agreed_to_another_past() -> Forge:
    return _begun("agreed-to-another-past")


@crooked("statement-order")
def one_agreed_to_another_game_of_the_table() -> Forge:
    return _begun("agreed-to-another-game")


@crooked("consent")
def a_consent_is_somebody_elses() -> Forge:
    forge = _begun()
    entry = read_entry(forge.written[1].entry)
    assert isinstance(entry, log.Seated)
    forge.resign([forge.written[0].entry, pack_entry(replace(entry, ready=entry.ready[:2] + entry.ready[:1]))])
    return forge


@crooked("consent")
def the_log_names_another_past_than_all_agreed_to() -> Forge:
    forge = _begun()
    entry = read_entry(forge.written[0].entry)
    assert isinstance(entry, log.Opened)
    forge.resign([pack_entry(replace(entry, before=bytes(31) + b"\1")), forge.written[1].entry])
    return forge


@crooked("consent")
def the_log_has_other_options_than_all_agreed_to() -> Forge:
    forge = _begun()
    entry = read_entry(forge.written[0].entry)
    assert isinstance(entry, log.Opened)
    options = {**entry.options, "target": 500}
    forge.resign([pack_entry(replace(entry, options=options)), forge.written[1].entry])
    return forge


@crooked("consent")
def the_log_has_other_names_than_all_agreed_to() -> Forge:
    forge = _begun()
    entry = read_entry(forge.written[1].entry)
    assert isinstance(entry, log.Seated)
    players = ((entry.players[0][0], "player 9"), *entry.players[1:])
    forge.resign([forge.written[0].entry, pack_entry(replace(entry, players=players))])
    return forge


@crooked("session")
def newcomers_before_the_first_round() -> Forge:
    forge = _begun()
    entry = read_entry(forge.written[1].entry)
    assert isinstance(entry, log.Seated)
    forge.resign([forge.written[0].entry, pack_entry(replace(entry, joining=(2,)))])
    return forge


@crooked("chain")
def players_are_seated_twice_before_the_first_session() -> Forge:
    forge = _begun()
    forge.resign([forge.written[0].entry, forge.written[1].entry, forge.written[1].entry])
    return forge


# -- newcomers


@crooked("consent")
def a_newcomer_did_not_agree() -> Forge:
    forge = joined()
    consents = forge.ask_in([forge.player("dot"), forge.player("eve")])
    forge.write(log.Seated(forge.seated, (2, 3), (), (consents[2],), forge.tick()))
    return forge


@crooked("consent")
def a_newcomer_agreed_to_play_with_others() -> Forge:
    forge = joined()
    forge.players[1].name, name = "someone else", forge.players[1].name
    consents = forge.ask_in([forge.player("dot")])
    forge.players[1].name = name
    forge.let_in(consents)
    return forge


@crooked("session")
def a_player_has_another_name_when_somebody_comes_in() -> Forge:
    forge = joined()
    consents = forge.ask_in([forge.player("dot")])
    forge.players[1].name = "someone else"
    forge.let_in(consents)
    return forge


@crooked("session")
def a_player_who_comes_in_again_has_another_name() -> Forge:
    forge, outside = out_of_points()
    consents = forge.ask_in([], outside)
    forge.players[outside[0]].name = "someone else"
    forge.let_in(consents)
    return forge


@crooked("consent")
def a_first_game_has_a_past() -> Forge:
    forge = Forge("keilty", {"target": 40}, 2, seed=5)
    forge.before = b"\x09" * 32
    forge.begin()
    forge.resign([one.entry for one in forge.written[:2]])
    return forge


@crooked("session")
def newcomers_are_asked_twice() -> Forge:
    forge = joined()
    consents = forge.ask_in([forge.player("dot"), forge.player("eve")])
    forge.let_in(consents)
    forge.let_in(consents)
    return forge


@crooked("session")
def another_newcomer_is_asked_after_one_was_silent() -> Forge:
    forge = joined()
    forge.let_in(forge.ask_in([forge.player("dot"), forge.player("eve")]))
    del forge.players[2:]
    forge.let_in(forge.ask_in([forge.player("fay")]))
    return forge


@crooked("session")
def newcomers_are_named_out_of_order() -> Forge:
    forge = joined()
    consents = forge.ask_in([forge.player("dot"), forge.player("eve")])
    forge.joining = (3, 2)
    forge.let_in(consents)
    return forge


@crooked("session")
def a_newcomer_is_named_twice() -> Forge:
    forge = joined()
    consents = forge.ask_in([forge.player("dot"), forge.player("eve")])
    forge.joining = (2, 2, 3)
    forge.let_in(consents)
    return forge


@crooked("consent")
def a_newcomers_consent_changes_when_another_is_silent() -> Forge:
    forge = joined()
    forge.let_in(forge.ask_in([forge.player("dot"), forge.player("eve")]))
    dot = forge.players[2]
    del forge.players[2:]
    forge.let_in(forge.ask_in([dot]))
    return forge


@crooked("statement-order")
def a_consent_that_was_used_is_used_again() -> Forge:
    """Whoever was let in, stayed silent and agreed only then comes in before a later round by that old consent."""
    forge = joined()
    dot = forge.player("dot")
    consents = forge.ask_in([dot])
    forge.let_in(consents)
    del forge.players[2:]
    forge.let_in(forge.ask_in([]))
    forge.agree()
    forge.play_round()
    forge.players.append(dot)
    forge.joining = (2,)
    forge.let_in(consents)
    return forge


# -- the order of statements, and refusals

PRICE: Final[dict[str, object]] = {"false_call_points": 10, "false_call_cards": 2}
"""Of a false call."""


def _wrong_draw(**fields: object) -> Forge:
    forge = dealt()
    seat = forge.state.turn
    forge.apply_and_log(seat, Draw(), forge.action(seat, "draw", **fields), None)
    return forge


@crooked("statement-order")
def an_action_that_does_not_follow_the_one_before() -> Forge:
    return _wrong_draw(prev=bytes(32))


@crooked("statement-order")
def an_action_with_a_number_that_was_used() -> Forge:
    return _wrong_draw(n=3)


@crooked("statement-order")
def an_action_of_another_log() -> Forge:
    return _wrong_draw(log=bytes(32))


@crooked("statement-order")
def an_older_statement_behind_a_newer_one() -> Forge:
    """A vote is kept back; when the same player has acted it is used after all."""
    forge = dealt()
    seat = forge.state.turn
    kept = forge.ballot(seat, 1 - seat)
    forge.act(seat, Draw())
    forge.write(log.Voted(seat, kept, forge.tick()))
    return forge


@crooked("statement-order")
def a_statement_is_logged_twice() -> Forge:
    forge = dealt()
    seat = forge.state.turn
    vote = forge.ballot(seat, 1 - seat)
    forge.write(log.Voted(seat, vote, forge.tick()))
    forge.write(log.Voted(seat, vote, forge.tick()))
    return forge


@crooked("refusal", 0)
def a_refused_call_is_logged() -> Forge:
    """A call comes, the host refuses it, and logs it an action later, when it serves somebody."""
    forge, seat, do = at_a_call()
    envelope = forge.action(seat, do)
    forge.refuse(seat, Acting, envelope)
    forge.act(forge.state.turn, Draw())
    assert forge.game.offers.call_brings(forge.state, notation.parse(do))
    forge.apply_and_log(seat, notation.parse(do), envelope, None)
    return forge


@crooked("refusal", 0)
def a_right_call_is_refused_where_false_ones_have_a_price() -> Forge:
    forge, seat, do = at_a_call(PRICE)
    forge.refuse(seat, Acting, forge.action(seat, do), "no_such_call")
    return forge


@crooked("refusal", 0)
def a_false_call_is_refused_and_its_price_is_spared() -> Forge:
    """The host's friend calls whatever may lie there, and pays for none of it."""
    forge, seat, _ = at_a_call(PRICE)
    forge.act(forge.state.turn, Draw())
    held = next(members(forge.state.hands[forge.state.turn]))
    forge.refuse(seat, Acting, forge.action(seat, f"rummy lay {face(held)} on 0"), "no_such_call")
    return forge


@crooked("position")
def a_right_call_costs_cards() -> Forge:
    """What lies there is not taken, and its caller gets the cards that a false call costs."""
    forge, seat, do = at_a_call(PRICE)
    forge.write(log.Acted(seat, do, forge.action(seat, do), None, 2, forge.position, forge.tick()))
    return forge


@crooked("stale-action")
def a_right_call_is_kept_back_until_it_is_a_false_one() -> Forge:
    forge, seat, do = at_a_call(PRICE)
    envelope, call = forge.action(seat, do), notation.parse(do)
    assert isinstance(call, CallRummy)
    takes = [one for one in forge.game.legal(forge.state, forge.state.turn) if isinstance(one, Take)]
    forge.act(forge.state.turn, next(one for one in takes if one.play == call.play))
    assert forge.game.offers.is_false_call(forge.state, seat, call)
    forge.apply_and_log(seat, call, envelope, None)
    return forge


@crooked("score")
def a_false_call_is_scored_that_nobody_made() -> Forge:
    forge = dealt(options={"deals": 1, **PRICE})
    forge.full = replace(forge.state, false_calls=(1, 0))
    while not forge.game.hands_are_shown(forge.state):
        forge.step()
    forge.finish()
    return forge


@crooked("refusal", 0)
def a_refused_vote_is_logged() -> Forge:
    forge = dealt()
    vote = forge.ballot(0, 1)
    forge.refuse(0, Voting, vote)
    forge.write(log.Voted(0, vote, forge.tick()))
    return forge


@crooked("refusal", 0)
def what_was_logged_is_refused() -> Forge:
    forge = dealt()
    vote = forge.ballot(0, 1)
    forge.write(log.Voted(0, vote, forge.tick()))
    forge.refuse(0, Voting, vote)
    return forge


@crooked("refusal", 0)
def a_refusal_that_the_host_did_not_sign() -> Forge:
    forge = dealt()
    forge.refuse(0, Voting, forge.ballot(0, 1))
    (at, record), *_ = forge.refused
    forge.refused = [(at, replace(record, code="too_late"))]
    return forge


@crooked("refusal", 0)
def a_refusal_of_what_the_owner_did_not_sign() -> Forge:
    forge = dealt()
    forge.refuse(0, Voting, forge.ballot(1, 0))
    return forge


@crooked("refusal", 0)
def a_refusal_of_another_log() -> Forge:
    forge = dealt()
    forge.refuse(0, Voting, forge.ballot(0, 1, log=bytes(32)))
    return forge


@crooked("refusal", 7)
def a_refusal_to_a_seat_that_is_not_there() -> Forge:
    forge = dealt()
    forge.refuse(0, Voting, forge.ballot(0, 1))
    forge.refused = [(at, replace(record, seat=7)) for at, record in forge.refused]
    return forge


def on_turn(variant: str = "keilty") -> Forge:
    forge = dealt(variant)
    while forge.state.turn != 0:
        forge.step()
    return forge


@crooked("position", 0)
def a_refusal_that_was_true_comes_when_its_player_may_act() -> Forge:
    """It is judged by the position at its head: what is wrong is the card that is skipped behind it."""
    forge = dealt()
    while forge.state.turn != 1:
        forge.step()
    head, signed = forge.head, forge.action(0, "draw")
    while forge.state.turn != 0:
        forge.step()
    forge.refuse(0, Acting, signed, "not_your_turn", head=head)
    forge.write(log.Acted(0, "draw", forge.action(0, "draw"), None, 1, forge.position + 1, forge.tick()))
    return forge


@crooked("refusal", 0)
def a_turn_is_refused_as_that_of_another_seat() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "throw 2C"), "not_your_turn")
    return forge


@crooked("refusal", 0)
def a_legal_draw_is_refused_as_illegal() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), "illegal")
    return forge


@crooked("refusal", 0)
def an_action_at_the_newest_position_is_refused_as_stale() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), "stale")
    return forge


@crooked("refusal", 0)
def an_action_is_refused_for_a_shuffle_that_nobody_makes() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), "shuffling")
    return forge


@crooked("refusal", 0)
def an_action_is_refused_as_after_the_end() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), "no_game")
    return forge


@crooked("refusal", 0)
def a_good_signature_is_refused_as_a_bad_one() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), "signature")
    return forge


@crooked("refusal", 0)
def a_clock_that_goes_right_is_refused_as_wrong() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), "clock")
    return forge


@crooked("refusal", 0)
def a_statement_that_follows_is_refused_as_one_that_does_not() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), "wrong_statement")
    return forge


@crooked("refusal", 0)
def a_draw_is_refused_as_a_call_too_soon() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), "cooldown")
    return forge


@crooked("refusal", 0)
def a_draw_is_refused_as_a_call_that_was_overtaken() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), "race")
    return forge


@crooked("refusal", 0)
def a_draw_is_refused_as_out_of_order_without_evidence() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), "order")
    return forge


@crooked("refusal", 0)
def an_older_statement_as_evidence() -> Forge:
    forge = on_turn()
    older = forge.action(0, "draw")
    forge.refuse(0, Acting, forge.action(0, "draw"), "order", shown=("action", *older))
    return forge


@crooked("refusal", 0)
def the_same_statement_as_evidence() -> Forge:
    forge = on_turn()
    draw = forge.action(0, "draw")
    forge.refuse(0, Acting, draw, "order", shown=("action", *draw))
    return forge


@crooked("refusal", 0)
def a_statement_for_another_log_as_evidence() -> Forge:
    forge = on_turn()
    draw = forge.action(0, "draw")
    forge.refuse(0, Acting, draw, "order", shown=("action", *forge.action(0, "draw", log=bytes(32))))
    return forge


@crooked("refusal", 0)
def a_statement_of_somebody_else_as_evidence() -> Forge:
    forge = on_turn()
    draw = forge.action(0, "draw")
    forge.refuse(0, Acting, draw, "order", shown=("action", *forge.action(1, "draw", n=1000)))
    return forge


@crooked("refusal", 0)
def evidence_for_another_reason() -> Forge:
    forge = on_turn()
    older, newer = forge.action(0, "draw"), forge.action(0, "draw")
    forge.refuse(0, Acting, older, "paused", shown=("action", *newer))
    return forge


@crooked("refusal", 0)
def a_statement_is_signed_after_the_last_word() -> Forge:
    forge = called_off()
    forge.last_word(0, "silent")
    forge.refuse(0, Closing, forge.say(0, Closing, head=forge.head, about=1), "no_game")
    return forge


@crooked("refusal", 0)
def a_vote_is_refused_for_a_pause() -> Forge:
    forge = on_turn()
    forge.refuse(0, Voting, forge.ballot(0, 1), "paused")
    return forge


@crooked("refusal", 0)
def a_vote_at_the_newest_position_is_refused_as_stale() -> Forge:
    forge = on_turn()
    forge.refuse(0, Voting, forge.ballot(0, 1), "stale")
    return forge


def asked(kind: str, seat: int = 0, players: int = 2) -> tuple[Forge, Envelope]:
    """The newest entry is of this kind and asks for parts: and what the seat, honest, answered."""
    forge = dealt(players=players)
    kinds = [read_entry(one.entry).kind for one in forge.written]
    at = kinds.index(kind)
    answer = read_entry(forge.written[at + 1].entry)
    assert isinstance(answer, log.NonceCommits | log.Nonces | log.Commits | log.Reveals | log.Cosigns)
    forge.resign([one.entry for one in forge.written[: at + 1]])
    forge.shown = []
    signed = answer.signed[seat]
    assert signed is not None
    return forge, signed


@crooked("refusal", 0)
def a_commitment_to_a_nonce_is_refused_as_wrong() -> Forge:
    forge, part = asked("seats")
    forge.refuse(0, NonceCommitted, part, "wrong_statement")
    return forge


@crooked("refusal", 0)
def a_nonce_is_refused_as_wrong() -> Forge:
    forge, part = asked("nonce-commits")
    forge.refuse(0, NonceShown, part, "wrong_statement")
    return forge


@crooked("refusal", 0)
def a_commitment_is_refused_as_wrong() -> Forge:
    forge, part = asked("host-commit")
    forge.refuse(0, Committed, part, "wrong_statement")
    return forge


@crooked("refusal", 0)
def a_contribution_is_refused_as_wrong() -> Forge:
    forge, part = asked("shuffle")
    forge.refuse(0, Revealed, part, "wrong_statement")
    return forge


@crooked("refusal", 0)
def a_co_signature_is_refused_as_wrong() -> Forge:
    forge, part = asked("root")
    forge.refuse(0, Cosigned, part, "wrong_statement")
    return forge


@crooked("refusal", 0)
def a_contribution_that_is_asked_for_is_refused_as_not_due() -> Forge:
    forge, part = asked("shuffle")
    forge.refuse(0, Revealed, part, "not_due")
    return forge


@crooked("refusal", 0)
def a_pick_up_is_refused_for_something_that_waits_in_a_game_that_keeps_actions() -> Forge:
    """In basic rummy the host keeps some actions until their time; it keeps none of this player's."""
    forge = on_turn("basic")
    forge.refuse(0, Acting, forge.action(0, "draw"), "not_due")
    return forge


@crooked("refusal", 0)
def an_action_is_refused_for_one_that_was_refused_before() -> Forge:
    forge = on_turn("basic")
    forge.refuse(0, Acting, forge.action(0, "draw", head=forge.aims[0]), "stale")
    forge.refuse(0, Acting, forge.action(0, "draw"), "not_due")
    return forge


@crooked("refusal", 0)
def a_vote_behind_anothers_is_refused_as_stale() -> Forge:
    forge = dealt(players=3)
    while forge.state.turn != 2:
        forge.step()
    forge.vote(1, 2)
    forge.refuse(0, Voting, forge.ballot(0, 2), "stale")
    return forge


@crooked("refusal", 0)
def an_objection_that_another_vote_follows_is_refused_as_stale() -> Forge:
    forge = dealt(players=3)
    while forge.state.turn != 0:
        forge.step()
    forge.vote(1, 0)
    objection = forge.ballot(0, 0, yes=False)
    forge.vote(2, 0)
    forge.refuse(0, Voting, objection, "stale")
    return forge


@crooked("refusal", 0)
def an_action_is_refused_as_a_vote_about_somebody_who_is_there() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), "not_absent")
    return forge


@crooked("refusal", 0)
def an_objection_is_refused_for_something_that_waits() -> Forge:
    forge = on_turn()
    forge.refuse(0, Voting, forge.ballot(0, 0, yes=False), "not_due")
    return forge


@crooked("refusal", 0)
def an_objection_is_refused_as_a_vote_about_somebody_who_is_there() -> Forge:
    forge = on_turn()
    forge.refuse(0, Voting, forge.ballot(0, 0, yes=False), "not_absent")
    return forge


@crooked("refusal", 0)
def a_wish_to_end_the_game_is_refused_as_a_protest_against_nobody() -> Forge:
    forge = dealt()
    forge.refuse(0, Closing, forge.say(0, Closing, about=1), "not_due")
    return forge


@crooked("refusal", 1)
def a_protest_is_refused_as_one_against_nobody() -> Forge:
    forge = _agreed()
    forge.time.wait(IDLE)
    forge.close(0, 1)
    forge.refuse(1, Closing, forge.say(1, Closing, about=1), "not_due")
    return forge


@crooked("refusal", 1)
def a_protest_is_refused_as_a_wish_about_somebody_who_is_there() -> Forge:
    forge = _agreed()
    forge.time.wait(IDLE)
    forge.close(0, 1)
    forge.refuse(1, Closing, forge.say(1, Closing, about=1), "not_absent")
    return forge


@crooked("refusal", 0)
def a_refusal_at_a_head_of_no_log() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), head=bytes([7] * 32))
    return forge


@crooked("refusal", 0)
def a_refusal_at_a_head_before_the_statement() -> Forge:
    forge = on_turn()
    forge.refuse(0, Acting, forge.action(0, "draw"), head=bytes(32))
    return forge


@crooked("format", 0)
def a_refusal_of_no_statement() -> Forge:
    forge = dealt()
    payload = b"nothing that was ever a statement"
    forge.refuse(0, Voting, (payload, forge.players[0].signer.sign("vote", payload)))
    return forge


# -- calls


@crooked("stale-action")
def a_call_that_brings_more_than_where_it_was_aimed() -> Forge:
    """The host keeps a call back until more cards lie on those that it was made for."""
    forge, seat, do = at_a_call()
    envelope = forge.action(seat, do)
    pile_grows(forge, seat)
    forge.apply_and_log(seat, notation.parse(do), envelope, None)
    return forge


@crooked("stale-action")
def a_call_from_before_its_cards_lay_there() -> Forge:
    """Somebody who knows what will be thrown signs the call beforehand."""
    early, seat, do = at_a_call(before=True)
    envelope = early.action(seat, do)
    goes_on(early)
    assert do in {notation.text(one) for one in early.game.legal(early.state, seat)}
    early.apply_and_log(seat, notation.parse(do), envelope, None)
    return early


@crooked("stale-action")
def an_offered_card_is_taken_by_the_answer_to_an_earlier_offer() -> Forge:
    """Crummy rummy: who wanted a card, and was passed over, gets another one that it had not seen."""
    forge, answer = offered_twice()
    forge.write(log.Acted(answer.seat, answer.do, answer.signed, None, 1, None, forge.tick()))
    return forge


# -- time


@crooked("time")
def a_turn_is_timed_out_in_no_time() -> Forge:
    forge = dealt(options={"turn_seconds": 30})
    seat = forge.state.turn
    forge.act(seat, Draw())
    forge.time.skip(31_000)
    forge.stand_in(why="turn")
    forge.act(forge.state.turn, Draw())  # whoever comes next has seen it all, and no time go by
    return forge


@crooked("time", 0)
def turns_behind_the_last_statement_are_timed_out_in_no_time() -> Forge:
    """The owner signs nothing any more: only its last word shows that the time has not passed."""
    forge = dealt(options={"turn_seconds": 30})
    forge.time.skip(31_000)
    for _ in range(6):
        forge.stand_in(why="turn")
        forge.time.skip(31_000)
    forge.last_word(0)
    return forge


@crooked("time")
def a_players_clock_runs_backwards() -> Forge:
    forge = dealt()
    seat = forge.state.turn
    forge.time.now -= 60_000
    envelope = forge.action(seat, "draw")
    forge.time.now += 60_000
    forge.apply_and_log(seat, Draw(), envelope, None)
    return forge


@crooked("chain")
def log_time_falls() -> Forge:
    forge = dealt()
    forge.act(forge.state.turn, Draw())
    entry = read_entry(forge.written[-1].entry)
    assert isinstance(entry, log.Acted)
    before = read_entry(forge.written[-2].entry)
    assert isinstance(before, log.CardsDealt)
    forge.resign([*(one.entry for one in forge.written[:-1]), pack_entry(replace(entry, t=before.t - 1))])
    return forge


# -- shuffles in mid-round


@crooked("chain")
def the_pile_is_shuffled_although_nobody_draws() -> Forge:
    forge = stock_empty()
    forge.write(log.Shuffle(1, 1, bytes(forge.due()), forge.tick()))
    return forge


@crooked("chain")
def new_commitments_in_mid_round_although_nobody_draws() -> Forge:
    forge = dealt()
    forge.write(log.HostCommit(1, 4, ((bytes(32), bytes(32)),) * 3, forge.tick()))
    return forge


@crooked("rules")
def a_new_stock_is_wanted_while_there_is_one() -> Forge:
    forge = dealt()
    seat = forge.state.turn
    forge.write(log.Wanted(seat, "draw", forge.action(seat, "draw"), None, forge.tick()))
    return forge


@crooked("rules")
def a_new_stock_is_wanted_by_somebody_who_is_not_on_turn() -> Forge:
    forge = stock_empty()
    seat = 1 - forge.state.turn
    forge.write(log.Wanted(seat, "draw", forge.action(seat, "draw"), None, forge.tick()))
    return forge


@crooked("action-signature")
def a_new_stock_is_wanted_without_a_signature() -> Forge:
    forge = stock_empty()
    forge.write(log.Wanted(forge.state.turn, "draw", None, None, forge.tick()))
    return forge


@crooked("action-signature")
def a_new_stock_is_wanted_in_anothers_name() -> Forge:
    forge = stock_empty()
    seat = forge.state.turn
    forge.write(log.Wanted(seat, "draw", forge.action(1 - seat, "draw"), None, forge.tick()))
    return forge


@crooked("stale-action")
def a_new_stock_is_wanted_by_an_old_draw() -> Forge:
    forge = stock_empty()
    seat = forge.state.turn
    older = forge.action(seat, "draw", head=forge.aims[-2])
    forge.write(log.Wanted(seat, "draw", older, None, forge.tick()))
    return forge


@crooked("clock")
def a_new_stock_is_wanted_by_a_clock_too_early() -> Forge:
    forge = stock_empty(turn_seconds=30)
    forge.time.wait(20_000)
    forge.write(log.Wanted(forge.state.turn, "draw", None, "turn", forge.tick()))
    return forge


@crooked("clock")
def a_new_stock_is_wanted_by_a_vote_that_was_not_held() -> Forge:
    forge = stock_empty()
    forge.write(log.Wanted(forge.state.turn, "draw", None, "vote", forge.tick()))
    return forge


def _new_stock() -> tuple[Forge, int]:
    """A new stock has been made for the seat's draw."""
    forge = stock_empty()
    seat = forge.state.turn
    forge.write(log.Wanted(seat, "draw", forge.action(seat, "draw"), None, forge.tick()))
    forge.mix(forge.due())
    return forge, seat


@crooked("chain")
def another_action_follows_the_shuffle() -> Forge:
    forge, seat = _new_stock()
    top = face(forge.state.discard[-1])
    forge.write(log.Acted(seat, f"take {top}", None, "want", 0, None, forge.tick()))
    return forge


@crooked("chain")
def another_seat_draws_from_the_new_stock() -> Forge:
    forge, seat = _new_stock()
    forge.write(log.Acted(1 - seat, "draw", None, "want", 1, 0, forge.tick()))
    return forge


@crooked("chain")
def the_wanted_draw_is_signed_a_second_time() -> Forge:
    forge, seat = _new_stock()
    forge.write(log.Acted(seat, "draw", forge.action(seat, "draw"), None, 1, 0, forge.tick()))
    return forge


@crooked("action-signature")
def the_wanted_draw_comes_with_a_signature_again() -> Forge:
    forge, seat = _new_stock()
    forge.write(log.Acted(seat, "draw", forge.action(seat, "draw"), "want", 1, 0, forge.tick()))
    return forge


@crooked("chain")
def a_draw_says_that_it_was_wanted_but_it_was_not() -> Forge:
    forge = dealt()
    forge.write(log.Acted(forge.state.turn, "draw", None, "want", 1, forge.position, forge.tick()))
    return forge


@crooked("chain")
def a_vote_while_cards_are_shuffled() -> Forge:
    forge = stock_empty()
    seat = forge.state.turn
    forge.write(log.Wanted(seat, "draw", forge.action(seat, "draw"), None, forge.tick()))
    forge.vote(1 - seat, seat)
    return forge


# -- s_pub


@crooked("commitment")
def another_public_secret_is_opened() -> Forge:
    forge = Forge("keilty", {"target": 60}, 3, seed=1, crook="opens-another-public-secret")
    forge.begin()
    forge.round = 1
    forge.commit(4)
    forge.mix(forge.due())
    return forge


# -- voids


def _committed(**options: object) -> Forge:
    forge = Forge("keilty", {"target": 60, **options}, 3, seed=2)
    forge.begin()
    forge.round = 1
    forge.commit(4)
    return forge


@crooked("void")
def a_void_names_nobody() -> Forge:
    forge = _committed()
    forge.void()
    return forge


@crooked("void")
def a_void_says_nothing_of_a_seat() -> Forge:
    forge = _committed()
    forge.void(1, signed=(None,) * 2)
    return forge


@crooked("void")
def a_void_names_a_seat_that_is_not_there() -> Forge:
    forge = _committed()
    forge.void(1, signed=(None,) * 4)
    return forge


@crooked("void")
def a_shuffle_is_voided_before_a_part_can_have_come() -> Forge:
    forge = _committed()
    began = forge.tick()
    forge.write(log.Shuffle(1, 0, bytes(forge.due()), began))
    signed = forge.reveals(forge.deals[0], forge.seat_commits[0])
    forge.write(log.Voided(1, 0, (signed[0], None, signed[2]), began + log.VOID_MILLIS - 1))
    return forge


@crooked("reveal")
def a_void_holds_a_part_of_another_kind() -> Forge:
    forge = _committed()
    cosigned = forge.say(0, Cosigned, session=forge.session, deal=bytes(32), root=bytes(32))
    forge.void(1, signed=(cosigned, None, None))
    return forge


@crooked("commitment")
def a_part_in_a_void_is_not_the_one_committed_to() -> Forge:
    forge = _committed()
    forge.players[0].secret = bytes(32)
    forge.void(1)
    return forge


@crooked("void")
def a_seat_answers_to_one_of_two_voids() -> Forge:
    forge = voided(1, voids=3)
    forge.write(log.HostCommit(1, 4, ((bytes(32), bytes(32)),) * 3, forge.tick()))
    forge.next_epoch = 7
    forge.put_aside(4, (None,) * 3)
    del forge.answers[0]
    forge.commit(3)
    return forge


@crooked("void")
def a_void_names_another_shuffle() -> Forge:
    forge = _committed()
    forge.void(1, epoch=1)
    return forge


@crooked("chain")
def a_void_of_another_round() -> Forge:
    forge = _committed()
    forge.void(1, round=2)
    return forge


@crooked("void")
def a_seat_says_nothing_to_a_void() -> Forge:
    forge = _committed()
    forge.void(1)
    forge.answers = []
    forge.commit(3)
    return forge


@crooked("void")
def a_seat_answers_to_a_void_that_was_not() -> Forge:
    forge = Forge("keilty", {"target": 60}, 3, seed=2)
    forge.begin()
    forge.round = 1
    forge.answers = [{}]
    forge.commit(4)
    return forge


@crooked("void")
def the_game_goes_on_after_its_last_void() -> Forge:
    forge = voided(2, voids=2)
    forge.write(log.HostCommit(1, forge.next_epoch, ((bytes(32), bytes(32)),) * 3, forge.tick()))
    return forge


@crooked("void")
def the_last_void_is_followed_by_an_end_for_another_reason() -> Forge:
    forge = voided(2, voids=2)
    forge.write(log.Ended("epochs", forge.tick()))
    return forge


@crooked("end")
def a_game_is_called_off_before_its_last_void() -> Forge:
    forge = voided(1, voids=2)
    forge.write(log.Ended("voids", forge.tick()))
    return forge


# -- ends


@crooked("end")
def a_game_is_called_off_for_want_of_epochs_that_are_left() -> Forge:
    forge = voided(1, voids=3)
    forge.write(log.Ended("epochs", forge.tick()))
    return forge


@crooked("end")
def a_game_says_that_nobody_agreed_on_a_session_but_is_played_already() -> Forge:
    forge = joined()
    forge.let_in(forge.ask_in([forge.player("dot")]))
    forge.write(log.Ended("no-session", forge.tick()))
    return forge


@crooked("end")
def a_game_is_played_to_its_end_before_there_is_a_session() -> Forge:
    forge = _begun()
    forge.write(log.Ended("played", forge.tick()))
    return forge


@crooked("end")
def a_game_is_played_to_its_end_before_anybody_has_won() -> Forge:
    forge = Forge("keilty", {"target": 500}, 2, seed=1).play(1)
    forge.write(log.Ended("played", forge.tick()))
    return forge


@crooked("end")
def a_game_ends_in_mid_round() -> Forge:
    forge = dealt()
    forge.write(log.Ended("voids", forge.tick()))
    return forge


@crooked("chain")
def a_round_follows_when_the_game_is_won() -> Forge:
    forge = played()
    forge.resign([one.entry for one in forge.written[:-1]])
    forge.write(log.HostCommit(forge.round + 1, 0, ((bytes(32), bytes(32)),) * 4, forge.tick()))
    return forge


@crooked("chain")
def something_follows_the_end() -> Forge:
    forge = called_off()
    forge.write(log.Ended("voids", forge.tick()))
    return forge


@crooked("score")
def a_score_without_a_show() -> Forge:
    forge = played()
    kinds = [type(read_entry(one.entry)) for one in forge.written]
    at = kinds.index(log.Shown)
    forge.resign([*(one.entry for one in forge.written[:at]), forge.written[at + 1].entry])
    return forge


@crooked("chain")
def the_secrets_are_shown_twice() -> Forge:
    for seed in range(100):
        forge = joined(seed=seed)
        order = [one.entry for one in forge.written]
        at = [type(read_entry(one)) for one in order].index(log.Shown)
        if isinstance(read_entry(order[at + 1]), log.Acted):  # the aces are counted with open hands
            forge.resign([*order[: at + 2], order[at]])
            return forge
    raise AssertionError("nobody ever had to count an ace")


# -- what the host does by itself


@crooked("clock")
def a_throw_out_by_the_clock_before_anything_was_drawn() -> Forge:
    """Which card the clock throws out is hidden; that it draws first is not."""
    forge = dealt(options={"turn_seconds": 30})
    forge.time.wait(31_000)
    seat = forge.state.turn
    held = next(face(card) for card in range(52) if forge.state.hands[seat] >> card & 1)
    forge.write(log.Acted(seat, f"throw {held}", None, "turn", 0, None, forge.tick()))
    return forge


@crooked("clock")
def cards_are_laid_by_the_clock() -> Forge:
    forge = dealt(options={"turn_seconds": 30})
    forge.act(forge.state.turn, Draw())
    forge.time.wait(31_000)
    forge.write(log.Acted(forge.state.turn, "meld 3S 4S 5S", None, "turn", 0, None, forge.tick()))
    return forge


def _objected(forge: Forge, after: int) -> int:
    """The seat on turn objects so late in its turn."""
    seat = forge.state.turn
    forge.time.wait(after)
    forge.vote(seat, seat, yes=False)
    return seat


@crooked("clock")
def a_turn_clock_that_an_objection_does_not_begin_again() -> Forge:
    forge = dealt(options={"turn_seconds": 30})
    _objected(forge, 20_000)
    forge.time.wait(28_000)
    forge.write(log.Acted(forge.state.turn, "draw", None, "turn", 1, forge.position, forge.tick()))
    return forge


@crooked("position")
def an_objection_begins_a_turn_clock_again_once() -> Forge:
    """The clock is right: what is wrong is a card that is skipped."""
    forge = dealt(options={"turn_seconds": 30})
    forge.act(_objected(forge, 20_000), Draw())
    _objected(forge, 25_000)
    forge.time.wait(6_000)
    forge.stand_in(why="turn")
    forge.time.wait(31_000)
    forge.write(log.Acted(forge.state.turn, "draw", None, "turn", 1, forge.position + 1, forge.tick()))
    return forge


@crooked("clock")
def a_turn_clock_at_a_table_without_one() -> Forge:
    forge = dealt()
    forge.time.wait(3_600_000)
    forge.write(log.Acted(forge.state.turn, "draw", None, "turn", 1, forge.position, forge.tick()))
    return forge


@crooked("clock")
def a_wait_of_the_game_that_it_does_not_have() -> Forge:
    forge = dealt(options={"turn_seconds": 30})
    forge.time.wait(31_000)
    forge.write(log.Acted(forge.state.turn, "draw", None, "rule", 1, forge.position, forge.tick()))
    return forge


@crooked("clock")
def the_clock_of_a_seat_that_is_not_on_turn() -> Forge:
    forge = dealt(options={"turn_seconds": 30})
    forge.time.wait(31_000)
    forge.write(log.Acted(1 - forge.state.turn, "draw", None, "turn", 1, forge.position, forge.tick()))
    return forge


@crooked("clock", later=True)
def another_card_is_thrown_by_the_clock() -> Forge:
    """Not the card that was drawn: nobody but its player can know before the cards are open."""
    forge = dealt(options={"turn_seconds": 30, "target": 60})
    forge.act(forge.state.turn, Draw())
    forge.time.wait(31_000)
    safe = stand_in(forge.game, forge.state, 1)[0].action
    legal = forge.game.legal(forge.state, forge.state.turn)
    other = next(one for one in legal if isinstance(one, ThrowOut) and one != safe)
    forge.stand_in(other, why="turn")
    while not forge.game.hands_are_shown(forge.state):
        forge.step()
    forge.finish()
    return forge


@crooked("stale-action")
def a_second_vote_about_a_seat_at_the_same_position() -> Forge:
    forge = dealt(players=3)
    seat = forge.state.turn
    other = (seat + 1) % 3
    forge.vote(other, seat)
    forge.vote(other, seat, yes=False)
    return forge


@crooked("rules")
def an_action_in_another_spelling() -> Forge:
    forge = dealt()
    seat = forge.state.turn
    forge.write(log.Acted(seat, "draw ", forge.action(seat, "draw "), None, 1, forge.position, forge.tick()))
    return forge


# -- openings


@crooked("opening", 0)
def a_card_is_shown_to_its_seat_after_it_was_played() -> Forge:
    forge = dealt()
    while forge.state.turn != 0:
        forge.step()
    forge.act(0, Draw())
    drawn = forge.shown[-1]
    card = drawn.row[1]
    forge.act(0, notation.parse(f"throw {face(card)}"))
    drawn.after = len(forge.written) - 1
    return forge


@crooked("session")
def a_nonce_for_other_commitments_than_the_log_holds() -> Forge:
    forge = Forge("keilty", {}, 2, seed=1, crook="changes-a-nonce")
    forge.begin()
    return forge


@crooked("host-signature")
def a_host_that_names_another_host() -> Forge:
    forge = _begun()
    forge.host = Signer(b"\7" * 32)
    forge.resign([forge.written[0].entry])
    return forge


# -- somebody who is waited for

IDLE: Final = 180_000


def _agreed() -> Forge:
    """As far as the session."""
    forge = Forge("keilty", {}, 2, seed=1)
    forge.begin()
    return forge


def _voted(players: int = 3, bots: tuple[int, ...] = ()) -> tuple[Forge, int]:
    """All others who have a vote want the host to play for the seat on turn."""
    forge = dealt(players=players, bots=bots)
    seat = forge.state.turn
    for other in range(players):
        if other != seat and other not in bots:
            forge.vote(other, seat)
    return forge, seat


@crooked("clock")
def one_of_two_has_the_others_turn_played() -> Forge:
    forge, _ = _voted(players=2)
    forge.stand_in()
    return forge


@crooked("clock")
def one_person_among_bots_has_anothers_turn_played() -> Forge:
    deals = (dealt(players=4, bots=(2, 3), seed=seed) for seed in range(30))
    forge = next(one for one in deals if one.state.turn < 2)
    forge.vote(1 - forge.state.turn, forge.state.turn)
    forge.stand_in()
    return forge


@crooked("clock")
def votes_are_used_before_anybody_can_object() -> Forge:
    forge, _ = _voted()
    forge.stand_in(after=3000)
    return forge


@crooked("clock")
def a_turn_is_played_in_spite_of_an_objection() -> Forge:
    forge, seat = _voted()
    forge.vote(seat, seat, yes=False)
    forge.stand_in(after=IDLE - 1000)
    return forge


@crooked("clock")
def a_slow_shuffle_counts_against_an_objection() -> Forge:
    """A draw by votes needs a new stock; that takes as long as the seat has after its objection."""
    forge = stock_empty(players=3)
    seat = forge.state.turn
    others = [one for one in range(3) if one != seat]
    for voter in others:
        forge.vote(voter, seat)
    forge.shuffle_millis = IDLE
    forge.stand_in()
    for voter in others:
        forge.write(log.Voted(voter, forge.ballot(voter, seat, head=forge.aim), forge.tick()))
    forge.vote(seat, seat, yes=False)
    forge.stand_in()
    return forge


@crooked("clock")
def an_objection_counts_from_the_last_own_action() -> Forge:
    forge = dealt(players=3)
    seat = forge.state.turn
    forge.time.wait(IDLE)
    forge.act(seat, Draw())
    for other in ((seat + 1) % 3, (seat + 2) % 3):
        forge.vote(other, seat)
    forge.vote(seat, seat, yes=False)
    forge.stand_in(after=10_000)
    return forge


@crooked("action-signature")
def a_player_votes_for_being_played_for() -> Forge:
    forge = dealt(players=3)
    seat = forge.state.turn
    forge.vote(seat, seat)
    return forge


@crooked("action-signature")
def a_bot_of_the_hosts_votes() -> Forge:
    forge = dealt(players=3, bots=(0,))
    forge.vote(0, 1)
    return forge


@crooked("stale-action")
def a_second_objection_at_the_same_position() -> Forge:
    forge, seat = _voted()
    forge.vote(seat, seat, yes=False)
    forge.vote(seat, seat, yes=False)
    return forge


@crooked("end")
def a_game_is_ended_for_somebody_who_has_time() -> Forge:
    forge = dealt()
    forge.time.wait(IDLE - 2000)
    forge.close(1 - forge.state.turn, forge.state.turn)
    forge.end()
    return forge


@crooked("end")
def a_game_is_ended_for_somebody_who_is_not_on_turn() -> Forge:
    forge = dealt()
    forge.time.wait(IDLE)
    forge.close(forge.state.turn, 1 - forge.state.turn)
    forge.end()
    return forge


@crooked("end")
def a_game_is_ended_by_one_of_two_others() -> Forge:
    forge = dealt(players=3)
    seat = forge.state.turn
    forge.time.wait(IDLE)
    forge.close((seat + 1) % 3, seat)
    forge.end()
    return forge


@crooked("end")
def a_game_is_ended_although_its_player_has_acted() -> Forge:
    forge = dealt()
    seat = forge.state.turn
    forge.time.wait(IDLE)
    forge.close(1 - seat, seat)
    forge.act(seat, Draw())
    forge.end()
    return forge


@crooked("end")
def a_game_is_ended_by_its_own_player() -> Forge:
    forge = dealt()
    forge.time.wait(IDLE)
    forge.close(forge.state.turn, forge.state.turn)
    forge.end()
    return forge


@crooked("end")
def a_game_is_ended_in_a_break_that_is_not_over() -> Forge:
    forge = _agreed()
    forge.time.wait(IDLE)
    forge.close(0, 1)
    forge.end()
    return forge


@crooked("stale-action")
def a_close_is_used_at_a_later_position() -> Forge:
    forge = dealt()
    seat = forge.state.turn
    kept = forge.say(1 - seat, Closing, about=seat)
    forge.act(seat, Draw())
    forge.write(log.WaitClosed(1 - seat, kept, forge.tick()))
    return forge


@crooked("action-signature")
def a_bot_of_the_hosts_ends_a_game() -> Forge:
    forge = dealt(bots=(0,))
    forge.close(0, 1)
    return forge


@crooked("chain")
def a_close_where_the_hosts_own_time_runs() -> Forge:
    forge = _agreed()
    forge.round = 1
    forge.write(log.HostCommit(1, 0, ((bytes(32), bytes(32)),) * 4, forge.tick()))
    forge.close(0, 1)
    return forge


# -- pauses


@crooked("chain")
def somebody_acts_in_a_pause() -> Forge:
    forge = dealt()
    forge.pause(True)
    forge.act(forge.state.turn, Draw())
    return forge


@crooked("chain")
def a_game_is_ended_in_a_pause() -> Forge:
    forge = dealt()
    forge.time.wait(IDLE)
    forge.close(1 - forge.state.turn, forge.state.turn)
    forge.pause(True)
    forge.end()
    return forge


@crooked("chain")
def a_pause_begins_in_a_pause() -> Forge:
    forge = dealt()
    forge.pause(True)
    forge.pause(True)
    return forge


@crooked("chain")
def a_pause_ends_that_never_began() -> Forge:
    forge = dealt()
    forge.pause(False)
    return forge


@crooked("chain")
def a_pause_begins_before_the_first_deal() -> Forge:
    forge = _agreed()
    forge.pause(True)
    return forge


@crooked("clock")
def a_turn_runs_out_in_a_pause() -> Forge:
    forge = dealt(options={"turn_seconds": 30})
    forge.time.wait(10_000)
    forge.pause(True)
    forge.time.wait(60_000)
    forge.pause(False)
    forge.time.wait(15_000)
    forge.stand_in(why="turn")
    return forge


@crooked("clock")
def a_seat_is_played_for_at_the_end_of_a_pause() -> Forge:
    forge = dealt(players=3)
    seat = forge.state.turn
    forge.time.wait(10_000)
    forge.pause(True)
    for other in ((seat + 1) % 3, (seat + 2) % 3):
        forge.vote(other, seat)
    forge.time.wait(60_000)
    forge.pause(False)
    forge.stand_in(after=0)
    return forge


@crooked("end")
def a_game_is_ended_for_the_time_of_a_pause() -> Forge:
    forge = dealt()
    seat = forge.state.turn
    forge.pause(True)
    forge.time.wait(IDLE)
    forge.pause(False)
    forge.close(1 - seat, seat)
    forge.end()
    return forge


@crooked("refusal", 0)
def a_draw_is_refused_for_a_pause_that_is_over() -> Forge:
    forge = on_turn()
    forge.pause(True)
    forge.pause(False)
    forge.refuse(0, Acting, forge.action(0, "draw"), "paused")
    return forge


@crooked("refusal", 0)
def a_vote_is_refused_as_stale_for_a_pause() -> Forge:
    forge = on_turn()
    vote = forge.ballot(0, 1)
    forge.pause(True)
    forge.refuse(0, Voting, vote, "stale")
    return forge


@crooked("session")
def bots_are_named_out_of_order() -> Forge:
    forge = Forge("keilty", {}, 3, seed=1)
    forge.bots = (1, 0)
    forge.begin()
    forge.resign([one.entry for one in forge.written[:2]])
    return forge


@crooked("consent")
def a_person_is_called_a_bot() -> Forge:
    forge = Forge("keilty", {}, 2, seed=1, crook="calls-a-person-a-bot")
    forge.begin()
    forge.resign([one.entry for one in forge.written[:2]])
    return forge
