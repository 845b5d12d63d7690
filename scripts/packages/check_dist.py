#!/usr/bin/env python3
"""Check what a wheel and an sdist hold, and what they say of themselves. Exit status 1 names what is missing.

scripts/packages/check_dist.py DIST      a folder with one wheel and one sdist
"""

import argparse
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from email.message import Message
from email.parser import Parser
from pathlib import Path, PurePosixPath

PACKAGES = ("rummynet", "rummynet_cli", "rummynet_client", "rummynet_protocol")
DATA = (
    "rummynet_client/locale/de/LC_MESSAGES/rummynet.mo",
    "rummynet/__main__.py",
    "rummynet_cli/verbs/join.py",
)
SHARED = (
    "share/man/man1/rummynet.1",
    "share/bash-completion/completions/rummynet",
    "share/zsh/site-functions/_rummynet",
    "share/fish/vendor_completions.d/rummynet.fish",
    "share/applications/rummynet.desktop",
    "share/applications/rummynet-replay.desktop",
    "share/icons/hicolor/scalable/apps/rummynet.svg",
    "share/metainfo/rummynet.metainfo.xml",
    "share/mime/packages/rummynet.xml",
)
SOURCES = (
    "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "scripts/check",
    "tests/cli/test_cli.py",
    "web/package-lock.json", "debian/control", "packaging/deploy/Containerfile", "docs/commands.md",
    "protocol/vectors/wire.json",
)  # fmt: skip
BUILT = (
    *(
        f"rummynet/pages/built/{page.parent.name}.html"
        for page in (Path(__file__).resolve().parents[2] / "web" / "pages").glob("*/index.html")
    ),
    "rummynet/pages/built/manifest.json", "rummynet/pages/built/icon.png", "rummynet/pages/built/rummynet.svg",
    "rummynet/pages/built/part_worker.js", "rummynet/pages/built/seat.de.json",
    "rummynet/pages/built/seat.later.js",
)  # fmt: skip
"""The pages for browsers and their icons, which wheel and sdist have to have."""
FIELDS = ("Name", "Version", "Summary", "Author", "License-Expression", "Keywords", "Requires-Python", "Description")


def problems_of_wheel(path: Path, pages: Iterable[str] = ()) -> list[str]:
    """What is wrong with the wheel, which has to have these pages too."""
    with zipfile.ZipFile(path) as file:
        names = set(file.namelist())
        (info,) = {PurePosixPath(name).parts[0] for name in names if ".dist-info/" in name}
        data = info.replace(".dist-info", ".data")
        metadata = Parser().parsestr(file.read(f"{info}/METADATA").decode())
        scripts = file.read(f"{info}/entry_points.txt").decode()
    wanted = [*(f"{package}/py.typed" for package in PACKAGES), *DATA, f"{info}/licenses/LICENSE"]
    wanted.append(f"{info}/sboms/rummynet.cdx.json")
    wanted += [f"{data}/data/{name}" for name in SHARED]
    wanted += pages
    found = [f"lacks {name}" for name in wanted if name not in names]
    tops = {PurePosixPath(name).parts[0] for name in names} - {*PACKAGES, info, data}
    found += [f"has {name}, which is no part of it" for name in sorted(tops)]
    strangers = (name for name in names if "test" in PurePosixPath(name).parts or "tests" in PurePosixPath(name).parts)
    found += [f"has {name}" for name in sorted(strangers)]
    if "rummynet = rummynet_cli.main:main" not in scripts:
        found.append("has no command rummynet")
    return found + problems_of_metadata(metadata)


def problems_of_metadata(metadata: Message) -> list[str]:
    """What the metadata does not say."""
    found = [f"says no {name}" for name in FIELDS if not metadata.get(name) and not (
        name == "Description" and metadata.get_payload())]  # fmt: skip
    if not metadata.get_all("Classifier"):
        found.append("has no classifiers")
    return found


def problems_of_sdist(path: Path, pages: Iterable[str] = ()) -> list[str]:
    """What is wrong with the sdist, which has to have these pages too."""
    with tarfile.open(path) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    found = [f"has {name}" for name in names if "node_modules" in PurePosixPath(name).parts]
    return found + [f"lacks {name}" for name in (*SOURCES, *pages) if name not in names]


def main() -> int:
    """The exit status."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("dist", metavar="DIST", type=Path)
    dist: Path = arguments.parse_args().dist
    (wheel,), (sdist,) = dist.glob("*.whl"), dist.glob("*.tar.gz")
    found = [f"{wheel.name} {what}" for what in problems_of_wheel(wheel, BUILT)]
    found += [f"{sdist.name} {what}" for what in problems_of_sdist(sdist, BUILT)]
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
