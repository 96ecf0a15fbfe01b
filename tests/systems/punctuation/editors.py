"""Sentences that an editor would hold against a system, by the rule of Polish punctuation that they show.

Written for this purpose from the rules, before it was looked at what systems make of them; only the rule of
conjunctions that go together was added afterwards. Words in small letters without commas and marks of the end are what
a system gets; the full stop of an abbreviation stays.

`editors.tsv` beside this file has 184 more of 13 classes, without any full stops: on the half `mend` rules were made,
the half `held` was looked at when they were done.
"""

SENTENCES = {
    "indirect questions": [
        "Sąsiadka zapytała, kto zostawił otwartą bramę.",
        "Nie wiadomo, czy pociąg przyjedzie na czas.",
        "Lekarz spytał, gdzie najbardziej boli.",
        "Zastanawiam się, dlaczego nikt nie odpowiada.",
        "Sprawdź, ile zostało nam paliwa.",
        "Powiedział, kiedy zamierza wyjechać.",
        "Nie rozumie, jak mogło do tego dojść.",
        "Zobaczymy, czy starczy nam sił.",
    ],
    "questions": [
        "Czy ktoś widział moje okulary?",
        "Dlaczego tak długo na nas czekaliście?",
        "Kto ci o tym powiedział?",
        "Gdzie schowałeś klucze od piwnicy?",
        "Ile kosztuje bilet do muzeum?",
    ],
    "clauses": [
        "Książka, którą mi pożyczyłeś, leży na stole.",
        "Miasto, w którym mieszkamy, ma długą historię.",
        "Jeśli jutro będzie ładnie, pojedziemy nad jezioro.",
        "Nauczycielka powtórzyła zadanie, ponieważ nikt go nie zrozumiał.",
        "Wróciliśmy wcześniej, gdyż zaczęło grzmieć.",
        "Chociaż bardzo się starał, nie zdał egzaminu.",
        "Umyj ręce, zanim usiądziesz do obiadu.",
        "Kupił rower, żeby dojeżdżać do pracy.",
        "Jestem pewien, że zdążymy.",
        "Dziadek, który ma dziewięćdziesiąt lat, codziennie chodzi na spacer.",
    ],
    "conjunctions of two words": [
        "Poszedł do pracy, mimo że miał gorączkę.",
        "Nie dostaniesz deseru, chyba że zjesz zupę.",
        "Warto tam pojechać, zwłaszcza że bilety są tanie.",
    ],
    "no comma": [
        "Przyszedł i usiadł przy oknie.",
        "Lubię jabłka i gruszki oraz śliwki.",
        "Zrobię to tylko jeśli mi pomożesz.",
        "Nie zna sąsiadów ani nauczycieli.",
        "Mówił cicho i bez pośpiechu.",
    ],
    "outside of the sentence": [
        "Niestety, sklep był już zamknięty.",
        "Krótko mówiąc, mamy kłopot.",
        "Po pierwsze, nie mamy na to pieniędzy.",
        "Szczerze mówiąc, spodziewałem się więcej.",
    ],
    "conjunctions that go together": [
        "Nie wziął ani parasola, ani płaszcza.",
        "Albo wyjedziemy jutro, albo zostaniemy do niedzieli.",
        "Im wcześniej wstaniesz, tym więcej zrobisz.",
        "Spotkanie odwołano zarówno w Gdańsku, jak i w Sopocie.",
    ],
    "lists": [
        "Na targu kupiła marchew, buraki, pietruszkę i seler.",
        "Dzień był ciepły, słoneczny i bezwietrzny.",
        "Śpiewał, tańczył i opowiadał dowcipy.",
    ],
    "apposition": [
        "Anna Nowak, burmistrz miasta, otworzyła wystawę.",
        "Kraków, dawna stolica Polski, przyciąga turystów.",
        "Mój brat, z zawodu stolarz, zrobił ten stół.",
    ],
    "abbreviations": [
        "W 1945 r., kiedy skończyła się wojna, wrócili do domu.",
        "Zapłacił 20 tys., ponieważ nie miał wyjścia.",
        "Było to w 2004 r., gdy wstąpiliśmy do Unii.",
    ],
}
