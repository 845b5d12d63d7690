"""Real programs in two homes, which meet at a real mailbox server and play over a real relay."""

import signal
from pathlib import Path

import pytest

from tests.support.far_servers import (
    FarServers,
    code_of,
    far_host,
    join,
    listed,
    open_short_game,
    play_whole_game,
    transcript_of_both,
)
from tests.support.programs import program

pytestmark = pytest.mark.drawn(1)


def test_two_guests_play_a_whole_game_and_the_relay_reads_nothing(tmp_path: Path, far: FarServers) -> None:
    homes = [tmp_path / "anna-in-the-north", tmp_path / "berta-in-the-south"]
    with far_host(tmp_path / "host", far, "--far-codes", "2") as host:
        first = code_of(tmp_path / "host")
        codes = [first, code_of(tmp_path / "host", but=first)]
        with (
            program(*join(homes[0], codes[0], far), home=homes[0]) as anna,
            program(*join(homes[1], codes[1], far), home=homes[1]) as berta,
        ):
            open_short_game(anna)
            play_whole_game([anna, berta], homes)
        transcript = transcript_of_both(host, homes)
    for tap in (far.relay, far.mailbox):
        seen = bytes(tap.seen)
        # Shorter words turn up by chance in a megabyte of what is encrypted.
        assert not any(word in seen for word in (b"in-the-north", b"in-the-south", b"keilty", b"create", b"sha256:"))
        assert transcript[200:232] not in seen
        for code in codes:
            assert code.encode() not in seen
    # Nearly as much as the transcripts hold came over the relay: it was the way.
    assert len(far.relay.seen) > len(transcript)


def test_a_guest_comes_back_by_the_same_words_also_after_the_host_was_killed(tmp_path: Path, far: FarServers) -> None:
    home = tmp_path / "ann"
    with far_host(tmp_path / "host", far) as host:
        code = code_of(tmp_path / "host")
        with program(*join(home, code, far), home=home) as ann:
            for line in ("create keilty", "sit 1"):
                ann.say(line)
            ann.until(lambda line: line.startswith("seat ") and "me=true" in line)
            assert ann.end() == 0
        with program(*join(home, code, far), home=home) as ann:
            ann.until(lambda line: line.startswith("seat ") and "me=true" in line)
            host.stop(signal.SIGKILL)
            # While she plays: her program finds the host again by itself.
            with far_host(tmp_path / "host", far):
                ann.until_kind("bye")
                ann.until_kind("welcome")
                shown = "error "
                while shown.startswith("error "):  # the host tells of the lobby first, then of the table
                    ann.say("table")
                    shown = ann.until(lambda line: line.startswith(("error ", "seat seat=0 ")))
                assert "me=true" in shown
                assert ann.end() == 0
            assert sum("guest" in line for line in listed(tmp_path / "host")) == 1


def test_the_relay_dies_in_mid_game_and_comes_back(tmp_path: Path, far: FarServers) -> None:
    home = tmp_path / "ann"
    with far_host(tmp_path / "host", far) as host:
        with program(*join(home, code_of(tmp_path / "host"), far), home=home) as ann:
            for line in ("create keilty first_starter=0", "sit 1", "bot add random", "ready"):
                ann.say(line)
            ann.until(lambda line: line.startswith("turn ") and "draw" in line)
            far.relay.cut()
            far.mailbox.cut()
            ann.say("draw")
            far.mailbox.mend()
            far.relay.mend()
            ann.until(lambda line: line.startswith("did seat=0") and "draw" in line)
            assert not [line for line in ann.lines if line.startswith("error ")]
            assert ann.end() == 0
        assert host.stop() == 0
