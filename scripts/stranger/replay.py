"""A whole round played again with the true cards, once the host has shown its secrets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stranger import keilty
from stranger.epochs import Epoch
from stranger.forms import Fault


@dataclass
class Step:
    """An entry that moves the round on: where it stands in the file, and the shuffle or act."""

    record: int
    epoch: Epoch | None
    act: dict[str, Any]


def replay(round_: keilty.Round, steps: list[Step], options: dict[str, Any]) -> tuple[int, str, str] | None:
    """Play `steps`; return record, check and reason of the first that the rules do not allow, else None."""
    for step in steps:
        try:
            if step.epoch is not None:
                restock(round_, step.epoch)
            else:
                one_act(round_, step.act, options)
        except keilty.Illegal as reason:
            return step.record, "rules", f"{step.act.get('do', 'the shuffle')}: {reason}"
        except Fault as fault:
            return step.record, fault.check, fault.why
    return None


def restock(round_: keilty.Round, epoch: Epoch) -> None:
    """Put the deck of `epoch` in the place of the stock."""
    try:
        round_.restock(epoch.cards, epoch.deck)
    except keilty.Illegal as reason:
        raise Fault("deck", str(reason)) from None


def one_act(round_: keilty.Round, act: dict[str, Any], options: dict[str, Any]) -> None:
    """Play one act, by its player or by the clock."""
    if act["signed"] is None:
        due = round_.clock_action() if act["seat"] == round_.turn and not round_.over else ""
        on_time = options["turn_seconds"] > 0 and act["why"] == "turn"
        if not on_time or (act["do"] != due if due is not None else not act["do"].startswith("take ")):
            raise Fault("clock", "the host acted for a seat where no clock said so")
    if round_.act(act["seat"], act["do"]) != act["drawn"]:
        raise Fault("position", "another number of cards was drawn than the action draws")


def winner_of(before: list[int], scores: list[int], target: int) -> int | None:
    """Return the seat that has won the game with these totals, or None if it goes on."""
    if max(scores) < target:
        return None
    ranked = sorted(zip(scores, before, range(len(scores)), strict=True), reverse=True)
    return None if ranked[0][:2] == ranked[1][:2] else ranked[0][2]
