"""The build hook: adds the commit for ``rummynet --version``, and the bill of materials; compiles the rules if asked.

``RUMMYNET_COMPILE=1 python -m build --wheel`` makes a wheel for this machine and this Python, with compiled rules.
"""

import importlib.util
import json
import os
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = Path("rummynet")
COMPILER = Path("scripts", "packages", "compile_rules.py")


class BuildHook(BuildHookInterface):
    """Adds the file with the commit where one is known; a wheel built from an sdist takes over the file there."""

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling."""
        return list(_load(Path(self.root, COMPILER)).REQUIRES) if self._compiles() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files that go in. An editable install asks git for the commit, and runs the sources."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        scratch = Path(self._folder.name)
        root = Path(self.root)
        known = _load(root / PACKAGE / "revision.py")
        commit = known.commit_of(root)
        if commit is not None:
            file = scratch / known.COMMIT_FILE
            file.write_text(commit + "\n", encoding="ascii")
            build_data["force_include"][str(file)] = str(PACKAGE / known.COMMIT_FILE)
        if self.target_name == "wheel":
            bill = scratch / "rummynet.cdx.json"
            made = _load(root / "scripts" / "packages" / "sbom.py").sbom(root, self.metadata.version)
            bill.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            build_data["sbom_files"].append(str(bill))
        if self._compiles():
            for module in _load(root / COMPILER).compile_rules(root, scratch / "compiled"):
                build_data["force_include"][str(scratch / "compiled" / "lib" / module)] = str(module)
            build_data |= {"pure_python": False, "infer_tag": True}

    def _compiles(self) -> bool:
        return self.target_name == "wheel" and os.environ.get("RUMMYNET_COMPILE", "") not in ("", "0")


def _load(path: Path) -> Any:  # noqa: ANN401 - a module that is not installed yet
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
