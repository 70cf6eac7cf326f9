  /* Lanes: units on the text or time line, boundaries in a sequence; rows are as wide as the page. */
  const SVG = "http://www.w3.org/2000/svg";
  const shape = (name, parent, attributes = {}, text = null) => {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== null) node.textContent = text;
    parent.append(node);
    return node;
  };
  const SHAPED = /[\u0590-\u08ff\u0900-\u0dff\u0e00-\u109f\u1780-\u17ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
  const LABEL = 96;
  const LANE = 17;
  const cut = (text, width) => {
    const signs = [...text];
    return signs.length <= width ? text : `${signs.slice(0, Math.max(1, width - 1)).join("")}…`;
  };
  const shownNumber = (value) => String(Math.round(value * 1000) / 1000);
  const levelsOf = (doc) => {
    /* Overlapping units of one coder stand below each other. */
    const ends = doc.coders.map(() => []);
    const order = doc.units.map((unit, at) => at).sort((a, b) =>
      doc.units[a][1] - doc.units[b][1] || doc.units[b][2] - doc.units[a][2]);
    const level = [];
    for (const at of order) {
      const [coder, begin, end] = doc.units[at];
      let free = ends[coder].findIndex((stop) => stop <= begin);
      if (free < 0) free = ends[coder].push(0) - 1;
      ends[coder][free] = end;
      level[at] = free;
    }
    return { level, depth: ends.map((rows) => Math.max(1, rows.length)) };
  };
  const startsOf = (doc, signs, span) => {
    /* Rows begin where they must, in a text after a space where there is one. */
    const starts = [];
    for (let at = doc.begin; at < doc.end - 1e-9 || !starts.length;) {
      starts.push(at);
      let next = at + span;
      if (signs && next < doc.end) {
        let back = next;
        while (back > next - span / 4 && !/\s/.test(signs[back - 1] ?? "")) back -= 1;
        if (back > next - span / 4) next = back;
      }
      at = next;
    }
    return starts;
  };
  const drawUnits = (node, doc) => {
    const width = Math.max(180, node.clientWidth - 26 - LABEL);
    const signs = doc.text === null ? null : [...doc.text];
    const zoom = Number(node.dataset.zoom);
    const length = Math.max(doc.end - doc.begin, 1e-9);
    const span = signs ? Math.max(8, Math.floor(width / (8 * zoom))) : length / Math.max(zoom, 1);
    const scale = signs ? 8 * zoom : width / span;
    const readable = signs && scale >= 5;
    const { level, depth } = doc.layout ??= levelsOf(doc);
    const top = [];
    let height = readable ? 20 : 14;
    depth.forEach((rows, c) => { top[c] = height; height += rows * LANE + 5; });
    height += 12;
    const starts = startsOf(doc, signs, span);
    const rows = starts.length;
    const groupOf = [];
    doc.groups.forEach((group, g) => group.forEach((at) => { groupOf[at] = g; }));
    const svg = document.createElementNS(SVG, "svg");
    const total = LABEL + width + 2;
    svg.setAttribute("viewBox", `0 0 ${total} ${rows * height}`);
    svg.setAttribute("width", total);
    svg.setAttribute("height", rows * height);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", said("units.coders", { n: doc.coders.length, document: doc.name }));
    for (let row = 0; row < rows; row += 1) {
      const from = starts[row];
      const to = row + 1 < rows ? starts[row + 1] : doc.end;
      const part = shape("g", svg, { transform: `translate(0 ${row * height})` });
      const x = (value) => LABEL + (value - from) * scale;
      if (readable && SHAPED.test(signs.slice(from, to).join(""))) {
        /* Letters that join or run from the right are drawn as words, each over its own place. */
        let at = from;
        while (at < to) {
          let end = at;
          while (end < to && /\s/.test(signs[end]) === /\s/.test(signs[at])) end += 1;
          if (!/\s/.test(signs[at])) {
            shape("text", part, { x: ((x(at) + x(end)) / 2).toFixed(1), y: 14, class: "mono word",
              "text-anchor": "middle", "font-size": Math.min(16, 12.5 * zoom).toFixed(1) },
            signs.slice(at, end).join(""));
          }
          at = end;
        }
      } else if (readable) {
        const line = signs.slice(from, to);
        const places = line.map((_, at) => (x(from + at) + scale / 2).toFixed(1)).join(" ");
        const text = line.map((sign) => (/[\s\p{C}]/u.test(sign) ? "\u00a0" : sign)).join("");
        let list = "";
        line.forEach((sign, at) => {
          const place = (x(from + at) + scale / 2).toFixed(1);
          list += `${place} `.repeat(/[\s\p{C}]/u.test(sign) ? 1 : sign.length);
        });
        shape("text", part, { x: list.trim() || places, y: 14, class: "mono",
          "text-anchor": "middle", "font-size": Math.min(16, 12.5 * zoom).toFixed(1) }, text);
      } else {
        shape("text", part, { x: LABEL, y: 10, class: "who" }, shownNumber(from));
      }
      doc.coders.forEach((coder, c) => {
        const middle = top[c] + LANE / 2;
        const who = shape("text", part, { x: 0, y: middle + 4, class: "who" }, cut(coder, 14));
        shape("title", who, {}, coder);
        shape("line", part, { x1: LABEL, x2: x(to), y1: middle, y2: middle, class: "lane" });
      });
      const drawn = new Map();
      doc.units.forEach(([coder, begin, end, category], at) => {
        if (end <= from || begin >= to) return;
        const left = x(Math.max(begin, from));
        const right = x(Math.min(end, to));
        const y = top[coder] + level[at] * LANE + 1;
        drawn.set(at, [(left + right) / 2, y]);
      });
      for (const group of doc.groups) {
        const there = group.filter((at) => drawn.has(at))
          .sort((a, b) => doc.units[a][0] - doc.units[b][0]);
        for (let at = 1; at < there.length; at += 1) {
          const [x1, y1] = drawn.get(there[at - 1]);
          const [x2, y2] = drawn.get(there[at]);
          shape("path", part, { class: "tie",
            d: `M${x1.toFixed(1)} ${y1 + LANE - 3}L${x2.toFixed(1)} ${y2}` });
        }
      }
      for (const [at, [, y]] of drawn) {
        const [coder, begin, end, category] = doc.units[at];
        const left = x(Math.max(begin, from));
        const size = Math.max(1.5, x(Math.min(end, to)) - left - 1);
        const kind = doc.kinds[groupOf[at]];
        const box = shape("rect", part, { x: left.toFixed(1), y, width: size.toFixed(1),
          height: LANE - 3, rx: 3, class: `unit ${kind}` });
        shape("title", box, {}, `${doc.coders[coder]}: ${category} [${shownNumber(begin)}, ` +
          `${shownNumber(end)}) ${KINDS[kind.split(" ")[0]]}` +
          (kind.endsWith("some") ? `, ${said("kind.not-all")}` : ""));
        const room = Math.floor((size - 4) / 6.4);
        if (room >= 2) {
          shape("text", part, { x: (left + 3).toFixed(1), y: y + 10.5, class: "cat" },
            cut(category, room));
        }
      }
    }
    node.replaceChildren(svg);
  };
  const KINDS = { agreed: said("kind.agreed"), place: said("kind.borders-differ"),
    category: said("kind.categories-differ"), both: said("kind.borders-categories-differ"),
    alone: said("kind.one-coder-only") };
  const PLACED = { shared: said("word.shared"), near: said("word.near"), alone: said("word.alone") };
  const drawCuts = (node, doc) => {
    const width = Math.max(180, node.clientWidth - 26 - LABEL);
    const zoom = Number(node.dataset.zoom);
    const first = doc.from ?? 0;
    const length = Math.max(1, doc.length - first);
    const rows = Math.max(1, Math.ceil((length * 4 * zoom) / width));
    const span = Math.ceil(length / rows);
    const scale = width / span;
    const height = doc.coders.length * (LANE + 3) + 24;
    const svg = document.createElementNS(SVG, "svg");
    const total = LABEL + width + 2;
    svg.setAttribute("viewBox", `0 0 ${total} ${rows * height}`);
    svg.setAttribute("width", total);
    svg.setAttribute("height", rows * height);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", said("units.boundaries-coders", { n: doc.coders.length, document: doc.name }));
    for (let row = 0; row < rows; row += 1) {
      const from = first + row * span;
      const to = Math.min(from + span, doc.length);
      const part = shape("g", svg, { transform: `translate(0 ${row * height})` });
      shape("text", part, { x: LABEL, y: 10, class: "who" }, String(from));
      doc.coders.forEach((coder, c) => {
        const y = 16 + c * (LANE + 3);
        const who = shape("text", part, { x: 0, y: y + 12, class: "who" }, cut(coder, 14));
        shape("title", who, {}, coder);
        if (!doc.seen[c]) {
          shape("text", part, { x: LABEL, y: y + 12, class: "who" }, said("list.not-seen"));
          return;
        }
        shape("line", part, { x1: LABEL, x2: LABEL + (to - from) * scale, y1: y + LANE / 2,
          y2: y + LANE / 2, class: "lane" });
      });
      for (const [c, place, type, kind] of doc.cuts) {
        if (place < from || place >= to) continue;
        const at = (LABEL + (place - from) * scale).toFixed(1);
        const y = 16 + c * (LANE + 3);
        const mark = shape("line", part, { x1: at, x2: at, y1: y + 1, y2: y + LANE - 1,
          class: `cut ${kind}` });
        shape("title", mark, {}, `${doc.coders[c]}: ${place}${type === null ? "" : ` ${type}`}, ${PLACED[kind]}`);
      }
    }
    node.replaceChildren(svg);
  };
  const drawPart = (node, doc, begin, end, context) => {
    /* The surroundings of a place: whole words of the text, and the units that reach into it. */
    if (doc.cuts) {
      const from = Math.max(0, begin - context);
      const part = { ...doc, from, length: Math.min(doc.length, end + context) };
      drawCuts(node, part);
      return;
    }
    const room = doc.text === null ? 2 * (end - begin) : context;
    const from = Math.max(doc.begin, begin - room);
    const to = Math.min(doc.end, end + room);
    const kept = doc.units.map((unit, at) => at).filter((at) => doc.units[at][2] > from && doc.units[at][1] < to);
    const place = new Map(kept.map((at, n) => [at, n]));
    const groups = [];
    const kinds = [];
    doc.groups.forEach((group, g) => {
      const there = group.filter((at) => place.has(at)).map((at) => place.get(at));
      if (there.length) { groups.push(there); kinds.push(doc.kinds[g]); }
    });
    const part = { ...doc, begin: from, end: to, units: kept.map((at) => doc.units[at]), groups, kinds };
    delete part.layout;
    drawUnits(node, part);
  };
  const drawLanes = (node) => {
    const [section, at] = node.dataset.lanes.split(":");
    (section === "units" ? drawUnits : drawCuts)(node, data[section].documents[Number(at)]);
  };
  const allLanes = [...document.querySelectorAll("[data-lanes]")];
  const visibleLanes = () => allLanes.filter((node) => node.clientWidth > 0).forEach(drawLanes);
  const zoomBy = (node, factor) => {
    const zoom = factor === 0 ? 1 : Number(node.dataset.zoom) * factor;
    node.dataset.zoom = String(Math.min(16, Math.max(1 / 16, zoom)));
    drawLanes(node);
  };
  allLanes.forEach((node) => {
    node.addEventListener("keydown", (event) => {
      const factor = { "+": 1.5, "=": 1.5, "-": 1 / 1.5, 0: 0 }[event.key];
      if (factor !== undefined && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        zoomBy(node, factor);
      }
    });
    node.closest("details")?.addEventListener("toggle", () => visibleLanes());
  });
  document.querySelectorAll("[data-zoom-by]").forEach((button) => {
    button.addEventListener("click", () => {
      const node = document.getElementById(button.dataset.for);
      zoomBy(node, Number(button.dataset.zoomBy));
    });
  });
  document.querySelectorAll("select[data-for]").forEach((choice) => {
    choice.addEventListener("input", () => {
      const node = document.getElementById(choice.dataset.for);
      node.dataset.lanes = `${node.dataset.lanes.split(":")[0]}:${choice.value}`;
      node.dataset.zoom = "1";
      drawLanes(node);
    });
  });
  let waiting = 0;
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(visibleLanes, 150);
  });
  visibleLanes();
