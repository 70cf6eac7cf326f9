  /* The list of all disagreements: searched, filtered, twenty to a page; every row has a link. */
  const listed = data.disagreements;
  if (listed?.rows.length) {
    const [ITEM, DOCUMENT, BEGIN, END, KIND, WEIGHT, PAIRS, SHARE, STEPS, TEXT, DECISIONS] =
      listed.columns.map((_, at) => at);
    const byId = (id) => document.getElementById(id);
    const SIZE = 20;
    const fields = { q: "find", document: "by-document", coder: "by-coder", other: "by-other",
      first: "by-first", second: "by-second", kind: "by-kind", order: "by-order" };
    const inputs = Object.fromEntries(Object.entries(fields).map(([key, id]) => [key, byId(id)]));
    const body = byId("list").tBodies[0];
    const withText = byId("list").tHead.rows[0].cells.length === 5;
    const places = listed.noun !== "item" && listed.noun !== "annotation";
    const nameOf = (row) => {
      const where = row[BEGIN] === null ? "" : row[BEGIN] === row[END]
        ? ` ${row[BEGIN]}` : ` ${shownNumber(row[BEGIN])}–${shownNumber(row[END])}`;
      if (places) return `${listed.documents[row[DOCUMENT]] ?? ""}${where}`;
      return listed.noun === "annotation" ? `${row[ITEM]} · ${listed.kinds[row[KIND]]}` : row[ITEM];
    };
    const whatOf = (decision) => {
      const what = decision.slice(2);
      if (!what.length) return [];
      if (what.length < 3) return [{ label: listed.labels[what[0]], at: null }];
      const units = [];
      for (let at = 0; at < what.length; at += 3) {
        units.push({ label: listed.labels[what[at]] ?? "", at: [what[at + 1], what[at + 2]] });
      }
      return units;
    };
    const short = (letters) => (letters.length > 40 ? `${letters.slice(0, 39).join("")}…` : letters.join(""));
    const keyOf = (decision) => decision.slice(2).join(" ");
    let texts = null;
    const textOf = (at) => {
      texts ??= listed.rows.map((row) => [nameOf(row), [row[TEXT]].flat().join(""),
        row[DOCUMENT] === null ? "" : listed.documents[row[DOCUMENT]], listed.kinds[row[KIND]],
        ...row[DECISIONS].flatMap((d) => whatOf(d).map((w) => w.label)),
      ].join(" ").toLocaleLowerCase());
      return texts[at];
    };
    const state = { page: 0, open: null };
    const all = listed.rows.map((_, at) => at);
    let shown = all;
    const value = (key) => inputs[key]?.value ?? "";
    const chosen = () => {
      const words = value("q").toLocaleLowerCase().split(/\s+/).filter(Boolean);
      const coder = listed.coders.indexOf(value("coder"));
      const other = listed.coders.indexOf(value("other"));
      const first = listed.labels.indexOf(value("first"));
      const second = listed.labels.indexOf(value("second"));
      const kind = listed.kinds.indexOf(value("kind"));
      const folder = value("document").toLocaleLowerCase();
      const exact = listed.documents.indexOf(value("document"));
      const has = (row, label) => row[DECISIONS].some((d) => d.length > 4
        ? d.some((part, at) => at > 1 && (at - 2) % 3 === 0 && part === label) : d[2] === label);
      const fits = (at) => {
        const row = listed.rows[at];
        if (kind >= 0 && row[KIND] !== kind) return false;
        if (folder && (exact >= 0 ? row[DOCUMENT] !== exact
          : !String(listed.documents[row[DOCUMENT]] ?? "").toLocaleLowerCase().includes(folder))) return false;
        if (first >= 0 && !has(row, first)) return false;
        if (second >= 0 && !has(row, second)) return false;
        const own = coder < 0 ? null : row[DECISIONS].find((d) => d[0] === coder);
        const their = other < 0 ? null : row[DECISIONS].find((d) => d[0] === other);
        if ((coder >= 0 && !own) || (other >= 0 && !their)) return false;
        if (own && their) { if (keyOf(own) === keyOf(their)) return false; }
        else if (own || their) {
          /* Where the coder is at least as far from the others as coders are there on average. */
          const mean = row[DECISIONS].reduce((sum, d) => sum + d[1], 0) / row[DECISIONS].length;
          if ((own ?? their)[1] < mean - 1e-3 || (own ?? their)[1] === 0) return false;
        }
        return words.every((word) => textOf(at).includes(word));
      };
      const found = all.filter(fits);
      if (value("order") === "place") {
        const order = (a, b) => {
          const [x, y] = [listed.rows[a], listed.rows[b]];
          return compare(x[DOCUMENT] === null ? "" : listed.documents[x[DOCUMENT]],
            y[DOCUMENT] === null ? "" : listed.documents[y[DOCUMENT]]) ||
            (x[BEGIN] ?? 0) - (y[BEGIN] ?? 0) || compare(x[ITEM] ?? "", y[ITEM] ?? "") || a - b;
        };
        found.sort(order);
      }
      return found;
    };
    /* Words instead of offsets, where the text is known: a place counts signs, not code units. */
    const signs = (row) => (Array.isArray(row[TEXT]) && row[TEXT][1] ? Array.from(row[TEXT][1]) : null);
    const wordsAt = (row, at) => signs(row)?.slice(at[0] - row[BEGIN], at[1] - row[BEGIN]).join("") ?? "";
    const decisions = (cell, row) => {
      const who = new Map();
      for (const decision of row[DECISIONS]) {
        const key = keyOf(decision);
        if (!who.has(key)) who.set(key, { what: whatOf(decision), names: [] });
        who.get(key).names.push(listed.coders[decision[0]]);
      }
      const groups = [...who.values()].sort((a, b) => b.names.length - a.names.length);
      const borders = new Set(groups.flatMap((g) => g.what.map((w) => String(w.at)))).size > 1;
      const list = make("ul", cell, null, { class: "codings" });
      for (const { what, names } of groups) {
        const line = make("li", list);
        if (!what.length) make("span", line, "–", { class: "lab none" });
        what.forEach((one) => {
          const mark = make("span", line, null, { class: "lab" });
          make("bdi", mark, one.label || said("word.unit"));
          if (one.at && borders) {
            const place = one.at.map(shownNumber).join("–");
            const marked = wordsAt(row, one.at);
            mark.append(" ");
            if (marked) make("bdi", mark, marked, { class: "at", title: place });
            else make("span", mark, place, { class: "at" });
          }
        });
        const whose = make("span", line, null, { class: "who" });
        if (names.length > 6) {
          whose.textContent = said("list.coders", { n: names.length });
          whose.title = names.join(", ");
        } else {
          names.forEach((name, n) => {
            if (n) whose.append(", ");
            make("bdi", whose, name);
          });
        }
      }
    };
    const words = (cell, text) => {
      const inside = make("bdi", cell, null, { dir: "auto" });
      if (!Array.isArray(text)) { inside.textContent = text ?? ""; return; }
      make("span", inside, text[0], { class: "note" });
      make("mark", inside, text[1]);
      make("span", inside, text[2], { class: "note" });
    };
    const addressOf = (row) => `#show?at=${encodeURIComponent(nameOf(row))}`;
    const detail = (row) => {
      const part = document.createElement("tr");
      part.className = "detail";
      const cell = make("td", part, null, { colspan: String(withText ? 5 : 4) });
      const [lane, context] = listed.noun === "place" ? [data.units, 120] : [data.boundaries, 40];
      const doc = lane?.documents.find((one) => one.name === listed.documents[row[DOCUMENT]]);
      if (doc && listed.noun !== "item") {
        const node = make("div", cell, null, { class: "lanes", "data-zoom": "1", tabindex: "0",
          role: "region", "aria-label": said("list.lanes-around", { name: nameOf(row) }) });
        requestAnimationFrame(() => drawPart(node, doc, row[BEGIN], row[END], context));
      } else {
        const list = make("ul", cell, null, { class: "codings wide" });
        row[DECISIONS].forEach((decision) => {
          const line = make("li", list);
          make("bdi", line, listed.coders[decision[0]], { class: "who" });
          const what = whatOf(decision);
          make("span", line, what.length ? what.map((w) => w.label).join(" + ") : "–", { class: "lab" });
        });
        if (row[TEXT]) { const text = make("p", cell); words(text, row[TEXT]); }
      }
      const link = make("div", cell, null, { class: "tools" });
      const copy = make("button", link, said("list.copy-link-row"), { type: "button" });
      copy.addEventListener("click", () => copyText(copy, location.href.split("#")[0] + addressOf(row)));
      return part;
    };
    const render = () => {
      const pages = Math.max(1, Math.ceil(shown.length / SIZE));
      state.page = Math.min(Math.max(0, state.page), pages - 1);
      body.replaceChildren();
      for (const at of shown.slice(state.page * SIZE, (state.page + 1) * SIZE)) {
        const row = listed.rows[at];
        const line = make("tr", body, null, { "data-row": String(at) });
        const head = make("th", line, null, { scope: "row" });
        const open = make("button", head, state.open === at ? "▾" : "▸", { type: "button",
          class: "open", "aria-expanded": String(state.open === at), "aria-label": said("list.details", { name: nameOf(row) }) });
        const link = make("a", head, null, { href: addressOf(row), title: nameOf(row) });
        const marked = signs(row);
        make("bdi", link, marked ? short(marked) : nameOf(row));
        if (marked) make("small", head, listed.documents[row[DOCUMENT]] ?? "");
        if (withText) words(make("td", line, null, { class: "text" }), row[TEXT]);
        decisions(make("td", line), row);
        make("td", line, listed.noun === "annotation" ? "" : said(listed.kinds[row[KIND]]), { class: "kind" });
        const number = row[STEPS] === null
          ? listed.far
            ? shownNumber(Math.round(100 * row[WEIGHT] / Math.max(row[PAIRS], 1)) / 100)
            : said("list.of", { n: shownNumber(Math.round(row[WEIGHT] * 10) / 10), m: row[PAIRS] })
          : said("list.steps", { n: (Math.round(row[STEPS] * 100) / 100).toFixed(2) });
        make("td", line, number, { class: "number",
          title: said("list.all-disagreement", { share: (100 * row[SHARE]).toPrecision(2) }) });
        if (state.open === at) line.after(detail(row));
        open.addEventListener("click", () => {
          state.open = state.open === at ? null : at;
          render();
          body.querySelector(`[data-row="${at}"] button`)?.focus();
        });
      }
      const some = shown.length === all.length ? `${all.length}` : said("list.of", { n: shown.length, m: all.length });
      byId("found").textContent = said("list.shown", { n: some });
      byId("page-said").textContent = said("list.page", { n: state.page + 1, m: pages });
      byId("before").disabled = state.page === 0;
      byId("after").disabled = state.page === pages - 1;
    };
    const update = () => { shown = chosen(); state.page = 0; state.open = null; render(); };
    let pause = 0;
    Object.values(inputs).forEach((input) => input?.addEventListener("input", () => {
      clearTimeout(pause);
      pause = setTimeout(update, input.type === "search" && all.length > 3000 ? 80 : 0);
    }));
    byId("clear").addEventListener("click", () => {
      Object.values(inputs).forEach((input) => { if (input) input.value = input.id === "by-order" ? "weight" : ""; });
      history.replaceState(null, "", location.pathname + location.search);
      update();
    });
    byId("before").addEventListener("click", () => { state.page -= 1; state.open = null; render(); });
    byId("after").addEventListener("click", () => { state.page += 1; state.open = null; render(); });
    const follow = () => {
      if (!location.hash.startsWith("#show?")) return false;
      const wanted = new URLSearchParams(location.hash.slice(6));
      for (const [key, input] of Object.entries(inputs)) {
        if (input) input.value = wanted.get(key) ?? (key === "order" ? "weight" : "");
      }
      shown = chosen();
      state.page = 0;
      state.open = null;
      const name = wanted.get("at");
      const there = name === null ? -1 : shown.findIndex((at) => nameOf(listed.rows[at]) === name);
      if (there >= 0) {
        state.page = Math.floor(there / SIZE);
        state.open = shown[there];
      }
      render();
      opened(byId("list").closest("details"));
      const target = there >= 0 ? body.querySelector(`[data-row="${shown[there]}"]`) : byId("disagreements");
      target.scrollIntoView({ block: there >= 0 ? "center" : "start" });
      target.querySelector("a")?.focus({ preventScroll: true });
      return true;
    };
    addEventListener("hashchange", follow);
    showRows = (wanted) => {
      const query = new URLSearchParams(wanted).toString().replaceAll("+", "%20");
      if (location.hash === `#show?${query}`) follow(); else location.hash = `#show?${query}`;
    };
    const listCsv = () => {
      const lines = [["item", "document", "begin", "end", "text", "kind", "disagreement", "pairs",
        "share", ...listed.coders]];
      for (const at of shown) {
        const row = listed.rows[at];
        const by = new Map(row[DECISIONS].map((d) => [d[0], whatOf(d).map((w) => w.at
          ? `${w.label} ${w.at.map(shownNumber).join("–")}` : w.label).join(" + ") || "–"]));
        lines.push([row[ITEM], listed.documents[row[DOCUMENT]] ?? "", row[BEGIN], row[END],
          Array.isArray(row[TEXT]) ? row[TEXT][1] : row[TEXT], listed.kinds[row[KIND]], row[WEIGHT],
          row[PAIRS], row[SHARE], ...listed.coders.map((_, c) => by.get(c) ?? "")]);
      }
      return lines.map((line) => line.map(guarded).join(",")).join("\r\n") + "\r\n";
    };
    byId("items-csv").addEventListener("click", () => {
      save("disagreements.csv", "text/csv;charset=utf-8", "\ufeff" + listCsv());
    });
    if (!follow()) render();
  }
