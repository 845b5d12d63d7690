"""The commands of a table's owner, and the clock's lines in plain mode."""

import pytest

from rummynet.verifier.offline import check
from rummynet_client.core.session.guide import rule_now
from rummynet_client.core.text import command_parser
from rummynet_client.core.text.commands import BadCommand
from tests.support.fake_host import dealt, seated


@pytest.mark.parametrize(
    "line",
    [
        "here now",
        "pause 1",
        "resume 1",
        "owner",
        "owner x",
        "owner 1 2",
        "remove",
        "remove -1",
        "remove 1 2",
        "vote",
        "vote x",
        "vote 1 2",
        "admit",
        "admit x",
        "incidents 1",
    ],
)
def test_what_is_no_command_is_said_in_a_sentence(line: str) -> None:
    with pytest.raises(BadCommand):
        command_parser.parse_command(line)


def test_the_owner_is_shown_by_seat_and_changes() -> None:
    host, (ann, bob) = seated("Ann", "Bob")
    assert [one for one in bob.lines if one.startswith("table table=")][-1].endswith(
        'owner=0 paused=false closed=false knocks=""'
    )
    host.do(ann, "owner 1")
    assert bob.lines[-1].endswith('owner=1 paused=false closed=false knocks=""')
    assert host.do(ann, "remove 1")[-1].startswith('refused asked="remove 1" code=not_owner')
    host.do(bob, "remove 0")
    assert bob.lines[-1].endswith('text="the owner of the table has freed the seat of Ann"')
    assert "seat seat=0 free=true" in bob.lines
    assert ann.lines[-1] == 'chat name="The Inn" seat=none by=host text="the owner of the table has freed your seat"'
    assert ann.session.model.table is None
    assert host.do(ann, "sit 1")[-1].startswith('refused asked="sit 1" code=knock')
    host.do(bob, "let ann")
    host.do(ann, "sit 1")
    assert ann.session.model.table is not None


def test_a_pause_is_told_and_what_is_tried_meanwhile_is_refused() -> None:
    host, guests = dealt("Ann", "Bob", options="turn_seconds=60")
    ann, bob = guests
    host.do(ann, "pause")
    assert any(" paused=true " in one for one in bob.lines[-3:])
    assert bob.session.model.table is not None and bob.session.model.table.paused
    mover = next(one for one in guests if one.session.model.my_turn)
    assert host.do(mover, "draw")[-1].startswith("refused asked=draw code=paused")
    host.do(ann, "resume")
    assert host.do(mover, "draw")[-1].startswith("turn ")


def test_after_a_long_pause_each_player_is_told_once_how_to_end_it() -> None:
    inn, (ann, bob) = dealt("Ann", "Bob")
    says = "the pause has lasted long: the game goes on when most players say 'resume'"
    inn.do(ann, "pause")
    assert not bob.session.model.may_resume and ann.session.model.may_resume
    assert rule_now(bob.session.model) == "The table is paused until its owner lets the game go on."
    assert rule_now(ann.session.model) == "The table is paused. To let the game go on, say resume."
    inn.tick(bob, 179)
    assert not any(says in line for line in bob.lines), "before idle_seconds are over"
    inn.tick(bob, 2)
    assert sum(says in line for line in bob.lines) == 1
    assert rule_now(bob.session.model) == "The table is paused. To let the game go on, say resume."
    inn.do(ann, "resume")
    inn.tick(bob, 1)
    inn.do(ann, "pause")
    inn.tick(bob, 181)
    assert sum(says in line for line in bob.lines) == 2, "of a new pause again"
    inn.do(bob, "resume")
    assert not bob.session.model.is_paused


def test_the_clock_tells_its_stages() -> None:
    host, guests = dealt("Ann", "Bob", options="turn_seconds=60")
    mover = next(one for one in guests if one.session.model.my_turn)
    other = next(one for one in guests if one is not mover)
    host.ring("warn")
    assert other.lines[-1].startswith("turn seat=") and other.lines[-1].endswith("clock=10000 stage=warning")
    host.do(mover, "here")
    assert other.lines[-1].endswith("clock=60000 stage=running")
    host.lose(mover)
    assert any(one.endswith("clock=120000 stage=lost") for one in other.lines[-3:])
    host.connect(mover)
    assert any(one.endswith("stage=running") for one in other.lines[-3:])


def test_votes_are_signed_told_and_counted_and_the_host_then_plays_as_a_clock_would() -> None:
    host, guests = dealt("Ann", "Bob", "Cid")
    mover = next(one for one in guests if one.session.model.my_turn)
    seat = guests.index(mover)
    first, second = (one for one in guests if one is not mover)
    assert host.do(first, f"vote {seat}")[-1].startswith(f'refused asked="vote {seat}" code=not_absent')
    host.lose(mover)
    told = host.do(first, f"vote {seat}")[-1]
    assert told.startswith("fair check=vote cheat=false")
    assert f"{first.name} wants the host to play for {mover.name}" in told and "(1 of 2 want it)" in told
    host.do(second, f"vote {seat}")
    assert "(2 of 2 want it)" in next(one for one in reversed(second.lines) if one.startswith("fair "))
    assert " code=stale " in host.do(second, f"vote {seat} no")[-1]  # a second one waits for a new position
    for _ in range(2):
        host.ring("wait")
    did = [one for one in first.lines if one.startswith(f"did seat={seat} ")]
    assert [one.split(" by=")[1].split(" ")[0] for one in did] == ["vote", "vote"]
    host.connect(mover)
    assert sum(one.startswith(f"did seat={seat} ") and " by=vote " in one for one in mover.lines) == 2
    verdict = check(first.transcript, partial=True)
    assert verdict.check is None and verdict.auditor.passed["clock"] == 2


def test_a_vote_without_a_game_is_refused() -> None:
    host, (ann, _) = seated("Ann", "Bob")
    assert host.do(ann, "vote 1")[-1].startswith('refused asked="vote 1" code=no_game')
