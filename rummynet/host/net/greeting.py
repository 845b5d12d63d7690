"""The host's side of a greeting: negotiates the version and checks that the client has the key it names."""

from typing import Final

from rummynet import __version__
from rummynet.table.host_context import HostContext
from rummynet_protocol.errors import RummynetError
from rummynet_protocol.fairness.signing import BadKey, BadSignature, check_key, hello_payload, verify
from rummynet_protocol.sentences import said
from rummynet_protocol.text import clean
from rummynet_protocol.wire.messages import MOST_ADDRESSES, NAME, Challenge, Hello, Proof, Welcome
from rummynet_protocol.wire.versions import agree

AGENT: Final = f"rummynet/{__version__}"


class NotProven(RummynetError):
    """The signature of a greeting is not that of the key in it."""

    code = "proof"


class Greeting:
    """One greeting. ``key`` and ``name`` are as the client's hello gives them; ``check`` proves the key."""

    def __init__(self, context: HostContext) -> None:
        self._context = context
        self._nonce = b""
        self.key = b""
        self.name = ""

    def challenge(self, hello: Hello) -> Challenge:
        """The answer to a hello. Raises RummynetError if there is no common version, NotProven for a weak key."""
        version = agree(hello.low, hello.high)
        try:
            check_key(hello.key)
        except BadKey:
            raise NotProven(
                said("your key proves nothing, since it is no proper Ed25519 key; make another one")
            ) from None
        self.key, self.name = hello.key, hello.name
        self._nonce = self._context.chance(32)
        return Challenge(version, self._nonce)

    def check(self, proof: Proof, name_characters: int) -> None:
        """Verify the proof and clean the name for display. Raises NotProven."""
        payload = hello_payload(self._context.signer.public, self._nonce, self.key)
        try:
            verify(self.key, "hello", payload, proof.signature)
        except BadSignature:
            raise NotProven(
                said("you have not proven that this key is yours; check that you know the right host")
            ) from None
        self.name = clean(self.name, name_characters) or f"guest {self.key[:2].hex()}"

    def welcome(self, addresses: tuple[str, ...] = ()) -> Welcome:
        """The answer to a valid proof; *addresses* are those of the other hosts with this key."""
        return Welcome(clean(self._context.name, NAME), self.name, AGENT, addresses[:MOST_ADDRESSES])
