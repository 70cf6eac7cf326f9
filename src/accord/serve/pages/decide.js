/* Decide what is disputed, one dispute after the other, and make gold of it. */
import { at, decimal, fill, make, table, word } from "./make.js";
import { given, job, state, trouble } from "./page.js";
import { keep } from "./answer.js";

let rows = [];
let listed = null;
let place = 0;
let whose = "";

const done = () => rows.filter((row) => row.decision).length;

const decided = (row, part) => { Object.assign(row, part); turned(place + (place < rows.length - 1 ? 1 : 0)); };

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
      onchange: (event) => { row.note = event.target.value; } }),
    make("div", { class: "tools" },
      make("button", { type: "button", id: "back", disabled: place === 0, onclick: () => turned(place - 1) }, word("serve.decide.back")),
      make("button", { type: "button", id: "next", disabled: place === rows.length - 1, onclick: () => turned(place + 1) }, word("page.next")),
      make("button", { type: "button", onclick: () => decided(row, { decision: "" }) }, word("serve.decide.leave_open")))));
  at("disputed").textContent = `${listed.summary}. ${word("serve.decide.done", { n: done(), all: listed.disputed })}`;
  at("dispute").querySelector(".choices button")?.focus();
};

const finished = () => {
  const by = make("input", { type: "text", id: "by", value: whose, autocomplete: "off",
    onchange: (event) => { whose = event.target.value; } });
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

export const decide = async () => {
  fill("gold");
  const key = JSON.stringify(given());
  if (listed?.key !== key) {
    const found = await job("disputes", given());
    if (!found) return;
    if (found.problem) { fill("dispute"); at("disputed").textContent = ""; trouble(found.problem); return; }
    listed = { ...found, key };
    rows = found.rows.filter((row) => row.note !== "agreed");  // shown for context in lists only
    place = 0;
  }
  if (!rows.length) { at("disputed").textContent = word("serve.decide.nothing"); fill("dispute"); return; }
  turned(place);
  finished();
};
