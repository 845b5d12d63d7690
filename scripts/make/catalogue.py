"""Gathers every sentence a person may be shown into rummynet.pot, updates each language from it, and compiles it.

    python scripts/make/catalogue.py            writes what has changed, and lists what is to be translated
    python scripts/make/catalogue.py --check    writes nothing; 1 if a file is not as it would be written

A sentence is gathered where the code marks it: in the client by the functions of ``rummynet_client.language``, in the
rules and the verifier by those of ``rummynet_protocol.sentences``, and as the text of a refusal. Tables of constants
that know of no catalogue are gathered by name. Lines are not numbered and nothing is dated, so that two versions of the
files differ by sentences only.
"""

import ast
import io
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_javascript
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from make.current import ROOT, renew

from rummynet.ledger.checks import CHECKS
from rummynet.rules.core import errors as of_the_rules
from rummynet.rules.varieties import NAMES, variety
from rummynet.table.api import refusals as of_the_table
from rummynet.verifier.report import HONEST, SEALED, SEALED_LIMITS, SEALED_WITH_ESCROW
from rummynet_cli.command_table import VERBS
from rummynet_client.language.catalogues import DOMAIN, ENGLISH, FOLDER, LANGUAGES
from rummynet_client.terminal.state.choice import ORDERS
from rummynet_protocol.errors import BadCard, BadNotation, Refusal

SOURCES = (
    "client/rummynet_cli",
    "client/rummynet_client",
    "protocol/rummynet_protocol/cards.py",
    "protocol/rummynet_protocol/fairness/entries.py",
    "protocol/rummynet_protocol/fairness/transcript.py",
    "protocol/rummynet_protocol/notation.py",
    "protocol/rummynet_protocol/sentences.py",
    "rummynet/far",
    "rummynet/files.py",
    "rummynet/host",
    "rummynet/operator_socket.py",
    "rummynet/pages",
    "rummynet/rules",
    "rummynet/table",
    "rummynet/verifier/offline.py",
    "rummynet/verifier/report.py",
    "rummynet/ledger/agreed_session.py",
)
MARKS = {"_": 1, "N_": 1, "sentence": 1, "demand_meld": 1, "_join": 1, "ngettext": 2, "plural_sentence": 2}
"""By name of the function: how many of its first arguments are sentences."""
FOR_PROGRAMS = {of_the_rules.BadPosition, of_the_rules.BadDeck, of_the_rules.HiddenCard}
"""Refusals of the engine and the verifier, which no player sees."""
STAGES = ("waiting", "playing")
PAGES = ("client", "live", "seat", "puzzles", "core", "cards", "pages", "rules", "table", "ledger", "verifier")
"""Folders of web/ with modules in JavaScript; their functions have the names of those of the client."""


class Found(NamedTuple):
    """A sentence in the code: one wording, or a singular and a plural; with a context, or None."""

    ids: tuple[str, ...]
    context: str | None
    file: str


class Undated(Catalog):
    """A catalogue whose header has only what programs need."""

    mime_headers = property(lambda self: _header(self), Catalog._set_mime_headers)


def _header(catalogue: Catalog) -> list[tuple[str, str]]:
    headers = [("Project-Id-Version", DOMAIN), ("MIME-Version", "1.0")]
    headers += [("Content-Type", "text/plain; charset=utf-8"), ("Content-Transfer-Encoding", "8bit")]
    if catalogue.locale is not None:
        headers += [("Language", str(catalogue.locale)), ("Plural-Forms", catalogue.plural_forms)]
    return headers


@cache
def gathered() -> tuple[Found, ...]:
    """Every sentence, file by file, in source order."""
    found: list[Found] = []
    for source in SOURCES:
        path = ROOT / source
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            found += _of_file(file)
    for folder in PAGES:
        for file in sorted((ROOT / "web" / folder).rglob("*.js")):
            found += _of_script(file)
    return (*found, *_of_tables())


def _of_script(file: Path) -> Iterator[Found]:
    """Sentences of a module in JavaScript; Babel reads its calls."""
    where = file.relative_to(ROOT).as_posix()
    with file.open("rb") as opened:
        for _, function, texts, _ in extract_javascript(
            opened, dict.fromkeys(("_", "N_", "ngettext", "pgettext")), [], {"parse_template_string": True}
        ):
            given = [one for one in (texts if isinstance(texts, list | tuple) else [texts]) if one]
            if function == "pgettext":
                yield Found((given[1],), given[0], where)
            elif given:
                yield Found(tuple(given[: 2 if function == "ngettext" else 1]), None, where)


def _of_file(file: Path) -> Iterator[Found]:
    where = file.relative_to(ROOT).as_posix()
    calls = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda one: (one.lineno, one.col_offset)):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        texts = [one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if name in MARKS and len(texts) >= MARKS[name]:
            yield Found(tuple(texts[: MARKS[name]]), None, where)
        elif name == "pgettext" and len(texts) >= 2:
            yield Found((texts[1],), texts[0], where)
        elif name in ("refuse", "demand") and len(texts) >= 2:
            yield Found((texts[1],), None, where)
        elif name in REFUSALS and texts[:1] and isinstance(call.args[0], ast.Constant):
            yield Found((texts[0],), None, where)


def _of_tables() -> Iterator[Found]:
    """Sentences that are looked up by a value: what a game says of itself, checks, stages, orders."""
    for name in NAMES:
        game = variety(name)
        words = [one for option in game.options for one in (option.title, *option.value_names.values(), option.says)]
        words += [*game.summary, *game.counting, game.examples.says]
        yield from (Found((one,), None, f"words of {name}") for one in words)
    yield from (Found((says,), None, "rummynet/ledger/checks.py") for says in CHECKS.values())
    for verb in VERBS:
        where = f"rummynet {verb.name} --help"
        yield from (Found((says,), None, where) for says in (verb.summary, verb.description))
        yield from (Found((flag.says,), None, where) for flag in verb.flags)
    for says in (HONEST, SEALED, SEALED_WITH_ESCROW, SEALED_LIMITS):
        yield Found((says,), None, "rummynet/verifier/report.py")
    yield from (Found((stage,), "stage of a table", "stages") for stage in STAGES)
    yield from (Found((order,), "order of the hand", "orders") for order in ORDERS)


def _refusals() -> frozenset[str]:
    classes: list[Any] = [*vars(of_the_rules).values(), *vars(of_the_table).values(), BadCard, BadNotation]
    kinds = {one for one in classes if isinstance(one, type) and issubclass(one, Refusal)}
    return frozenset(one.__name__ for one in kinds - FOR_PROGRAMS)


REFUSALS = _refusals()


def template() -> Catalog:
    """All sentences without a translation."""
    catalogue = Undated(domain=DOMAIN, charset="utf-8", fuzzy=False)
    for ids, context, file in gathered():
        if not ids[0]:
            continue
        message = catalogue.get(ids[0], context)
        if message is None:
            catalogue.add(ids if len(ids) > 1 else ids[0], context=context, locations=[(file, None)])  # type: ignore[list-item]
        elif file not in [where for where, _ in message.locations]:
            message.locations.append((file, None))  # type: ignore[arg-type]
    return catalogue


def language(name: str) -> Catalog:
    """The catalogue of a language, updated to the template; obsolete sentences are dropped."""
    catalogue = Undated(locale=name, domain=DOMAIN, charset="utf-8", fuzzy=False)
    path = folder(name) / f"{DOMAIN}.po"
    if path.exists():
        with path.open("rb") as file:
            for message in read_po(file, locale=name, domain=DOMAIN):
                if message.id:
                    catalogue[message.id] = Message(
                        message.id, message.string, flags=message.flags, context=message.context,
                        user_comments=message.user_comments,
                    )  # fmt: skip
    catalogue.update(template(), no_fuzzy_matching=False, update_header_comment=False)
    catalogue.obsolete.clear()
    return catalogue


def folder(name: str) -> Path:
    """The folder of a language's files."""
    return FOLDER / name / "LC_MESSAGES"


def written() -> dict[Path, bytes]:
    """Every file with its expected content."""
    files = {FOLDER / f"{DOMAIN}.pot": _po(template())}
    for name in LANGUAGES:
        if name != ENGLISH:
            catalogue = language(name)
            files[folder(name) / f"{DOMAIN}.po"] = _po(catalogue)
            files[folder(name) / f"{DOMAIN}.mo"] = compiled(catalogue)
    return files


def _po(catalogue: Catalog) -> bytes:
    catalogue.header_comment = (
        f"# The sentences of {DOMAIN}. Written by scripts/make/catalogue.py; translations are kept."
    )
    out = io.BytesIO()
    write_po(out, catalogue, width=110, include_lineno=False)
    return out.getvalue().replace(b"\n#, python-brace-format\n", b"\n").replace(b"\n#, python-format\n", b"\n")


def compiled(catalogue: Catalog) -> bytes:
    """The bytes of the ``.mo`` file; untranslated and fuzzy sentences are left out."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def missing(catalogue: Catalog) -> list[str]:
    """The sentences without a translation, or with a fuzzy one."""
    return [str(message.id) for message in catalogue if message.id and (message.fuzzy or not _is_full(message))]


def _is_full(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, list | tuple) else bool(message.string)


def main() -> int:
    """Write or check; return the exit status."""
    only_check = sys.argv[1:] == ["--check"]
    stale = renew(written(), only_check=only_check)
    untranslated = [(name, one) for name in LANGUAGES if name != ENGLISH for one in missing(language(name))]
    for name, one in untranslated:
        print(f"{name}: {one}")
    return 1 if only_check and (stale or untranslated) else 0


if __name__ == "__main__":
    sys.exit(main())
