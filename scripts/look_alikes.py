"""Write the table of signs that look like others of Unicode's confusables.txt (UTS 39): `look_alikes.py FILE`.

The file is https://www.unicode.org/Public/security/latest/confusables.txt. What normalisation or the name of a sign
says already is left out, and so are sequences of signs, which are looked at one by one.
"""

import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

from probierz.look_alikes import likeness


def main(source: Path) -> None:
    """Write it beside the module that reads it."""
    text = source.read_text(encoding="utf-8-sig")
    rows = [line.partition("#")[0].split(";") for line in text.splitlines()]
    pairs = [tuple("".join(chr(int(code, 16)) for code in cell.split()) for cell in row[:2]) for row in rows if row[2:]]
    alike: dict[str, list[str]] = defaultdict(list)
    for sign, like in pairs:
        letters = [one for one in unicodedata.normalize("NFKD", like) if unicodedata.category(one)[0] in "LN"]
        if len(sign) == 1 and letters and likeness.plain_sign(sign).casefold() != "".join(letters).casefold():
            alike["".join(letters)].append(sign)
    version = next(line.partition("Version:")[2].strip() for line in text.splitlines() if "Version:" in line)
    head = f"# Unicode {version}, confusables.txt; © Unicode, Inc., https://www.unicode.org/license.txt\n"
    lines = "".join(f"{like}\t{''.join(sorted(signs))}\n" for like, signs in sorted(alike.items()))
    likeness.TABLE.write_text(head + lines, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
