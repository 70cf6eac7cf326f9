"use strict";
(() => {
  const root = document.documentElement;
  const dark = () => root.dataset.theme === "dark" ||
    (root.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const theme = document.getElementById("theme");
  theme.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    theme.setAttribute("aria-pressed", String(dark()));
  });
  const value = (row, at) => {
    const raw = row.cells[at].dataset.value;
    if (raw === undefined) return row.cells[at].textContent.trim().toLocaleLowerCase();
    return raw === "" ? null : Number(raw);
  };
  const order = (a, b) => {
    if (a === null || b === null) return (a === null) - (b === null);
    if (typeof a === "number" && typeof b === "number") return a - b;
    return String(a).localeCompare(String(b), undefined, { numeric: true });
  };
  document.querySelectorAll("table.sortable").forEach((table) => {
    [...table.tHead.rows[0].cells].forEach((head, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        table.querySelectorAll("thead th").forEach((th) => th.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const rows = [...table.tBodies[0].rows].map((row, n) => ({ row, n, key: value(row, at) }));
        rows.sort((a, b) => (down ? -1 : 1) * order(a.key, b.key) || a.n - b.n);
        table.tBodies[0].append(...rows.map((one) => one.row));
      });
    });
  });
  const reveal = () => {
    const at = location.hash && document.getElementById(location.hash.slice(1));
    const inside = at && at.closest("details");
    if (inside) { inside.open = true; at.scrollIntoView(); }
  };
  addEventListener("hashchange", reveal);
  reveal();
  addEventListener("beforeprint", () => {
    document.querySelectorAll("section > details").forEach((one) => { one.open = true; });
  });
  document.getElementById("json").addEventListener("click", () => {
    const link = document.createElement("a");
    const text = document.getElementById("sheet-data").textContent;
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = "judge.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
})();
