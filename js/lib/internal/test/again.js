// SPDX-License-Identifier: MIT
// run({ watch: true }) and --watch --test: files are run again when they, or files that they have
// loaded, change. After each round the totals are reported, and counting starts again.
'use strict';
const { Watcher } = require('internal/watch');

class Again {
  #run;
  #newest = new Map(); // name -> its last File
  #owners = new Map(); // a file that was loaded -> names of those that loaded it
  #watcher = new Watcher((changed) => this.#change(changed));
  #underWay = 0;
  #end;

  constructor(run) {
    this.#run = run;
    this.ended = new Promise((resolve) => { this.#end = resolve; });
    for (const file of run.files) this.#own(file.place.file, file);
  }

  #own(loaded, file) {
    const names = this.#owners.get(loaded) ?? new Set();
    this.#owners.set(loaded, names.add(file.place.name));
    this.#watcher.addFile(loaded);
  }

  // Called by a File: it is about to run, and what it loads.
  begin(file) {
    this.#newest.set(file.place.name, file);
    this.#underWay++;
    return (loaded) => this.#own(loaded, file);
  }
  end() {
    if (--this.#underWay === 0) queueMicrotask(() => this.drain());
  }
  drain() {
    if (this.#underWay > 0 || this.#run.isWaiting()) return;
    this.#run.push({ type: 'test:watch:drained', data: undefined });
    this.#run.sumUp();
  }

  async #change(changed) {
    const names = new Set([...changed].flatMap((path) => [...this.#owners.get(path) ?? []]));
    await Promise.all([...names].map((name) => this.#again(this.#newest.get(name))));
  }
  async #again(file) {
    if (file === undefined) return; // it has not run yet
    file.child.kill();
    await file.whenDone;
    if (!this.#run.isStopped) await this.#run.add(file.given).start();
  }

  stop() {
    this.#watcher.forget();
    this.#end();
  }
}

exports.Again = Again;
