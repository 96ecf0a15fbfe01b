from hashlib import sha256

import pytest
from sqad_made import ARTICLE, make_record, make_records, vert

import probierz
from probierz.challenges.challenge import open_challenge
from probierz.challenges.validate import validate
from probierz.cli.main import main
from probierz.errors import ChallengeError, DataError
from probierz.suites.sqad.builders import build_selection
from probierz.suites.sqad.records import read_records
from probierz.suites.sqad.statistics import statistics_of


def lines(path):
    return path.read_text(encoding="utf-8").splitlines()


def build(records, target, kind="sentences", **options):
    return build_selection(read_records(records), target, kind, **options)


def test_selecting_sentences_is_an_ordinary_challenge(tmp_path):
    build(make_records(tmp_path / "records", 100), tmp_path / "c")
    challenge = open_challenge(tmp_path / "c")
    assert [split.name for split in challenge.splits] == ["train", "dev-0", "test-A"]
    assert [len(lines(split.expected)) for split in challenge.splits] == [60, 10, 30]
    assert challenge.in_header == ("Record", "Question", "QuestionType", "AnswerType", "Article")
    record, question, *types, article = lines(tmp_path / "c" / "dev-0" / "in.tsv")[0].split("\t")
    number = int(record)
    assert question == f"Která věta {number} je správná?"
    assert types[0] == types[1]
    right = lines(tmp_path / "c" / "dev-0" / "expected.tsv")[0]
    candidates = [line.split("\t") for line in lines(tmp_path / "c" / "sentences.tsv")[1:]]
    assert [article, right, f"Věta {number % 5} o hoře {number // 3}."] in candidates


def test_selecting_documents_names_articles_so_that_no_question_tells_its_own(tmp_path):
    build(make_records(tmp_path / "records", 100), tmp_path / "c", "documents")
    head, *articles = [line.split("\t") for line in lines(tmp_path / "c" / "articles.tsv")]
    assert head == ["Article", "Title", "Text"]
    assert len(articles) == 34
    titles = {name: title for name, title, _text in articles}
    assert titles[sha256(b"cs.wikipedia.org/wiki/Hora_1").hexdigest()[:12]] == "Hora 1"
    assert list(titles) == sorted(titles)  # the place of an article does not tell its records either
    assert [int(title[5:]) for title in titles.values()] != sorted(range(34))
    pairs = zip(lines(tmp_path / "c/train/in.tsv"), lines(tmp_path / "c/train/expected.tsv"), strict=True)
    for line, article in pairs:
        assert titles[article] == f"Hora {int(line.split(chr(9))[0]) // 3}"


def test_both_challenges_name_an_article_alike_whatever_stands_before_it(tmp_path):
    build(make_records(tmp_path / "records", 12), tmp_path / "c")
    make_record(tmp_path / "records", "000000", url="https://cs.wikipedia.org/wiki/Alpy\n")
    build(tmp_path / "records", tmp_path / "d", "documents")
    of_sentences = {line.split("\t")[0] for line in lines(tmp_path / "c" / "sentences.tsv")}
    of_documents = {line.split("\t")[0] for line in lines(tmp_path / "d" / "articles.tsv")}
    assert len(of_documents - of_sentences) == 1
    assert of_sentences < of_documents


def test_map_equals_mrr_and_what_the_paper_calls_map_is_precision_at_1(tmp_path):
    build(make_records(tmp_path / "records", 40), tmp_path / "c")
    split = tmp_path / "c" / "test-A"
    right = lines(split / "expected.tsv")
    # right at once in every second line, else in the second place: MRR = (6 · 1 + 6 · 1/2) / 12
    ranked = [one if at % 2 else f"99\t{one}" for at, one in enumerate(right)]
    (split / "out.tsv").write_text("".join(f"{line}\n" for line in ranked))
    found = {score.name: score.value for score in open_challenge(tmp_path / "c").evaluate().scores}
    assert len(right) == 12
    assert found["MRR"] == found["MAP"] == 0.75
    assert found["SQAD-MAP"] == 0.5
    assert (found["Recall@1"], found["Recall@3"]) == (0.5, 1.0)


def test_scores_are_sliced_by_type(tmp_path):
    build(make_records(tmp_path / "records", 50), tmp_path / "c")
    split = tmp_path / "c" / "test-A"
    (split / "out.tsv").write_bytes((split / "expected.tsv").read_bytes())
    table = probierz.open_challenge(tmp_path / "c").evaluate().slices("in<QuestionType>")
    assert {one.name for one in table.slices} == {"LOCATION", "PERSON", "DATETIME", "NUMERIC", "ENTITY"}


def test_what_is_built_is_valid(tmp_path):
    build(make_records(tmp_path / "records", 30), tmp_path / "c")
    problems = [one for one in validate(tmp_path / "c") if one.severity == "error"]
    assert problems == []


def test_sentences_that_read_the_same_are_one_candidate(tmp_path):
    make_records(tmp_path / "records", 12)
    text = vert(ARTICLE[1], *ARTICLE)
    make_record(tmp_path / "records", "000013", text=text)
    build(tmp_path / "records", tmp_path / "c")
    jura = sha256(b"cs.wikipedia.org/wiki/Jura").hexdigest()[:12]
    candidates = [line.split("\t")[1] for line in lines(tmp_path / "c" / "sentences.tsv") if line.startswith(jura)]
    assert candidates == ["1", "2", "4"]


def test_a_fold_is_a_challenge_too(tmp_path):
    build(make_records(tmp_path / "records", 50), tmp_path / "c", fold=2)
    assert [len(lines(tmp_path / "c" / part / "in.tsv")) for part in ("train", "dev-0", "test-A")] == [36, 4, 10]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"answer_selection": None}, "000013: there is no 06answer.selection.vert, which every record needs"),
        ({"answer_selection": vert(ARTICLE[0], ARTICLE[1])}, "one sentence is wanted, found 2"),
        ({"answer_selection": vert("Jinde ~.")}, "06answer.selection.vert line 2: no sentence of the article"),
        ({"question": vert("leží").encode("cp1250")}, "01question.vert line 2: the line is not UTF-8"),
    ],
)
def test_a_broken_record_stops_the_build_and_leaves_nothing_or_is_left_out_and_said(tmp_path, changes, message):
    make_records(tmp_path / "records", 12)
    make_record(tmp_path / "records", "000013", **changes)
    with pytest.raises(DataError, match=message):
        build(tmp_path / "records", tmp_path / "c")
    assert [one.name for one in tmp_path.iterdir()] == ["records"]
    (skipped,) = build(tmp_path / "records", tmp_path / "c", skip_broken=True)
    assert message in skipped.message


def test_two_articles_under_one_address_are_told_by_both_records_with_how_many_more_are_faulty(tmp_path):
    make_records(tmp_path / "records", 12)
    make_record(tmp_path / "records", "000013")
    other = {"text": vert("Jura je jinde ~.", "Má les ~."), "answer_selection": vert("Má les ~.")}
    make_record(tmp_path / "records", "000014", **other)
    make_record(tmp_path / "records", "000015", answer_selection=vert("Jinde ~."))
    said = "000014/06answer.selection.vert line 2: record 000013 has another article under the same address"
    with pytest.raises(DataError, match=f"{said}, without this sentence; give both one; 1 more record cannot be used$"):
        build(tmp_path / "records", tmp_path / "c")


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "mine").touch()
    with pytest.raises(ChallengeError, match="it is there already"):
        build(make_records(tmp_path / "records", 12), tmp_path / "c")


def test_statistics_count_articles_once_and_shares_of_types(tmp_path):
    make_record(tmp_path, "000001", context=vert(ARTICLE[0]))
    make_record(tmp_path, "000002", metadata="<q_type>PERSON</q_type>\n<a_type>PERSON</a_type>\n")
    make_record(tmp_path, "000003", url="https://cs.wikipedia.org/wiki/Alpy\n", metadata="")
    rows = {(row.group, row.what): (row.number, row.share) for row in statistics_of(read_records(tmp_path)).rows}
    assert rows["size", "records"] == (3, None)
    assert rows["size", "articles"] == (2, None)
    assert rows["size", "tokens"] == (3 * 17, None)  # 6 + 4 + 7 in each article
    assert rows["size", "tokens of different articles"] == (2 * 17, None)
    assert rows["size", "contexts"] == (1, None)
    assert rows["question type", "PERSON"] == (1, pytest.approx(100 / 3))
    assert rows["answer type", "(not said)"] == (1, pytest.approx(100 / 3))
    assert rows["types", "LOCATION → LOCATION"] == (1, pytest.approx(100 / 3))


def test_a_task_of_the_suite_is_built_from_a_folder_of_records(tmp_path, capsys):
    make_records(tmp_path / "records", 40)
    options = ["--from", str(tmp_path / "records"), "--to", str(tmp_path / "c"), "--accept-licence", "--unchecked"]
    assert main(["suite", "get", "sqad/sentences", *options]) == 0
    build(tmp_path / "records", tmp_path / "same")
    for name in ("config.txt", "in-header.tsv", "sentences.tsv", "train/in.tsv", "test-A/expected.tsv"):
        assert (tmp_path / "c" / name).read_bytes() == (tmp_path / "same" / name).read_bytes()


def test_the_published_shares_of_ranks_give_the_published_scores():
    # Table 3 of the publication: the percentages of 4,014 questions whose sentence has rank 1, 2, ... 9, and 10 or more
    shares = [79.00, 9.39, 3.11, 1.64, 1.47, 0.77, 0.50, 0.40, 0.32]
    ranks = [rank for rank, share in enumerate(shares, 1) for _ in range(round(share * 40.14))]
    last = 4014 - len(ranks)
    for rank_of_the_others, mrr in {10: 0.8606, 1000: 0.8572}.items():
        output = ["\t".join([f"wrong {at}" for at in range(1, rank)] + ["right"]) for rank in ranks]
        output += ["\t".join([*(f"wrong {at}" for at in range(1, rank_of_the_others)), "right"])] * last
        expected = ["right"] * 4014
        assert probierz.score("Precision@1", expected, output).value == pytest.approx(0.7900, abs=5e-5)
        assert probierz.score("MRR", expected, output).value == pytest.approx(mrr, abs=1e-3)  # printed: 85.95
        assert probierz.score("MAP", expected, output).value == probierz.score("MRR", expected, output).value


LINE = '{"context": "%s byl král. Žil v Praze. Umřel mladý.", "question": "Kde žil %s?", "answers": ["v Praze"]}\n'


def test_json_lines_become_a_challenge_without_types(tmp_path, capsys):
    names = [f"Jan {chr(65 + at)}" for at in range(10)]
    source = tmp_path / "some.jsonl"
    source.write_text("".join(LINE % (name, name) for name in names), encoding="utf-8")
    assert main(["sqad", "build", str(source), "sentences", "--to", str(tmp_path / "c")]) == 0
    assert "test-A: 3 questions" in capsys.readouterr().out
    _record, question, *types, article = lines(tmp_path / "c" / "test-A" / "in.tsv")[0].split("\t")
    assert (question.startswith("Kde žil Jan"), types) == (True, ["-", "-"])
    assert f"{article}\t1\t{question[8:13]} byl král." in lines(tmp_path / "c" / "sentences.tsv")
    assert lines(tmp_path / "c" / "test-A" / "expected.tsv") == ["2", "2", "2"]
    challenge = open_challenge(tmp_path / "c")
    (tmp_path / "c" / "test-A" / "out.tsv").write_text("2\n1\t2\n3\t2\n")
    assert challenge.evaluate("test-A").scores[0].value == pytest.approx((1 + 1 / 2 + 1 / 2) / 3)


def test_few_lines_go_into_one_split_and_equal_texts_are_one_document(tmp_path):
    source = tmp_path / "few.jsonl"
    text = LINE % ("Jan", "Jan") + LINE % ("Jan", "král") + LINE % ("Eva", "Eva")
    source.write_text(text, encoding="utf-8")
    assert main(["sqad", "build", str(source), "documents", "--to", str(tmp_path / "c"), "--only-split", "test-A"]) == 0
    assert [split.name for split in open_challenge(tmp_path / "c").splits] == ["test-A"]
    of_jan, also_of_jan, of_eva = lines(tmp_path / "c" / "test-A" / "expected.tsv")
    assert of_jan == also_of_jan
    texts = dict(line.split("\t\t") for line in lines(tmp_path / "c" / "articles.tsv")[1:])
    assert texts == {
        of_jan: "Jan byl král. Žil v Praze. Umřel mladý.",
        of_eva: "Eva byl král. Žil v Praze. Umřel mladý.",
    }


OTHERS = (
    '{"context": "Jan byl král. Žil v Praze.", "question": "Žil Jan v Praze?", "answers": ["ano"]}\n'
    '{"context": "Jan byl král. Žil v Praze.", "question": "Kde žil Jan?", "answers": ["v Brně"]}\n'
)


def test_an_answer_that_stands_nowhere_is_refused_or_left_out_and_a_guess_is_said(tmp_path, capsys):
    source = tmp_path / "some.jsonl"
    source.write_text(LINE % ("Eva", "Eva") + OTHERS, encoding="utf-8")
    build = ["sqad", "build", str(source), "sentences", "--to", str(tmp_path / "c"), "--only-split", "test-A"]
    assert main(build) == 1
    assert f"{source} line 3: no sentence of the context has the answer 'v Brně'" in capsys.readouterr().err
    assert not (tmp_path / "c").exists()
    assert main([*build, "--skip-broken"]) == 0
    told = capsys.readouterr()
    assert "test-A: 2 questions" in told.out
    assert f"left out: {source} line 3: no sentence" in told.err
    assert "1 answered by yes or no, the first is 000002" in told.err
    assert lines(tmp_path / "c" / "test-A" / "expected.tsv") == ["2", "2"]


def test_records_of_ones_own_are_not_called_sqad(tmp_path, capsys):
    records = make_records(tmp_path / "zoo", 10)
    assert main(["sqad", "build", str(records), "documents", "--to", str(tmp_path / "c")]) == 0
    assert "no LICENCE.txt lies in zoo" in capsys.readouterr().err
    assert not (tmp_path / "c" / "LICENCE.txt").exists()
    readme = (tmp_path / "c" / "README.md").read_text()
    assert readme.startswith("# zoo: documents\n")
    assert "`probierz slices --by 'in<QuestionType>' --by 'in<AnswerType>'`" in readme


def test_licence_and_citation_go_with_what_is_built(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("probierz.cli.sqad.build.PUBLISHED_RECORDS", 10)
    records = make_records(tmp_path / "records", 10)
    assert main(["sqad", "build", str(records), "documents", "--to", str(tmp_path / "c")]) == 0
    assert (tmp_path / "c" / "LICENCE.txt").read_text().startswith("SPDX-License-Identifier: LGPL-3.0-only\n")
    assert "@" in (tmp_path / "c" / "CITATION.bib").read_text()
    assert (tmp_path / "c" / "README.md").read_text().startswith("# SQAD 3.0: document selection\n")
    (tmp_path / "mine").mkdir()
    source = tmp_path / "mine" / "some.jsonl"
    source.write_text(LINE % ("Eva", "Eva"), encoding="utf-8")
    build = ["sqad", "build", str(source), "documents", "--only-split", "test-A", "--to"]
    assert main([*build, str(tmp_path / "d")]) == 0
    assert "no LICENCE.txt lies beside some.jsonl" in capsys.readouterr().err
    (tmp_path / "mine" / "LICENCE.txt").write_text("SPDX-License-Identifier: CC0-1.0\n")
    assert main([*build, str(tmp_path / "e")]) == 0
    assert (tmp_path / "e" / "LICENCE.txt").read_text() == "SPDX-License-Identifier: CC0-1.0\n"
    assert not (tmp_path / "d" / "LICENCE.txt").exists()
