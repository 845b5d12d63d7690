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
