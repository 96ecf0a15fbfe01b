"""Sentences of the engine about labels and found passages, which pages say in Czech, too; see `engine_sentences`."""

from __future__ import annotations

from django.utils.translation import gettext_noop

LABEL_PIECES = (
    gettext_noop("%(metric)s cannot read this line: "),
    gettext_noop("wanted a number with a decimal point, such as 12, -0.5 or 1e-3"),
    gettext_noop(", and nothing after it"),
    gettext_noop("wanted a probability, a number from 0 to 1"),
    gettext_noop("wanted a finite number"),
    gettext_noop("numbers beyond %(word)s overflow where they are added up"),
    gettext_noop("wanted as many tokens as expected"),
    gettext_noop("wanted exactly two fields with one TAB between them"),
    gettext_noop("; found "),
    gettext_noop(", found "),
    gettext_noop("a number with a decimal point, such as 12, -0.5 or 1e-3"),
    gettext_noop("wanted "),
    gettext_noop("wanted 0 or 1"),
    gettext_noop("wanted an interval: two numbers with decimal points and a comma between them, such as 1600,1601.5"),
    gettext_noop("wanted exactly two numbers with one TAB between them"),
    gettext_noop(", found %(n)s fields"),
    gettext_noop(", in the %(word)s field"),
    gettext_noop("wanted latitude (from -90 to 90), TAB, longitude (from -180 to 180), in degrees"),
    gettext_noop("wanted spans such as %(word)s, separated by spaces"),
    gettext_noop("wanted spans such as %(word)s or %(of_word)s, separated by spaces"),
    gettext_noop("wanted segments such as %(word)s"),
    gettext_noop("wanted BIO tags such as O, B-label or I-label/NORMALISED, separated by spaces"),
    gettext_noop("wanted rectangles such as %(word)s, separated by spaces, with x0 <= x1 and y0 <= y1"),
    gettext_noop("wanted a rating from 1 to 5"),
    gettext_noop("wanted tags such as O, B-person, I-person, E-person or S-person"),
    gettext_noop("wanted as many tags as expected"),
    gettext_noop(", found %(n)s for %(of)s"),
    gettext_noop("wanted word:probability entries separated by single spaces, or "),
    gettext_noop("%(word)s log-probabilities"),
    gettext_noop("; found %(n)s numbers"),
    gettext_noop("wanted entries such as word:0.6 separated by single spaces"),
    gettext_noop(
        "the first line has to name the columns question, place and passage, as  probierz index search --format tsv  "
        "prints them"
    ),
    gettext_noop("%(n)s columns, and %(of)s in the header"),
    gettext_noop("question, place and passage must not be empty"),
    gettext_noop("there are more than %(n)s passages"),
    gettext_noop("judge them in parts"),
    gettext_noop("there is no passage below the header"),
)
