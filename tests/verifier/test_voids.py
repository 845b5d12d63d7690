"""Voided shuffles: whom the host named, who protests, how often, and how the verdict counts them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from rummynet.ledger.shuffles import VoidShuffle
from rummynet.ledger.waiting import WaitedEnd
from rummynet.verifier.offline import Report, check
from rummynet.verifier.report import (
    break_sentences,
    called_off_sentence,
    count_sentences,
    missing_sentences,
    refusal_sentences,
    void_sentence,
    waited_sentences,
)
from rummynet_protocol.fairness import entries as log
from tests.support.forge import Forge
from tests.support.forge_scripts import called_off, voided
from tests.support.kept import is_kept

NAMES = ("anna", "ben", "cem")


def goes_on(forge: Forge) -> Forge:
    """Play the game to its end after a void."""
    forge.commit(3)
    forge.deal(forge.mix(forge.due()))
    while not forge.game.hands_are_shown(forge.state):
        forge.step()
    forge.finish()
    while not forge.state.finished:
        forge.play_round()
    forge.write(log.Ended("played", forge.tick()))
    return forge


@pytest.mark.parametrize(
    ("silences", "is_called_off"),
    [
        ({1: (0,), 2: (0,), 3: (0, 0)}, False),  # a phone that sleeps in each break
        ({1: (0, 1)}, False),
        ({1: (0, 1, 0)}, True),
        ({2: (0, 0, 0)}, True),
    ],
)
def test_silence_counts_until_a_round_is_dealt(silences: dict[int, tuple[int, ...]], is_called_off: bool) -> None:
    forge = Forge("keilty", {"target": 1000, "voids": 3}, 2, seed=4)
    forge.silences = silences
    forge.play(3)
    report = check(forge.transcript(), partial=True)
    assert (report.check == "void") == is_called_off and report.verified != is_called_off, report.verdict


def second_void() -> Forge:
    """A second void hides no protest against the first."""
    forge = voided(1, voids=3)
    forge.answers[0][1] = "read"
    forge.write(log.HostCommit(1, 4, ((bytes(32), bytes(32)),) * 3, forge.tick()))
    forge.next_epoch = 7
    forge.put_aside(4, (None, None, None))
    forge.answers[1][1] = "sent"
    forge.commit(3)
    return forge


def named(*silent: int, millis: int = 30_000, answers: tuple[str, ...] = ()) -> VoidShuffle:
    return VoidShuffle(1, 0, silent, tuple(NAMES[seat] for seat in silent), millis, answers)


VOIDS: Final = (
    [named(1, answers=("silent",))], [named(1, answers=("acknowledged",)), named(1, millis=15_999)],
    [named(0, 1, answers=("read", "sent")), named(1, answers=("sent",)), named(1)],
    [VoidShuffle(1, 0, (3,), ("dot",), 10_000), VoidShuffle(1, 4, (3,), ("eve",), 10_000)],
)  # fmt: skip
UNSIGNED: Final[tuple[tuple[dict[tuple[int, str], int], dict[int, int]], ...]] = (
    ({}, {}), ({(1, "turn"): 1}, {}), ({(1, "vote"): 2}, {}), ({(0, "rule"): 1, (0, "vote"): 11}, {0: 2}),
    ({(0, "gone"): 3, (2, "vote"): 1}, {1: 1}),
)  # fmt: skip


def sentences() -> Iterator[str]:
    """Reports on games with voids, and what is said of voids, of acts without a signature, and of ends."""
    for forge in (goes_on(voided(2, voids=3)), called_off(), second_void()):
        for partial in (True, False):
            report = check(forge.transcript(), partial=partial)
            yield from (*report.lines, json.dumps(report.to_dict()))
    yield from map(void_sentence, VOIDS)
    yield from (str(count_sentences([], *one, NAMES)) for one in UNSIGNED)
    yield str(count_sentences([named(2)], *UNSIGNED[-2], NAMES))
    yield from (
        called_off_sentence(why, count) for why in ("voids", "epochs", "waited", "no-session") for count in (1, 2)
    )
    yield from (str(break_sentences({0: 1, 2: 3}, NAMES)), str(refusal_sentences({"stale": 2, "clock": 1})))
    yield from (str(refusal_sentences({"stale": 1})), str(missing_sentences({1: 1, 0: 4}, NAMES)))
    yield from (str(waited_sentences(WaitedEnd(1, (0, 2), was), NAMES)) for was in (True, False))


def test_what_is_said_of_voids_and_of_what_no_check_judges() -> None:
    assert is_kept(Path(__file__).parent / "voids.txt", "voids", sentences())


def test_a_player_named_like_a_seat_confuses_nobody() -> None:
    report = Report(check="rules", record=1, reason="seat 0 and seat 1 and seat 7 met")
    report.auditor.session = _Seated((b"a", "seat 1"), (b"b", "seat 0"))  # type: ignore[assignment]
    assert report.verdict.endswith("seat 1 and seat 0 and seat 7 met")


class _Seated:
    def __init__(self, *players: tuple[bytes, str]) -> None:
        self.players = players


# -- the last epochs of a round
