import stat
from pathlib import Path

import pytest

from rummynet_client.storage.identity import load_identity, one_time_identity
from rummynet_client.storage.known_hosts import HostKeyChanged, KnownHosts, KnownHostsError, Pin
from rummynet_protocol.wire.address import key_fingerprint
from tests.support.errors import raises

OLD, NEW = b"\x01" * 32, b"\x02" * 32
HERE, THERE = "192.0.2.1:7866", "[2001:db8::1]:7866"


def test_the_same_player_comes_back(tmp_path: Path) -> None:
    first, second = load_identity(tmp_path), load_identity(tmp_path)
    assert first.signer.public == second.signer.public
    assert first.contribution == second.contribution
    assert first.signer.sign("hello", b"x") == second.signer.sign("hello", b"x")


def test_key_and_secret_are_different_secrets(tmp_path: Path) -> None:
    identity = load_identity(tmp_path)
    names = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "identity").iterdir()}
    assert names == {"player.key": 0o600, "contribution.secret": 0o600}
    assert identity.contribution.hex() not in (tmp_path / "identity" / "player.key").read_text()


def test_one_who_passes_leaves_no_trace_and_is_never_the_same() -> None:
    assert one_time_identity().signer.public != one_time_identity().signer.public


class TestKnownHosts:
    def test_a_stranger_becomes_known_once_pinned(self, tmp_path: Path) -> None:
        known = KnownHosts(tmp_path)
        assert not known.check(HERE, OLD)
        known.pin(HERE, OLD, "hearth")
        assert known.check(HERE, OLD)
        assert KnownHosts(tmp_path).pins() == (Pin(HERE, OLD, "hearth"),)

    def test_looking_does_not_pin(self, tmp_path: Path) -> None:
        known = KnownHosts(tmp_path)
        known.check(HERE, OLD)
        assert known.pins() == ()

    def test_another_key_at_a_known_address_is_refused_loudly(self, tmp_path: Path) -> None:
        known = KnownHosts(tmp_path)
        known.pin(HERE, OLD, "hearth")
        for meet in (lambda: known.check(HERE, NEW), lambda: known.pin(HERE, NEW, "hearth")):
            with pytest.raises(HostKeyChanged) as caught:
                meet()
            assert caught.value.code == "host_key_changed"
            says = str(caught.value)
            assert says.startswith(f"THE KEY OF THE HOST AT {HERE} HAS CHANGED")
            assert key_fingerprint(OLD) in says and key_fingerprint(NEW) in says
            assert f"delete the lines beginning with {HERE} in {known.path}" in says
        assert known.pins() == (Pin(HERE, OLD, "hearth"),)

    def test_what_the_sentence_says_helps(self, tmp_path: Path) -> None:
        known = KnownHosts(tmp_path)
        known.pin(HERE, OLD, "hearth")
        known.pin(THERE, OLD, "hearth")
        lines = known.path.read_text().splitlines(keepends=True)
        known.path.write_text("".join(line for line in lines if not line.startswith(HERE)))
        assert not known.check(HERE, NEW)

    def test_a_known_host_that_has_moved_is_no_stranger(self, tmp_path: Path) -> None:
        known = KnownHosts(tmp_path)
        known.pin(HERE, OLD, "hearth")
        assert known.check(THERE, OLD)
        assert known.namesake("hearth", OLD) is None

    def test_another_host_of_a_known_name_is_told(self, tmp_path: Path) -> None:
        known = KnownHosts(tmp_path)
        known.pin(HERE, OLD, "hearth")
        warning = known.namesake("hearth", NEW)
        assert warning is not None and HERE in warning and key_fingerprint(NEW) in warning
        assert known.namesake("kitchen", NEW) is None

    @pytest.mark.parametrize("written", ["Hearth.local.:7866", "HEARTH.LOCAL", "hearth.local."])
    def test_another_key_at_the_address_written_otherwise_is_refused(self, tmp_path: Path, written: str) -> None:
        """A cheating host dialled by another spelling of a known address is no new host."""
        known = KnownHosts(tmp_path)
        known.pin("hearth.local:7866", OLD, "hearth")
        for meet in (lambda: known.check(written, NEW), lambda: known.pin(written, NEW, "hearth")):
            with pytest.raises(HostKeyChanged):
                meet()
        known.pin(written, OLD, "hearth")
        assert known.pins() == (Pin("hearth.local:7866", OLD, "hearth"),)

    def test_numbers_too_and_lines_that_a_person_has_written(self, tmp_path: Path) -> None:
        known = KnownHosts(tmp_path)
        known.path.write_text(f"[::FFFF:192.0.2.1] {OLD.hex()} hearth\n")
        with raises(HostKeyChanged, "host_key_changed", "[::FFFF:192.0.2.1]", known.path):
            known.check(HERE, NEW)
        assert known.check(HERE, OLD)

    @pytest.mark.parametrize("name", ["HEARTH", "h\u0435arth", "he\u200barth", "hearth\u3164", "\uff48earth"])
    def test_a_host_whose_name_looks_like_a_known_one_is_told(self, tmp_path: Path, name: str) -> None:
        known = KnownHosts(tmp_path)
        known.pin(HERE, OLD, "hearth")
        warning = known.namesake(name, NEW)
        assert warning is not None and "this is not the hearth seen before" in warning
        assert known.namesake(name, OLD) is None

    def test_meeting_again_writes_nothing(self, tmp_path: Path) -> None:
        known = KnownHosts(tmp_path)
        for _ in range(3):
            known.pin(HERE, OLD, "hearth")
        assert len(known.path.read_text().splitlines()) == 1

    def test_a_name_cannot_write_lines_of_its_own(self, tmp_path: Path) -> None:
        known = KnownHosts(tmp_path)
        known.pin(HERE, OLD, f"x\n{THERE} {NEW.hex()} y\x1b[2J")
        assert len(known.path.read_text().splitlines()) == 1
        assert not any(pin.key == NEW for pin in known.pins())

    def test_two_programs_share_the_list(self, tmp_path: Path) -> None:
        one, other = KnownHosts(tmp_path), KnownHosts(tmp_path)
        one.pin(HERE, OLD, "hearth")
        other.pin(THERE, NEW, "kitchen")
        assert one.check(THERE, NEW) and other.check(HERE, OLD)

    @pytest.mark.parametrize("line", ["nonsense", f"{HERE} abcd name", f"{HERE}  {OLD.hex()}", "\xff"])
    def test_a_line_that_is_none_is_named(self, tmp_path: Path, line: str) -> None:
        known = KnownHosts(tmp_path)
        known.pin(HERE, OLD, "")
        known.path.write_bytes(known.path.read_bytes() + line.encode("latin-1") + b"\n")
        with raises(KnownHostsError, "known_hosts", known.path, "line 2" if line.isascii() else ""):
            known.check(HERE, OLD)
