/* What I see: the reading of the files, and how to change it. */
import { at, fill, make, table, word } from "./make.js";
import { look, state } from "./page.js";

/* Layers by the study they yield, which has its English name in the data. */
const LAYERS = { codings: "word.codings", unitizings: "serve.layer.unitizings", partitions: "serve.layer.partitions",
  relations: "word.relations", regions: "word.regions" };

const chips = () => {
  const { columns } = state.seen;
  if (!columns.length) { fill("roles"); return; }
  const roles = Object.fromEntries(columns.map((one) => [one.name, one.role]));
  const button = make("button", { type: "button", id: "reread", disabled: true,
    onclick: () => look(state.settings, roles) }, word("serve.see.reread"));
  const chip = (column) => make("select", { "aria-label": word("serve.see.column", { name: column.name }),
    "data-column": column.name,
    onchange: (event) => { roles[column.name] = event.target.value; button.disabled = false; } },
    column.role === "?" ? make("option", { value: "?", selected: true }, word("serve.see.unsure")) : null,
    Object.entries(state.about.roles).map(([role, text]) =>
      make("option", { value: role, selected: role === column.role }, text)));
  const rows = columns[0].cells.map((_, n) => make("tr", {}, columns.map((column) =>
    make("td", {}, make("bdi", {}, column.cells[n])))));
  fill("roles", make("h2", {}, word("serve.see.columns")),
    make("p", { class: "note" }, word("serve.see.columns_note")),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": word("serve.see.columns") },
      make("table", {}, make("thead", {}, make("tr", {}, columns.map((column) =>
        make("th", { scope: "col" }, make("bdi", { class: "name" }, column.name || word("serve.see.no_name")), chip(column),
          make("span", { class: "why" }, column.why))))), make("tbody", {}, rows))),
    make("div", { class: "tools" }, button));
};

const ways = () => {
  const others = state.seen.readings.filter((one, n) => n > 0 || !one.certain || state.seen.problem);
  if (!others.length) { fill("readings"); return; }
  if (state.seen.problem) at("roles").before(at("readings"));
  else at("layers").after(at("readings"));
  fill("readings", make("h2", {}, word(state.seen.problem ? "serve.see.ways" : "serve.see.other_ways")),
    make("ul", { class: "ways" }, others.map((one) => make("li", {},
      make("button", { type: "button", "data-reading": "", onclick: () => look(one.settings) }, one.reading),
      one.doubts.length ? make("span", { class: "note" }, word("serve.see.doubt", { doubts: one.doubts.join("; ") })) : null))));
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
  at("sentence").textContent = [seen.sentence, word("serve.see.format", { format: seen.format })].filter(Boolean).join(" ");
  chips();
  layers();
  ways();
  filled();
  if (seen.preview?.rows?.length) {
    const more = seen.preview.more > 0 ? word("serve.see.more_coders", { n: seen.preview.more }) : "";
    const of = seen.preview.of ? word("serve.see.of_dimension", { name: seen.preview.of }) : "";
    fill("preview", make("h2", {}, word("serve.see.measured")),
      table(seen.preview.header, seen.preview.rows, `${word("serve.see.first_rows")}${of}${more}`));
  } else fill("preview");
  fill("audit", seen.notes ? [make("h2", {}, word("serve.see.audit")),
    make("ul", {}, make("li", {}, word(seen.dropped ? "serve.see.rows_dropped" : "serve.see.rows", { n: seen.rows, dropped: seen.dropped })),
      seen.notes.map((note) => make("li", {}, make("bdi", {}, note))))] : null);
  at("right").disabled = Boolean(seen.problem);
};
