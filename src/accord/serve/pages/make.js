/* Elements from text: whatever a file holds is text and never markup. What the page says itself it
   says by key, in the language that was chosen. */
let words = JSON.parse(document.getElementById("words").textContent);
const root = document.documentElement;
const TOLD = ["aria-label", "title", "placeholder"];
/* The parts of a sentence, its fields in their places: texts, or elements; numbers come as text, so
   what a field says of their form is left out. */
export const phrase = (key, fields = {}) => words[key].split(/\{(\w+)(?::[^}]*)?\}/)
  .map((part, n) => (n % 2 ? fields[part] : part)).filter((part) => part !== "");
export const word = (key, fields) => phrase(key, fields).join("");
/* What has a word only for some values: kinds, verdicts, fields. */
export const named = (prefix, value) => (`${prefix}.${value}` in words ? word(`${prefix}.${value}`) : value);
/* An element that says this from now on, in whatever language. */
export const tell = (id, key) => {
  const node = document.getElementById(id);
  node.dataset.word = key;
  node.textContent = word(key);
};
export const speak = async (language) => {
  const answer = await fetch(new URL(`words-${language}.json`, document.baseURI), { cache: "no-store" });
  words = await answer.json();
  root.lang = language;
  document.querySelectorAll("[data-word]").forEach((node) => { node.textContent = word(node.dataset.word); });
  for (const name of TOLD) {
    document.querySelectorAll(`[data-word-${name}]`).forEach((node) =>
      node.setAttribute(name, word(node.getAttribute(`data-word-${name}`))));
  }
};
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
  value === null || value === undefined ? "–" : value.toFixed(digits).replace("-", "−").replace(".", words.point);
export const exact = (value) =>
  make("span", { "data-value": JSON.stringify(value) }, decimal(value));
export const table = (header, rows, caption) => make("div", { class: "scroll", tabindex: "0",
  role: "region", "aria-label": caption },
  make("table", {}, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, header.map((one) => make("th", { scope: "col" }, one)))),
    make("tbody", {}, rows.map((row) => make("tr", {}, row.map((one, n) =>
      n === 0 ? make("th", { scope: "row" }, make("bdi", {}, one)) : make("td", {}, make("bdi", {}, one)))))),
  ));
