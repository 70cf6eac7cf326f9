"""Keywords that were renamed: the old ones work and say so, and are in no signature."""

from inspect import signature

import pytest

import accord
from accord.infer.advice.plan import plan_items
from accord.model.keywords import renamed

CALLS = {
    "sets": lambda **how: accord.simulate.curves(["kappa"], ["noise"], magnitudes=[0.5], **how),
    "samples": lambda **how: plan_items("s", expected=0.7, width=0.3, **how),
}


@pytest.mark.parametrize("old", CALLS)
def test_the_old_name_gives_the_same_with_a_note(old):
    """A renamed keyword gives what the new one gives, and the note names both."""
    now = CALLS[old](resamples=3)
    with pytest.warns(DeprecationWarning, match=rf"^{old}= of \w+ is called resamples= since"):
        before = CALLS[old](**{old: 3})
    assert before.as_dict() == now.as_dict()


def test_the_note_points_at_the_caller():
    """The warning is about the line that has to change."""
    with pytest.warns(DeprecationWarning, match="sets= of curves") as notes:
        accord.simulate.curves(["kappa"], ["noise"], magnitudes=[0.5], sets=1)
    assert [note.filename for note in notes] == [__file__]


@pytest.mark.parametrize(
    "function",
    [
        accord.simulate.curves,
        accord.simulate.figure,
        accord.simulate.mistakes_like,
        accord.infer.plan_items,
    ],
)
def test_help_knows_the_new_name_alone(function):
    """What follows from a signature has no second name for one thing."""
    names = signature(function).parameters
    assert "resamples" in names
    assert not {"sets", "samples"} & {*names}


def test_both_names_at_once_are_refused():
    """Two names of one thing in one call are an error, not a choice."""
    with pytest.raises(TypeError, match="sets= and resamples=, which are two names of one thing"):
        accord.simulate.curves(["kappa"], ["noise"], sets=1, resamples=1)


def test_other_keywords_are_left_alone():
    """What was never renamed is passed on as it is, also where it is wrong."""

    @renamed(old="new")
    def twice(first, *, new=1, more=0):
        return 2 * first * new + more

    assert twice(1, more=1) == 3
    assert twice(1, new=2) == 4
    with pytest.raises(TypeError, match="unexpected keyword argument 'other'"):
        twice(1, other=1)


def test_measures_of_ones_own_take_the_old_names():
    """`compute` and `study` of Measure, which people wrote by name."""

    def zeta(study):
        return accord.alpha(study, distance="nominal")

    with pytest.warns(DeprecationWarning, match="= of Measure is called"):
        own = accord.Measure(compute=zeta, symbol="ζ", study=accord.Codings, title="invented")
    assert own == accord.Measure(zeta, "ζ", accord.Codings, "invented")


def test_a_function_under_its_old_name():
    """accord.infer.standing is among_published, says so where it is called, and is not listed."""
    with pytest.warns(DeprecationWarning, match="is called accord.infer.among_published") as said:
        old = accord.infer.standing
    assert old is accord.infer.among_published
    assert said[0].filename == __file__
    assert "standing" not in dir(accord.infer)
    with pytest.raises(AttributeError, match="no attribute 'standin'"):
        _ = accord.infer.standin
