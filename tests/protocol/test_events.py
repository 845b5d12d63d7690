import json

import pytest

from rummynet_protocol.events import (
    CalledFalsely,
    CalledRummy,
    Chose,
    Dealt,
    Declared,
    Drew,
    Event,
    Exchanged,
    GameEnded,
    LaidDown,
    LaidOff,
    Passed,
    RoundEnded,
    Shuffled,
    ThrewOut,
    Took,
    TurnedOver,
    TurnedUp,
    WentOut,
    to_dict,
)

KNOWN: list[tuple[Event, dict[str, object]]] = [
    (Dealt((7, 7)), {"event": "dealt", "counts": [7, 7]}),
    (TurnedUp("7H"), {"event": "turned_up", "card": "7H"}),
    (Drew(1, None), {"event": "drew", "seat": 1, "card": None}),
    (Took(0, ("5S", "6S")), {"event": "took", "seat": 0, "cards": ["5S", "6S"]}),
    (LaidDown(0, 2, ("5S",)), {"event": "laid_down", "seat": 0, "meld": 2, "cards": ["5S"]}),
    (LaidOff(0, 2, ("8S",)), {"event": "laid_off", "seat": 0, "meld": 2, "cards": ["8S"]}),
    (Exchanged(0, 2, "7H", "*1"), {"event": "exchanged", "seat": 0, "meld": 2, "card": "7H", "wild": "*1"}),
    (ThrewOut(0, "9C"), {"event": "threw_out", "seat": 0, "card": "9C"}),
    (CalledRummy(1), {"event": "called_rummy", "seat": 1}),
    (CalledFalsely(1, ("9C",), 5), {"event": "called_falsely", "seat": 1, "cards": ["9C"], "points": 5}),
    (Declared(1), {"event": "declared", "seat": 1}),
    (Shuffled(30), {"event": "shuffled", "count": 30}),
    (TurnedOver(0, 30), {"event": "turned_over", "seat": 0, "count": 30}),
    (Passed(0, "pass"), {"event": "passed", "seat": 0, "action": "pass"}),
    (Chose(0, "aces 1"), {"event": "chose", "seat": 0, "action": "aces 1"}),
    (WentOut(0), {"event": "went_out", "seat": 0}),
    (
        RoundEnded(None, (5, -5), (105, 95)),
        {"event": "round_ended", "out": None, "round_scores": [5, -5], "scores": [105, 95]},
    ),
    (GameEnded(None), {"event": "game_ended", "winner": None}),
]


@pytest.mark.parametrize(("event", "written"), KNOWN, ids=[str(one["event"]) for _, one in KNOWN])
def test_an_event_as_json(event: Event, written: dict[str, object]) -> None:
    assert to_dict(event) == written
    assert json.loads(json.dumps(to_dict(event))) == written


def test_there_is_an_example_of_every_event() -> None:
    assert {type(event) for event, _ in KNOWN} == set(Event.__args__)
