"""Words in the names of columns, in several languages and in the spellings of tools.

Names are cut into words before they are looked up: "rater_id", "RaterID" and "rater id" are the
words rater and id. Words are lower case and without accents.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from accord._read.tables import declared_words as declared
from accord._read.tables.declared_words import Known, words_in


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _in_languages(entries: tuple[Known, ...]) -> frozenset[str]:
    """The words that say something themselves: id and no only name rows."""
    return words_in(one for one in entries if one.language)


# How segmentations are written → names of the column.
SEGMENTS = {
    "masses": ("masses", "mass", "segment_masses", "segment_lengths"),
    "string": ("boundaries", "boundary_string", "segmentation", "cuts"),
    "place": ("place", "boundary", "position", "break", "cut"),
}

# Names of the column that says where a document ends.
LENGTHS = ("length", "document_length", "doc_length", "duration")

CHAIN = ("chain", "entity", "entity_id", "cluster", "cluster_id", "coref", "coreference", "set")
MENTION = ("mention", "mention_id", "markable", "markable_id", "token", "id")

# What may stand between coder and dimension in the name of a column of a wide table.
JOINED = ".:/|_- "

# Words that may stand beside others and leave their meaning: rater id, segment no.
IDS = _words(
    "id ids no nr num number nummer numero n name names code identifier key uid uuid guid idx # № "
    "bezeichnung nombre nom kennung hash lp numer номер cislo"
)

# What is coded.
ITEMS = _in_languages((*declared.ITEMS, *declared.DOCUMENTS)) | _words(
    "items itemid units unitid subjects subjectid tasks taskid questions examples exampleid "
    "instances instanceid utterances sentences sent target targets participant participants "
    "patients cases caseid segments segmentid seg samples observation observations record "
    "records entry entries row index case_no doc document documents docid file filename "
    "files images img picture audio tweets posts comment comments messages articles paper "
    "papers abstracts texts text_id textid snippets paragraphs quote quotes page pairs "
    "pairid dialogue dialog conversation turns line word words token tokens mention stimuli "
    "trial trials specimen essays student students pupil child event events elements hitid "
    "befund akte probe vorgang gegenstand dossier copie expediente muestra imagen pregunta "
    "registro ensayo articulo campione immagine domanda brano articolo amostra imagem "
    "pergunta linha artigo redacao vraag afbeelding casus object objects objeto objet "
    "oggetto art url link study studies review reviews interview response sno slno srno "
    "serial pmid pmcid doi qid einheiten dokument datei proband probandin teilnehmer zeile "
    "lfd laufnummer frage stimme aufgabe merkmal objekt unites sujet fichier enregistrement "
    "unidades documento archivo sujeto paciente soggetto paziente bestand dokumentet fraza "
    "predlozhenie edinitsa dokumento freza документ объект 编号 序号 文档 番号 文書 번호"
)

# What items lie in.
DOCUMENTS = _in_languages(declared.DOCUMENTS) | _words(
    "documents docid text_id textid talk article story 文档 文書 interview transcript chapter "
    "book video recording"
)

# Who codes.
CODERS = words_in(declared.CODERS, declared.CODERS_WITH_MARK) | _words(
    "coders coderid annotators annotatorid annotated_by raters raterid judges judgeid "
    "workers workerid user userid username users observers obs labelers reviewers ann anno "
    "annot anns evaluators assessors marker respondent respondents experts readers doctor "
    "researcher interviewer sage human humans participantid kodierperson leser person "
    "beurteilende arzt arztin juges evaluateurs annotateurs codeurs lecteur lectrice "
    "arbitre medecin jueces evaluadores anotadores codificadores medico giudici valutatori "
    "annotatori codificatori bearbeiter bearbeiterin avaliadores "
    "juizes examinadores revisores beoordelaars "
    "beoordeler waarnemer onderzoeker arts 评审 作業者 코더"
)

# What is said about an item.
CATEGORIES = words_in(declared.LABELS) | _words(
    "categories labels value codes classes tags ratings answers responses scores "
    "annotations choices judgments votes category_id val result selection wert note stufe "
    "valeur valor valore befund befunde diagnose avis appreciation diagnostic choix cote "
    "juicios dictamen puntaje diagnostico giudizi parere diagnosi juizo parecer pontuacao "
    "waardering waarde wartosc vaerdi maerke keuze metka 分类 评分 答案 分類 評価 回答 범주 응답"
)

# A name that ends with such a word is likelier a label's than one that has it elsewhere.
LAST = frozenset((word,) for word in CATEGORIES - {"note", "annotations"})

# What every coder gives: columns of these with numbers behind are coders', not questions.
BY_CODERS = _words(
    "annotation annotations coding codings rating ratings judgment judgement judgments diagnosis "
    "verdict urteil bewertung jugement juicio giudizio oordeel"
)

# Answers that are not one coder's.
GOLD = words_in(one for one in declared.REFERENCES if one.why not in declared.OF_PROGRAMS) | _words(
    "gold goldstandard golden goldlabel majority mv adjudicated adjudication adjudicator consensus "
    "final agreed truth reference correct hard aggregated aggregate mode resolved curated curator "
    "curation expected groundtruth gt official answer_key loesung konsens endgueltig mehrheit "
    "referenz mayoria consenso referencia finale definitif decided target_label verified merged"
)

# What a program says. Its own name (gpt4) names a coder, as a person's does.
MODELS = words_in(one for one in declared.REFERENCES if one.why == declared.A_PROGRAM) | _words(
    "pred preds prediction predictions predicted predict model system machine classifier auto "
    "automatic baseline output hypothesis algorithm ai llm vorhersage prediccion modele modell "
    "score scores prob probs probability proba logit logits likelihood"
)

DATES = _words(
    "date time timestamp datetime created updated modified submitted started finished start end "
    "begin onset duration seconds secs minutes ms day month year week utc deadline recorded "
    "creationtime datum zeit zeitstempel uhrzeit dauer jahr fecha hora heure annee duree data ora "
    "dates createdat updatedat lead_time elapsed worktime"
)

# What says who somebody is or where: never shown.
PRIVATE = _words(
    "email e-mail mail ip ipaddress address adresse direccion indirizzo phone telefon tel "
    "latitude longitude lat lon lng zip postcode firstname lastname surname vorname nachname "
    "apellido prenom location recipient signature geburtsdatum birthdate birthday ssn"
)

# How certain a coder was of a label: beside it, and no label.
SURENESS = _words(
    "confidence conf confid certainty sureness sure difficulty sicherheit konfidenz gewissheit "
    "confiance certitude confianza certeza confidenza zekerheid"
)

# What says something about items or coders and is never a coder's labels.
ABOUT = SURENESS | _words(
    "text sentence comment comments note notes remark remarks bemerkung bemerkungen kommentar "
    "commentaire comentario commento explanation rationale justification reason document doc "
    "domain genre source round batch split fold train test dev set subset language lang lingua "
    "langue idioma sprache topic lemma pos title titel titre titulo author subreddit url link uri "
    "path license version status state progress channel platform group condition cohort site "
    "center centre country region city gender sex age race ethnicity education occupation income "
    "religion ease length size count total sum mean "
    "average avg std sd median agreement kappa entropy disagreement weight reward price cost "
    "finished flag difference diff match agree same context premise keyword keywords description "
    "beschreibung geschlecht alter gruppe quelle thema runde bereich genero edad sexe sesso eta "
    "fuente complete"
)

# What a coder wrote beside a label.
COMMENTS = _words(
    "comment comments note notes remark remarks bemerkung bemerkungen kommentar commentaire "
    "comentario commento explanation rationale justification reason feedback why anmerkung "
    "bemaerkning opmerking opmerkingen komentarz uwaga uwagi anmaerkning komentar komentare yorum "
    "комментарии комментарий примечание заметка 备注 评论 コメント"
)

TEXTS = _words(
    "text texts sentence sentences sent target source tweet post comment body message utterance "
    "passage paragraph snippet quote premise hypothesis question context title abstract content "
    "summary output translation "
    "satz phrase frase texto texte testo zin текст 句子 文本 テキスト"
)

# What rows at the end of a spreadsheet are called that are no items.
TOTALS = _words(
    "mean average avg total totals sum median sd std stdev variance agreement kappa alpha "
    "subtotal percent agreed disagreed krippendorff icc maximum minimum "
    "mittelwert durchschnitt summe gesamt insgesamt standardabweichung anzahl ubereinstimmung "
    "uebereinstimmung mittel prozent moyenne somme mediane ecart-type ensemble accord pourcentage "
    "media promedio suma mediana desviacion acuerdo porcentaje totale somma accordo totaal "
    "gemiddelde som soma concordancia acordo srednia suma razem celkem prumer soucet summa "
    "medelvarde keskiarvo toplam ortalama итого всего сумма среднее медиана согласие "
    "ialt totalt gennemsnit gjennomsnitt lacznie ogolem zgodnosc "
    "合计 总计 平均 合計 합계 평균"
)

# What may stand beside them: grand total, Cohen's kappa.
WITH_TOTALS = _words("grand overall all of the general generale general cohen fleiss s in and und")

# What stands before an item's name where a column says of which kind it is: kind of task.
KINDS = _words("kind type art typ tipo soort categorie kategorie")

BEGINS = _words("begin start from onset anfang beginn von debut inicio inizio desde")

ENDS = _words("end stop to ende bis fin final fine hasta einde")

# What begin and end are of, and in what they are counted: start_char, end (s).
PLACES = _words(
    "char chars character characters offset offsets index idx pos position positions token tokens "
    "span time times s sec secs seconds ms msec milliseconds"
)

# What items belong to as often as coders do: two languages may have an item 3 each.
CONTAINERS = _words(
    "language lang sprache langue idioma lingua dataset corpus korpus project projekt batch split "
    "subset domain genre topic thema source quelle country land"
)

# What units are marked as, where a column says it: entity, theme, behaviour.
MARKED = _words(
    "entity entities ne ner concept concepts theme themes behavior behaviour behaviors behaviours "
    "event events phenomenon entitat entitaet entite entidad entita thema motiv verhalten konzept"
)

AND = _words("and und et och")  # what stands between the names of several

# What an item is judged for.
DIMENSIONS = _words(
    "dimension dimensions criterion criteria criteriaid criterionid aspect aspects attribute "
    "variable trait question questionid feature property scale kriterium merkmal variable critere "
    "criterio dimensione dimensie rubric measure indicator"
)

COUNTS = _words(
    "count counts total n votes nratings nvotes number judgments sum anzahl nombre freq frequency"
)

HOW_MANY = _words("num n nb number count total")  # before the plural of what is counted

QUESTIONS = ("q", "i", "item", "items", "question", "frage", "pregunta", "case", "fall", "caso")

# Words of two or three letters that are nobody's initials.
SHORT_WORDS = _words(
    "old new pre raw max min top low all any not is in on of by to the and or our up we en "
    "de fr es it pt nl ru zh ja ko my sub non per out off end mid tot pos neg neu yes emo sem syn"
)

# When something was coded, where the same is coded again: other rounds are other codings. A session
# is as often one coder's.
OCCASIONS = _words(
    "repetition repetitions rep round rounds wave waves phase phases occasion "
    "occasions iteration pass timepoint visit runde durchgang welle messzeitpunkt "
    "wiederholung vague passation tour ronda ola giro ripetizione rodada "
    "раунд повтор"
)

# What the columns of labels are called that lie in objects by name, {"Ann": {"item 1": "yes"}}:
# which of the two names is the coder is asked.
IN_OBJECTS = ("outer name", "inner name", "value")

# Letters that stand for coder, annotator, judge, rater, observer … before a number: C1, R2.
SINGLE = frozenset("acjkorbeh")

# Names that people, and programs that stand in for them, have.
PEOPLE = _words(
    "adam ahmed alan albert alex alexander alexandra alice alicia alina amanda amir amy ana "
    "andrea andreas andrew andy angela anja anke ann anna anne annette annika antonio ari arthur "
    "ashley astrid barbara beatrice ben benjamin bernard bernd bert bill birgit bob brian bruno "
    "camille carl carla carlos carmen carol caroline catherine cecilia charles charlie "
    "charlotte chen chloe chris christian christina christine claire clara claudia colin dan "
    "daniel daniela dave david deborah dennis diana diego dirk dmitri dominik dora dorothea ed "
    "edward elena eli elias elisa elisabeth elizabeth ella ellen emil emily emma eric erik erika "
    "ernst esther eva eve fabian fatima felix florian frances francesca francis frank franziska "
    "fred friederike gabriel george georg gerd gina giulia grace greg guido hannah hans heidi "
    "heike helen helena henry holger hugo ian ines ingrid irene iris isabel ivan jack jacob jakob "
    "james jan jana jane janet jean jeff jen jennifer jens jessica jim joan joe joerg johanna "
    "john jon jonas jordan jorge jose joseph juan judith julia julian julie karen karin karl kate "
    "katharina kathrin katja kay ken kerstin kevin kim klaus kristin lara laura lea lee lena leo "
    "leon lena li lilly lina linda lisa liu liz lorenz louis lucas lucia lucy luis lukas luke "
    "maja manuel marc marco marcus margaret maria marie marina mario mark markus marta martha "
    "martin martina mary mateo matt matthew matthias max maya megan mei mia michael michelle "
    "miguel mike mila mira miriam mohamed monica monika nadia nadine natalie nathan nicholas nick "
    "nico nicole nik nina noah nora oliver olivia olga oscar otto pablo pat patricia patrick paul "
    "paula pedro peter petra phil philip pia pierre rachel ralf raj rebecca renate rob robert "
    "robin roger roland ron rosa ruth ryan sabine sally sam samantha samuel sandra sara sarah "
    "sascha scott sean sebastian silke silvia simon simone sofia sofie sonja sophia sophie stefan "
    "stefanie stella stephan stephanie steve steven sue susan susanne suzan sven svenja sylvia "
    "tania tanja tara ted teresa theo theresa thomas tim timo tina tobias tom tony ulrich ulrike "
    "ursula uta uwe valentina vanessa vera verena victor victoria viktor vincent walter wei wendy "
    "werner will william wolfgang xin yan yuki yves zhang zoe jo jule ali omar yusuf ayse mehmet "
    "leila sana priya ravi anil sanjay kofi ama human humans expert crowd "
    "gpt gpt3 gpt4 gpt35 chatgpt claude llama mistral "
    "gemini bard palm qwen deepseek mixtral"
)

# Values that many unlike columns share.
TRUTHS = _words(
    "0 1 true false yes no y n t f ja nein oui non si x checked unchecked 0.0 1.0 wahr falsch "
    "vrai faux да нет 是 否 selected"
)

# The column that lists who saw the document of a row, and what stands between its names: accord
# writes it, and nothing else is called so.
SEEN_BY, SEVERAL = "seen_by", "|"

# Those of them that say no.
NO = _words("0 0.0 false no n f nein non unchecked falsch faux нет 否")

# What statistics programs write for a missing number.
MISSING_NUMBERS = frozenset({"", ".", "*", "#", "-", "NA", "nan", "NaN", "#N/A", "#NV", "<NA>"})

# Numbers that stand for a missing or refused answer in many code books.
CODES_OF_MISSING = frozenset(
    sign * code for sign in (1, -1) for code in (9, 99, 999, 9999, 8, 88, 888, 77, 777, 97, 98, 998)
) | {-1, -2}

# What people write where there is not a label, in small letters: it is asked about.
WORDS_OF_MISSING = frozenset(
    (
        *("na", "n/a", "n.a.", "nan", "<na>", "#n/a", "null", "missing", "no answer", "no data"),
        *("skip", "skipped", "übersprungen", "omis", "omitido", "omesso", "пропущено"),
        *("k.a.", "k. a.", "k.a", "keine angabe", "o.a.", "fehlt", "fehlend", "#nv"),
        *("n.c.", "nr", "n.r.", "sans réponse", "non réponse", "manquant", "s.o.", "sans objet"),
        *("s/d", "s.d.", "sin datos", "sin dato", "ns/nc", "ns/nr", "n/c"),
        *("n/d", "n.d.", "nd", "non disponibile", "dato mancante", "sem dados", "s/r"),
        *("н/д", "н.д.", "нет данных", "нет ответа", "пропуск"),
        *("b.d.", "b/d", "bd", "brak", "brak danych", "nie dotyczy", "uoplyst", "uopl.", "i.o."),
        *("ubesvaret", "mangler", "ikke besvaret", "onbekend", "n.v.t.", "nvt", "ontbreekt"),
        *("yok", "veri yok", "boş", "saknas", "uppgift saknas", "ej svar", "puuttuu", "chybí"),
        *("neuvedeno", "немає даних", "не указано", "отсутствует", "неизвестно", "fehlende angabe"),
        *("blank", "(blank)", "empty", "(empty)", "undefined", "nil", "not annotated", "not coded"),
        *("unlabeled", "unlabelled", "unannotated", "todo", "tbd", "not applicable", "no aplica"),
        *("não se aplica", "sem dado", "ikke relevant", "uygun değil", "non renseigné", "entfällt"),
        *(
            "nicht codierbar",
            "nicht kodierbar",
            "trifft nicht zu",
            "leer",
            "(leer)",
            "(vide)",
            "(vacío)",
        ),
        *("不适用", "空", "無回答", "欠損", "缺失", "无", "없음", "무응답"),
        *("-", "--", "–", "—", ".", "..", "...", "…", "?", "??"),
    )
)

# Names of answers that everybody knows in this order, in small letters.
SCALES = tuple(
    tuple(scale.split(", "))
    for scale in (
        "strongly disagree, disagree, somewhat disagree, slightly disagree, neutral, "
        "neither agree nor disagree, undecided, slightly agree, somewhat agree, agree, "
        "strongly agree",
        "never, rarely, seldom, sometimes, often, usually, very often, always",
        "none, very low, low, medium, moderate, high, very high",
        "none, mild, moderate, severe, very severe",
        "very poor, poor, fair, average, good, very good, excellent",
        "very negative, negative, neutral, mixed, positive, very positive",
        "not at all, slightly, a little, somewhat, moderately, very, very much, extremely",
        "sehr niedrig, niedrig, mittel, hoch, sehr hoch",
        "nie, selten, manchmal, oft, immer",
        "jamais, rarement, parfois, souvent, toujours",
    )
)


@dataclass(frozen=True)
class Survey:
    """A program for surveys: its own columns, those that tell it, and that of the respondent.

    Names are in lower case, without spaces and signs. Of `told` one set must be there.
    """

    name: str
    own: frozenset[str]
    told: tuple[frozenset[str], ...]
    respondent: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()


SURVEYS = (
    Survey(
        "Qualtrics",
        _words(
            "startdate enddate status ipaddress progress durationinseconds finished recordeddate "
            "responseid recipientlastname recipientfirstname recipientemail externalreference "
            "externaldatareference locationlatitude locationlongitude distributionchannel "
            "userlanguage qrecaptchascore"
        ),
        (
            _words("responseid startdate"),
            _words("responseid recordeddate"),
            _words("responseid distributionchannel"),
        ),
        ("responseid",),
    ),
    Survey(
        "LimeSurvey",
        _words(
            "id responseid submitdate datesubmitted lastpage startlanguage seed startdate "
            "datestarted datestamp datelastaction ipaddr ipaddress refurl referrerurl token "
            "interviewtime totaltime"
        ),
        (_words("lastpage startlanguage"), _words("submitdate lastpage")),
        ("id", "responseid"),
    ),
    Survey(
        "REDCap",
        _words(
            "recordid eventname repeatinstrument repeatinstance dataaccessgroup surveyidentifier "
            "surveytimestamp complete redcapeventname redcaprepeatinstrument redcaprepeatinstance "
            "redcapsurveyidentifier redcapdataaccessgroup redcapsurveytimestamp"
        ),
        tuple(
            _words(f"recordid {other}")
            for other in (
                *("dataaccessgroup", "surveyidentifier", "surveytimestamp", "complete"),
                *("redcapeventname", "redcapsurveyidentifier", "redcapdataaccessgroup"),
            )
        ),
        ("recordid",),
        ("timestamp", "complete"),
    ),
    Survey(
        "Microsoft Forms",
        _words("id starttime completiontime email name lastmodifiedtime totalpoints quizfeedback"),
        (_words("starttime completiontime"),),
        ("id",),
    ),
    *(
        Survey(
            "Google Forms",
            _words(f"{stamp} emailaddress emailadresse adresseemail username nutzername score"),
            (_words(stamp),),
        )
        for stamp in (
            *("timestamp", "zeitstempel", "horodateur", "marcatemporal", "tijdstempel"),
            *("informazionicronologiche", "carimbodedatahora"),
        )
    ),
)


def shared_beginning(names: Sequence[str]) -> str:
    """What all names begin with.

    >>> shared_beginning(["Question 1: …", "Question 2: …"])
    'Question '
    """
    begin = names[0]
    while not all(name.startswith(begin) for name in names):
        begin = begin[:-1]
    return begin


def shared_ending(names: Sequence[str]) -> str:
    """What all names end with.

    >>> shared_ending(["12_stance", "345_stance"])
    '_stance'
    """
    return shared_beginning([name[::-1] for name in names])[::-1]
