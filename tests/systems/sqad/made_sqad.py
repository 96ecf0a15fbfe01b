"""Records to test systems for SQAD on: 300 that are made, about a hundred mountains."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "suites" / "sqad"))

from sqad_made import make_record, vert

_BEGINNINGS = ["Ka", "Bo", "Ři", "Mar", "Sta", "Vel", "Do", "Pu", "Ljub", "Hro"]
_ENDINGS = ["lov", "nec", "tín", "bor", "ská", "vice", "dan", "ník", "hora", "síň"]
_FACTS = (
    ("Kde leží hora {name} ~?", "{name} leží v zemi {land} ~.", "v zemi {land}", "LOCATION"),
    ("Kolik metrů měří {name} ~?", "Vrchol {name} měří {size} metrů nad mořem ~.", "{size}", "NUMERIC"),
    ("Kdo první vystoupil na horu {name} ~?", "Na horu {name} vystoupil jako první {person} ~.", "{person}", "PERSON"),
    (
        "Kdy byla na hoře {name} postavena chata ~?",
        "Chata na hoře {name} byla postavena roku {year} ~.",
        "{year}",
        "DATETIME",
    ),
)


def three_hundred(folder: Path) -> None:
    """Write the records: three questions about each of a hundred articles of six sentences."""
    draw = random.Random(7)
    names = [f"{one}{other}" for one in _BEGINNINGS for other in _ENDINGS]
    for number, name in enumerate(names):
        told = {
            "name": name,
            "land": draw.choice(names),
            "size": str(draw.randint(300, 4000)),
            "person": f"{draw.choice(_BEGINNINGS)}rel {draw.choice(_BEGINNINGS)}{draw.choice(_ENDINGS)}",
            "year": str(draw.randint(1700, 1999)),
        }
        facts = [[part.format(**told) for part in fact] for fact in _FACTS]
        text = [f"{name} je hora ~.", *(fact[1] for fact in facts), f"Ročně přijde na horu {name} mnoho lidí ~."]
        draw.shuffle(text)
        for place, (question, sentence, answer, kind) in enumerate(draw.sample(facts, 3)):
            make_record(
                folder,
                f"{3 * number + place + 1:06d}",
                question=vert(question),
                text=vert(*text),
                url=f"https://cs.wikipedia.org/wiki/{name}\n",
                metadata=f"<q_type>{kind}</q_type>\n<a_type>{kind}</a_type>\n",
                answer_selection=vert(sentence),
                answer_extraction=vert(answer),
                answer=vert(answer),
            )
