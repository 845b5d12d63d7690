"""Voided shuffles: whom the host named, who protests, how often, and how the verdict counts them."""

import pytest

from rummynet.ledger.shuffles import VoidShuffle
from rummynet.verifier.offline import Report, check
from rummynet.verifier.report import called_off_sentence, count_sentences, void_sentence
from rummynet_protocol.fairness import entries as log
from tests.support.forge import Forge
from tests.support.forge_scripts import called_off, voided

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


@pytest.fixture(scope="module")
def game() -> Forge:
    """Two voids, both naming seat 1, which protests after each of them."""
    return goes_on(voided(2, voids=3))


def test_voids_are_counted_by_seat_with_protests(game: Forge) -> None:
    report = check(game.transcript())
    assert report.verified and report.auditor.voided == 2
    assert report.passed["void"] == 4, "two voids, each with the commitments after it"
    first, second = report.auditor.voids
    assert (first.round, first.epoch, first.silent, first.answers) == (1, 0, (1,), ("silent",))
    assert (second.round, second.epoch, second.silent, second.answers) == (1, 4, (1,), ("acknowledged",))
    assert second.protesters == ("player 1",) and not first.protesters
    assert (
        "2 shuffles were voided (player 1 silent twice for 10, 10 s, once the host had confirmed the part, its player "
        "says)."
    ) in report.verdict
    told = report.to_dict()
    assert told["voided"] == 2
    assert told["voids"][1] == {
        "round": 1, "epoch": 4, "silent": [1], "names": ["player 1"], "millis": second.millis,
        "answers": ["acknowledged"],
    }  # fmt: skip
    assert (told["ended"], told["complete"]) == ("played", True)


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


def test_a_game_that_was_called_off_is_checked_and_not_verified() -> None:
    data = called_off().transcript()
    report = check(data)
    assert not report.verified and report.check is None
    assert report.verdict.startswith(
        "INCOMPLETE: every check holds, but the game was called off after 2 voided shuffles; --partial accepts that."
    )
    report = check(data, partial=True)
    assert report.verified and not report.complete and report.auditor.ended == "voids"
    assert "but the game was called off after 2 voided shuffles." in report.verdict
    assert "player 1 silent twice" in report.verdict and "throw a deal away" in report.verdict
    assert report.lines[-2].startswith("words "), "a score of games in which nothing was scored"


def test_why_a_game_was_called_off_is_said() -> None:
    said = (("epochs", "used up all its shuffles"), ("waited", "waited too long"), ("no-session", "stayed silent"))
    assert [why for why, words in said if words not in called_off_sentence(why, 0)] == []


def test_a_second_void_hides_no_protest_against_the_first() -> None:
    forge = voided(1, voids=3)
    forge.answers[0][1] = "read"
    forge.write(log.HostCommit(1, 4, ((bytes(32), bytes(32)),) * 3, forge.tick()))
    forge.next_epoch = 7
    forge.put_aside(4, (None, None, None))
    forge.answers[1][1] = "sent"
    forge.commit(3)
    report = check(forge.transcript(), partial=True)
    assert [one.answers for one in report.auditor.voids] == [("read",), ("silent", "sent", "silent")]
    assert "once the host had read the part" in report.verdict and "once the part was on its way" in report.verdict


# -- the sentences


def named(*silent: int, millis: int = 30_000, answers: tuple[str, ...] = ()) -> VoidShuffle:
    return VoidShuffle(1, 0, silent, tuple(NAMES[seat] for seat in silent), millis, answers)


@pytest.mark.parametrize(
    ("voids", "says"),
    [
        ([named(1, answers=("silent",))], "ben silent once for 30 s"),
        (
            [named(1, answers=("acknowledged",)), named(1, millis=15_999)],
            "ben silent twice for 30, 15 s, once the host had confirmed the part, its player says",
        ),
        (
            [named(0, 1, answers=("read", "sent")), named(1, answers=("sent",)), named(1)],
            "anna silent once for 30 s, once the host had read the part, its player says, ben silent 3 times for "
            "30, 30, 30 s, twice the part was on its way, its player says",
        ),
        (
            [VoidShuffle(1, 0, (3,), ("dot",), 10_000), VoidShuffle(1, 4, (3,), ("eve",), 10_000)],
            "dot silent once for 10 s, eve silent once for 10 s",
        ),
    ],
)
def test_the_silent_are_listed_by_name(voids: list[VoidShuffle], says: str) -> None:
    assert void_sentence(voids) == says


def test_there_is_no_sentence_about_what_did_not_happen() -> None:
    assert count_sentences([], {}, {}, ()) == []
    names = ("anna", "ben")
    assert count_sentences([], {(1, "turn"): 1}, {}, names) == [
        "The host acted once without a signature (for ben once by the turn clock)."
    ]
    assert count_sentences([], {(1, "vote"): 2}, {}, names) == [
        "The host acted 2 times without a signature (for ben twice by votes of the others)."
    ]
    assert count_sentences([named(2)], {(0, "rule"): 1, (0, "vote"): 11}, {0: 2}, names) == [
        "1 shuffle was voided (cem silent once for 30 s).",
        "The host acted 12 times without a signature (for anna once by a clock of the game, for anna 11 times by votes "
        "of the others, twice of these although anna was there).",
    ]


def test_a_player_named_like_a_seat_confuses_nobody() -> None:
    report = Report(check="rules", record=1, reason="seat 0 and seat 1 and seat 7 met")
    report.auditor.session = _Seated((b"a", "seat 1"), (b"b", "seat 0"))  # type: ignore[assignment]
    assert report.verdict.endswith("seat 1 and seat 0 and seat 7 met")


class _Seated:
    def __init__(self, *players: tuple[bytes, str]) -> None:
        self.players = players


# -- the last epochs of a round
