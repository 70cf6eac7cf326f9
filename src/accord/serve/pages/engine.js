/* The engine on this machine: calls over HTTP, one process for each tab's work. */
import { word } from "./make.js";

const base = new URL("./", document.baseURI);

/* In which language what goes wrong is said. */
const languages = () => ({ "Accept-Language": document.documentElement.lang });

const sent = async (method, path, body) => {
  const answer = await fetch(new URL(path, base), { method, body, cache: "no-store", headers: languages() })
    .catch(() => { throw new Error(word("serve.error.silent")); });
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    const error = new Error(said.problem ?? word("serve.error.status", { status: answer.status }));
    throw Object.assign(error, { status: answer.status });
  }
  return answer;
};
const asked = async (...request) => (await sent(...request)).json();

export class Engine {
  /* A tab keeps its files when it is reloaded (then this is true); a copy of the tab does not
     have them. */
  async start() {
    const known = sessionStorage.getItem("person");
    if (known && await this.hold(known)) {
      this.person = known;
      if ((await asked("GET", `of/${known}`)).here) return true;
    }
    const { person } = await this.come();
    this.person = person;
    sessionStorage.setItem("person", person);
    await this.hold(person);
    return false;
  }

  /* Where there is room for no more tabs with files, nobody else's go without a question. */
  async come() {
    try {
      return await asked("POST", "come");
    } catch (error) {
      if (error.status !== 429 || !confirm(word("serve.drop.full", { problem: error.message }))) throw error;
      return asked("POST", "come?instead");
    }
  }

  hold(person) {
    return new Promise((held) => {
      if (!navigator.locks) { held(false); return; }
      navigator.locks.request(`accord ${person}`, { ifAvailable: true }, (lock) => {
        held(lock !== null);
        return lock === null ? null : new Promise(() => {});
      });
    });
  }

  /* With `again` a file of that name is replaced: one of which this page knows nothing. */
  drop(file, name, told, again = false) {
    return new Promise((done, failed) => {
      const request = new XMLHttpRequest();
      const path = `of/${this.person}/files?name=${encodeURIComponent(name)}${again ? "&again" : ""}`;
      request.open("PUT", new URL(path, base));
      request.setRequestHeader("Accept-Language", document.documentElement.lang);
      request.upload.onprogress = (event) => told(event.loaded / Math.max(event.total, 1));
      request.onload = () => {
        if (request.status === 200) { done(); return; }
        let said = null;
        try { said = JSON.parse(request.responseText).problem; } catch { /* not ours */ }
        failed(new Error(said ?? word("serve.error.file", { status: request.status })));
      };
      request.onerror = () => failed(new Error(word("serve.error.silent")));
      request.send(file);
    });
  }

  async call(name, given, { told = () => {}, signal } = {}) {
    const answer = await fetch(new URL(`of/${this.person}/call/${name}`, base),
      { method: "POST", body: JSON.stringify(given), signal, cache: "no-store", headers: languages() });
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).problem ?? word("serve.error.refused"));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    let found = null;
    for (;;) {
      const { value, done } = await reader.read();
      if (done && found) return found;
      if (done) throw new Error(word("serve.error.ended"));
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines.filter(Boolean)) {
        const said = JSON.parse(line);
        if (said.answer) found = said.answer;
        else told(said.progress, said.what);
      }
    }
  }

  /* The address of a file that was made: to look at, or to keep. */
  async made(name, keep) {
    const address = new URL(`of/${this.person}/made/${encodeURIComponent(name)}`, base);
    if (keep) address.searchParams.set("keep", "");
    else address.searchParams.set("at", Date.now());
    return address.href;
  }

  /* What was decided before about these files; decisions to keep, which are on disk when this is
     done; and what can be gone on with. */
  async kept(files) { return (await asked("POST", `of/${this.person}/kept`, JSON.stringify({ files }))).kept; }

  async keep(change) { return (await asked("PUT", `of/${this.person}/kept`, JSON.stringify(change))).kept; }

  async unkeep(files) { await sent("DELETE", `of/${this.person}/kept`, JSON.stringify({ files })); }

  async works() { return (await asked("GET", "works")).works; }

  async resume(name) { return (await asked("POST", `of/${this.person}/resume/${name}`)).kept; }

  async empty() { await sent("DELETE", `of/${this.person}/files`); }

  async leave() {
    await sent("DELETE", `of/${this.person}`);
    sessionStorage.clear();
  }

  async quit() { await sent("POST", "quit"); }
}
