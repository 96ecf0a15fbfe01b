"""Made-up records of SQAD for tests; texts are split at spaces, and `~` glues a token to the one before."""

from pathlib import Path

ARTICLE = ["Jura je pohoří v Evropě ~.", "Leží ve Francii ~.", "Nejvyšší hora měří 1 720 metrů ~."]
URL = "https://cs.wikipedia.org/wiki/Jura"


def vert(*sentences: str) -> str:
    lines = []
    for sentence in sentences:
        lines.append("<s>")
        for token in sentence.split():
            lines += ["<g/>"] * token.startswith("~")
            word = token.removeprefix("~")
            lines.append(f"{word}\t{word.lower()}\tk1")
        lines.append("</s>")
    return "".join(f"{line}\n" for line in lines)


def make_record(folder: Path, name: str = "000001", **changes: str | bytes | None) -> Path:
    """A record that keeps all rules, with files changed, or left out by None."""
    files = {
        "01question.vert": vert("Kde leží Jura ~?"),
        "02answer.vert": vert("ve Francii"),
        "03text.vert": vert(*ARTICLE),
        "04url.txt": f"{URL}\n",
        "05metadata.txt": "<q_type>LOCATION</q_type>\n<a_type>LOCATION</a_type>\n",
        "06answer.selection.vert": vert("Leží ve Francii ~."),
        "09answer_extraction.vert": vert("ve Francii"),
    }
    by_part = {key[2:].split(".vert")[0].split(".txt")[0].replace(".", "_"): key for key in files}
    for part, content in changes.items():
        file = by_part.get(part, "question_context.vert" if part == "context" else part)
        files[file] = content
    record = folder / name
    record.mkdir(parents=True)
    for file, content in files.items():
        if content is not None:
            (record / file).write_bytes(content if isinstance(content, bytes) else content.encode())
    return record


def make_records(folder: Path, count: int) -> Path:
    """Records about a third as many articles, with all types of questions in turn."""
    types = ["LOCATION", "PERSON", "DATETIME", "NUMERIC", "ENTITY"]
    for number in range(1, count + 1):
        kind = types[number % len(types)]
        article = number // 3
        text = [f"Hora {article} je pohoří ~.", *(f"Věta {one} o hoře {article} ~." for one in range(5))]
        make_record(
            folder,
            f"{number:06d}",
            question=vert(f"Která věta {number} je správná ~?"),
            text=vert(*text),
            url=f"https://cs.wikipedia.org/wiki/Hora_{article}\n",
            metadata=f"<q_type>{kind}</q_type>\n<a_type>{kind}</a_type>\n",
            answer_selection=vert(text[1 + number % 5]),
            answer_extraction=vert(f"Věta {number % 5}"),
            answer=vert(f"věta {number % 5}"),
        )
    return folder
