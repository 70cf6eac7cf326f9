/* The question, the answer that moves, and what is taken along. */
import { at, decimal, exact, fill, make, svg, symbol, table } from "./make.js";
import { allow, engine, given, job, look, say, send, show, state, trouble } from "./page.js";

/* What kind of question. */
const LABELS = { nominal: "labels without order", ordinal: "ordered labels or ranks",
  interval: "numbers", masi: "sets of labels" };
const OTHERS = { unitizings: "spans", segmentations: "boundaries", partitions: "coreference chains",
  relations: "relations", trees: "trees", dimensions: "several dimensions" };
const GOALS = { report: "report a number", rounds: "compare two rounds", problem: "find the problem",
  model: "judge a model" };
const PURPOSES = { reliability: "would others code the same? (reliability)",
  validity: "do these very coders agree? (validity)" };

export const chosenKind = () => {
  const { options, asked } = state;
  asked.distance = options.kind === "codings" ? options.levels[0] : null;
};

const radios = (name, legend, choices, chosen, change) => make("fieldset", {},
  make("legend", {}, legend), choices.map(([value, text, disabled]) => make("label", {},
    make("input", { type: "radio", name, value, checked: value === chosen, disabled,
      onchange: () => change(value) }), text)));

const kinds = () => {
  const { options, asked } = state;
  if (options.kind !== "codings") {
    const chosen = Object.entries(OTHERS).map(([value, text]) => [value, text, value !== options.kind]);
    return radios("kind", "1. What was annotated?", chosen, options.kind, () => {});
  }
  const sets = options.levels.includes("masi");
  const able = { nominal: !sets, ordinal: !sets, interval: options.numbers, masi: sets };
  return radios("kind", "1. What was annotated?",
    Object.entries(LABELS).map(([value, text]) => [value, text, !able[value]]), asked.distance,
    (value) => { asked.distance = value; question(); });
};

/* Names have an order only where somebody says it. */
const order = () => {
  const { options, asked } = state;
  const wanted = options.kind === "codings" && asked.distance === "ordinal" && !options.numbers &&
    !options.declared;
  at("ask").disabled = wanted;
  if (!wanted) { fill("order"); return; }
  const names = [...options.categories];
  const list = make("ol", {});
  const draw = (focus) => {
    list.replaceChildren(...names.map((name, n) => {
      const move = (by) => () => { names.splice(n + by, 0, ...names.splice(n, 1)); draw(name); };
      return make("li", {}, make("bdi", {}, name),
        make("button", { type: "button", disabled: n === 0, onclick: move(-1), "aria-label": `${name} up` }, "↑"),
        make("button", { type: "button", disabled: n === names.length - 1, onclick: move(1),
          "aria-label": `${name} down` }, "↓"));
    }));
    const again = names.indexOf(focus);
    if (again >= 0) list.children[again].querySelector("button:not(:disabled)")?.focus();
  };
  draw(null);
  fill("order", make("h2", {}, "In which order?"),
    make("p", { class: "note" }, "From lowest to highest."), list,
    make("button", { type: "button", id: "ordered", onclick: async () => {
      const asked_ = { ...state.asked };
      await look({ ...state.settings, categories: names });
      if (state.seen?.problem) return;
      state.options = await job("options", given());
      state.asked = asked_;
      at("steps").querySelector('[data-step="kind"]').disabled = false;
      at("steps").querySelector('[data-step="kind"]').click();
    } }, "Use this order"));
};

const advice = () => {
  const { options, asked } = state;
  const best = options.recommended[asked.purpose];
  if (!best) { fill("advice", make("p", {}, "No measure applies to this study.")); return; }
  const name = asked.measure ?? best.measure;
  const one = options.measures.find((measure) => measure.name === name);
  const own = asked.measure === null;
  fill("advice", make("h2", {}, own ? "Recommended: " : "Chosen: ", symbol(one?.symbol ?? best.symbol)),
    make("p", {}, one?.title ?? ""),
    make("ul", {}, (own ? best.why : one?.because ?? []).map((why) => make("li", {}, why)),
      options.cost ? make("li", {}, options.cost) : null),
    own ? null : make("button", { type: "button", onclick: () => { asked.measure = null; question(); } },
      "Take the recommended one"));
};

export const question = () => {
  const { options, asked } = state;
  const parts = [kinds(),
    radios("goal", "2. What for?", Object.entries(GOALS), state.goal,
      (value) => { state.goal = value; question(); }),
    radios("purpose", "3. Which question?", Object.entries(PURPOSES), asked.purpose,
      (value) => { asked.purpose = value; question(); })];
  if (state.goal === "rounds") {
    const input = make("input", { type: "file", id: "before", multiple: true, onchange: async (event) => {
      const pairs = [...event.target.files].map((file) => [`round before/${file.name}`, file]);
      state.against = [];
      await send(pairs, state.against);
      question();
    } });
    parts.push(make("fieldset", {}, make("legend", {}, "The earlier round"),
      make("label", { for: "before" }, "Files, read in the same way "), input,
      state.against.length ? make("p", { class: "note" }, `taken: ${state.against.length}`) : null));
  }
  if (state.goal === "model") {
    parts.push(make("fieldset", {}, make("legend", {}, "Which coder is the model?"),
      make("select", { id: "model", "aria-label": "The coder that is the model",
        onchange: (event) => { state.model = event.target.value === "" ? null : Number(event.target.value); } },
      make("option", { value: "" }, "choose"), options.coders.map((name, n) =>
        make("option", { value: String(n), selected: n === state.model }, name)))));
  }
  const focused = document.activeElement?.name;
  fill("questions", ...parts);
  if (focused) at("questions").querySelector(`input[name="${CSS.escape(focused)}"]:checked`)?.focus();
  order();
  advice();
  fill("measures", make("table", {}, make("caption", {}, "Measures for such data"),
    make("thead", {}, make("tr", {}, ["measure", "verdict", "why", "choose"].map((one) => make("th", { scope: "col" }, one)))),
    make("tbody", {}, options.measures.map((one) => make("tr", {},
      make("th", { scope: "row" }, symbol(one.symbol), ` ${one.title}`), make("td", {}, one.verdict),
      make("td", {}, one.because.join("; ")),
      make("td", {}, one.verdict === "unsuitable" ? "" : make("button", { type: "button", "data-measure": one.name,
        "aria-label": `Use ${one.name}`, onclick: () => { asked.measure = one.name; question(); } }, "Use")))))));
};

/* The answer. */
const gauge = (found) => {
  if (found.value === null || found.better === "lower") return null;
  const low = found.interval?.low ?? null;
  const least = Math.min(0, low ?? 0, found.value);
  const x = (value) => 10 + 220 * (Math.min(Math.max(value, least), 1) - least) / (1 - least);
  const node = svg("svg", { class: "gauge", viewBox: "0 0 240 46", "aria-hidden": "true", focusable: "false" },
    svg("line", { class: "rail", x1: 10, x2: 230, y1: 12, y2: 12 }));
  if (low !== null) node.append(svg("line", { class: "range", x1: x(low), x2: x(found.interval.high), y1: 12, y2: 12 }));
  for (const [value, text] of [[0, "0"], [1, "1"]]) {
    const tick = svg("text", { x: x(value), y: 38 });
    tick.textContent = text;
    node.append(svg("line", { class: "tick", x1: x(value), x2: x(value), y1: 2, y2: 24 }), tick);
  }
  node.append(svg("circle", { class: "dot", cx: x(found.value), cy: 12, r: 6 }));
  return node;
};

const draw = (found) => {
  const interval = found.interval;
  const sure = interval && interval.low !== null ? make("div", { class: "interval" },
    `${Math.round(100 * interval.level)}% interval `, exact(interval.low), " to ", exact(interval.high)) : null;
  fill("figure", make("h2", {}, `${found.title}`),
    make("div", {}, make("div", { class: "value", id: "value" }, symbol(found.symbol),
      found.value === null ? make("span", { "data-value": "null" }, "undefined") : exact(found.value)), sure, gauge(found)),
    make("div", {}, found.undefined ? make("p", { class: "plain" }, found.undefined) : null,
      make("dl", {}, found.A_o === null ? null : [make("dt", {}, "observed agreement"), make("dd", {}, exact(found.A_o))],
        found.A_e === null ? null : [make("dt", {}, "expected by chance"), make("dd", {}, exact(found.A_e))],
        [make("dt", {}, "items"), make("dd", {}, String(found.items))],
        [make("dt", {}, "coders"), make("dd", {}, String(found.coders))]),
      found.notes.map((note) => make("p", { class: "note warn" }, note)),
      make("p", { class: "signature" }, found.signature)));
  at("figure").dataset.signature = found.signature;
  if (state.asked.measure === null && at("measure")) at("measure").value = found.measure;
  at("figure").classList.remove("stale");
  say(`${found.symbol} is ${decimal(found.value)}`);
};

let turn = 0;
const recompute = async () => {
  const mine = ++turn;
  const begun = performance.now();
  at("figure").classList.add("stale");
  const found = await job("compute", given());
  if (mine !== turn) return;
  if (found === null) { trouble("cancelled; change something to compute again"); return; }
  trouble(found.problem ?? null);
  if (found.problem) return;
  state.found = found;
  draw(found);
  const took = Math.round(performance.now() - begun);
  at("figure").dataset.took = String(took);
  allow();
  at("making").textContent = state.reported && state.reported !== JSON.stringify(given())
    ? "The report below is of what was chosen before; make it again." : at("making").textContent;
};
let pause = null;
const changed = (part) => {
  Object.assign(state.asked, part);
  wait();
  clearTimeout(pause);
  pause = setTimeout(recompute, 30);
};

const pick = (id, text, choices, chosen, change) => make("div", { class: "row" },
  make("label", { for: id }, text), make("select", { id, onchange: (event) => change(event.target.value || null) },
    choices.map(([value, shown]) => make("option", { value: value ?? "", selected: value === chosen }, shown))));

const boxes = (legend, names, all, chosen, change) => make("fieldset", {}, make("legend", {}, legend),
  names.map((name, n) => make("label", {}, make("input", { type: "checkbox", "data-place": String(n),
    checked: chosen === null || chosen.includes(n), onchange: (event) => {
      const places = [...event.target.closest("fieldset").querySelectorAll("input")]
        .filter((box) => box.checked).map((box) => Number(box.dataset.place));
      change(places.length === names.length && names.length === all ? null : places);
    } }), make("bdi", {}, name))),
  names.length < all ? make("p", { class: "note" }, `the first ${names.length} of ${all}`) : null);

const merging = () => {
  const { options, asked } = state;
  const names = options.categories;
  const taken = new Set(asked.merges.flat());
  const box = make("fieldset", { id: "merging" }, make("legend", {}, "Categories as one"),
    asked.merges.map((group, n) => make("p", {}, make("bdi", {}, group.map((k) => names[k]).join(" + ")), " ",
      make("button", { type: "button", onclick: () => {
        changed({ merges: asked.merges.filter((_, other) => other !== n) });
        controls();
      } }, "apart again"))),
    names.map((name, k) => (taken.has(k) ? null : make("label", {},
      make("input", { type: "checkbox", "data-category": String(k) }), make("bdi", {}, name)))),
    make("button", { type: "button", id: "merge", onclick: () => {
      const group = [...box.querySelectorAll("input:checked")].map((one) => Number(one.dataset.category));
      if (group.length < 2) { trouble("tick two categories or more"); return; }
      changed({ merges: [...asked.merges, group] });
      controls();
    } }, "Take the ticked ones as one"));
  return box;
};

const controls = () => {
  const { options, asked } = state;
  const best = options.recommended[asked.purpose];
  const able = options.measures.filter((one) => one.verdict !== "unsuitable");
  const now = able.find((one) => one.name === (asked.measure ?? best?.measure));
  const level = make("input", { type: "range", id: "level", min: "80", max: "99", step: "1",
    value: String(Math.round(asked.level * 100)), oninput: (event) => {
      at("level-said").textContent = `${event.target.value}%`;
      changed({ level: Number(event.target.value) / 100 });
    } });
  const distances = [...new Set([...options.levels, ...options.distances])];
  const parts = [make("div", {},
    pick("measure", "measure", able.map((one) => [one.name, `${one.symbol.replace("_", " ")} – ${one.name}${one.name === best?.measure ? " (recommended)" : ""}`]),
      asked.measure ?? best?.measure, (value) => { changed({ measure: value === best?.measure ? null : value }); controls(); }),
    now?.distance ? pick("distance", "distance", [[null, "recommended"], ...distances.map((one) => [one, one])],
      asked.distance, (value) => changed({ distance: value })) : null,
    now?.missing.length ? pick("missing", "missing codings", [[null, "the author's rule"], ...now.missing.map((one) => [one, one])],
      asked.missing, (value) => changed({ missing: value })) : null,
    options.dimensions.length ? pick("dimension", "dimension", [[null, "all together"], ...options.dimensions.map((one) => [one, one])],
      asked.dimension, async (value) => {
        Object.assign(state.asked, { dimension: value, measure: null, distance: null, merges: [] });
        const found = await job("options", given());
        if (found && !found.problem) state.options = { ...found, dimensions: options.dimensions };
        controls();
        recompute();
      }) : null,
    make("div", { class: "row" }, make("label", { for: "level" }, "confidence"),
      make("div", {}, level, make("output", { id: "level-said", for: "level" }, `${Math.round(asked.level * 100)}%`))))];
  if (options.coders.length > 2) {
    parts.push(boxes("Coders", options.coders, options.coders.length, asked.coders, (coders) => changed({ coders })));
  }
  const { documents } = options;
  if (documents.all > 1) {
    parts.push(boxes(documents.by === "items" ? "Documents" : `By ${documents.by}`, documents.names, documents.all,
      asked.documents, (chosen) => changed({ documents: chosen })));
  }
  if (["codings", "unitizings"].includes(options.kind) && options.categories.length > 2) parts.push(merging());
  const focused = document.activeElement?.id;
  fill("controls", ...parts);
  if (focused && at(focused)) at(focused).focus();
};

/* Long work goes on in the background, begins once nothing moves any more, and can be cancelled by
   itself. */
const STILL = 1500;
let reporting = null;
let soon = null;
const wait = () => {
  clearTimeout(soon);
  soon = setTimeout(() => {
    const here = document.documentElement.dataset.step === "answer";
    if (here && state.found && state.reported === null && !reporting) remake();
  }, STILL);
};
const remake = async () => {
  const asked = given({ against: state.goal === "rounds" && state.against.length ? state.against : null });
  const key = JSON.stringify(given());
  reporting?.abort();
  const control = reporting = new AbortController();
  at("remake").textContent = "Cancel the report";
  at("making").textContent = "making the report …";
  let found;
  try {
    found = await engine.call("report", asked, { signal: control.signal, told: (share, what) => {
      if (reporting === control) at("making").textContent = `making the report: ${what}, ${Math.round(100 * share)}%`;
    } });
  } catch (error) {
    found = { problem: error.name === "AbortError" ? "the report was cancelled" : error.message };
  }
  if (reporting !== control) return;
  reporting = null;
  at("remake").textContent = "Make the report again";
  if (found.problem) { at("making").textContent = found.problem; return; }
  state.reported = key;
  at("making").textContent = found.charts ? "" : "Charts need a library that is not installed; the numbers are all there.";
  const address = await engine.made(found.file, false);
  at("report").src = state.goal === "problem" ? `${address}#disagreements` : address;
  at("report").hidden = false;
  at("open").href = address;
  at("open").hidden = false;
  at("report").dataset.made = "yes";
};
at("remake").addEventListener("click", () => {
  if (reporting) { reporting.abort(); return; }
  remake();
});

const verdict = async () => {
  fill("verdict");
  if (state.goal === "problem") {
    fill("verdict", make("h2", {}, "Where the problem is"),
      make("p", {}, "The report below opens at the disagreements: who differs from whom, on which items and categories, and what to do next."),
      make("button", { type: "button", onclick: () => show("decide") }, "Decide what is disputed"));
  }
  if (state.goal !== "model" || state.model === null) return;
  const found = await job("judge", given({ model: state.model }), { quiet: true });
  if (!found) return;
  if (found.problem) { fill("verdict", make("p", { class: "note warn" }, found.problem)); return; }
  fill("verdict", make("h2", {}, "The model among people"), make("dl", {},
    make("dt", {}, "people with each other"), make("dd", {}, exact(found.humans)),
    make("dt", {}, make("bdi", {}, `${found.system} with people`)), make("dd", {}, exact(found.with_system)),
    make("dt", {}, "difference"), make("dd", {}, exact(found.difference), " (interval ", exact(found.interval.low),
      " to ", exact(found.interval.high), ")")),
  make("p", { class: "note" }, "An interval that reaches 0 or above: the model agrees with people as well as they agree with each other."));
};

export const answer = async () => {
  controls();
  await recompute();
  verdict();
  wait();
};

/* Take along. */
const FORMS = [["html", "The report as a page (HTML)"], ["docx", "Word, in APA style"],
  ["tex", "LaTeX tables and a paragraph"], ["md", "Markdown"], ["json", "All numbers (JSON)"],
  ["csv", "Coefficients (CSV)"], ["xlsx", "Excel list of disputed items"],
  ["study", "The data as measured (study.jsonl)"], ["table", "The data as measured (study.csv)"],
  ["reading", "How the file was read (for next time)"]];

export const keep = async (name) => {
  const link = make("a", { href: await engine.made(name, true), download: name });
  document.body.append(link);
  link.click();
  link.remove();
};

export const takeAlong = () => {
  fill("forms", FORMS.map(([what, text]) => make("li", {}, make("button", { type: "button", "data-form": what,
    onclick: async () => {
      const again = state.reported !== JSON.stringify(given());
      const found = await job("take", given({ what, again }));
      if (!found) return;
      if (found.problem) { trouble(found.problem); return; }
      if (["html", "docx", "tex", "md", "json", "csv"].includes(what)) state.reported = JSON.stringify(given());
      await keep(found.file);
    } }, text))),
  make("li", {}, make("button", { type: "button", "data-form": "print", onclick: async () => {
    const found = state.reported === JSON.stringify(given()) ? {} : await job("report", given());
    if (!found) return;
    if (found.problem) { trouble(found.problem); return; }
    state.reported = JSON.stringify(given());
    open(await engine.made("report.html", false), "_blank", "noopener");
  } }, "Print, or save as PDF: opens the report by itself")));
  const { asked } = state;
  at("part").hidden = asked.coders === null && asked.documents === null && !asked.merges.length && asked.dimension === null;
  at("command").textContent = state.found.lines.command;
  at("python").textContent = state.found.lines.python;
};
