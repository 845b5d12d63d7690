"""What the rules say about the player, alone or among others, is said to them."""

from rummynet_client.core.text.action_text import Wording
from rummynet_client.core.text.event_text import event_sentences
from rummynet_protocol.events import Chose

NAMES = ("anna", "bo", "carla", "dan")


def test_how_aces_count_is_said_of_who_says_it() -> None:
    by = Wording(NAMES, 0)
    told = [event_sentences([Chose(seat, f"aces {high}")], by)[0] for seat, high in ((0, 0), (1, 0), (0, 2), (1, 1))]
    assert told == [
        "you count every ace as 1",
        "bo counts every ace as 1",
        "you count 2 of your aces as 13",
        "bo counts 1 of their aces as 13",
    ]
