"""After a round: who had what, which rummies were missed, why the checks exist."""

import pytest

from rummynet.ledger.checks import CHECKS
from rummynet.ledger.play import ReplayStep
from rummynet.rules.core.state import Claim
from rummynet.rules.varieties import variety
from rummynet_client.core.session.answers import answer
from rummynet_client.core.session.joined_game import JoinedGame
from rummynet_client.core.session.review import MissedRummy, missed_rummies
from rummynet_client.core.text import verbs
from rummynet_client.core.text.reasons import WHY, reason_for
from rummynet_protocol.errors import Refusal
from rummynet_protocol.events import CalledRummy, ThrewOut
from rummynet_protocol.fairness.entries import Acted
from rummynet_protocol.values import replace
from tests.support import pictures
from tests.support.forge import Forge
from tests.support.in_notation import call, claim

KEILTY = variety("keilty")
STATE, _ = KEILTY.deal(KEILTY.resolve({}), 2, 0, list(range(52)))


def step(t: int, do: str, *claims: Claim, called: bool = False) -> ReplayStep:
    entry = Acted(1, do, None, "turn", 0, None, t)
    event = CalledRummy(1) if called else ThrewOut(1, do.split(" ")[-1])
    return ReplayStep(entry, replace(STATE, claims=claims), (event,))


def finished(seed: int = 4) -> JoinedGame:
    forge = Forge("keilty", {"target": 10}, 2, seed=seed)
    forge.play()
    return pictures.followed(forge, 0)


def test_a_rummy_that_went_by_is_told_with_when_and_for_how_long() -> None:
    first, second = claim("rummy lay 4H on 1", 0), claim("rummy meld 5S 6S 7S", 1)
    less = claim("rummy meld 4H 5H 6H", 0), claim("rummy meld 3H 4H 5H 6H", 0)
    moments = [step(9, "fly", *less), step(1000, "throw 4H", first), step(3500, "draw", second), step(4000, "", second)]
    assert missed_rummies(moments) == [
        MissedRummy(call("rummy meld 3H 4H 5H 6H"), 0, "fly", 991),
        MissedRummy(call("rummy lay 4H on 1"), 0, "throw 4H", 2500),
        MissedRummy(call("rummy meld 5S 6S 7S"), 1, "draw", 500),
    ]


def test_every_check_is_explained() -> None:
    assert list(WHY) == sorted(WHY, key=list(CHECKS).index)
    assert WHY.keys() == CHECKS.keys()
    assert reason_for("root").startswith(CHECKS["root"])
    assert len(answer(verbs.parse_command("why"), pictures.empty(), None)) == len(CHECKS)
    assert len(answer(verbs.parse_command("why root"), pictures.empty(), None)) == 1
    with pytest.raises(Refusal):
        answer(verbs.parse_command("why magic"), pictures.empty(), None)
