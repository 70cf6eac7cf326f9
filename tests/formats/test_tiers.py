"""Tiers are layers of one coder unless something says whose they are; time has a resolution."""

import pytest

import accord
from accord._read.formats.tiers import coders_of_tiers
from accord.errors import DataError

GRID = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n{end}\n<exists>\n{n}\n{tiers}'
TIER = '"IntervalTier"\n"{name}"\n0\n{end}\n{n}\n{intervals}'


def grid(tiers, end=4.0):
    """A TextGrid in the short form: name of a tier → its (begin, end, label)."""
    parts = [
        TIER.format(
            name=name,
            end=end,
            n=len(rows),
            intervals="".join(f'{b}\n{e}\n"{t}"\n' for b, e, t in rows),
        )
        for name, rows in tiers.items()
    ]
    return GRID.format(end=end, n=len(tiers), tiers="".join(parts))


WORDS = [(0, 0.31, "she"), (0.31, 0.62, "had"), (0.62, 0.94, "your"), (0.94, 1.5, "suit")]
PHONES = [(0, 0.1, "sh"), (0.1, 0.31, "iy"), (0.31, 0.62, "hh")]


def test_words_and_phones_are_layers_of_one_coder(tmp_path):
    """An aligner's file has one coder, its tiers are layers: no measure gives a number."""
    path = tmp_path / "aligned.TextGrid"
    path.write_text(grid({"words": WORDS, "phones": PHONES}))
    with pytest.raises(DataError, match=r"several layers.*words.*phones.*coder_from='tier'"):
        accord.read(path)
    study = accord.read(path, layer="words")
    assert list(study.coders) == ["aligned"]
    assert "only one coder; agreement needs at least two" in accord.spans.kappa_d(study).undefined


def test_speakers_are_not_coders(tmp_path):
    """Names of people on tiers are whoever speaks, until the user says that they code."""
    path = tmp_path / "talk.TextGrid"
    path.write_text(grid({"Anna": WORDS, "Ben": PHONES}))
    assert list(accord.read(path, layer="Anna").coders) == ["talk"]
    told = accord.read(path, coder_from="tier")
    assert list(told.coders) == ["Anna", "Ben"]
    assert told == accord.read(path, coder_from="layer")


def test_a_shift_of_15_ms_is_little_disagreement(tmp_path):
    """Atoms of speech are 10 ms: words against themselves 15 ms later have κ_d near 1."""
    later = [(b + 0.015, e + 0.015, label) for b, e, label in WORDS]
    for name, rows in (("ann", WORDS), ("bob", [(0, 0.015, ""), *later])):
        (tmp_path / f"{name}.TextGrid").write_text(grid({"words": rows}))
    study = accord.read([tmp_path / "ann.TextGrid", tmp_path / "bob.TextGrid"])
    result = accord.spans.kappa_d(study)
    assert study.resolution == 0.01
    assert "atom:0.01" in result.signature
    assert any("steps of 10 ms" in note for note in study.audit.notes)
    # By hand: 4 boundaries and 2 edges move over at most 2 of 400 atoms each: A_o ≥ 1 − 10/400.
    assert result.A_o >= 0.975
    assert result.value > 0.95
    coarse = accord.spans.kappa_d(study, atom=1.0)
    assert "atom:1" in coarse.signature
    assert coarse.value != result.value


def test_the_resolution_survives_being_written(tmp_path):
    """accord's own format keeps the length of an atom."""
    (tmp_path / "a.TextGrid").write_text(grid({"w@coder1": WORDS, "w@coder2": WORDS}))
    study = accord.read(tmp_path / "a.TextGrid")
    accord.write(study, tmp_path / "a.jsonl")
    again = accord.read(tmp_path / "a.jsonl")
    assert again == study
    assert again.resolution == 0.01
    assert again.only([0, 1]).take([0]).resolution == 0.01


@pytest.mark.parametrize(
    ("names", "told", "expected"),
    [
        (["words", "phones"], False, None),
        (["xds@CHI", "xds@FA1"], False, None),
        (["Coder1_words", "Coder2_words"], False, {"Coder1", "Coder2"}),
        (["words (annotator A)", "words (annotator B)"], False, {"annotator A", "annotator B"}),
        (["rater-1", "rater-2", "noise"], False, {"rater-1", "rater-2"}),
        (["Coder1_words", "Coder1_phones"], False, None),
        (["decoder", "encoder"], False, None),
        (["words@A", "words@B"], True, {"A", "B"}),
        (["Anna", "Ben"], True, None),
    ],
)
def test_names_of_tiers(names, told, expected):
    """Only a name that says so is a coder's; the user's word splits names at "@"."""
    found = coders_of_tiers(names, told=told)
    assert (None if found is None else {coder for coder, _ in found.values()}) == expected


EAF = """<?xml version="1.0"?><ANNOTATION_DOCUMENT><TIME_ORDER>
<TIME_SLOT TIME_SLOT_ID="a" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="b" TIME_VALUE="500"/>
</TIME_ORDER>{tiers}</ANNOTATION_DOCUMENT>"""
ONE = (
    '<TIER TIER_ID="{name}" {more}><ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{name}1" '
    'TIME_SLOT_REF1="a" TIME_SLOT_REF2="b"><ANNOTATION_VALUE>x</ANNOTATION_VALUE>'
    "</ALIGNABLE_ANNOTATION></ANNOTATION></TIER>"
)


@pytest.mark.parametrize(
    ("tiers", "options", "coders"),
    [
        ({"x": 'PARTICIPANT="CHI"', "y": 'PARTICIPANT="FA1"'}, {"layer": "x"}, ["f"]),
        ({"x": 'PARTICIPANT="coder1"', "y": 'PARTICIPANT="coder2"'}, {"layer": "x"}, ["coder1"]),
        ({"x": 'ANNOTATOR="ann"', "y": 'ANNOTATOR="bob"'}, {"layer": "y"}, ["bob"]),
        ({"x": 'ANNOTATOR="ann"', "y": ""}, {"layer": "y"}, ["ann"]),
        ({"x": 'ANNOTATOR="ann"', "y": 'PARENT_REF="x"'}, {"layer": "y"}, ["ann"]),
        ({"x": 'ANNOTATOR="ann"', "y": 'ANNOTATOR="bob"'}, {"coder_from": "tier"}, ["x", "y"]),
    ],
)
def test_coders_of_elan(tmp_path, tiers, options, coders):
    """ANNOTATOR is the coder, PARTICIPANT only where it is called like one, else the file."""
    path = tmp_path / "f.eaf"
    path.write_text(EAF.format(tiers="".join(ONE.format(name=n, more=m) for n, m in tiers.items())))
    assert list(accord.read(path, **options).coders) == coders


def test_times_in_a_table_have_a_resolution(tmp_path):
    """Seconds with fractions are cut into hundredths, whole positions into ones; and it is said."""
    head = "document,coder,begin,end,category\n"
    path = tmp_path / "units.csv"
    path.write_text(head + "d,A,0,1.25,x\nd,B,0,1.24,x\n")
    study = accord.read(path)
    assert study.resolution == 0.01
    assert "atom:0.01" in accord.spans.kappa_d(study).signature
    assert any("steps of 0.01" in note for note in study.audit.notes)
    path.write_text(head + "d,A,0,2,x\nd,B,0,3,x\n")
    assert accord.read(path).resolution == 1


def test_a_long_name_takes_no_time():
    """A name of a tier that is no name is not searched for coders in many ways."""
    names = ["." * 50_000 + "coder", "x" + " -" * 50_000]
    assert coders_of_tiers(names, told=False) is None
