"""Lines of ``--json`` as short text that tests match: the kind, then ``key=value`` pairs; others stay as they are."""

import json
import re
from collections.abc import Mapping

_CARD_LISTS = frozenset({"cards", "came", "up", "pile", "words"})
_BARE = re.compile(r"[A-Za-z0-9_.,:*+\-/#?!]+\Z")


def compact(line: str) -> str:
    if not line.startswith('{"kind": '):
        return line
    values = json.loads(line)
    return " ".join([values.pop("kind"), *(f"{key}={_text(key, value)}" for key, value in values.items())])


def _text(key: str, value: object) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case list():
            between = "; " if key == "facts" else " " if key in _CARD_LISTS else ","
            return _quoted(between.join("none" if one is None else str(one) for one in value))
        case Mapping():
            return _quoted(" ".join(f"{name}={_text(name, one)}" for name, one in value.items()))
    return _quoted(str(value))


def _quoted(text: str) -> str:
    return text if _BARE.match(text) else json.dumps(text, ensure_ascii=False)
