"""Rows that are no vectors: what a host may just do, beside what it may just not do."""
# mypy: disable-error-code="func-returns-value"

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from rummynet.rules.core.variety import stand_in
from rummynet_protocol import codec, notation
from rummynet_protocol.actions import Action, Draw
from rummynet_protocol.cards import face
from rummynet_protocol.fairness import entries as log
from rummynet_protocol.fairness.entries import Envelope
from rummynet_protocol.fairness.statements import (
    Acting,
    Agreed,
    Committed,
    Cosigned,
    NonceCommitted,
    NonceShown,
    Revealed,
    Statement,
    Voting,
)
from rummynet_protocol.fairness.transcript import LastWordRecord
from tests.support.cheats import IDLE, PAIRS, TIMED, Row
from tests.support.cheats import cheats as _cheats
from tests.support.curve import NobodysSigner
from tests.support.forge import Forge
from tests.support.forge_scripts import (
    agreed,
    asked,
    at_a_call,
    committed,
    dealt,
    entries,
    joined,
    lazily,
    on_turn,
    out_of_points,
    played,
    seats,
    stock_empty,
    voided,
    voted,
)

EDGES: Final[dict[str, Row]] = {}
cheats = partial(_cheats, into=EDGES)
honest = partial(_cheats, None, into=EDGES)
PAUSE: Final = 600_000
"""Longer than any wait of the game."""
LATEST: Final = 2**53
"""The largest time that FAIRNESS.md allows."""
CLOCK: Final = b"\7" * 8
"""The name of a clock that nobody has used before."""


def scored(players: int = 2) -> Forge:
    """The first round has been scored, and another one follows."""
    return Forge("keilty", {"target": 500}, players, seed=1).play(1)


def safe(forge: Forge) -> Action:
    """What the turn clock would do."""
    action = stand_in(forge.game, forge.state, 1)[0].action
    assert action is not None
    return action


def does(forge: Forge, action: Action, **signed: Any) -> None:  # noqa: ANN401
    """The seat on turn does this; *signed* are fields of what it signs."""
    forge.apply_and_log(forge.turn, action, forge.action(forge.turn, notation.text(action), **signed), None)


# -- consent


def _signs_more(forge: Forge) -> None:
    """A consent with a field that no statement has."""
    forge.seat_all()

    def more(old: tuple[Envelope, ...]) -> tuple[Envelope, ...]:
        payload = codec.pack({**codec.unpack(old[1][0]), "more": 0})
        return old[0], (payload, forge.players[1].signer.sign("ready", payload))

    forge.alter(log.Seated, ready=more)


def _consents(**fields: object) -> Callable[[Forge], object]:
    return lambda f: (f.falsify(Agreed, 1, **fields), f.seat_all())


two = partial(seats, 2)
cheats("statement-order", two, a_consent_has_a_predecessor=_consents(prev=bytes([1] * 32)))
cheats(
    "format", two,
    a_consent_has_a_number_below_zero=_consents(n=-1),
    a_consent_has_true_for_a_number=_consents(n=True),
    a_consent_names_a_long_clock=_consents(clock=bytes(9)),
    a_consent_has_a_field_more=_signs_more,
)  # fmt: skip
cheats(
    "consent", two,
    a_consent_too_many=lambda f: (f.seat_all(), f.alter(log.Seated, ready=lambda old: (*old, old[1]))),
    a_consent_that_its_player_did_not_sign=lambda f: (
        f.seat_all(), f.alter(log.Seated, ready=lambda old: (old[0], (old[1][0], bytes(64)))),
    ),
)  # fmt: skip


def _second_game(forge: Forge) -> None:
    forge.number, forge.before = 2, bytes([5] * 32)
    forge.begin()


cheats(
    "session", two,
    a_bot_sits_behind_the_last_seat=lambda f: (f.falsify(log.Seated, bots=(2,)), f.seat_all()),
    a_bot_is_named_twice=lambda f: (f.falsify(log.Seated, bots=(1, 1)), f.seat_all()),
)  # fmt: skip
honest(
    two,
    a_second_game_begins_from_the_head_of_the_first=_second_game,
    consents_were_taken_back=lambda f: (*(f.say(0, Agreed, rules=b"", players=b"") for _ in range(3)), f.begin()),
)  # fmt: skip

# -- who comes in


def _comes_alone(forge: Forge) -> None:
    said = forge.ask_in([forge.player("dot")], forge.outside)
    forge.let_in(said)
    forge.joining = (3,)
    forge.let_in({3: said[3]})
    forge.agree()
    forge.play_round()


def _stays_outside(forge: Forge) -> None:
    forge.let_in(forge.ask_in([], forge.outside))
    forge.joining = ()
    forge.let_in({})
    forge.agree()
    forge.play_round()


def _moves_up(forge: Forge) -> None:
    """One of two is silent: the other moves up to that seat, and the consent stays valid in the same bytes."""
    said = forge.ask_in([forge.player("dot"), forge.player("eve")])
    forge.let_in(said)
    del forge.players[2]
    forge.joining = (2,)
    forge.let_in({2: said[3]})
    forge.agree()
    forge.play_round()


honest(
    out_of_points,
    who_was_to_come_in_again_is_silent=_stays_outside,
    a_newcomer_comes_in_and_who_was_to_come_again_does_not=_comes_alone,
)  # fmt: skip
honest(joined, a_newcomer_moves_up_to_the_seat_of_who_is_silent=_moves_up)
cheats("session", out_of_points, a_session_anew_for_nobody=lambda f: f.let_in({}))

# -- actions


def _writes(do: str) -> Callable[[Forge], object]:
    return lambda f: f.acted(f.turn, do, f.action(f.turn, do), drawn=0)


for _do in (" draw", "Draw", "throw", "take", "pass", "rummy", "throw 10C", "meld"):
    _named: dict[str, Any] = {f"a_seat_does_{_do}": _writes(_do)}
    cheats("rules", dealt, **_named)
cheats(
    "rules", dealt,
    a_seat_acts_that_is_not_there=lambda f: f.acted(2, "draw", f.action(0, "draw")),
    a_card_is_thrown_that_lies_on_the_pile=lambda f: (
        f.draw(), _writes(f"throw {face(f.state.discard[-1])}")(f),
    ),
)  # fmt: skip
honest(
    at_a_call,
    a_call_brings_what_lay_there=lambda f: f.act(0, notation.parse(f.call)),
    a_call_meets_a_later_position_with_the_same_cards=lambda f: (
        signed := f.action(0, f.call), f.draw(), f.apply_and_log(0, notation.parse(f.call), signed, None),
    ),
)  # fmt: skip
honest(
    dealt,
    a_vote_is_no_position=lambda f: (f.draw(), f.vote(f.behind(), f.turn), does(f, safe(f))),
    numbers_leave_out_what_the_log_does_not_hold=lambda f: (
        f.action(f.turn, "draw"), f.falsify(Acting, prev=bytes(32)), f.draw(),
    ),
    a_vote_is_changed_at_the_next_position=lambda f: (
        seat := f.turn, f.vote(1 - seat, seat), f.draw(), f.vote(1 - seat, seat, yes=False),
    ),
)  # fmt: skip
cheats(
    "stale-action", dealt,
    an_action_is_aimed_at_a_vote=lambda f: (f.draw(), f.vote(f.behind(), f.turn), does(f, safe(f), head=f.head)),
    an_action_is_aimed_at_the_position_before=lambda f: (f.draw(), does(f, safe(f), head=f.aims[-2])),
)  # fmt: skip
cheats(
    "position", dealt,
    a_play_names_a_position=lambda f: (
        f.draw(), f.acted(f.turn, notation.text(safe(f)), f.action(f.turn, notation.text(safe(f))), position=3),
    ),
)  # fmt: skip
cheats(
    "part", dealt,
    an_action_names_a_proof_of_a_deck_that_is_not_sealed=lambda f: does(f, Draw(), proof=bytes(32)),
)  # fmt: skip
cheats(
    "rules", dealt,
    the_secrets_are_shown_in_mid_round=lambda f: (
        f.step(), f.write(log.Shown(1, ((0, f.used[0][1].secrets.s_deck),), f.tick())),
    ),
)  # fmt: skip

# -- votes

three = partial(dealt, players=3)


def _in_their_time(why: str) -> Callable[[Forge], object]:
    return lambda f: (f.stand_in(why=why), f.stand_in(why=why))


honest(voted, most_of_the_others_have_it_played=_in_their_time("vote"))
honest(partial(voted, 5), most_of_four_others_have_it_played=lambda f: f.stand_in())
cheats(
    "clock", three,
    nobody_voted=lambda f: f.stand_in(),
    half_of_the_others_have_it_played=lambda f: (f.vote(f.behind(), f.turn), f.stand_in()),
    the_others_voted_about_another_seat=lambda f: (
        f.vote(f.behind(1), f.behind(2)), f.vote(f.turn, f.behind(2)), f.stand_in(),
    ),
)  # fmt: skip
cheats(
    "clock", voted,
    a_vote_was_taken_back=lambda f: (f.stand_in(), f.vote(f.behind(), f.turn, yes=False), f.stand_in()),
    the_seat_has_acted_since=lambda f: (f.draw(), f.stand_in()),
    the_seat_has_voted_since=lambda f: (f.vote(f.turn, f.behind()), f.stand_in()),
)  # fmt: skip
cheats(
    "stale-action", voted,
    a_vote_is_taken_back_at_once=lambda f: f.vote(f.behind(1), f.turn, yes=False),
)  # fmt: skip


def _signs_for(forge: Forge) -> None:
    payload = forge.ballot(forge.behind(2), forge.turn)[0]
    forge.voted(forge.behind(2), (payload, forge.players[forge.behind(1)].signer.sign("vote", payload)))


def _signs_as_an_action(forge: Forge) -> None:
    payload = forge.ballot(forge.turn, forge.behind())[0]
    forge.voted(forge.turn, (payload, forge.players[forge.turn].signer.sign("action", payload)))


cheats(
    "action-signature", three,
    a_vote_that_another_seat_signed=_signs_for,
    an_action_as_a_vote=_signs_as_an_action,
    a_vote_as_that_of_another=lambda f: f.voted(f.behind(2), f.ballot(f.behind(1), f.turn)),
    a_vote_about_nobody=lambda f: f.vote(f.turn, 3),
)  # fmt: skip


def _next_round(forge: Forge) -> None:
    """Votes end with the round, for the next one needs everybody's signature."""
    seat = forge.turn
    while not forge.game.hands_are_shown(forge.state):
        forge.stand_in() if forge.turn == seat else forge.step()
    forge.finish()
    forge.begin_round()
    forge.until(seat)
    forge.stand_in()


def voted_in(**options: object) -> Forge:
    forge = dealt(options=options, players=3)
    forge.vote(forge.behind(1), forge.turn)
    forge.vote(forge.behind(2), forge.turn)
    return forge


cheats("clock", partial(voted_in, target=400), votes_of_the_round_before=_next_round)

# -- clocks


def _turn_after(millis: int) -> Callable[[Forge], object]:
    return lambda f: (f.exactly(millis), f.stand_in(why="turn"))


def _turn_behind_a_shuffle(rest: int) -> Callable[[Forge], object]:
    """The draw comes after 20 s, its shuffle takes 30 s, then *rest* goes by."""

    def edit(forge: Forge) -> None:
        forge.shuffle_millis = 30_000
        forge.exactly(20_000)
        forge.draw()
        forge.exactly(rest)
        forge.stand_in(why="turn")

    return edit


timed = partial(dealt, options=TIMED)
empty = partial(stock_empty, turn_seconds=30)
honest(
    timed,
    a_turn_clock_in_its_time=_turn_after(30_000),
    a_turn_with_two_pauses=lambda f: (
        f.exactly(20_000), f.pause(True), f.rests(PAUSE), f.exactly(0), f.pause(True), f.rests(PAUSE),
        _turn_after(10_000)(f),
    ),
    a_player_with_a_new_clock=lambda f: (
        f.time.skip(100_000), does(f, Draw(), clock=CLOCK, t=0), does(f, safe(f), clock=CLOCK, t=0),
    ),
    an_action_at_the_latest_time=lambda f: does(f, Draw(), clock=CLOCK, t=LATEST),
)  # fmt: skip
cheats(
    "clock", timed,
    a_turn_clock_a_millisecond_early=_turn_after(29_999),
    a_turn_with_two_pauses_a_millisecond_early=lambda f: (
        f.exactly(20_000), f.pause(True), f.rests(PAUSE), f.exactly(0), f.pause(True), f.rests(PAUSE),
        _turn_after(9_999)(f),
    ),
    the_clock_passes=lambda f: (f.draw(), f.wait(31_000), f.acted(f.turn, "pass", None, "turn")),
)  # fmt: skip
honest(empty, a_turn_behind_a_shuffle=_turn_behind_a_shuffle(10_000))
cheats("clock", empty, a_turn_behind_a_shuffle_a_millisecond_early=_turn_behind_a_shuffle(9_999))
honest(
    partial(stock_empty, 3, turn_seconds=30),
    a_clock_asks_for_a_new_stock=lambda f: (f.wait(30_000), f.stand_in(why="turn")),
    votes_ask_for_a_new_stock=lambda f: (f.vote(f.behind(1), f.turn), f.vote(f.behind(2), f.turn), f.stand_in()),
)  # fmt: skip
cheats(
    "deck", stock_empty,
    a_new_stock_with_the_top_of_the_pile=lambda f: (
        f.wanted(f.turn, f.action(f.turn, "draw")),
        f.write(log.Shuffle(1, 1, bytes(sorted(f.state.discard)), f.tick())),
    ),
)  # fmt: skip
cheats(
    "chain", stock_empty,
    the_secrets_are_shown_in_a_shuffle=lambda f: (
        f.wanted(f.turn, f.action(f.turn, "draw")), f.write(log.Shown(1, (), f.tick())),
    ),
    a_pause_in_a_shuffle_in_mid_round=lambda f: (f.wanted(f.turn, f.action(f.turn, "draw")), f.pause(True)),
    a_draw_that_needs_a_new_stock_in_a_pause=lambda f: (f.pause(True), f.wanted(f.turn, f.action(f.turn, "draw"))),
)  # fmt: skip


def _asked_in_crummy(seed: int = 4) -> Forge:
    """Crummy: the seat on turn need not wait for all answers to an offer, provided that it then acts."""
    return Forge("crummy", {"offer_seconds": 20}, 3, seed=seed, idles_in="offer")


def _cut_short(wait: Callable[[Forge], object]) -> Callable[[Forge], object]:
    """The first clock that acts waits like this, and the round goes on to the next entry or two."""

    def edit(forge: Forge) -> None:
        forge.idles = wait
        forge.play(1)

    return edit


cheats(
    "clock", _asked_in_crummy, later=True,
    others_are_hurried_for_nobody=_cut_short(lambda f: f.wait(2_500)),
    others_are_hurried_for_the_time_of_a_pause=_cut_short(lambda f: f.rest(60_000)),
)  # fmt: skip
cheats(
    "clock", partial(_asked_in_crummy, 25), later=True,
    others_are_hurried_at_once=_cut_short(lambda f: f.wait(1_970)),
    others_are_hurried_for_nobody_as_soon_as_they_may=_cut_short(lambda f: f.exactly(2_000)),
)  # fmt: skip


def _votes_after(passed: int) -> Callable[[Forge], object]:
    """Log time runs 11,005 ms behind a draw until its player votes, whose clock has gone on by *passed*."""
    return lambda f: (
        does(f, Draw(), clock=CLOCK, t=10**6), f.exactly(11_005), f.pause(True),
        f.voted(f.turn, f.ballot(f.turn, f.behind(), clock=CLOCK, t=10**6 + passed)),
    )  # fmt: skip


def _commits_after_hours(forge: Forge) -> None:
    forge.time.skip(36_000_000)
    forge.round, forge.next_epoch = 2, 0
    forge.commit(4)


def _shows_after_hours(forge: Forge) -> None:
    while not forge.game.hands_are_shown(forge.state):
        forge.step()
    forge.time.skip(36_000_000)
    forge.finish()
    forge.round, forge.next_epoch = 2, 0
    forge.commit(4)


# 200 x 11,005 <= 201 x passed + 200,000 from 9,956 on.
honest(dealt, log_time_runs_ahead_as_far_as_it_may=_votes_after(9_956))
cheats("time", dealt, log_time_runs_ahead_a_millisecond_too_far=_votes_after(9_955))
cheats("time", scored, hours_between_two_rounds_that_nobody_waited=_commits_after_hours)
cheats("time", partial(dealt, options={"target": 500}), hours_before_the_show_that_nobody_waited=_shows_after_hours)
cheats("time", timed, a_clock_that_its_player_still_has=lambda f: (f.time.skip(100_000), f.draw(), does(f, safe(f))))

# -- pauses


def _crosses(forge: Forge) -> None:
    """What was aimed before a pause is well aimed in it and behind it."""
    seat, aimed = forge.turn, forge.head
    signed = forge.action(seat, "draw")
    forge.pause(True)
    forge.voted(forge.behind(1), forge.ballot(forge.behind(1), seat, head=aimed))
    forge.vote(forge.behind(2), seat)
    forge.pause(False)
    forge.apply_and_log(seat, Draw(), signed, None)
    forge.rest(0)
    forge.voted(forge.behind(1), forge.ballot(forge.behind(1), seat, head=forge.aim))
    forge.vote(seat, forge.behind(2))


def _objects_in(*, pause: bool, rest: int) -> Callable[[Forge], object]:
    """The last vote comes in a pause, or two seconds before one; *rest* is left behind it."""

    def edit(forge: Forge) -> None:
        seat = forge.turn
        forge.wait(IDLE)
        forge.vote(forge.behind(1), seat)
        if not pause:
            forge.vote(forge.behind(2), seat)
            forge.exactly(2_000)
        forge.pause(True)
        if pause:
            forge.vote(forge.behind(2), seat)
        forge.rests(PAUSE)
        forge.exactly(rest)
        forge.stand_in()

    return edit


def _objected(rest: int) -> Callable[[Forge], object]:
    return lambda f: (
        f.vote(f.turn, f.turn, yes=False), f.exactly(0), f.pause(True), f.rests(PAUSE), f.exactly(rest),
        f.stand_in(),
    )  # fmt: skip


def _waited(rest: int) -> Callable[[Forge], object]:
    """The table rests at once, the other player wants to go on, then *rest* goes by until the end."""
    return lambda f: (
        f.exactly(0), f.pause(True), f.rests(PAUSE), f.exactly(0), f.vote(f.behind(), f.turn), f.exactly(rest), f.end(),
    )  # fmt: skip


honest(three, a_pause_is_no_position=_crosses)
honest(
    partial(dealt, players=4),
    a_vote_counts_on_behind_a_pause=lambda f: (
        f.vote(f.behind(1), f.turn), f.rest(0), f.vote(f.behind(2), f.turn), f.stand_in(),
    ),
)  # fmt: skip
honest(dealt, an_end_follows_a_pause=lambda f: (f.vote(f.behind(), f.turn), f.rest(0), f.end()))
cheats(
    "chain", dealt,
    a_show_in_a_pause=lambda f: (f.pause(True), f.write(log.Shown(1, (), f.tick()))),
)  # fmt: skip
cheats(
    "chain", scored,
    a_round_begins_in_a_pause=lambda f: (f.pause(True), f.write(log.HostCommit(2, 0, PAIRS * 4, f.tick()))),
)  # fmt: skip
honest(scored, a_round_begins_behind_a_pause=lambda f: (f.rest(PAUSE), f.play_round()))
cheats("chain", played, a_pause_behind_the_score_of_a_game_that_is_won=lambda f: (f.cut(-1), f.pause(True)))
cheats(
    "chain", agreed,
    a_pause_behind_the_hosts_commitments=lambda f: (f.write(log.HostCommit(1, 0, PAIRS * 4, f.tick())), f.pause(True)),
)  # fmt: skip
cheats(
    "chain", committed,
    a_vote_in_a_shuffle=lambda f: (f.write(log.Shuffle(1, 0, bytes(f.due()), f.tick())), f.vote(0, 1)),
    a_pause_in_a_shuffle=lambda f: (f.write(log.Shuffle(1, 0, bytes(f.due()), f.tick())), f.pause(True)),
)  # fmt: skip
honest(
    three,
    time_to_come_back_goes_on_behind_a_pause=_objects_in(pause=False, rest=18_000),
    time_to_come_back_begins_behind_a_pause=_objects_in(pause=True, rest=20_000),
)  # fmt: skip
cheats(
    "clock", three,
    time_to_come_back_behind_a_pause_a_millisecond_short=_objects_in(pause=False, rest=17_999),
    time_to_come_back_from_a_pause_a_millisecond_short=_objects_in(pause=True, rest=19_999),
)  # fmt: skip
honest(voted, who_objected_has_its_time_behind_a_pause=_objected(IDLE))
cheats("clock", voted, who_objected_has_its_time_behind_a_pause_a_millisecond_short=_objected(IDLE - 1))
honest(dealt, somebody_is_waited_for_behind_a_pause=_waited(IDLE + 30_000))
cheats("end", dealt, somebody_is_waited_for_behind_a_pause_a_millisecond_short=_waited(IDLE + 29_999))
honest(scored, the_next_round_is_waited_for_behind_a_pause=_waited(IDLE + 30_000))


def _says_again(forge: Forge) -> None:
    """Two want to go on without seat 0 and one to wait, who says so again before the end: that puts nothing off."""
    began = forge.followed.clock
    for voter, yes in ((1, True), (2, True), (3, False)):
        forge.vote(voter, 0, yes)
    forge.wait(IDLE + 20_000)
    forge.vote(3, 0, yes=False)
    forge.exactly(began + IDLE + 30_000 - forge.followed.clock)
    forge.end()


honest(partial(scored, 4), who_wants_to_wait_says_so_again=_says_again)
cheats("end", scored, the_next_round_is_waited_for_a_millisecond_short=_waited(IDLE + 29_999))

# -- refusals


def _refused_in_a_pause(forge: Forge) -> None:
    """A refusal is judged where it was given."""
    forge.pause(True)
    forge.vote(1, 0)
    resting = forge.head
    forge.refuse(0, Acting, forge.action(0, "draw"), "paused")
    forge.pause(False)
    forge.refuse(0, Acting, forge.action(0, "draw", head=forge.aim), "paused", head=resting)
    forge.draw()
    forge.step()


def _refused_by_another_log(forge: Forge) -> None:
    signed, number = forge.action(0, "draw"), forge.number
    forge.number = 9
    forge.refuse(0, Acting, signed)
    forge.number = number


honest(
    on_turn, 0,
    a_statement_is_refused_in_a_pause=_refused_in_a_pause,
    what_is_not_logged_is_refused=lambda f: (f.refuse(0, Acting, f.action(0, "meld 2C 3C 4C")), f.draw()),
    a_part_without_commitments_is_refused=lambda f: f.refuse(
        0, Committed, f.say(0, Committed, session=f.session, round=1, first=0, commits=(), answered=()), "not_due"
    ),
    a_vote_comes_at_once_behind_the_one_before=lambda f: (
        f.vote(0, 1), f.refuse(0, Voting, f.ballot(0, 1, yes=False), "not_due"),
    ),
)  # fmt: skip
honest(
    dealt, 0,
    an_action_at_the_latest_time_is_refused=lambda f: f.refuse(
        0, Acting, f.say(0, Acting, session=f.session, round=1, do="draw", t=LATEST, clock=CLOCK), "illegal"
    ),
)  # fmt: skip
honest(
    two, 0,
    a_nonce_is_refused_before_the_log_begins=lambda f: (
        early := f.say(0, NonceCommitted, seat=0, commit=bytes(32), head=bytes(32)), f.seat_all(),
        f.refuse(0, NonceCommitted, early, "not_due", head=bytes(32)),
    ),
)  # fmt: skip
cheats(
    "refusal", at_a_call, 0,
    a_call_is_refused_as_too_late_behind_a_vote=lambda f: (
        call := f.action(0, "rummy meld 2C 3C 4C"), f.vote(2, 1), f.refuse(0, Acting, call, "too_late"),
    ),
)  # fmt: skip
cheats("commit-order", agreed, later_shuffles_first=lambda f: f.write(log.HostCommit(1, 4, PAIRS * 3, f.tick())))
cheats(
    "refusal", on_turn, 0,
    a_vote_is_refused_for_a_seat_that_is_there=lambda f: f.refuse(0, Voting, f.ballot(0, 1), "no_seat"),
    a_first_vote_is_refused_as_a_second=lambda f: (
        first := f.ballot(0, 1), head := f.head, f.vote(0, 1), f.refuse(0, Voting, first, "not_due", head=head),
    ),
    a_draw_is_refused_as_too_late=lambda f: f.refuse(0, Acting, f.action(0, "draw", head=bytes(32)), "too_late"),
    an_action_is_refused_for_a_pause_that_is_not=lambda f: f.refuse(0, Acting, f.action(0, "draw"), "paused"),
    an_action_is_refused_for_a_pause_before_the_log=lambda f: f.refuse(
        0, Acting, f.action(0, "draw", head=bytes(32)), "paused", head=bytes(32)
    ),
    a_refusal_with_other_evidence_than_the_host_signed=lambda f: f.refuse(
        0, Acting, f.action(0, "draw"), "order", evidence=bytes([1] * 32), shown=("action", *f.action(0, "draw"))
    ),
    a_refusal_as_that_of_a_statement_of_another_kind=lambda f: f.refuse(0, Voting, f.action(0, "draw")),
    a_refusal_that_the_host_signed_for_another_log=_refused_by_another_log,
)  # fmt: skip

# -- shuffles and voids


def _parts(forge: Forge) -> tuple[Envelope | None, ...]:
    """The parts of the newest entry, which is taken back, but that of seat 1."""
    last = log.read_entry(forge.written[-1].entry)
    assert isinstance(last, log.Commits | log.Reveals | log.Cosigns)
    forge.cut(-1)
    return tuple(None if seat == 1 else one for seat, one in enumerate(last.signed))


def _void_of(kind: type[Statement], **fields: object) -> Callable[[Forge], object]:
    """The first shuffle is voided where these parts are due, and seat 0 has signed other fields."""

    def edit(forge: Forge) -> None:
        forge.falsify(kind, 0, **fields)
        forge.commit(4)
        if kind is Revealed:
            forge.void(1)
        else:
            if kind is Cosigned:
                forge.mix(forge.due())
            forge.put_aside(0, _parts(forge))

    return edit


_kind: type[Statement]
_fields: dict[str, Any]
for _check, _kind, _fields in (
    ("commit-order", Committed, {"round": 2}),
    ("commit-order", Committed, {"head": bytes(32)}),
    ("commit-order", Committed, {"session": bytes(32)}),
    ("void", Committed, {"answered": ("sent",)}),
    ("reveal", Revealed, {"deal": bytes(32)}),
    ("reveal", Revealed, {"session": bytes(32)}),
    ("commit-set", Revealed, {"cset": bytes(32)}),
    ("commitment", Revealed, {"x": bytes(32)}),
    ("root", Cosigned, {"root": bytes(32)}),
    ("co-signature", Cosigned, {"head": bytes(32)}),
    ("co-signature", Cosigned, {"session": bytes(32)}),
    ("statement-order", Cosigned, {"n": 0}),
):
    _named = {f"a_void_with_{_kind.kind}_of_another_{next(iter(_fields))}": _void_of(_kind, **_fields)}
    cheats(_check, partial(agreed, 3), **_named)
for _kind in (Committed, Revealed, Cosigned):
    _named = {f"a_void_with_{_kind.kind}": _void_of(_kind)}
    honest(partial(agreed, 3), **_named)


# -- what is signed properly, but for something else: every field by which a statement is bound to its place

OTHER: Final = b"\7" * 32


def _signs_other(kind: type[Statement], **fields: object) -> Callable[[Forge], object]:
    """Seat 1 signs other fields in each statement of this kind."""

    def edit(forge: Forge) -> None:
        forge.falsify(kind, 1, **fields)
        forge.begin()
        forge.begin_round()
        forge.until(1)
        forge.act(1, safe(forge))

    return edit


for _check, _kind, _fields in (
    ("session", NonceCommitted, {"head": OTHER}),
    ("session", NonceCommitted, {"seat": 0}),
    ("session", NonceShown, {"head": OTHER}),
    ("session", NonceShown, {"commits": OTHER}),
    ("commit-order", Committed, {"session": OTHER}),
    ("commit-order", Committed, {"round": 2}),
    ("commit-order", Committed, {"head": OTHER}),
    ("reveal", Revealed, {"session": OTHER}),
    ("reveal", Revealed, {"deal": OTHER}),
    ("reveal", Revealed, {"head": OTHER}),
    ("commit-set", Revealed, {"cset": OTHER}),
    ("commitment", Revealed, {"x": OTHER}),
    ("co-signature", Cosigned, {"session": OTHER}),
    ("co-signature", Cosigned, {"deal": OTHER}),
    ("co-signature", Cosigned, {"head": OTHER}),
    ("root", Cosigned, {"root": OTHER}),
    ("action-signature", Acting, {"session": OTHER}),
    ("action-signature", Acting, {"round": 2}),
):
    _named = {f"{_kind.kind}_of_another_{next(iter(_fields))}": _signs_other(_kind, **_fields)}
    cheats(_check, partial(seats, 2), later=True, **_named)


# -- hosts and players that nobody can be, and decks that were not drawn


def _signs_with_nobodys_key(forge: Forge) -> None:
    forge.host = NobodysSigner()
    forge.seat_all()
    forge.cut(1)


def _seats_nobody(forge: Forge) -> None:
    forge.players[-1].signer = NobodysSigner()
    forge.seat_all()


def _stacks(stack: Callable[[list[int]], list[int]]) -> Callable[[Forge], object]:
    def edit(forge: Forge) -> None:
        forge.stacks = stack
        forge.play(1)
        forge.cut([one.kind for one in entries(forge)].index("show") + 1)

    return edit


cheats("host-signature", seats, a_host_with_a_key_of_small_order=_signs_with_nobodys_key)
cheats("session", seats, a_player_with_a_key_of_small_order=_seats_nobody)
cheats(
    "deck", partial(seats, seed=2),
    a_deck_that_lies_in_order=_stacks(sorted),
    two_cards_exchanged_that_nobody_draws=_stacks(lambda deck: [*deck[:-2], deck[-1], deck[-2]]),
)  # fmt: skip


def _turns_up_another(forge: Forge) -> None:
    """The card behind that which is next."""
    forge.falsify(log.CardsDealt, up=lambda old: (forge.used[-1][1].deck.opening(old[0][0] + 1),))
    forge.deal(forge.mix(forge.due()))


def _puts_elsewhere(forge: Forge) -> None:
    forge.puts = lambda places: [0] * len(places)
    forge.play(1)
    forge.cut([one.kind for one in entries(forge)].index("show") + 1)


cheats("position", committed, another_card_than_the_next_is_turned_up=_turns_up_another)
cheats(
    "rules", lambda: Forge("crummy", {"reshuffle_limit": 1}, 2, seed=6),
    a_card_is_put_back_on_the_top_of_the_stock=_puts_elsewhere,
)  # fmt: skip
cheats(  # the player is a friend of the host's
    "rules", on_turn, 1, a_card_is_thrown_that_its_holder_sees=lambda f: (f.draw(), _throws_of_another(f)),
)  # fmt: skip
honest(on_turn, a_card_is_thrown_that_nobody_else_sees=lambda f: (f.draw(), _throws_of_another(f)))


def _throws_of_another(forge: Forge) -> None:
    _writes(f"throw {face(forge.state.hands[1].bit_length() - 1)}")(forge)


def _voids_after(millis: int) -> Callable[[Forge], object]:
    def edit(forge: Forge) -> None:
        forge.write(log.Shuffle(1, 0, bytes(forge.due()), forge.tick()))
        signed = forge.reveals(forge.deals[0], forge.seat_commits[0])
        forge.exactly(millis)
        forge.write(log.Voided(1, 0, (signed[0], None, signed[2]), forge.tick()))

    return edit


def _answers(*answered: dict[int, Any]) -> Callable[[Forge], object]:
    """So many voids, and what seats answer to them."""

    def edit(forge: Forge) -> None:
        forge.void(1)
        if len(answered) == 2:
            forge.write(log.HostCommit(1, 4, PAIRS * 3, forge.tick()))
            forge.next_epoch = 7
            forge.put_aside(4, (None,) * 3)
        forge.answers = list(answered)
        forge.commit(3)

    return edit


honest(
    committed,
    a_void_gives_a_part_its_time=_voids_after(10_000),
    a_seat_answers_to_a_void=_answers({1: "read"}),
    a_seat_answers_to_two_voids=_answers({1: "acknowledged"}, {1: "sent"}),
)  # fmt: skip
cheats(
    "void", committed,
    a_void_says_nothing_of_anybody=lambda f: f.void(1, signed=()),
    a_void_says_something_of_one_seat=lambda f: f.void(1, signed=(None,)),
)  # fmt: skip
cheats("format", committed, a_seat_answers_nothing_that_is_known=_answers({1: True}))
cheats("end", partial(voided, 1), a_game_is_played_to_its_end_behind_a_void=lambda f: f.end("played"))
cheats(
    "chain", committed,
    a_shuffle_goes_on_without_the_silent=lambda f: (f.void(0), f.write(log.Commits(1, 0, (), f.tick()))),
)  # fmt: skip
cheats(
    "recommit",
    committed,
    a_batch_is_committed_to_again=lambda f: (f.void(0), f.write(log.HostCommit(1, 0, PAIRS * 4, f.tick()))),
)
honest(
    seats,
    no_session_comes_about=lambda f: (f.seat_all(), f.end("no-session")),
    no_session_comes_about_behind_its_commitments=lambda f: (f.begin(), f.cut(-1), f.end("no-session")),
)  # fmt: skip


def _says(*answered: str, **fields: object) -> Callable[[Forge], object]:
    """The last word of seat 1."""
    return lambda f: f.last_word(1, *answered, **fields)


off = partial(voided, 1, voids=1)
honest(
    off, 1,
    a_last_word_answers_to_the_last_void=lambda f: (_says("read")(f), f.end("voids")),
    a_last_word_answers_behind_the_end=lambda f: (f.end("voids"), _says("read")(f)),
)  # fmt: skip
honest(  # it is signed behind its entry: this one when the void came late, and the end came at once
    off, 1,
    a_last_word_bounds_nothing_that_comes_later=lambda f: (
        t := f.players[1].clock.read(f.time.now) + 8_000, f.last_word(1, "read", t=t), f.wait(8_000), f.end("voids"),
        f.last_word(1, "read", t=t + 100),
    ),
)  # fmt: skip
honest(dealt, 1, a_last_word_where_nothing_is_asked=_says())
cheats(
    "void", off, 1,
    a_last_word_answers_nothing=_says(),
    a_last_word_answers_twice=_says("read", "read"),
    a_last_word_of_another_head=_says("read", head=bytes(32)),
    two_last_words_behind_an_entry=lambda f: (_says("read")(f), _says("read")(f)),
)  # fmt: skip
cheats("void", dealt, 1, a_last_word_answers_where_nothing_is_asked=_says("read"))
cheats("void", agreed, 1, a_last_word_answers_before_the_first_shuffle=_says("read"))
cheats(
    "void", dealt, 2,
    a_last_word_of_nobody=lambda f: f.last_words.append((len(f.written) - 1, LastWordRecord(2, b"x", bytes(64)))),
)  # fmt: skip
cheats("statement-order", off, 1, a_last_word_with_an_old_number=_says("read", n=0))
cheats("format", off, 1, a_last_word_with_an_unknown_answer=_says("late"))

# -- statements that are refused for a true reason


def _wrong(forge: Forge) -> dict[str, bytes]:
    return {"session": forge.session, "deal": bytes(32), "cset": bytes(32), "x": bytes(32)}


def _not_due(forge: Forge, seat: int, kind: type[Statement], /, **fields: object) -> None:
    """The seat signs this, which is not due."""
    forge.refuse(seat, kind, forge.say(seat, kind, **fields), "not_due")


def _could_answer(*, ahead: bool = True) -> Forge:
    """Crummy rummy: a seat is asked, or not yet and might answer already."""
    for seed in range(100):
        forge = dealt("crummy", {"offer_seconds": 5}, 3, seed)
        forge.choose = lazily
        while forge.state.phase != "offer" and forge.game.actors(forge.state):
            forge.step()
        if (forge.game.offers.offer_early(forge.state) if ahead else forge.game.actors(forge.state)) == (0,):
            return forge
    raise AssertionError("seat 0 could never answer")


def _calls(forge: Forge) -> None:
    forge.apply_and_log(0, notation.parse(forge.call), forge.action(0, forge.call), None)


def _calls_wrongly(forge: Forge) -> None:
    forge.refuse(0, Acting, forge.action(0, "rummy meld KC KD KH"), "no_such_call")


def _cools_down(forge: Forge) -> None:
    forge.refuse(0, Acting, forge.action(0, "rummy meld KC KD KH"), "cooldown")


def _refused_consent(code: str) -> Callable[[Forge], object]:
    """The first consent that seat 0 signs is refused; it begins with another one."""
    return lambda f: (
        first := f.say(0, Agreed, rules=bytes(32), players=bytes(32)), f.seat_all(),
        f.refuse(0, Agreed, first, code, head=bytes(32)),
    )  # fmt: skip


def _votes_too_late(forge: Forge) -> None:
    """About a seat that has acted since, one that is there, and once more shortly after a vote or an objection."""
    forge.until(1)
    late = forge.ballot(0, 1)
    while forge.turn == 1:
        forge.step()
    forge.refuse(0, Voting, late, "stale")
    about = forge.turn or 1
    forge.refuse(0, Voting, forge.ballot(0, about), "not_absent")
    forge.vote(0, about)
    forge.refuse(0, Voting, forge.ballot(0, about), "not_due")
    forge.vote(0, 0, yes=False)
    forge.refuse(0, Voting, forge.ballot(0, 0, yes=False), "stale")


def _votes_behind_its_part(forge: Forge) -> None:
    """The part of a session that waits for the others is older than a vote that is logged meanwhile."""
    forge.let_in(forge.ask_in([forge.player("new")]))
    part = {"head": forge.head, "seat": 0, "commit": bytes(32)}
    forge.say(0, NonceCommitted, **part)
    forge.vote(0, 1)
    _not_due(forge, 0, NonceCommitted, **part)


honest(
    partial(on_turn, "basic"), 0,  # an action waits for its time, and what comes behind it is refused
    a_kept_action_is_still_kept=lambda f: (
        f.action(0, "draw"), f.refuse(0, Acting, f.action(0, "draw"), "not_due"),
        f.refuse(0, Voting, f.ballot(0, 0, yes=False), "not_due"),
    ),
    a_kept_action_is_logged=lambda f: (
        kept := f.action(0, "draw"), f.refuse(0, Acting, f.action(0, "draw"), "not_due"),
        f.apply_and_log(0, Draw(), kept, None),
    ),
)  # fmt: skip
honest(
    _could_answer, 0,  # a clock has answered for it, while one before it has longer time
    a_clocks_answer_is_kept=lambda f: f.refuse(0, Acting, f.action(0, "waive"), "not_due"),
)  # fmt: skip
honest(
    partial(asked, "shuffle"), 0,
    a_part_has_come_already=lambda f: (
        _not_due(f, 0, Revealed, **_wrong(f)),
        _not_due(f, 0, Cosigned, session=f.session, deal=bytes(32), root=bytes(32)),
    ),
    a_part_is_wrong=lambda f: f.refuse(0, Revealed, f.say(0, Revealed, **_wrong(f)), "wrong_statement"),
)  # fmt: skip
honest(
    partial(_could_answer, ahead=False), 0,
    an_answer_waits_for_what_others_say=lambda f: f.refuse(
        0, Acting, f.action(0, f"want {face(f.state.discard[-1])}"), "illegal"
    ),
)  # fmt: skip
honest(
    at_a_call, 0,
    a_call_of_another_round_may_have_lost=lambda f: f.refuse(0, Acting, f.action(0, f.call, round=2), "race"),
    a_call_comes_behind_the_same_one=lambda f: (
        later := f.action(0, f.call), _calls(f), f.refuse(0, Acting, later, "too_late"),
    ),
    nobody_knows_what_a_call_had_seen=lambda f: f.refuse(0, Acting, f.action(0, f.call, round=2), "too_late"),
)  # fmt: skip
honest(two, 0, a_consent_is_refused_for_the_table=_refused_consent("stale"))
for _code in ("wrong_statement", "paused", "shuffling", "cooldown"):
    _named = {f"a_first_consent_is_refused_as_{_code}": _refused_consent(_code)}
    (honest if _code == "shuffling" else partial(cheats, "refusal"))(two, 0, **_named)  # no round is played
cheats(
    "refusal", at_a_call, 0,
    the_own_call_is_no_race=lambda f: (
        later := f.action(0, f.call), _calls(f), f.refuse(0, Acting, later, "race")
    ),
)  # fmt: skip
cheats(
    "refusal", at_a_call, 1,
    a_call_that_was_seen_is_no_race=lambda f: (_calls(f), f.refuse(1, Acting, f.action(1, f.call), "race")),
)  # fmt: skip
cheats(
    "refusal", partial(at_a_call, {"cooldown_seconds": 0}), 0,
    nobody_cools_down_here=lambda f: f.refuse(0, Acting, f.action(0, f.call), "cooldown"),
)  # fmt: skip
cheats(
    "refusal", partial(at_a_call, {"cooldown_seconds": 60}), 0,
    nobody_cools_down_from_a_first_call=lambda f: f.refuse(0, Acting, f.action(0, f.call), "cooldown"),
)  # fmt: skip
honest(
    at_a_call, 0,
    a_call_comes_in_the_cool_down=lambda f: (_calls_wrongly(f), _cools_down(f)),
    a_call_comes_in_the_cool_down_behind_other_things=lambda f: (
        f.wait(2000), f.step(), _calls_wrongly(f), f.step(), f.wait(1800), f.step(), _cools_down(f)
    ),
    a_call_comes_at_the_end_of_the_cool_down=lambda f: (
        _calls_wrongly(f), f.step(), f.exactly(3000), f.step(), _cools_down(f)
    ),
)  # fmt: skip
cheats(
    "refusal", at_a_call, 0,
    a_call_comes_behind_the_cool_down=lambda f: (
        _calls_wrongly(f), f.step(), f.wait(3000), f.step(), _cools_down(f)
    ),
)  # fmt: skip
cheats(
    "refusal", on_turn, 0,
    a_vote_is_refused_for_a_shuffle_that_is_not=lambda f: f.refuse(0, Voting, f.ballot(0, 1), "shuffling"),
    a_vote_made_no_action_stale=lambda f: (f.vote(1, 0), f.refuse(0, Acting, f.action(0, "draw"), "stale")),
)  # fmt: skip
honest(
    partial(asked, "shuffle"), 0,
    a_vote_is_refused_for_a_shuffle=lambda f: f.refuse(
        0, Voting, f.say(0, Voting, about=1, yes=True), "shuffling"
    ),
)  # fmt: skip
honest(
    on_turn, 0,
    what_is_missing_may_bind_a_clock=lambda f: (
        f.action(0, "draw"), f.refuse(0, Acting, f.action(0, "draw"), "clock")
    ),
    a_proof_where_none_is_due=lambda f: f.refuse(0, Acting, f.action(0, "draw", proof=b"1"), "wrong_statement"),
    a_clock_ran_backwards=lambda f: f.refuse(0, Acting, f.action(0, "draw", t=0), "clock"),
    behind_an_order_another_program_goes_on=lambda f: (
        f.refuse(0, Acting, f.action(0, "draw")), f.refuse(0, Acting, f.action(0, "draw"), "wrong_statement")
    ),
)  # fmt: skip
cheats(
    "refusal", partial(asked, "shuffle"), 0,
    a_part_is_refused_as_stale=lambda f: f.refuse(0, Revealed, f.say(0, Revealed, **_wrong(f)), "stale"),
)  # fmt: skip
cheats(
    "refusal", lambda: Forge("basic", {}, 2, seed=1).play(1), 0,
    nothing_waits_between_two_rounds=lambda f: (
        f.action(0, "draw"), f.refuse(0, Acting, f.action(0, "draw"), "not_due"),
    ),
)  # fmt: skip
honest(joined, 0, a_vote_behind_a_part=_votes_behind_its_part)


def _votes_wrongly(forge: Forge) -> None:
    forge.refuse(1, Voting, forge.ballot(1, 0), "wrong_statement")


honest(partial(dealt, bots=(1,)), 1, a_vote_of_a_bot_is_refused_as_wrong=_votes_wrongly)
cheats("refusal", dealt, 1, a_vote_is_refused_as_wrong=_votes_wrongly)
honest(
    off, 1,
    a_refused_statement_has_the_number_of_the_last_word=lambda f: (
        f.end("voids"), _says("read")(f), f.refuse(1, Voting, f.ballot(1, 0, n=f.players[1].n - 1), "no_game"),
    ),
)  # fmt: skip
honest(three, 0, votes_that_come_too_late=_votes_too_late)
