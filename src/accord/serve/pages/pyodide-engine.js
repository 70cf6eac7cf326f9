/* The engine in the browser itself: accord under Pyodide in a worker, the same calls. */
import { tell, word } from "./make.js";

export class Engine {
  /* What was dropped is kept here: a job that is cancelled ends the worker with all it holds. */
  files = new Map();
  waiting = new Map();
  next = 0;

  async start() {
    document.getElementById("quit").hidden = true;  // there is no server to end
    tell("private", "serve.drop.browser");
    this.open();
    await this.ask("start", {});
    return false;
  }

  open() {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => {
      const one = this.waiting.get(data.id);
      if (!one) return;
      if (data.progress !== undefined) { one.told(data.progress, data.what); return; }
      this.waiting.delete(data.id);
      if (data.error) one.failed(new Error(data.error));
      else one.done(data.answer);
    };
    this.worker.onerror = (event) => {
      for (const one of this.waiting.values()) one.failed(new Error(event.message || word("serve.error.worker")));
      this.waiting.clear();
    };
  }

  ask(kind, more, told = () => {}, moved = []) {
    const id = ++this.next;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed, told });
      this.worker.postMessage({ id, kind, ...more }, moved);
    });
  }

  async drop(file, name, told) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const { problem } = await this.ask("drop", { name, bytes });
    if (problem) throw new Error(problem);
    this.files.set(name, bytes);
    told(1);
  }

  call(name, given, { told = () => {}, signal } = {}) {
    return new Promise((done, failed) => {
      signal?.addEventListener("abort", async () => {
        this.worker.terminate();
        for (const one of this.waiting.values()) one.failed(new DOMException("", "AbortError"));
        this.waiting.clear();
        this.open();
        await this.ask("start", {});
        for (const [file, bytes] of this.files) await this.ask("drop", { name: file, bytes });
      }, { once: true });
      this.ask("call", { name, given }, told).then(done, failed);
    });
  }

  async made(name) {
    const bytes = await this.ask("made", { name });
    const type = name.endsWith(".html") ? "text/html" : "application/octet-stream";
    return URL.createObjectURL(new Blob([bytes], { type }));
  }

  /* Decisions are kept by the browser, under what the files hold. */
  async shelf(files) {
    const parts = files.map((name) => this.files.get(name) ?? new Uint8Array());
    const all = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0));
    parts.reduce((at, one) => { all.set(one, at); return at + one.length; }, 0);
    const digest = await crypto.subtle.digest("SHA-256", all);
    return `accord ${[...new Uint8Array(digest)].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
  }

  async kept(files) { return JSON.parse(localStorage.getItem(await this.shelf(files)) ?? "null"); }

  async keep(change) {
    const { files, list, decisions, ...more } = change;
    const work = await this.kept(files) ?? { lists: {} };
    const one = work.lists[list] ?? { decisions: {} };
    work.lists[list] = { ...one, ...more, decisions: { ...one.decisions, ...decisions } };
    localStorage.setItem(await this.shelf(files), JSON.stringify({ ...work, files, last: list, by: change.by }));
    return Object.values(work.lists[list].decisions).filter((row) => row.decision).length;
  }

  async unkeep(files) { localStorage.removeItem(await this.shelf(files)); }

  async works() { return []; }

  async empty() {
    this.files.clear();
    await this.ask("empty", {});
  }

  async leave() { this.worker.terminate(); }

  async quit() { this.worker.terminate(); }
}
