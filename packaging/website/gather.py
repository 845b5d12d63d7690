"""The hook of the site: takes the pages from where they are in the tree, and makes those of the API.

Pages keep their paths, so a link between them is the same link in a clone and on the site. What they link to beside
pages, such as pictures and files of the code, is taken along. A link to a folder becomes its text.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import normpath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("*.md", "docs/**/*.md", "client/*.md", "protocol/*.md", "rummynet/*.md", "research/*.md")
API = {"rummynet": ("rules", "verifier", "bots"), "protocol/rummynet_protocol": (".",)}
"""Folders of the packages whose modules are a library, below the folder that is on the path of imports."""
BUILT = ROOT / "rummynet" / "pages" / "built" / "verify.html"
"""The page that checks transcripts; it is there once scripts/build_web has run."""
LINK = re.compile(r"(?<!\\)\[([^\]\[]*)\]\(([^)\s#:]+)(#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add to the navigation the pages that it does not name, and those of the API."""
    named = set(_named(config.nav))
    more = [page for page in _pages() if page not in named]
    assert config.nav is not None
    config.nav.append({"API": [{module: _api_page(module)} for module in _packages()]})
    if more:
        config.nav.append({"More": more})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add pages, what they link to, and the pages of the API."""
    for page in _pages():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / page)))
        for target in _targets(page):
            if files.get_file_from_path(target) is None and not target.endswith(".md"):
                files.append(File.generated(config, target, abs_src_path=str(ROOT / target)))
    if BUILT.exists():
        files.append(File.generated(config, "docs/verify.html", abs_src_path=str(BUILT)))
    for package, modules in _packages().items():
        content = f"# {package}\n\n" + "\n\n".join(f"::: {module}" for module in modules) + "\n"
        files.append(File.generated(config, _api_page(package), content=content))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """The page without its links to folders, which a site does not show."""

    def unlinked(found: re.Match[str]) -> str:
        return found[1] if (ROOT / _resolved(page.file.src_uri, found[2])).is_dir() else found[0]

    return LINK.sub(unlinked, markdown)


def _pages() -> list[str]:
    return sorted({path.relative_to(ROOT).as_posix() for form in PAGES for path in ROOT.glob(form)})


def _targets(page: str) -> Iterator[str]:
    """The files of the tree that a page links to."""
    for found in LINK.finditer((ROOT / page).read_text("utf-8")):
        target = _resolved(page, found[2])
        if (ROOT / target).is_file():
            yield target


def _resolved(page: str, target: str) -> str:
    return normpath(Path(page).parent.joinpath(target).as_posix())


def _packages() -> dict[str, list[str]]:
    """The packages of the API with their modules, each with the package itself first."""
    found: dict[str, list[str]] = {}
    for place, folders in API.items():
        base = ROOT / place
        for folder in folders:
            for init in sorted(base.joinpath(folder).rglob("__init__.py")):
                package = ".".join(init.parent.relative_to(base.parent).parts)
                modules = (path.stem for path in sorted(init.parent.glob("*.py")) if path.stem != "__init__")
                found[package] = [package, *(f"{package}.{name}" for name in modules)]
    return found


def _api_page(package: str) -> str:
    return f"api/{package}.md"


def _named(nav: Any) -> Iterator[str]:  # noqa: ANN401 - lists of dicts of lists, as deep as it likes
    match nav:
        case str():
            yield nav
        case dict():
            for part in nav.values():
                yield from _named(part)
        case list():
            for part in nav:
                yield from _named(part)
