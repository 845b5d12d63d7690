"""The build hook: writes the commit into wheel and sdist, for ``rummynet --version``."""

import importlib.util
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = Path("cli", "rummynet_cli")
PLACES = {"wheel": Path("rummynet_cli"), "sdist": PACKAGE}


class CommitHook(BuildHookInterface):
    """Adds the file with the commit where one is known; a wheel built from an sdist takes over the file there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the file that goes in. An editable install asks git when it is asked."""
        root = Path(self.root)
        known = _load(root / PACKAGE / "revision.py")
        commit = known.commit_of(root)
        if version == "editable" or commit is None:
            return
        self._folder = tempfile.TemporaryDirectory()
        file = Path(self._folder.name, known.COMMIT_FILE)
        file.write_text(commit + "\n", encoding="ascii")
        build_data["force_include"][str(file)] = str(PLACES[self.target_name] / known.COMMIT_FILE)


def _load(path: Path) -> Any:  # noqa: ANN401 - a module that is not installed yet
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
