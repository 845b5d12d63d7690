"""What a guest is told when Tor itself fails, with something else in Tor's place."""

import asyncio
import re
import socket
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from rummynet_client.net import onion_line
from rummynet_client.net.tls import CannotConnect
from tests.support.programs import PATIENCE


class FakeTor:
    """Answers at the socket that the configuration names, with *answers* in turn to the first one, and closes."""

    answers: Sequence[bytes] = ()
    then: Sequence[bytes] = ()
    """To the second connection and those after it."""
    has_ended = False

    def __init__(self, folder: Path, lines: Sequence[str]) -> None:
        found = re.search('unix:"([^"]+)"', lines[0])
        assert found is not None
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(found[1])
        self._server.listen(1)
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):  # it is closed
            answers = self.answers
            while True:
                there, _ = self._server.accept()
                with there:
                    for answer in answers:
                        there.recv(512)
                        there.sendall(answer)
                answers = self.then or answers

    def end(self) -> None:
        self._server.close()


@pytest.mark.parametrize(
    "answers",
    [
        [],  # it ends at once
        [b"\x05\x00"],
        [b"\x05\x00", b"\x05\xf0\x00\x01" + bytes(6)],
        [b"\x05\x00", b"\x05\x01\x00\x03"],
    ],
)
def test_whatever_tor_does_is_told_as_a_host_that_cannot_be_reached(
    answers: list[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakeTor, "answers", answers)
    monkeypatch.setattr(onion_line, "TorProcess", FakeTor)
    monkeypatch.setattr(onion_line, "NEW_SECONDS", 0)
    line = onion_line.OnionLine(tmp_path)
    with pytest.raises(CannotConnect):
        asyncio.run(line.dial("a" * 56 + ".onion", 7866, PATIENCE, ""))
    line.close()


def test_a_service_that_no_relay_knows_yet_is_asked_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = [b"\x05\x00", b"\x05\xf0\x00\x01" + bytes(6)]
    monkeypatch.setattr(FakeTor, "answers", unknown)
    monkeypatch.setattr(FakeTor, "then", [b"\x05\x00", b"\x05\x01\x00\x03"])  # another fault, which ends it
    monkeypatch.setattr(onion_line, "TorProcess", FakeTor)
    monkeypatch.setattr(onion_line, "PAUSE_SECONDS", 0)
    line = onion_line.OnionLine(tmp_path)
    with pytest.raises(CannotConnect) as told:
        asyncio.run(line.dial("a" * 56 + ".onion", 7866, PATIENCE, ""))
    assert "no way to this address now" in str(told.value)
    line.close()
