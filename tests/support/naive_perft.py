"""Counting sequences of actions with the plain second implementation of Keilty rummy."""

from typing import Any

from tests.support import naive_keilty as naive


def nodes(position: dict[str, Any], depth: int) -> list[int]:
    """As ``perft`` of the engine: calls are not counted, a draw that needs a shuffle leads no further."""
    counts = [1] + [0] * depth
    walk({"claims": [], **position}, 1, counts)
    return counts


def walk(position: dict[str, Any], ply: int, counts: list[int]) -> None:
    if ply >= len(counts) or position["phase"] == "over":
        return
    seat = position["turn"]
    actions = [text for text in naive.legal(position, seat) if not text.startswith("rummy")]
    counts[ply] += len(actions)
    for text in actions:
        if ply + 1 < len(counts) and (text != "draw" or position["stock"]):
            walk(naive.apply(position, seat, text), ply + 1, counts)
