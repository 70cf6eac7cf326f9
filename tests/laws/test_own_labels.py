"""Labels that belong to the item: found where they do, and nowhere else; guessing scores 0."""

from dataclasses import replace

import numpy as np
import pytest

import accord
from accord._measure.bound import bound, documents_of
from accord.kinds.labels import own_labels
from accord.kinds.labels.own_labels import choices_of


def tokens(rng, lemmas=30, each=10, senses=2, coders=2, known=0.0, prior=None):
    """Senses of lemmas; coders know the right one with this probability, else they guess."""
    rows, words = [], []
    for token in range(lemmas * each):
        lemma = f"word{token % lemmas:02d}"
        words.append(lemma)
        right = rng.choice(senses, p=prior)
        for coder in range(coders):
            sense = right if rng.random() < known else rng.choice(senses, p=prior)
            rows.append((token, f"c{coder}", f"{lemma}.{sense}"))
    return accord.codings(rows), words


def votes(rng, systems=20, items=200, judges=3):
    """Coins between two systems."""
    rows = []
    pairs = [(a, b) for a in range(systems) for b in range(a)]
    for at in rng.choice(len(pairs), items, replace=items > len(pairs)):
        a, b = (f"model{k:02d}" for k in pairs[at])
        name = f"{a} vs {b}"
        rows += [(name, f"j{j}", (a, b)[rng.integers(2)]) for j in range(judges)]
    return accord.codings(dict.fromkeys(rows))


def mentions(rng, items=300, options=2, coders=2, prior=None):
    """Candidates that belong to the mention."""
    return accord.codings(
        [
            (m, f"c{c}", f"Q{1000 * m + rng.choice(options, p=prior)}")
            for m in range(items)
            for c in range(coders)
        ]
    )


def ordinary(rng, items, labels, coders=2, known=0.5, pairs_only=False):
    """One list for all items; confusions at random, or only between neighbours."""
    rows = []
    for i in range(items):
        right = int(rng.integers(labels))
        for c in range(coders):
            other = right ^ 1 if pairs_only else int(rng.integers(labels))
            rows.append((i, f"c{c}", f"L{right if rng.random() < known else other}"))
    return accord.codings(rows)


def test_word_senses_are_found_and_coins_score_zero():
    """300 tokens of 30 lemmas with 2 senses and two coins: about 0 in the mean; over all labels it
    would be .49."""
    rng = np.random.default_rng(3)
    found, pooled = [], []
    for _ in range(40):
        study, _words = tokens(rng)
        best = accord.choose(study)[0].measure.name
        assert best == "alpha_within"
        found.append(accord.measure(study)["alpha_within"].value)
        pooled.append(accord.alpha(study, within="all").value)
    error = np.std(found, ddof=1) / 40**0.5
    assert abs(np.mean(found)) < 3 * error
    assert np.mean(pooled) == pytest.approx(0.49, abs=0.03)


def test_pairs_of_systems_are_found_and_coins_score_zero():
    """200 pairs of 20 models and three coins: without ties α within the pair is u, about 0."""
    rng = np.random.default_rng(4)
    found = []
    for _ in range(30):
        study = votes(rng, items=150)
        value = accord.measure(study)["alpha_within"].value
        assert value == pytest.approx(accord.labels.preference_u(study).value, abs=1e-12)
        found.append(value)
    assert abs(np.mean(found)) < 3 * np.std(found, ddof=1) / 30**0.5


def test_candidates_of_a_mention_are_asked_about():
    """Nobody can tell two candidates from free answers: a question; with the answer about 0."""
    rng = np.random.default_rng(5)
    study = mentions(rng)
    for call in (accord.choose, accord.measure, lambda s: accord.alpha(s, distance="nominal")):
        with pytest.raises(accord.NotApplicableError, match="within=2"):
            call(study)
    found = [accord.measure(mentions(rng), within=2)["alpha_within"].value for _ in range(30)]
    assert abs(np.mean(found)) < 3 * np.std(found, ddof=1) / 30**0.5


def test_first_option_liked_by_all_is_no_agreement_by_position():
    """Coders who take the first option in 70% get .32 by the number of options, 0 by position."""
    rng = np.random.default_rng(6)
    by_position, by_number = [], []
    for _ in range(25):
        made = mentions(rng, items=200, coders=3, prior=(0.7, 0.3))
        lists = [f"Q{1000 * m}|Q{1000 * m + 1}" for m in range(200)]
        study = _with(made, lists)
        assert choices_of(study).by == "options"
        by_position.append(accord.labels.alpha_within(study).value)
        by_number.append(accord.labels.alpha_within(study, chance_from="options").value)
    assert abs(np.mean(by_position)) < 3 * np.std(by_position, ddof=1) / 5
    assert np.mean(by_number) == pytest.approx(0.16, abs=0.03)


def _with(study, lists):
    return replace(study, about={"options": lists})


@pytest.mark.parametrize(
    ("each", "wanted"), [(1, 0.49), (2, 0.387), (5, 0.465), (20, 0.484)], ids=str
)
def test_knowing_is_measured_and_small_blocks_shrink_it(each, wanted):
    """Coders know 70% (truth .49): blocks of 1 need the number of options, of 2 are too low."""
    rng = np.random.default_rng(7)
    found = []
    for _ in range(25):
        study, words = tokens(rng, lemmas=400 // each, each=each, known=0.7)
        told = 2 if each == 1 else words
        found.append(accord.labels.alpha_within(study, within=told).value)
    assert np.mean(found) == pytest.approx(wanted, abs=0.03)


@pytest.mark.parametrize("labels", [6, 12, 40, 120])
@pytest.mark.parametrize("known", [0.0, 0.4, 0.7, 0.95])
@pytest.mark.parametrize("coders", [2, 4])
def test_one_list_for_all_is_not_flagged(labels, known, coders):
    """Ordinary labels, few or many, with any agreement: nothing is found."""
    rng = np.random.default_rng(8)
    for items in (30, 300):
        for _ in range(5):
            assert choices_of(ordinary(rng, items, labels, coders, known)) is None


def test_a_few_labels_that_are_confused_two_by_two_are_not_flagged():
    """Four pairs of neighbours are a habit; from five on, over many items, it is a finding."""
    rng = np.random.default_rng(9)
    assert choices_of(ordinary(rng, 400, 8, known=0.8, pairs_only=True)) is None
    assert choices_of(ordinary(rng, 400, 10, known=0.8, pairs_only=True)).by == "labels"


def test_too_few_repeats_are_no_finding():
    """Disagreements must come again without leaving their block: 20 times, or nothing is said."""
    blocks = own_labels.FEWEST_FOUND
    for again, wanted in ((own_labels.FEWEST_REPEATS - 1, False), (20, True)):
        rows = []
        for n in range(blocks + again):  # one disagreement a block links its labels
            word = n % blocks
            rows += [(n, "A", f"w{word}.1"), (n, "B", f"w{word}.2")]
        assert (choices_of(accord.codings(rows)) is not None) == wanted


def test_a_column_that_follows_from_the_label_is_not_flagged():
    """Gold, or a coarse category with one label each, is no lemma."""
    rng = np.random.default_rng(10)
    study = ordinary(rng, 300, 12, known=1.0)
    gold = [study.categories[int(k)] for k in study.category[::2]]
    assert choices_of(replace(study, about={"gold": gold})) is None
    topic = [str(n % 7) for n in range(300)]
    assert choices_of(replace(study, about={"topic": topic})) is None


def test_labels_offered_everywhere_do_not_hide_lemmas():
    """“none” and “other” beside the senses; a third common label means one list."""
    rng = np.random.default_rng(11)

    def with_common(common):
        study, words = tokens(rng, coders=3)
        rows = [
            (i, c, common[rng.integers(len(common))] if c == "c0" and i // 30 % 2 else k)
            for i, c, k in study.rows()
        ]
        return replace(accord.codings(rows), about={"lemma": words})

    assert choices_of(with_common(["zero", "something"])).by == "lemma"
    assert choices_of(with_common(["zero", "something", "more"])) is None


def test_numbers_sets_and_declared_lists_belong_to_all():
    """Measurements, sets and lists that somebody declared are never asked about."""
    rng = np.random.default_rng(12)
    study = mentions(rng)
    assert choices_of(accord.codings([(i, c, float(k[1:])) for i, c, k in study.rows()])) is None
    sets = accord.codings([(i, c, frozenset([k])) for i, c, k in study.rows()])
    assert choices_of(sets) is None
    declared = accord.codings(study.rows(), categories=sorted(study.categories))
    assert choices_of(declared) is None


def test_written_answers_and_answers_that_never_agree_are_not_asked_about():
    """Free text has no list to choose from; what hardly agrees has no α to be too high."""
    rng = np.random.default_rng(13)
    rows = mentions(rng).rows()
    assert choices_of(accord.codings([(i, c, f"the answer {k} here") for i, c, k in rows])) is None
    assert choices_of(accord.codings([(i, c, f"{k}{c}") for i, c, k in rows])) is None


def test_parts_of_a_study_have_the_blocks_of_the_whole():
    """Two coders, or some items, are compared within the blocks that all show."""
    rng = np.random.default_rng(14)
    study, _ = tokens(rng, coders=3)
    found = accord.infer.by_pair(study, "alpha_within")
    assert len(found) == 3
    assert all(abs(two.agreement.value) < 0.25 for two in found)
    assert all(two.agreement.counts["blocks"] == 30 for two in found)


def test_an_interval_covers_what_coders_know():
    """Resamples of blocks of ten items are centred: 95% intervals cover in 88 to 100 of 100."""
    rng = np.random.default_rng(15)
    inside = 0
    for _ in range(40):
        study, words = tokens(rng, lemmas=20, each=10, known=0.7)
        made = accord.labels.alpha_within(
            study, within=words, interval={"resamples": 200, "rng": 1}
        )
        inside += made.interval.low <= 0.49 <= made.interval.high
    assert inside >= 34  # fewer happen once in 1,000 where coverage is .95


@pytest.mark.parametrize("within", ["nowhere", 1, "pair"])
def test_what_cannot_be_is_refused(within):
    """A column that is not there, one option, pairs that are none."""
    study, _ = tokens(np.random.default_rng(16))
    with pytest.raises(
        accord.AccordError, match=r"no column|two options|no pairs|items must be pairs"
    ):
        accord.labels.alpha_within(study, within=within)


def in_blocks(rng, what, items=60, blocks=6, coders="ABC"):
    """Random numbers or sets, some codings missing, and the block of each item."""
    rows = []
    for i in range(items):
        for c in coders:
            if c == "A" or rng.random() < 0.8:  # every item has a coding
                size = int(rng.integers(1, 3))
                sets = frozenset(rng.choice(list("abc"), size, replace=False).tolist())
                rows.append((i, c, float(rng.integers(1, 5)) if what == "numbers" else sets))
    study = accord.codings(rows)
    return study, [f"w{int(i) % blocks}" for i in study.items]


@pytest.mark.parametrize("distance", ["interval", "ordinal", "ratio", "linear", "masi", "jaccard"])
def test_any_distance_within_blocks(distance):
    """By lemma and pooled, as `sense_alpha` computes it from α of each lemma; `within` is never
    ignored: α by its name is the same number."""
    what = "sets" if distance in ("masi", "jaccard") else "numbers"
    study, words = in_blocks(np.random.default_rng(17), what)
    found = accord.labels.alpha_within(study, within=words, distance=distance)
    wanted = accord.labels.sense_alpha(study, distance=distance, lemma=words)
    assert found.value == pytest.approx(wanted.value, abs=1e-12)
    assert found.D_o == pytest.approx(wanted.D_o, abs=1e-12)
    assert found.unit == wanted.unit
    named = accord.alpha(study, distance=distance, within=words)
    assert named.signature == found.signature
    assert named.value == found.value
    assert accord.alpha(study, distance=distance).value != pytest.approx(found.value, abs=1e-6)
    with pytest.raises(accord.NotApplicableError, match="separate blocks"):
        accord.beta(study, distance=distance, within=words)


@pytest.mark.parametrize("distance", ["masi", "ordinal"])
def test_resamples_by_distance_are_the_measure_of_the_items_taken(distance):
    """Also where items come twice: copies are no pairs for chance, and ranks are those of the
    resample."""
    what = "sets" if distance == "masi" else "numbers"
    rng = np.random.default_rng(18)
    study, words = in_blocks(rng, what)
    told = replace(study, about={"lemma": tuple(words)}, within="lemma")
    measure = bound("alpha_within", distance=distance)
    often = np.bincount(rng.integers(60, size=60), minlength=60)
    taken = measure.compute(told.take(np.repeat(np.arange(60), often))).value
    table = documents_of(told, measure)
    if distance == "ordinal":
        assert table is None
    else:
        assert table.values(often[None, :])[0] == pytest.approx(taken, abs=1e-12)
        pair = table.only([0, 2]).values(np.ones((1, 60)))[0]
        assert pair == pytest.approx(measure.compute(told.only([0, 2])).value, abs=1e-12)
    # Chance by hand: two codings of a lemma that are not of two copies of one item.
    d = accord.distance("masi") if distance == "masi" else None
    if d is not None:
        total = weight = 0.0
        for word in dict.fromkeys(words):
            cells = [
                (n, copy, k)
                for n, item in enumerate(told.items)
                if words[n] == word
                for copy in range(int(often[n]))
                for i, _, k in told.rows()
                if i == item and sum(x == item for x, _, _ in told.rows()) > 1
            ]
            metric = d.fit(told.categories, np.ones(len(told.categories)), False).matrix()
            place = {k: at for at, k in enumerate(told.categories)}
            far = [
                metric[place[a[2]], place[b[2]]]
                for x, a in enumerate(cells)
                for y, b in enumerate(cells)
                if x != y and (a[0] != b[0] or a[1] == b[1])
            ]
            total += len(cells) * np.mean(far)
            weight += len(cells)
        found = measure.compute(told.take(np.repeat(np.arange(60), often)))
        assert found.D_e == pytest.approx(total / weight, abs=1e-12)


def test_a_distance_needs_blocks_of_several_items():
    """Options and pairs know only the same or not: refused, with what to do."""
    study = mentions(np.random.default_rng(19))
    with pytest.raises(accord.NotApplicableError, match="groups of items"):
        accord.labels.alpha_within(study, within=2, distance="edit")
