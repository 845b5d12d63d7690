"""Compiles the modules of the rules in which play spends its time, with mypyc. The build hook calls this when asked to.

The sources stay as they are and lie beside the compiled modules; Python takes the compiled ones where both are there.
What is compiled defines no positions and other values: their classes have a metaclass of msgspec's, which mypyc cannot
do.
"""

import os
import sys
from pathlib import Path
from typing import Final

COMPILED: Final = (
    "shared/melds", "shared/rounds", "keilty/turn", "basic/turn", "crummy/turn",
    "joker/turn", "vegas/turn",
)  # fmt: skip
"""The modules, below ``rummynet/rules``."""
LEVEL: Final = os.environ.get("RUMMYNET_COMPILE_LEVEL", "2")
"""How much the C compiler optimizes, which takes more than half of the time: a check of what modules do takes 0."""
REQUIRES: Final = ["mypy[mypyc]>=1.18", "msgspec>=0.21"]  # what positions are, for their types


def compile_rules(root: Path, out: Path) -> list[Path]:
    """Compile into the folder *out*; returns the files, relative to it. Needs a C compiler."""
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    os.environ["MYPYPATH"] = str(root / "protocol")
    here = Path.cwd()
    os.chdir(root)  # mypyc names a module after the path that it is given
    try:
        sources = [f"rummynet/rules/{name}.py" for name in COMPILED]
        flags = ["--config-file=", "--strict", "--explicit-package-bases", f"--cache-dir={out / 'cache'}"]
        extensions = mypycify([*flags, *sources], opt_level=LEVEL, target_dir=str(out / "c"))
        command = build_ext(Distribution({"name": "rummynet", "ext_modules": extensions}))
        command.build_lib, command.build_temp, command.parallel = str(out / "lib"), str(out / "temp"), 2
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(here)
    return sorted(path.relative_to(out / "lib") for path in (out / "lib").rglob("*") if path.is_file())


if __name__ == "__main__":
    for file in compile_rules(Path(__file__).resolve().parents[2], Path(sys.argv[1]).resolve()):
        print(file)
