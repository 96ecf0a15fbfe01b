"""Challenges and evaluations as `probierz.open_challenge` and `probierz.evaluate_files` return them.

An evaluation offers everything that can be asked about the scores of an output; what looks closer is imported when it
is called.
"""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from probierz.challenges import challenge as directories
from probierz.challenges.evaluate import evaluate_files as evaluate_to_record
from probierz.challenges.evaluation import EvaluationRecord
from probierz.challenges.files import Reading, distinct_names
from probierz.errors import OptionError, SchemeError
from probierz.lines import DEFAULT, Dialect
from probierz.schemes.scheme import Scheme, parse_scheme
from probierz.scoring.levels import CONFIDENCE, LEVEL, SAMPLES
from probierz.scoring.run import Progress

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from probierz.challenges.config import Order
    from probierz.display.pictures import Picture
    from probierz.inspection.agreement import Agreement
    from probierz.inspection.classes import ClassReport
    from probierz.inspection.interval_table import IntervalTable
    from probierz.inspection.line_selection import Side
    from probierz.inspection.line_sources import LineSource
    from probierz.inspection.lines_view import LinesView
    from probierz.inspection.reliability import Reliability, Strategy
    from probierz.inspection.slices import SliceTable
    from probierz.inspection.worst import FeatureReport
    from probierz.inspection.worst import Side as Quality
    from probierz.reports.options import Wish
    from probierz.scoring.bounds import Method
    from probierz.scoring.compare import Test
    from probierz.scoring.comparison import Comparison


@dataclass(frozen=True)
class Evaluation(EvaluationRecord):
    """The scores of one output of one split, and what can be asked about them.

    Methods that look at texts read the files again. Where a method takes a metric, that is the name of a score, or any
    other metric; by default it is the first score's.
    """

    # --- what the scores alone tell ---

    def intervals(
        self,
        level: float = CONFIDENCE,
        *,
        method: Method = "auto",
        samples: int = SAMPLES,
        seed: int = 1,
        cluster: Sequence[Hashable] | None = None,
        jobs: int | Executor = 1,
        executor: Executor | None = None,
    ) -> IntervalTable:
        """Return from where to where the scores go on other test sets of this size and kind; see `Score.interval`."""
        from probierz.inspection.interval_table import interval_table

        return interval_table(
            self.scores,
            level=level,
            method=method,
            samples=samples,
            seed=seed,
            cluster=cluster,
            jobs=jobs if executor is None else executor,
        )

    def compare(
        self,
        *others: Evaluation,
        metric: str | None = None,
        names: Sequence[str] | None = None,
        test: Test = "auto",
        samples: int = SAMPLES,
        trials: int = 10_000,
        level: float = CONFIDENCE,
        method: Method = "auto",
        correction: str = "holm",
        seed: int = 1,
        cluster: Sequence[Hashable] | None = None,
        jobs: int | Executor = 1,
        executor: Executor | None = None,
    ) -> Comparison:
        """Compare this output with others of the same lines; see `probierz.compare`.

        metric: the name of a score that all have. names: of the outputs; by default short forms of their file names.
        """
        from probierz.scoring.compare import compare

        name = self.scores[0].name if metric is None else metric
        outputs = [self, *others]
        return compare(
            [one[name] for one in outputs],
            names or _short_names(outputs),
            test=test,
            samples=samples,
            trials=trials,
            level=level,
            method=method,
            correction=correction,
            seed=seed,
            cluster=cluster,
            jobs=jobs,
            executor=executor,
        )

    def histogram(self, metric: str | None = None, *, bins: int = 20) -> Picture:
        """Return a picture of how many lines have which score. Raises MissingExtra, or OptionError without rows."""
        from probierz.display.pictures import histogram

        score = self.scores[0] if metric is None else self[metric]
        if score.rows is None:
            raise OptionError(f"{score.name} was scored without rows, which a histogram needs; score with rows=True")
        return histogram(score.rows.values, title=self.output, label=f"{score.name} of a line", bins=bins)

    # --- what the texts tell: these read the files again ---

    def source(
        self,
        metric: str | Scheme | None = None,
        *,
        preprocessed: bool = False,
        jobs: int | Executor = 1,
        executor: Executor | None = None,
    ) -> LineSource:
        """Return the lines of the output, to be read again each time somebody goes through them.

        preprocessed: give texts after flags and tokenizer. jobs: processes; executor: lines are scored there instead.
        Raises OptionError for files that are gone when read.
        """
        from probierz.inspection.line_sources import LineSource

        scheme = self._scheme(metric)
        found = LineSource(scheme, self.expected, self.output, self.inputs, self.reading, preprocessed)
        found = replace(found, jobs=jobs if executor is None else executor)
        if not self.expected or not found.can_be_read_again:
            raise OptionError(
                "the lines of this evaluation cannot be read again: standard input and pipes are read once; "
                "save them as files"
            )
        return found

    def line_by_line(
        self,
        metric: str | Scheme | None = None,
        *,
        order: Order = "file",
        feature: str | None = None,
        match: str | None = None,
        side: Side = "any",
        limit: int | None = None,
        preprocessed: bool = False,
        jobs: int | Executor = 1,
        executor: Executor | None = None,
    ) -> LinesView:
        """Return the lines with their scores, each scored as if it were the whole test set.

        order: "file", "worst" or "best". feature: only lines that have it, as `worst` names it. match: only lines in
        which this regular expression is found; side: where. limit: how many at most. jobs: processes; executor: lines
        are scored there instead.
        """
        from probierz.inspection.lines_view import lines_view

        source = self.source(metric, preprocessed=preprocessed, jobs=jobs, executor=executor)
        return lines_view(source, order=order, feature=feature, match=match, side=side, limit=limit)

    def worst(
        self,
        metric: str | Scheme | None = None,
        *,
        against: Evaluation | None = None,
        side: Quality = "worse",
        word_shapes: bool = False,
        bigrams: bool = False,
        cartesian: bool = False,
        tokenizer: str | None = None,
        preprocessed: bool = False,
        min_frequency: int = 5,
        limit: int | None = 20,
        level: float = LEVEL,
        max_features: int = 2_000_000,
        jobs: int | Executor = 1,
        executor: Executor | None = None,
    ) -> FeatureReport:
        """Return what goes with bad lines (or, with side="better", with good ones); see `worst_features`.

        against: look at what changed in comparison with this other output.
        word_shapes, bigrams, cartesian: shapes of words, neighbouring words and pairs of features too.
        jobs: processes; executor: lines are scored there instead.
        """
        from probierz.inspection.features import FeatureKinds
        from probierz.inspection.line_sources import LineDifferences
        from probierz.inspection.worst import worst_features

        workers: dict[str, Any] = {"jobs": jobs, "executor": executor}
        source = self.source(metric, preprocessed=preprocessed, **workers)
        chosen = tokenizer or self.reading.tokenizer
        return worst_features(
            source if against is None else LineDifferences(source, against.source(source.scheme, **workers)),
            FeatureKinds(chosen, word_shapes, bigrams, cartesian, self.reading.in_header),
            side=side,
            min_frequency=min_frequency,
            limit=limit,
            level=level,
            max_features=max_features,
        )

    def slices(
        self, *by: str, metric: str | None = None, most: int = 20, trials: int = 1000, seed: int = 1
    ) -> SliceTable:
        """Return the scores of slices, such as `slices("in<1>")` or `slices("length(exp)")`; several are crossed.

        metric: the name of a score (default: all of them). most: how many slices with a value of their own.
        trials: how many random slices each is compared with. No line is scored again.
        """
        from probierz.inspection.slices import SliceOptions, slices_of_lines

        options = SliceOptions(cross=len(by) > 1, most=most, trials=trials, seed=seed)
        return slices_of_lines(self.source(), by, self.scores if metric is None else [self[metric]], options)

    def classes(self, metric: str | Scheme | None = None) -> ClassReport:
        """Return precision, recall and F1 of each class, and what was taken for what; see `class_report`."""
        from probierz.inspection.classes import class_report

        return class_report(self.source(metric))

    def calibration(
        self, metric: str | Scheme | None = None, *, bins: int = 10, strategy: Strategy = "width"
    ) -> Reliability:
        """Return how well probabilities foretell results; see `reliability`."""
        from probierz.inspection.reliability import reliability

        return reliability(self.source(metric), bins=bins, strategy=strategy)

    def agreement(
        self,
        *others: Evaluation,
        metric: str | Scheme | None = None,
        names: Sequence[str] | None = None,
        threshold: float | None = None,
    ) -> Agreement:
        """Return on which lines outputs are right together, and what the best of them on each line would give."""
        from probierz.inspection.agreement import agreement

        outputs = [self, *others]
        scheme = self._scheme(metric)
        sources = [one.source(scheme) for one in outputs]
        return agreement(sources, names or _short_names(outputs), threshold=threshold)

    def report(
        self,
        path: str | os.PathLike[str],
        *others: Evaluation,
        by: Sequence[str] = (),
        items: Wish = "fitting",
        level: float = CONFIDENCE,
        samples: int = SAMPLES,
        seed: int = 1,
        title: str | None = None,
        language: str = "en",
        force: bool = False,
    ) -> None:
        """Save a report on this output, and on others of the same lines: .html, .json, .csv, .md or .tex.

        by: slicings, see `slices`; by default those that suit the data. items: how many lines to embed, "all", or
        "fitting": a page of about 2 MB. force: replace a file that is not a report. Raises ProbierzError.
        """
        from probierz.reports.document_formats import Look
        from probierz.reports.options import ReportOptions
        from probierz.reports.saving import save_report

        self.source()  # fails early if the files cannot be read again
        options = ReportOptions(by=by, items=items, level=level, samples=samples, seed=seed)
        save_report([self, *others], path, options, Look(title, language=language), force=force)

    def _scheme(self, metric: str | Scheme | None) -> Scheme:
        """The scheme of a score by its name, or another metric."""
        if isinstance(metric, Scheme):
            return metric
        if metric is None:
            return self.scores[0].scheme
        found = self.find(metric)
        if found is not None:
            return found.scheme
        try:
            return parse_scheme(metric)
        except SchemeError as error:
            names = ", ".join(score.name for score in self.scores)
            raise type(error)(f"no score is called {metric!r} (there are {names}), and {error.message}") from error


@dataclass(frozen=True)
class Challenge(directories.Challenge):
    """A challenge directory whose evaluations can be asked everything."""

    def evaluate(
        self,
        split: str | None = None,
        *,
        out: str | os.PathLike[str] | None = None,
        schemes: Sequence[str | Scheme] | None = None,
        jobs: int | Executor = 1,
        executor: Executor | None = None,
        rows: bool = True,
        progress: Progress | None = None,
    ) -> Evaluation:
        """Evaluate one output of a split (by default the challenge's test set, usually test-A).

        out: a file name in the split or a path; needed when there are several outputs.
        schemes: metrics to use instead of the challenge's own, or names of some of these.
        rows: keep one tally a line. jobs: processes. executor: works there instead, wherever its workers are.
        Raises ChallengeError when a file is missing, DataError for a line that cannot be used.
        """
        workers = jobs if executor is None else executor
        record = super().evaluate(split, out=out, schemes=schemes, jobs=workers, rows=rows, progress=progress)
        return Evaluation(**vars(record))

    def evaluate_all(
        self,
        split: str | None = None,
        *,
        schemes: Sequence[str | Scheme] | None = None,
        jobs: int | Executor = 1,
        executor: Executor | None = None,
        rows: bool = True,
        progress: Progress | None = None,
    ) -> list[Evaluation]:
        """Evaluate every output of a split, in natural order of their names; see `evaluate`."""
        part = self.scorable(split)
        outputs = part.outputs or [self.output(part)]  # says that there is none
        return [
            self.evaluate(
                part.name, out=one.path, schemes=schemes, jobs=jobs, executor=executor, rows=rows, progress=progress
            )
            for one in outputs
        ]


def open_challenge(path: str | os.PathLike[str], *, dialect: Dialect = DEFAULT) -> Challenge:
    """Open a challenge directory: read its config.txt and its headers.

        >>> challenge = open_challenge("my-challenge")  # doctest: +SKIP
        >>> challenge.evaluate("dev-0")["WER"].value  # doctest: +SKIP

    Without a config.txt there are no metrics: they must be given to `evaluate`.
    Raises ChallengeError when there is no such directory, or for an option that cannot be used.
    """
    return Challenge(**vars(directories.open_challenge(path, dialect=dialect)))


def evaluate_files(
    schemes: Sequence[str | Scheme],
    expected: str | os.PathLike[str],
    output: str | os.PathLike[str],
    inputs: str | os.PathLike[str] | None = None,
    *,
    reading: Reading | None = None,
    challenge: str = "",
    split: str = "",
    parameters: Mapping[str, str] | None = None,
    warnings: Sequence[str] = (),
    jobs: int = 1,
    executor: Executor | None = None,
    rows: bool = True,
    progress: Progress | None = None,
) -> Evaluation:
    """Evaluate one output file against a file of expected results, in one pass for all schemes.

        >>> evaluate_files(["WER", "CER"], "expected.tsv", "out.tsv")["CER"].value  # doctest: +SKIP

    inputs: the input file; it is opened only when a scheme needs it. rows: keep one tally a line. challenge, split,
    parameters, warnings: for the evaluation's own fields. jobs: processes; executor: works there instead. progress:
    called with the number of lines after each block.
    Raises DataError (LengthError), SchemeError, ChallengeError or OptionError.
    """
    record = evaluate_to_record(
        schemes,
        expected,
        output,
        inputs,
        reading=reading,
        challenge=challenge,
        split=split,
        parameters=parameters,
        warnings=warnings,
        jobs=jobs if executor is None else executor,
        rows=rows,
        progress=progress,
    )
    return Evaluation(**vars(record))


def _short_names(outputs: Sequence[Evaluation]) -> list[str]:
    return distinct_names([one.output for one in outputs])
