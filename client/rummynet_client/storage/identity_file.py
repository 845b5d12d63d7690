"""A player's identity as one file with a password: the key, known hosts, incidents, transcripts of unfinished games.

The transcripts are included because the client checks hosts against what they have shown before. The secret of
contributions and the private records are not: a shuffle that was committed to on this machine can be finished on no
other (FAIRNESS.md, "Contributions"), and two machines with one key of a sealed deck could be shown a log each, and give
what each asks for.

    MAGIC, salt (16), nonce (12), the archive by ChaCha20-Poly1305 with a key from the password by scrypt
"""

import hashlib
import io
import json
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from rummynet.files import MOST_KNOWN_HOSTS, read_file, replace_file
from rummynet.keyfile import SIZE, identity_folder, secret, store
from rummynet_client.core.session.watch.incidents import CLEARED
from rummynet_client.language import _, system_words
from rummynet_client.storage.identity import PLAYER
from rummynet_client.storage.incident_file import NAME as INCIDENTS
from rummynet_client.storage.known_hosts import HOSTS
from rummynet_protocol.errors import Cheat, RummynetError, Unknown
from rummynet_protocol.fairness.entries import Ended, Keys, Opened, Scored, Voided, read_entry
from rummynet_protocol.fairness.transcript import MOST_FILE, EntryRecord, NotATranscript, read_records
from rummynet_protocol.text import clean
from rummynet_protocol.wire.messages import NAME

TRANSCRIPTS: Final = "transcripts"
MOST_LIST: Final = MOST_KNOWN_HOSTS  # bytes of each list that comes along
MAGIC: Final = b"rummynet identity 1\n"
_SALT: Final = 16
_NONCE: Final = 12
COST: Final = 2**17  # 128 MiB for each guess, a third of a second: OWASP's parameters for scrypt with r = 8 and p = 1
# An unfinished game is a few hundred kilobytes, so this is hundreds of them; an import holds all of it in memory.
MOST_EXPORT: Final = 64 * 2**20
# Bytes for the archive's directory and the encryption, so that an export that just fits does not fail when it is
# closed.
MARGIN: Final = 2**16
# Transcripts are signatures and hashes, which hardly compress: an archive that grows more than fourfold is a bomb.
MOST_UNPACKED: Final = 4 * MOST_EXPORT


class IdentityFileError(RummynetError):
    """The identity cannot be exported or imported; the message says why."""

    code = "identity_file"


class WrongPassword(IdentityFileError):
    """The file opens with another password, or it is damaged."""

    code = "wrong_password"


def export_identity(data: Path, password: str, random: Callable[[int], bytes]) -> tuple[bytes, str | None]:
    """The file of the player in *data*; and a host at which a sealed deck is played, whose key stays on this machine.

    Raises KeyFileError, IdentityFileError.
    """
    folder, sealed_at = identity_folder(data), None
    if not (folder / PLAYER).exists():
        raise IdentityFileError(_("there is no player in {data} yet", data=data))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(PLAYER, secret(folder, PLAYER))
        for name, path in _lists(data).items():
            if path.exists():
                archive.writestr(name, _read(path, MOST_LIST))
        for name, body in _unfinished_games(data / TRANSCRIPTS):
            sealed_at = host_of_sealed_round(body) or sealed_at
            archive.writestr(f"{TRANSCRIPTS}/{name}", body)
            # Checked after each game, so that a folder of any size costs no more memory than one file.
            if buffer.tell() > MOST_EXPORT - MARGIN:
                raise IdentityFileError(_("your unfinished games are too long for one file; end one of them first"))
    salt, nonce = random(_SALT), random(_NONCE)
    return MAGIC + salt + nonce + _cipher(password, salt).encrypt(nonce, buffer.getvalue(), MAGIC), sealed_at


def import_identity(data: Path, packed: bytes, password: str) -> int:
    """Import a file into *data*, and set aside a player there. Returns the number of unfinished games.

    Raises IdentityFileError, KeyFileError.
    """
    files = _unpack(_opened(packed, password))
    if len(files.get(PLAYER, b"")) != SIZE:
        raise IdentityFileError(_("there is no player of this version of rummynet in the file"))
    folder, games = identity_folder(data), 0
    try:
        for name, body in files.items():
            if name.startswith(f"{TRANSCRIPTS}/") and name.endswith(".rummy"):
                games += 1
                _write_whole(data / TRANSCRIPTS / Path(name).name, body)
        # A list that is here stays: it says what was seen from this machine.
        for name, path in _lists(data).items():
            if name in files and not path.exists():
                _write_whole(path, files[name])
            elif name in files and name == INCIDENTS:
                _add_incidents(path, files[name])
        # The key comes last: until then the old player is whole, and an import that broke off can begin again.
        store(folder, PLAYER, files[PLAYER])
    except OSError as problem:
        raise IdentityFileError(
            _(
                "the player cannot be saved in {data} ({reason}); free some space there, and begin again",
                data=data,
                reason=system_words(problem),
            )
        ) from None
    return games


def check_is_identity(packed: bytes) -> None:
    """Raises IdentityFileError for what ``export_identity`` has not written."""
    if not packed.startswith(MAGIC):
        raise IdentityFileError(_("this file was not written by 'rummynet identity export'"))


def _opened(packed: bytes, password: str) -> bytes:
    check_is_identity(packed)
    salt, nonce = packed[len(MAGIC) :][:_SALT], packed[len(MAGIC) + _SALT :][:_NONCE]
    try:
        return _cipher(password, salt).decrypt(nonce, packed[len(MAGIC) + _SALT + _NONCE :], MAGIC)
    except (InvalidTag, ValueError):  # the second: cut within the nonce
        raise WrongPassword(_("the password is wrong, or the file is damaged")) from None


def _cipher(password: str, salt: bytes) -> ChaCha20Poly1305:
    # Typed on another machine the same letters may come as other characters (RFC 8265, section 4.2.2).
    plain = unicodedata.normalize("NFC", password).encode()
    return ChaCha20Poly1305(hashlib.scrypt(plain, salt=salt, n=COST, r=8, p=1, maxmem=2**28, dklen=32))


def _lists(data: Path) -> dict[str, Path]:
    return {HOSTS: identity_folder(data) / HOSTS, INCIDENTS: data / INCIDENTS}


def _unpack(packed: bytes) -> dict[str, bytes]:
    """The files of an export by name; none if it is no export."""
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            # The sizes are the archive's own claim, but zipfile reads no more of a file than is claimed.
            if sum(entry.file_size for entry in archive.infolist()) > MOST_UNPACKED:
                return {}
            return {name: archive.read(name) for name in archive.namelist()}
    # Any error: damage comes as BadZipFile, zlib.error, EOFError, ValueError, OSError, NotImplementedError and others.
    except Exception:
        return {}


def check_can_import(data: Path, replace: bool) -> None:
    """Raises IdentityFileError if *data* holds another player and *replace* is False; KeyFileError."""
    if (identity_folder(data) / PLAYER).exists() and not replace:
        says = _(
            "{data} already has a player; set it aside with --replace (its keys are kept beside the new ones), "
            "or choose another folder with --data DIR",
            data=data,
        )
        raise IdentityFileError(says)


def _write_whole(path: Path, body: bytes) -> None:
    """Write a file atomically, unless the existing one is at least as long."""
    # A log only grows, so the longer file knows more of the game.
    if not path.exists() or path.stat().st_size < len(body):
        replace_file(path, body)


def _add_incidents(path: Path, lines: bytes) -> None:
    """Append the incidents that are not here yet. What was put away elsewhere puts away nothing that was seen here."""
    here, away = path.read_bytes().splitlines(), json.dumps(CLEARED).encode()
    new = [line for line in lines.splitlines() if away not in line and line not in here]
    replace_file(path, b"\n".join([*here, *new, b""]))


def _unfinished_games(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of each transcript without an end; also damaged ones, which the client repairs when it joins."""
    for path in sorted(folder.glob("*.rummy")):
        data, last = _read(path, MOST_FILE), None
        try:
            for record in read_records(data):
                last = record if isinstance(record, EntryRecord) else last
            if last is None or isinstance(read_entry(last.entry), Ended):
                continue
        # Damaged, dishonest or of a newer version: what could be read before still holds the host to its word.
        except (NotATranscript, Cheat, Unknown):
            if last is None:
                continue
        yield path.name, data


def host_of_sealed_round(data: bytes) -> str | None:
    """The host at which a round with a sealed deck goes on by this transcript; None if none does."""
    host, is_played = "", False
    try:
        for record in read_records(data):
            if not isinstance(record, EntryRecord):
                continue
            match read_entry(record.entry):
                case Opened(host_name=name, options=options):
                    if options.get("deck") != "sealed":
                        return None
                    host = clean(name, NAME)
                case Keys():
                    is_played = True
                case Scored() | Voided():  # the next round has other keys
                    is_played = False
    except (NotATranscript, Cheat, Unknown):
        pass  # what could be read says enough
    return host if is_played else None


def _read(path: Path, most: int) -> bytes:
    try:
        return read_file(path, most)
    except OSError as problem:
        raise IdentityFileError(
            _("{path} cannot be exported ({reason}); move it away first", path=path, reason=system_words(problem))
        ) from None
