"""Texts that are kept in a file: what is said now is compared with what was said when the file was written."""

import os
from collections.abc import Iterable
from pathlib import Path


def is_kept(file: Path, name: str, lines: Iterable[str]) -> bool:
    """Whether these are the lines that stand under *name* in the file; RUMMYNET_REWRITE=1 puts them there.

    That is right where a sentence or a value was meant to change; read what else has changed before committing.
    """
    parts = file.read_text("utf-8").split("\n> ")[1:] if file.exists() else []
    kept = {one.partition("\n")[0]: one.partition("\n")[2] for one in parts}
    says = "\n".join(lines)
    if os.environ.get("RUMMYNET_REWRITE"):
        found = sorted({**kept, name: says}.items())
        file.write_text("".join(f"\n> {one}\n{said}" for one, said in found), "utf-8")
        return True
    return kept.get(name) == says
