"""Whether a Polish translation says the opposite of its source by one word.

Prices rose.               |  Ceny spadły.             up, and down
Take it before meals.      |  Zażyć po posiłku.        before, and after
Our team won the match.    |  Nasza drużyna przegrała.

Of each pair of opposites both sides are known in all their forms. There is a note where the source says one side and
never the other, and the translation the other and never the first; words that deny turn all round, and then nobody can
tell. Words of many meanings (left, right, old) tell only beside words that settle which.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_NUMBER = (
    r"(?:half_)?(?:an?_)?(?:[$£€]?\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|\w+teen|\w+ty|dozen|hundred|thousand"
    r"|million)"
)
_PLACE = (
    r"(?:\w+_)?(?:river|lake|sea|ocean|city|town|village|house|roof|bridge|road|street|table|bed|desk|chair|sofa|door|tree"
    r"|ground|floor|water|mat|carpet|car|train|bench|stairs|fire|field|forest|mountains?|valley|window|wall|church|castle)"
)
_WHEN = r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|holidays?|weekdays)"
_DAY = r"(?:poniedział\w+|wtor\w+|śr[oó]d\w+|czwart\w+|piąt\w+|sobot\w+|niedziel\w+|weekend\w*|święt\w+)"
_PAIRS = (
    r"""
rose risen rises? soar\w* surg(?:e[sd]?|ing) increas\w+ grew grows grown climbs went_up goes_up go_up going_up raised
  raises doubled tripled (?:is|are|was|were|been|keeps?|kept|started|began)_(?:rising|growing)
  (?:will|to|could|may|might|would)_(?:rise|increase|grow) : wzr(?:asta|ast|ośn|osł|ósł|osn)\w* wzrostu? wzrostem
  rosł[aoy] r[oó]sł rosną rośnie zwiększ\w+ podn(?:ios|iós|ies)\w+ podwyżs\w+ podwyżk\w+ podrożał\w* zdrożał\w*
  przyb(?:yw|ył)\w+ skoczył\w* poszł[aoy]_w_górę idzie_w_górę : pogłęb\w+ nasil\w+ wst\w+ wsch\w+ rozw\w+
/ decreas\w+ declin(?:e[sd]?|ing) fell falls? fallen drops? dropped plummet\w* plung(?:e[sd]|ing)
  (?:went|goes|going)_down dwindl\w+ lowered lowers reduc(?:es?|ed|ing) :
  spad(?:ł\w*|ek|k\w+|nie|ną|a|ają|ać|ając\w*|ała|ały|ało|łszy)
  zmniejsz\w+ maleje maleją\w* mal(?:ał|eć|ała|ało|ały)\w* zmalał\w* zmaleje obniż\w+ ubywa\w* ubył\w* zniżk\w+
  potaniał\w* staniał\w* : upad\w* pogorsz\w+ odm\w+;
(?<!day_)(?<!week_)(?<!year_)(?<!ever_)(?<!never_)before prior_to preceding :
  przed(?!e_wszystkim|_chwilą|_siebie|_sobą) przede zanim wcześniej\w* uprzedni\w* poprzedn\w+ nim : dotąd
  dotychczas\w* dawniej kiedyś niegdyś ubiegł\w+ do(?!_(?:mnie|ciebie|niego|niej|nas|was|nich)) pierwszy wobec jeszcze
/ (?<!day_)(?<!soon_)(?<!look_)(?<!looks_)(?<!looking_)(?<!looked_)(?<!named_)(?<!take_)(?<!ever_)after(?!_all)
  after_(?:meals?|food|eating|breakfast|lunch|dinner|supper) afterwards :
  po(?!_raz|_co|_prostu|_polsku|_angielsku|_stronie|_drugie|_pierwsze|_trzecie|_drodze|_czym|_za|_południu|_omacku|_cichu|_\w+sku)
  potem później\w* następnie następn\w+ odkąd : za gdy kiedy od skoro jak;
more(?!_or_less|_and_more|over) : więcej bardziej liczniej\w* większ\w+ częściej dłuż\w+ : ponad jeszcze dodatkow\w+
  kolejn\w+ już (?!mniej)\w+iej
/ less fewer : mniej(?!_więcej) mniejsz\w+ rzadziej niższ\w+ : poniżej niewiel\w+ mał[oy]\w* niecał\w+;
at_least no_fewer_than : (?:co_)?najmniej przynajmniej (?:naj)?mniej\w* minim\w+
/ at_most : (?:co_)?najwyżej maksym\w+ najwięcej : do;
won wins winning win : wygr(?:a|a[łl]\w*|ać|ają|am|ywa\w*|ana|aną|anej|amy) zwycię\w+ triumf\w* zdoby\w+ pokona\w+ :
  otrzyma\w+ dosta\w+ los\w+ szans\w+
/ lost_the lose_the lost_to loses defeated_by lost_(?:\w+_){0,2}(?:match|game|election|war|battle|race|case|vote)s? :
  przegr(?:a|a[łl]\w*|ać|ają|am|ywa\w*|ana|aną|anej|amy) uleg(?:ł\w*|ają|a) : strac\w+ zgub\w+ utrac\w+ schud\w+;
(?:is|are|was|were|stays?|remains?|left|still|wide)_open opens opened
  open_(?:the|your|a|an|up|my|his|her|on|daily|from|until|every) :
  otw(?:arł\w*|orz\w+|art\w+|ier\w+|órz\w*) czynn\w+ rozw\w+ rozł\w+
/ (?:is|are|was|were|stays?|remains?|be)_closed closes closed close_(?:the|your|a|my|his|her)(?!_\w+_(?:of|to)) shut :
  zam(?:kn\w+|yka\w*|ykasz) nieczynn\w+ zawar\w+;
(?:to_the|on_the|turn(?:ed|s)?|keep|bear|far|your|my|his|her)_left(?!_(?:for|the|me|him|her|us|it|with|behind)(?!\w))
  left_(?:hand|side|arm|leg|foot|eye|ear|turn|wing|lane|knee|shoulder|bank|wheel|cheek|lung|kidney|corner) :
  lew\w{1,3} lewic\w+
/ (?:to_the|on_the|turn(?:ed|s)?|keep|bear|far)_right(?!_(?:track|way|time|place|thing|size|side_of))
  right_(?:hand|side|arm|leg|foot|eye|ear|turn|wing|lane|knee|shoulder|bank|wheel|cheek|lung|kidney|corner) :
  praw(?:o|a|ą|y|ej|ym|ego|e) prawic\w+;
hot warm\w* : gorąc\w+ ciepł\w+ cieplej\w* upaln\w+ upał\w* : ostr\w+ seks\w+ hot
/ (?<!a_)cold(?!_war|_sore)
  a_cold_(?:drink|day|night|winter|shower|soup|morning|evening|wind|beer|bath|meal|room|house|country|climate)
  chilly freezing : zimn\w* chłod\w+ mroźn\w+ lodowat\w+ : przezięb\w+ katar\w*;
bought buys? buying purchas\w+ : s?kup(?:i(?!e)\w*|uj\w+|owa\w+) zakup\w* naby\w+ nabę\w+
/ sold sells? selling : sprzeda\w* zby(?:ć|ł\w*);
arriv\w+ : przy(?:jecha\w+|jeżdża\w*|jazd\w*|by\w+|lec\w+|lat\w+|sz\w+|jd\w+|chodz\w+) dotar\w+
/ depart(?:s|ed|ing|ure) (?:left|leaves)_(?:the|at|for|home|early|late) :
  od(?:jecha\w+|jeżdża\w*|jazd\w*|by(?:ł|wa)\w*|lec\w+|lot\w*|latu\w+|szed\w+|sz[łl]\w+|chodz\w+) wyjecha\w+
  wyjeżdża\w* opuści\w+ : zostaw\w+ pozostaw\w+;
turn(?:ed|s)?_on switch(?:ed|es)?_on turn(?:ed)?_\w+_\w+_on : włącz\w* uruch\w+ zapal\w+
/ turn(?:ed|s)?_off switch(?:ed|es)?_off turn(?:ed)?_\w+_\w+_off : wyłącz\w* zgas\w+;
north\w* : północ\w*
/ south\w* : południ(?!e\w+_(?:ameryk|afryk))\w* południe;
east\w* : wsch[oó]d(?:u|em|zie|owi)? wschodni\w*
/ west\w* : zach[oó]d(?:u|em|zie|owi)? zachodni\w*;
older elder oldest eldest : starsz\w+ najstarsz\w+
/ younger youngest : młodsz\w+ najmłodsz\w+;
higher highest maximum maximal : (?:naj)?wyższ\w+ (?:naj)?wyżej maksym\w+
/ lower lowest minimum minimal : (?:naj)?niższ\w+ (?:naj)?niżej minim\w+ (?:naj)?mniejsz\w+;
taller tallest : (?:naj)?wyższ\w+ : rosł\w+ wysok\w+
/ shorter : (?:naj)?niższ\w+ : krótsz\w+ krócej nisk\w+ skr[óo]\w+;
heavier heaviest : (?:naj)?cięższ\w+ : ciężej
/ lighter lightest : (?:naj)?lżejsz\w+ : lżej jaśn\w+ zapaln\w+;
thicker thickest : (?:naj)?(?:grubsz|gęstsz)\w+ : gęściej
/ thinner thinnest : (?:naj)?(?:cieńsz|rzadsz|chudsz)\w+ : cieniej;
upper_(?:floor|deck|half|part|jaw|lip|level|limb|body)s? : górn\w+ wyższ\w+
/ lower_(?:floor|deck|half|part|jaw|lip|level|limb|body)s? : doln\w+ niższ\w+;
front_(?:doors?|seats?|wheels?|legs?|teeth|yard|row) : przedn\w+ frontow\w+ pierwsz\w+ główn\w+
/ (?:back|rear)_(?:doors?|seats?|wheels?|legs?|yard|row) : tyln\w+ ostatni\w+;
exempt : zwoln\w+ zwalni\w+ wyłącz\w+
/ subject_to_(?:tax\w*|duty|VAT|a_fee) : podleg\w+ opodatkow\w+;
larger largest bigger biggest : (?:naj)?większ\w+
/ smaller smallest : (?:naj)?mniejsz\w+;
best better : (?:naj)?lepsz\w+ (?:naj)?lepiej : popraw\w+ dosk\w+ woli wol[aeę]\w+
/ worst worse : (?:naj)?gorsz\w+ (?:naj)?gorzej;
stronger strongest : (?:naj)?silniej\w* (?:naj)?mocniej\w*
/ weaker weakest : (?:naj)?słabsz\w+ (?:naj)?słabiej;
faster fastest : (?:naj)?szybsz\w+ (?:naj)?szybciej
/ slower slowest slowly : (?:naj)?wolniej\w* powoli powoln\w+;
longer longest : (?:naj)?dłużs\w+ (?:naj)?dłużej
/ shorter shortest : (?:naj)?krótsz\w+ (?:naj)?krócej;
easy easier easily easiest : (?:naj)?łatw\w+ : prost\w+ lekk\w+
/ difficult\w* harder hardest : (?:naj)?trudn\w+ ciężk\w+;
cheap\w* : tani\w* (?:naj)?ta(?:ńsz\w+|niej)
/ expensive : drog(?:i|a|ie|ą|iej|o|ich|im|imi) (?:naj)?droż\w+ kosztown\w+;
deep\w* : głęb\w+
/ shallow\w* : płyt(?:k\w+|sz\w+);
rich\w* : (?:naj)?boga[tc]\w+ zamożn\w+
/ poor(?:er|est)? : (?:naj)?bied\w+ ubog\w+ ubóstw\w+;
(?:from_|on_the_|the_)inside : wewn\w+ w_środku od_środka
/ (?:from_|on_the_|the_)outside : (?:na_|z_)?zewn\w+ zewnątrz;
enter(?:s|ed|ing)? : wsz(?:edł|ed\w+|ł\w+) wchodz\w+ wejś\w+ wejd\w+ wkr[ao]cz\w+ : wpis\w+ wprowadz\w+ wst\w+
/ exit(?:s|ed|ing) (?:went|goes|walked|came)_out : wysz(?:edł|ed\w+|ł\w+) wychodz\w+ wyjś\w+ wyjd\w+;
accept(?:s|ed|ing)? approv(?:es|ed|ing) : przyj(?:ę\w+|ął|ąć|mu\w+) zaakcept\w+ akcept\w+ zatwierdz\w+ uchwal\w+
  pogodz\w+ zgodz\w+
/ reject(?:s|ed|ing)? refus(?:e[sd]?|ing) : odrzuc\w+ odm[óoa]w\w+ : sprzeciw\w+;
guilty : winn(?:y|a|i|e|ego|ych|ą|ej|ym)
/ innocent : niewinn\w+;
agreed agrees : zg(?:odzi|adza)\w+ uzgod\w+ zgodn\w+ umów\w+ porozum\w+ zgod\w+
/ opposed opposes disagreed disagrees : sprzeciw\w+ przeciwn\w+ protest\w+;
at_the_latest : najpóźniej / at_the_earliest : najwcześniej;
(?:is|are|was|were|am|be|voted|spoke|came_out)_in_favou?r_of voted_for :
  poparł\w* poparci\w+ popiera\w* głosowa\w+_za : za
/ against : przeciw\w* wbrew sprzeciw\w* : odrzuc\w+ o z na chron\w+ ochron\w+;
died : umar[łl]\w* zmar[łl]\w* zgin\w+ śmier\w+ / (?:was|were)_born : urodzi\w+ przysz\w+_na_świat narodz\w+;
within_NUMBER_TIME : ciągu do terminie najpóźniej przed / after_NUMBER_TIME : po_(?:\w+_){1,2}CZAS;
former ex-\w+ : byłego byłej byłemu byłych byłym byłymi dawn\w+ poprzedn\w+ eks\w* :
  były była byłą byli pierwsz\w+ wcześn\w+
/ (?:the|a|my|our|their)_current : obecn\w+ aktualn\w+ teraźniejsz\w+ : bieżąc\w+ prąd\w*;
early earlier earliest : wcze[sś]n\w+ : rano począt\w+
/ (?<!of_)late(?!r_|ly) later latest(?=_\w+_than) : późn\w+ : zmarł\w+ ostatni\w* spóźn\w+;
majority : większoś\w+
/ minority : mniejszoś\w+;
succeed(?:ed|s)? successful\w* : uda(?:[łl]\w*|je|ny|na|ne) powi[oó]d\w+ sukces\w*
/ fail(?:ed|s|ure) : niepowodz\w+ porażk\w+ zawi[oó]d\w+ zawi[eó]\w+ upad\w+;
upstairs : na_g[oó]r\w+ piętr\w+
/ downstairs : na_d[oó]ł\w* na_dole parter\w*;
above : nad powyżej ponad
/ below beneath underneath : pod poniżej;
export\w* : eksport\w* wyw[oó]z\w*
/ import(?:s|ed|ing|ers?)? : import\w* przyw[oó]z\w*;
alive survived survives : żyw\w+ przeży\w+ ży(?:je|ją|ł\w*)
/ dead died dies killed : umar[łl]\w* zmar[łl]\w* zgin\w+ martw\w+ nie_żyje zabi\w+;
husband\w* : męż(?:a|owi|em|u|owie|ów) mąż małżon\w+
/ wife wives : żon\w+ małżon\w+;
brothers? : brat\w* braci\w* bracie
/ sisters? : siostr\w* si[oó]str\w*;
mother mom mum : mat(?:k\w+|ce|ek) mam\w*
/ father dad : oj(?:ciec|c\w+) tat\w*;
son sons : syn\w*
/ daughters? : cór\w+;
morning : ran(?:o|a|ek|k\w+|em) porann\w+ przed_południem
/ evening : wiecz[oó]r\w*;
before_noon : przed_południem do_południa rano w_południe
/ (?:in_the|this|that|every)_afternoon after_noon : po_południu popołudni\w+;
confirm\w* admit(?:s|ted)? : potwierdz\w+ przyzna\w+
/ den(?:y|ies|ied|ying) : zaprzecz\w+ z?dement\w+ wypar\w+ wypier\w+ : odm[óoa]w\w+;
allowed permitted : wolno dozwol\w+ zezw\w+ pozw\w+ może można mogą mogli legaln\w+ : uprawn\w+
/ forbidden prohibit(?:s|ed) banned : zabr(?:on|an)\w+ zakaz\w+ nie_wolno : wyklucz\w+;
loss(?:es)? : strat\w* utrat\w* uby\w+ ubyt\w+ : przegr\w+ klęs\w+
/ profits? gains? : zysk\w* : doch[oó]d\w*;
acquit\w* : uniewinni\w+ oczy[sś]\w+
/ convicted convicts? sentenced : skaz(?:a|u)\w+ : wyrok\w*;
remember(?:s|ed)? : pamięta\w+ : wspom\w+ przypom\w+
/ forg[eo]t(?:s|ten)? : zapom[ni]\w+;
loves? loved : koch\w+ uwielb\w+ miło\w+ lub\w+
/ hate[sd]? : nienawi\w+;
hir(?:ed?|es|ing) : zatrud\w+ przyj\w+
/ fired dismiss(?:es|ed|ing)? : zwol\w+ zwal\w+ : wyrz\w+;
mandatory compulsory obligatory : obowiązkow\w+ : musi\w* muszą
/ optional voluntary : dobrowoln\w+ opcjonaln\w+ nieobowiązkow\w+;
add(?:s|ed) : dod\w+ doł\w+
/ remove[sd]? : usu(?:ń|n\w+|w\w+) : zdj\w+ zdejm\w+ wyj\w+;
positive : pozytywn\w+ dodatni\w+
/ negative : negatywn\w+ ujemn\w+;
temporar\w+ : tymczasow\w+ czasow\w+ chwilow\w+
/ permanent\w* : stał\w+ trwał\w+ na_stałe;
yesterday : wczoraj\w*
/ tomorrow : jutro jutrzej\w+ jutra;
black : czarn\w+ czerń czerni
/ white : biał\w+ biel\w*;
new : now\w+ śwież\w+
/ (?:an|the|my|his|her|our|their)_old : star(?:y|a|e|ego|ej|ą|ych|ym|ymi|ą|zy) dawn\w+ : dobr\w+ lat;
wider? : szer\w+ / narrow(?:er)? : wąsk\w+ węższ\w+;
full fill(?:s|ed|ing)? : peł(?:en|no|n[aąeyi]|nego|nej|nych|nymi?) (?:na|za|wy)pełni\w+ : cał\w+ peł\w+ komplet\w*
/ empt(?:y|ied|ies|ying) : pust(?:y|a|e|o|ego|ej|ych|ą|ymi?|k\w+|kami) opróżni\w+ opustosz\w+ : opusz\w+ nikogo wol\w+;
over_NUMBER more_than_NUMBER : ponad powyżej przeszło więcej_niż : przez po nad co_najmniej minimum
/ under_NUMBER (?:less|fewer)_than_NUMBER : poniżej niespełna mniej_niż niecał\w+ : do młodsz\w+ nie w pod przed;
over_(?:the|a|an)_PLACE : nad ponad powyżej : przez po na w za z wokół wzdłuż nakry\w+ pokry\w+
/ under_(?:the|a|an)_PLACE : pod poniżej : spod w na przy do za z;
clean : czyst\w+ czyści\w* / dirty : brud\w+;
wet : mokr\w+ wilg\w+ / dry : such\w+ sucho wys\w+;
(?:is|was|are|were|very|too|so|a)_strong : siln\w+ moc\w+ / (?:is|was|are|were|very|too|so|a)_weak : słab\w+;
happy : szczęśliw\w+ wes\w+ radosn\w+ / sad : smutn\w+ nieszczęśliw\w+ : smuc\w+ przykr\w+;
safe\w* : bezpieczn\w+ / dangerous\w* : niebezpieczn\w+ groźn\w+;
(?:a|the|very|too|so)_long(?!_(?:time|way|as|ago)) : dług\w+ długo : daw\w+
/ (?:a|the|very|too|so)_short : kró(?:tk\w+|cej) krótko;
earn(?:s|ed|ing)? gain(?:s|ed|ing)? : zar(?:o|a)bi\w+ zysk\w+ zdoby\w+ : osiąg\w+ otrzym\w+ przybra\w+
/ lost(?!_in) los(?:es|ing) : (?:u|s|za)?trac\w+ straci\w+ przegr\w+ zgub\w+ : schud\w+;
f(?:ound|inds?) : znalaz\w+ znaleź\w+ znajd\w+ odn(?:alaz|ajd)\w+ : uzna\w+
/ lost(?!_and)(?!_in) los(?:es|ing) : z?gubi\w+ zagubi\w+ : (?:u|s)trac\w+ przegr\w+;
often frequent(?:ly)? : częst\w* : wiel\w+ zwykle nieraz
/ rarely seldom infrequent(?:ly)? : rza(?:dk|dz)\w+ nieczęst\w+ : mało sporadyczn\w+;
(?<!the_)(?<!at_)(?<!second_)most_(?:of|people|men|women|children|\w+(?<!s)s) (?<!how_)many_(?:people|of|\w+(?<!s)s)
  a_lot_of lots_of plenty_of : większoś\w+ wiel\w+ dużo liczn\w+ mnóstwo sporo mas[aęy] : częst\w+ niemal prawie
/ (?<!a_)(?<!\w_the_)(?<!^the_)(?<!last_)(?<!next_)(?<!past_)(?<!first_)(?<!these_)(?<!those_)few_(?:of|people|men|women
  |children|\w+(?<!s)s) : niewiel[eu] mało nieliczn\w+ garstk\w+ : rzad\w+ kilk\w+ ma[łl]\w+;
(?:start|began|begin)(?:s|ed|ning)? : (?:za|po|rozpo)cz(?:ą|ę|y|n)\w+ (?:u|wy)?rusz\w+ : wst[ąa]\w+
/ stop(?:s|ped|ping)? ended(?!_up) finished : s?kończ\w+ koniec końca
  (?:za)?przesta(?:ł|ją|je|ć|ń)\w* zatrzym\w+ wstrzym\w+ przer[wy]\w+ zakończ\w+;
(?:the|my|his|her|our|their)_first(?!_time|_of|_and) : pierwsz\w+ : najpierw począt\w+
/ (?:the|my|his|her|our|their)_last(?!_time|_\w+_years) : ostatni\w* : zeszł\w+ ubiegł\w+ minion\w+ koń\w+;
near(?:by)? close_to : niedalek\w+ blisk\w+ pobli\w+ : przy koło obok tuż
/ far_(?:from|away) : daleko z_dala odległ\w+ : wcale bynajmniej;
push(?:es|ed)? : (?:po|wy|prze|od)?p(?:ch|ych)\w+ : nacis\w+ / pull(?:s|ed)? : (?:po|wy|przy|roz|od)?ciąg(?:n|a)\w+;
nights? : noc\w* : wiecz\w+ północ\w* / (?:the|a|every|all|by|hot|cold|long|whole)_days? daytime :
  dzie(?:ń|nn\w+) dni\w* dnia : dob\w+ codzien\w*;
(?:except|apart_from|other_than|excluding)_(?:on_|for_|at_|in_)?WHEN : oprócz prócz poza z_wyjątkiem za_wyjątkiem
  wyjąwszy wyłączając
/ (?:only|exclusively|solely)_(?:on_|at_|in_)?WHEN : (?:tylko|wyłącznie|jedynie)_we?_DAY;
(?:letter|present|gift|card|message|flowers|email|e-mail|parcel|package|invitation|greetings)_from : od : ze?
/ (?:letter|present|gift|card|message|flowers|email|e-mail|parcel|package|invitation|greetings)_(?:for|to) :
  dla do : na;
prais(?:e[sd]?|ing) : (?:po)?chwal\w+ : podziw\w+ / critici[sz]\w+ scold\w* : (?:s)?krytyk\w+ zgan\w+ skar[cć]\w+
""".replace("NUMBER", _NUMBER)
    .replace("PLACE", _PLACE)
    .replace("WHEN", _WHEN)
    .replace("TIME", r"(?:minutes|hours|days|weeks|months|years)")
    .replace("CZAS", r"(?:minut\w*|godzin\w*|dni\w*|tygodni\w*|miesi[ąę]c\w*|lat\w*)")
    .replace("DAY", _DAY)
)
"""Opposites, parted by semicolons: of either side its words in English, in Polish, and Polish ones that may stand for
the English ones as well and tell nothing. Words are patterns of whole ones, with _ for a blank."""

_WITH_PREFIX = r"""
un(necessar\w+) : koniecz\w+ niezbędn\w+ potrzebn\w+; un(safe\w*) : bezpieczn\w+;
un(fair\w*) : sprawiedliw\w+ uczciw\w+;
un(known) : znan\w+; un(clear\w*) : jasn\w+; un(successful\w*) : skuteczn\w+ udan\w+; un(pleasant\w*) : przyjemn\w+;
un(health\w+) : zdrow\w+; un(happ\w+) : szczęśliw\w+ zadowol\w+; un(stable) : stabiln\w+; un(certain\w*) : pewn\w+;
un(comfortable) : wygodn\w+; un(official\w*) : oficjaln\w+; un(reliable) : niezawodn\w+ wiarygodn\w+;
un(limited) : ogranicz\w+; un(important) : ważn\w+ istotn\w+; un(usual\w*) : zwykł\w+ zwykle typow\w+;
un(expected\w*) : oczekiwan\w+ spodziewan\w+; un(willing\w*) : chętn\w+; un(able) : w_stanie może mogą m[oó]gł\w* mogli;
un(acceptable) : dopuszczaln\w+; un(employed) : zatrudn\w+ pracując\w+; un(friendl\w+) : przyja\w+;
un(interest\w+) : interesując\w+ ciekaw\w+; un(popular) : popularn\w+; un(true) : prawd\w+;
il(legal\w*) : legaln\w+; il(legible) : czyteln\w+; il(logical\w*) : logiczn\w+;
im(possible) : możliw\w+ można; im(patient\w*) : cierpliw\w+; im(polite\w*) : uprzejm\w+ grzeczn\w+;
im(perfect) : doskonał\w+ idealn\w+; im(mature) : dojrzał\w+; im(practical) : praktyczn\w+; im(moral) : moraln\w+;
in(accura\w+) : dokładn\w+ precyzyjn\w+; in(complete) : kompletn\w+ pełn\w+ ukończ\w+;
in(correct\w*) : poprawn\w+ prawidłow\w+;
in(dependent\w*) : zależn\w+; in(effective\w*) : skuteczn\w+; in(efficient\w*) : wydajn\w+ skuteczn\w+;
in(experienced) : doświadczon\w+; in(sufficient\w*) : wystarcz\w+ dostateczn\w+; in(visible) : widoczn\w+ widzialn\w+;
in(consistent\w*) : konsekwentn\w+ spójn\w+; in(convenient) : dogodn\w+ wygodn\w+; in(secure) : bezpieczn\w+ pewn\w+;
in(edible) : jadaln\w+; in(valid) : ważn\w+; in(capable) : zdoln\w+; in(frequent\w*) : często częst\w+;
ir(responsible) : odpowiedzialn\w+; ir(regular\w*) : regularn\w+; ir(relevant) : istotn\w+ ważn\w+;
dis(honest\w*) : uczciw\w+; dis(satisfied) : zadowol\w+; dis(obedien\w+) : posłuszn\w+; dis(loyal) : lojaln\w+
"""
"""English words that a prefix denies, in brackets without it, and what stands in Polish for them without it."""

_ALL_OR_NONE = r"""
always : zawsze wciąż ciągle stale
/ never : nigdy;
everyone everybody : wszyscy wszystki\w+ każd\w+ ka[żz]d\w+
/ nobody no_one : nikt nikomu nikogo nikim;
only often sometimes usually frequently : tylko jedyn\w+ wyłącz\w+ dopiero zaledwie często czasem czasami zwykle
  zazwyczaj niekiedy
/ never : nigdy;
everything : wszystk\w+ cał\w+ każd\w+
/ nothing : nic niczego niczym niczemu
"""
"""Opposites of which one denies."""


class _Side(NamedTuple):
    """One side of two opposites: its words in English and in Polish, and Polish ones that tell nothing."""

    english: re.Pattern[str]
    polish: re.Pattern[str]
    also: re.Pattern[str]


@cache
def _with_prefixes() -> str:
    """Pairs of what a prefix denies, and the words without it, as `_PAIRS` has them."""
    rows = []
    may_deny = r"nie\w+ bez(?!piecz)\w* mało słabo rzadko trudno\w*"
    for row in " ".join(_WITH_PREFIX.split()).split(";"):
        english, polish = row.strip().split(" : ")
        denied = " ".join(f"nie{word}" for word in polish.split())
        rows.append(rf"{english} : {denied} : {may_deny} / {english[english.index('(') :]} : {polish}")
    return ";".join(rows)


@cache
def _pairs(table: str) -> list[tuple[_Side, _Side]]:
    sides = ([_side(side) for side in pair.split(" / ")] for pair in " ".join(table.split()).split(";"))
    return [(one, other) for one, other in sides]


def _side(text: str) -> _Side:
    english, polish, also = (_whole(words) for words in [*text.split(" : "), ""][:3])
    return _Side(english, polish, also)


def _whole(words: str) -> re.Pattern[str]:
    """A pattern of any of the words; of none where there are none."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(words.split()).replace('_', ' ') or '(?!)'})(?!\w)", re.IGNORECASE)


_NOT = re.compile(r" not\b|n['’]t\b", re.IGNORECASE)
_LESS = re.compile(r"\bless $", re.IGNORECASE)  # less difficult: it is said by the other side
_DENIES = re.compile(
    r"\b(?:not|never|no|nobody|nothing|none|without|neither|nor|cannot|hardly)\b|n['’]t\b", re.IGNORECASE
)
_DENIES_IN_POLISH = re.compile(r"\b(?:nie|ni|bez|nigdy|nikt\w*|żad\w+|brak\w*|ani)\b", re.IGNORECASE)


def other_side(source: str, translation: str) -> str:
    """Which word of a translation is the opposite of one of its source, in words; "": none, or nobody can tell."""
    if _DENIES.search(source):
        return ""
    is_denied = _DENIES_IN_POLISH.search(translation) is not None
    if is_denied:
        return _first_told(_ALL_OR_NONE, source, translation)
    return _first_told(_PAIRS, source, translation) or _first_told(_with_prefixes(), source, translation)


def denies_other_side(source: str, translation: str) -> bool:
    """Whether one side alone may deny as it has the opposite: not open, and closed."""
    return bool(_first_told(_PAIRS, _NOT.sub("", source), translation))


def _first_told(table: str, source: str, translation: str) -> str:
    for one, other in _pairs(table):
        for side, opposite in ((one, other), (other, one)):
            if found := _told(side, opposite, source, translation):
                return found
    return ""


def _told(side: _Side, opposite: _Side, source: str, translation: str) -> str:
    given, made = side.english.search(source), opposite.polish.search(translation)
    if not given or not made or opposite.english.search(source) or _LESS.search(source[: given.start()]):
        return ""
    if side.polish.search(translation) or side.also.search(translation):
        return ""
    return f"the opposite of the source: {given.group()} there, {made.group()} here"
