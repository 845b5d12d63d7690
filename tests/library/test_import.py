"""One import is enough, reads little, and leaves the host's imports alone."""

import subprocess
import sys

import pytest

from rummynet import rules


def ran(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_library_reads_no_host_no_screen_and_no_game_that_is_not_asked_for() -> None:
    loaded = ran(
        "import sys, rummynet.rules as rules\n"
        "game = rules.variety('keilty')\n"
        "game.deal(3, rules.shuffled(game, seed=1)).observation(0)\n"
        "print(*sys.modules)"
    ).split()
    heavy = ("twisted", "prompt_toolkit", "msgpack", "cryptography", "asyncio", "numpy")
    assert [name for name in loaded if name.split(".")[0] in heavy] == []
    games = ("rummynet.rules.vegas", "rummynet.rules.crummy", "rummynet.rules.joker", "rummynet.rules.basic")
    assert [name for name in loaded if name.startswith(games)] == []


def test_the_hosts_import_of_a_module_reads_nothing_of_the_library() -> None:
    loaded = ran("import sys, rummynet.rules.core.state\nprint(*sys.modules)").split()
    assert [name for name in loaded if name.startswith("rummynet.rules.library")] == []


@pytest.mark.parametrize("module", ["library.game_state", "library.card_game", "core.variety", "keilty.action_space"])
def test_modules_can_be_read_in_any_order(module: str) -> None:
    ran(f"import rummynet.rules.{module}")


def test_public_names_are_there_and_listed() -> None:
    for name in rules.__all__:
        assert getattr(rules, name) is not None
        assert name in dir(rules)
    with pytest.raises(AttributeError) as missing:
        rules.dance  # type: ignore[attr-defined]  # noqa: B018
    assert missing.value.name == "dance"
