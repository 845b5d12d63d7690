"""Lines of ``join --json`` held against their schema: one form for each kind and its keys."""

import json
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator

SCHEMA: Final[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "docs" / "examples" / "join.schema.json").read_text("utf-8")
)
_BY_KEYS: Final = {
    (form["properties"]["kind"]["const"], tuple(form["required"])): Draft202012Validator(
        {"$defs": SCHEMA["$defs"], **form}
    )
    for form in SCHEMA["anyOf"]
}
FORMS: Final = frozenset((kind, keys[1:]) for kind, keys in _BY_KEYS)


def check(line: str) -> str:
    """The line, which has to be as the schema says if it is one of a program. Raises AssertionError."""
    if line.startswith('{"kind": '):
        values = json.loads(line)
        # By its keys and not by the whole schema, whose error would name all forms that the line does not have.
        form = _BY_KEYS.get((values["kind"], tuple(values)))
        assert form is not None, f"no form of join.schema.json has these keys: {line}"
        assert [f"{error.json_path}: {error.message}" for error in form.iter_errors(values)] == [], line
    return line
