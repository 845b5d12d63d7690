"""``rummynet identity``: your key, known hosts and unfinished games as one file with a password, or from one."""

import argparse
import getpass
import secrets
import sys
from pathlib import Path

from rummynet.files import read_file, replace_file
from rummynet.keyfile import home
from rummynet_client.language import _, ngettext
from rummynet_client.storage import identity_file
from rummynet_client.storage.settings import apply_kept_language
from rummynet_protocol.text import harmless

_MOST_PASSWORD = 4096  # bytes of a file with one: a wrong name should not read a whole disk


def run(args: argparse.Namespace) -> int:
    """Export or import; 0 when it is done. Raises IdentityFileError, KeyFileError, OSError."""
    data, file = home(args.data), Path(args.file)
    apply_kept_language(data)
    if args.action == "export":
        _export(data, file, args.password_file)
    else:
        _import(data, file, args.password_file, args.replace)
    return 0


def _export(data: Path, file: Path, password_file: str | None) -> None:
    # Before the password is asked for.
    if file.exists():
        raise identity_file.IdentityFileError(_("{path} exists already; choose another name", path=file))
    packed, sealed_at = identity_file.export_identity(data, _password(password_file, twice=True), secrets.token_bytes)
    replace_file(file, packed)
    _say(_("{path} is written. Who has it and the password is you: play on one machine at a time.", path=file))
    if sealed_at is not None:
        _say(
            _(
                "Your game at {host} has a sealed deck: only this machine can finish its round. Play it to its end "
                "here before you go on elsewhere.",
                host=sealed_at,
            )
        )


def _import(data: Path, file: Path, password_file: str | None, replace: bool) -> None:
    identity_file.check_can_import(data, replace)
    packed = read_file(file, identity_file.MOST_EXPORT)
    identity_file.check_is_identity(packed)
    games = identity_file.import_identity(data, packed, _password(password_file, twice=False))
    _say(_("You are now the same player here. Join the host as usual, and you have your seat."))
    if games:
        _say(ngettext("{n} unfinished game came along.", "{n} unfinished games came along.", games, n=games))


def _password(file: str | None, *, twice: bool) -> str:
    """From the file, at the terminal, or the first line of standard input. Raises IdentityFileError, OSError."""
    if file is not None:
        password = read_file(file, _MOST_PASSWORD).decode("utf-8", "replace").partition("\n")[0].rstrip("\r")
    elif sys.stdin.isatty():
        password = getpass.getpass(_("Password of the file:") + " ")
        if twice and password != getpass.getpass(_("The password again:") + " "):
            raise identity_file.IdentityFileError(_("the two passwords differ; nothing was written"))
    else:
        password = sys.stdin.readline().rstrip("\r\n")
    if not password:
        raise identity_file.IdentityFileError(_("the password is empty"))
    return password


def _say(line: str) -> None:
    print(harmless(line))
