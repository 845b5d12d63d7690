"""Clients on plain blocking sockets, for tests of a host as a program: many at once, and some that misbehave."""

import socket

from cryptography import x509

from rummynet_client.net.tls import context
from rummynet_protocol.fairness.signing import Signer, hello_payload
from rummynet_protocol.wire.connection import Connection, Role
from rummynet_protocol.wire.messages import Bye, Challenge, Hello, Message, Proof, Welcome
from rummynet_protocol.wire.versions import VERSIONS
from tests.support.programs import PATIENCE


class Caller:
    """A connection that has been greeted, or was sent away. With *narrow* it takes little at a time."""

    def __init__(self, port: int, seed: bytes, narrow: bool = False) -> None:
        self.last: Bye | None = None
        """The host's goodbye, if that was its answer to the greeting."""
        raw = socket.socket()
        if narrow:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.settimeout(PATIENCE)
        raw.connect(("127.0.0.1", port))
        self.tls = context().wrap_socket(raw)
        certificate = x509.load_der_x509_certificate(self.tls.getpeercert(binary_form=True) or b"")
        self.signer = Signer(seed)
        self.connection = Connection(Role.CLIENT)
        self.say(Hello(VERSIONS[0], VERSIONS[-1], "caller", self.signer.public, "tests"))
        (challenge,) = self.hear()
        assert isinstance(challenge, Challenge)
        host = certificate.public_key().public_bytes_raw()  # type: ignore[union-attr]
        payload = hello_payload(host, challenge.nonce, self.signer.public)
        self.say(Proof(self.signer.sign("hello", payload)))
        answer = self.hear()[0]
        assert isinstance(answer, Welcome | Bye)
        self.last = answer if isinstance(answer, Bye) else None

    def say(self, message: Message) -> None:
        self.tls.sendall(self.connection.send(message))

    def hear(self) -> list[Message]:
        """Whole messages, one at least, or nothing at the end."""
        came: list[Message] = []
        while not came:
            data = self.tls.recv(65_536)
            if not data:
                return []
            came = list(self.connection.receive(data))
        return came

    def farewell(self) -> Bye | None:
        """The host's last word, if it says one before it hangs up."""
        last: list[Message] = []
        while came := self.hear():
            last = came
            if isinstance(came[-1], Bye):
                break
        return last[-1] if last and isinstance(last[-1], Bye) else None

    def close(self) -> None:
        self.tls.close()
