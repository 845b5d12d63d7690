"""``host --new-key``: the journal, the certificate, interruptions; and what programs of players make of it."""

import io
import os
from pathlib import Path

import pytest
from cryptography import x509
from twisted.internet.task import Clock

from rummynet.host import upkeep
from rummynet.host.net.certificate import certificate
from rummynet.host.ops.logbook import Logbook
from rummynet.host.service import Service
from rummynet.host.storage.host_key import HANDOVERS, JOURNAL, NEXT_KEY, handovers
from rummynet.host.storage.journal import JournalError
from rummynet.host.storage.sqlite_journal import SqliteJournal
from rummynet.host.web.web_pages import HANDOVERS_PATH, web_pages
from rummynet.keyfile import HOST_KEY, KeyFileError, identity_folder, secret
from rummynet_client.core.session.watch.incidents import Incident
from rummynet_client.storage.incident_file import IncidentFile
from rummynet_client.storage.known_hosts import HostKeyChanged, KnownHosts, KnownHostsError
from rummynet_protocol.fairness.signing import Signer
from rummynet_protocol.wire.address import key_fingerprint
from rummynet_protocol.wire.handover import EXTENSION, former_keys
from tests.host.test_dispatcher import begin, finish
from tests.host.test_upkeep import command, leave
from tests.support.dialling import Building
from tests.support.errors import raises
from tests.support.people import HOST

PLACE = "192.0.2.7:7866"


@pytest.fixture
def data(tmp_path: Path, stream: io.StringIO) -> Path:
    """The folder of a host at which a game was played, and no table is open."""
    (tmp_path / "host").mkdir(mode=0o700)
    key = identity_folder(tmp_path) / HOST_KEY
    key.write_text((b"host" * 8).hex() + "\n")
    key.chmod(0o600)
    service(tmp_path)
    building = Building(tmp_path / "host", stream)
    finish(building, begin(building))
    leave(building)
    building.close()
    return tmp_path


def service(data: Path) -> None:
    """Start a host, and end it."""
    Service(Clock(), Clock(), data, "host", Logbook(io.StringIO())).journal.close()


def key(data: Path) -> bytes:
    return Signer(secret(identity_folder(data), HOST_KEY)).public


def test_the_new_key_is_the_hosts_and_signed_by_the_old_one(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in (1, 2):
        assert upkeep.run(command(data, new_key=True)) == 0
        assert former_keys(key(data), handovers(data))[-1] == HOST.public
        assert len(handovers(data)) == 96 * number
        assert not (identity_folder(data) / NEXT_KEY).exists()
        service(data)
    assert capsys.readouterr().out.count("new   sha256:") == 2
    assert Signer(secret(identity_folder(data), f"{HOST_KEY}.1")).public == HOST.public
    assert (identity_folder(data) / f"{HOST_KEY}.2").exists()
    assert upkeep.run(command(data, check_data=True)) == 0
    made = certificate(secret(identity_folder(data), HOST_KEY), handovers(data))
    found = made.extensions.get_extension_for_oid(x509.ObjectIdentifier(EXTENSION))
    assert isinstance(found.value, x509.UnrecognizedExtension) and found.value.value == handovers(data)
    assert not found.critical
    assert web_pages(handovers(data))[HANDOVERS_PATH].body == handovers(data)


def test_the_old_key_is_refused_afterwards(data: Path) -> None:
    upkeep.run(command(data, new_key=True))
    folder = identity_folder(data)
    (folder / f"{HOST_KEY}.1").replace(folder / HOST_KEY)
    with raises(KeyFileError, "key_file", folder / HOST_KEY, data / "host"):
        service(data)
    with raises(KeyFileError, "key_file", folder / HOST_KEY):
        upkeep.run(command(data, check_data=True))


def test_a_host_with_open_tables_keeps_its_key(data: Path, stream: io.StringIO) -> None:
    building = Building(data / "host", stream)
    begin(building, ("Cid", "Dan"))
    building.close()
    with raises(JournalError, "journal", "tables are open (2)"):
        upkeep.run(command(data, new_key=True))
    assert key(data) == HOST.public and handovers(data) == b""


def test_a_host_that_runs_and_one_that_is_not_there_keep_theirs(data: Path, tmp_path: Path) -> None:
    journal = SqliteJournal(data / "host" / JOURNAL)
    with raises(JournalError, "journal", "another host works in"):
        upkeep.run(command(data, new_key=True))
    journal.close()
    with raises(JournalError, "journal", "there is no journal"):
        upkeep.run(command(tmp_path / "none", new_key=True))
    assert not (tmp_path / "none" / "identity" / HOST_KEY).exists()


@pytest.mark.parametrize("step", ["replace_file", "set_identity", "link", "replace"])
def test_what_was_interrupted_goes_on_when_called_again(data: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    def broken(*_: object) -> None:
        raise OSError(28, "full")

    link = os.link

    def replace(path: Path, to: Path) -> None:
        if path.name == NEXT_KEY:
            raise OSError(28, "full")
        os.replace(path, to)

    with monkeypatch.context() as patch:
        match step:
            case "replace_file":
                patch.setattr("rummynet.host.storage.host_key.replace_file", broken)
            case "set_identity":
                patch.setattr(SqliteJournal, "set_identity", broken)
            case "link":
                patch.setattr(os, "link", lambda old, new: broken() if old.name == HOST_KEY else link(old, new))
            case "replace":
                patch.setattr(Path, "replace", replace)
        with raises(KeyFileError, "key_file", "the new key cannot be written (full)"):
            upkeep.run(command(data, new_key=True))
    if step in ("replace_file", "set_identity"):
        service(data)  # the journal has the old key still, and so has the host
    assert upkeep.run(command(data, new_key=True)) == 0
    assert former_keys(key(data), handovers(data)) == (HOST.public,)
    service(data)


def test_a_file_of_hand_overs_that_is_damaged_is_said(data: Path) -> None:
    upkeep.run(command(data, new_key=True))
    (identity_folder(data) / HANDOVERS).write_text("xx")
    with raises(KeyFileError, "key_file", HANDOVERS):
        service(data)


def test_a_program_follows_a_new_key_once_and_takes_the_old_one_no_more(data: Path, tmp_path: Path) -> None:
    known = KnownHosts(tmp_path / "ann")
    known.pin(PLACE, HOST.public, "host")
    upkeep.run(command(data, new_key=True))
    new, former = key(data), former_keys(key(data), handovers(data))
    with pytest.raises(HostKeyChanged):
        known.check(PLACE, new)
    assert known.namesake("host", new) is not None and known.namesake("host", new, former) is None
    assert known.check(PLACE, new, former)
    known.pin(PLACE, new, "host", former)
    assert [pin.key for pin in known.pins()] == [HOST.public, new]
    assert known.check(PLACE, new, former)
    with pytest.raises(HostKeyChanged):
        known.check(PLACE, HOST.public)


def test_a_host_is_the_chain_of_its_keys(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "ann"
    known, incidents = KnownHosts(folder), IncidentFile(folder)
    known.pin(PLACE, HOST.public, "host")
    cheat = Incident("cheat", log="ab", game=1, check="deck")
    incidents.append_incident(key_fingerprint(HOST.public), cheat)
    keys = [HOST.public]
    for _ in range(2):
        upkeep.run(command(data, new_key=True))
        keys.insert(0, key(data))
        known.record_handovers(keys[0], former_keys(keys[0], handovers(data)))
        assert incidents.incidents_of(key_fingerprint(keys[0])) == (cheat,), "a new key is no clean sheet"
        assert incidents.logs_known(key_fingerprint(keys[0])) == {"ab"}
    assert known.chain(keys[0]) == tuple(keys)
    assert known.check(PLACE, keys[0]), "what is written down need not be shown again"
    assert [pin.key for pin in known.pins()] == [HOST.public]
    lines = known.path.read_text()
    known.record_handovers(keys[0], keys[1:])
    assert known.path.read_text() == lines
    for old in keys[1:]:
        for place in (PLACE, "192.0.2.99:7866"):
            with pytest.raises(HostKeyChanged):
                known.check(place, old)
    assert known.check(PLACE, keys[1], (keys[0],)), "a host may go back to its old key, signed by the new one"
    with pytest.raises(KnownHostsError):
        known.path.write_text(f"key:{keys[1].hex()[:-2]} {keys[0].hex()}\n")
        known.pins()
