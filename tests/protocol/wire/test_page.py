"""PROTOCOL.md agrees with the code: every message, field, form, sender and example."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rummynet_protocol.codec import MOST_ITEMS
from rummynet_protocol.shapes import ShapeError, shapes_of
from rummynet_protocol.wire.address import DEFAULT_PORT, key_fingerprint
from rummynet_protocol.wire.connection import MOST_UNANSWERED
from rummynet_protocol.wire.framing import MOST_BODY
from rummynet_protocol.wire.lifecycle import LIFECYCLE
from rummynet_protocol.wire.messages import KINDS, Message
from rummynet_protocol.wire.versions import VERSIONS
from tests.protocol.wire.samples import vectors

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "protocol" / "PROTOCOL.md").read_text("utf-8")
COMMON = dict(re.findall(r"^\| `(n|table|game)` \| ([^|]+) \|", PAGE, re.MULTILINE)[:3])
"""What a field may hold whose row is empty: the first table of section 4."""
SECTIONS = dict(re.findall(r"^#### (`[^\n]+)\n(.*?)(?=^#|\Z)", PAGE, re.MULTILINE | re.DOTALL))


def form(shape: Any) -> str:  # noqa: ANN401
    """A shape's own description of what it accepts."""
    with pytest.raises(ShapeError) as caught:
        shape(object())
    said = str(caught.value).removeprefix("should be ")
    try:
        shape(None)
    except ShapeError:
        return said
    return f"{said}, or nil"


def sender(kind: type[Message]) -> str:
    found = {step.sender.value for step in LIFECYCLE if kind in step.kinds}
    return found.pop() if len(found) == 1 else "either"


def test_a_section_for_every_kind_says_who_sends_it() -> None:
    assert sorted(SECTIONS) == sorted(f"`{name}`: {sender(kind)}" for name, kind in KINDS.items())


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_the_table_of_a_kind_has_its_fields_in_order_with_their_forms(kind: type[Message]) -> None:
    section = SECTIONS[f"`{kind.kind}`: {sender(kind)}"]
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|([^|]*)\|", section, re.MULTILINE)
    told = [(name, has.strip() or COMMON[name]) for names, has in rows for name in re.findall(r"\w+", names)]
    assert told == [(name, form(shape)) for name, shape in shapes_of(kind)]


def test_the_numbers_on_the_page() -> None:
    assert f"# The protocol between host and client, version {VERSIONS[-1]}" in PAGE
    assert f"port {DEFAULT_PORT} unless told otherwise" in PAGE
    for limit in (f"{MOST_BODY:,} bytes", f"At most {MOST_UNANSWERED} may wait", f"at most {MOST_ITEMS:,} items"):
        assert limit in PAGE


def test_the_fingerprint_on_the_page() -> None:
    shown = re.search(r"The\s+key\s+`([0-9a-f]{64})`\s+has\s+the\s+fingerprint\s+`(sha256:[0-9a-f]{64})`", PAGE)
    assert shown is not None
    assert key_fingerprint(bytes.fromhex(shown[1])) == shown[2]


def test_the_dumps_on_the_page_are_vectors() -> None:
    frames = {one["frame"] for one in vectors()["conversation"]}
    dumps = {"".join(dump.split()) for dump in re.findall(r"```hex\n(.*?)```", PAGE, re.DOTALL)}
    assert dumps and dumps <= frames


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts" / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_the_vectors_are_current(tmp_path: Path) -> None:
    assert run("make/wire_vectors.py", "--into", str(tmp_path)).returncode == 0
    assert (tmp_path / "wire.json").read_text("utf-8") == (ROOT / "protocol/vectors/wire.json").read_text("utf-8")


def test_the_generated_parts_of_the_documents_are_current() -> None:
    done = run("make/docs.py", "--check")
    assert done.returncode == 0, done.stdout
