// Searches the sections of the book (sections.js) and shows each with the words in their place.
(function () {
  const MOST = 40, AROUND = 90;
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
  // Whatever a keyboard has: Cohen's, Cohen’s and cohens; kappa and κ; the words people use for a thing.
  const GREEK = { α: "alpha", β: "beta", γ: "gamma", κ: "kappa", π: "pi", ρ: "rho", τ: "tau", σ: "sigma" };
  const folded = (text) => plain(text).replace(/['’ʼ‘`´]/g, "").replace(/[αβγκπρτσ]/g, (letter) => GREEK[letter]);
  // Where a person expects them: the page that answers comes first.
  const ANSWERS = [
    [/\bicc\b|intraclass/, "guides/raters.html"], [/sample size|how many items|power/, "guides/how-many.html"],
    [/likert/, "questions/likert.html"], [/cohens? kappa|fleiss/, "questions/cohen-or-fleiss.html"],
    [/krippendorff|\balpha\b/, "choose.html"], [/threshold|good enough/, "questions/good-value.html"],
  ];

  function score(section, words) {
    const [, title, heading, text] = section.map(folded);
    const asked = words.join(" ");
    if (ANSWERS.some(([about, page]) => section[0] === page && about.test(asked))) return 1000;
    let sum = 0;
    for (const word of words) {
      const inText = text.split(word).length - 1;
      const here = 8 * heading.includes(word) + 4 * title.includes(word) + Math.min(inText, 5);
      if (!here) return 0;
      sum += here;
    }
    return section[0].startsWith("api/") ? sum / 2 : sum; // guides before the reference
  }

  function excerpt(text, words) {
    const low = plain(text);
    const near = (at) => words.filter((word) => low.slice(at, at + 2 * AROUND).includes(word)).length;
    const places = words.flatMap((word) => {
      const found = [];
      for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + 1)) found.push(at);
      return found;
    });
    const first = places.sort((a, b) => near(b) - near(a) || a - b)[0] || 0;
    const from = Math.max(0, first - AROUND);
    const part = text.slice(from, first + 2 * AROUND);
    return (from ? "…" : "") + part + (from + part.length < text.length ? "…" : "");
  }

  function marked(text, words) {
    const line = document.createElement("span");
    const low = plain(text);
    let at = 0;
    while (at < text.length) {
      const next = words
        .map((word) => [low.indexOf(word, at), word.length])
        .filter(([place]) => place >= 0)
        .sort((a, b) => a[0] - b[0])[0];
      if (!next || low.length !== text.length) break;
      line.append(text.slice(at, next[0]));
      const mark = document.createElement("mark");
      mark.textContent = text.slice(next[0], next[0] + next[1]);
      line.append(mark);
      at = next[0] + next[1];
    }
    line.append(text.slice(at));
    return line;
  }

  function ranked(asked) {
    const sought = folded(asked).split(/\s+/).filter(Boolean);
    return SECTIONS.map((section) => [score(section, sought), section])
      .filter(([points]) => points)
      .sort((a, b) => b[0] - a[0]);
  }
  window.searched = ranked; // for the test that asks hundreds of words

  function show() {
    const asked = new URLSearchParams(location.search).get("q") || "";
    const words = plain(asked).split(/\s+/).filter(Boolean);
    const list = document.getElementById("found");
    const said = document.getElementById("how-many");
    document.querySelectorAll("input[name=q]").forEach((box) => (box.value = asked));
    if (!words.length) return;
    const found = ranked(asked);
    said.textContent = found.length
      ? `${found.length} section${found.length > 1 ? "s" : ""} with all words`
      + (found.length > MOST ? `, the best ${MOST} shown` : "")
      : "No section has all these words. Try fewer, or the glossary.";
    for (const [, [place, title, heading, text]] of found.slice(0, MOST)) {
      const entry = document.createElement("li");
      const link = document.createElement("a");
      link.href = place;
      link.append(marked(heading, words));
      const from = document.createElement("div");
      from.className = "from";
      from.textContent = heading === title ? "" : title;
      const lines = document.createElement("div");
      lines.append(marked(excerpt(text, words), words));
      entry.append(link, from, lines);
      list.append(entry);
    }
  }
  document.addEventListener("DOMContentLoaded", show);
})();
