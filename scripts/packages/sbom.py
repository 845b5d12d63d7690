#!/usr/bin/env python3
"""The software bill of materials (CycloneDX 1.6) of a wheel, from pyproject.toml and web/package-lock.json.

    scripts/packages/sbom.py VERSION      prints it as JSON

The build puts it into the wheel (PEP 770). It names what the wheel itself holds from elsewhere, the libraries inside
the pages for browsers, with their versions and digests; and what an install brings, with the versions that are allowed.
"""

import base64
import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = "node_modules/"


def sbom(root: Path, version: str) -> dict[str, Any]:
    """The bill as JSON values. It has neither a time nor a random number, so that two builds give the same bytes."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    bundled = [
        _bundled(path, one) for path, one in _lock(root).items() if path.startswith(PACKAGES) and not one.get("dev")
    ]
    installed = [_installed(requirement) for requirement in project["dependencies"]]
    itself = f"pkg:pypi/{project['name']}@{version}"
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application", "bom-ref": itself, "name": project["name"], "version": version, "purl": itself,
                "licenses": [{"license": {"id": project["license"]}}],
            },
        },
        "components": [*bundled, *installed],
        "dependencies": [{"ref": itself, "dependsOn": [one["bom-ref"] for one in (*bundled, *installed)]}],
    }  # fmt: skip


def _lock(root: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((root / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    return found


def _bundled(path: str, one: dict[str, Any]) -> dict[str, Any]:
    name = path.rpartition(PACKAGES)[2]
    purl = f"pkg:npm/{name.replace('@', '%40')}@{one['version']}"
    algorithm, _, digest = one["integrity"].partition("-")
    return {
        "type": "library", "bom-ref": purl, "name": name, "version": one["version"], "purl": purl,
        "scope": "required", "description": "inside the pages for browsers",
        "licenses": [{"license": {"id": one["license"]}}],
        "hashes": [{"alg": f"SHA-{algorithm.removeprefix('sha')}", "content": base64.b64decode(digest).hex()}],
    }  # fmt: skip


def _installed(requirement: str) -> dict[str, Any]:
    name = re.split(r"[\s\[<>=!~;]", requirement, maxsplit=1)[0]
    purl = f"pkg:pypi/{name.lower().replace('_', '-')}"
    return {
        "type": "library", "bom-ref": purl, "name": name, "purl": purl, "scope": "required",
        "description": f"installed beside it, as {requirement}",
    }  # fmt: skip


def main() -> int:
    """Entry point."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    print(json.dumps(sbom(ROOT, sys.argv[1]), indent=1, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
