"""Print the requirements of a dependency group of pyproject.toml, for versions of pip that do not know --group."""

import sys
import tomllib
from pathlib import Path

pyproject = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
print(" ".join(requirement.replace(" ", "") for requirement in pyproject["dependency-groups"][sys.argv[1]]))
