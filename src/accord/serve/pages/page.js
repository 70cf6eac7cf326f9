/* The five pages: one document, one step at a time. */
import { at, fill, make, speak, tell, word } from "./make.js";
import { drawSettings, see } from "./see.js";
import { answer, chosenKind, question, takeAlong } from "./answer.js";
import { decide, decidedSoFar, unsaved } from "./decide.js";

const { Engine } = await import(document.documentElement.dataset.engine ?? "./engine.js");
export const engine = new Engine();

export const fresh = () => ({
  measure: null, distance: null, missing: null, coders: null, documents: null, merges: [],
  dimension: null, level: 0.95, purpose: "reliability", task: null,
});
export const state = {
  files: [], settings: {}, seen: null, options: null, about: null, asked: fresh(),
  goal: "report", against: [], model: null, found: null, reported: null,
};
export const given = (more = {}) =>
  ({ language: document.documentElement.lang, files: state.files, settings: state.settings, ...state.asked, ...more });

const root = document.documentElement;

/* Steps. */
const reachable = () => ({
  drop: true, see: Boolean(state.seen), kind: Boolean(state.options), answer: Boolean(state.options),
  take: Boolean(state.found), decide: Boolean(state.options),
});
const entered = { see: () => see(), kind: () => question(), answer: () => answer(),
  take: () => takeAlong(), decide: () => decide() };
export const allow = () => {
  const can = reachable();
  document.querySelectorAll("#steps button").forEach((button) => {
    button.disabled = !can[button.dataset.step];
  });
};
/* What a tab that is loaded anew needs to be where it was: a browser keeps it as long as the tab. */
const REMEMBERED = ["files", "settings", "asked", "goal", "against", "model"];
const remember = () => {
  const kept = Object.fromEntries(REMEMBERED.map((name) => [name, state[name]]));
  try { sessionStorage.setItem("work", JSON.stringify({ ...kept, step: root.dataset.step })); } catch { /* full */ }
};
export const show = (name) => {
  trouble(null);
  document.querySelectorAll("[data-page]").forEach((page) => { page.hidden = page.dataset.page !== name; });
  document.querySelectorAll("#steps button").forEach((button) => {
    if (button.dataset.step === name) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  document.documentElement.dataset.step = name;
  remember();
  allow();
  scrollTo(0, 0);
  at("main").focus({ preventScroll: true });
  return entered[name]?.();
};
document.querySelectorAll("#steps button").forEach((button) =>
  button.addEventListener("click", () => show(button.dataset.step)));

/* What goes wrong, and what is being done. */
export const trouble = (text) => {
  document.querySelector("[data-page]:not([hidden]) h1")?.after(at("problem"));  // never above the heading
  at("problem").hidden = !text;
  at("problem").textContent = text ?? "";
};
export const say = (text) => { at("status").textContent = text; };

let running = null;
const shown = new Set();
/* One job: its progress is shown, it can be cancelled, its problem is said. */
export const job = async (name, more, { quiet = false, on = null } = {}) => {
  const control = new AbortController();
  const one = { control };
  if (!quiet) {
    running?.control.abort();
    running = one;
    tell("doing", "serve.working");
    at("progress").removeAttribute("value");
    shown.add(one);
  }
  const wait = setTimeout(() => { if (running === one) at("work").hidden = false; }, 150);
  const told = (share, what) => {
    if (on) on(share, what);
    if (quiet || running !== one) return;
    at("doing").textContent = what;
    at("progress").value = share;
  };
  try {
    const said = await engine.call(name, { language: root.lang, ...more }, { told, signal: control.signal });
    return said;
  } catch (error) {
    if (error.name === "AbortError") return null;
    return { problem: error.message };
  } finally {
    clearTimeout(wait);
    shown.delete(one);
    if (running === one) { at("work").hidden = true; running = null; }
  }
};
export const busy = () => running !== null;
at("cancel").addEventListener("click", () => { running?.control.abort(); say(word("serve.cancelled")); });

/* Drop. */
const names = () => {
  fill("names", state.files.slice(0, 20).map((name) => make("li", {}, make("bdi", {}, name))),
    state.files.length > 20 ? make("li", {}, word("serve.drop.more", { n: state.files.length - 20 })) : null);
  at("dropped").hidden = state.files.length === 0;
};
const isJunk = (name) => /(^|\/)(\.DS_Store|Thumbs\.db|__MACOSX\/.*)$/.test(name);
export const send = async (pairs, into, again = false) => {
  trouble(null);
  at("work").hidden = false;
  let done = 0;
  try {
    for (const [name, file] of pairs) {
      if (isJunk(name)) continue;
      at("doing").textContent = word("serve.drop.taking", { name });
      await engine.drop(file, name, (share) => { at("progress").value = (done + share) / pairs.length; },
        again || ![...state.files, ...state.against, ...into].includes(name));
      into.push(name);
      done += 1;
    }
    return true;
  } catch (error) {
    trouble(error.message);
    return false;
  } finally {
    at("work").hidden = true;
    names();
  }
};
const entries = (entry, path = "") => new Promise((found) => {
  if (entry.isFile) {
    entry.file((file) => found([[path + entry.name, file]]), () => found([]));
    return;
  }
  const reader = entry.createReader();
  const all = [];
  const more = () => reader.readEntries(async (some) => {
    if (!some.length) { found(all.flat()); return; }
    for (const one of some) all.push(await entries(one, `${path}${entry.name}/`));
    more();
  }, () => found(all.flat()));
  more();
});
const fromTransfer = async (transfer) => {
  const items = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!items.length) return [...transfer.files].map((file) => [file.name, file]);
  return (await Promise.all(items.map((entry) => entries(entry)))).flat();
};
const started = async (pairs) => {
  if (pairs.length && await send(pairs, state.files)) await look({});
};
at("files").addEventListener("change", async (event) => {
  const pairs = [...event.target.files].map((file) => [file.name, file]);
  event.target.value = "";
  await started(pairs);
});
at("folder").addEventListener("change", async (event) => {
  const pairs = [...event.target.files].map((file) => [file.webkitRelativePath || file.name, file]);
  event.target.value = "";
  await started(pairs);
});
const zone = at("zone");
for (const [name, over] of [["dragenter", true], ["dragover", true], ["dragleave", false], ["drop", false]]) {
  document.addEventListener(name, (event) => {
    event.preventDefault();
    zone.classList.toggle("over", over);
  });
}
document.addEventListener("drop", async (event) => {
  if (event.dataTransfer && document.documentElement.dataset.step === "drop") {
    await started(await fromTransfer(event.dataTransfer));
  }
});
at("paste").addEventListener("click", async () => {
  const text = at("pasted").value;
  if (!text.trim()) { trouble(word("serve.drop.nothing_pasted")); return; }
  if (!mayLeave()) return;
  await forgotten();
  await started([[text.includes("\t") ? "pasted.tsv" : "pasted.csv", new Blob([text])]]);
});
at("go").addEventListener("click", () => look(state.settings));
/* Nothing that is not saved goes without a question. */
const mayLeave = () => !unsaved() || confirm(word("serve.decide.leaving"));
const forgotten = async () => {
  if (state.files.length || state.against.length) await engine.empty();
  Object.assign(state, { files: [], settings: {}, seen: null, options: null, asked: fresh(),
    against: [], model: null, found: null, reported: null, goal: "report" });
  names();
  allow();
};
at("forget").addEventListener("click", async () => { if (!mayLeave()) return; await forgotten(); remember(); say(word("serve.drop.forgotten")); });

/* Read what was dropped, as it is or as the reader says. */
export const look = async (settings, roles = null) => {
  trouble(null);
  const seen = await job("read", { files: state.files, settings, roles });
  if (seen === null) return;
  if (!seen.columns) {  // nothing could be read at all
    state.seen = null;
    allow();
    trouble(seen.problem);
    return;
  }
  Object.assign(state, { seen, settings: seen.settings, options: null, asked: fresh(), found: null,
    reported: null, model: null });
  show("see");
  if (seen.problem) trouble(seen.problem);
};
at("again").addEventListener("click", () => {
  const told = { ...state.settings };
  document.querySelectorAll("#settings [data-setting]").forEach((input) => {
    const { setting, takes } = input.dataset;
    const value = takes === "yes" ? input.checked : input.value.trim();
    const listed = takes === "list" && value ? value.split(",").map((part) => part.trim()) : value;
    if (!value) delete told[setting];
    else told[setting] = Array.isArray(listed) && listed.length === 1 ? listed[0] : listed;
  });
  look(told);
});
at("right").addEventListener("click", async () => {
  const options = await job("options", given());
  if (!options) return;
  if (options.problem) { trouble(options.problem); return; }
  state.options = options;
  chosenKind();
  show("kind");
});
at("ask").addEventListener("click", () => show("answer"));
at("onward").addEventListener("click", () => show("take"));

/* The end. */
at("leave").addEventListener("click", async () => {
  const n = decidedSoFar();
  if (n && !confirm(word("serve.decide.forget_too", { n }))) return;
  if (n) await engine.unkeep(state.files).catch((error) => trouble(error.message));
  await engine.leave();
  location.reload();
});
at("quit").addEventListener("click", async () => {
  if (!mayLeave()) return;
  await engine.quit().catch(() => null);
  document.body.replaceChildren(make("main", {}, make("h1", {}, word("serve.ended.title")),
    make("p", {}, word("serve.ended.text")), decidedSoFar() ? make("p", {}, word("serve.ended.kept", { command: "accord serve --resume" })) : ""));
});
const dark = () => root.dataset.theme === "dark" ||
  (root.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
at("theme").addEventListener("click", () => {
  root.dataset.theme = dark() ? "light" : "dark";
  at("theme").setAttribute("aria-pressed", String(dark()));
});

/* What the page offers before there is a file, in the language of the page. */
const offer = async () => {
  const about = await job("about", {}, { quiet: true });
  if (about.problem) { trouble(about.problem); return; }
  state.about = about;
  drawSettings();
  at("version").textContent = word("serve.footer", { version: about.version });
  fill("examples", about.examples.map((one) => make("li", {}, make("button", {
    type: "button", "data-example": one.name,
    onclick: async () => {
      if (!mayLeave()) return;
      await forgotten();
      const found = await job("example", { name: one.name });
      if (!found || found.problem) { trouble(found?.problem); return; }
      state.files = found.files;
      names();
      await look(found.settings);
    } }, one.title))));
};

/* In another language: what was read and what can be asked is said anew, and nothing is lost. */
const inLanguage = async (language) => {
  sessionStorage.setItem("language", language);
  await speak(language);
  at("language").value = language;
  await offer();
  if (state.seen) {
    const seen = await job("read", { files: state.files, settings: state.settings });
    if (seen?.columns) state.seen = seen;
  }
  if (state.options) {
    const options = await job("options", given());
    if (options && !options.problem) state.options = { ...options, dimensions: state.options.dimensions };
  }
  show(root.dataset.step);
};
at("language").addEventListener("change", (event) => inLanguage(event.target.value));

/* Where a tab was before it was loaded anew, or where work was kept. */
const LATER = ["kind", "answer", "take", "decide"];
const comeBack = async (work) => {
  Object.assign(state, { files: work.files, against: work.against ?? [], goal: work.goal ?? "report", model: work.model ?? null });
  names();
  const seen = await job("read", { files: state.files, settings: work.settings });
  if (!seen?.columns) { trouble(seen?.problem ?? null); return; }
  Object.assign(state, { seen, settings: seen.settings });
  let step = "see";
  if (LATER.includes(work.step) && !seen.problem) {
    state.asked = { ...fresh(), ...work.asked };
    const options = await job("options", given());
    if (options && !options.problem) {
      state.options = options;
      step = work.step === "take" ? "answer" : work.step;
    }
  }
  await show(step);
  if (seen.problem) trouble(seen.problem);
};
const goOn = async (name) => {
  if (!mayLeave()) return;
  await forgotten();
  try {
    const work = await engine.resume(name);
    const { given: was } = work.lists[work.last];
    await comeBack({ files: work.files, settings: was.settings, asked: was.asked, step: "decide" });
  } catch (error) {
    trouble(error.message);
  }
};
const unfinished = async () => {
  const works = await engine.works().catch(() => []);
  at("works").hidden = works.length === 0;
  fill("unfinished", works.map((one) => make("li", {}, make("button", { type: "button", "data-work": one.name,
    onclick: () => goOn(one.name) },
    word("serve.drop.work", { files: one.files.slice(0, 3).join(", "), n: one.decided, all: one.of })))));
  return works;
};

const begin = async () => {
  root.dataset.step = "drop";
  at("language").value = root.lang;
  const here = await engine.start();
  /* A server has read what the browser prefers; a folder of files cannot. */
  const known = [...at("language").options].map((one) => one.value);
  const wanted = root.dataset.engine ? navigator.languages.map((one) => one.split("-")[0]) : [];
  const language = sessionStorage.getItem("language") ?? wanted.find((one) => known.includes(one)) ?? root.lang;
  if (language === root.lang) await offer();
  else await inLanguage(language);
  const was = JSON.parse(sessionStorage.getItem("work") ?? "null");
  const works = await unfinished();
  if (here && was?.files.length) await comeBack(was);
  else if (!here && works.length) await goOn(works[0].name);
  root.dataset.ready = "yes";
};
begin().catch((error) => trouble(error.message));
