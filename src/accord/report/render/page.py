"""The report as one self-contained page: no request, all data escaped, a strict policy."""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from accord.errors import MissingExtraError
from accord.report.overview import Report
from accord.report.render.charts import chart_specs
from accord.report.render.latex import latex_table
from accord.report.render.theme import PALETTES, library
from accord.report.wording import decimal, percent, probability, sentence, shortened, whole

SECTIONS = {
    "answer": "Answer",
    "coefficients": "Coefficients",
    "dimensions": "Dimensions",
    "units": "Units",
    "chains": "Chains",
    "boundaries": "Boundaries",
    "categories": "Categories",
    "taxonomy": "Taxonomy",
    "coders": "Coders",
    "coverage": "Coverage",
    "items": "Items",
    "methods": "Methods",
}
"""The parts of the page in their order; each has a template of its name."""

_RISKY = {ord(c): f"\\u{ord(c):04x}" for c in "<>&\u2028\u2029"}


def page(report: Report) -> str:
    """The report as an HTML page that opens from disk and makes no requests."""
    jinja2 = _jinja2()
    specs = chart_specs(report)
    css = _template("report.css")
    scripts = [_bundle(), _template("report.js").replace("/*LANES*/", _template("lanes.js"))]
    contents = [(id, name) for id, name in SECTIONS.items() if report.data.get(id)]
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(_template),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
    )
    environment.filters.update(
        exact=_exact,
        decimal=decimal,
        percent=percent,
        probability=probability,
        whole=whole,
        capital=sentence,
        cut=shortened,
        sub=_subscript,
        short=lambda text: text.rstrip("0").lstrip("0"),
    )
    safe = _markup()
    return str(
        environment.get_template("report.html").render(
            data=report.data,
            specs=specs,
            contents=contents,
            gauge=gauge(report.data.get("answer")),
            latex=latex_table(report),
            policy=policy(css, scripts),
            css=safe(css),
            scripts=[safe(script) for script in scripts],
            json_data=safe(script_json(report.data)),
            json_specs=safe(script_json(specs)),
            json_look=safe(script_json(PALETTES)),
        )
    )


def script_json(data: Any) -> str:
    """JSON that cannot leave the script element it stands in.

    >>> script_json("</script>")
    '"\\\\u003c/script\\\\u003e"'
    """
    return json.dumps(data, ensure_ascii=False, allow_nan=False).translate(_RISKY)


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


def gauge(answer: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Where things stand on the line under the answer, 0 (or less) to 1."""
    if not answer or answer["value"] is None:
        return None
    interval = answer["interval"] or {"low": None, "high": None}
    ends = [end for end in (interval["low"], answer["value"]) if end is not None]
    least = min(0.0, *ends, 0.0)

    def at(value: float | None) -> float | None:
        if value is None:
            return None
        return float(round(10 + 220 * (min(max(value, least), 1.0) - least) / (1 - least), 2))

    ticks = [(at(value), text) for value, text in ((0.0, "0"), (0.667, ".667"), (0.8, ".8"))]
    return {
        "begin": 10,
        "end": 230,
        "value": at(answer["value"]),
        "low": at(interval["low"]),
        "high": at(interval["high"]),
        "ticks": [*ticks, (230, "1")],
    }


def _subscript(symbol: str) -> Any:
    """A coefficient's symbol with what follows _ below the line."""
    head, _, tail = symbol.partition("_")
    markup = _markup()
    return markup("{}<sub>{}</sub>").format(head, tail) if tail else markup.escape(head)


def _exact(value: float) -> str:
    """A number as JSON has it, so that the page and the data hold the same."""
    return json.dumps(value)


def _template(name: str) -> str:
    return files("accord.report").joinpath("templates", name).read_text("utf-8")


def _bundle() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script of its own scope."""
    try:
        import vl_convert
    except ImportError:
        raise MissingExtraError.of("the page", "vl-convert-python", "report") from None
    wanted = ".".join(library().SCHEMA_VERSION.lstrip("v").split(".")[:2])
    known = vl_convert.get_vegalite_versions()
    bundle: Any = vl_convert.javascript_bundle
    script: str = bundle(vl_version=wanted if wanted in known else None)
    script = script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
    return f"(() => {{{script}}})();"


def _jinja2() -> Any:
    try:
        import jinja2
    except ImportError:
        raise MissingExtraError.of("the page", "jinja2", "report") from None
    return jinja2


def _markup() -> Any:
    from markupsafe import Markup

    return Markup
