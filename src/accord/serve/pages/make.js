/* Elements from text: whatever a file holds is text and never markup. */
export const make = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((one) => one !== null && one !== undefined));
  return node;
};
export const svg = (name, attributes = {}, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
};
export const at = (id) => document.getElementById(id);
export const fill = (id, ...children) => {
  at(id).replaceChildren(...children.flat().filter((one) => one !== null && one !== undefined));
};
export const decimal = (value, digits = 3) =>
  value === null || value === undefined ? "–" : value.toFixed(digits).replace("-", "−");
export const exact = (value) =>
  make("span", { "data-value": JSON.stringify(value) }, decimal(value));
export const symbol = (text) => {
  const [head, ...tail] = text.split("_");
  return make("span", { class: "symbol" }, head, tail.length ? make("sub", {}, tail.join("_")) : null);
};
export const table = (header, rows, caption) => make("div", { class: "scroll", tabindex: "0",
  role: "region", "aria-label": caption },
  make("table", {}, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, header.map((one) => make("th", { scope: "col" }, one)))),
    make("tbody", {}, rows.map((row) => make("tr", {}, row.map((one, n) =>
      n === 0 ? make("th", { scope: "row" }, make("bdi", {}, one)) : make("td", {}, make("bdi", {}, one)))))),
  ));
