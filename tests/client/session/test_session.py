"""The client's core against the real tables, in memory: what it sends, keeps and resends, and how it reconnects."""

import pytest

from rummynet_client.core.text import news, verbs
from rummynet_protocol.fairness.transcript import HEADER
from rummynet_protocol.wire.messages import AskLog
from tests.support.fake_host import FakeHost, Guest, dealt, on_turn, play, seated


class TestTheGreeting:
    def test_nothing_can_be_asked_before_it(self) -> None:
        ann = Guest("Ann")
        ann.session.apply_command(verbs.parse_command("create keilty"))
        (refused,) = ann.session.take_output().news
        assert isinstance(refused, news.WasRefused) and refused.code == "not_connected"
        assert ann.session.model.refusal == refused
        FakeHost().connect(ann)
        assert ann.session.model.refusal is None, "it can be reached now"


class TestAGame:
    def test_nobody_is_told_a_card_of_another(self) -> None:
        _, (ann, bob) = dealt("Ann", "Bob")
        picture = ann.session.model
        assert picture.state is not None and picture.me == 0
        assert picture.state.hands[1] == 0 and picture.state.hidden[1] == 10
        assert not set(picture.hand) & set(bob.session.model.hand)

    def test_a_call_is_for_the_host_to_refuse(self) -> None:
        host, guests = dealt("Ann", "Bob")
        sent = len(guests[0].sent)
        assert "code=no_such_call" in host.do(guests[0], "rummy meld KC KD KH")[0]
        assert len(guests[0].sent) == sent + 2, "the call, and a ping behind it"
        assert "code=cooldown" in host.do(guests[0], "rummy meld KC KD KH")[0]

    @pytest.mark.parametrize(("option", "has_hints"), [("no", False), ("yes", True)])
    def test_hints_only_where_the_options_say_so(self, option: str, has_hints: bool) -> None:
        host, guests = dealt("Ann", "Bob", "Cid", options=f"target=2000 rummy_hints={option}")
        ann, could_call = guests[0], False
        while not could_call and ann.session.model.over is None:
            play(host, guests, 1)
            state = ann.session.model.state
            could_call = state is not None and any(claim.by != ann.session.model.me for claim in state.claims)
        assert could_call
        assert any("hint=" in line for line in ann.lines) == has_hints


class TestComingBack:
    def test_a_vote_that_was_lost_is_sent_again_also_while_another_is_on_its_way(self) -> None:
        host, guests = dealt("Ann", "Bob", "Eve")
        mover = on_turn(guests)
        voter = next(guest for guest in guests if guest is not mover)
        seat = mover.session.model.me
        host.lose(mover)
        host.ignores, host.keeps_pongs = lambda guest, request: True, lambda guest: True  # the cable is out
        host.do(voter, f"vote {seat}")
        (lost,) = host.signed(voter, "vote")
        host.lose(voter)
        host.ignores, host.keeps_pongs = lambda guest, request: False, lambda guest: False
        host.begin(voter)
        while not isinstance(host.asked[-1][1], AskLog):
            assert host.step()
        voter.session.apply_command(verbs.parse_command(f"vote {seat} no"))
        host.settle()
        assert host.signed(voter, "vote").count(lost) == 2
        host.tick(voter, 70)
        assert not any("held-back" in line for line in voter.lines), voter.lines

    def test_an_action_that_the_log_holds_is_not_sent_again(self) -> None:
        host, guests = dealt("Ann", "Bob")
        mover = on_turn(guests)
        mover.session.apply_command(verbs.parse_command("draw"))
        mover.tamper = lambda message: []  # the host's answer never arrives
        host.settle()
        assert mover.session.is_busy
        host.lose(mover)
        mover.tamper = lambda message: [message]
        host.connect(mover)
        assert not mover.session.is_busy
        assert mover.session.model.state is not None and mover.session.model.state.phase == "play"
        assert len(mover.session.model.hand) == 11


def test_records_are_kept_before_anything_is_sent() -> None:
    """The order of one step's output: the log entry is on disk before the own part in the ceremony is sent."""
    host, (ann, bob) = seated("Ann", "Bob")
    host.do(ann, "ready")
    seen: list[tuple[int, int]] = []
    take = ann.session.take_output

    def watch() -> object:
        out = take()
        seen.append((len(out.keep), len(out.send)))
        return out

    ann.session.take_output = watch  # type: ignore[method-assign, assignment]
    host.do(bob, "ready")
    contributing = [keep for keep, send in seen if send]
    assert len(contributing) >= 5 and all(contributing)
    assert ann.transcript.startswith(HEADER)


def test_whoever_comes_to_a_table_hears_what_was_said_there_last_and_once() -> None:
    host, (ann,) = seated("Ann")
    cid = Guest("Cid")
    host.connect(cid)
    host.do(ann, "say hello")
    assert host.do(cid, "watch 1")[-1] == "chat name=Ann seat=0 by=player text=hello"
    host.do(cid, "stand")
    assert not cid.session.model.chat
    host.do(cid, "sit 1")
    assert [one.text for one in cid.session.model.chat] == ["hello"]
