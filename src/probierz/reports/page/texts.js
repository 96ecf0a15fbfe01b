// Everything the page says, in two languages. Forms of a word after a number are chosen by the language's rules.

const TEXTS = {
  en: {
    language: "Language", otherTheme: { light: "Dark theme", dark: "Light theme" }, skip: "Skip to the content", contents: "Contents",
    howTo: "How to read this", asTable: "Show as table", report: "Evaluation report",
    lines: { one: "{count} line", other: "{count} lines" }, outputs: { one: "{count} output", other: "{count} outputs" },
    challenge: "Challenge", split: "Split", mainMetric: "Main metric",
    better: { higher: "higher is better", lower: "lower is better" }, arrow: { higher: "↑", lower: "↓" },
    output: "Output", outputs_: "Outputs", texts: "Texts", cells: "Cells", metric: "Metric", expected: "Expected", input: "Input", line: "Line", score: "Score", interval: "interval",
    from: "from {low} to {high}", range: "{low} to {high}", all: "All", none: "none", noScore: "no score", best: "best",
    showAll: { one: "Show all {count} row", other: "Show all {count} rows" },
    copied: "Copied",

    findingAlone: "{best} is better than {other}: {difference} ({interval}), p {p}.",
    findingSame: "{best} and {other} cannot be told apart: the difference is {difference} ({interval}), p {p}.",
    findingTop: "{best} is the best: no other output shares its place.",
    findingGroup: "{names} share the first place: they cannot be told apart.",

    scores: "Scores",
    scoresHelp: "Every score comes with the interval in which it would fall for other lines of the same kind, at the level named below the table. The pictures show the same: the sign is the score, the bar its interval. The best score of each metric is in bold. Intervals that overlap do not mean that outputs are equal; see the comparison for that.",
    intervalsMade: "Intervals: {level}, {method}, {samples} samples, seed {seed}.",
    noInterval: "no interval", parameters: "Parameters", warnings: "Warnings", signatures: "Signatures", forest: "{metric}: score of every output with its interval",

    comparison: "Comparison",
    comparisonHelp: "Each cell says by how much the output of its row scores more than the output of its column, and how probable a difference of that size is by chance alone (p). ▲ marks a row that is better beyond chance, ▼ one that is worse, and ≈ outputs that cannot be told apart. Outputs in one group share a place.",
    clusters: "Places", together: "cannot be told apart", difference: "Difference", minus: "{a} minus {b}", p: "p", adjusted: "corrected p",
    isBetter: "better", isWorse: "worse", isSame: "cannot be told apart", test: "Test: {test}.", tests: { sign: "exact sign test", randomisation: "approximate randomisation", bootstrap: "paired bootstrap" }, correction: "Corrected for several pairs: {correction}.",
    smallest: "The smallest difference that these lines can show is about {value}.",
    betterLines: { one: "better on {count} line", other: "better on {count} lines" }, worseLines: { one: "worse on {count} line", other: "worse on {count} lines" },
    versus: "row − column",

    histogram: "Scores of single lines",
    histogramHelp: "How many lines have which score. A long tail of bad lines asks for other work than a score that is middling everywhere. Choose a bar to see its lines.",
    histogramLabel: "{metric}: how many lines have which score", bin: "Score", scoreOfLine: "score of a line", unscored: { one: "{count} line has no score", other: "{count} lines have no score" },
    seeLines: "see these lines", noBins: "No line has a score of its own.",

    slices: "Slices",
    slicesHelp: "The score on a part of the lines, with its interval. * marks a slice whose score differs from that of the other lines beyond chance (q at most 0.05, corrected for the number of slices). Pale names are slices of few lines: their scores say little.",
    slice: "Slice", slicesLabel: "{metric} by {title}: score of every output with its interval", few: "few lines", differs: "differs from the other lines (q {q})", size: "Lines",

    classes: "Classes",
    classesHelp: "Precision: the share of what the output gave that is right. Recall: the share of what was expected that was found. F1: their harmonic mean. In the confusion matrix rows are what was expected and columns what was given, so everything off the diagonal is a mistake; darker cells hold more.",
    class: "Class", given: "Given", hits: "Hits", precision: "Precision", recall: "Recall", f1: "F1", averages: { macro: "Macro average", micro: "Micro average", weighted: "Weighted average" }, averages_: "Averages",
    confusion: "Confusion matrix", counts: "Counts", shares: "Share of the row", confusionCaption: "Rows: expected. Columns: given.", expectedVersusGiven: "expected ↓ given →",
    onlyLabels: "Shown are the {shown} most frequent of {count} classes.",

    calibration: "Calibration",
    calibrationHelp: "When an output says that it is 80% sure, it should be right in 80% of such lines: then the points lie on the dashed diagonal. Below it the output is too sure of itself, above it not sure enough. Larger points stand for more lines. ECE is the mean distance from the diagonal, MCE the largest one.",
    confidence: "Confidence", accuracy: "Accuracy", calibrationLabel: "Confidence against accuracy of every output",

    agreement: "Agreement of the outputs",
    agreementHelp: "How often the outputs are right and wrong on the same lines. Outputs that are wrong on different lines can gain from being combined.",

    rightLines: "Right: {name}", rightSomewhere: "Right in some output", oracle: "Best output of each line", right: "right", wrong: "wrong", combinations: "Which outputs are right together",
    outputsOfPair: "First – second", bothRight: "Both right", onlyFirst: "Only the first", onlySecond: "Only the second", bothWrong: "Both wrong", sameOutput: "Same output", kappa: "Kappa of outputs", error_kappa: "Kappa of mistakes",

    worst: "What goes with bad lines",
    worstHelp: "Words and other features of lines that score worse than the lines without them. An effect of 1 means that every line with the feature is worse than every other line, 0 that it makes no difference. q is the rate of false discoveries to expect among features at least as strong. Choose a feature to see its lines.",
    feature: "Feature", others: "Others", effect: "Effect", q_: "q", also: "also: {names}", more: "and {count} more", tested: { one: "{count} feature tested", other: "{count} features tested" },
    noFeatures: "No feature stands out.", noLinesOfFeature: "none of its lines is in this file",

    items: "Lines",
    itemsHelp: "Open a line to see its texts in full and what differs. Missing text is struck through, added text underlined. The search takes plain text, or a regular expression between slashes, such as /nie\\s+ma/. The address of the page keeps your view, so you can send it to somebody.",
    kept: "This file holds {kept} of {total} lines.", found: { one: "{count} of {total} lines", other: "{count} of {total} lines" },
    search: "Search", searchHint: "text or /expression/", scoreFrom: "Score from", scoreTo: "to", ofOutput: "Score of", sortBy: "Sort by", shownOutputs: "Outputs shown",
    pair: "Compare", pairs: { better: "{a} better than {b}", worse: "{a} worse than {b}", equal: "{a} and {b} equal" }, everyLine: "all lines",
    ascending: "ascending", descending: "descending", spread: "Difference of scores", number: "Line number",
    page: "Page {page} of {pages}", first: "First page", previous: "Previous page", next: "Next page", last: "Last page", perPage: "Lines on a page",
    open: "Open line {number}", clearFilter: "Remove the filter {name}", clearAll: "Remove all filters", filters: "Filters", unit: "Differences by", units: { word: "words", character: "characters" },
    scoreChip: "{output}: {range}", featureChip: "{output}: {feature}", searchChip: "search: {query}", nothing: "No line matches.",
    showMore: "Show more ({count} characters)", link: "Link to this line", same: "same as expected", tooLong: "Too long to be compared; the texts stand as they are.",
    missing: "missing", added: "added", atLeast: "from {low}", atMost: "up to {high}",
    badPattern: "This expression is not valid: {message}", slowPattern: "This expression could take very long: it repeats something that is itself repeated, or repeats a choice. Write it more simply.",
    tooSlow: "The search was stopped because it took too long; only the first {count} lines were searched.",

    about: "How this was made", file: "File", version: "Made by Probierz {version}.", notes: "Notes", offline: "This file is complete in itself: it loads nothing from anywhere and sends nothing anywhere.",
    noData: "The data of this report could not be read: {message}", oldBrowser: "This browser is too old to unpack the report. Browsers from 2023 on can.",
  },
  pl: {
    language: "Język", otherTheme: { light: "Ciemny motyw", dark: "Jasny motyw" }, skip: "Przejdź do treści", contents: "Spis treści",
    howTo: "Jak to czytać", asTable: "Pokaż jako tabelę", report: "Raport z oceny",
    lines: { one: "{count} wiersz", few: "{count} wiersze", many: "{count} wierszy", other: "{count} wiersza" },
    outputs: { one: "{count} wyjście", few: "{count} wyjścia", many: "{count} wyjść", other: "{count} wyjścia" },
    challenge: "Wyzwanie", split: "Zbiór", mainMetric: "Główna metryka",
    better: { higher: "im więcej, tym lepiej", lower: "im mniej, tym lepiej" }, arrow: { higher: "↑", lower: "↓" },
    output: "Wyjście", outputs_: "Wyjścia", texts: "Teksty", cells: "Komórki", metric: "Metryka", expected: "Oczekiwane", input: "Wejście", line: "Wiersz", score: "Wynik", interval: "przedział",
    from: "od {low} do {high}", range: "{low} do {high}", all: "Wszystkie", none: "brak", noScore: "bez wyniku", best: "najlepszy",
    showAll: { one: "Pokaż {count} wiersz", few: "Pokaż wszystkie {count} wiersze", many: "Pokaż wszystkie {count} wierszy", other: "Pokaż wszystkie {count} wiersza" },
    copied: "Skopiowano",

    findingAlone: "{best} jest lepsze niż {other}: {difference} ({interval}), p {p}.",
    findingSame: "{best} i {other} są nie do odróżnienia: różnica wynosi {difference} ({interval}), p {p}.",
    findingTop: "Najlepsze jest {best}: żadne inne wyjście nie dzieli z nim miejsca.",
    findingGroup: "Pierwsze miejsce dzielą {names}: są nie do odróżnienia.",

    scores: "Wyniki",
    scoresHelp: "Każdy wynik ma przedział, w którym znalazłby się dla innych wierszy tego samego rodzaju; poziom ufności podano pod tabelą. Wykresy pokazują to samo: znak to wynik, kreska to jego przedział. Najlepszy wynik każdej metryki jest pogrubiony. Nakładające się przedziały nie znaczą, że wyjścia są równe: o tym mówi porównanie.",
    intervalsMade: "Przedziały: {level}, {method}, liczba prób {samples}, ziarno {seed}.",
    noInterval: "bez przedziału", parameters: "Parametry", warnings: "Ostrzeżenia", signatures: "Sygnatury", forest: "{metric}: wynik każdego wyjścia z przedziałem",

    comparison: "Porównanie",
    comparisonHelp: "Każda komórka mówi, o ile wynik wyjścia z jej wiersza jest większy od wyniku wyjścia z jej kolumny i jak prawdopodobna jest taka różnica przez sam przypadek (p). ▲ oznacza wyjście lepsze, ▼ gorsze, i to nie przez przypadek, a ≈ wyjścia nie do odróżnienia. Wyjścia w jednej grupie dzielą miejsce.",
    clusters: "Miejsca", together: "nie do odróżnienia", difference: "Różnica", minus: "{a} minus {b}", p: "p", adjusted: "p po korekcie",
    isBetter: "lepsze", isWorse: "gorsze", isSame: "nie do odróżnienia", test: "Test: {test}.", tests: { sign: "dokładny test znaków", randomisation: "przybliżona randomizacja", bootstrap: "sparowany bootstrap" }, correction: "Korekta na wiele par: {correction}.",
    smallest: "Najmniejsza różnica, jaką te wiersze mogą wykazać, to około {value}.",
    betterLines: { one: "lepsze w {count} wierszu", other: "lepsze w {count} wierszach" }, worseLines: { one: "gorsze w {count} wierszu", other: "gorsze w {count} wierszach" },
    versus: "wiersz − kolumna",

    histogram: "Wyniki pojedynczych wierszy",
    histogramHelp: "Ile wierszy ma jaki wynik. Długi ogon złych wierszy wymaga innej pracy niż wynik wszędzie średni. Wybierz słupek, żeby zobaczyć jego wiersze.",
    histogramLabel: "{metric}: ile wierszy ma jaki wynik", bin: "Wynik", scoreOfLine: "wynik wiersza",
    unscored: { one: "{count} wiersz nie ma wyniku", few: "{count} wiersze nie mają wyniku", many: "{count} wierszy nie ma wyniku", other: "{count} wiersza nie ma wyniku" },
    seeLines: "zobacz te wiersze", noBins: "Żaden wiersz nie ma własnego wyniku.",

    slices: "Przekroje",
    slicesHelp: "Wynik dla części wierszy, z przedziałem. * oznacza przekrój, którego wynik różni się od wyniku pozostałych wierszy nie przez przypadek (q najwyżej 0,05, z korektą na liczbę przekrojów). Blade nazwy to przekroje o niewielu wierszach: ich wyniki mówią mało.",
    slice: "Przekrój", slicesLabel: "{metric} według {title}: wynik każdego wyjścia z przedziałem", few: "mało wierszy", differs: "różni się od pozostałych wierszy (q {q})", size: "Wiersze",

    classes: "Klasy",
    classesHelp: "Precyzja: jaka część tego, co podało wyjście, jest poprawna. Pełność: jaka część tego, co oczekiwane, została znaleziona. F1: ich średnia harmoniczna. W macierzy pomyłek wiersze to klasy oczekiwane, a kolumny podane, więc wszystko poza przekątną jest pomyłką; w ciemniejszych komórkach jest więcej.",
    class: "Klasa", given: "Podane", hits: "Trafione", precision: "Precyzja", recall: "Pełność", f1: "F1", averages: { macro: "Średnia makro", micro: "Średnia mikro", weighted: "Średnia ważona" }, averages_: "Średnie",
    confusion: "Macierz pomyłek", counts: "Liczby", shares: "Udział w wierszu", confusionCaption: "Wiersze: oczekiwane. Kolumny: podane.", expectedVersusGiven: "oczekiwane ↓ podane →",
    onlyLabels: "Pokazano {shown} najczęstszych klas z {count}.",

    calibration: "Kalibracja",
    calibrationHelp: "Gdy wyjście mówi, że jest pewne na 80%, powinno mieć rację w 80% takich wierszy: wtedy punkty leżą na przerywanej przekątnej. Poniżej niej wyjście jest zbyt pewne siebie, powyżej zbyt mało. Większe punkty to więcej wierszy. ECE to średnia odległość od przekątnej, MCE największa.",
    confidence: "Pewność", accuracy: "Trafność", calibrationLabel: "Pewność a trafność każdego wyjścia",

    agreement: "Zgodność wyjść",
    agreementHelp: "Jak często wyjścia mają rację i mylą się w tych samych wierszach. Wyjścia, które mylą się w różnych wierszach, mogą zyskać na połączeniu.",

    rightLines: "Poprawne: {name}", rightSomewhere: "Poprawne w którymś wyjściu", oracle: "Najlepsze wyjście w każdym wierszu", right: "dobrze", wrong: "źle", combinations: "Które wyjścia mają rację razem",
    outputsOfPair: "Pierwsze – drugie", bothRight: "Oba dobrze", onlyFirst: "Tylko pierwsze", onlySecond: "Tylko drugie", bothWrong: "Oba źle", sameOutput: "To samo wyjście", kappa: "Kappa wyjść", error_kappa: "Kappa pomyłek",

    worst: "Co towarzyszy złym wierszom",
    worstHelp: "Słowa i inne cechy wierszy, które wypadają gorzej niż wiersze bez nich. Efekt 1 znaczy, że każdy wiersz z cechą jest gorszy od każdego innego, a 0, że cecha nie ma znaczenia. q to odsetek fałszywych odkryć, jakiego trzeba się spodziewać wśród cech co najmniej tak silnych. Wybierz cechę, żeby zobaczyć jej wiersze.",
    feature: "Cecha", others: "Pozostałe", effect: "Efekt", q_: "q", also: "także: {names}", more: "i {count} więcej",
    tested: { one: "sprawdzono {count} cechę", few: "sprawdzono {count} cechy", many: "sprawdzono {count} cech", other: "sprawdzono {count} cechy" },
    noFeatures: "Żadna cecha się nie wyróżnia.", noLinesOfFeature: "w tym pliku nie ma żadnego z jej wierszy",

    items: "Wiersze",
    itemsHelp: "Otwórz wiersz, żeby zobaczyć całe teksty i różnice. Tekst brakujący jest przekreślony, dodany podkreślony. Szukać można zwykłego tekstu albo wyrażenia regularnego między ukośnikami, na przykład /nie\\s+ma/. Adres strony pamięta widok, więc można go komuś posłać.",
    kept: "W tym pliku jest {kept} z {total} wierszy.", found: { one: "{count} z {total} wierszy", other: "{count} z {total} wierszy" },
    search: "Szukaj", searchHint: "tekst albo /wyrażenie/", scoreFrom: "Wynik od", scoreTo: "do", ofOutput: "Wynik wyjścia", sortBy: "Sortuj według", shownOutputs: "Pokazane wyjścia",
    pair: "Porównaj", pairs: { better: "{a} lepsze niż {b}", worse: "{a} gorsze niż {b}", equal: "{a} i {b} równe" }, everyLine: "wszystkie wiersze",
    ascending: "rosnąco", descending: "malejąco", spread: "Różnica wyników", number: "Numer wiersza",
    page: "Strona {page} z {pages}", first: "Pierwsza strona", previous: "Poprzednia strona", next: "Następna strona", last: "Ostatnia strona", perPage: "Wierszy na stronie",
    open: "Otwórz wiersz {number}", clearFilter: "Usuń filtr {name}", clearAll: "Usuń wszystkie filtry", filters: "Filtry", unit: "Różnice według", units: { word: "słów", character: "znaków" },
    scoreChip: "{output}: {range}", featureChip: "{output}: {feature}", searchChip: "szukane: {query}", nothing: "Żaden wiersz nie pasuje.",
    showMore: "Pokaż więcej ({count} znaków)", link: "Odnośnik do tego wiersza", same: "takie jak oczekiwane", tooLong: "Za długie, żeby porównać; teksty stoją tak, jak są.",
    missing: "brakuje", added: "dodano", atLeast: "od {low}", atMost: "do {high}",
    badPattern: "To wyrażenie jest niepoprawne: {message}", slowPattern: "To wyrażenie mogłoby działać bardzo długo: powtarza coś, co samo się powtarza, albo powtarza wybór. Napisz je prościej.",
    tooSlow: "Szukanie przerwano, bo trwało zbyt długo; przeszukano tylko pierwsze {count} wierszy.",

    about: "Jak to powstało", file: "Plik", version: "Raport programu Probierz {version}.", notes: "Uwagi", offline: "Ten plik jest kompletny: niczego skądinąd nie wczytuje i niczego nigdzie nie wysyła.",
    noData: "Nie udało się odczytać danych raportu: {message}", oldBrowser: "Ta przeglądarka jest za stara, żeby rozpakować raport. Potrafią to przeglądarki od 2023 roku.",
  },
};

function texts() {
  return TEXTS[state.language];
}

/** A text in the language of the page; {names} are filled in, a number called count chooses the form. */
function t(key, values = {}) {
  const parts = entry(key, values.count);
  return parts.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? whole(values[name]) : values[name]));
}

function entry(key, count) {
  const found = key.split(".").reduce((texts, part) => texts[part], texts());
  if (typeof found === "string") return found;
  return found[new Intl.PluralRules(state.language).select(count)] || found.other;
}

/** Like t, but values may be elements: gives the nodes of the sentence. */
function sentence(key, values) {
  return entry(key, values.count).split(/\{(\w+)\}/).map((part, at) => (at % 2 ? values[part] : part)).flat();
}
