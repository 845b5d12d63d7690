"""What makes a player the same player on another machine: the key, the secret of contributions, what is being played.

The transcripts of games that go on belong to it: they hold a player to the host commitments it has contributed under.
"""

import io
import zipfile
from pathlib import Path
from typing import Final

from rummynet.keyfile import SIZE, identity_folder, keep, secret
from rummynet_client.identity import CONTRIBUTION, HOSTS, PLAYER
from rummynet_client.language import _
from rummynet_protocol.errors import Cheat, RummynetError
from rummynet_protocol.fairness.entries import Ended, read_entry
from rummynet_protocol.fairness.transcript import EntryRecord, NotATranscript, read_transcript

TRANSCRIPTS: Final = "transcripts"


class MoveError(RummynetError):
    """The player cannot be moved; the sentence says why."""

    code = "move"


def pack(data: Path) -> bytes:
    """All of it from the data directory *data*, as bytes. Raises KeyFileError, MoveError, OSError."""
    folder = identity_folder(data)
    if not (folder / PLAYER).exists():
        raise MoveError(_("there is no player in {data} yet; nothing is to be moved", data=data))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as bag:
        for name in (PLAYER, CONTRIBUTION):
            bag.writestr(name, secret(folder, name))
        if (folder / HOSTS).exists():
            bag.writestr(HOSTS, (folder / HOSTS).read_bytes())
        for path in _going_on(data / TRANSCRIPTS):
            bag.writestr(f"{TRANSCRIPTS}/{path.name}", path.read_bytes())
    return made.getvalue()


def settle(data: Path, packed: bytes, replace: bool) -> int:
    """Become that player in *data*; how many games came along. Raises as ``check_room`` does, and OSError."""
    check_room(data, replace)
    with zipfile.ZipFile(io.BytesIO(packed)) as bag:
        came = {name: bag.read(name) for name in bag.namelist()}
    if {len(came.get(name, b"")) for name in (PLAYER, CONTRIBUTION)} != {SIZE}:
        raise MoveError(_("what came is no player; both machines need the same version of rummynet"))
    folder, games = identity_folder(data), 0
    for name, body in came.items():
        if name.startswith(f"{TRANSCRIPTS}/"):
            games += 1
            _put(data / TRANSCRIPTS / Path(name).name, body)
    if HOSTS in came and not (folder / HOSTS).exists():
        _put(folder / HOSTS, came[HOSTS])
    keep(folder, CONTRIBUTION, came[CONTRIBUTION])
    keep(folder, PLAYER, came[PLAYER])
    return games


def check_room(data: Path, replace: bool) -> None:
    """Raises MoveError if another player lives in *data* and is not to be put aside, KeyFileError."""
    if (identity_folder(data) / PLAYER).exists() and not replace:
        says = _(
            "a player lives in {data} already; put that one aside with --replace (its keys are kept beside the new "
            "ones), or choose another place with --data DIR",
            data=data,
        )
        raise MoveError(says)


def _put(path: Path, body: bytes) -> None:
    """Write a file, unless there is one that has more."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists() or path.stat().st_size < len(body):
        path.touch(mode=0o600)
        path.write_bytes(body)


def _going_on(folder: Path) -> list[Path]:
    """The transcripts without an end."""
    found = []
    for path in sorted(folder.glob("*.rummy")):
        try:
            entries = [one for one in read_transcript(path.read_bytes()).records if isinstance(one, EntryRecord)]
            if entries and not isinstance(read_entry(entries[-1].entry), Ended):
                found.append(path)
        except (NotATranscript, Cheat):
            continue
    return found
