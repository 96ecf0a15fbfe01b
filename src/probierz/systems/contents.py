"""What settings and code stand for, as checksums: a folder of the same name may hold another model tomorrow."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probierz.suites.digests import sha256_of
from probierz.version import __version__
from probierz.whole_files import whole_file

if TYPE_CHECKING:
    import numpy as np

    from probierz.systems.recipes import Recipe
    from probierz.systems.system import System

_NO_CONTENT = ("cache", "task")
"""Settings that may be called like a folder, and change nothing of what is learnt or are no place."""

_LONGEST = 255
"""Letters of what may be a place; a longer value is a text, such as a prompt."""


def contents_of(settings: Mapping[str, Any], but: Path | None = None) -> dict[str, str]:
    """Checksums of the files, folders and models that settings name, by setting; those that name none are left out.

    but: a folder whose files do not count, as results are written there.
    """
    named = {name: value for name, value in settings.items() if isinstance(value, str) and name not in _NO_CONTENT}
    found = {name: content_of(value, but) for name, value in named.items() if value}
    return {name: digest for name, digest in found.items() if digest}


def content_of(name: str, but: Path | None = None) -> str:
    """The SHA-256 of a file, or of a folder's names and files; the commit of a model in the hub's cache; else empty.

    A model may be named as for `find_backbone`; of one that a package brings, as `e5-small`, nothing is said: only one
    file is accepted for it. Hidden files do not count.
    """
    plain, _, revision = name.removeprefix("download:").removeprefix("hub:").partition("@")
    if not plain or "\0" in name or len(name) > _LONGEST:
        return ""
    kept = os.environ.get("PROBIERZ_MODELS")
    for place in (Path(name), Path(plain), *([Path(kept) / plain] if kept else [])):
        if place.is_file():
            return f"sha256:{_sha256(place)}"
        if place.is_dir():
            return f"sha256:{_of_folder(place, but)}"
    return _commit(plain, revision or "main")


def _of_folder(folder: Path, but: Path | None) -> str:
    digest = hashlib.sha256()
    for path in _files(folder, but.resolve() if but else None):
        digest.update(f"{path.relative_to(folder).as_posix()}\0{_sha256(path)}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _files(folder: Path, but: Path | None) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or (but and path.resolve() == but):
            continue
        if path.is_dir():
            yield from _files(path, but)
        elif path.is_file():
            yield path


def _sha256(path: Path) -> str:
    about = path.stat()
    return _read_once(path.resolve(), about.st_size, about.st_mtime_ns, about.st_ctime_ns)


@lru_cache(maxsize=10_000)
def _read_once(path: Path, _size: int, _modified: int, _changed: int) -> str:
    """Within one process a file is not read again for each seed and task; nothing of this outlives it."""
    return sha256_of(path)


def _commit(name: str, revision: str) -> str:
    """The commit of a model in the cache of the hub, which never changes what a commit holds."""
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface")
    cache = Path(os.environ.get("HF_HUB_CACHE") or home / "hub") / f"models--{name.replace('/', '--')}"
    if (cache / "snapshots" / revision).is_dir():
        return f"commit:{revision}"
    reference = cache / "refs" / revision
    return f"commit:{reference.read_text().strip()}" if reference.is_file() else ""


# --- code ------------------------------------------------------------------------------------------------------------


def code_of(recipe: Recipe, system: System) -> dict[str, str]:
    """Checksums of the source of a system, by module or package: of its classes, its parts, and its recipe.

    Of other packages all Python files count, as a class may lean on any of them; of this one its version does, too.
    """
    classes = [type(one) for one in _with_parts(system)]
    own = {one.__module__ for one in (*classes, _unwrapped(recipe.make)) if hasattr(one, "__module__")}
    inherited = {base.__module__ for one in classes for base in one.__mro__}
    tops = {module.partition(".")[0] for module in own} - {"probierz", "builtins"}
    found = {top: digest for top in sorted(tops) if (digest := _of_package(top))}
    others = {module for module in own | inherited if module.partition(".")[0] not in tops}
    found |= {module: digest for module in sorted(others) if (digest := _of_module(module))}
    return {"probierz": __version__, **found}


def _with_parts(system: System) -> Iterator[System]:
    yield system
    for part in system.parts().values():
        yield from _with_parts(part)


def _unwrapped(make: Any) -> Any:
    while isinstance(make, partial):
        make = make.func
    return make


def _of_package(top: str) -> str:
    paths = [Path(place) for place in getattr(sys.modules.get(top), "__path__", ())]
    if not paths:
        return _of_module(top)
    digest = hashlib.sha256()
    for folder in paths:
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"{path.relative_to(folder).as_posix()}\0{_sha256(path)}\n".encode())
    return digest.hexdigest()


def _of_module(name: str) -> str:
    if name.partition(".")[0] in sys.stdlib_module_names:
        return ""
    file = getattr(sys.modules.get(name), "__file__", None)
    return _sha256(Path(file)) if file and Path(file).is_file() else ""


def kept_array(
    folder: Path, model: str, form: str, texts: Sequence[str], make: Callable[[], np.ndarray[Any, Any]]
) -> np.ndarray[Any, Any]:
    """Return what a model makes of these very texts, out of a folder, or made and written there. form: which of it."""
    import numpy as np

    digest = hashlib.sha256(f"{model}\0{content_of(model)}\0{form}".encode())
    for text in texts:
        digest.update(f"\0{len(text)}\0{text}".encode("utf-8", "surrogatepass"))
    path = folder / f"{digest.hexdigest()[:32]}.npy"
    if path.is_file():
        found: np.ndarray[Any, Any] = np.load(path, allow_pickle=False)
        return found
    folder.mkdir(parents=True, exist_ok=True)
    made = make()
    with whole_file(path) as file:
        np.save(file, made)
    return made
