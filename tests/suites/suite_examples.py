"""A small suite of one's own: a challenge, its declaration, and a repository of it."""

import hashlib
import json
import subprocess
from pathlib import Path

TRAIN = [f"{word} ma {number} kotów i dwa stare psy" for number, word in enumerate(("Ala", "Ola", "Jan", "Ewa"), 3)]
TEST = [
    "Kto napisał tę książkę o dużym mieście nad morzem?",
    "Ile nóg ma pająk?",
    "Gdzie leży największe jezioro w kraju?",
]
CONFIG = "--metric Accuracy --precision 4 --show-as-percentage --in-header in-header.tsv"

PUBLISHED = (
    "task\tsplit\tmetric\tsystem\tvalue\tsource\n"
    "cats\ttest-A\tAccuracy\tgood\t90.00\tPaper, Table 1\n"
    "cats\ttest-A\tAccuracy\tmiddling\t66.67\tPaper, Table 1\n"
    "cats\ttest-A\tAccuracy\tpoor\t10.00\tPaper, Table 1\n"
    "cats\ttest-B\tAccuracy\tgood\t80.00\tPaper, Table 2\n"
)


def write_cats(folder: Path) -> Path:
    """A challenge with train, test-A, and test-B without expected results."""
    files = {
        "config.txt": CONFIG,
        "README.md": "# Cats\n\nAnswer the question.\n",
        "in-header.tsv": "id\ttext\n",
        "train/in.tsv": lines(TRAIN),
        "train/expected.tsv": "a\nb\na\nb\n",
        "test-A/in.tsv": lines(TEST),
        "test-A/expected.tsv": "a\nb\na\n",
        "test-B/in.tsv": lines(text.upper() + " dlaczego" for text in TEST),
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def lines(texts) -> str:
    return "".join(f"{number}\t{text}\n" for number, text in enumerate(texts, 1))


def write_suite(folder: Path, challenge: Path, *, address: str, task: str = "", known: str = "") -> Path:
    """The declaration of a suite `pets` with the task `cats`, whose files are those of a challenge."""
    parts = [
        'name = "pets"\ntitle = "Pets"\ndescription = "About pets."\npublished = "pets.tsv"',
        '[licence]\nname = "CC BY 4.0"\nnotice = "Name the authors."',
        f'[[tasks]]\nname = "cats"\ntitle = "Cats"\ndescription = "Questions about cats."\n'
        f'schemes = ["Accuracy"]\nsettings = "--precision 4 --show-as-percentage --in-header in-header.tsv"\n{task}',
        f'[tasks.source]\naddress = "{address}"',
        *(_split(challenge / split) for split in ("train", "test-A", "test-B")),
        '[[tasks.baselines]]\nname = "a"\ndescription = "always a"\nrecipe = "constant:a"',
        '[tasks.baselines.scores]\ntest-A = "66.67"',
        known or LEAK,
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pets.tsv").write_text(PUBLISHED, encoding="utf-8")
    path = folder / "pets.toml"
    path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return path


# One of the three lines of test-B is long enough to be recognised with a word more.
LEAK = """[[tasks.known]]
check = "leaks"
splits = ["test-A", "test-B"]
count = 1
note = "test-B asks louder."
"""


def _split(folder: Path) -> str:
    files = {path.name: sha256(path) for path in sorted(folder.iterdir())}
    texts = (folder / "in.tsv").read_text(encoding="utf-8").splitlines()
    known = [{"file": "in.tsv", "line": at, "begins": texts[at - 1][:12]} for at in (1, 2, 3)]
    inline = ", ".join("{ " + ", ".join(f"{key} = {json.dumps(one[key])}" for key in one) + " }" for one in known)
    digests = ", ".join(f'"{name}" = "{digest}"' for name, digest in files.items())
    hidden = "" if "expected.tsv" in files else "\nhidden = true"
    return (
        f'[[tasks.splits]]\nname = "{folder.name}"\nlines = {len(texts)}{hidden}\n'
        f"files = {{ {digests} }}\nknown = [{inline}]"
    )


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def make_repository(folder: Path) -> str:
    """Make a git repository of a folder; return the commit."""
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Begin")
    return git(folder, "rev-parse", "HEAD")


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=Ala", "-c", "user.email=ala@example.org"]
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip()
