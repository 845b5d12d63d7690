#!/usr/bin/env python3
"""Fits the networks by which ``expert`` plays crummy rummy, by self-play; writes them to ``rummynet/bots/contracts/``.

The self-play is a C program, compiled for the purpose (``scripts/contracts/selfplay.c``). All of it follows from the
seed, with one compiler on one kind of machine to the bit.

    python scripts/fit_contracts.py two more
"""

import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "protocol")]

from self_play import SelfPlay  # noqa: E402

from rummynet.bots.contracts.network import FILES, NETWORKS, SIZE, STEP  # noqa: E402

SEATS: Final = {"two": ("2", "2"), "more": ("3", "5")}
PLAY: Final = SelfPlay(
    source=ROOT / "scripts" / "contracts" / "selfplay.c",
    folder=ROOT / "rummynet" / "bots" / "contracts",
    files=FILES,
    rounds={"two": 1_500_000, "more": 300_000},
    size=NETWORKS * SIZE,
    step=STEP,
    seats_of=SEATS.__getitem__,
)

if __name__ == "__main__":
    sys.exit(PLAY.main(__doc__, "for two players, and for more"))
