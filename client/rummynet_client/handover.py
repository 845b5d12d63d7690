"""From one machine to another, by a code that is read off one screen and typed at the other: once, and not for long.

The code has 80 bits. Key material is scrypt of it with a salt that is used once, so a stranger who listens, or answers
in the other machine's place, has nothing shorter to try than 2^80 codes; and whoever only knocks has three guesses.

    giver: MAGIC, salt (16), challenge (32)       taker: the challenge, sealed with the first key
    giver: length (u32), what is moved, sealed with the second key, bound to the challenge
    taker: DONE

Sealed: a random nonce of 12 bytes, then ChaCha20-Poly1305.
"""

import asyncio
import hashlib
from collections.abc import Callable
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from rummynet_client.language import _
from rummynet_client.luggage import MoveError

MAGIC: Final = b"rummynet move 1\n"
DONE: Final = b"have it\n"
GUESSES: Final = 3
SECONDS: Final = 600
"""How long a code is good for."""
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_LETTERS: Final = 16
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
_SALT: Final = 16
_CHALLENGE: Final = 32
_SEALED: Final = 12 + _CHALLENGE + 16
_MOST: Final = 64 * 1024 * 1024
_PATIENCE: Final = 15

Random = Callable[[int], bytes]
"""``random(n)`` gives n unpredictable bytes."""


def make_code(random: Random) -> str:
    """A fresh code, as it is shown: ``K7QF-9M2X-03BD-TTRA``."""
    letters = "".join(_ALPHABET[byte % 32] for byte in random(_LETTERS))
    return "-".join(letters[at : at + 4] for at in range(0, _LETTERS, 4))


def read_code(typed: str) -> str:
    """The code as it was meant: any case, with or without dashes, O for 0. Raises MoveError."""
    code = typed.strip().upper().translate(_READ_AS)
    if len(code) != _LETTERS or set(code) - set(_ALPHABET):
        raise MoveError(_("that is no code; it has 16 letters and figures, as in K7QF-9M2X-03BD-TTRA"))
    return code


class Giver:
    """Gives *luggage* once, to whoever knows the code. ``serve`` ends when that is done, or raises MoveError."""

    def __init__(self, luggage: bytes, code: str, random: Random) -> None:
        self._luggage, self._random = luggage, random
        self._salt = random(_SALT)
        self._asking, self._giving = _keys(read_code(code), self._salt)
        self._guesses = 0
        self._given: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def serve(self, bind: str, port: int, seconds: float, ready: Callable[[int], None]) -> None:
        """Listen, tell *ready* the port, and wait for no longer than *seconds*. Raises MoveError, OSError."""
        server = await asyncio.start_server(self._meet, bind, port)
        ready(server.sockets[0].getsockname()[1])
        try:
            async with server, asyncio.timeout(seconds):
                await self._given
        except TimeoutError:
            raise MoveError(_("nobody came with the code in time; it is good for nothing now")) from None

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._talk(reader, writer)
        except (OSError, EOFError, TimeoutError):
            pass  # whoever it was has hung up, or says nothing: the other machine can still come
        finally:
            writer.close()

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        challenge = self._random(_CHALLENGE)
        writer.write(MAGIC + self._salt + challenge)
        sealed = await reader.readexactly(_SEALED)
        if self._given.done():
            return
        if _opened(self._asking, sealed, b"") != challenge:
            self._guesses += 1
            if self._guesses >= GUESSES:
                self._given.set_exception(MoveError(_("three wrong codes were tried; it is good for nothing now")))
            return
        box = _sealed(self._giving, self._random(12), self._luggage, challenge)
        writer.write(len(box).to_bytes(4, "big") + box)
        if await reader.readexactly(len(DONE)) == DONE and not self._given.done():
            self._given.set_result(None)


async def take(where: tuple[str, int], code: str, random: Random) -> bytes:
    """Fetch what the machine at *where* gives for this code. Raises MoveError."""
    try:
        async with asyncio.timeout(4 * _PATIENCE):
            reader, writer = await asyncio.open_connection(*where)
            try:
                return await _ask(reader, writer, read_code(code), random)
            finally:
                writer.close()
    except EOFError:
        raise MoveError(_("the other machine does not take this code; look again what it shows")) from None
    except (OSError, TimeoutError) as problem:
        why = getattr(problem, "strerror", None) or _("no answer")
        raise MoveError(
            _("the other machine cannot be reached ({why}); check the address it shows, and a firewall there", why=why)
        ) from None


async def _ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, code: str, random: Random) -> bytes:
    if await reader.readexactly(len(MAGIC)) != MAGIC:
        raise MoveError(_("there answers something else than 'rummynet move' of this version"))
    salt, challenge = await reader.readexactly(_SALT), await reader.readexactly(_CHALLENGE)
    asking, giving = _keys(code, salt)
    writer.write(_sealed(asking, random(12), challenge, b""))
    size = int.from_bytes(await reader.readexactly(4), "big")
    if size > _MOST:
        raise MoveError(_("there answers something else than 'rummynet move' of this version"))
    luggage = _opened(giving, await reader.readexactly(size), challenge)
    if luggage is None:
        raise MoveError(_("what came was not sealed with this code; somebody else has answered"))
    writer.write(DONE)
    await writer.drain()
    return luggage


def _keys(code: str, salt: bytes) -> tuple[bytes, bytes]:
    made = hashlib.scrypt(code.encode(), salt=salt, n=2**15, r=8, p=1, maxmem=2**26, dklen=64)
    return made[:32], made[32:]


def _sealed(key: bytes, nonce: bytes, text: bytes, bound: bytes) -> bytes:
    return nonce + ChaCha20Poly1305(key).encrypt(nonce, text, bound)


def _opened(key: bytes, sealed: bytes, bound: bytes) -> bytes | None:
    try:
        return ChaCha20Poly1305(key).decrypt(sealed[:12], sealed[12:], bound)
    except (InvalidTag, ValueError):
        return None
