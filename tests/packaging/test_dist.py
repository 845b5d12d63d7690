"""What scripts/packages/check_dist.py finds in files that are not as they should be."""

import io
import json
import tarfile
import zipfile
from pathlib import Path

from packages.check_dist import DATA, FIELDS, PACKAGES, SHARED, SOURCES, problems_of_sdist, problems_of_wheel

INFO = "rummynet-1.dist-info"
METADATA = "".join(f"{name}: x\n" for name in (*FIELDS, "Classifier"))
WHEEL = {
    **{f"{package}/py.typed": "" for package in PACKAGES},
    **dict.fromkeys(DATA, ""),
    **{f"rummynet-1.data/data/{name}": "" for name in SHARED},
    f"{INFO}/METADATA": METADATA,
    f"{INFO}/entry_points.txt": "[console_scripts]\nrummynet = rummynet_cli.main:main\n",
    f"{INFO}/licenses/LICENSE": "MIT",
    f"{INFO}/sboms/rummynet.cdx.json": "{}",
}


def wheel(folder: Path, files: dict[str, str]) -> Path:
    path = folder / "x.whl"
    with zipfile.ZipFile(path, "w") as file:
        for name, content in files.items():
            file.writestr(name, content)
    return path


def test_a_whole_wheel_has_no_problems(tmp_path: Path) -> None:
    assert problems_of_wheel(wheel(tmp_path, WHEEL)) == []


def test_what_a_wheel_lacks_or_has_too_much_is_named(tmp_path: Path) -> None:
    files = {**WHEEL, "tests/test_a.py": "", "rummynet/tests/test_b.py": "", f"{INFO}/METADATA": "Name: x\n"}
    del files["rummynet_cli/py.typed"], files[f"{INFO}/licenses/LICENSE"]
    found = problems_of_wheel(wheel(tmp_path, files))
    assert found[:2] == ["lacks rummynet_cli/py.typed", f"lacks {INFO}/licenses/LICENSE"]
    assert "has tests, which is no part of it" in found and "has rummynet/tests/test_b.py" in found
    assert "says no Author" in found and "has no classifiers" in found


def test_what_an_sdist_lacks_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.tar.gz"
    with tarfile.open(path, "w:gz") as file:
        for name in SOURCES[1:]:
            file.addfile(tarfile.TarInfo(f"rummynet-1/{name}"), io.BytesIO())
    assert problems_of_sdist(path) == [f"lacks {SOURCES[0]}"]


def test_pages_that_were_built_have_to_be_in_both(tmp_path: Path) -> None:
    page = "rummynet/pages/built/verify.html"
    assert problems_of_wheel(wheel(tmp_path, WHEEL), [page]) == [f"lacks {page}"]
    assert problems_of_wheel(wheel(tmp_path, {**WHEEL, page: ""}), [page]) == []


def test_the_lock_of_the_pages_names_no_registry() -> None:
    """Whoever builds them takes the packages from where their own npm does; the digests are in the lock."""
    lock = json.loads((Path(__file__).parents[2] / "web" / "package-lock.json").read_text("utf-8"))
    packages = {name: one for name, one in lock["packages"].items() if name}
    assert packages and all(
        "resolved" not in one and one["integrity"].startswith("sha512-") for one in packages.values()
    )


def test_each_page_carries_the_notice_that_the_licence_of_the_library_inside_wants() -> None:
    built = (Path(__file__).parents[2] / "rummynet" / "pages" / "built").glob("*.html")
    pages = [page for page in built if page.name != "invite.html"]  # a sheet of words, which has no library inside
    assert pages and all("noble-curves - MIT License (c) 2022 Paul Miller" in page.read_text() for page in pages)
