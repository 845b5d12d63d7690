"""The game of a transcript, for tests that expect its log to be right."""

from rummynet_client.terminal.replay.replay import Replay, replay_so_far
from rummynet_protocol.fairness.transcript import Transcript


def replay_of(transcript: Transcript) -> Replay | None:
    """The game of a transcript; None if no card was dealt. Raises Cheat, Unknown."""
    replay, cheat = replay_so_far(transcript)
    if cheat is not None:
        raise cheat
    return replay
