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
    """Play `steps`, the first being the deal; return record, check and reason of the first fault, else None."""
    began = steps[0].act["t"]
    for step in steps[1:]:
        turn = round_.turn
        try:
            if step.epoch is not None:
                restock(round_, step.epoch)
            else:
                one_act(round_, step.act, options["turn_seconds"] and began + 1000 * options["turn_seconds"])
        except keilty.Illegal as reason:
            return step.record, "rules", f"{step.act.get('do', 'the shuffle')}: {reason}"
        except Fault as fault:
            return step.record, fault.check, fault.why
        began = began if round_.turn == turn else step.act["t"]
    return None


def restock(round_: keilty.Round, epoch: Epoch) -> None:
    """Put the deck of `epoch` in the place of the stock."""
    try:
        round_.restock(epoch.cards, epoch.deck)
    except keilty.Illegal as reason:
        raise Fault("deck", str(reason)) from None


def one_act(round_: keilty.Round, act: dict[str, Any], due: int) -> None:
    """Play one act; the host may act for whoever is on turn from the time `due` on, never if that is 0, or by vote."""
    if act["signed"] is None:
        may = act["why"] == "vote" or (act["why"] == "turn" and 0 < due <= act["t"])
        if not may or round_.over or (act["seat"], act["do"]) != (round_.turn, round_.clock_action()):
            raise Fault("clock", "the host acted for a seat where no clock said so")
    if round_.act(act["seat"], act["do"]) != act["drawn"]:
        raise Fault("position", "another number of cards was drawn than the action draws")


def winner_of(before: list[int], scores: list[int], target: int) -> int | None:
    """Return the seat that has won the game with these totals, or None if it goes on."""
    if max(scores) < target:
        return None
    ranked = sorted(zip(scores, before, range(len(scores)), strict=True), reverse=True)
    return None if ranked[0][:2] == ranked[1][:2] else ranked[0][2]
