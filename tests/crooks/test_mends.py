"""What the machine finds when a mend is taken out again: each finding of the past is unseen then, and seen with it."""

from collections.abc import Callable
from math import inf
from typing import Any, Final

import pytest
from crooked.search import judge, read_script
from crooked.second_window import SecondWindow

from rummynet.ledger import shuffles
from rummynet.ledger.clocks import LogClocks
from rummynet.ledger.course import Course
from rummynet.ledger.ledger import Ledger
from rummynet.verifier.false_refusals import RefusalChecks
from rummynet_client.core.log import contributions
from rummynet_client.core.log.game_follower import GameFollower
from rummynet_client.core.log.own_statements import OwnStatement, OwnStatements
from rummynet_client.core.session import playing, waits
from rummynet_client.core.session.action_sender import ActionSender
from rummynet_client.core.session.following import Following
from rummynet_client.core.session.host_watch import HostWatch
from rummynet_client.core.session.missing_end import MissingEnd
from rummynet_client.core.session.pings import OrderedPings
from rummynet_client.core.session.playing import Playing
from rummynet_protocol.fairness.time_bound import TimeBound
from rummynet_protocol.values import Value

Patch = tuple[object, str, object]


def gives(found: object) -> Callable[..., Any]:
    """Something that finds nothing, whatever it is asked."""
    return lambda *given, **named: found


_connection_lost = OrderedPings.connection_lost


def _forget_pongs(pings: OrderedPings, **_named: bool) -> None:
    _connection_lost(pings, was_whole=False)


class Mend(Value):
    """What is taken out, a script, and the gain that goes unseen without it."""

    out: tuple[Patch, ...]
    script: str
    gain: str


NO_REFUSAL_JUDGED: Final[Patch] = (RefusalChecks, "_is_false", gives(found=False))
NO_REFUSAL_DOUBTED: Final[Patch] = (HostWatch, "_is_known_false", gives(found=False))
MENDS: Final = {
    "a part of a sealed deck that the host keeps": Mend(
        ((playing, "_ANSWERED", frozenset()),), "AF deck=sealed keep-part@0:Ann=share", "kept"
    ),
    "a part of a sealed deck that is due, refused as not due": Mend(
        ((GameFollower, "owes_complaint", gives(found=False)), NO_REFUSAL_JUDGED),
        "AF deck=sealed refuse-due@2:Ann=not_due",
        "denied",
    ),
    "a clock that plays before its time": Mend(
        ((LogClocks, "_short", gives(None)),), "AF turn=20 act-clock@10:Ann", "turn-lost"
    ),
    "an end that nothing asks for": Mend(((Course, "_check_end", gives(None)),), "AB end-early@10:Ann", "forged"),
    "cards that are not shown": Mend(
        ((HostWatch, "_is_blind", gives(found=False)),), "AB keep-openings@0:Ann", "blind"
    ),
    "1 two programs at once": Mend(((SecondWindow, "locks", False),), "AF fork-window@0:Ann=twin", "forked"),
    "1 a part signed in another fork": Mend(
        ((contributions, "is_same_part", gives(found=False)),), "AF fork-window@0:Ann=bare", "forked"
    ),
    "2 a false clock": Mend((NO_REFUSAL_JUDGED, NO_REFUSAL_DOUBTED), "AB refuse-clock@6:Ann=1", "denied"),
    "2 time that has not passed": Mend(
        ((TimeBound, "leads", gives(found=False)),), "AF turn=20 time-jump@10:Ann=60000", "time"
    ),
    "3 false refusals": Mend((NO_REFUSAL_JUDGED,), "AB refuse-stale@0:Ann", "denied"),
    "3 refused without a signature": Mend(
        ((HostWatch, "report_unsigned", gives(None)),), "AB refuse-unsigned@1:Ann=not_your_turn", "denied"
    ),
    "4 a part that was read": Mend(
        ((OwnStatement, "answer", property(gives("silent"))),), "ABF void-blame@2:Ann=kept", "re-dealt"
    ),
    "4 a void at once": Mend(
        ((shuffles, "VOID_MILLIS", 0), (OwnStatement, "answer", property(gives("silent")))),
        "ABF void-blame@2:Ann=now",
        "re-dealt",
    ),
    "5 a game that is dropped": Mend(((MissingEnd, "game_left", gives(None)),), "AB close-table@10:Ann", "game-gone"),
    "5 another game begun": Mend(
        ((MissingEnd, "_report_dropped", gives(None)), (MissingEnd, "check_last_game", gives(None))),
        "AF seed=2 begin-other@10:Ann",
        "other-game",
    ),
    "5 the end of a game that went on without its player": Mend(
        ((MissingEnd, "_report_unseen", gives(None)), (MissingEnd, "_report_dropped", gives(None))),
        "AF drop@9:Ann=3 begin-other@10:Ann leave-log@0:Ann=empty",
        "other-game",
    ),
    "6 kept without an answer": Mend(
        ((ActionSender, "is_unread", gives(found=False)), (ActionSender, "tick", gives(()))),
        "AB show-paused@2:Ann keep-statement@0:Ann",
        "kept",
    ),
    "7 votes at once": Mend(((Ledger, "_check_stands_in", gives(None)),), "AFG vote-bots@10:Ann", "turn-voted"),
    "7 votes that its seat has no time to read": Mend(
        ((Ledger, "_check_stands_in", gives(None)),), "AFG seed=6 vote-bots@10:Ann=early", "turn-voted"
    ),
    "8 entries kept back": Mend(
        ((OrderedPings, "withheld_millis", gives(0)),), "AF turn=20 seed=1 hold-entries@11:Ann=40pong", "turn-lost"
    ),
    "8 time that was put by": Mend(
        ((waits, "PUT_BY_MILLIS", inf), (OrderedPings, "withheld_millis", gives(0))),
        "AF turn=20 put-by@10:Ann=200",
        "turn-lost",
    ),
    "8 a log that is not sent": Mend(
        ((Following, "pong_came", gives(found=False)),), "AF turn=20 blip@8:Ann=40hold", "turn-lost"
    ),
    "8 a shuffle that eats a turn": Mend(
        ((LogClocks, "stood_still", gives(None)),), "ABFb turn=20 hand=12 slow-part@0:Ann=25", "turn-lost"
    ),
    "8 an action passed over": Mend(
        ((GameFollower, "find_passed_over", gives(None)), (HostWatch, "report_kept", gives(None))),
        "AF turn=20 refuse-later@2:Ann=25",
        "turn-lost",
    ),
    "8 an answer passed over": Mend(
        ((GameFollower, "find_passed_over", gives(None)),),
        "FA seed=4 game=crummy turn=60 refuse-later@0:Ann=answer",
        "turn-lost",
    ),
    "9 refused when it had become true": Mend(
        ((OwnStatements, "is_put_off", gives(found=False)),), "AF turn=20 seed=3 stale-later@0:Ann", "turn-lost"
    ),
    "10 another table under the same number": Mend(
        ((Playing, "is_of_other_table", gives(found=False)), (MissingEnd, "check_end", gives(found=False))),
        "AF other-table@10:Ann",
        "game-gone",
    ),
    "11 a seat that is freed because its player asked": Mend(
        ((MissingEnd, "game_left", gives(None)),), "AF free-seat@10:Ann", "game-gone"
    ),
    "14 a cool-down that no call has begun": Mend(
        ((OwnStatements, "may_be_cooling_down", gives(found=True)),),
        "AFG turn=5 hand=3 voids=3 seed=40 idle=30 refuse-cooldown@2:Ann lobby-more@0:Ann=1000",
        "denied",
    ),
    "13 entries kept until the connection breaks": Mend(
        ((OrderedPings, "connection_lost", _forget_pongs),),
        "AF turn=5 hand=12 voids=1 seed=7 game=crummy hold-entries@0:Ann=40pong net-drop@9:Ann=3",
        "turn-lost",
    ),
}
"""By finding, with its number in the list of the attacks, and what its mend is about."""


@pytest.mark.drawn(5)
@pytest.mark.parametrize("name", MENDS)
def test_without_its_mend_a_finding_is_unseen(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mend = MENDS[name]
    script = read_script(mend.script)
    with_it = judge(script)
    assert not with_it.unseen, "with the mend it is seen, or not to be had"
    assert with_it.says or mend.gain not in with_it.gains
    for where, what, instead in mend.out:
        assert hasattr(where, what)
        monkeypatch.setattr(where, what, instead)
    assert mend.gain in judge(script).unseen


def test_each_finding_has_a_mend() -> None:
    numbered = {name.split()[0] for name in MENDS if name[0].isdigit()}  # the others are no findings of the list
    # A person at the table protests as the program does, so nothing of finding 12 goes unseen in the machine.
    assert numbered == {str(number) for number in range(1, 15)} - {"12"}
