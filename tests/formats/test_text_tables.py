"""Text before it is a table: its encoding, its delimiter, what stands above it, its header."""

import pytest

import accord
from accord._read.text.letters import guessed, wide_encoding
from accord.errors import DataError

ROWS = (("1", "a", "a"), ("2", "b", "a"), ("3", "a", "a"), ("4", "b", "b"))
HEADER = ("item", "rater1", "rater2")


def text_of(*rows, sign=","):
    """Rows as delimited text."""
    return "".join(sign.join(row) + "\n" for row in rows)


def table(path, text, **options):
    """The table in a file with this text."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return accord.contents(path, **options).tables[0]


@pytest.mark.parametrize(
    "above",
    ["# by tool x\n# 2024\n", "#\n# a, b; c\n\n", '# a "quote\n', "\n# by tool x\n"],
)
def test_comments_above_a_table_are_left_out_and_said(tmp_path, above):
    """Lines keep their numbers, and quotes and commas in a comment mean nothing."""
    found = table(tmp_path / "t.csv", above + text_of(HEADER, *ROWS))
    assert found.header == HEADER
    assert [tuple(row) for row in found.rows] == list(ROWS)
    assert found.lines[0] == 2 + above.count("\n")
    assert found.notes[0].startswith("comments above the table left out, the first: '#")


def test_a_header_may_begin_with_the_sign_of_a_comment(tmp_path):
    """With as many cells as the rows it is the header, and what stands above it a comment."""
    found = table(tmp_path / "t.csv", "# by x\n" + text_of(("#item", "rater1", "rater2"), *ROWS))
    assert found.header == ("#item", "rater1", "rater2")
    assert found.lines[0] == 3


def test_a_table_called_tsv_may_have_commas(tmp_path):
    """Without a tab in it, the delimiter is looked for; with one it is the tab."""
    for sign in ",;|\t":
        found = table(tmp_path / "t.tsv", text_of(HEADER, *ROWS, sign=sign))
        assert found.header == HEADER
    found = table(tmp_path / "t.tsv", "item\tlabels\n1\ta,b,c\n2\ta,b,c\n")
    assert found.header == ("item", "labels")


@pytest.mark.parametrize("sign", [" ", "\t", ","])
def test_tables_of_r_have_names_of_rows(tmp_path, sign):
    """write.table has no name for the names of rows: rows have one cell more than the header."""
    quoted = [tuple(f'"{cell}"' for cell in row) for row in (HEADER[1:], *ROWS)]
    found = table(tmp_path / "t.txt", text_of(*quoted, sign=sign))
    assert found.header == ("row name", "rater1", "rater2")
    assert tuple(found.rows[1]) == ("2", "b", "a")
    assert "each row has one cell more than the header: its name, as R writes tables" in found.notes


def test_a_long_table_of_r_repeats_its_items(tmp_path):
    """The names in quotes say that it is R's, so the item need not be different in every row."""
    long = '"item","coder","label"\n"1","i1","A","x"\n"2","i1","B","x"\n"3","i2","A","y"\n'
    assert table(tmp_path / "t.csv", long).header == ("row name", "item", "coder", "label")


def test_a_cell_more_at_the_end_is_no_name_of_a_row(tmp_path):
    """Comments without a name behind the labels would move every label by one column."""
    rows = [(*row, f"comment {row[0]}") for row in ROWS]
    with pytest.raises(DataError, match="4 cells, but the header has 3; name the column"):
        table(tmp_path / "t.csv", text_of(HEADER, *rows))
    repeated = [("x", *row[1:]) for row in ROWS]
    with pytest.raises(DataError, match="3 cells, but the header has 2; name the column"):
        table(tmp_path / "t.csv", text_of(HEADER[1:], *repeated))


def test_coders_may_be_called_by_numbers(tmp_path):
    """item,1,2,3 is a header, also above numbers; a name that stands again below it is none."""
    rows = [("i1", "1", "1", "2"), ("i2", "2", "2", "2"), ("i3", "3", "2", "3")]
    found = table(tmp_path / "t.csv", text_of(("item", "1", "2", "3"), *rows))
    assert found.header == ("item", "1", "2", "3")
    with pytest.raises(DataError, match="looks like data"):
        table(tmp_path / "t.csv", text_of(("i1", "1", "2", "3"), *rows))
    with pytest.raises(DataError, match="looks like data"):
        table(tmp_path / "t.csv", text_of(("item", "1", "2", "2"), *rows))


def test_the_question_about_numbers_has_its_commands(tmp_path):
    """Columns that are numbers alone could be data: both answers can be typed."""
    with pytest.raises(DataError) as error:
        table(tmp_path / "t.csv", "1,2,3\n1,1,2\n2,2,2\n3,2,3\n")
    assert "`header=1` or `header='none'`" in str(error.value)
    assert accord.parts.Setting("header", 1).option == "--header 1"


@pytest.mark.parametrize(
    "above",
    ["Export of x,,\nDate,2024,\n,,\n", "Export of x\nDate,2024\n\n", "By,Anna\nOn,Monday\n"],
)
def test_lines_above_a_header_are_left_out_and_said(tmp_path, above):
    """A cover of lines with one cell or two is no part of the table."""
    found = table(tmp_path / "t.csv", above + text_of(HEADER, *ROWS))
    assert found.header == HEADER
    assert len(found.rows) == len(ROWS)
    assert any("above the header left out: " in note for note in found.notes)


def test_a_short_header_is_no_cover(tmp_path):
    """Where the next line is data, whose cells come again, the first line is a header too short."""
    with pytest.raises(DataError, match="3 cells, but the header has 2"):
        table(tmp_path / "t.csv", text_of(("item", "label"), *[("x", *row[1:]) for row in ROWS]))
    rows = text_of(HEADER, *((str(n), "a", "b") for n in range(40)))
    cover = [f"line {n}\n" for n in range(21)]
    assert table(tmp_path / "t.csv", "".join(cover[:20]) + rows).header == HEADER
    with pytest.raises(DataError, match="cells, but the header has"):  # more lines than a cover
        table(tmp_path / "t.csv", "".join(cover) + rows)


def test_a_title_hides_no_delimiter(tmp_path):
    """The lines below a title tell what separates cells."""
    found = table(tmp_path / "t.csv", "Our study\n" + text_of(HEADER, *ROWS, sign=";"))
    assert found.header == HEADER
    assert "line 1 is a title" in found.notes


WORDS = {
    "cp1251": "единица,Эксперт 1,Эксперт 2\n1,да,да\n2,нет,да\n",
    "koi8-r": "единица,Эксперт 1,Эксперт 2\n1,да,да\n2,нет,да\n",
    "cp1253": "κριτής,βαθμός\nΝίκος,καλό\n",
    "cp1252": "item,Søren,Zoë\n1,weiß,grün\n2,façade,élève\n",
    "cp1250": "item,Łukasz,Żaneta\n1,część,tak\n",
    "cp1254": "cümle,değerlendirici 1\n1,yanlış\n2,doğru\n",
}


@pytest.mark.parametrize("encoding", WORDS)
def test_letters_tell_the_alphabet(tmp_path, encoding):
    """Words all beyond ASCII are Cyrillic or Greek by their commonest letters, others Latin."""
    found = table(tmp_path / "t.csv", WORDS[encoding].encode(encoding))
    assert ",".join(found.header) == WORDS[encoding].partition("\n")[0]
    assert f"encoding {encoding}" in found.notes
    assert guessed("ДА,НЕТ,ДА".encode("cp1251")) == "cp1251"
    assert guessed("Größe,ÄÖ,façade,Zoë".encode("cp1252")) == "cp1252"


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1250", "položka,Jiří\nvěta,správně\n"),
        ("cp1250", "item,rater\n1,źle\n"),
        ("cp1250", "item,dům\n1,ťuk\n"),
        ("cp1254", "item,Ayşe\n1,x\n"),
        ("cp1252", "item,Þóra\n1,það\n"),
        ("cp1252", "item,così\n1,più\n2,où\n"),
        ("cp1252", "item,fœtus\n1,œuvre\n"),
        ("cp1250", "item,środa\n1,x\n"),
        ("cp1254", "sıra,uzman A\n1,hayır\n2,evet\n"),
        ("cp1250", "výsledek,Jiří\n1,dobrý\n"),
        ("cp1252", "nafn,mánaður\n1,nýtt\n"),
    ],
)
def test_latin_letters_of_three_regions(encoding, text):
    """ě and ů stand inside words, š and ž are Central European, ş and ğ are no Icelandic."""
    assert guessed(text.encode(encoding)) == encoding


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1251", "№;текст;Судья_A;Судья_B\n1;Посылка;да;нет\n"),  # rare letters, marks, a sign
        ("cp1251", "Согласованность экспертов, пилот\n"),
        ("cp1251", "отметка,Разметчик_A\n"),  # т is ς in Greek, which stands at the end alone
        ("koi8-r", "отметка,РазметчикA,РазметчикB\n"),
        ("cp1253", "ψήφος,κριτής A\n1,ζήτημα\n"),
    ],
)
def test_short_tables_in_other_alphabets(encoding, text):
    """A few words are enough: rare letters count a little less, and marks of coders not at all."""
    assert guessed(text.encode(encoding)) == encoding


def test_only_encodings_that_fit_are_named(tmp_path):
    """Chinese is not Hebrew; bytes that are nothing at all leave every name."""
    for text, named in (
        ("编号,标注者A\n1,是\n".encode("gb18030"), False),
        (b"a,\x81\xff\xfe", True),
    ):
        (tmp_path / "t.csv").write_bytes(text)
        with pytest.raises(DataError, match="`encoding=`: gb18030") as error:
            accord.read(tmp_path / "t.csv")
        assert ("cp1256" in str(error.value)) is named


def test_a_guess_of_letters_is_said_with_the_option(tmp_path):
    """In the note of a table that is read, and in the question about one that is not."""
    path = tmp_path / "t.csv"
    path.write_bytes(b"item,rater 1,rater 2\n" + "a1,grün,grün\na2,rot,grün\n".encode("cp1252"))
    assert any("use `encoding=`" in note for note in accord.read(path).audit.notes)
    told = accord.read(path, encoding="cp1252")
    assert not any("use `encoding=`" in note for note in told.audit.notes)
    path.write_bytes("item,Søren,Åse\na1,x,x\na2,y,x\na3,y,y\na4,x,x\n".encode("cp1252"))
    with pytest.raises(DataError, match="Letters are read as cp1252; if names look wrong, use"):
        accord.read(path)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gb18030", "编码员,类别\n是,否\n"),
        ("shift_jis", "評価者,はい\nいいえ,はい\n"),
        ("euc-kr", "평가자,예\n아니오,예\n"),
        ("cp1255", "שופט,כן\nלא,כן\n"),
        ("cp1256", "محكم,نعم\nلا,نعم\n"),
    ],
)
def test_other_alphabets_are_asked_about(tmp_path, encoding, text):
    """No name is spelt by an alphabet that its letters do not fit; those that may fit are named."""
    with pytest.raises(DataError, match="not UTF-8, and accord cannot tell") as error:
        table(tmp_path / "t.csv", text.encode(encoding))
    assert encoding in str(error.value)
    assert table(tmp_path / "t.csv", text.encode(encoding), encoding=encoding).rows


def test_two_bytes_a_letter_need_no_mark(tmp_path):
    """UTF-16 shows itself by zeros at even or odd places alone; zeros at both are no text."""
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        for text in (text_of(HEADER, *ROWS), WORDS["cp1251"]):
            found = table(tmp_path / "t.csv", text.encode(encoding))
            assert ",".join(found.header) == text.partition("\n")[0]
    assert wide_encoding(b"a\0b\0\0\0c\0") is None
    assert wide_encoding(b"abcdefghijkl\0bcdefghij") is None


def one_hot(cells, names=("pos", "neg")):
    """Rows of two raters with a column for each category."""
    header = ("item", *(f"rater{r}_{name}" for r in (1, 2) for name in names))
    return text_of(header, *((f"i{n}", *row) for n, row in enumerate(cells)))


FOUR = [("1", "0", "0", "1"), ("0", "1", "0", "1"), ("1", "0", "1", "0")]


def test_a_column_for_each_coder_and_category_is_one_for_each_coder(tmp_path):
    """Where every coder chose exactly one category in every row, the label is its name."""
    found = table(tmp_path / "t.csv", one_hot(FOUR * 2))
    assert found.header == ("item", "rater1", "rater2")
    assert [tuple(row) for row in found.rows[:3]] == [
        ("i0", "pos", "neg"),
        ("i1", "neg", "neg"),
        ("i2", "pos", "pos"),
    ]
    assert "columns for each coder and category (pos, neg) read as one column" in found.notes[-1]


@pytest.mark.parametrize(
    "text",
    [
        one_hot(FOUR * 2).replace("i3,1,0", "i3,1,1"),  # two chosen: sets
        one_hot(FOUR * 2).replace("i3,1,0", "i3,0,0"),  # none chosen
        one_hot((FOUR * 2)[:5]),  # too few rows to be sure
        one_hot(FOUR * 2).replace("rater2_neg", "rater2_bad"),  # other categories
        one_hot(FOUR * 2).replace("rater", "x"),  # no word for coders
    ],
)
def test_other_columns_of_noughts_and_ones_stay_as_they_are(tmp_path, text):
    """Nothing is put together that the names and all rows do not show."""
    assert len(table(tmp_path / "t.csv", text).header) == 5


def test_told_columns_are_those_of_the_file(tmp_path):
    """Options name the columns that the file has."""
    found = table(tmp_path / "t.csv", one_hot(FOUR * 2), item="item")
    assert found.header[1] == "rater1_pos"


def test_a_comma_in_a_cell_is_asked_about_where_commas_separate_cells(tmp_path):
    """ "3,4" is 3.4 in a table with semicolons; with commas it may be two answers."""
    rows = [("1", '"1,5"', '"2,5"'), ("2", '"2,5"', '"2,5"'), ("3", '"1,5"', '"1,5"')]
    (tmp_path / "a.csv").write_text(text_of(HEADER, *rows))
    with pytest.raises(DataError, match="may be several answers, or numbers with a decimal comma"):
        accord.read(tmp_path / "a.csv")
    assert len(accord.read(tmp_path / "a.csv", sets=",").categories) == 2
    bare = [tuple(cell.strip('"') for cell in row) for row in rows]
    (tmp_path / "b.csv").write_text(text_of(HEADER, *bare, sign=";"))
    assert list(accord.read(tmp_path / "b.csv").categories) == [1.5, 2.5]


def test_lists_of_bare_labels_are_not_doccano(tmp_path):
    """doccano's annotations are objects; a list of labels is a table with lists in cells."""
    lines = [f'{{"text": "t{n}", "annotations": ["yes", "no"]}}\n' for n in range(3)]
    (tmp_path / "a.jsonl").write_text("".join(lines))
    assert accord.contents(tmp_path / "a.jsonl").format.name == "json-table"
