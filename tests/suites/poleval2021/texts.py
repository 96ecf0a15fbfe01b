"""Small texts with punctuation for the tests."""

import json
import re

COMMA_RULE = re.compile(r"(\S+) (że|aby|jak[iaą]|któr[zaey])")  # the rule of the proceedings, submission 392

GOLD = {
    "wikinews1": 'To jest np. długi tekst, "polski".',
    "wikitalks2": "czy wiesz, że tak?",
}


def document(text, title="wikinews1"):
    """A JSON document of a text whose words are split by single spaces, with marks at their ends."""
    words = []
    for token in text.split(" "):
        word = token.rstrip(".,?!:-;") or token
        words.append({"word": word, "punctuation": token[len(word) :], "space_after": True})
    words[-1]["space_after"] = False
    return {"title": title, "words": words}


def write_folder(folder, texts):
    """A folder with a JSON file for each text."""
    folder.mkdir(parents=True)
    for name, text in texts.items():
        (folder / f"{name}.json").write_text(json.dumps(document(text, name), ensure_ascii=False), encoding="utf-8")
    return folder


def write_split(folder, texts, *, name="expected.tsv"):
    """The two files of a split: small letters without marks, and the texts."""
    folder.mkdir(parents=True, exist_ok=True)
    plain = {key: " ".join(word.rstrip(".,?!:-;") or word for word in text.split(" ")) for key, text in texts.items()}
    (folder / "in.tsv").write_text("".join(f"{key}\t{text.lower()}\n" for key, text in plain.items()), encoding="utf-8")
    (folder / name).write_text("".join(f"{text}\n" for text in texts.values()), encoding="utf-8")
    return folder
