"""What a player's program asks for by itself when a game has been won."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from rummynet_client.core.session.outbox import Output
from rummynet_client.core.session.session import Session
from rummynet_client.core.text.commands import Command, Do
from rummynet_client.core.text.news import GameWasWon
from rummynet_client.net import host_link
from rummynet_client.net.host_link import ConnectOptions
from rummynet_client.storage.transcript_store import TranscriptStore


def test_its_commands_are_carried_out_once_the_game_is_won(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    coming, carried_out = [Output(), Output(news=[GameWasWon(1, 0, "anna", (500, 300))])], list[Command]()

    def output(_self: Session) -> Output:
        return coming.pop(0) if coming else Output()

    def exchange(transcript: Path, names: Sequence[str]) -> list[Command]:
        assert (transcript.name, tuple(names)) == ("evening.rummy", ())
        return [Do("bot", ("remove", "rosa")), Do("bot", ("add", "otto"))]

    monkeypatch.setattr(Session, "take_output", output)
    monkeypatch.setattr(Session, "apply_command", lambda _self, command: carried_out.append(command))

    class Store(TranscriptStore):
        def __init__(self, folder: Path, **options: bool) -> None:
            super().__init__(folder, **options)  # type: ignore[arg-type]
            self.paths.append(folder / "evening.rummy")

    monkeypatch.setattr(host_link, "TranscriptStore", Store)
    options = ConnectOptions(("192.0.2.1", 7866), "anna", tmp_path, tmp_path, after_game=exchange)
    link = options.link(lambda _items: None)
    link.run_command(Do("next"))
    assert carried_out == [Do("next")]
    link.run_command(Do("next"))
    assert carried_out[2:] == [Do("bot", ("remove", "rosa")), Do("bot", ("add", "otto"))]
