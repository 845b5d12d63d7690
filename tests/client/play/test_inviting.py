"""Inviting from another home where that cannot be: at the host of others, and where the program for it is missing."""

import asyncio
from pathlib import Path

import pytest

from rummynet.far import way_process
from rummynet.operator_socket import SOCKET
from rummynet_client.core.session.view_model import nothing_yet
from rummynet_client.core.text import news
from rummynet_client.inviting import invitation
from rummynet_client.net.far_line import OwnHost

MODEL = nothing_yet("private host")


def answer(own: OwnHost | None) -> str:
    (told,) = asyncio.run(invitation(own, MODEL))
    assert isinstance(told, news.WentWrong)
    return told.says


def test_at_the_host_of_others_it_is_said_who_can_invite() -> None:
    assert "whoever runs it" in answer(None)


def test_without_the_program_for_it_the_player_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "host").mkdir()
    (tmp_path / "host" / SOCKET).symlink_to(tmp_path / "nothing")  # it is not even asked
    monkeypatch.setattr(way_process, "find_spec", lambda _name: None)
    assert "pip install 'magic-wormhole[dilate]'" in answer(OwnHost(tmp_path))


def test_a_host_that_is_gone_is_said_to_be(tmp_path: Path) -> None:
    pytest.importorskip("wormhole")
    assert "does not answer" in answer(OwnHost(tmp_path))
