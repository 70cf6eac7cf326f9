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

  async empty() {
    this.files.clear();
    await this.ask("empty", {});
  }

  async leave() { this.worker.terminate(); }

  async quit() { this.worker.terminate(); }
}
