"""What other libraries see of accord: a pandas accessor, a scorer of scikit-learn."""

import pickle
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest

import accord
import accord.pandas
from accord.compat.sklearn import agreement_scorer

RATED = pd.DataFrame({"rater1": list("aabbab"), "rater2": list("aababb")})


def test_a_frame_has_accord():
    """The accessor is the frame as the first argument, and gives the same numbers and tables."""
    assert RATED.accord.kappa().value == accord.kappa(RATED).value
    assert (
        RATED.accord.alpha(distance="nominal").value
        == accord.alpha(RATED, distance="nominal").value
    )
    both = RATED.accord.measure("kappa pi")
    assert [found.value for found in both] == [accord.kappa(RATED).value, accord.pi(RATED).value]
    assert set(accord.pandas.VERBS) < set(dir(RATED.accord))


def test_every_verb_of_the_accessor_is_there():
    """Whatever the accessor lists, `accord` offers under that name, and takes the frame first."""
    for name in dir(RATED.accord):
        asked = getattr(RATED.accord, name)
        assert asked.func is getattr(accord, name)
        assert asked.args[0] is RATED


def test_what_a_frame_has_not_is_named():
    """A name that is not for labels says what to call instead."""
    with pytest.raises(AttributeError, match=r"accord\.spans\.gamma\(frame\)"):
        _ = RATED.accord.gamma


def test_accord_alone_imports_no_pandas():
    """The accessor comes with `import accord.pandas`, not before."""
    code = "import sys, accord; accord.kappa([1, 2], [1, 2]); print('pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_scorer_in_a_search():
    """Cross-validation maximises agreement with the labels; the scorer can be pickled."""
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import cross_val_score

    rng = np.random.default_rng(0)
    x = rng.normal(size=(90, 2))
    y = (x[:, 0] + rng.normal(0, 0.3, 90) > 0).astype(int)
    scorer = pickle.loads(pickle.dumps(agreement_scorer("alpha", distance="nominal")))
    scores = cross_val_score(LogisticRegression(), x, y, scoring=scorer, cv=3)
    kappas = cross_val_score(LogisticRegression(), x, y, scoring=agreement_scorer(), cv=3)
    model = LogisticRegression().fit(x, y)
    assert scorer(model, x, y) == pytest.approx(
        accord.alpha(list(y), list(model.predict(x)), distance="nominal").value, abs=1e-12
    )
    assert np.abs(scores - kappas).max() < 0.02  # two coders, 30 items: α and κ are near
    assert not np.array_equal(scores, kappas)


def test_a_scorer_says_what_does_not_fit_at_once():
    """Unknown names and settings are refused before a search begins."""
    with pytest.raises(accord.UnknownNameError):
        agreement_scorer("kapa_of_nobody")
    with pytest.raises((accord.AccordError, TypeError)):
        agreement_scorer("kappa", no_such_setting=1)


def test_an_undefined_score_is_nan_with_a_warning():
    """One label only: scikit-learn's own warning, and nan."""
    from sklearn.dummy import DummyClassifier
    from sklearn.exceptions import UndefinedMetricWarning

    x, y = [[0]] * 4, [1] * 4
    model = DummyClassifier(strategy="constant", constant=1).fit(x, y)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        assert np.isnan(agreement_scorer()(model, x, y))
    assert any(issubclass(one.category, UndefinedMetricWarning) for one in heard)
