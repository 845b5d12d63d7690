"""The file that takes a player to another machine: what is in it, who can open it, and what stays as it was."""

import errno
import os
import secrets
import stat
from pathlib import Path

import pytest

from rummynet import files
from rummynet_client.core.log import private_records
from rummynet_client.core.session.watch.incidents import CLEARED, Incident
from rummynet_client.storage import identity_file
from rummynet_client.storage.identity import load_identity
from rummynet_client.storage.identity_file import MAGIC, IdentityFileError, WrongPassword
from rummynet_client.storage.incident_file import IncidentFile
from rummynet_client.storage.known_hosts import KnownHosts
from rummynet_protocol.fairness.transcript import HEADER
from tests.support.disk import TightDisk
from tests.support.errors import raises
from tests.support.forge import Forge
from tests.support.sealed_forge import SealedForge

PASSWORD = "correct horse \N{LATIN SMALL LETTER E WITH ACUTE}"


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guess costs next to nothing."""
    monkeypatch.setattr(identity_file, "COST", 2)


def exported(data: Path) -> bytes:
    return identity_file.export_identity(data, PASSWORD, secrets.token_bytes)[0]


def import_identity(data: Path, packed: bytes, password: str = PASSWORD, *, replace: bool = False) -> int:
    identity_file.check_can_import(data, replace)
    return identity_file.import_identity(data, packed, password)


def kept(data: Path) -> list[Path]:
    return [path for path in data.rglob("*") if path.is_file()]


def player(folder: Path) -> Path:
    """A data directory with a player, a known host, an unfinished game and a finished one."""
    load_identity(folder)
    KnownHosts(folder).pin("192.0.2.1:7866", b"\1" * 32, "hearth")
    IncidentFile(folder).append_incident("sha256:" + "01" * 32, Incident("void", place="1.1"))
    store = folder / "transcripts"
    store.mkdir()
    whole = Forge("keilty", {"target": 20}, seed=3).play().transcript(0)
    (store / "over.rummy").write_bytes(whole)
    (store / "goes-on.private").write_bytes(private_records.HEADER)
    (store / "goes-on.rummy").write_bytes(Forge("keilty", {"target": 500}, seed=3).play(1).transcript(0))
    (store / "empty.rummy").write_bytes(HEADER)
    (store / "nonsense.rummy").write_bytes(b"x")
    return folder


def test_the_same_player_with_the_games_that_go_on_arrives_and_its_secret_does_not(tmp_path: Path) -> None:
    old, new = player(tmp_path / "old"), tmp_path / "new"
    packed = exported(old)
    assert import_identity(new, packed) == 1
    before, after = load_identity(old), load_identity(new)
    assert before.signer.public == after.signer.public and before.contribution != after.contribution
    assert KnownHosts(new).pins() == KnownHosts(old).pins()
    assert (new / "incidents").read_bytes() == (old / "incidents").read_bytes() != b""
    assert [path.name for path in (new / "transcripts").iterdir()] == ["goes-on.rummy"]
    made = kept(new)
    assert len(made) == 5 and all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in made)


def test_only_the_password_opens_the_file_however_its_letters_are_typed(tmp_path: Path) -> None:
    old, new = player(tmp_path / "old"), tmp_path / "new"
    packed, key = exported(old), load_identity(old).signer
    assert exported(old) != packed and (old / "identity" / "player.key").read_bytes()[:64] not in packed
    assert key.public not in packed
    flipped = packed[:-40] + bytes([packed[-40] ^ 1]) + packed[-39:]
    for data, password in ((packed, "wrong"), (packed, ""), (flipped, PASSWORD), (packed[:-1], PASSWORD)):
        with raises(WrongPassword, "wrong_password"):
            import_identity(new, data, password)
    with raises(WrongPassword, "wrong_password"):
        import_identity(new, packed[: len(MAGIC) + 20], PASSWORD)
    assert kept(new) == []
    assert import_identity(new, packed, "correct horse e\N{COMBINING ACUTE ACCENT}") == 1


@pytest.mark.parametrize("data", [b"", b"PK\3\4", MAGIC[:-1], HEADER])
def test_what_is_no_such_file_is_a_sentence(tmp_path: Path, data: bytes) -> None:
    with raises(IdentityFileError, "identity_file", "rummynet identity export"):
        import_identity(tmp_path / "new", data)


def test_a_player_who_lives_there_is_put_aside_only_when_that_is_wanted(tmp_path: Path) -> None:
    old, new = player(tmp_path / "old"), tmp_path / "new"
    other, packed = load_identity(new).signer.public, exported(old)
    KnownHosts(new).pin("192.0.2.9:7866", b"\2" * 32, "mine")
    with raises(IdentityFileError, "identity_file", "--replace"):
        import_identity(new, packed)
    assert load_identity(new).signer.public == other
    for _ in range(2):
        import_identity(new, packed, replace=True)
        assert load_identity(new).signer.public == load_identity(old).signer.public
    assert [path.name for path in (new / "identity").glob("*.[12]")] == ["player.key.1"]
    assert [pin.name for pin in KnownHosts(new).pins()] == ["mine"], "what is known here stays known"


def test_incidents_seen_elsewhere_come_to_those_seen_here_and_put_away_nothing(tmp_path: Path) -> None:
    old, new, host = player(tmp_path / "old"), tmp_path / "new", "sha256:" + "01" * 32
    IncidentFile(old).append_incident(host, Incident("unanswered"))
    IncidentFile(old).append_incident(host, Incident(CLEARED))
    IncidentFile(old).append_incident(host, Incident("blind"))
    IncidentFile(new).append_incident(host, Incident("void"))
    for _ in range(2):
        import_identity(new, exported(old), replace=True)
        assert [one.kind for one in IncidentFile(new).incidents_of(host)] == ["void", "void", "unanswered", "blind"]


def test_a_longer_transcript_is_not_cut_by_a_shorter_one(tmp_path: Path) -> None:
    old, new = player(tmp_path / "old"), tmp_path / "new"
    packed = exported(old)
    import_identity(new, packed)
    with (new / "transcripts" / "goes-on.rummy").open("ab") as file:
        file.write(b"more")
    import_identity(new, packed, replace=True)
    assert (new / "transcripts" / "goes-on.rummy").read_bytes().endswith(b"more")


def test_the_host_of_a_round_with_a_sealed_deck_is_named_as_its_key_stays(tmp_path: Path) -> None:
    old = player(tmp_path / "old")
    file, forge = old / "transcripts" / "sealed.rummy", SealedForge("keilty", {"hand": 3}, 2, seed=1)

    def named() -> str | None:
        file.write_bytes(forge.transcript(0))
        return identity_file.export_identity(old, PASSWORD, secrets.token_bytes)[1]

    forge.begin()
    assert named() is None
    forge.begin_round()
    assert named() == "kitchen"
    while not forge.sealed.is_ending:
        forge.step()
    forge.finish()
    assert named() is None


def test_nobody_is_exported_from_where_nobody_lives(tmp_path: Path) -> None:
    with raises(IdentityFileError, "identity_file", tmp_path):
        exported(tmp_path)


def test_a_transcript_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    folder = player(tmp_path)
    os.mkfifo(folder / "transcripts" / "pipe.rummy")
    with raises(IdentityFileError, "identity_file", "pipe.rummy"):
        exported(folder)


def test_a_damaged_transcript_of_a_game_that_goes_on_comes_along_as_it_is(tmp_path: Path) -> None:
    old, new = player(tmp_path / "old"), tmp_path / "new"
    path = old / "transcripts" / "goes-on.rummy"
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 400] = bytes(400)
    path.write_bytes(data)
    assert import_identity(new, exported(old)) == 1
    assert (new / "transcripts" / "goes-on.rummy").read_bytes() == data


def test_more_than_fits_one_file_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity_file, "MOST_EXPORT", identity_file.MARGIN + 2000)
    with raises(IdentityFileError, "identity_file", "too long"):
        exported(player(tmp_path))


def test_without_room_nobody_is_half_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = player(tmp_path / "old"), tmp_path / "new"
    packed = exported(old)
    monkeypatch.setattr(files, "write_some", TightDisk(1000, 3000))
    with raises(IdentityFileError, "identity_file", new, os.strerror(errno.ENOSPC)):
        import_identity(new, packed)
    assert kept(new) == []
    monkeypatch.undo()
    monkeypatch.setattr(identity_file, "COST", 2)
    assert import_identity(new, packed) == 1


def test_what_unpacks_without_end_is_no_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = exported(player(tmp_path / "old"))
    monkeypatch.setattr(identity_file, "MOST_UNPACKED", 1000)
    with raises(IdentityFileError, "identity_file", "no player"):
        import_identity(tmp_path / "new", packed)
