"""Words by language, each with the reason why it means nothing else: who codes, what is coded.

`lexicon` identifies columns by them, and `column_names` has them among many more. They are written
as names of columns are cut: small letters, no accents, ø as o and ß as ss.
"""

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple


class Known(NamedTuple):
    """Words of one language with the reason why they are safe."""

    language: str
    words: str
    why: str


def words_in(*lists: Iterable[Known]) -> frozenset[str]:
    """The words of all entries, as the names of columns are cut into them."""
    text = " ".join(one.words for entries in lists for one in entries)
    letters = unicodedata.normalize("NFKD", text)
    return frozenset("".join(c for c in letters if not unicodedata.combining(c)).casefold().split())


ONLY_WHO = "said of nobody but a person who gives labels"
WITH_MARK = "also said of others, but with a number or a name behind it, of one who judges items"
GIVEN = "said of what somebody gives to an item, hardly ever of the item itself"
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
    Known("pl", "adnotator anotator anotatorka sedzia oceniajacy oceniajaca", ONLY_WHO),
    Known("pl", "koder koderka kodujacy kodujaca ewaluator ewaluatorka", ONLY_WHO),
    Known("sv", "kodare annotator bedomare", ONLY_WHO),
    Known("da", "koder annotator annotor bedommer dommer vurderer", ONLY_WHO),
    Known("fi", "annotoija koodaaja arvioija", ONLY_WHO),
    Known("tr", "degerlendirici puanlayici kodlayici etiketleyici", ONLY_WHO),
    Known("cs", "anotator anotatorka koder hodnotitel hodnotitelka posuzovatel", ONLY_WHO),
    Known("hu", "kodolo annotator ertekelo", ONLY_WHO),
    Known("uk", "анотатор розмітник кодувальник оцінювач", ONLY_WHO),
    Known("el", "κωδικοποιητησ σχολιαστησ αξιολογητησ κριτησ", ONLY_WHO),
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
    Known("zh", "专家 评审 评委", WITH_MARK),
    Known("pl", "ekspert ekspertka recenzent recenzentka", WITH_MARK),
    Known("da", "ekspert anmelder", WITH_MARK),
    Known("sv", "granskare", WITH_MARK),
    Known("tr", "uzman hakem", WITH_MARK),
    Known("uk", "експерт", WITH_MARK),
)

# What a coder gives.
LABELS = (
    Known("en", "label category rating score annotation judgment judgement answer", GIVEN),
    Known("en", "class tag response choice vote decision verdict grade diagnosis", GIVEN),
    Known("en", "classification code coding sentiment stance", GIVEN),
    Known("de", "label kategorie urteil bewertung einstufung antwort klasse kode", GIVEN),
    Known("de", "beurteilung einschatzung einschaetzung etikett kodierung", GIVEN),
    Known("fr", "categorie etiquette jugement reponse classe evaluation", GIVEN),
    Known("es", "categoria etiqueta juicio respuesta calificacion clase codigo", GIVEN),
    Known("es", "anotacion valoracion puntuacion clasificacion", GIVEN),
    Known("it", "categoria etichetta giudizio risposta punteggio codice", GIVEN),
    Known("it", "annotazione valutazione decisione", GIVEN),
    Known("ru", "метка категория оценка класс ответ код разметка аннотация решение", GIVEN),
    Known("ru", "ярлык тег суждение", GIVEN),
    Known("pt", "rotulo avaliacao resposta julgamento anotacao classificacao", GIVEN),
    Known("nl", "oordeel beoordeling antwoord", GIVEN),
    Known("pl", "etykieta ocena kategoria klasa kod odpowiedz adnotacja anotacja", GIVEN),
    Known("pl", "decyzja osad", GIVEN),
    Known("sv", "etikett kategori klass kod svar bedomning betyg", GIVEN),
    Known("da", "kategori etiket vurdering bedommelse kode klasse svar", GIVEN),
    Known("fi", "luokka kategoria arvio", GIVEN),
    Known("tr", "etiket kategori puan kod sinif yanit cevap", GIVEN),
    Known("cs", "kategorie znacka stitek hodnoceni kod trida odpoved", GIVEN),
    Known("hu", "kategoria cimke", GIVEN),
    Known("uk", "мітка категорія оцінка клас відповідь", GIVEN),
    Known("el", "ετικετα κατηγορια βαθμολογια", GIVEN),
    Known("zh", "标签 类别 评分", GIVEN),
    Known("ja", "ラベル", GIVEN),
    Known("ko", "라벨 레이블", GIVEN),
)

# What is coded.
ITEMS = (
    Known("en", "item unit sentence utterance statement tweet example instance", THING),
    Known("en", "segment paragraph passage snippet excerpt post message article", THING),
    Known("en", "abstract essay image photo video clip recording stimulus hit", THING),
    Known("en", "sample case patient subject task question turn text pair", THING),
    Known("de", "einheit satz ausserung aeusserung aussage beispiel fall abschnitt", THING),
    Known("de", "stelle textstelle beitrag artikel bild aufsatz patientin", THING),
    Known("fr", "unite phrase enonce exemple cas extrait article texte", THING),
    Known("es", "unidad frase oracion ejemplo caso fragmento elemento enunciado texto", THING),
    Known("it", "unita frase enunciato esempio caso frammento elemento testo segmento", THING),
    Known("es", "tuit mensaje parrafo", THING),
    Known("ru", "предложение единица пример случаи фраза высказывание элемент текст", THING),
    Known("ru", "фрагмент отрывок абзац отзыв реплика сообщение", THING),
    Known("pt", "unidade frase exemplo caso texto sentenca enunciado", THING),
    Known("nl", "eenheid zin voorbeeld geval tekst uiting", THING),
    Known("pl", "zdanie przyklad jednostka przypadek tekst wypowiedz fragment", THING),
    Known("pl", "element pozycja akapit obraz wpis", THING),
    Known("sv", "mening exempel enhet yttrande fall stycke inlagg", THING),
    Known("da", "saetning enhed eksempel tekst tilfaelde ytring udsagn afsnit", THING),
    Known("da", "element opslag billede", THING),
    Known("no", "setning enhet eksempel tilfelle ytring", THING),
    Known("fi", "lause esimerkki yksikko", THING),
    Known("tr", "cumle birim ornek metin madde", THING),
    Known("cs", "veta jednotka priklad pripad vyrok", THING),
    Known("hu", "mondat pelda", THING),
    Known("uk", "речення одиниця приклад текст", THING),
    Known("el", "προταση μοναδα κειμενο παραδειγμα", THING),
    Known("zh", "句子 样本 项目 文本 题号 编号 序号 句子编号", THING),
    Known("ja", "文 事例 項目", THING),
    Known("ko", "문장 항목", THING),
    Known("", "id nr no num number nummer numero index idx row uid uuid key #", "a name of rows"),
    Known("", "lp numer номер cislo", "a number of rows: liczba porządkowa, номер, číslo"),
)

# What items lie in; alone it is the item.
DOCUMENTS = (
    Known("en", "document doc file filename dialogue dialog conversation thread", THING),
    Known("de", "dokument datei gesprach", THING),
    Known("fr", "document fichier dialogue", THING),
    Known("es", "documento archivo dialogo", THING),
    Known("it", "documento dialogo", THING),
    Known("ru", "документ диалог", THING),
    Known("pl", "dokument plik dialog", THING),
    Known("da", "dokument fil", THING),
    Known("sv", "dokument", THING),
    Known("uk", "документ", THING),
    Known("tr", "belge", THING),
)

NAMED_PROGRAM = "a program's own name"

# Names of references, majorities and models: beside coders, they are left out and said.
A_PROGRAM = "a program"
OF_PROGRAMS = (A_PROGRAM, NAMED_PROGRAM)

REFERENCES = (
    Known("en", "gold goldstandard majority consensus adjudicated adjudication final", "agreed"),
    Known("en", "adjudicator curator curation merged expected", "decides between the coders"),
    Known("en", "machine automatic classifier baseline", A_PROGRAM),
    Known("zh", "共识 多数 金标准", "agreed"),
    Known("en", "agreed truth reference groundtruth resolved curated mean average", "agreed"),
    Known("en", "median mode aggregated", "computed from the coders"),
    Known("en", "model system prediction predicted pred classifier", A_PROGRAM),
    Known(
        "en", "llm ai gpt chatgpt claude llama mistral gemini qwen deepseek mixtral", NAMED_PROGRAM
    ),
    Known(
        "en",
        "gemma vicuna alpaca falcon davinci openai anthropic grok chatglm baichuan",
        NAMED_PROGRAM,
    ),
    Known(
        "en",
        "internlm wizardlm codex copilot bert roberta deberta distilbert flan dbrx",
        NAMED_PROGRAM,
    ),
    Known("de", "mehrheit konsens referenz mittelwert modell vorhersage endgultig", "agreed"),
    Known("de", "musterlosung goldstandard mittel endgueltig", "agreed"),
    Known("fr", "majorite consensus reference moyenne modele", "agreed"),
    Known("es", "mayoria consenso referencia media modelo oro", "agreed"),
    Known("it", "maggioranza consenso riferimento media modello oro", "agreed"),
    Known("es", "adjudicado adjudicacion moda", "agreed"),
    Known("de", "einigung endurteil musterlosung", "agreed"),
    Known("nl", "eindoordeel", "agreed"),
    Known("ru", "эталон консенсус большинство среднее модель золото", "agreed"),
    Known("pl", "wiekszosc konsensus wzorzec srednia model zloty", "agreed"),
    Known("da", "flertal konsensus facit gennemsnit model", "agreed"),
    Known("sv", "majoritet facit medelvarde", "agreed"),
    Known("pt", "maioria ouro", "agreed"),
    Known("nl", "meerderheid gemiddelde", "agreed"),
    Known("tr", "cogunluk uzlasi ortalama", "agreed"),
    Known("uk", "більшість еталон середнє", "agreed"),
)

# Names of people that `column_names.PEOPLE` lacks: they may stand behind a word for coders.
NAMES_OF_PEOPLE = (
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
