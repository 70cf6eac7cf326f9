/* What I see: the reading of the files, and how to change it. */
import { at, fill, make, svg, table, word } from "./make.js";
import { look, state } from "./page.js";

/* Layers by the study they yield, which has its English name in the data. */
const LAYERS = { codings: "word.codings", unitizings: "serve.layer.unitizings", partitions: "serve.layer.partitions",
  relations: "word.relations", regions: "word.regions" };

/* How often each value occurs, as bars: a wrong column shows at a glance. */
const bars = (counts) => {
  if (counts.length < 2) return null;
  const most = Math.max(...counts);
  const wide = 100 / counts.length;
  return svg("svg", { class: "bars", width: "100%", height: 20, "aria-hidden": "true", focusable: "false" },
    ...counts.map((n, at_) => svg("rect", { x: `${at_ * wide}%`, width: `${0.85 * wide}%`,
      y: 20 - 20 * n / most, height: 20 * n / most })));
};
const OF_ROLE = { labels: "rater", coder: "rater", category: "rater", item: "item" };

const chips = () => {
  const { columns } = state.seen;
  if (!columns.length) { fill("roles"); return; }
  const roles = Object.fromEntries(columns.map((one) => [one.name, one.role]));
  const button = make("button", { type: "button", id: "reread", disabled: true,
    onclick: () => look(state.settings, roles) }, word("serve.see.reread"));
  const chip = (column) => make("select", { "aria-label": word("serve.see.column", { name: column.name }),
    "data-column": column.name,
    onchange: (event) => { roles[column.name] = event.target.value; button.disabled = false; } },
    column.role === "?" ? make("option", { value: "?", selected: true }, word("serve.see.choose")) : null,
    Object.entries(state.about.roles).map(([role, text]) =>
      make("option", { value: role, selected: role === column.role }, text)));
  const own = (column) => OF_ROLE[column.role] ?? "other";
  const rows = columns[0].cells.slice(0, 5).map((_, n) => make("tr", {}, columns.map((column) =>
    make("td", { class: own(column) }, make("bdi", {}, column.cells[n])))));
  fill("roles", make("h2", {}, word("serve.see.columns")),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": word("serve.see.columns") },
      make("table", {}, make("thead", {}, make("tr", {}, columns.map((column) =>
        make("th", { scope: "col", class: own(column), title: column.why }, make("bdi", { class: "name" }, column.name || word("serve.see.no_name")), chip(column),
          bars(column.values), make("span", { class: "why" }, word("serve.see.distinct", { n: column.distinct })))))), make("tbody", {}, rows))),
    make("p", { class: "note" }, word("serve.see.columns_note")),
    make("div", { class: "tools" }, button));
};

/* A choice that is drawn as a card: what it is, why, and what speaks against it. */
const card = (group, title, notes, chosen, best, change, own = {}) => make("label", { class: "card" },
  make("input", { type: "radio", name: group, checked: chosen, ...own, onchange: change }),
  make("span", {}, make("b", {}, title), best ? make("span", { class: "badge" }, word("serve.see.best_guess")) : null,
    notes.map((note) => make("small", {}, note))));
const same = (a, b) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

const ways = () => {
  const { seen } = state;
  const offered = seen.readings;
  const asked = Boolean(seen.problem) || offered.length > 1 || offered.some((one) => !one.certain);
  if (!offered.length || !asked) { fill("readings"); return; }
  const now = seen.problem ? -1 : Math.max(0, offered.findIndex((one) => same(one.settings, state.settings)));
  fill("readings", make("fieldset", { class: "cards-of-one" }, make("legend", {}, word(seen.sheets ? "serve.see.which_sheet" : "serve.see.ways")),
    offered.map((one, n) => card("reading", one.reading,
      one.doubts.length ? [word("serve.see.doubt", { doubts: one.doubts.join("; ") })] : [],
      n === now, n === 0, () => look(one.settings), { "data-reading": "" }))));
};

const COUNTED = { i: "word.items", c: "word.coders", k: "word.categories", u: "word.units", m: "word.mentions", b: "word.boundaries" };
const counted = () => {
  const counts = Object.entries(state.seen.counts ?? {}).filter(([name]) => name in COUNTED);
  fill("counted", counts.length ? make("div", { class: "box" }, make("h2", {}, word("serve.see.measured")),
    make("ul", { class: "counts" }, counts.map(([name, n]) => make("li", {}, make("b", {}, String(n)), " ",
      make("small", {}, word(COUNTED[name])))))) : null);
};

const layers = () => {
  const found = state.seen.layers;
  if (!found.length) { fill("layers"); return; }
  const chosen = (layer, field) => {
    const told = { ...state.settings, layer: layer.name };
    delete told.field;
    if (field) told.field = field;
    return look(told);
  };
  fill("layers", make("h2", {}, word("serve.see.layers")), make("ul", { class: "ways" }, found.map((layer) =>
    make("li", {}, make("button", { type: "button", "data-layer": layer.name,
      "aria-pressed": String(state.settings.layer === layer.name), onclick: () => chosen(layer) },
      layer.name || word("serve.see.unnamed")), word("serve.see.layer", { kind: word(LAYERS[layer.kind]), n: layer.marks }),
    layer.fields.map((name) => make("button", { type: "button", onclick: () => chosen(layer, name) }, name)),
    make("span", { class: "note" }, make("bdi", {}, layer.categories.join(", ")))))));
};

export const drawSettings = () => {
  fill("settings", state.about.settings.map((one) => {
    const common = { "data-setting": one.name, "data-takes": one.takes };
    const input = one.takes === "choice"
      ? make("select", common, make("option", { value: "" }, word("serve.see.find_out")),
        Object.entries(one.choices).map(([value, text]) => make("option", { value }, word("serve.see.setting", { name: value, what: text }))))
      : make("input", { ...common, type: one.takes === "yes" ? "checkbox" : "text" });
    return make("label", {}, word("serve.see.setting", { name: one.name.replaceAll("_", " "), what: one.what }), input);
  }));
};

const filled = () => {
  document.querySelectorAll("#settings [data-setting]").forEach((input) => {
    const value = state.settings[input.dataset.setting];
    if (input.dataset.takes === "yes") input.checked = Boolean(value);
    else input.value = value === undefined ? "" : Array.isArray(value) ? value.join(",") : String(value);
  });
};

export const see = () => {
  const { seen } = state;
  at("sentence").textContent = state.files.slice(0, 3).join(", ");
  at("see-title").textContent = seen.problem ? seen.sentence ?? word("serve.see.cannot_tell")
    : `${seen.sentence} ${word("serve.see.is_right")}`;
  chips();
  layers();
  ways();
  filled();
  counted();
  if (seen.preview?.rows?.length) {
    const more = seen.preview.more > 0 ? word("serve.see.more_coders", { n: seen.preview.more }) : "";
    const of = seen.preview.of ? word("serve.see.of_dimension", { name: seen.preview.of }) : "";
    fill("preview", table(seen.preview.header, seen.preview.rows, `${word("serve.see.first_rows")}${of}${more}`));
  } else fill("preview");
  at("shown").hidden = !seen.preview?.rows?.length;
  at("shown").open = !seen.columns.length;
  at("notes").hidden = !seen.notes;
  fill("audit", seen.notes ? make("ul", {}, make("li", {}, word(seen.dropped ? "serve.see.rows_dropped" : "serve.see.rows", { n: seen.rows, dropped: seen.dropped })),
    seen.notes.map((note) => make("li", {}, make("bdi", {}, note)))) : null);
  at("right").disabled = Boolean(seen.problem);
};
