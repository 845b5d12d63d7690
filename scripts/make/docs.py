#!/usr/bin/env python3
"""Write what the documents take from the code.

These are docs/commands.md, the generated parts of PROTOCOL.md and docs/host.md, the manual page and the completions
of shells in packaging/share/, and what the pages of web/ know of each game.

    scripts/make/docs.py          write them
    scripts/make/docs.py --check  exit status 1 if one is not current, naming it

A generated part is between ``<!-- generated: NAME -->`` and ``<!-- end -->``.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "scripts"), str(ROOT / "client"), str(ROOT / "protocol")]

from make import completions, current, page_games  # noqa: E402
from make.man_page import man_page  # noqa: E402

from rummynet.host.ops.host_settings import LIMITS  # noqa: E402
from rummynet.rules.core import errors as rules_refusals  # noqa: E402
from rummynet.table.api import refusals as table_refusals  # noqa: E402
from rummynet_cli import command_table  # noqa: E402
from rummynet_protocol import errors  # noqa: E402
from rummynet_protocol.errors import Refusal  # noqa: E402
from rummynet_protocol.wire.farewells import FAREWELLS  # noqa: E402
from rummynet_protocol.wire.lifecycle import Role, Stage, expected  # noqa: E402

PROTOCOL = ROOT / "protocol" / "PROTOCOL.md"
HOST_PAGE = ROOT / "docs" / "host.md"
COMMANDS = ROOT / "docs" / "commands.md"
SHARE = ROOT / "packaging" / "share"
CLIENT_PAGE = ROOT / "client" / "README.md"
SHARED = 3  # so many verbs have an argument with one meaning before the page says it once, above them
SENTENCES = 12
"""Lines of the example of sentences: to the first take, the longest kind of them."""
SPOKEN = 1  # enough to see a frame; vectors/wire.json has all
BLOCK = re.compile(r"(<!-- generated: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]


def lifecycle() -> list[str]:
    """The table of what may be sent in which stage."""
    rows = [
        [f"`{stage.name}`", *(", ".join(f"`{kind}`" for kind in expected(stage, role)) or "nothing" for role in Role)]
        for stage in Stage
    ]
    head = ["stage", "the client may send", "the host may send"]
    return table(head, rows)


def refusals() -> list[str]:
    """Every code with its meaning."""
    found = dict(rules_refusals.CODES)
    for module in (errors, rules_refusals, table_refusals):
        for kind in vars(module).values():
            if isinstance(kind, type) and issubclass(kind, Refusal) and kind.code not in found:
                found[kind.code] = " ".join((kind.__doc__ or "").split())
    return table(["code", "meaning"], [[f"`{code}`", found[code]] for code in sorted(found)])


def farewells() -> list[str]:
    """The codes of bye."""
    return table(
        ["code of `bye`", "said by", "meaning"], [[f"`{c}`", who, what] for c, (who, what) in FAREWELLS.items()]
    )


def limits() -> list[str]:
    """Every key of the section limits."""
    rows = [[f"`{one.name}`", f"{one.default}", f"{one.least} to {one.most}", one.says] for one in LIMITS]
    return table(["key", "default", "may be", "meaning"], rows)


def vectors() -> Any:  # noqa: ANN401
    """The vectors of the wire."""
    return json.loads((ROOT / "protocol" / "vectors" / "wire.json").read_text("utf-8"))


def dump(frame: str) -> list[str]:
    """Hex in lines of 32 bytes; the length alone on the first."""
    body = frame[8:]
    lines = [frame[:8], *(body[start : start + 64] for start in range(0, len(body), 64))]
    return ["```hex", *(" ".join(re.findall("..", line)) for line in lines), "```"]


def spoken(vector: dict[str, Any]) -> list[str]:
    """One message: who sends it, its fields, its bytes."""
    fields = json.dumps(vector["fields"], ensure_ascii=False)
    return [f"**{vector['kind']}**, {vector['sender']}: `{fields}`", "", *dump(vector["frame"]), ""]


def conversation() -> list[str]:
    """The first message of the conversation in the vectors."""
    return [line for one in vectors()["conversation"][:SPOKEN] for line in spoken(one)][:-1]


def sentences() -> list[str]:
    """What a listener is told of the beginning of a forged game, until the second turn is over."""
    from tests.support.forge import Forge
    from tests.support.listening import narrated

    told = "\n".join(narrated(Forge("keilty", {}, 3, seed=4).play(1))[:SENTENCES])
    for seat, name in enumerate(("anna", "ben", "carla")):
        told = told.replace(f"player {seat}", name)
    return ["```text", told, "```"]


PARTS: dict[str, Callable[[], list[str]]] = {
    "lifecycle": lifecycle,
    "refusals": refusals,
    "farewells": farewells,
    "limits": limits,
    "conversation": conversation,
    "sentences": sentences,
}


def renewed(page: Path) -> str:
    """A page with its generated parts replaced."""
    return BLOCK.sub(lambda found: found[1] + "\n".join(PARTS[found[2]]()) + "\n" + found[3], page.read_text("utf-8"))


def commands() -> str:
    """docs/commands.md."""
    lines = [
        "# Commands",
        "",
        "Made by `scripts/make/docs.py` from what `rummynet VERB --help` is made from.",
        "",
        "Exit statuses of all verbs: 0 done; 1 the answer is no; 2 usage or unreadable input; 3 the network or the",
        "host failed; 130 ended by Ctrl-C; 141 whoever read the output went away. Errors are one line on standard",
        "error. `RUMMYNET_HOME` moves the data directory; `RUMMYNET_DEBUG=1` shows where an unexpected error happened.",
    ]
    head = ["argument", "meaning"]
    uses = Counter((flag.shown.strip("[]"), flag.help) for verb in command_table.VERBS for flag in verb.flags)
    shared = {shown: meaning for (shown, meaning), count in uses.items() if count >= SHARED}
    lines += ["", 'These arguments mean the same in every verb that names them after "Also":', ""]
    lines += table(head, [[f"`{shown}`", meaning] for shown, meaning in shared.items()])
    for verb in command_table.VERBS:
        lines += ["", f"## rummynet {verb.name}", "", verb.description, "", "```sh", verb.example, "```"]
        own = [flag for flag in verb.flags if shared.get(flag.shown.strip("[]")) != flag.help]
        also = ", ".join(f"`{flag.shown}`" for flag in verb.flags if flag not in own)
        if own:
            lines += ["", *table(head, [[f"`{flag.shown}`", flag.help] for flag in own])]
        if also:
            lines += ["", f"Also: {also}."]
    return "\n".join(lines) + "\n"


def files() -> dict[Path, str]:
    """Every file that is written, as it should be."""
    return {
        PROTOCOL: renewed(PROTOCOL),
        HOST_PAGE: renewed(HOST_PAGE),
        CLIENT_PAGE: renewed(CLIENT_PAGE),
        COMMANDS: commands(),
        SHARE / "man" / "man1" / "rummynet.1": man_page(),
        SHARE / "bash-completion" / "completions" / "rummynet": completions.bash(),
        SHARE / "zsh" / "site-functions" / "_rummynet": completions.zsh(),
        ROOT / "web" / "rules" / "varieties.js": page_games.traits(),
        ROOT / "web" / "live" / "variety_words.js": page_games.words(),
        SHARE / "fish" / "vendor_completions.d" / "rummynet.fish": completions.fish(),
    }


if __name__ == "__main__":
    sys.exit(current.main(files))
