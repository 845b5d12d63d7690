"""Transfers an identity between two machines, authorised by a short-lived code typed from one screen to the other.

The code has 80 bits. The keys are scrypt of it with a one-time salt, so an attacker who listens, or impersonates the
other machine, has to search 2^80 codes; one who only connects has GUESSES guesses.

    giver: MAGIC, salt (16), challenge (32)       taker: the challenge, sealed with the first key
    giver: length (u32), the export, sealed with the second key, bound to the challenge; or a length of 0: wrong code
    taker: DONE

Sealed: a random nonce of 12 bytes, then ChaCha20-Poly1305.

Silent connections cannot block a transfer. Each has PROOF_SECONDS to prove the code; of those that have not, at most
MOST_WAITING exist at a time, and MOST_OF_ONE of one network: another one replaces the oldest of the network that has
most. A taker that was replaced connects again, and then has its keys computed already.
"""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from rummynet_client.language import _
from rummynet_client.storage.identity_export import MOST_EXPORT, MoveError

MAGIC: Final = b"rummynet move 1\n"
DONE: Final = b"have it\n"
GUESSES: Final = 3  # people mistype; of 2^80 codes three guesses find none
# Lifetime of a code: time to walk to the other machine and install the program; a forgotten one is soon worth
# nothing.
SECONDS: Final = 600
# Crockford's Base32: no letter that looks like a figure, so 16 of these are the 80 bits.
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LETTERS: Final = 16  # 80 bits, in four groups that one can keep in mind on the way to the other machine
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
_SALT: Final = 16  # NIST SP 800-132 wants 128 bits at least
_CHALLENGE: Final = 32  # as in the protocol's greeting: none ever comes twice
_SEALED: Final = 12 + _CHALLENGE + 16
# Open connections that have not proven the code: they cost a file each, and far more machines than this are on no
# home network.
MOST_WAITING: Final = 48
# Of these from one address (IPv6: one /64 network): one attacker fills a quarter, and then loses its own oldest.
MOST_OF_ONE: Final = 12
PROOF_SECONDS: Final = 10  # for scrypt, which the taker computes once it has the salt, and for 60 bytes back
_PATIENCE: Final = 60  # seconds for the whole transfer once the code is proven: 64 MB over a slow Wi-Fi of 10 Mbit/s
_BUFFER: Final = 1024  # bytes buffered for a connection: a proof has 60, so whoever sends more is not read any further
# Connections that the taker makes if each is closed before it is answered: with the pauses below some twenty
# seconds.
_TRIES: Final = 20
# Seconds by which each pause between two attempts is longer than the one before: the first are at once, as keys are
# computed by then.
PAUSE: Final = 0.1

Random = Callable[[int], bytes]
"""``random(n)`` returns n unpredictable bytes."""


class NotSealed(MoveError):
    """What came was not sealed with the code: another machine has answered."""

    code = "not_sealed"


class HungUp(MoveError):
    """The other machine, although the right one, ended every connection before it answered."""

    code = "hung_up"


def make_code(random: Random) -> str:
    """A new code as it is shown: ``K7QF-9M2X-03BD-TTRA``."""
    letters = "".join(_ALPHABET[byte % 32] for byte in random(_LETTERS))
    return "-".join(letters[at : at + 4] for at in range(0, _LETTERS, 4))


def read_code(typed: str) -> str:
    """Normalise a typed code: any case, with or without dashes, O for 0. Raises MoveError."""
    code = typed.strip().upper().translate(_READ_AS)
    if len(code) != _LETTERS or set(code) - set(_ALPHABET):
        raise MoveError(_("that is not a code; a code has 16 letters and digits, such as K7QF-9M2X-03BD-TTRA"))
    return code


class ExportServer:
    """Gives *exported* once, to a taker with the code. ``serve`` ends when that is done, or raises MoveError."""

    def __init__(self, exported: bytes, code: str, random: Random) -> None:
        self._exported, self._random = exported, random
        self._salt = random(_SALT)
        self._proof_key, self._export_key = transfer_keys(read_code(code), self._salt)
        self._guesses = 0
        self._unproven: dict[asyncio.StreamWriter, bytes] = {}
        """Connections that have not proven the code, with their network, oldest first."""
        self._open_connections: set[asyncio.StreamWriter] = set()
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def unproven(self) -> int:
        """The number of connections that have not proven the code."""
        return len(self._unproven)

    @property
    def connections(self) -> int:
        """The number of open connections."""
        return len(self._open_connections)

    async def serve(self, bind: str, port: int, seconds: float, ready: Callable[[int], None]) -> None:
        """Listen, pass the port to *ready*, and wait for at most *seconds*. Raises MoveError, OSError."""
        server = await asyncio.start_server(self._serve_connection, bind, port, limit=_BUFFER)
        ready(server.sockets[0].getsockname()[1])
        try:
            async with server:
                try:
                    async with asyncio.timeout(seconds):
                        await self._done
                finally:
                    server.close()
                    for writer in list(self._open_connections):  # do not wait for idle connections
                        _close(writer, at_once=True)
        except TimeoutError:
            raise MoveError(_("nobody used the code in time; it has expired")) from None

    async def _serve_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._done.done():
            _close(writer, at_once=True)
            return
        network = network_of(writer)
        # The newest is kept, not the oldest: attackers hold connections, the taker has just come.
        self._close_oldest(network)
        self._open_connections.add(writer)
        self._unproven[writer] = network
        try:
            async with asyncio.timeout(PROOF_SECONDS):
                challenge = await self._proven(reader, writer)
            self._unproven.pop(writer, None)
            if challenge is not None:
                async with asyncio.timeout(_PATIENCE):
                    await self._send_export(reader, writer, challenge)
        except (OSError, EOFError, TimeoutError):
            pass  # the peer hung up or timed out: the other machine can still connect
        finally:
            self._unproven.pop(writer, None)
            self._open_connections.discard(writer)
            _close(writer)

    def _close_oldest(self, network: bytes) -> None:
        """Make room for one more connection from *network* by closing the oldest of it, or of the fullest network."""
        full = Counter(self._unproven.values())
        if full[network] < MOST_OF_ONE:
            if len(self._unproven) < MOST_WAITING:
                return
            network = full.most_common(1)[0][0]
        oldest = next(writer for writer, there in self._unproven.items() if there == network)
        del self._unproven[oldest]
        _close(oldest, at_once=True)

    async def _proven(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes | None:
        """The challenge if it was answered with the right code; else None."""
        # Fresh for each connection: a proof that somebody recorded opens no other.
        challenge = self._random(_CHALLENGE)
        writer.write(MAGIC + self._salt + challenge)
        sealed = await reader.readexactly(_SEALED)
        if self._done.done():
            return None
        if unseal(self._proof_key, sealed, b"") == challenge:
            return challenge
        writer.write(bytes(4))
        # Only a wrong answer is a guess: connections that break off cannot use up the code.
        self._guesses += 1
        if self._guesses >= GUESSES:
            self._done.set_exception(MoveError(_("somebody tried three wrong codes; this code no longer works")))
        return None

    async def _send_export(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, challenge: bytes) -> None:
        sealed = seal(self._export_key, self._random(12), self._exported, challenge)
        writer.write(len(sealed).to_bytes(4, "big") + sealed)
        # Without DONE the code stays good: the export may not have arrived, and the taker may come again.
        if await reader.readexactly(len(DONE)) == DONE and not self._done.done():
            self._done.set_result(None)


async def fetch_export(where: tuple[str, int], code: str, random: Random) -> bytes:
    """Fetch the export from the machine at *where* with this code. Raises MoveError."""
    normalised = read_code(code)
    try:
        async with asyncio.timeout(_PATIENCE):
            for number in range(_TRIES):
                exported = await _try(where, normalised, random)
                if exported is not None:
                    return exported
                await asyncio.sleep(PAUSE * number)
        raise HungUp(
            _("the other machine keeps closing the connection, because too many others try to connect; try again")
        )
    except (OSError, TimeoutError) as problem:
        why = getattr(problem, "strerror", None) or _("no answer")
        raise MoveError(
            _("the other machine cannot be reached ({why}); check the address it shows, and its firewall", why=why)
        ) from None


async def _try(where: tuple[str, int], code: str, random: Random) -> bytes | None:
    """The export; None if the other machine, although the right one, hung up before it answered."""
    reader, writer = await asyncio.open_connection(*where)
    try:
        try:
            if await reader.readexactly(len(MAGIC)) != MAGIC:
                raise EOFError
        except EOFError:
            raise MoveError(_("the other side is not 'rummynet move' of this version")) from None
        return await _ask(reader, writer, code, random)
    # Hung up before it answered, most likely to make room for newer connections: worth another attempt.
    except (EOFError, ConnectionError):
        return None
    finally:
        _close(writer)


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, code: str, random: Random) -> bytes:
    salt, challenge = await reader.readexactly(_SALT), await reader.readexactly(_CHALLENGE)
    proof_key, export_key = transfer_keys(code, salt)
    writer.write(seal(proof_key, random(12), challenge, b""))
    size = int.from_bytes(await reader.readexactly(4), "big")
    if not size:
        raise MoveError(_("the other machine does not accept this code; look again at the one it shows"))
    if size > MOST_EXPORT:
        raise MoveError(_("the other side is not 'rummynet move' of this version"))
    exported = unseal(export_key, await reader.readexactly(size), challenge)
    if exported is None:
        raise NotSealed(_("the answer was not sealed with this code; somebody else sent it"))
    writer.write(DONE)
    await writer.drain()
    return exported


def _close(writer: asyncio.StreamWriter, *, at_once: bool = False) -> None:
    # RuntimeError: the loop is closing, and its connections with it.
    with suppress(OSError, RuntimeError):
        if at_once:
            writer.transport.abort()
        else:
            writer.close()


def network_of(writer: asyncio.StreamWriter) -> bytes:
    """The network of the peer: an IPv4 address, or the /64 of an IPv6 address, since one peer has all of it."""
    peer = writer.get_extra_info("peername")
    try:
        source = ip_address(str(peer[0]).partition("%")[0])
    except (ValueError, TypeError, IndexError):
        return b""
    source = getattr(source, "ipv4_mapped", None) or source
    return source.packed[:8]


@lru_cache(maxsize=4)
def transfer_keys(code: str, salt: bytes) -> tuple[bytes, bytes]:
    """The keys that seal the challenge, and the export."""
    # N = 2^15, r = 8: 32 MiB for each guess, so that who learned a part of the code cannot try the rest at once; more
    # would fail on small machines. They are kept, as a taker that was replaced connects again.
    derived = hashlib.scrypt(code.encode(), salt=salt, n=2**15, r=8, p=1, maxmem=2**26, dklen=64)
    return derived[:32], derived[32:]


def seal(key: bytes, nonce: bytes, text: bytes, bound: bytes) -> bytes:
    """*text* encrypted, behind its nonce, authenticated together with *bound*."""
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, text, bound)


def unseal(key: bytes, sealed: bytes, bound: bytes) -> bytes | None:
    """The text that ``seal`` has sealed; None unless key and *bound* are the same."""
    try:
        return ChaCha20Poly1305(key).decrypt(sealed[:12], sealed[12:], bound)
    except (InvalidTag, ValueError):
        return None
