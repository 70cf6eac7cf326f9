"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const root = document.documentElement;
  /* A sentence in the language of the page, by its key; numbers with its decimal sign. */
  const words = read("words");
  const said = (key, fields = {}) => (Object.hasOwn(words, key) ? words[key] : key)
    .replace(/\{(\w+)\}/g, (_, name) => ["n", "m", "share"].includes(name)
      ? String(fields[name]).replace(".", words["."]) : fields[name]);
  const make = (name, parent, text, attributes = {}) => {
    const node = document.createElement(name);
    if (text !== null && text !== undefined) node.textContent = text;
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    parent.append(node);
    return node;
  };

  /* Charts: one definition, drawn in the colours of the theme. */
  const look = read("look");
  const specs = read("charts");
  const dark = () => root.dataset.theme === "dark" ||
    (root.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const fill = (part, palette) => {
    if (Array.isArray(part)) return part.map((one) => fill(one, palette));
    if (part && typeof part === "object") {
      const filled = {};
      for (const [key, value] of Object.entries(part)) {
        filled[key] = key === "data" || key === "datasets" ? value : fill(value, palette);
      }
      return filled;
    }
    return typeof part === "string" && Object.hasOwn(palette, part) ? palette[part] : part;
  };
  const tip = make("div", document.body, "", { id: "tip", hidden: "", role: "presentation" });
  const showTip = (event, text) => {
    tip.textContent = text;
    tip.hidden = false;
    const x = Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8);
    const below = event.clientY + 16 + tip.offsetHeight < innerHeight;
    tip.style.left = `${Math.max(4, x)}px`;
    tip.style.top = `${below ? event.clientY + 16 : event.clientY - tip.offsetHeight - 12}px`;
  };
  const tooltip = (_, event, item, value) => {
    if (value === null || value === undefined || value === "") { tip.hidden = true; return; }
    const lines = typeof value === "object"
      ? Object.entries(value).filter(([, v]) => v !== "").map(([k, v]) => `${k}: ${v}`)
      : [String(value)];
    showTip(event, lines.join("\n"));
  };
  const views = new Map();
  let showRows = null;
  const draw = async (node, light = false) => {
    const spec = fill(specs[node.dataset.chart], look[!light && dark() ? "dark" : "light"]);
    views.get(node)?.finalize();
    const options = { actions: false, renderer: "svg", ast: true, defaultStyle: false, tooltip, logLevel: 1 };
    const result = await window.vegaEmbed(node, spec, options);
    views.set(node, result.view);
    result.view.addEventListener("click", (_, item) => {
      const cell = item?.datum;
      if (!showRows || !cell) return;
      if (node.dataset.chart === "confusions") showRows({ first: cell.full, second: cell.other });
      if (node.dataset.chart === "coders") showRows({ coder: cell.first, other: cell.second });
    });
    node.querySelector("svg")?.setAttribute("aria-hidden", "true");
    node.dataset.drawn = "yes";
  };
  /* A chart in a closed part has no width: it is drawn when the part is opened. */
  const seen = (node) => node.checkVisibility();
  const drawAll = (light = false) => Promise.all(
    [...document.querySelectorAll("[data-chart]")].filter(seen).map((node) => draw(node, light)));
  document.querySelectorAll("details").forEach((part) => part.addEventListener("toggle", () => {
    if (!part.open) return;
    part.querySelectorAll("[data-chart]").forEach((node) => { if (seen(node)) draw(node); });
  }));
  /* What a link leads to is opened with all that is around it. */
  const opened = (node) => {
    for (let part = node; part; part = part.parentElement?.closest("details:not([open])")) {
      if (part.tagName === "DETAILS") part.open = true;
    }
  };
  const openTarget = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    opened(target.closest("details"));
    target.scrollIntoView();
  };
  addEventListener("hashchange", openTarget);
  if (location.hash.length > 1) openTarget();
  drawAll().then(() => { root.dataset.ready = "yes"; });

  /* Theme: as the system has it, or as the reader wants it. */
  const themeButton = document.getElementById("theme");
  themeButton.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    themeButton.setAttribute("aria-pressed", String(dark()));
    drawAll();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawAll());
  /* On paper nothing can be opened: the parts are, as far as they are short. */
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details.part:not([open])")];
    closed.forEach((part) => { part.open = true; });
    drawAll(true);
  });
  addEventListener("afterprint", () => {
    closed.forEach((part) => { part.open = false; });
    if (dark()) drawAll();
  });

  /* Tables: sort by a column, search, download. */
  const cellValue = (row, at) => {
    const cell = row.cells[at];
    const raw = cell.dataset.value;
    if (raw === undefined) return cell.textContent.trim().toLocaleLowerCase();
    return raw === "" ? null : Number(raw);
  };
  const compare = (a, b) => {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a).localeCompare(String(b), undefined, { numeric: true });
  };
  const sortBy = (table, head, at) => {
    const down = head.getAttribute("aria-sort") !== "descending" &&
      (head.hasAttribute("aria-sort") || head.classList.contains("number"));
    table.querySelectorAll("thead th").forEach((th) => th.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const rows = [...table.tBodies[0].rows].map((row, n) => ({ row, n, key: cellValue(row, at) }));
    rows.sort((a, b) => {
      if (a.key === null || b.key === null) return compare(a.key, b.key) || a.n - b.n;
      return (down ? -1 : 1) * compare(a.key, b.key) || a.n - b.n;
    });
    table.tBodies[0].append(...rows.map((one) => one.row));
  };
  document.querySelectorAll("table.sortable").forEach((table) => {
    [...table.tHead.rows[0].cells].forEach((head, at) => {
      const parts = [...head.childNodes];
      const button = make("button", head, null, { type: "button" });
      button.append(...parts);
      button.addEventListener("click", () => sortBy(table, head, at));
    });
  });
  const guarded = (value) => {
    let text = value === null || value === undefined ? "" : String(value);
    if (typeof value !== "number" && /^[\s\u0000-\u001f]*[=+\-@\t\r|%]/.test(text)) text = `'${text}`;
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const save = (name, type, text) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const data = read("report-data");
  document.getElementById("json")?.addEventListener("click", () => {
    save("report.json", "application/json", JSON.stringify(data, null, 1));
  });
  const copyText = (button, text) => {
    const area = make("textarea", document.body, text, { readonly: "" });
    area.select();
    let done = false;
    try { done = document.execCommand("copy"); } catch { done = false; }
    area.remove();
    button.focus();
    button.textContent = done ? said("list.copied") : said("list.select-copy-hand");
  };
  document.querySelectorAll("[data-copy]").forEach((button) => {
    button.addEventListener("click", () => copyText(button, document.getElementById(button.dataset.copy).textContent));
  });

  /*LANES*/
  /*LIST*/
})();
