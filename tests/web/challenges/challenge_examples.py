"""A small challenge: as files, in a folder, in an archive that was uploaded."""

import io
import zipfile

from probierz.web.challenges import services

GOLD = "7\n8\n"


def challenge_files(gold=GOLD):
    files = {
        "config.txt": "--metric RMSE --metric MAE:P<2> --precision 3\n",
        "README.md": "# Numbers\n\nRead numbers.\n\n## Licence\n\nCC0.\n",
        ".gitignore": "*~\n",
        "dev-0/in.tsv": "one\ntwo\n",
        "dev-0/expected.tsv": "1\n2\n",
        "test-A/in.tsv": "seven\neight\n",
    }
    return {**files, "test-A/expected.tsv": gold} if gold else files


def write_challenge(folder, gold=GOLD, **changes):
    for name, content in {**challenge_files(gold), **changes}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    return folder


def uploaded(files, name="challenge.zip", wrapped=""):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, content in files.items():
            archive.writestr(f"{wrapped}{path}", content)
    return services.keep_upload(name, [packed.getvalue()])
