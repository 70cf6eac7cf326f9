/* Decide what is disputed, one dispute after the other, and make gold of it. */
import { at, decimal, fill, make, table, word } from "./make.js";
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

const decided = (row, part) => {
  Object.assign(row, part);
  noted(row);
  turned(place + (place < rows.length - 1 ? 1 : 0));
  saved();
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

/* What may be decided, each once: what goes into the list, and what the button says. */
const offers = (row) => {
  const said = Object.entries(row).filter(([key, value]) => key.startsWith("coder ") && value && value !== "–")
    .map(([key, value]) => [key.slice("coder ".length), String(value)]);
  const found = new Map();
  if (listed.kind === "codings") {
    if (row.proposed) found.set(row.proposed, word("serve.decide.proposed", { what: row.proposed }));
    for (const value of [...said.map(([, one]) => one), ...listed.categories]) if (!found.has(value)) found.set(value, value);
  } else {
    if (row.proposed && row.proposed !== "-") found.set("yes", word("serve.decide.proposed", { what: row.proposed }));
    const known = new Set([row.proposed]);
    for (const [who, value] of said) {
      if (known.has(value)) continue;
      known.add(value);
      found.set(listed.kind === "unitizings" ? who : value, value);
    }
  }
  found.set("-", row.proposed === "-" ? word("serve.decide.proposed", { what: word("serve.decide.leave_out") }) : word("serve.decide.leave_out"));
  return [...found];
};

const FIELDS = new Set(["item", "document", "mention", "text", "codings"]);
/* What a row says of a dispute: columns of lists, and one for each coder. */
const heading = (key) => (key.startsWith("coder ")
  ? word("serve.decide.coder", { name: key.slice("coder ".length) }) : FIELDS.has(key) ? word(`word.${key}`) : key);

const turned = (to) => {
  place = Math.min(Math.max(to, 0), rows.length - 1);
  const row = rows[place];
  const own = new Set(["row", "proposed", "decision", "decided by", "note", "begin", "end", "category"]);
  const about = Object.entries(row).filter(([key, value]) => !own.has(key) && value !== "");
  const buttons = offers(row).map(([value, text]) => make("button", { type: "button", "data-choice": value,
    "aria-pressed": String(row.decision === value), onclick: () => decided(row, { decision: value }) }, text));
  fill("dispute", make("div", { class: "dispute" },
    make("h2", {}, word("serve.decide.place", { n: place + 1, all: rows.length })),
    make("dl", {}, about.flatMap(([key, value]) => [make("dt", {}, make("bdi", {}, heading(key))), make("dd", {}, make("bdi", {}, String(value)))])),
    make("div", { class: "choices" }, buttons),
    make("label", { for: "note" }, word("serve.decide.note")), make("input", { type: "text", id: "note", value: row.note ?? "",
      oninput: (event) => { row.note = event.target.value; noted(row); clearTimeout(later); later = setTimeout(saved, 300); } }),
    make("div", { class: "tools" },
      make("button", { type: "button", id: "back", disabled: place === 0, onclick: () => turned(place - 1) }, word("serve.decide.back")),
      make("button", { type: "button", id: "next", disabled: place === rows.length - 1, onclick: () => turned(place + 1) }, word("page.next")),
      make("button", { type: "button", onclick: () => decided(row, { decision: "" }) }, word("serve.decide.leave_open")))));
  at("disputed").textContent = `${listed.summary}. ${word("serve.decide.done", { n: done(), all: listed.disputed })}`;
  at("dispute").querySelector(".choices button")?.focus();
};

const finished = () => {
  const by = make("input", { type: "text", id: "by", value: whose, autocomplete: "off",
    onchange: (event) => { whose = event.target.value; noted(rows[place]); saved(); } });
  const rest = make("select", { id: "undecided" }, make("option", { value: "leave" }, word("serve.gold.leave")),
    make("option", { value: "propose" }, word("serve.gold.propose")));
  const files = make("div", { class: "tools", id: "gold-files" });
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
      turned(Math.max(rows.findIndex((row) => !row.decision), 0));
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
  const key = JSON.stringify(given());
  if (listed?.key !== key) {
    await saved();  // what belongs to the list before this one
    if (unsaved() && !confirm(word("serve.decide.leaving"))) { turned(place); return; }
    const found = await job("disputes", given());
    if (!found) return;
    if (found.problem) { fill("dispute"); at("disputed").textContent = ""; trouble(found.problem); return; }
    listed = { ...found, key, keyOf: new Map(found.rows.map((row, n) => [row, found.keys[n]])) };
    rows = found.rows.filter((row) => row.note !== "agreed");  // shown for context in lists only
    place = 0;
    waiting.clear();
    fill("reopened");
    standing("none", "");
    await broughtBack();
  }
  if (!rows.length) { at("disputed").textContent = word("serve.decide.nothing"); fill("dispute"); return; }
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
