from pathlib import Path

from rummynet.bots.names import NAMES, bot_name
from rummynet_cli.verbs.bot import first_name


def test_every_bot_of_a_table_has_its_own_name_as_long_as_there_are_names() -> None:
    taken: list[str] = []
    for _ in NAMES:
        taken.append(bot_name(7, taken))
    assert len(set(taken)) == len(NAMES) and taken[0] == "Hanna (bot)"
    assert bot_name(7, taken) == "Hanna (bot)"
    assert bot_name(len(NAMES) + 1) == "Bruno (bot)"


def test_a_bot_whose_key_is_kept_keeps_its_name(tmp_path: Path) -> None:
    by_key = [first_name(tmp_path / f"bot-{number}") for number in range(20)]
    assert by_key == [first_name(tmp_path / f"bot-{number}") for number in range(20)]
    assert len(set(by_key)) > 1 and max(by_key) < len(NAMES), "different keys, different names"
