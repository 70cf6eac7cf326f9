"""A plugin of pytest that puts accord in the place of another program: PEER names which.

Their own test files import what they test from their own modules, which have accord's functions
then.
"""

import os
import sys
import warnings
from importlib import import_module

import accord
from accord.compat import nltk, segeval, sklearn, statsmodels

REPLACED = {
    "nltk": {
        "nltk.metrics.agreement": {"AnnotationTask": nltk.AnnotationTask},
        "nltk.metrics.segmentation": {"pk": nltk.pk, "windowdiff": nltk.windowdiff},
        "nltk.metrics": {"AnnotationTask": nltk.AnnotationTask, "windowdiff": nltk.windowdiff},
    },
    "segeval": {
        "segeval.window.pk": {"pk": segeval.pk},
        "segeval.window.windowdiff": {"window_diff": segeval.window_diff},
        "segeval.similarity.boundary": {"boundary_similarity": segeval.boundary_similarity},
        "segeval.similarity.segmentation": {
            "segmentation_similarity": segeval.segmentation_similarity
        },
        "segeval.agreement.pi": {"fleiss_pi_linear": segeval.fleiss_pi_linear},
        "segeval.agreement.kappa": {"fleiss_kappa_linear": segeval.fleiss_kappa_linear},
        "segeval.agreement.bias": {
            "artstein_poesio_bias_linear": segeval.artstein_poesio_bias_linear
        },
        "segeval.util": {"SegmentationMetricError": (accord.AccordError, TypeError)},
    },
    "statsmodels": {
        "statsmodels.stats.inter_rater": {
            name: getattr(statsmodels, name)
            for name in ("aggregate_raters", "cohens_kappa", "fleiss_kappa", "to_table")
        },
    },
    "sklearn": {
        "sklearn.metrics": {"cohen_kappa_score": sklearn.cohen_kappa_score},
        "sklearn.metrics._classification": {"cohen_kappa_score": sklearn.cohen_kappa_score},
    },
}
"""Program → module → name → what stands there instead."""

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    # Without the variable nothing is replaced: who collects all modules only looks at this one.
    for module, names in REPLACED.get(os.environ.get("PEER", ""), {}).items():
        import_module(module)
        for name, ours in names.items():
            assert hasattr(sys.modules[module], name), f"{module} has no {name}"
            setattr(sys.modules[module], name, ours)
