"""The commands of a table's owner, and the clock's lines in plain mode."""

import pytest

from rummynet_client.core.session.guide import rule_now
from rummynet_client.core.text import verbs
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
        verbs.parse_command(line)


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


def test_a_vote_without_a_game_is_refused() -> None:
    host, (ann, _) = seated("Ann", "Bob")
    assert host.do(ann, "vote 1")[-1].startswith('refused asked="vote 1" code=no_game')
