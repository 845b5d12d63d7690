"""A client that is sent to another host of a cluster: it asks there again what had no answer, and nothing twice."""

from rummynet_client.core.text.commands import Do
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import (
    Challenge,
    Done,
    HostsShown,
    LobbyShown,
    Message,
    Proof,
    Redirect,
    Sit,
    Welcome,
)
from tests.support.fake_host import Guest

HOST = b"h" * 32
ELSEWHERE = ("192.0.2.2:7866",)


class Visit:
    """A guest's connection to a host that does what the test says."""

    def __init__(self, guest: Guest) -> None:
        self.guest, self.end = guest, Connection(Role.HOST)
        self.asked: list[Message] = []
        guest.session.connected(HOST)
        self.read()
        self.tell(Challenge(4, bytes(32)))
        assert isinstance(self.asked[-1], Proof)
        self.tell(Welcome("club", guest.name, "", ELSEWHERE))
        self.tell(LobbyShown(()))

    def tell(self, message: Message) -> None:
        self.guest.session.receive(self.end.send(message))
        self.read()

    def read(self) -> None:
        for data in self.guest.session.take_output().send:
            self.asked += self.end.receive(data)


def test_what_had_no_answer_is_asked_again_where_the_table_is() -> None:
    guest = Guest("Ann")
    session = guest.start()
    first = Visit(guest)
    assert session.other_addresses == ELSEWHERE
    session.apply_command(Do("sit", (4,)))
    first.read()
    assert isinstance(first.asked[-1], Sit)
    first.tell(Redirect(4, ELSEWHERE))
    assert session.redirect == Redirect(4, ELSEWHERE) and not session.is_open
    session.connection_lost("moved", "there", True)
    second = Visit(guest)
    assert session.redirect is None
    assert [one.table for one in second.asked if isinstance(one, Sit)] == [4]
    assert session.is_busy
    sit = next(one for one in second.asked if isinstance(one, Sit))
    second.tell(Done(sit.n, None))
    assert not session.is_busy
    second.tell(HostsShown(("192.0.2.9:1",)))
    assert session.other_addresses == ("192.0.2.9:1",)
