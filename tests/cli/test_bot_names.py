"""What ``rummynet bot`` calls its bots."""

from pathlib import Path

from rummynet.bots.names import NAMES
from rummynet_cli.verbs.bot import first_name


def test_a_bot_whose_key_is_kept_keeps_its_name(tmp_path: Path) -> None:
    by_key = [first_name(tmp_path / f"bot-{number}") for number in range(20)]
    assert by_key == [first_name(tmp_path / f"bot-{number}") for number in range(20)]
    assert len(set(by_key)) > 1 and max(by_key) < len(NAMES), "different keys, different names"
