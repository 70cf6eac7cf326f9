"""The report as one self-contained page: no request, all data escaped, a strict policy."""

import json
import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from typing import Any
from urllib.parse import quote, urlencode

from accord._measure.catalogue import display_name
from accord._report.overview import Report
from accord._report.render.charts import chart_specs, disagreement_picture
from accord._report.render.drawing import script_bundle
from accord._report.render.latex import latex_table
from accord._report.render.rating_picture import rating_picture, rating_rows
from accord._report.render.theme import (
    CONFIG,
    PALETTES,
    SCREEN_FONT,
    digits_of,
    library,
    on_line,
)
from accord._report.section_types import AnswerSection
from accord._report.wording import data_reworded, message_in_words, natural, sentence, shortened
from accord.errors import MissingExtraError
from accord.kinds.kind import kind_named
from accord.whole_files import keep, kept
from accord.words.said import Language

_SHOWN = ("answer", "picture", "next")
"""What is read first, in this order on every page: answer, number, picture, next steps."""

_PARTS = ("against", "ratings", "disagreements", "meaning", "coders", "categories")
REST = ("ranking", "documents", "taxonomy", "coefficients", "coverage", "methods")
"""The details, each behind its heading; the one that only a kind has stands between them. Each has
a template of its name."""

_LARGEST = 3_300_000
"""Bytes of data in a page: with its scripts and tables it stays below 5 MB."""

_ON_SCREEN = {**CONFIG, "font": SCREEN_FONT}

_RISKY = {c: f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}

_Fitted = tuple[Mapping[str, Any], dict[str, int]]
"""The data of a page, and how many rows and documents were left out."""


def page(
    report: Report, beside: str = "", *, script: str | None = None, fit: _Fitted | None = None
) -> str:
    """The report as an HTML page that opens from disk and makes no requests.

    What would make it larger than 5 MB is left out, the lightest disagreements first, and the
    page says so; `beside` names the file that holds all of them. `script` is the library that
    draws charts, where vl-convert is not there to give it; without one ("") the page has its
    numbers and tables and no charts. `fit` is what `fitted` found, where it is known.
    """
    drawing = drawing_library() if script is None else script
    specs = chart_specs(report) if drawing else {}
    specs = {name: {**spec, "config": _ON_SCREEN} for name, spec in specs.items()}
    whole, cut = fit or fitted(report.data)
    data = data_reworded(whole, message_in_words)
    css, own = own_scripts()
    scripts = [drawing, own] if drawing else [own]
    own_part = kind_named(data["study"]["kind"]).section or ""
    rated = data.get("ratings")
    picture = rating_picture(rated, report.say) if rated else disagreement_picture(data, report.say)
    there = {**data, "picture": picture, "meaning": data.get("answer")}
    shown = [name for name in _SHOWN if there.get(name)]
    environment, safe = page_environment(report.say)
    return str(
        environment.get_template("report.html").render(
            data=data,
            title=report.title,
            cut={**cut, "beside": beside},
            specs=specs,
            contents=[(name, f"page.{name}") for name in (*shown, "details", "repeat")],
            shown=shown,
            parts=[name for name in (*_PARTS, own_part, *REST) if there.get(name)],
            picture=picture,
            rating_rows=rating_rows(rated, report.say) if rated else [],
            place=place_of(data.get("answer"), report.say),
            latex=latex_table(report),
            policy=policy(css, scripts),
            css=safe(css),
            scripts=[safe(script) for script in scripts],
            json_data=safe(script_json(whole)),
            json_specs=safe(script_json(specs)),
            json_look=safe(script_json(PALETTES)),
            json_words=safe(script_json(script_words(own, data, report.say))),
        )
    )


def page_environment(say: Language) -> tuple[Any, Any]:
    """The templates of pages, all data escaped, and what marks a text as safe.

    In a template `_` gives a sentence of its own in the language of the page, its fields escaped;
    `say` gives one that came with the data.
    """
    jinja2, markup = _jinja2(), _markup()

    def own(key: str, **fields: Any) -> Any:
        # What a language says holds no sign of HTML (a test); what is filled in may.
        return markup(say.text(key, fields, markup.escape))

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_template),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        bytecode_cache=_compiled(jinja2),
    )
    environment.filters.update(
        exact=_exact,
        bare=say.bare,
        digits=_digits,
        # A model's own estimate is rounded down.
        share_down=lambda share: say.signs(f"{int(1000 * share) / 10:.1f}%"),
        decimal=say.decimal,
        units=say.units,
        percent=say.percent,
        probability=say.confidence,
        pvalue=say.p_value,
        whole=say.whole,
        capital=sentence,
        cut=shortened,
        sub=_subscript,
        show=_shown,
        natural=lambda names: sorted(names, key=natural),
        said=say,
        name=lambda row, coders=None: say(display_name(row, coders)),
    )
    environment.globals.update(_=own, say=say)
    return environment, markup


def _compiled(jinja2: Any) -> Any:
    """Templates that were compiled before, which takes longer than filling them in."""

    class Compiled(jinja2.BytecodeCache):  # type: ignore[misc]  # Jinja is an extra
        """Jinja asks by the name of a template, and itself compares the text and the Python."""

        def load_bytecode(self, bucket: Any) -> None:
            code = kept(_code_name(bucket))
            if code is not None:
                bucket.bytecode_from_string(code)

        def dump_bytecode(self, bucket: Any) -> None:
            keep(_code_name(bucket), bucket.bytecode_to_string())

    def _code_name(bucket: Any) -> str:
        return f"page-{jinja2.__version__}-{sys.version_info[0]}{sys.version_info[1]}-{bucket.key}"

    return Compiled()


def script_words(script: str, data: Mapping[str, Any], say: Language) -> dict[str, str]:
    """What the script says, by key, and the kinds of disagreement, by the words of the data."""
    kinds = (data.get("disagreements") or {"kinds": ()})["kinds"]
    own = {key: str(say.sentences[key]) for key in re.findall(r'\bsaid\("([^"]+)"', script)}
    return {**own, **{kind: say(kind) for kind in kinds}, ".": say.words.POINT}


def own_scripts() -> tuple[str, str]:
    """The style of a page and its script, apart from the library that draws charts."""
    own = _template("report.js")
    for name in ("LANES", "LIST"):
        own = own.replace(f"/*{name}*/", _template(f"{name.lower()}.js"))
    return _template("report.css"), own


def _shown(wanted: Mapping[str, str]) -> str:
    """The address, within the page, of the disagreements of a coder, a category …"""
    return f"#show?{urlencode(wanted, quote_via=quote)}"


def fitted(data: Mapping[str, Any], largest: int = _LARGEST) -> _Fitted:
    """The data without what would make a page too large, and how much was left out.

    First the lanes of documents, those with less disagreement first; then the disagreements.
    """
    cut = {"rows": 0, "documents": 0}
    size = _size(data)
    if size <= largest:
        return data, cut
    kept = dict(data)
    # Lanes go first: the list of disagreements says the same in words.
    if "units" in kept:
        documents = kept["units"]["documents"]
        rest = size - _size(documents)
        number = _within([_size(each) for each in documents], max(largest - rest, largest // 4))
        kept["units"] = {**kept["units"], "documents": documents[:number]}
        cut["documents"] = len(documents) - number
        size = _size(kept)
    if size > largest and "disagreements" in kept:
        listed = kept["disagreements"]
        rest = size - _size(listed["rows"])
        number = _within([_size(row) for row in listed["rows"]], largest - rest)
        cut["rows"] = len(listed["rows"]) - number
        kept["disagreements"] = {**listed, "rows": listed["rows"][:number], "listed": number}
    return kept, cut


def _size(data: Any) -> int:
    return len(script_json(data).encode("utf-8"))


def _within(sizes: list[int], room: int) -> int:
    """How many of these, from the first on, fit; one at least."""
    total = 0
    for at, size in enumerate(sizes):
        total += size + 2
        if total > room:
            return max(at, 1)
    return len(sizes)


def script_json(data: Any) -> str:
    """JSON that cannot leave the script element it stands in.

    >>> script_json("</script>")
    '"\\\\u003c/script\\\\u003e"'
    """
    text = json.dumps(data, ensure_ascii=False, allow_nan=False)
    # One after the other: `translate` looks at each character, and takes ten times as long.
    for sign, written in _RISKY.items():
        text = text.replace(sign, written)
    return text


def policy(css: str, scripts: list[str]) -> str:
    """The content security policy: only these scripts and this style, nothing from elsewhere."""
    allowed = " ".join(_hashed(script) for script in scripts)
    return (
        f"default-src 'none'; script-src {allowed}; style-src {_hashed(css)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hashed(text: str) -> str:
    import base64
    import hashlib

    digest = base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode()
    return f"'sha256-{digest}'"


def place_of(answer: AnswerSection | None, say: Language) -> dict[str, Any] | None:
    """Where the value, its interval and the levels stand on the line of the answer; None where the
    measure has no such line."""
    if not answer or answer["value"] is None or answer["better"] == "lower":
        return None
    interval = answer["interval"] or {"low": None, "high": None}
    levels = tuple(row["threshold"] for row in answer["below"])
    return on_line(answer["value"], interval["low"], interval["high"], say, levels)


def _digits(answer: AnswerSection) -> int:
    interval = answer["interval"] or {"low": None, "high": None}
    return digits_of(interval["low"], interval["high"])


def _subscript(symbol: str) -> Any:
    """A coefficient's symbol with what follows _ below the line."""
    head, _, tail = symbol.partition("_")
    markup = _markup()
    return markup("{}<sub>{}</sub>").format(head, tail) if tail else markup.escape(head)


def _exact(value: float) -> str:
    """A number as JSON has it, so that the page and the data hold the same."""
    return json.dumps(value)


def _template(name: str) -> str:
    return files("accord._report").joinpath("templates", name).read_text("utf-8")


def drawing_library() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script of its own scope, with their licences."""
    wanted = ".".join(library().SCHEMA_VERSION.lstrip("v").split(".")[:2])
    script = script_bundle(wanted)
    script = script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
    return f"/*!\n{_template('vega-licences.txt')}*/\n(() => {{{script}}})();"


def _jinja2() -> Any:
    try:
        import jinja2
    except ImportError:
        raise MissingExtraError.of("the page", "jinja2", "report") from None
    return jinja2


def _markup() -> Any:
    from markupsafe import Markup

    return Markup
