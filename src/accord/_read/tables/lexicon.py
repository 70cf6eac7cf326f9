"""Words that say what a column is and mean nothing else, by language, each with its reason.

Only these words let a table be read without a question; `column_names` has many more, which rank
what is offered when it asks. A word is here if nobody who works with tables calls anything else so.
Names are cut into words first: small letters, no accents, ø as o and ß as ss.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from accord._read.tables.column_names import COMMENTS, DATES, GOLD, PEOPLE, SURENESS, TOTALS
from accord._read.tables.roles import Column, words_of


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


class Known(NamedTuple):
    """Words of one language with the reason why they are safe."""

    language: str
    words: str
    why: str


ONLY_WHO = "said of nobody but a person who gives labels"
WITH_MARK = "also said of others, but with a number or a name behind it, of one who judges items"
_GIVEN = "said of what somebody gives to an item, hardly ever of the item itself"
THING = "said of the thing that is labelled, never of who labels it"

# Who codes: alone for a column of names, or with a mark (rater 1) for a column of labels.
CODERS = (
    Known("en", "coder annotator rater labeler labeller assessor evaluator", ONLY_WHO),
    Known("en", "judge observer worker crowdworker turker", ONLY_WHO),
    Known("de", "kodierer kodiererin codierer codiererin annotatorin beurteiler", ONLY_WHO),
    Known("de", "beurteilerin bewerter bewerterin raterin urteiler urteilerin", ONLY_WHO),
    Known("de", "kodierende codierende auswerter auswerterin beobachter beobachterin", ONLY_WHO),
    Known("fr", "codeur codeuse annotateur annotatrice evaluateur evaluatrice juge", ONLY_WHO),
    Known("fr", "observateur observatrice", ONLY_WHO),
    Known("es", "codificador codificadora anotador anotadora evaluador evaluadora", ONLY_WHO),
    Known("es", "juez jueza observador observadora calificador calificadora", ONLY_WHO),
    Known("it", "codificatore codificatrice annotatore annotatrice valutatore", ONLY_WHO),
    Known("it", "valutatrice giudice osservatore osservatrice", ONLY_WHO),
    Known("ru", "аннотатор разметчик кодировщик кодировщица оценщик асессор кодер", ONLY_WHO),
    Known("ru", "эксперт", "in Russian the usual word for who rates; a model is never called so"),
    Known("pt", "avaliador avaliadora juiz juiza", ONLY_WHO),
    Known("nl", "beoordelaar codeerder annoteerder", ONLY_WHO),
    Known("pl", "adnotator anotator sedzia oceniajacy", ONLY_WHO),
    Known("sv", "kodare bedomare", ONLY_WHO),
    Known("da", "koder annotator bedommer", ONLY_WHO),
    Known("tr", "degerlendirici puanlayici kodlayici", ONLY_WHO),
    Known("cs", "anotator hodnotitel", ONLY_WHO),
    Known("zh", "标注者 标注员 编码员 评分者", ONLY_WHO),
    Known("ja", "アノテータ アノテーター 評価者", ONLY_WHO),
    Known("ko", "평가자 주석자", ONLY_WHO),
)

# Who codes, only with a mark: a column called expert may hold the expert's labels, and one called
# reviewer the authors of reviews.
CODERS_WITH_MARK = (
    Known("en", "reviewer expert grader scorer examiner reader", WITH_MARK),
    Known("en", "pathologist radiologist physician clinician", WITH_MARK),
    Known("de", "gutachter gutachterin experte expertin prufer pruferin pruefer", WITH_MARK),
    Known("de", "prueferin befunder befunderin", WITH_MARK),
    Known("fr", "correcteur correctrice examinateur examinatrice relecteur relectrice", WITH_MARK),
    Known("fr", "experte", WITH_MARK),
    Known("es", "experto experta examinador examinadora revisor revisora", WITH_MARK),
    Known("it", "esperto esperta esaminatore esaminatrice revisore", WITH_MARK),
    Known("ru", "судья рецензент наблюдатель", WITH_MARK),
    Known("pt", "especialista", WITH_MARK),
)

# What a coder gives.
LABELS = (
    Known("en", "label category rating score annotation judgment judgement answer", _GIVEN),
    Known("en", "class tag response choice vote decision verdict grade diagnosis", _GIVEN),
    Known("en", "classification code coding sentiment stance", _GIVEN),
    Known("de", "label kategorie urteil bewertung einstufung antwort klasse kode", _GIVEN),
    Known("de", "beurteilung einschatzung einschaetzung etikett kodierung", _GIVEN),
    Known("fr", "categorie etiquette jugement reponse classe", _GIVEN),
    Known("es", "categoria etiqueta juicio respuesta calificacion clase", _GIVEN),
    Known("it", "categoria etichetta giudizio risposta punteggio", _GIVEN),
    Known("ru", "метка категория оценка класс ответ", _GIVEN),
    Known("pt", "rotulo avaliacao resposta", _GIVEN),
    Known("nl", "oordeel beoordeling antwoord", _GIVEN),
    Known("pl", "etykieta ocena", _GIVEN),
    Known("sv", "etikett", _GIVEN),
    Known("zh", "标签 类别", _GIVEN),
    Known("ja", "ラベル", _GIVEN),
    Known("ko", "라벨 레이블", _GIVEN),
)

# What is coded.
ITEMS = (
    Known("en", "item unit sentence utterance statement tweet example instance", THING),
    Known("en", "segment paragraph passage snippet excerpt post message article", THING),
    Known("en", "abstract essay image photo video clip recording stimulus hit", THING),
    Known("en", "sample case patient subject task question turn text pair", THING),
    Known("de", "einheit satz ausserung aeusserung aussage beispiel fall abschnitt", THING),
    Known("de", "stelle beitrag artikel bild aufsatz patientin", THING),
    Known("fr", "unite phrase enonce exemple cas extrait article texte", THING),
    Known("es", "unidad frase oracion ejemplo caso fragmento elemento enunciado texto", THING),
    Known("it", "unita frase enunciato esempio caso frammento elemento testo", THING),
    Known("ru", "предложение единица пример случаи фраза высказывание элемент текст", THING),
    Known("pt", "unidade frase exemplo caso texto", THING),
    Known("nl", "eenheid zin voorbeeld geval tekst", THING),
    Known("pl", "zdanie przyklad jednostka przypadek tekst", THING),
    Known("sv", "mening exempel enhet", THING),
    Known("zh", "句子 样本 项目", THING),
    Known("ja", "文 事例 項目", THING),
    Known("ko", "문장 항목", THING),
    Known("", "id nr no num number nummer numero index idx row uid uuid key #", "a name of rows"),
)

# What items lie in; alone it is the item.
DOCUMENTS = (
    Known("en", "document doc file filename dialogue dialog conversation thread", THING),
    Known("de", "dokument datei gesprach", THING),
    Known("fr", "document fichier dialogue", THING),
    Known("es", "documento archivo dialogo", THING),
    Known("it", "documento dialogo", THING),
    Known("ru", "документ диалог", THING),
)

_NAMED = "a program's own name"

# Names of references, majorities and models: beside coders, they are left out and said.
REFERENCES = (
    Known("en", "gold goldstandard majority consensus adjudicated adjudication final", "agreed"),
    Known("en", "agreed truth reference groundtruth resolved curated mean average", "agreed"),
    Known("en", "median mode aggregated", "computed from the coders"),
    Known("en", "model system prediction predicted pred classifier", "a program"),
    Known("en", "llm ai gpt chatgpt claude llama mistral gemini qwen deepseek mixtral", _NAMED),
    Known(
        "en", "gemma vicuna alpaca falcon davinci openai anthropic grok chatglm baichuan", _NAMED
    ),
    Known(
        "en", "internlm wizardlm codex copilot bert roberta deberta distilbert flan dbrx", _NAMED
    ),
    Known("de", "mehrheit konsens referenz mittelwert modell vorhersage endgultig", "agreed"),
    Known("de", "musterlosung goldstandard mittel endgueltig", "agreed"),
    Known("fr", "majorite consensus reference moyenne modele", "agreed"),
    Known("es", "mayoria consenso referencia media modelo oro", "agreed"),
    Known("it", "maggioranza consenso riferimento media modello oro", "agreed"),
    Known("ru", "эталон консенсус большинство среднее модель золото", "agreed"),
)

# Names of people that `column_names.PEOPLE` lacks: they may stand behind a word for coders.
_NAMES = (
    Known("en", "cyd cid cy bo ida ada meg", "first names"),
    Known("de", "jurgen jorg gunter sven heike anja ute bjorn kai maren malte finn", "first names"),
    Known("fr", "amelie camille luc manon benoit celine elodie guillaume mathieu", "first names"),
    Known("fr", "nathalie francois aurelie yann sylvie jerome", "first names"),
    Known("es", "javier sergio raul alvaro pilar lucia rocio belen fernando alba", "first names"),
    Known("it", "luca matteo chiara alessandro federica paolo francesco giovanni", "first names"),
    Known("it", "giuseppe elisa alessia davide stefano ilaria", "first names"),
    Known("ru", "анна иван мария ольга елена сергей дмитрий алексей наталья", "first names"),
    Known("ru", "татьяна ирина андрей михаил юлия екатерина павел николай пётр", "first names"),
    Known("pl", "lukasz piotr pawel tomasz katarzyna agnieszka malgorzata", "first names"),
    Known("pl", "krzysztof andrzej zofia jakub wojciech ewa ola kasia", "first names"),
    Known("da", "soren lars anders mikkel jorgen ole mette freja magnus kirsten", "first names"),
    Known("sv", "goran asa nils linnea oskar hakon sigrid ingeborg sunniva", "first names"),
    Known("tr", "yildiz ibrahim zeynep elif emre mustafa fatma", "first names"),
    Known("pt", "joao thiago beatriz gabriela rafael mateus ines", "first names"),
    Known("nl", "jeroen daan sanne femke joost maarten", "first names"),
    Known("zh", "wang zhao yang huang jing", "names"),
    Known("en", "smith johnson williams jones davis wilson anderson taylor moore", "surnames"),
    Known("de", "muller mueller schmidt schneider meyer becker schulz hoffmann koch", "surnames"),
    Known("fr", "bernard dubois durand moreau lefebvre leroy roux fournier", "surnames"),
    Known("es", "garcia martinez lopez sanchez perez gomez fernandez gonzalez", "surnames"),
    Known("it", "rossi russo ferrari esposito bianchi romano ricci", "surnames"),
    Known("ru", "иванов петров сидоров смирнов кузнецов попов иванова петрова", "surnames"),
    Known("pl", "nowak kowalski kowalska wisniewski wojcik kaminski", "surnames"),
)

ROMAN = _set("i ii iii iv v vi vii viii ix x")
"""What a mark may be besides a number, a letter and a name."""


# What stands among names of people in `column_names`, and is no person's.
_NOBODY = _set(
    "human humans expert crowd gpt gpt3 gpt4 gpt35 chatgpt claude llama mistral gemini bard palm "
    "qwen deepseek mixtral"
)


def _flat(entries: tuple[Known, ...]) -> frozenset[str]:
    """The words, as the names of columns are cut into them."""
    return frozenset(word for one in entries for word in words_of(one.words))


CODER_WORDS = _flat(CODERS)
MARKED_CODER_WORDS = CODER_WORDS | _flat(CODERS_WITH_MARK)
LABEL_WORDS = _flat(LABELS)
ITEM_WORDS = _flat(ITEMS)
DOCUMENT_WORDS = _flat(DOCUMENTS)
REFERENCE_WORDS = _flat(REFERENCES)
PROGRAMS = _flat(tuple(one for one in REFERENCES if one.why in ("a program", _NAMED)))
NAMED_PROGRAMS = _flat(tuple(one for one in REFERENCES if one.why == _NAMED))
AGREED = REFERENCE_WORDS - PROGRAMS

NAMESAKES = _set("claude bard ai phi nova ernie hermes bloom olmo dolly opus palm kimi albert yi")
"""Programs that are called as people are, or their initials: one alone may be a person."""

NAME_WORDS = (PEOPLE | _flat(_NAMES)) - _NOBODY

VERSION_OF_A_MODEL = re.compile(
    r"(?:^|[-_/ ])\d+(?:\.\d+)?b(?:$|[-_/ ])|^o[1-9]-(?:mini|preview|pro|high)"
)
"""Sizes and versions that only programs have: llama-7b, o1-mini, wizard-70B."""

_NO_PERSON = PROGRAMS | AGREED | NAMESAKES | GOLD | TOTALS


def may_be_no_person(names: Iterable[str]) -> bool:
    """Whether one of these names may be that of a program or a reference."""
    return any(
        not _NO_PERSON.isdisjoint(words_of(name)) or VERSION_OF_A_MODEL.search(name.lower())
        for name in names
    )


# What a name says -------------------------------------------------------------------------------

# What is written beside a label and is none itself.
_BESIDE = COMMENTS | DATES | SURENESS

_SINGULAR = (("ies", "y"), ("es", ""), ("s", ""))


def is_word(word: str, words: frozenset[str]) -> bool:
    """Whether a word, or what it is the plural of, is among some."""
    if word in words:
        return True
    endings = ((word[: -len(old)] + new) for old, new in _SINGULAR if word.endswith(old))
    return any(one in words for one in endings)


def _only(name: str, words: frozenset[str], allowed: frozenset[str]) -> bool:
    """Whether a name has a word of its role, and beside it only words that leave the meaning."""
    own = words_of(name)
    return any(is_word(word, words) for word in own) and all(
        is_word(word, words) or word in allowed for word in own
    )


_NAMING = _set("id ids nr no num number name names code key # the of anon username")


def names_coders(name: str) -> bool:
    """Whether a column says that its cells are names of coders.

    >>> names_coders("rater_id"), names_coders("user"), names_coders("annotator notes")
    (True, False, False)
    """
    return _only(name, CODER_WORDS, _NAMING)


def names_labels(name: str) -> bool:
    """Whether a column says that its cells are labels that somebody gave.

    >>> names_labels("Label"), names_labels("coder rating"), names_labels("price")
    (True, True, False)
    """
    return _only(name, LABEL_WORDS, CODER_WORDS | ITEM_WORDS | {"id", "name", "value", "text"})


def names_items(name: str) -> bool:
    """Whether a column says that its cells name items, or what items lie in.

    >>> names_items("tweet_id"), names_items("S No"), names_items("price")
    (True, True, False)
    """
    words = ITEM_WORDS | DOCUMENT_WORDS
    return name.startswith("column ") or _only(name, words, _NAMING | {"s", "sr", "sl", "lfd"})


def mark_of_coder(name: str) -> tuple[str, str] | None:
    """The word for a coder and the mark of one, where a name is these two: ("rater", "1").

    A word for labels may stand beside them: rater 1 label.

    >>> mark_of_coder("Rater B"), mark_of_coder("Annotator Søren"), mark_of_coder("rater_age")
    (('rater', 'b'), ('annotator', 'soren'), None)
    """
    words = words_of(name)
    coders = [word for word in words if word in MARKED_CODER_WORDS]
    rest = [word for word in words if word not in MARKED_CODER_WORDS and word not in _BLANK]
    labels = [word for word in rest if is_word(word, LABEL_WORDS)]
    marks = [word for word in rest if word not in labels]
    if len(coders) != 1 or len(marks) != 1 or len(labels) > 1 or not _is_mark(marks[0]):
        return None
    return " ".join([coders[0], *labels]), marks[0]


_BLANK = _set("nr no num number #")  # not id or name: rater1_id holds the rater's


def _is_mark(word: str) -> bool:
    single = len(word) == 1 and word.isalpha()
    number = word.isdecimal() and not is_year(word)  # one coder in two years
    return number or single or word in ROMAN or word in NAME_WORDS


def is_year(word: str) -> bool:
    """Whether a number is a year of the last century or of this one."""
    return len(word) == len("2000") and word.isdecimal() and word[:2] in ("19", "20")


def is_reference(column: Column) -> bool:
    """Whether a column's name says that it is agreed, computed, or a program's."""
    return any(word in REFERENCE_WORDS for word in column.words)


def is_beside(column: Column) -> bool:
    """Whether a column is what coders write beside a label: a comment, a time, how sure."""
    return column.kind in ("dates", "private") or any(word in _BESIDE for word in column.words)
