"""Who may send what when: one table, followed by both ends, from which the table of PROTOCOL.md is made."""

from enum import Enum
from typing import Final

from rummynet_protocol.values import Value
from rummynet_protocol.wire import messages


class Role(Enum):
    """One of the two ends of a connection."""

    CLIENT = "client"
    HOST = "host"

    __hash__ = object.__hash__
    """Members are singletons, and Enum's own hash is a call of Python's at each look into a table."""

    @property
    def other(self) -> "Role":
        """The role at the other end."""
        return Role.HOST if self is Role.CLIENT else Role.CLIENT


class Stage(Enum):
    """The state of a connection. The first four are the greeting, each named by the message that comes next."""

    GREETING_HELLO = "hello awaited"
    GREETING_CHALLENGE = "challenge awaited"
    GREETING_PROOF = "proof awaited"
    GREETING_WELCOME = "welcome awaited"
    OPEN = "open"
    BROKEN = "broken"  # the peer violated the protocol: nothing more is read, and only a bye may be sent
    CLOSED = "closed"

    __hash__ = object.__hash__


Kinds = tuple[type[messages.Message], ...]


class Transition(Value):
    """In *stage* a *sender* may send one of *kinds*, and the connection is in *then* after it."""

    stage: Stage
    sender: Role
    kinds: Kinds
    then: Stage


REQUESTS: Final[Kinds] = messages.Request.__args__
"""What a client asks; each carries ``n`` and gets one answer with the same ``n``."""
ANSWERS: Final[Kinds] = (messages.Done, messages.Refused)
NOTIFICATIONS: Final[Kinds] = (
    *messages.Notification.__args__,
    messages.HostsShown,
)  # messages that a host sends without a request

_GREETING: Final = (
    Transition(Stage.GREETING_HELLO, Role.CLIENT, (messages.Forwarded,), Stage.GREETING_HELLO),
    Transition(Stage.GREETING_HELLO, Role.CLIENT, (messages.Hello,), Stage.GREETING_CHALLENGE),
    Transition(Stage.GREETING_CHALLENGE, Role.HOST, (messages.Challenge,), Stage.GREETING_PROOF),
    Transition(Stage.GREETING_PROOF, Role.CLIENT, (messages.Proof,), Stage.GREETING_WELCOME),
    Transition(Stage.GREETING_WELCOME, Role.HOST, (messages.Welcome,), Stage.OPEN),
)
_OPEN: Final = (
    Transition(Stage.OPEN, Role.CLIENT, (*REQUESTS, messages.Ping, messages.Pong), Stage.OPEN),
    Transition(Stage.OPEN, Role.HOST, (*ANSWERS, *NOTIFICATIONS, messages.Ping, messages.Pong), Stage.OPEN),
    # Closed at once, so that no request is carried out by a host that no longer has the table.
    Transition(Stage.OPEN, Role.HOST, (messages.Redirect,), Stage.CLOSED),
)
_FAREWELL: Final = tuple(
    # In every stage, also in the greeting and after a violation: the sentence tells a person what went wrong.
    Transition(stage, role, (messages.Bye,), Stage.CLOSED)
    for stage in Stage
    if stage is not Stage.CLOSED
    for role in Role
)

LIFECYCLE: Final[tuple[Transition, ...]] = (*_GREETING, *_OPEN, *_FAREWELL)
"""Everything that may be sent. Anything else is a protocol error of its sender."""

NEXT_STAGE: Final = {(step.stage, step.sender, kind): step.then for step in LIFECYCLE for kind in step.kinds}
"""By stage, sender and kind of message: the stage after it. What is not here is forbidden."""


def expected(stage: Stage, sender: Role) -> tuple[str, ...]:
    """The names of the kinds that *sender* may send in *stage*, in the order of the table."""
    return tuple(kind.kind for step in LIFECYCLE if (step.stage, step.sender) == (stage, sender) for kind in step.kinds)
