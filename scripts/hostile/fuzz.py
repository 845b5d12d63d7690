#!/usr/bin/env python3
"""Fuzzes everything that reads bytes from outside, for a given time; JSON on standard output.

    python scripts/hostile/fuzz.py                        every target, 20 seconds each
    python scripts/hostile/fuzz.py --seconds 300 host client

With atheris (``pip install atheris``) inputs are steered towards code not reached yet; without it, or with --plain,
they are mutations of valid inputs. Status 1 if a target failed: its input is kept in the folder that the JSON names.
"""

import argparse
import importlib.util
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "client"), str(ROOT / "protocol")]

HANG_SECONDS = 10
"""An input that takes longer counts as a failure."""


def main() -> int:
    """Fuzz the targets asked for; print JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", help="which; all by default")
    parser.add_argument("--seconds", type=int, default=20, help="how long for each target")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plain", action="store_true", help="mutations only, also where atheris is installed")
    parser.add_argument("--child", choices=("atheris", "mutations"), help=argparse.SUPPRESS)
    parser.add_argument("--keep", type=Path, help="folder for inputs that fail (default: a new one)")
    args = parser.parse_args()
    keep: Path = args.keep or Path(tempfile.mkdtemp(prefix="rummynet-fuzz-"))
    if args.child is not None:
        return _child(args.child, args.targets[0], args.seconds, args.seed, keep)
    guided = not args.plain and importlib.util.find_spec("atheris") is not None
    kind = "atheris" if guided else "mutations"
    names = args.targets or _names()
    found = [_run(kind, name, args.seconds, args.seed, keep) for name in names]
    inputs, seconds = sum(one["inputs"] for one in found), sum(one["seconds"] for one in found)
    failed = [one["target"] for one in found if one["failed"]]
    total = {"engine": kind, "inputs": inputs, "minutes": round(seconds / 60, 1), "failed": failed, "kept": str(keep)}
    print(json.dumps({**total, "targets": found}, indent=2))
    return 1 if failed else 0


def _names() -> list[str]:
    from tests.support.targets import TARGETS

    return list(TARGETS)


def _run(kind: str, name: str, seconds: int, seed: int, keep: Path) -> dict[str, Any]:
    """Run one target in a process of its own, which measures its memory and contains a crash."""
    line = [sys.executable, __file__, name, "--seconds", str(seconds), "--seed", str(seed), "--child", kind]
    begin = time.monotonic()
    ran = subprocess.run([*line, "--keep", str(keep)], capture_output=True, text=True, check=False)
    spent = time.monotonic() - begin
    stats = dict(re.findall(r"stat::(\w+):\s+(\d+)", ran.stderr + ran.stdout))
    if ran.returncode:
        (keep / f"{name}.log").write_text(ran.stdout[-20_000:] + ran.stderr[-20_000:], encoding="utf-8")
    return {
        "target": name,
        "inputs": int(stats.get("number_of_executed_units", 0)),
        "seconds": round(spent, 1),
        "slowest_seconds": int(stats.get("slowest_unit_time_sec", 0)),
        "megabytes": int(stats.get("peak_rss_mb", 0)),
        "failed": ran.returncode != 0,
    }


def _child(kind: str, name: str, seconds: int, seed: int, keep: Path) -> int:
    if kind == "atheris":
        return _atheris(name, seconds, seed, keep)
    return _mutations(name, seconds, seed, keep)


def _atheris(name: str, seconds: int, seed: int, keep: Path) -> int:
    import atheris

    with atheris.instrument_imports(include=["rummynet", "rummynet_protocol", "rummynet_client"]):
        from tests.support.targets import TARGETS, seeds
    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate(seeds(name)):
            (Path(corpus) / f"{number:04}").write_bytes(data)
        flags = [f"-max_total_time={seconds}", f"-seed={seed + 1}", "-print_final_stats=1", "-rss_limit_mb=1024"]
        flags += [f"-timeout={HANG_SECONDS}", f"-artifact_prefix={keep}/{name}-", "-max_len=65536", "-verbosity=0"]
        atheris.Setup([sys.argv[0], *flags, corpus], TARGETS[name])
        atheris.Fuzz()  # ends the process
    return 0


def _mutations(name: str, seconds: int, seed: int, keep: Path) -> int:
    from tests.support.mutations import mutated
    from tests.support.targets import TARGETS, seeds

    chance, corpus, run = random.Random(seed), seeds(name), TARGETS[name]
    end, count, slowest = time.monotonic() + seconds, 0, 0.0
    while (begin := time.monotonic()) < end:
        data = mutated(chance.choice(corpus), chance.choice(corpus), chance)
        if not count % 5:
            data = chance.randbytes(chance.randrange(400))
        try:
            run(data)
        except Exception:
            (keep / f"{name}-crash-{count}").write_bytes(data)
            raise
        slowest = max(slowest, time.monotonic() - begin)
        count += 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"stat::number_of_executed_units: {count}\nstat::slowest_unit_time_sec: {round(slowest)}")
    print(f"stat::peak_rss_mb: {peak}")
    return 1 if slowest > HANG_SECONDS else 0


if __name__ == "__main__":
    sys.exit(main())
