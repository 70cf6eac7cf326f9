"""How the book is built: Sphinx and MyST, offline; tables and numbers come from the code."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent / "src")]

from accord import __version__  # noqa: E402

project = "accord"
author = "the accord contributors"
copyright = "the accord contributors, MIT licence"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "book"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "_ext", "_scripts", "_static", "_templates"]
nitpicky = True
# Types in signatures that are no public names: protocols and array types of numpy, and aliases.
nitpick_ignore_regex = [(r"py:.*", r"(?!accord\.[a-z_0-9]+$).*")]
suppress_warnings = ["config.cache"]

myst_enable_extensions = ["attrs_block", "attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
autodoc_typehints_format = "short"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = False  # it would change the signatures that options are read from
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90
toc_object_entries = False

html_theme = "furo"
html_title = "accord: the book of agreement"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_css_files = ["book.css"]
html_copy_source = False
html_show_sphinx = False
