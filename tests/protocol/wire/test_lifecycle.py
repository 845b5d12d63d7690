"""Every kind of message in every stage from every role: allowed exactly where the table of PROTOCOL.md says so."""

from itertools import product

import pytest

from rummynet_protocol.wire.connection import Connection
from rummynet_protocol.wire.errors import LocalProtocolError, RemoteProtocolError
from rummynet_protocol.wire.framing import frame
from rummynet_protocol.wire.lifecycle import (
    ANSWERS,
    LIFECYCLE,
    NEXT_STAGE,
    NOTIFICATIONS,
    REQUESTS,
    Role,
    Stage,
    expected,
)
from rummynet_protocol.wire.message_codec import pack_message
from rummynet_protocol.wire.messages import KINDS, Bye, Challenge, Forwarded, Hello, Message, Proof, Redirect, Welcome
from tests.protocol.wire.samples import sample
from tests.support.cases import case

GREETING: list[tuple[Stage, Role, type[Message]]] = [
    (Stage.GREETING_HELLO, Role.CLIENT, Forwarded),
    (Stage.GREETING_HELLO, Role.CLIENT, Hello),
    (Stage.GREETING_CHALLENGE, Role.HOST, Challenge),
    (Stage.GREETING_PROOF, Role.CLIENT, Proof),
    (Stage.GREETING_WELCOME, Role.HOST, Welcome),
]
EVERYTHING = list(product(Role, KINDS.values()))


def allowed(stage: Stage, sender: Role, kind: type[Message]) -> bool:
    """The rules once more, in words: independent of the table."""
    if stage is Stage.CLOSED:
        return False
    if kind is Bye:
        return True
    if stage is Stage.OPEN:
        mine: tuple[type[Message], ...] = REQUESTS if sender is Role.CLIENT else (*ANSWERS, *NOTIFICATIONS, Redirect)
        return kind in mine or kind.kind in ("ping", "pong")
    return (stage, sender, kind) in GREETING


def pair_at(stage: Stage) -> tuple[Connection, Connection]:
    """Client and host that have reached *stage*."""
    ends = {role: Connection(role) for role in Role}
    for at, sender, kind in GREETING:
        if at is stage:
            break
        ends[sender.other].receive(ends[sender].send(sample(kind)))
    if stage is Stage.CLOSED:
        ends[Role.HOST].receive(ends[Role.CLIENT].send(sample(Bye)))
    if stage is Stage.BROKEN:
        for end in ends.values():
            with pytest.raises(RemoteProtocolError):
                end.receive(b"\xff\xff\xff\xff")
    return ends[Role.CLIENT], ends[Role.HOST]


@pytest.mark.parametrize("stage", Stage)
def test_a_pair_reaches_every_stage_together(stage: Stage) -> None:
    assert {end.stage for end in pair_at(stage)} == {stage}


@pytest.mark.parametrize("stage", Stage)
def test_the_table_says_what_the_rules_say(stage: Stage) -> None:
    for sender, kind in EVERYTHING:
        with case(sender, kind.kind):
            assert ((stage, sender, kind) in NEXT_STAGE) == allowed(stage, sender, kind)
            assert (kind.kind in expected(stage, sender)) == allowed(stage, sender, kind)


@pytest.mark.parametrize("stage", Stage)
def test_our_end_sends_only_what_is_allowed(stage: Stage) -> None:
    for sender, kind in EVERYTHING:
        with case(sender, kind.kind):
            end = next(end for end in pair_at(stage) if end.role is sender)
            if allowed(stage, sender, kind) and kind not in ANSWERS:
                assert end.send(sample(kind)) == frame(pack_message(sample(kind)))
                assert end.stage is NEXT_STAGE[stage, sender, kind]
            else:
                with pytest.raises(LocalProtocolError):
                    end.send(sample(kind))
                assert end.stage is stage


@pytest.mark.parametrize("stage", Stage)
def test_our_end_takes_only_what_is_allowed(stage: Stage) -> None:
    for sender, kind in EVERYTHING:
        with case(sender, kind.kind):
            end = next(end for end in pair_at(stage) if end.role is sender.other)
            data = frame(pack_message(sample(kind)))
            if stage in (Stage.BROKEN, Stage.CLOSED):
                assert end.receive(data) == []
                assert end.stage is stage
            elif allowed(stage, sender, kind) and kind not in ANSWERS:
                assert end.receive(data) == [sample(kind)]
                assert end.stage is NEXT_STAGE[stage, sender, kind]
            else:
                with pytest.raises(RemoteProtocolError):
                    end.receive(data)
                assert end.stage is Stage.BROKEN


def test_no_transition_is_listed_twice() -> None:
    steps = [(step.stage, step.sender, kind) for step in LIFECYCLE for kind in step.kinds]
    assert len(steps) == len(set(steps))
