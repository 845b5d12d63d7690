"""Cheats as rows: what a host adds to an honest beginning of a game, or alters in it, and the check that finds it.

All is in order up to the entry (or record) that is wrong, which is the last one of the file unless ``later`` says
otherwise. ``ALL`` are vectors too (scripts/make/transcripts.py): whoever writes a verifier can be held against them.
"""
# mypy: disable-error-code="func-returns-value"
# An edit is a tuple of steps, most of which give nothing.

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from rummynet.rules.core.variety import stand_in
from rummynet_protocol import notation
from rummynet_protocol.actions import CallRummy, Draw, Take, ThrowOut
from rummynet_protocol.cards import face, members
from rummynet_protocol.fairness import commitment as fair
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.fairness.statements import (
    Acting,
    Agreed,
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
    agreed,
    asked,
    at_a_call,
    begun,
    called_off,
    committed,
    dealt,
    goes_on,
    joined,
    offered_twice,
    on_turn,
    out_of_points,
    pile_grows,
    played,
    seats,
    stock_empty,
    voided,
    voted,
    wants,
)

Edit = Callable[[Forge], object]


@dataclass(frozen=True)
class Row:
    """An honest beginning, what is wrong behind it, the check that fails, and whose file it is (None: the host's)."""

    name: str
    check: str | None
    """None where nothing is wrong."""
    base: Callable[[], Any]
    edit: Callable[[Any], object]
    seat: int | None = None
    later: bool = False
    """The fault shows only when the cards are open."""

    def transcript(self) -> bytes:
        forge = self.base()
        self.edit(forge)
        data: bytes = forge.transcript(self.seat)
        return data


ALL: Final[dict[str, Row]] = {}


def cheats(
    check: str | None, base: Callable[[], Forge], seat: int | None = None, *, later: bool = False,
    into: dict[str, Row] = ALL, **edits: Edit,
) -> None:  # fmt: skip
    """Add rows that have the check and the beginning in common."""
    for name, edit in edits.items():
        assert name not in into
        into[name] = Row(name, check, base, edit, seat, later)


IDLE: Final = 180_000
"""The default of ``idle_seconds``, in milliseconds."""
PAIRS: Final = ((bytes(32), bytes(32)),)
"""A host's commitment to a shuffle."""
PRICE: Final[dict[str, object]] = {"false_call_points": 10, "false_call_cards": 2}
"""Of a false call."""
TIMED: Final[dict[str, object]] = {"turn_seconds": 30}


# -- consent

cheats(
    "consent", begun,
    begins_without_a_consent=lambda f: f.alter(log.Seated, ready=lambda old: old[:-1]),
    a_consent_is_somebody_elses=lambda f: f.alter(log.Seated, ready=lambda old: old[:2] + old[:1]),
    the_log_names_another_past_than_all_agreed_to=lambda f: f.alter(log.Opened, before=bytes(31) + b"\1"),
    the_log_has_other_options_than_all_agreed_to=lambda f: f.alter(
        log.Opened, options=lambda old: {**old, "target": 500}
    ),
    the_log_has_other_names_than_all_agreed_to=lambda f: f.alter(
        log.Seated, players=lambda old: ((old[0][0], "player 9"), *old[1:])
    ),
)  # fmt: skip
cheats(
    "consent", seats,
    one_agreed_to_other_rules=lambda f: (
        f.falsify(Agreed, 2, rules=fair.rules_hash("keilty", {**f.options, "turn_seconds": 7})), f.seat_all(),
    ),
    one_agreed_to_other_names=lambda f: (
        f.falsify(Agreed, 2, players=fair.players_hash([(key, "x") for key, _ in f.seated])), f.seat_all(),
    ),
    one_agreed_to_another_order_of_seats=lambda f: (
        f.falsify(Agreed, 2, players=fair.players_hash(f.seated[::-1])), f.seat_all(),
    ),
    one_agreed_to_another_past=lambda f: (f.falsify(Agreed, 2, head=f.fresh()), f.seat_all()),
)  # fmt: skip
cheats(
    "statement-order", seats,
    one_agreed_to_another_game_of_the_table=lambda f: (
        f.falsify(Agreed, 2, log=fair.log_id(f.host.public, f.table, f.number + 1)), f.seat_all(),
    ),
)  # fmt: skip
cheats("session", begun, newcomers_before_the_first_round=lambda f: f.alter(log.Seated, joining=(2,)))
cheats(
    "chain", begun,
    players_are_seated_twice_before_the_first_session=lambda f: f.resign(
        [one.entry for one in f.written + f.written[1:]]
    ),
)  # fmt: skip


# -- newcomers


def _asks(forge: Forge, *names: str, joining: tuple[int, ...] = ()) -> None:
    """The players of these names are let in, named as *joining*."""
    consents = forge.ask_in([forge.player(name) for name in names])
    forge.joining = joining or forge.joining
    forge.let_in(consents)


def _renamed(forge: Forge, seat: int, step: Callable[[], object]) -> None:
    """The player has another name in this step."""
    name, forge.players[seat].name = forge.players[seat].name, "someone else"
    step()
    forge.players[seat].name = name


def _agreed_with_others(forge: Forge) -> None:
    consents: list[dict[int, log.Envelope]] = []
    _renamed(forge, 1, lambda: consents.append(forge.ask_in([forge.player("dot")])))
    forge.let_in(consents[0])


def _left_out(forge: Forge, *silent: int) -> None:
    for seat in sorted(silent, reverse=True):
        del forge.players[seat]


def _old_consent(forge: Forge) -> None:
    """Whoever was let in, stayed silent and agreed only then comes in before a later round by that old consent."""
    dot = forge.player("dot")
    consents = forge.ask_in([dot])
    forge.let_in(consents)
    _left_out(forge, 2)
    forge.let_in(forge.ask_in([]))
    forge.agree()
    forge.play_round()
    forge.players.append(dot)
    forge.joining = (2,)
    forge.let_in(consents)


cheats(
    "consent", joined,
    a_newcomer_did_not_agree=lambda f: (
        all_said := f.ask_in([f.player("dot"), f.player("eve")]),
        f.write(log.Seated(f.seated, (2, 3), (), (all_said[2],), f.tick())),
    ),
    a_newcomer_agreed_to_play_with_others=_agreed_with_others,
    a_newcomers_consent_changes_when_another_is_silent=lambda f: (
        _asks(f, "dot", "eve"), dot := f.players[2], _left_out(f, 2, 3), f.let_in(f.ask_in([dot])),
    ),
)  # fmt: skip
cheats(
    "consent", lambda: seats(2, before=b"\x09" * 32, seed=5, target=40),
    a_first_game_has_a_past=lambda f: f.seat_all(),
)  # fmt: skip
cheats("statement-order", joined, a_consent_that_was_used_is_used_again=_old_consent)
cheats(
    "session", joined,
    a_player_has_another_name_when_somebody_comes_in=lambda f: (
        said := f.ask_in([f.player("dot")]), _renamed(f, 1, lambda: f.let_in(said)),
    ),
    newcomers_are_asked_twice=lambda f: (
        said := f.ask_in([f.player("dot"), f.player("eve")]), f.let_in(said), f.let_in(said),
    ),
    another_newcomer_is_asked_after_one_was_silent=lambda f: (
        _asks(f, "dot", "eve"), _left_out(f, 2, 3), _asks(f, "fay"),
    ),
    newcomers_are_named_out_of_order=lambda f: _asks(f, "dot", "eve", joining=(3, 2)),
    a_newcomer_is_named_twice=lambda f: _asks(f, "dot", "eve", joining=(2, 2, 3)),
)  # fmt: skip
cheats(
    "session", out_of_points,
    a_player_who_comes_in_again_has_another_name=lambda f: (
        said := f.ask_in([], f.outside), _renamed(f, f.outside[0], lambda: f.let_in(said)),
    ),
)  # fmt: skip
cheats("session", lambda: seats(seed=1, bots=(1, 0), target=500), bots_are_named_out_of_order=lambda f: f.seat_all())
cheats(
    "consent", lambda: seats(2, target=500),
    a_person_is_called_a_bot=lambda f: (f.falsify(log.Seated, bots=(1,)), f.seat_all()),
)  # fmt: skip
cheats(
    "session", lambda: seats(2, target=500),
    a_nonce_for_other_commitments_than_the_log_holds=lambda f: (
        f.falsify(NonceShown, 0, nonce=lambda _: f.fresh()), f.begin(),
    ),
)  # fmt: skip


def _another_host(forge: Forge) -> None:
    forge.host = Signer(b"\7" * 32)
    forge.cut(1)


cheats("host-signature", begun, a_host_that_names_another_host=_another_host)


# -- the order of statements


def _draws(**fields: Any) -> Edit:  # noqa: ANN401
    """The seat on turn signs this of its draw."""
    return lambda f: f.apply_and_log(f.turn, Draw(), f.action(f.turn, "draw", **fields), None)


def _runs_backwards(forge: Forge) -> None:
    forge.time.now -= 60_000
    signed = forge.action(forge.turn, "draw")
    forge.time.now += 60_000
    forge.apply_and_log(forge.turn, Draw(), signed, None)


cheats(
    "statement-order", dealt,
    an_action_that_does_not_follow_the_one_before=_draws(prev=bytes(32)),
    an_action_with_a_number_that_was_used=_draws(n=3),
    an_action_of_another_log=_draws(log=bytes(32)),
    an_older_statement_behind_a_newer_one=lambda f: (  # a vote is kept back until the same player has acted
        seat := f.turn, kept := f.ballot(seat, 1 - seat), f.draw(), f.voted(seat, kept),
    ),
    a_statement_is_logged_twice=lambda f: (
        vote := f.ballot(f.turn, 1 - f.turn), f.voted(f.turn, vote), f.voted(f.turn, vote),
    ),
)  # fmt: skip


# -- time


def _timed_out(forge: Forge) -> None:
    """The owner signs nothing any more: only its last word shows that the time has not passed."""
    forge.time.skip(31_000)
    for _ in range(6):
        forge.stand_in(why="turn")
        forge.time.skip(31_000)
    forge.last_word(0)


cheats("time", dealt, a_players_clock_runs_backwards=_runs_backwards)
cheats(
    "time", partial(dealt, options=TIMED),
    a_turn_is_timed_out_in_no_time=lambda f: (  # whoever comes next has seen it all, and no time go by
        f.draw(), f.time.skip(31_000), f.stand_in(why="turn"), f.draw(),
    ),
)  # fmt: skip
cheats("time", partial(dealt, options=TIMED), 0, turns_behind_the_last_statement_are_timed_out_in_no_time=_timed_out)
cheats(
    "chain", dealt,
    log_time_falls=lambda f: (
        f.draw(), f.alter(log.Acted, t=log.read_entry(f.written[-2].entry).t - 1),  # type: ignore[union-attr]
    ),
)  # fmt: skip


# -- refusals


def _refuses(code: str, do: str = "draw", head: bytes | None = None) -> Edit:
    """Seat 0 signs this, and the host refuses it."""
    return lambda f: f.refuse(0, Acting, f.action(0, do), code, head)


def _changes(**fields: object) -> Callable[[Forge], None]:
    """A vote of seat 0 is refused; the record of that has other fields."""

    def edit(forge: Forge) -> None:
        forge.refuse(0, Voting, forge.ballot(0, 1))
        forge.refused = [(at, replace(record, **fields)) for at, record in forge.refused]

    return edit


def _logs_a_refused_call(forge: Forge) -> None:
    """A call comes, the host refuses it, and logs it an action later, when it serves somebody."""
    signed, call = forge.action(0, forge.call), notation.parse(forge.call)
    forge.refuse(0, Acting, signed)
    forge.draw()
    assert forge.game.offers.call_brings(forge.state, call)
    forge.apply_and_log(0, call, signed, None)


def _spares_a_price(forge: Forge) -> None:
    """The host's friend calls whatever may lie there, and pays for none of it."""
    forge.draw()
    held = next(members(forge.state.hands[forge.turn]))
    forge.refuse(0, Acting, forge.action(0, f"rummy lay {face(held)} on 0"), "no_such_call")


def _waits_until_it_is_false(forge: Forge) -> None:
    signed, call = forge.action(0, forge.call), notation.parse(forge.call)
    assert isinstance(call, CallRummy)
    takes = [one for one in forge.game.legal(forge.state, forge.turn) if isinstance(one, Take)]
    forge.act(forge.turn, next(one for one in takes if one.play == call.play))
    assert forge.game.offers.is_false_call(forge.state, 0, call)
    forge.apply_and_log(0, call, signed, None)


def _scores_a_false_call(forge: Forge) -> None:
    forge.full = replace(forge.state, false_calls=(1, 0))
    forge.play_out()


def _refused_in_time(forge: Forge) -> None:
    """It is judged by the position at its head: what is wrong is the card that is skipped behind it."""
    forge.until(1)
    head, signed = forge.head, forge.action(0, "draw")
    forge.until(0)
    forge.refuse(0, Acting, signed, "not_your_turn", head=head)
    forge.acted(0, "draw", forge.action(0, "draw"), position=forge.position + 1)


cheats("refusal", at_a_call, 0, a_refused_call_is_logged=_logs_a_refused_call)
cheats(
    "refusal", lambda: at_a_call(PRICE), 0,
    a_right_call_is_refused_where_false_ones_have_a_price=lambda f: f.refuse(
        0, Acting, f.action(0, f.call), "no_such_call"
    ),
    a_false_call_is_refused_and_its_price_is_spared=_spares_a_price,
)  # fmt: skip
cheats(
    "position", lambda: at_a_call(PRICE),
    a_right_call_costs_cards=lambda f: f.acted(0, f.call, f.action(0, f.call), None, 2, f.position),
)  # fmt: skip
cheats(
    "stale-action", lambda: at_a_call(PRICE),
    a_right_call_is_kept_back_until_it_is_a_false_one=_waits_until_it_is_false,
)  # fmt: skip
cheats(
    "score", partial(dealt, options={"deals": 1, **PRICE}), a_false_call_is_scored_that_nobody_made=_scores_a_false_call
)
cheats(
    "refusal", dealt, 0,
    a_refused_vote_is_logged=lambda f: (vote := f.ballot(0, 1), f.refuse(0, Voting, vote), f.voted(0, vote)),
    what_was_logged_is_refused=lambda f: (vote := f.ballot(0, 1), f.voted(0, vote), f.refuse(0, Voting, vote)),
    a_refusal_that_the_host_did_not_sign=_changes(code="too_late"),
    a_refusal_of_what_the_owner_did_not_sign=lambda f: f.refuse(0, Voting, f.ballot(1, 0)),
    a_refusal_of_another_log=lambda f: f.refuse(0, Voting, f.ballot(0, 1, log=bytes(32))),
    a_vote_is_refused_as_one_too_soon=lambda f: f.refuse(0, Voting, f.ballot(0, 1), "not_due"),
    a_vote_is_refused_as_one_too_soon_for_long=lambda f: (
        f.vote(0, 1), f.wait(5000), f.vote(1, 1, yes=False), f.refuse(0, Voting, f.ballot(0, 1), "not_due"),
    ),
)  # fmt: skip
cheats("refusal", dealt, 7, a_refusal_to_a_seat_that_is_not_there=_changes(seat=7))
cheats("position", dealt, 0, a_refusal_that_was_true_comes_when_its_player_may_act=_refused_in_time)
cheats(
    "refusal", on_turn, 0,
    a_turn_is_refused_as_that_of_another_seat=_refuses("not_your_turn", "throw 2C"),
    a_legal_draw_is_refused_as_illegal=_refuses("illegal"),
    an_action_at_the_newest_position_is_refused_as_stale=_refuses("stale"),
    an_action_is_refused_for_a_shuffle_that_nobody_makes=_refuses("shuffling"),
    an_action_is_refused_as_after_the_end=_refuses("no_game"),
    a_good_signature_is_refused_as_a_bad_one=_refuses("signature"),
    a_clock_that_goes_right_is_refused_as_wrong=_refuses("clock"),
    a_statement_that_follows_is_refused_as_one_that_does_not=_refuses("wrong_statement"),
    a_draw_is_refused_as_a_call_too_soon=_refuses("cooldown"),
    a_draw_is_refused_as_a_call_that_was_overtaken=_refuses("race"),
    a_draw_is_refused_as_out_of_order_without_evidence=_refuses("order"),
    an_action_is_refused_as_a_vote_about_somebody_who_is_there=_refuses("not_absent"),
    a_refusal_at_a_head_of_no_log=_refuses("", head=bytes([7] * 32)),
    a_refusal_at_a_head_before_the_statement=_refuses("", head=bytes(32)),
    an_older_statement_as_evidence=lambda f: (
        older := f.action(0, "draw"), f.refuse(0, Acting, f.action(0, "draw"), "order", shown=("action", *older)),
    ),
    the_same_statement_as_evidence=lambda f: (
        draw := f.action(0, "draw"), f.refuse(0, Acting, draw, "order", shown=("action", *draw)),
    ),
    a_statement_for_another_log_as_evidence=lambda f: (
        draw := f.action(0, "draw"),
        f.refuse(0, Acting, draw, "order", shown=("action", *f.action(0, "draw", log=bytes(32)))),
    ),
    a_statement_of_somebody_else_as_evidence=lambda f: (
        draw := f.action(0, "draw"), f.refuse(0, Acting, draw, "order", shown=("action", *f.action(1, "draw", n=1000))),
    ),
    evidence_for_another_reason=lambda f: (
        older := f.action(0, "draw"), f.refuse(0, Acting, older, "paused", shown=("action", *f.action(0, "draw"))),
    ),
    a_vote_is_refused_for_a_pause=lambda f: f.refuse(0, Voting, f.ballot(0, 1), "paused"),
    a_vote_at_the_newest_position_is_refused_as_stale=lambda f: f.refuse(0, Voting, f.ballot(0, 1), "stale"),
    an_objection_is_refused_for_something_that_waits=lambda f: f.refuse(
        0, Voting, f.ballot(0, 0, yes=False), "not_due"
    ),
    an_objection_is_refused_as_a_vote_about_somebody_who_is_there=lambda f: f.refuse(
        0, Voting, f.ballot(0, 0, yes=False), "not_absent"
    ),
    a_draw_is_refused_for_a_pause_that_is_over=lambda f: (f.pause(True), f.pause(False), _refuses("paused")(f)),
    a_vote_is_refused_as_stale_for_a_pause=lambda f: (
        vote := f.ballot(0, 1), f.pause(True), f.refuse(0, Voting, vote, "stale"),
    ),
)  # fmt: skip
cheats(
    "refusal", called_off, 0,
    a_statement_is_signed_after_the_last_word=lambda f: (
        f.last_word(0, "silent"), f.refuse(0, Voting, f.ballot(0, 1, head=f.head), "no_game"),
    ),
)  # fmt: skip
for _asking, _kind, _name in (
    ("seats", NonceCommitted, "a_commitment_to_a_nonce_is_refused_as_wrong"),
    ("nonce-commits", NonceShown, "a_nonce_is_refused_as_wrong"),
    ("host-commit", Committed, "a_commitment_is_refused_as_wrong"),
    ("shuffle", Revealed, "a_contribution_is_refused_as_wrong"),
    ("root", Cosigned, "a_co_signature_is_refused_as_wrong"),
):
    cheats(
        "refusal", partial(asked, _asking), 0,
        **{_name: lambda f, kind=_kind: f.refuse(0, kind, f.kept, "wrong_statement")},  # type: ignore[arg-type]
    )  # fmt: skip
cheats(
    "refusal", partial(asked, "shuffle"), 0,
    a_contribution_that_is_asked_for_is_refused_as_not_due=lambda f: f.refuse(0, Revealed, f.kept, "not_due"),
)  # fmt: skip
cheats(
    "refusal", partial(on_turn, "basic"), 0,
    a_pick_up_is_refused_for_something_that_waits_in_a_game_that_keeps_actions=_refuses("not_due"),
    an_action_is_refused_for_one_that_was_refused_before=lambda f: (
        f.refuse(0, Acting, f.action(0, "draw", head=f.aims[0]), "stale"), _refuses("not_due")(f),
    ),
)  # fmt: skip
cheats(
    "refusal", partial(dealt, players=3), 0,
    a_vote_behind_anothers_is_refused_as_stale=lambda f: (
        f.until(2), f.vote(1, 2), f.refuse(0, Voting, f.ballot(0, 2), "stale"),
    ),
    an_objection_that_another_vote_follows_is_refused_as_stale=lambda f: (
        f.until(0), f.vote(1, 0), objection := f.ballot(0, 0, yes=False), f.vote(2, 0),
        f.refuse(0, Voting, objection, "stale"),
    ),
)  # fmt: skip
cheats(
    "refusal", agreed, 1,
    a_protest_is_refused_for_something_that_waits=lambda f: (
        f.wait(IDLE), f.vote(0, 1), f.refuse(1, Voting, f.ballot(1, 1, yes=False), "not_due"),
    ),
    a_protest_is_refused_as_a_vote_about_somebody_who_is_there=lambda f: (
        f.wait(IDLE), f.vote(0, 1), f.refuse(1, Voting, f.ballot(1, 1, yes=False), "not_absent"),
    ),
)  # fmt: skip
NOTHING: Final = b"nothing that was ever a statement"
cheats(
    "format", dealt, 0,
    a_refusal_of_no_statement=lambda f: f.refuse(
        0, Voting, (NOTHING, f.players[0].signer.sign("vote", NOTHING))
    ),
)  # fmt: skip


# -- calls


def _more(forge: Forge) -> None:
    """The host keeps a call back until more cards lie on those that it was made for."""
    signed = forge.action(0, forge.call)
    pile_grows(forge, 0)
    forge.apply_and_log(0, notation.parse(forge.call), signed, None)


def _before(forge: Forge) -> None:
    """Somebody who knows what will be thrown signs the call beforehand."""
    signed = forge.action(0, forge.call)
    goes_on(forge)
    forge.apply_and_log(0, notation.parse(forge.call), signed, None)


cheats("stale-action", at_a_call, a_call_that_brings_more_than_where_it_was_aimed=_more)
cheats("stale-action", partial(at_a_call, before=True), a_call_from_before_its_cards_lay_there=_before)
cheats(  # crummy rummy: who wanted a card, and was passed over, gets another one that it had not seen
    "stale-action", offered_twice,
    an_offered_card_is_taken_by_the_answer_to_an_earlier_offer=lambda f: f.acted(
        f.game.actors(f.state)[0], f.call, f.kept, None, 1
    ),
)  # fmt: skip


# -- shuffles in mid-round


def _wants(seat: int = 0, signer: int | None = None, **fields: Any) -> Edit:  # noqa: ANN401
    """The seat that many behind that on turn wants a draw; *signer* has signed it, counted alike."""
    return lambda f: f.wanted(f.behind(seat), f.action(f.behind(seat if signer is None else signer), "draw", **fields))


cheats("rules", dealt, a_new_stock_is_wanted_while_there_is_one=_wants())
cheats(
    "chain", dealt,
    new_commitments_in_mid_round_although_nobody_draws=lambda f: f.write(log.HostCommit(1, 4, PAIRS * 3, f.tick())),
    a_draw_says_that_it_was_wanted_but_it_was_not=lambda f: f.acted(f.turn, "draw", None, "want"),
)  # fmt: skip
cheats(
    "chain", stock_empty,
    the_pile_is_shuffled_although_nobody_draws=lambda f: f.write(log.Shuffle(1, 1, bytes(f.due()), f.tick())),
)  # fmt: skip
cheats("rules", stock_empty, a_new_stock_is_wanted_by_somebody_who_is_not_on_turn=_wants(1))
cheats(
    "action-signature", stock_empty,
    a_new_stock_is_wanted_without_a_signature=lambda f: f.wanted(f.turn),
    a_new_stock_is_wanted_in_anothers_name=_wants(0, 1),
)  # fmt: skip
cheats(
    "stale-action", stock_empty,
    a_new_stock_is_wanted_by_an_old_draw=lambda f: f.wanted(f.turn, f.action(f.turn, "draw", head=f.aims[-2])),
)  # fmt: skip
cheats("clock", stock_empty, a_new_stock_is_wanted_by_a_vote_that_was_not_held=lambda f: f.wanted(f.turn, why="vote"))
cheats(
    "clock", partial(stock_empty, turn_seconds=30),
    a_new_stock_is_wanted_by_a_clock_too_early=lambda f: (f.wait(20_000), f.wanted(f.turn, why="turn")),
)  # fmt: skip
cheats(
    "chain", wants,
    another_action_follows_the_shuffle=lambda f: f.acted(f.turn, f"take {face(f.state.discard[-1])}", None, "want"),
    another_seat_draws_from_the_new_stock=lambda f: f.acted(1 - f.turn, "draw", None, "want"),
    the_wanted_draw_is_signed_a_second_time=lambda f: f.acted(f.turn, "draw", f.action(f.turn, "draw")),
)  # fmt: skip
cheats(
    "action-signature", wants,
    the_wanted_draw_comes_with_a_signature_again=lambda f: f.acted(f.turn, "draw", f.action(f.turn, "draw"), "want"),
)  # fmt: skip


# -- shuffles and voids


def _half_answered(forge: Forge) -> None:
    forge.write(log.HostCommit(1, 4, PAIRS * 3, forge.tick()))
    forge.next_epoch = 7
    forge.put_aside(4, (None,) * 3)
    del forge.answers[0]
    forge.commit(3)


def _answers_nothing(forge: Forge) -> None:
    forge.void(1)
    forge.answers = []
    forge.commit(3)


def _hurries(forge: Forge) -> None:
    began = forge.tick()
    forge.write(log.Shuffle(1, 0, bytes(forge.due()), began))
    signed = forge.reveals(forge.deals[0], forge.seat_commits[0])
    forge.write(log.Voided(1, 0, (signed[0], None, signed[2]), began + log.VOID_MILLIS - 1))


def _holds_another_part(forge: Forge) -> None:
    cosigned = forge.say(0, Cosigned, session=forge.session, deal=bytes(32), root=bytes(32))
    forge.void(1, signed=(cosigned, None, None))


def _forgets_its_part(forge: Forge) -> None:
    forge.players[0].secret = bytes(32)
    forge.void(1)


def _answers_too_much(forge: Forge) -> None:
    forge.round = 1
    forge.answers = [{}]
    forge.commit(4)


cheats(
    "commitment", lambda: committed(seed=1),
    another_public_secret_is_opened=lambda f: (f.falsify(log.Cosigns, pub=lambda _: f.fresh()), f.mix(f.due())),
)  # fmt: skip
cheats(
    "void", committed,
    a_void_names_nobody=lambda f: f.void(),
    a_void_says_nothing_of_a_seat=lambda f: f.void(1, signed=(None,) * 2),
    a_void_names_a_seat_that_is_not_there=lambda f: f.void(1, signed=(None,) * 4),
    a_shuffle_is_voided_before_a_part_can_have_come=_hurries,
    a_void_names_another_shuffle=lambda f: f.void(1, epoch=1),
    a_seat_says_nothing_to_a_void=_answers_nothing,
)  # fmt: skip
cheats("reveal", committed, a_void_holds_a_part_of_another_kind=_holds_another_part)
cheats("commitment", committed, a_part_in_a_void_is_not_the_one_committed_to=_forgets_its_part)
cheats("chain", committed, a_void_of_another_round=lambda f: f.void(1, round=2))
cheats("void", partial(voided, 1, voids=3), a_seat_answers_to_one_of_two_voids=_half_answered)
cheats("void", partial(agreed, 3, seed=2, target=60), a_seat_answers_to_a_void_that_was_not=_answers_too_much)
cheats(
    "void", partial(voided, 2, voids=2),
    the_game_goes_on_after_its_last_void=lambda f: f.write(log.HostCommit(1, f.next_epoch, PAIRS * 3, f.tick())),
    the_last_void_is_followed_by_an_end_for_another_reason=lambda f: f.end("epochs"),
)  # fmt: skip


# -- ends


def _after_the_game(forge: Forge) -> None:
    forge.cut(-1)
    forge.write(log.HostCommit(forge.round + 1, 0, PAIRS * 4, forge.tick()))


def _without_a_show(forge: Forge) -> None:
    order = [one.entry for one in forge.written]
    at = [type(log.read_entry(one)) for one in order].index(log.Shown)
    forge.resign([*order[:at], order[at + 1]])


def _counts_aces() -> Forge:
    """The aces are counted with open hands."""
    for seed in range(100):
        forge = joined(seed=seed)
        at = [type(log.read_entry(one.entry)) for one in forge.written].index(log.Shown)
        if isinstance(log.read_entry(forge.written[at + 1].entry), log.Acted):
            forge.cut(at + 2)
            return forge
    raise AssertionError("nobody ever had to count an ace")


cheats("end", partial(voided, 1, voids=2), a_game_is_called_off_before_its_last_void=lambda f: f.end("voids"))
cheats(
    "end", partial(voided, 1, voids=3),
    a_game_is_called_off_for_want_of_epochs_that_are_left=lambda f: f.end("epochs"),
)  # fmt: skip
cheats(
    "end", joined,
    a_game_says_that_nobody_agreed_on_a_session_but_is_played_already=lambda f: (_asks(f, "dot"), f.end("no-session")),
)  # fmt: skip
cheats("end", begun, a_game_is_played_to_its_end_before_there_is_a_session=lambda f: f.end("played"))
cheats(
    "end", lambda: Forge("keilty", {"target": 500}, 2, seed=1).play(1),
    a_game_is_played_to_its_end_before_anybody_has_won=lambda f: f.end("played"),
)  # fmt: skip
cheats("end", dealt, a_game_ends_in_mid_round=lambda f: f.end("voids"))
cheats("chain", played, a_round_follows_when_the_game_is_won=_after_the_game)
cheats("chain", called_off, something_follows_the_end=lambda f: f.end("voids"))
cheats("score", played, a_score_without_a_show=_without_a_show)
cheats(
    "chain", _counts_aces,
    the_secrets_are_shown_twice=lambda f: f.resign([*(one.entry for one in f.written), f.written[-2].entry]),
)  # fmt: skip


# -- what the host does by itself


def _objects(forge: Forge, after: int) -> None:
    """The seat on turn objects so late in its turn."""
    forge.wait(after)
    forge.vote(forge.turn, forge.turn, yes=False)


def _throws_another(forge: Forge) -> None:
    """Not the card that was drawn: nobody but its player can know before the cards are open."""
    forge.draw()
    forge.wait(31_000)
    safe = stand_in(forge.game, forge.state, 1)[0].action
    legal = forge.game.legal(forge.state, forge.turn)
    forge.stand_in(next(one for one in legal if isinstance(one, ThrowOut) and one != safe), why="turn")
    forge.play_out()


cheats(
    "clock", partial(dealt, options=TIMED),
    # Which card the clock throws out is hidden; that it draws first is not.
    a_throw_out_by_the_clock_before_anything_was_drawn=lambda f: (
        f.wait(31_000),
        f.acted(f.turn, f"throw {next(face(one) for one in members(f.state.hands[f.turn]))}", None, "turn"),
    ),
    cards_are_laid_by_the_clock=lambda f: (f.draw(), f.wait(31_000), f.acted(f.turn, "meld 3S 4S 5S", None, "turn")),
    a_turn_clock_that_an_objection_does_not_begin_again=lambda f: (
        _objects(f, 20_000), f.wait(28_000), f.acted(f.turn, "draw", None, "turn"),
    ),
    a_wait_of_the_game_that_it_does_not_have=lambda f: (f.wait(31_000), f.acted(f.turn, "draw", None, "rule")),
    the_clock_of_a_seat_that_is_not_on_turn=lambda f: (f.wait(31_000), f.acted(1 - f.turn, "draw", None, "turn")),
    a_turn_runs_out_in_a_pause=lambda f: (
        f.wait(10_000), f.rest(60_000), f.wait(15_000), f.stand_in(why="turn"),
    ),
)  # fmt: skip
cheats(
    "position", partial(dealt, options=TIMED),  # the clock is right: what is wrong is a card that is skipped
    an_objection_begins_a_turn_clock_again_once=lambda f: (
        _objects(f, 20_000), f.draw(), _objects(f, 25_000), f.wait(6_000), f.stand_in(why="turn"), f.wait(31_000),
        f.acted(f.turn, "draw", None, "turn", position=f.position + 1),
    ),
)  # fmt: skip
cheats(
    "clock", dealt,
    a_turn_clock_at_a_table_without_one=lambda f: (f.wait(3_600_000), f.acted(f.turn, "draw", None, "turn")),
)  # fmt: skip
cheats(
    "clock", partial(dealt, options={**TIMED, "target": 60}), later=True,
    another_card_is_thrown_by_the_clock=_throws_another,
)  # fmt: skip
cheats(
    "stale-action", partial(dealt, players=3),
    a_second_vote_about_a_seat_too_soon=lambda f: (
        f.vote(f.behind(), f.turn), f.exactly(4999), f.vote(f.behind(), f.turn, yes=False),
    ),
)  # fmt: skip
cheats("rules", dealt, an_action_in_another_spelling=lambda f: f.acted(f.turn, "draw ", f.action(f.turn, "draw ")))


# -- openings


def _shown_late(forge: Forge) -> None:
    forge.until(0)
    forge.draw()
    drawn = forge.shown[-1]
    forge.act(0, notation.parse(f"throw {face(drawn.row[1])}"))
    drawn.after = len(forge.written) - 1


cheats("opening", dealt, 0, a_card_is_shown_to_its_seat_after_it_was_played=_shown_late)


# -- somebody who is waited for


def _slow_shuffle(forge: Forge) -> None:
    """A draw by votes needs a new stock; that takes as long as the seat has after its objection, a millisecond less."""
    others = [one for one in range(3) if one != forge.turn]
    seat = forge.turn
    for voter in others:
        forge.vote(voter, seat)
    forge.shuffle_millis = IDLE
    forge.stand_in()
    for voter in others:
        forge.vote(voter, seat)
    forge.vote(seat, seat, yes=False)
    forge.stand_in(less=1)


def _among_bots() -> Forge:
    deals = (dealt(players=4, bots=(2, 3), seed=seed) for seed in range(30))
    return next(one for one in deals if one.turn < 2)


cheats("clock", partial(voted, 2), one_of_two_has_the_others_turn_played=lambda f: f.stand_in())
cheats(
    "clock", _among_bots,
    one_person_among_bots_has_anothers_turn_played=lambda f: (f.vote(1 - f.turn, f.turn), f.stand_in()),
)  # fmt: skip
cheats(
    "clock", voted,
    votes_are_used_before_the_time_is_over=lambda f: f.stand_in(less=1),
    a_turn_is_played_in_spite_of_an_objection=lambda f: (
        f.vote(f.turn, f.turn, yes=False), f.stand_in(less=1),
    ),
)  # fmt: skip
cheats("clock", partial(stock_empty, 3), a_slow_shuffle_counts_against_an_objection=_slow_shuffle)
cheats(
    "clock", partial(dealt, players=3),
    an_objection_counts_from_the_last_own_action=lambda f: (
        f.wait(IDLE), f.draw(), f.vote(f.behind(1), f.turn), f.vote(f.behind(2), f.turn),
        f.vote(f.turn, f.turn, yes=False), f.exactly(IDLE - 1), f.stand_in(),
    ),
    a_seat_is_played_for_at_the_end_of_a_pause=lambda f: (
        f.wait(10_000), f.pause(True), f.vote(f.behind(1), f.turn), f.vote(f.behind(2), f.turn), f.wait(60_000),
        f.pause(False), f.exactly(0), f.stand_in(),
    ),
)  # fmt: skip
cheats(
    "action-signature", partial(dealt, players=3), a_player_votes_for_being_played_for=lambda f: f.vote(f.turn, f.turn)
)
cheats("action-signature", partial(dealt, players=3, bots=(0,)), a_bot_of_the_hosts_votes=lambda f: f.vote(0, 1))
cheats(
    "stale-action", voted,
    a_second_objection_at_the_same_position=lambda f: (
        f.vote(f.turn, f.turn, yes=False), f.vote(f.turn, f.turn, yes=False),
    ),
)  # fmt: skip
cheats(
    "end", dealt,
    a_game_is_ended_for_somebody_who_has_time=lambda f: (f.vote(f.behind(), f.turn), f.end(less=1)),
    a_game_is_ended_for_somebody_who_is_not_on_turn=lambda f: (f.vote(f.turn, f.behind()), f.wait(2 * IDLE), f.end()),
    a_game_is_ended_although_its_player_has_acted=lambda f: (
        f.vote(f.behind(), f.turn), f.draw(), f.wait(2 * IDLE), f.end(),
    ),
    a_game_is_ended_by_its_own_player=lambda f: (f.vote(f.turn, f.turn, yes=False), f.wait(2 * IDLE), f.end()),
    a_game_is_ended_for_the_time_of_a_pause=lambda f: (
        f.rest(2 * IDLE), f.vote(f.behind(), f.turn), f.exactly(IDLE), f.end(),
    ),
)  # fmt: skip
cheats(
    "end", partial(dealt, players=3),
    a_game_is_ended_by_one_of_two_others_whom_the_other_contradicts=lambda f: (
        f.vote(f.behind(1), f.turn), f.vote(f.behind(2), f.turn, yes=False), f.wait(2 * IDLE), f.end(),
    ),
    a_game_is_ended_where_a_seat_is_played_for=lambda f: (
        f.vote(f.behind(1), f.turn), f.vote(f.behind(2), f.turn), f.wait(2 * IDLE), f.end(),
    ),
)  # fmt: skip
cheats("end", agreed, a_game_is_ended_in_a_break_that_is_not_over=lambda f: (f.vote(0, 1), f.end(less=1)))
cheats(
    "stale-action", dealt,
    a_vote_is_used_when_its_seat_has_acted=lambda f: (
        seat := f.turn, kept := f.ballot(1 - seat, seat), f.draw(), f.voted(1 - seat, kept),
    ),
)  # fmt: skip
cheats(
    "chain", agreed,
    a_vote_where_the_hosts_own_time_runs=lambda f: (
        f.write(log.HostCommit(1, 0, PAIRS * 4, f.tick())), f.vote(0, 1),
    ),
    a_pause_begins_before_the_first_deal=lambda f: f.pause(True),
)  # fmt: skip
cheats(
    "chain", dealt,
    somebody_acts_in_a_pause=lambda f: (f.pause(True), f.draw()),
    a_game_is_ended_in_a_pause=lambda f: (f.vote(f.behind(), f.turn), f.wait(2 * IDLE), f.pause(True), f.end()),
    a_pause_begins_in_a_pause=lambda f: (f.pause(True), f.pause(True)),
    a_pause_ends_that_never_began=lambda f: f.pause(False),
)  # fmt: skip
