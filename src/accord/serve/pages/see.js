/* What I see: the reading of the files, and how to change it. */
import { at, fill, make, table } from "./make.js";
import { look, state } from "./page.js";

const chips = () => {
  const { columns } = state.seen;
  if (!columns.length) { fill("roles"); return; }
  const roles = Object.fromEntries(columns.map((one) => [one.name, one.role]));
  const button = make("button", { type: "button", id: "reread", disabled: true,
    onclick: () => look(state.settings, roles) }, "Read it like this");
  const chip = (column) => make("select", { "aria-label": `What the column ${column.name} is`,
    "data-column": column.name,
    onchange: (event) => { roles[column.name] = event.target.value; button.disabled = false; } },
    column.role === "?" ? make("option", { value: "?", selected: true }, "not certain") : null,
    Object.entries(state.about.roles).map(([role, text]) =>
      make("option", { value: role, selected: role === column.role }, text)));
  const rows = columns[0].cells.map((_, n) => make("tr", {}, columns.map((column) =>
    make("td", {}, make("bdi", {}, column.cells[n])))));
  fill("roles", make("h2", {}, "The columns"),
    make("p", { class: "note" }, "Each column with what it is taken for. Change what is wrong."),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The columns" },
      make("table", {}, make("thead", {}, make("tr", {}, columns.map((column) =>
        make("th", { scope: "col" }, make("bdi", { class: "name" }, column.name || "(no name)"), chip(column),
          make("span", { class: "why" }, column.why))))), make("tbody", {}, rows))),
    make("div", { class: "tools" }, button));
};

const ways = () => {
  const others = state.seen.readings.filter((one, n) => n > 0 || !one.certain || state.seen.problem);
  if (!others.length) { fill("readings"); return; }
  if (state.seen.problem) at("roles").before(at("readings"));
  else at("layers").after(at("readings"));
  fill("readings", make("h2", {}, state.seen.problem ? "It could be read so" : "It could also be read so"),
    make("ul", { class: "ways" }, others.map((one) => make("li", {},
      make("button", { type: "button", "data-reading": "", onclick: () => look(one.settings) }, one.reading),
      one.doubts.length ? make("span", { class: "note" }, `doubt: ${one.doubts.join("; ")}`) : null))));
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
  fill("layers", make("h2", {}, "Layers of the file"), make("ul", { class: "ways" }, found.map((layer) =>
    make("li", {}, make("button", { type: "button", "data-layer": layer.name,
      "aria-pressed": String(state.settings.layer === layer.name), onclick: () => chosen(layer) },
      layer.name || "(unnamed)"), ` ${layer.kind}, ${layer.marks} marks `,
    layer.fields.map((name) => make("button", { type: "button", onclick: () => chosen(layer, name) }, name)),
    make("span", { class: "note" }, make("bdi", {}, layer.categories.join(", ")))))));
};

export const drawSettings = () => {
  fill("settings", state.about.settings.map((one) => {
    const common = { "data-setting": one.name, "data-takes": one.takes };
    const input = one.takes === "choice"
      ? make("select", common, make("option", { value: "" }, "find out"),
        Object.entries(one.choices).map(([value, text]) => make("option", { value }, `${value}: ${text}`)))
      : make("input", { ...common, type: one.takes === "yes" ? "checkbox" : "text" });
    return make("label", {}, `${one.name.replaceAll("_", " ")}: ${one.what}`, input);
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
  at("sentence").textContent = [seen.sentence, `Read as ${seen.format}.`].filter(Boolean).join(" ");
  chips();
  layers();
  ways();
  filled();
  if (seen.preview?.rows?.length) {
    const more = seen.preview.more > 0 ? `, and ${seen.preview.more} more coders` : "";
    const of = seen.preview.of ? `, dimension ${seen.preview.of}` : "";
    fill("preview", make("h2", {}, "What will be measured"),
      table(seen.preview.header, seen.preview.rows, `The first rows${of}${more}`));
  } else fill("preview");
  const dropped = seen.dropped ? `, ${seen.dropped} dropped` : "";
  fill("audit", seen.notes ? [make("h2", {}, "How it was read"),
    make("ul", {}, make("li", {}, `${seen.rows} rows or marks read${dropped}`),
      seen.notes.map((note) => make("li", {}, make("bdi", {}, note))))] : null);
  at("right").disabled = Boolean(seen.problem);
};
