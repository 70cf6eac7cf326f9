/* Decide what is disputed, one dispute after the other, and make gold of it. */
import { at, decimal, fill, make, svg, table, word } from "./make.js";
import { engine, given, job, send, state, trouble } from "./page.js";
import { keep } from "./answer.js";

let rows = [];
let listed = null;
let place = 0;
let whose = "";

const done = () => rows.filter((row) => row.decision).length;

/* What was decided and is not on disk yet, by the key of its dispute. */
const waiting = new Map();
const AGAIN = 3000;  // milliseconds until what could not be saved is tried again
let saving = false;
let later = null;
const FILLED = ["decision", "begin", "end", "category", "note"];

/* How it stands: only what the server has put on disk is called saved. */
const standing = (how, text, ...more) => {
  at("kept").dataset.kept = how;
  fill("kept", text, ...more);
};

const saved = async () => {
  if (saving || !waiting.size) return;
  saving = true;
  clearTimeout(later);
  standing("saving", word("serve.decide.saving"));
  try {
    while (waiting.size) {
      const some = [...waiting];
      const kept = await engine.keep({ files: state.files, list: listed.list, of: listed.disputed, place, by: whose,
        given: { settings: state.settings, asked: state.asked }, decisions: Object.fromEntries(some) });
      for (const [key, row] of some) if (waiting.get(key) === row) waiting.delete(key);
      listed.kept = kept;
    }
    standing("saved", word("serve.decide.saved", { n: listed.kept }));
    at("kept").dataset.n = listed.kept;
  } catch (error) {
    standing("failed", word("serve.decide.unsaved", { why: error.message }), " ",
      make("button", { type: "button", onclick: () => saved() }, word("serve.decide.try_again")));
    later = setTimeout(saved, AGAIN);
  } finally {
    saving = false;
  }
};

/* Whether something would be lost by leaving; and how many decisions are kept. */
export const unsaved = () => waiting.size > 0;
export const decidedSoFar = () => (listed ? done() : 0);
addEventListener("beforeunload", (event) => {
  if (!unsaved()) return;
  event.preventDefault();
  event.returnValue = "";
});

const noted = (row) => {
  const filled = FILLED.filter((name) => row[name]).map((name) => [name, String(row[name])]);
  waiting.set(listed.keyOf.get(row), { decision: "", ...Object.fromEntries(filled) });
};

/* What is chosen and not yet saved; nothing is chosen beforehand, also where there is a majority. */
let chosen = null;
let named = false;
const decided = (row, part) => {
  Object.assign(row, part);
  noted(row);
  const open_ = rows.findIndex((one, n) => n > place && !one.decision);
  turned(open_ >= 0 ? open_ : Math.min(place + 1, rows.length - 1), true);
  saved();
};
const save = () => {
  const choice = chosen ?? rows[place].decision;
  if (choice) decided(rows[place], { decision: choice, ...(chosen ? { begin: "", end: "", category: "" } : {}) });
};

/* Decisions by the keys of disputes, taken over into the list; how many. */
const takenOver = (decisions) => {
  let many = 0;
  for (const [row, key] of listed.keyOf) {
    const own = decisions[key];
    if (!own) continue;
    Object.assign(row, own);
    many += own.decision ? 1 : 0;
  }
  return many;
};

/* A span as coders said it: where it begins and ends, and its label. */
const spanOf = (value) => {
  const parts = /^\[(-?[\d.]+), (-?[\d.]+)\) ?(.*)$/.exec(value);
  return parts ? { begin: Number(parts[1]), end: Number(parts[2]), label: parts[3] } : null;
};
const saidIn = (row) => Object.entries(row).filter(([key]) => key.startsWith("coder "))
  .map(([key, value]) => [key.slice("coder ".length), value === null || value === undefined ? "" : String(value)])
  .filter(([, value]) => value !== "");

const STEPS = 20;  // more different numbers than these are measured, not chosen
/* What may be decided, each once, what most coders said first: the decision as lists have it, what
   was said, and who said it. */
const offers = (row) => {
  const found = new Map();
  for (const [who, value] of saidIn(row)) {
    if (!found.has(value)) found.set(value, { value, who: [] });
    found.get(value).who.push(who);
  }
  const nobody = found.get("–") ?? { value: "–", who: [] };
  found.delete("–");
  const all = [...found.values()].sort((a, b) => b.who.length - a.who.length);
  const as = (one) => (listed.kind !== "unitizings" ? one.value : one.value === row.proposed ? "yes" : one.who[0]);
  const known = new Set(all.map((one) => one.value));
  // Steps of a short scale may be chosen, too; measurements are too many to be listed.
  const open_ = listed.kind === "codings" && !(listed.scale && listed.categories.length > STEPS);
  const rest = open_ ? listed.categories.filter((name) => !known.has(name)) : [];
  return [...all.map((one) => ({ ...one, decision: as(one) })),
    ...rest.map((value) => ({ value, who: [], decision: value })), { ...nobody, value: null, decision: "-" }];
};

const FIELDS = new Set(["item", "document", "mention", "text", "codings"]);
const heading = (key) => (FIELDS.has(key) ? word(`word.${key}`) : key);
const NEAR = 28;  // signs around a span in a choice; the whole passage stands above
/* The text around a span, the marked part underlined; a place counts signs, not code units. */
const marked = (window_, span) => {
  if (!window_ || !span) return null;
  const [from, text] = window_;
  const signs = Array.from(text);
  const part = (a, b) => signs.slice(Math.max(0, a - from), Math.max(0, b - from)).join("");
  const [first, last] = [from, from + signs.length];
  const [a, b] = [Math.max(first, span.begin - NEAR), Math.min(last, span.end + NEAR)];
  return make("bdi", {}, a > first ? "… " : "", part(a, span.begin), make("mark", {}, part(span.begin, span.end)),
    part(span.end, b), b < last ? " …" : "");
};
const shownWords = (row, window_) => {
  const span = saidIn(row).map(([, value]) => spanOf(value)).find(Boolean);
  if (!window_ || !span) return row.text ?? "";
  return Array.from(window_[1]).slice(span.begin - window_[0], span.end - window_[0]).join("");
};
const nameOf = (row, n) => shownWords(row, listed.windows[listed.at.get(row)]) || String(row.item ?? row.mention ?? row.document ?? n + 1);
const most = (row) => Math.max(0, ...offers(row).map((one) => one.who.length));
const hasMajority = (row) => !listed.scale && 2 * most(row) > saidIn(row).length;

/* What coders share and where they differ, of spans: begin, end, label. */
const differ = (row) => {
  const all = saidIn(row);
  const spans = all.map(([, value]) => spanOf(value)).filter(Boolean);
  if (!spans.length) return null;
  const apart = [["begin", "word.begin"], ["end", "word.end"], ["label", "word.label"]]
    .filter(([name]) => new Set(spans.map((one) => one[name])).size > 1).map(([, key]) => word(key));
  return make("p", { class: "differ" }, word("serve.decide.marked", { n: spans.length, all: all.length }),
    apart.length ? ` ${word("serve.decide.differ", { what: apart.join(", ") })}` : "");
};

/* The labels that coders gave, each once: cases are similar where these are the same. */
const labelsOf = (row) => [...new Set(saidIn(row).map(([, value]) => spanOf(value)?.label ?? value))].sort().join("\n");
const SIMILAR = 3;  // cases; more are in the list
const similar = () => {
  const here = labelsOf(rows[place]);
  const some = rows.filter((row, n) => n !== place && row.decision && labelsOf(row) === here).slice(-SIMILAR);
  fill("similar", some.length ? [make("h2", {}, word("serve.decide.similar")), make("ul", {}, some.map((row) => {
    const n = rows.indexOf(row);
    return make("li", {}, make("button", { type: "button", class: "link", onclick: () => turned(n, true) }, make("bdi", {}, nameOf(row, n))),
      " ", make("b", {}, make("bdi", {}, row.decision === "-" ? word("serve.decide.excluded") : chosenOf(row).slice(2))));
  }))] : []);
};

/* Something that nobody marked: words that are selected in the passage, and a label. */
const selectedIn = (passage, from) => {
  const range = getSelection().rangeCount ? getSelection().getRangeAt(0) : null;
  if (!range || range.collapsed || !passage.contains(range.startContainer) || !passage.contains(range.endContainer)) return null;
  const before = range.cloneRange();
  before.selectNodeContents(passage);
  before.setEnd(range.startContainer, range.startOffset);
  const begin = from + Array.from(before.toString()).length;
  return { begin, end: begin + Array.from(range.toString()).length };
};
const somethingElse = (row, window_) => {
  const base = saidIn(row).find(([, value]) => spanOf(value));
  if (!window_ || !base || listed.kind !== "unitizings") return null;
  const label = make("select", { id: "else-label" }, listed.categories.map((name) =>
    make("option", { value: name, selected: name === (row.category ?? spanOf(base[1]).label) }, name)));
  const span = make("bdi", { id: "else-span" }, row.begin ? `${row.begin}–${row.end}` : "");
  const save_ = make("button", { type: "button", id: "else-save", disabled: !row.begin,
    onclick: () => decided(row, { ...held, category: label.value, decision: base[0] }) }, word("serve.decide.save_next"));
  let held = row.begin ? { begin: row.begin, end: row.end } : null;
  const take = () => {
    const found = selectedIn(at("dispute").querySelector(".passage"), window_[0]);
    if (!found) { span.textContent = word("serve.decide.select_first"); return; }
    held = { begin: String(found.begin), end: String(found.end) };
    const signs = Array.from(window_[1]);
    span.replaceChildren(make("mark", {}, signs.slice(found.begin - window_[0], found.end - window_[0]).join("")));
    save_.disabled = false;
  };
  return make("details", { class: "else", open: Boolean(row.begin) }, make("summary", {}, word("serve.decide.else")),
    make("div", { class: "tools" }, make("button", { type: "button", id: "else-take", onmousedown: (event) => event.preventDefault(), onclick: take },
      word("serve.decide.take_words")), span, listed.categories.length ? make("label", {}, word("word.label"), " ", label) : null, save_));
};

/* How far the work is: one bar, and under it what its parts are. */
const stand = () => {
  const excluded = rows.filter((row) => row.decision === "-").length;
  const open_ = rows.filter((row) => !row.decision);
  const clear = open_.filter(hasMajority).length;
  const parts = [["resolved", done() - excluded], ["excluded", excluded], ["majority", clear], [listed.scale ? "open" : "without", open_.length - clear]];
  let from = 0;
  const bar = svg("svg", { class: "stand", width: "100%", height: 14, "aria-hidden": "true", focusable: "false" });
  for (const [name, n] of parts) {
    const wide = 100 * n / rows.length;
    bar.append(svg("rect", { class: name, x: `${from}%`, width: `${wide}%`, height: 14 }));
    from += wide;
  }
  fill("stand", bar, make("ul", { class: "counts small" }, parts.filter(([, n]) => n).map(([name, n]) =>
    make("li", { class: name }, word(`serve.stand.${name}`, { n })))));
};

/* What was decided, in a word: the label. */
const chosenOf = (row) => {
  if (row.begin) return `✓ ${row.category || `${row.begin}–${row.end}`}`;
  const value = offers(row).find((one) => one.decision === row.decision)?.value;
  return value ? `✓ ${spanOf(value)?.label ?? value}` : "✓";
};

const AROUND = 8;  // so many others of the list stand beside the one that is decided
const others = () => {
  const first = Math.max(0, Math.min(place - AROUND / 2, rows.length - AROUND - 1));
  const some = rows.slice(first, first + AROUND + 1);
  fill("all", make("h2", {}, word("serve.decide.list")), make("ol", { start: String(first + 1) }, some.map((row, n) => {
    const own = first + n === place;
    const how = own ? word("rounds.now") : row.decision ? (row.decision === "-" ? word("serve.decide.excluded") : chosenOf(row))
      : hasMajority(row) ? word("serve.decide.place", { n: most(row), all: saidIn(row).length }) : listed.scale ? row.spread : word("disputes.divided");
    return make("li", {}, make("button", { type: "button", "aria-current": own ? "true" : null,
      onclick: () => turned(first + n, true) }, make("bdi", {}, nameOf(row, first + n)),
      make("small", { class: row.decision || own || hasMajority(row) || listed.scale ? null : "without" }, how)));
  })));
};

const turned = (to, focus = false) => {
  place = Math.min(Math.max(to, 0), rows.length - 1);
  chosen = null;
  const row = rows[place];
  const window_ = listed.windows[listed.at.get(row)];
  const own = new Set(["row", "proposed", "majority", "spread", "decision", "decided by", "note", "begin", "end", "category"]);
  const about = Object.entries(row).filter(([key, value]) => !own.has(key) && !key.startsWith("coder ") && value !== "" && value !== null);
  const title = about.filter(([key]) => key !== "text");
  const text = window_ ? window_[1] : row.text ?? "";
  const of = saidIn(row).length;
  const choices = offers(row);
  const line = (one, n) => {
    const span = one.value === null ? null : spanOf(one.value);
    const what = one.value === null ? [make("span", {}, word(listed.kind === "codings" ? "serve.decide.leave_out" : "serve.decide.no_span"))]
      : span ? [make("b", {}, make("bdi", {}, span.label)), marked(window_, span) ?? make("bdi", {}, `${span.begin}–${span.end}`)]
        : [make("b", {}, make("bdi", {}, one.value))];
    return make("button", { type: "button", "data-choice": one.decision, title: span ? `${span.begin}–${span.end}` : null,
      "aria-pressed": String((chosen ?? (row.begin ? null : row.decision)) === one.decision),
      onclick: () => pick(one.decision) }, make("kbd", {}, String(n + 1)), ...what,
    make("small", {}, one.value === null && !one.who.length && listed.kind === "codings" ? ""
      : word("serve.decide.place", { n: one.who.length, all: of }), named && one.who.length ? ` ${one.who.join(", ")}` : ""));
  };
  at("decide-title").textContent = done() === rows.length ? word("serve.decide.all_done", { all: rows.length })
    : `${word("serve.decide.resolved", { n: done(), all: rows.length })} ${hasMajority(row)
      ? word("serve.decide.has_majority", { n: most(row), all: of }) : word("serve.decide.no_majority")}`;
  at("disputed").textContent = `${state.files.slice(0, 3).join(", ")} · ${listed.summary}`;
  const pressed = () => {
    at("dispute").querySelectorAll("[data-choice]").forEach((one) =>
      one.setAttribute("aria-pressed", String(one.dataset.choice === (chosen ?? (row.begin ? null : row.decision)))));
    at("save").disabled = !(chosen ?? row.decision);
  };
  const pick = (decision) => { chosen = decision; pressed(); };
  fill("dispute", make("div", { class: "dispute" },
    make("h2", { id: "dispute-title", tabindex: "-1" }, word("serve.decide.place", { n: place + 1, all: rows.length })),
    make("p", { class: "note" }, title.flatMap(([key, value], n) => [n ? " · " : "", `${heading(key)} `, make("bdi", { "data-item": key }, String(value))])),
    text ? make("p", { class: "passage" }, make("bdi", { dir: "auto" }, text)) : null,
    differ(row),
    make("div", { class: "choices", role: "group", "aria-labelledby": "dispute-title" }, choices.map(line)),
    somethingElse(row, window_),
    make("label", { class: "names" }, make("input", { type: "checkbox", id: "names-of-coders", checked: named,
      onchange: (event) => { named = event.target.checked; turned(place); at("names-of-coders").focus(); } }), word("serve.decide.show_who")),
    make("label", { for: "note" }, word("serve.decide.note")), make("input", { type: "text", id: "note", value: row.note ?? "",
      oninput: (event) => { row.note = event.target.value; noted(row); clearTimeout(later); later = setTimeout(saved, 300); } }),
    make("div", { class: "tools" },
      make("button", { type: "button", id: "save", class: "main", disabled: !row.decision, onclick: save }, word("serve.decide.save_next")),
      make("button", { type: "button", id: "back", disabled: place === 0, onclick: () => turned(place - 1) }, word("serve.decide.back")),
      make("button", { type: "button", id: "next", disabled: place === rows.length - 1, onclick: () => turned(place + 1) }, word("serve.decide.skip")),
      row.decision ? make("button", { type: "button", onclick: () => decided(row, { decision: "", begin: "", end: "", category: "" }) }, word("serve.decide.leave_open")) : null),
    make("p", { class: "note" }, word("serve.decide.keys"))));
  stand();
  others();
  similar();
  if (focus) at("dispute-title").focus({ preventScroll: true });
};

/* 1 to 9 choose, Enter saves, arrows move, S skips; where nothing is being written. */
addEventListener("keydown", (event) => {
  if (document.documentElement.dataset.step !== "decide" || !rows.length || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, textarea, select") && event.target.type !== "checkbox") return;
  const choices = [...at("dispute").querySelectorAll("[data-choice]")];
  const on = event.target.closest("button, a, summary");
  if (/^[1-9]$/.test(event.key) && choices[event.key - 1]) choices[event.key - 1].click();
  else if (event.key === "Enter" && chosen && (!on || on.dataset.choice)) save();
  else if (event.key === "ArrowLeft") turned(place - 1, true);
  else if (event.key === "ArrowRight" || event.key.toLowerCase() === "s") turned(place + 1, true);
  else return;
  event.preventDefault();
});

const finished = () => {
  const by = make("input", { type: "text", id: "by", value: whose, autocomplete: "off",
    onchange: (event) => { whose = event.target.value; noted(rows[place]); saved(); } });
  const rest = make("select", { id: "undecided" }, make("option", { value: "leave" }, word("serve.gold.leave")),
    make("option", { value: "propose" }, word("serve.gold.propose")));
  const files = make("div", { class: "tools", id: "gold-files" });
  at("gold").hidden = false;
  fill("gold", make("h2", {}, word("serve.gold.title")),
    make("div", { class: "filters" }, make("label", {}, word("serve.gold.by"), by), make("label", {}, word("serve.gold.undecided"), rest)),
    make("div", { class: "tools" }, make("button", { type: "button", class: "main", id: "make-gold", onclick: async () => {
      const found = await job("gold", given({ decisions: listed.rows, by: by.value, undecided: rest.value }));
      if (!found) return;
      trouble(found.problem ?? null);
      if (found.problem) return;
      files.replaceChildren(make("p", {}, found.summary), ...found.files.map((name) =>
        make("button", { type: "button", "data-file": name, onclick: () => keep(name) }, name)),
      table(found.columns, found.rows.map((row) => row.map((one) => (typeof one === "number" && !Number.isInteger(one) ? decimal(one) : String(one ?? "–")))),
        word("serve.gold.near")),
      ...found.notes.map((note) => make("p", { class: "note" }, note)));
    } }, word("serve.gold.make"))), files);
};

/* A list that is half done: as a file, and back from it. */
const lists = () => {
  const file = make("input", { type: "file", id: "saved-list", class: "visually-hidden", accept: ".csv,.tsv,.xlsx",
    onchange: async (event) => {
      const [one] = event.target.files;
      event.target.value = "";
      const sent = [];
      if (!one || !await send([[`saved/${one.name}`, one]], sent, true)) return;
      const found = await job("reopen", given({ saved: sent[0] }));
      if (!found) return;
      if (found.problem) { trouble(found.problem); return; }
      const n = takenOver(found.decisions);
      for (const [row, key] of listed.keyOf) if (found.decisions[key]) noted(row);
      turned(Math.max(rows.findIndex((row) => !row.decision), 0), true);
      await saved();
      fill("reopened", word(found.lost ? "serve.decide.opened_lost" : "serve.decide.opened", { n, name: one.name, lost: found.lost }));
    } });
  fill("lists", make("button", { type: "button", id: "save-list", onclick: async () => {
    const filled = listed.rows.map((row) => ({ ...row, key: listed.keyOf.get(row) }));
    const found = await job("so_far", given({ decisions: filled, by: whose }));
    if (!found) return;
    if (found.problem) { trouble(found.problem); return; }
    await keep(found.file);
  } }, word("serve.decide.save_list")),
  make("label", { class: "button", for: "saved-list" }, word("serve.decide.open_list")), file);
};

export const decide = async () => {
  fill("gold");
  at("gold").hidden = true;
  const key = JSON.stringify(given());
  if (listed?.key !== key) {
    await saved();  // what belongs to the list before this one
    if (unsaved() && !confirm(word("serve.decide.leaving"))) { turned(place); return; }
    const found = await job("disputes", given());
    if (!found) return;
    if (found.problem) { fill("dispute"); fill("stand"); fill("all"); fill("similar"); at("disputed").textContent = ""; trouble(found.problem); return; }
    listed = { ...found, key, keyOf: new Map(found.rows.map((row, n) => [row, found.keys[n]])),
      at: new Map(found.rows.map((row, n) => [row, n])) };
    rows = found.rows.filter((row) => row.note !== "agreed");  // shown for context in lists only
    fill("resolving", make("h2", {}, word("page.repeat")), make("pre", { tabindex: "0" }, found.command));
    place = 0;
    waiting.clear();
    fill("reopened");
    standing("none", "");
    await broughtBack();
  }
  if (!rows.length) { at("decide-title").textContent = word("serve.decide.nothing"); fill("dispute"); fill("stand"); fill("all"); fill("similar"); return; }
  turned(place);
  finished();
  lists();
};

/* What was decided before about these files, after whatever ended the page. */
const broughtBack = async () => {
  try {
    const work = await engine.kept(state.files);
    if (!work) return;
    /* A dispute is the same wherever coders said the same about it, however the file was read. */
    const own = work.lists[listed.list];
    const n = takenOver(Object.assign({}, ...Object.values(work.lists).map((one) => one.decisions), own?.decisions));
    if (!own && !n) return;
    whose = work.by ?? "";
    place = Math.max(0, own ? Math.min(own.place, rows.length - 1) : rows.findIndex((row) => !row.decision));
    standing("saved", word("serve.decide.found", { n }));
    at("kept").dataset.n = n;
  } catch (error) {
    trouble(error.message);
  }
};
