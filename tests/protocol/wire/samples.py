"""Messages for the tests: those of the vectors, at least one of every kind."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from rummynet_protocol.shapes import read_record
from rummynet_protocol.wire.messages import KINDS, Message

VECTORS: Final = Path(__file__).parents[3] / "protocol" / "vectors" / "wire.json"


@cache
def vectors() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(VECTORS.read_text("utf-8"))
    return loaded


def raw(value: Any) -> Any:  # noqa: ANN401
    """Fields of a vector as a message has them: ``{"hex": …}`` is bytes."""
    if isinstance(value, dict):
        if list(value) == ["hex"]:
            return bytes.fromhex(value["hex"])
        return {key: raw(item) for key, item in value.items()}
    return [raw(item) for item in value] if isinstance(value, list) else value


def message(vector: dict[str, Any]) -> Message:
    return read_record(KINDS[vector["kind"]], raw(vector["fields"]), strict=True)


@cache
def samples() -> tuple[Message, ...]:
    return tuple(message(one) for one in (*vectors()["conversation"], *vectors()["messages"]))
