/* The question, the answer that moves, and what is taken along. */
import { at, decimal, exact, fill, make, named, phrase, svg, tell, word } from "./make.js";
import { allow, engine, given, job, look, say, send, show, state, trouble } from "./page.js";

/* What kind of question. */
const LABELS = ["nominal", "ordinal", "interval", "masi"];
const OTHERS = [["unitizings", "serve.kind.unitizings"], ["segmentations", "word.boundaries"],
  ["partitions", "serve.kind.partitions"], ["relations", "word.relations"], ["trees", "word.trees"],
  ["dimensions", "serve.kind.dimensions"]];
const GOALS = ["report", "rounds", "problem", "model"];
const PURPOSES = ["reliability", "validity"];
const choices = (prefix, values) => values.map((value) => [value, word(`${prefix}.${value}`)]);

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
    const chosen = OTHERS.map(([value, key]) => [value, word(key), value !== options.kind]);
    return radios("kind", word("serve.kind.what"), chosen, options.kind, () => {});
  }
  const sets = options.levels.includes("masi");
  const able = { nominal: !sets, ordinal: !sets, interval: options.numbers, masi: sets };
  return radios("kind", word("serve.kind.what"),
    choices("serve.kind", LABELS).map(([value, text]) => [value, text, !able[value]]), asked.distance,
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
        make("button", { type: "button", disabled: n === 0, onclick: move(-1), "aria-label": word("serve.order.up", { name }) }, "↑"),
        make("button", { type: "button", disabled: n === names.length - 1, onclick: move(1),
          "aria-label": word("serve.order.down", { name }) }, "↓"));
    }));
    const again = names.indexOf(focus);
    if (again >= 0) list.children[again].querySelector("button:not(:disabled)")?.focus();
  };
  draw(null);
  fill("order", make("h2", {}, word("serve.order.title")),
    make("p", { class: "note" }, word("serve.order.note")), list,
    make("button", { type: "button", id: "ordered", onclick: async () => {
      const asked_ = { ...state.asked };
      await look({ ...state.settings, categories: names });
      if (state.seen?.problem) return;
      state.options = await job("options", given());
      state.asked = asked_;
      at("steps").querySelector('[data-step="kind"]').disabled = false;
      at("steps").querySelector('[data-step="kind"]').click();
    } }, word("serve.order.use")));
};

const advice = () => {
  const { options, asked } = state;
  const best = options.recommended[asked.purpose];
  if (!best) { fill("advice", make("p", {}, word("serve.kind.none"))); return; }
  const name = asked.measure ?? best.measure;
  const one = options.measures.find((measure) => measure.name === name);
  const own = asked.measure === null;
  fill("advice", make("h2", {}, word(own ? "serve.kind.recommended" : "serve.kind.chosen"), one?.shown ?? best.shown),
    make("p", {}, one?.title ?? ""),
    make("ul", {}, (own ? best.why : one?.because ?? []).map((why) => make("li", {}, why)),
      options.cost ? make("li", {}, options.cost) : null),
    own ? null : make("button", { type: "button", onclick: () => { asked.measure = null; question(); } },
      word("serve.kind.take_recommended")));
};

export const question = () => {
  const { options, asked } = state;
  const parts = [kinds(),
    radios("goal", word("serve.kind.goal"), choices("serve.goal", GOALS), state.goal,
      (value) => { state.goal = value; question(); }),
    radios("purpose", word("serve.kind.purpose"), choices("serve.purpose", PURPOSES), asked.purpose,
      (value) => { asked.purpose = value; question(); })];
  if (options.tasks.length) {
    parts.push(make("fieldset", {}, make("legend", {}, word("serve.kind.task")),
      make("select", { id: "task", "aria-label": word("serve.kind.task"),
        onchange: (event) => { asked.task = event.target.value || null; } },
      make("option", { value: "" }, word("serve.kind.no_task")), options.tasks.map((name) =>
        make("option", { value: name, selected: name === asked.task }, name.replaceAll("-", " "))))));
  }
  if (state.goal === "rounds") {
    const input = make("input", { type: "file", id: "before", multiple: true, onchange: async (event) => {
      const pairs = [...event.target.files].map((file) => [`round before/${file.name}`, file]);
      state.against = [];
      await send(pairs, state.against);
      question();
    } });
    parts.push(make("fieldset", {}, make("legend", {}, word("serve.kind.before")),
      make("label", { for: "before" }, word("serve.kind.before_files")), input,
      state.against.length ? make("p", { class: "note" }, word("serve.kind.before_taken", { n: state.against.length })) : null));
  }
  if (state.goal === "model") {
    parts.push(make("fieldset", {}, make("legend", {}, word("serve.kind.model")),
      make("select", { id: "model", "aria-label": word("serve.kind.model_label"),
        onchange: (event) => { state.model = event.target.value === "" ? null : Number(event.target.value); } },
      make("option", { value: "" }, word("serve.kind.choose")), options.coders.map((name, n) =>
        make("option", { value: String(n), selected: n === state.model }, name)))));
  }
  const focused = document.activeElement?.name;
  fill("questions", ...parts);
  if (focused) at("questions").querySelector(`input[name="${CSS.escape(focused)}"]:checked`)?.focus();
  order();
  advice();
  fill("measures", make("table", {}, make("caption", {}, word("serve.kind.caption")),
    make("thead", {}, make("tr", {}, ["answer.measure", "serve.kind.verdict", "serve.kind.why", "serve.kind.choose"].map((one) =>
      make("th", { scope: "col" }, word(one))))),
    make("tbody", {}, options.measures.map((one) => make("tr", {},
      make("th", { scope: "row" }, one.shown, make("small", {}, one.title)), make("td", {}, named("serve.verdict", one.verdict)),
      make("td", {}, one.because.join("; ")),
      make("td", {}, one.verdict === "unsuitable" ? "" : make("button", { type: "button", "data-measure": one.name,
        "aria-label": word("serve.kind.use_measure", { name: one.shown }), onclick: () => { asked.measure = one.name; question(); } }, word("serve.kind.use"))))))));
};

/* The answer. */
/* The value and its interval on a line from 0 (or below) to 1; all places in percent. */
const line = (found) => {
  if (found.value === null || found.better === "lower") return [make("span", {}), null];
  const low = found.interval?.low ?? null;
  const least = Math.min(0, low ?? 0, found.value);
  const x = (value) => `${(100 * (Math.min(Math.max(value, least), 1) - least) / (1 - least)).toFixed(2)}%`;
  const drawn = { width: "100%", "aria-hidden": "true", focusable: "false" };
  const node = svg("svg", { ...drawn, class: "line", height: 44 });
  const axis = svg("svg", { ...drawn, height: 20 });
  for (const value of [0, 0.25, 0.5, 0.75, 1]) {
    node.append(svg("line", { class: "grid", x1: x(value), x2: x(value), y1: 0, y2: 44 }));
    const tick = svg("text", { x: x(value), y: 15, class: value === 1 ? "last" : x(value) === "0.00%" ? "first" : "" });
    tick.textContent = decimal(value, value * 2 === Math.round(value * 2) ? value === 0.5 ? 1 : 0 : 2);
    axis.append(tick);
  }
  if (low !== null) node.append(svg("line", { class: "range", x1: x(low), x2: x(found.interval.high), y1: 22, y2: 22 }));
  node.append(svg("circle", { class: "dot", cx: x(found.value), cy: 22, r: 6 }));
  return [node, make("li", { class: "axis", "aria-hidden": "true" }, make("span", {}), axis, make("span", {}))];
};

const draw = (found) => {
  const interval = found.interval;
  const sure = interval && interval.low !== null ? make("small", { class: "interval" },
    phrase("answer.ci", { level: Math.round(100 * interval.level),
      low: exact(interval.low), high: exact(interval.high) })) : null;
  const [drawn, axis] = line(found);
  fill("figure", make("ul", { class: "rows number" }, make("li", {},
    make("span", { class: "who" }, make("b", {}, found.shown), make("small", {}, found.title)), drawn,
    make("span", { class: "much" }, make("span", { class: "value", id: "value" },
      found.value === null ? make("span", { "data-value": "null" }, word("answer.undefined")) : exact(found.value)), sure)), axis),
    found.undefined ? make("p", {}, found.undefined) : null,
    make("dl", {}, found.A_o === null ? null : [make("dt", {}, word("serve.answer.observed")), make("dd", {}, exact(found.A_o))],
      found.A_e === null ? null : [make("dt", {}, word("serve.answer.expected")), make("dd", {}, exact(found.A_e))],
      [make("dt", {}, word("word.items")), make("dd", {}, String(found.items))],
      [make("dt", {}, word("word.coders")), make("dd", {}, String(found.coders))]),
    found.notes.map((note) => make("p", { class: "note warn" }, note)),
    make("p", { class: "signature" }, found.signature));
  at("figure").dataset.signature = found.signature;
  if (state.asked.measure === null && at("measure")) at("measure").value = found.measure;
  at("figure").classList.remove("stale");
  const said = word("answer.is", { symbol: found.shown, value: decimal(found.value) });
  at("answer-title").textContent = found.value === null ? found.shown : said;
  say(said);
};

let turn = 0;
const recompute = async () => {
  const mine = ++turn;
  const begun = performance.now();
  at("figure").classList.add("stale");
  const found = await job("compute", given());
  if (mine !== turn) return;
  if (found === null) { trouble(word("serve.answer.cancelled")); return; }
  trouble(found.problem ?? null);
  if (found.problem) {  // an old number beside it would be taken for the answer
    fill("figure");
    tell("answer-title", "serve.answer.title");
    return;
  }
  state.found = found;
  draw(found);
  const took = Math.round(performance.now() - begun);
  at("figure").dataset.took = String(took);
  allow();
  at("making").textContent = state.reported && state.reported !== JSON.stringify(given())
    ? word("serve.answer.stale") : at("making").textContent;
};
let pause = null;
const changed = (part) => {
  Object.assign(state.asked, part);
  turn += 1;  // what is on its way answers another question
  at("figure").classList.add("stale");
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
  names.length < all ? make("p", { class: "note" }, word("serve.answer.first_of", { n: names.length, all })) : null);

const merging = () => {
  const { options, asked } = state;
  const names = options.categories;
  const taken = new Set(asked.merges.flat());
  const box = make("fieldset", { id: "merging" }, make("legend", {}, word("serve.answer.merge")),
    asked.merges.map((group, n) => make("p", {}, make("bdi", {}, group.map((k) => names[k]).join(" + ")), " ",
      make("button", { type: "button", onclick: () => {
        changed({ merges: asked.merges.filter((_, other) => other !== n) });
        controls();
      } }, word("serve.answer.apart")))),
    names.map((name, k) => (taken.has(k) ? null : make("label", {},
      make("input", { type: "checkbox", "data-category": String(k) }), make("bdi", {}, name)))),
    make("button", { type: "button", id: "merge", onclick: () => {
      const group = [...box.querySelectorAll("input:checked")].map((one) => Number(one.dataset.category));
      if (group.length < 2) { trouble(word("serve.answer.tick_two")); return; }
      changed({ merges: [...asked.merges, group] });
      controls();
    } }, word("serve.answer.merge_ticked")));
  return box;
};

const controls = () => {
  const { options, asked } = state;
  const best = options.recommended[asked.purpose];
  const able = options.measures.filter((one) => one.verdict !== "unsuitable");
  const now = able.find((one) => one.name === (asked.measure ?? best?.measure));
  const level = make("input", { type: "range", id: "level", min: "80", max: "99", step: "1",
    value: String(Math.round(asked.level * 100)), oninput: (event) => {
      at("level-said").textContent = word("serve.answer.percent", { n: event.target.value });
      changed({ level: Number(event.target.value) / 100 });
    } });
  const distances = [...new Set([...options.levels, ...options.distances])];
  const parts = [make("div", {},
    pick("measure", word("answer.measure"), able.map((one) => [one.name,
      one.name === best?.measure ? word("serve.answer.recommended_one", { name: one.shown }) : one.shown]),
      asked.measure ?? best?.measure, (value) => { changed({ measure: value === best?.measure ? null : value }); controls(); }),
    now?.distance ? pick("distance", word("chart.distance"), [[null, word("serve.verdict.recommended")], ...distances.map((one) => [one, one])],
      asked.distance, (value) => changed({ distance: value })) : null,
    now?.missing.length ? pick("missing", word("serve.answer.missing"), [[null, word("serve.answer.authors_rule")], ...now.missing.map((one) => [one, one])],
      asked.missing, (value) => changed({ missing: value })) : null,
    options.dimensions.length ? pick("dimension", word("word.dimension"), [[null, word("serve.answer.together")], ...options.dimensions.map((one) => [one, one])],
      asked.dimension, async (value) => {
        Object.assign(state.asked, { dimension: value, measure: null, distance: null, merges: [] });
        const found = await job("options", given());
        if (found && !found.problem) state.options = { ...found, dimensions: options.dimensions };
        controls();
        recompute();
      }) : null,
    make("div", { class: "row" }, make("label", { for: "level" }, word("serve.answer.confidence")),
      make("div", {}, level, make("output", { id: "level-said", for: "level" }, word("serve.answer.percent", { n: Math.round(asked.level * 100) })))))];
  if (options.coders.length > 2) {
    parts.push(boxes(word("page.coders"), options.coders, options.coders.length, asked.coders, (coders) => changed({ coders })));
  }
  const { documents } = options;
  if (documents.all > 1) {
    parts.push(boxes(documents.by === "items" ? word("page.documents") : word("serve.answer.by", { column: documents.by }), documents.names, documents.all,
      asked.documents, (chosen) => changed({ documents: chosen })));
  }
  // Numbers on a scale are no categories to merge, unless they are asked to be names.
  const scale = options.numbers && (asked.distance ?? options.levels[0]) !== "nominal";
  if (["codings", "unitizings"].includes(options.kind) && options.categories.length > 2 && !scale) parts.push(merging());
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
  tell("remake", "serve.report.cancel");
  at("making").textContent = word("serve.report.making");
  let found;
  try {
    found = await engine.call("report", asked, { signal: control.signal, told: (share, what) => {
      if (reporting === control) at("making").textContent = word("serve.report.making_part", { what, n: Math.round(100 * share) });
    } });
  } catch (error) {
    found = { problem: error.name === "AbortError" ? word("serve.report.cancelled") : error.message };
  }
  if (reporting !== control) return;
  reporting = null;
  tell("remake", "serve.report.again");
  if (found.problem) { at("making").textContent = found.problem; return; }
  state.reported = key;
  at("making").textContent = found.charts ? "" : word("serve.report.no_charts");
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
    fill("verdict", make("h2", {}, word("serve.problem.title")),
      make("p", {}, word("serve.problem.text")),
      make("button", { type: "button", onclick: () => show("decide") }, word("serve.decide.title")));
  }
  if (state.goal !== "model" || state.model === null) return;
  const found = await job("judge", given({ model: state.model }), { quiet: true });
  if (!found) return;
  if (found.problem) { fill("verdict", make("p", { class: "note warn" }, found.problem)); return; }
  fill("verdict", make("h2", {}, word("serve.model.title")), make("dl", {},
    make("dt", {}, word("serve.model.people")), make("dd", {}, exact(found.humans)),
    make("dt", {}, make("bdi", {}, word("serve.model.with", { name: found.system }))), make("dd", {}, exact(found.with_system)),
    make("dt", {}, word("judge.column.difference")), make("dd", {}, phrase("serve.model.value", {
      value: exact(found.difference), low: exact(found.interval.low), high: exact(found.interval.high) }))),
  make("p", { class: "note" }, word("serve.model.note")));
};

export const answer = async () => {
  controls();
  await recompute();
  verdict();
  wait();
};

/* Take along. */
const FORMS = ["html", "docx", "tex", "md", "json", "csv", "xlsx", "study", "table", "reading"];

export const keep = async (name) => {
  const link = make("a", { href: await engine.made(name, true), download: name });
  document.body.append(link);
  link.click();
  link.remove();
};

export const takeAlong = () => {
  fill("forms", choices("serve.take", FORMS).map(([what, text]) => make("li", {}, make("button", { type: "button", "data-form": what,
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
  } }, word("serve.take.print"))));
  const { asked } = state;
  at("part").hidden = asked.coders === null && asked.documents === null && !asked.merges.length && asked.dimension === null;
  at("command").textContent = state.found.lines.command;
  at("python").textContent = state.found.lines.python;
};
