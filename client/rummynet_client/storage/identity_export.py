"""Export and import of a player's identity: the key, the known hosts, and the transcripts of unfinished games.

The transcripts are included because the client checks hosts against what they have shown before. The secret of
contributions and the private records are not: a shuffle that was committed to on this machine can be finished on no
other (FAIRNESS.md, "Contributions"). Two machines with one key of a sealed deck could be shown a log each, and give
what each asks for: so in such a round nobody moves.
"""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rummynet.files import MOST_KNOWN_HOSTS, read_file, replace_file
from rummynet.keyfile import SIZE, identity_folder, secret, store
from rummynet_client.language import _, system_words
from rummynet_client.storage.identity import PLAYER
from rummynet_client.storage.known_hosts import HOSTS
from rummynet_protocol.errors import Cheat, RummynetError, Unknown
from rummynet_protocol.fairness.entries import Ended, Keys, Opened, Scored, Voided, read_entry
from rummynet_protocol.fairness.transcript import MOST_FILE, EntryRecord, NotATranscript, read_records
from rummynet_protocol.text import clean
from rummynet_protocol.wire.fields import NAME

TRANSCRIPTS: Final = "transcripts"
# An unfinished game is a few hundred kilobytes, so this is hundreds of them; the taker holds all of it in memory.
MOST_EXPORT: Final = 64 * 2**20
# Bytes for the archive's directory and the encryption, so that an export that just fits does not fail when it is
# closed.
MARGIN: Final = 2**16
# Transcripts are signatures and hashes, which hardly compress: an archive that grows more than fourfold is a bomb.
MOST_UNPACKED: Final = 4 * MOST_EXPORT


class MoveError(RummynetError):
    """The identity cannot be exported or imported; the message says why."""

    code = "move"


class TooMuchToMove(MoveError):
    """The unfinished games are larger than an export may be."""

    code = "too_much_to_move"


class RoundStays(MoveError):
    """A round with a sealed deck is played, and its key cannot move."""

    code = "round_stays"


class NoPlayerCame(MoveError):
    """What came holds no player."""

    code = "no_player_came"


def export_identity(data: Path, *, anyway: bool = False) -> bytes:
    """Export from the data directory *data*; *anyway*: also in a round that stands still without this machine.

    Raises KeyFileError, MoveError.
    """
    folder = identity_folder(data)
    if not (folder / PLAYER).exists():
        raise MoveError(_("there is no player in {data} yet, so there is nothing to move", data=data))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(PLAYER, secret(folder, PLAYER))
        if (folder / HOSTS).exists():
            archive.writestr(HOSTS, _read(folder / HOSTS, MOST_KNOWN_HOSTS))
        for name, body in _unfinished_games(data / TRANSCRIPTS):
            host = None if anyway else host_of_sealed_round(body)
            if host is not None:
                raise RoundStays(
                    _(
                        "your game at {host} has a sealed deck, and only this machine has your key of the round: "
                        "nobody could draw any more. Move when the round is over. If that game will never go on, "
                        "move with --anyway",
                        host=host,
                    )
                )
            archive.writestr(f"{TRANSCRIPTS}/{name}", body)
            # Checked after each game, so that a folder of any size costs no more memory than one export.
            if buffer.tell() > MOST_EXPORT - MARGIN:
                raise TooMuchToMove(_("your unfinished games are too long to be moved; end one of them first"))
    return buffer.getvalue()


def import_identity(data: Path, packed: bytes, replace: bool) -> int:
    """Import into *data*. Returns the number of unfinished games. Raises MoveError, KeyFileError."""
    check_can_import(data, replace)
    files = _unpack(packed)
    if len(files.get(PLAYER, b"")) != SIZE:
        raise NoPlayerCame(_("the other machine sent no player; use the same version of rummynet on both"))
    folder, games = identity_folder(data), 0
    try:
        for name, body in files.items():
            if name.startswith(f"{TRANSCRIPTS}/") and name.endswith(".rummy"):
                games += 1
                _write_whole(data / TRANSCRIPTS / Path(name).name, body)
        # A list that is here stays: it says what was seen from this machine.
        if HOSTS in files and not (folder / HOSTS).exists():
            _write_whole(folder / HOSTS, files[HOSTS])
        # The key comes last: until then the old player is whole, and a transfer that broke off can begin again.
        store(folder, PLAYER, files[PLAYER])
    except OSError as problem:
        raise MoveError(
            _(
                "the player cannot be saved in {data} ({reason}); free some space there, and begin again on "
                "the other machine",
                data=data,
                reason=system_words(problem),
            )
        ) from None
    return games


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
    """Raises MoveError if *data* holds another player and *replace* is False; KeyFileError."""
    if (identity_folder(data) / PLAYER).exists() and not replace:
        says = _(
            "{data} already has a player; set it aside with --replace (its keys are kept beside the new ones), "
            "or choose another folder with --data DIR",
            data=data,
        )
        raise MoveError(says)


def _write_whole(path: Path, body: bytes) -> None:
    """Write a file atomically, unless the existing one is at least as long."""
    # A log only grows, so the longer file knows more of the game.
    if not path.exists() or path.stat().st_size < len(body):
        replace_file(path, body)


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
        raise MoveError(
            _("{path} cannot move with you ({reason}); move it away first", path=path, reason=system_words(problem))
        ) from None
