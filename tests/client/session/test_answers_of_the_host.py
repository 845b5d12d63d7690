"""The host's treatment of a statement: it logs it, refuses it for good, or holds it back, which is counted."""

import random

import pytest

from rummynet.table.api.inputs import RequestReceived
from rummynet.verifier.offline import check
from rummynet_client.core.session.action_sender import HELD_BACK_MILLIS
from rummynet_client.core.session.watch.signed_refusals import unsigned
from rummynet_client.core.text import news, verbs
from rummynet_protocol import notation
from rummynet_protocol.actions import Action, Draw
from rummynet_protocol.cards import face
from rummynet_protocol.fairness.chain import NO_HEAD
from rummynet_protocol.fairness.commitment import NO_EVIDENCE, refusal_payload, statement_hash
from rummynet_protocol.fairness.entries import Acted, Envelope
from rummynet_protocol.fairness.statements import pack_statement, read_statement
from rummynet_protocol.fairness.transcript import LastWordRecord, RefusalRecord, SignedStatement, read_transcript
from rummynet_protocol.values import replace
from rummynet_protocol.wire.messages import Done, Dropped, Message, Ready, Refused, Request, Submit
from tests.support.bots import bot_action
from tests.support.crooked import cheat, remembered
from tests.support.fake_host import FakeHost, Guest, dealt, offered, play, seated

MINUTE = HELD_BACK_MILLIS // 1000


def acts(guest: Guest, request: Request) -> bool:
    return isinstance(request, Submit) and request.what in ("action", "vote")


def kept_back(options: str = "") -> tuple[FakeHost, Guest, Guest]:
    """A host that reads nothing of the mover's; returns the fake host, the mover and the other player."""
    host, guests = dealt("Ann", "Bob", options=options)
    mover, other = sorted(guests, key=lambda guest: not guest.session.model.my_turn)
    host.ignores = lambda guest, request: guest is mover and acts(guest, request)
    host.keeps_pongs = lambda guest: guest is mover
    host.do(mover, "draw")
    return host, mover, other


def refused_unsigned(code: str) -> tuple[FakeHost, Guest, Guest]:
    """A host that refuses a draw of the mover's, and does not sign that."""
    host, guests = dealt("Ann", "Bob")
    mover, other = sorted(guests, key=lambda guest: not guest.session.model.my_turn)

    host.refuse_all(mover, "action", code)
    host.do(mover, "draw")
    return host, mover, other


def alarms(guest: Guest) -> list[str]:
    return [one.says for one in guest.news if isinstance(one, news.FairnessReported) and one.check == "held-back"]


def in_an_offer(players: int) -> tuple[FakeHost, list[Guest], str]:
    """A game of Crummy in which a card is offered: everybody from the seat on turn onwards, and the card."""
    host, guests, turn = offered(players)
    state = guests[turn].session.model.state
    assert state is not None
    top = face(state.discard[-1])
    return host, [*guests[turn:], *guests[:turn]], top


class TestHeldBack:
    def test_time_without_a_connection_does_not_count(self) -> None:
        host, mover, _ = kept_back()
        host.tick(mover, MINUTE - 5)
        host.lose(mover)
        host.tick(mover, 5 * MINUTE)
        host.connect(mover)
        host.tick(mover, 3)
        assert alarms(mover) == []
        host.tick(mover, 10)
        assert len(alarms(mover)) == 1

    def test_nor_while_the_program_slept(self) -> None:
        host, mover, _ = kept_back()
        mover.session.tick()
        host.pass_time(3_600_000)
        mover.session.tick()
        host.tick(mover, 30)
        assert alarms(mover) == []

    def test_an_action_that_a_clock_plays_over(self) -> None:
        _, (ann, bob) = dealt("Ann", "Bob")
        game = (ann if ann.session.model.my_turn else bob).session.game
        assert game is not None
        follower = game.follower
        own, me = follower.sign_action(Draw()), follower.auditor.me_seat
        aims = follower.auditor.aims
        played = Acted(me or 0, "draw", None, "turn", 1, 0, 0)
        assert follower.find_passed_over(played, aims) is None, "it was not acknowledged"
        own.acknowledged = True
        assert follower.find_passed_over(played, aims) is own
        assert follower.find_passed_over(replace(played, why="vote"), aims) is own
        assert follower.find_passed_over(replace(played, why=None), aims) is None
        assert follower.find_passed_over(replace(played, seat=1 - played.seat), aims) is None
        assert follower.find_passed_over(played, (bytes(32),)) is None, "something else came before"
        follower.own.mark_refused(own, unsigned(own, "stale"))
        assert follower.find_passed_over(played, aims) is None

    @pytest.mark.parametrize("was_lost", [True, False])
    def test_what_it_has_not_looked_at_and_refuses_after_all(self, was_lost: bool) -> None:
        host, mover, _other = refused_unsigned("too_many")
        assert alarms(mover) == [] and mover.session.game is not None
        own = next(mover.session.game.follower.own.of_kind("action"))
        own.may_be_held = was_lost
        table, log = host.lobby.tables[1], mover.session.game.follower.own.log
        game = table.game
        assert game is not None
        head, key = game.game_log.head, mover.signer.public
        by_host = host.signer.sign("refusal", refusal_payload(log, head, key, own.hash, "stale", NO_EVIDENCE))
        host.tell(key, Dropped(1, game.number, own.hash, "stale", "too late", by_host, head))
        host.settle()
        assert bool(alarms(mover)) != was_lost

    def test_what_it_has_not_looked_at_and_a_clock_plays_over(self) -> None:
        _hosting, mover, _other = refused_unsigned("too_many")
        game = mover.session.game
        assert game is not None
        follower = game.follower
        own, me = next(follower.own.of_kind("action")), follower.auditor.me_seat or 0
        aims, played = follower.auditor.aims, Acted(me, "draw", None, "turn", 1, 0, 0)
        assert list(follower.find_put_off(played, aims)) == [own]
        assert list(follower.find_put_off(replace(played, do="waive", why="rule"), aims)) == [own], "an offer's clock"
        assert not list(follower.find_put_off(replace(played, why=None), aims))
        assert not list(follower.find_put_off(replace(played, seat=1 - me), aims))
        assert not list(follower.find_put_off(played, (bytes(32),))), "it was for another position"
        own.acknowledged = True
        assert not list(follower.find_put_off(played, aims))

    def test_a_vote_too(self) -> None:
        host, guests = dealt("Ann", "Bob", "Cid")
        ann, bob, _ = guests
        host.lose(bob)
        host.ignores = acts
        host.do(ann, "vote 1")
        host.tick(ann, MINUTE + 1)
        assert len(alarms(ann)) == 1 and "'vote 1'" in alarms(ann)[0]

    def test_an_answer_given_ahead_counts_from_when_one_is_asked(self) -> None:
        host, (_, near, far), _top = in_an_offer(3)
        host.do(far, "waive")
        host.tick(far, 3 * MINUTE)
        assert alarms(far) == []
        host.ignores = lambda guest, request: False
        host.do(near, "waive")
        assert alarms(far) == [] and cheat(far) is None

    def test_what_was_refused_after_all_while_we_were_away_is_asked_for(self) -> None:
        host, (_, near, far), top = in_an_offer(3)
        host.do(far, "waive")
        host.lose(far)
        host.do(near, f"want {top}")
        host.connect(far)
        refused = [one for one in read_transcript(far.transcript).records if isinstance(one, RefusalRecord)]
        assert [one.kind for one in refused] == ["action"]
        host.tick(far, 3 * MINUTE)
        assert alarms(far) == [] and cheat(far) is None

    def test_it_may_be_logged_while_nothing_else_was_signed(self) -> None:
        host, mover, _other = refused_unsigned("too_many")
        mover.tamper = lambda message: [] if isinstance(message, Done) else [message]
        host.ignores = lambda guest, request: False
        host.take(RequestReceived(mover.signer.public, host.asked[-1][1]))
        host.settle()
        assert alarms(mover) == [] and remembered(mover) == []


class TestRefusals:
    @pytest.mark.parametrize("code", ["wrong_statement", "clock", "stale"])
    def test_one_that_contradicts_what_was_signed_and_has_no_answer_is_told_of(self, code: str) -> None:
        host, guests = dealt("Ann", "Bob")
        mover, other = sorted(guests, key=lambda guest: not guest.session.model.my_turn)

        def refuses(guest: Guest, request: Request) -> bool:
            game, key = guest.session.game, guest.signer.public
            if guest is mover and isinstance(request, Submit) and request.what == "action" and game is not None:
                head = b"?" * 32 if code == "stale" else game.follower.auditor.head
                hash = statement_hash("action", request.payload)
                promise = refusal_payload(game.follower.own.log, head, key, hash, code, NO_EVIDENCE)
                host.tell(key, Refused(request.n, code, "no", host.signer.sign("refusal", promise), head))
            return guest is mover and acts(guest, request)

        host.ignores = refuses
        host.do(mover, f"vote {guests.index(other)}")
        host.do(mover, "draw")
        if code == "stale":
            assert "the host refused 'draw' at a place that its log does not have" in str(cheat(mover))
        else:
            assert "contradicts what you signed" in alarms(mover)[-1] and cheat(mover) is None

    def test_refusals_stand_in_the_transcript_and_it_verifies(self) -> None:
        host, guests = dealt("Ann", "Bob", options="target=20")
        for guest in guests:
            host.do(guest, "rummy meld KC KD KH")
            host.do(guest, "rummy meld KC KD KS")
        play(host, guests)
        for guest in guests:
            refused = [one for one in read_transcript(guest.transcript).records if isinstance(one, RefusalRecord)]
            assert [one.code for one in refused] == ["no_such_call", "cooldown"]
            assert check(guest.transcript).verified and remembered(guest) == []

    def test_a_refused_ready_stands_there_once_the_game_has_begun(self) -> None:
        host, (ann, bob) = seated("Ann", "Bob", options="target=20")
        ann.session.apply_command(verbs.parse_command("ready"))
        out = ann.session.take_output()
        for keep in out.keep:
            ann.keep(keep)
        ben = Guest("Ben")
        host.connect(ben)
        host.do(ben, "sit 1")
        for data in out.send:
            for message in host.ends[ann.signer.public][1].receive(data):
                host.take_message(ann, host.ends[ann.signer.public][1], message)
        host.settle()
        host.do(ben, "stand")
        host.lose(ann)
        ann.start()
        host.connect(ann)
        host.all("ready")
        (refused,) = [one for one in read_transcript(ann.transcript).records if isinstance(one, RefusalRecord)]
        assert (refused.kind, refused.code) == ("ready", "stale")
        play(host, [ann, bob])
        assert check(ann.transcript).verified

    def test_after_a_restart_it_is_still_held_against_the_log(self) -> None:
        host, guests = dealt("Ann", "Bob", options="target=20")
        ann = guests[0]
        host.do(ann, "rummy meld KC KD KH")
        before = ann.transcript
        host.lose(ann)
        ann.start()
        host.connect(ann)
        assert ann.transcript == before
        play(host, guests)
        assert sum(isinstance(one, RefusalRecord) for one in read_transcript(ann.transcript).records) == 1
        assert check(ann.transcript).verified


def refused_as(host: FakeHost, ann: Guest, code: str, shows: str = "nothing") -> None:
    """Ann's next refusal says this, with evidence of some kind."""
    key = ann.signer.public

    def refuses(message: Message) -> list[Message]:
        if not isinstance(message, Refused):
            return [message]
        asked = next(one for guest, one in reversed(host.asked) if guest is ann)
        assert isinstance(asked, Submit) and ann.session.game is not None
        statement = read_statement(asked.what, asked.payload)
        newer = pack_statement(replace(statement, n=statement.n + (-1 if shows == "an older one" else 1), t=99))
        shown: SignedStatement | None = "action", newer, ann.signer.sign("action", newer)
        if shows == "nothing":
            shown = None
        elif shows == "the same":
            shown = asked.what, asked.payload, asked.signature
        elif shows == "unsigned":
            shown = "action", newer, bytes(64)
        named = NO_EVIDENCE if shown is None else statement_hash(*shown[:2])
        if shows == "hidden":
            shown, named = None, b"?" * 32
        name, head = statement_hash(asked.what, asked.payload), ann.session.game.follower.auditor.head
        promise = refusal_payload(statement.log, head, key, name, code, named)
        return [Refused(asked.n, code, "no", host.signer.sign("refusal", promise), head, shown)]

    ann.tamper = refuses


class TestOrder:
    def test_what_another_machine_has_signed_accuses_nobody(self) -> None:
        host, (ann, _bob) = dealt("Ann", "Bob")
        refused_as(host, ann, "order", "a newer one")
        host.do(ann, "rummy meld KC KD KH")
        assert alarms(ann) == [] and cheat(ann) is None
        (refused,) = [one for one in read_transcript(ann.transcript).records if isinstance(one, RefusalRecord)]
        assert refused.shown is not None and check(ann.transcript, partial=True).verified
        game = ann.session.game
        assert game is not None and game.follower.own.has_twin
        host.lose(ann)
        ann.tamper = lambda message: [message]
        ann.start()
        host.connect(ann)
        game = ann.session.game
        assert game is not None and game.follower.own.has_twin and cheat(ann) is None


@pytest.mark.parametrize("has_twin", [False, True])
def test_a_false_reason_is_a_cheat_and_nothing_is_said_of_it_where_another_machine_has_the_key(has_twin: bool) -> None:
    host, (ann, _bob) = dealt("Ann", "Bob")
    if has_twin:
        refused_as(host, ann, "order", "a newer one")
        host.do(ann, "rummy meld KC KD KS")
    refused_as(host, ann, "clock")
    host.do(ann, "rummy meld KC KD KH")
    assert (cheat(ann) is None) == has_twin and alarms(ann) == []


class TestTheLastWord:
    def test_each_player_signs_one_at_the_end_and_nothing_behind_it(self) -> None:
        host, guests = dealt("Ann", "Bob", options="target=20")
        play(host, guests)
        for guest in guests:
            last = read_transcript(guest.transcript).records[-1]
            assert isinstance(last, LastWordRecord) and check(guest.transcript).verified
            count = len(host.asked)
            host.do(guest, "rummy meld KC KD KH")
            assert len(host.asked) == count and remembered(guest) == []
            before = guest.transcript
            host.lose(guest)
            guest.start()
            host.connect(guest)
            assert guest.transcript == before

    def test_a_wall_clock_that_was_set_back_accuses_nobody(self) -> None:
        host, (ann, _bob) = seated("Ann", "Bob", options="voids=1")
        host.ignores = lambda guest, request: guest is ann and getattr(request, "what", "") == "reveal"
        host.all("ready")
        host.lose(ann)
        host.ring("ceremony")
        ann.clock.set_by = -20_000
        ann.start()
        host.connect(ann)
        assert isinstance(read_transcript(ann.transcript).records[-1], LastWordRecord)
        assert "time-leads" in remembered(ann) and cheat(ann) is None
        assert check(ann.transcript, partial=True).verified


def consents(host: FakeHost, guest: Guest) -> list[Envelope]:
    """What a guest has signed to agree, in the order in which it came."""
    return [
        one.signed for asked, one in host.asked if asked is guest and isinstance(one, Ready) and one.signed is not None
    ]


class TestTheClock:
    def test_a_statement_that_the_host_cannot_log_is_signed_anew_with_another_clock(self) -> None:
        host, guests = dealt("Ann", "Bob")
        mover = next(guest for guest in guests if guest.session.model.my_turn)
        mover.clock.ms -= 3_000  # set back, and nothing noticed it
        told = host.do(mover, "draw")
        assert not any(line.startswith("refused") for line in told) and told[0].startswith("did ")
        first, second = (read_statement("action", payload) for payload, _ in host.signed(mover, "action"))
        assert first.clock != second.clock and (second.n, first.n + 1) == (first.n + 1, second.n)
        assert not mover.session.is_busy and cheat(mover) is None
        (refused,) = [one for one in read_transcript(mover.transcript).records if isinstance(one, RefusalRecord)]
        assert refused.code == "clock" and check(mover.transcript, partial=True).verified

    def test_in_a_ceremony_too(self) -> None:
        host, (ann, bob) = seated("Ann", "Bob", options="target=20")
        host.do(ann, "ready")
        ann.clock.ms -= 10_000
        host.do(bob, "ready")
        assert ann.session.model.round == 1 and ann.session.model.state is not None and cheat(ann) is None
        play(host, [ann, bob])
        assert check(ann.transcript).verified

    @pytest.mark.parametrize("behind", [0, 10_000])
    def test_a_consent_is_refused_for_it_only_where_it_ran_backwards(self, behind: int) -> None:
        host, (ann, _bob) = seated("Ann", "Bob")
        host.do(ann, "ready")
        host.do(ann, "ready no")
        ann.clock.ms -= behind

        def refuses(message: Message) -> list[Message]:
            request = next((one for guest, one in reversed(host.asked) if guest is ann), None)
            if not isinstance(message, Done) or not isinstance(request, Ready) or request.signed is None or told:
                return [message]
            payload, _ = request.signed
            log = read_statement("ready", payload).log
            told.append(payload)
            promise = refusal_payload(log, NO_HEAD, ann.signer.public, statement_hash("ready", payload), "clock")
            return [Refused(request.n, "clock", "the clock", host.signer.sign("refusal", promise), NO_HEAD)]

        told: list[bytes] = []
        ann.tamper = refuses
        host.do(ann, "ready")
        clocks = {read_statement("ready", payload).clock for payload, _ in consents(host, ann)}
        if behind:
            assert told and remembered(ann) == [] and len(clocks) == 2
        else:
            assert told and remembered(ann) == ["cheat"] and len(clocks) == 1

    def test_a_part_that_is_refused_for_it_unsigned_keeps_its_bytes(self) -> None:
        host, (_ann, bob) = seated("Ann", "Bob")

        host.refuse_all(bob, "reveal", "clock")
        host.all("ready")
        assert len(host.signed(bob, "reveal")) == 1 and remembered(bob) == ["held-back"]
        host.ignores = lambda guest, request: False
        host.lose(bob)
        host.connect(bob)
        assert len(set(host.signed(bob, "reveal"))) == 1 < len(host.signed(bob, "reveal")), "it may be taken now"
        assert bob.session.model.round == 1 and cheat(bob) is None and check(bob.transcript, partial=True).verified

    def test_a_consent_that_is_refused_for_it_unsigned_is_not_signed_again(self) -> None:
        host, (ann, _bob) = seated("Ann", "Bob")
        host.do(ann, "ready")
        host.do(ann, "ready no")
        ann.clock.ms -= 10_000
        before = len(consents(host, ann))

        host.refuse_all(ann, "ready", "clock")
        told = host.do(ann, "ready")
        assert any("code=clock" in line for line in told) and len(consents(host, ann)) == before + 1
        assert remembered(ann) == []

    def test_it_is_tried_once(self) -> None:
        host, guests = dealt("Ann", "Bob")
        mover = next(guest for guest in guests if guest.session.model.my_turn)
        mover.clock.ms -= 3_000
        mover.clock.renew = lambda: None  # type: ignore[method-assign]
        told = host.do(mover, "draw")
        assert told[0].startswith("refused asked=draw code=clock") and len(host.signed(mover, "action")) == 2
        assert not mover.session.is_busy


@pytest.mark.parametrize("seed", range(6))
def test_lost_connections_and_restarts_in_honest_play_raise_no_alarm(seed: int) -> None:
    """Nobody is blamed, nothing is held back and every transcript verifies, whichever side crashes at whatever time."""
    chance = random.Random(seed)
    host, guests = dealt("Ann", "Bob", "Cid", options="target=20")
    for _ in range(4000):
        due = [guest for guest in guests if guest.session.model.my_turn]
        if guests[0].session.model.over is not None:
            break
        one = chance.choice(guests)
        match chance.randrange(12):
            case 0:
                host.lose(one)
                if chance.random() < 0.5:
                    one.start()
                host.pass_time(chance.randrange(5_000))
                host.connect(one)
            case 1:  # the request is lost on the way, or its answer is
                mover = due[0]
                mover.session.apply_command(verbs.parse_command(notation.text(_some(mover))))
                if chance.random() < 0.5:
                    mover.bring_out()
                else:
                    mover.tamper = lambda message: []
                    host.settle()
                    mover.tamper = lambda message: [message]
                host.lose(mover)
                if chance.random() < 0.5:
                    mover.start()
                host.connect(mover)
            case 2:
                host.do(one, "rummy meld KC KD KH")
            case 3:
                host.tick(one, chance.randrange(1, 90))
            case _:
                play(host, guests, 1)
    assert all(guest.session.model.over is not None for guest in guests)
    for guest in guests:
        assert cheat(guest) is None and remembered(guest) == [], guest.lines[-5:]
        assert check(guest.transcript).verified


def _some(guest: Guest) -> Action:
    picture = guest.session.model
    assert picture.variety is not None and picture.state is not None and picture.me is not None
    return bot_action("simple", picture.variety, picture.state, picture.me)


class TestWithheld:
    def test_a_consent_without_an_answer(self) -> None:
        host, guests = seated("Ann", "Bob")
        host.ignores = lambda guest, request: isinstance(request, Ready)
        host.do(guests[0], "ready")
        host.tick(guests[0], MINUTE + 1)
        assert remembered(guests[0]) == ["unanswered"]
