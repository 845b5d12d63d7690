"""The statistic itself: the shuffle passes it, biased ones do not. All keys are fixed, so every run is the same."""

import importlib.util
import json
import subprocess
import sys
from collections.abc import Sequence
from hashlib import shake_256
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[3] / "scripts" / "hostile" / "shuffle_statistics.py"
SHUFFLES = 20_000


@pytest.fixture(scope="module")
def statistics() -> ModuleType:
    spec = importlib.util.spec_from_file_location("shuffle_statistics", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.drawn(2)
@pytest.mark.parametrize("cards", [2, 5, 52, 54])
def test_the_shuffle_is_even(statistics: ModuleType, cards: int) -> None:
    result = statistics.judge(statistics.count(SHUFFLES, cards, b"test"), SHUFFLES)
    assert result["even"], result
    assert result["degrees_of_freedom"] == (cards - 1) ** 2


def without_rejection(cards: Sequence[int], key: bytes) -> list[int]:
    """Plain remainders, which favour small values."""
    order, stream = list(cards), shake_256(key).digest(len(cards))
    for last in range(len(order) - 1, 0, -1):
        other = stream[last] % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def any_with_any(cards: Sequence[int], key: bytes) -> list[int]:
    """The well-known wrong shuffle: each place swapped with any other, whether done with or not."""
    order, stream = list(cards), shake_256(key).digest(8 * len(cards))
    for place in range(len(order)):
        other = int.from_bytes(stream[8 * place : 8 * place + 8], "big") % len(order)
        order[place], order[other] = order[other], order[place]
    return order


def left_alone(cards: Sequence[int], key: bytes) -> list[int]:
    return list(cards)


@pytest.mark.parametrize("wrong", [without_rejection, any_with_any, left_alone])
def test_wrong_shuffles_are_noticed(statistics: ModuleType, wrong: object) -> None:
    result = statistics.judge(statistics.count(SHUFFLES, 52, b"test", wrong), SHUFFLES)
    assert not result["even"], result
    assert result["p"] == 0


def test_too_even_is_noticed_too(statistics: ModuleType) -> None:
    result = statistics.judge([[100] * 52 for _ in range(52)], 5200)
    assert not result["even"]


def test_the_script_prints_one_json_object_and_no_progress() -> None:
    command = [sys.executable, str(SCRIPT), "--shuffles", "300", "--cards", "20"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["shuffles"] == 300


def test_the_script_refuses_what_it_cannot_do() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "--cards", "1"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "2 to 216 cards" in done.stderr
