// SPDX-License-Identifier: MIT
// fs.watch with { recursive: true }: the kernel watches single directories, so there is a watcher
// for each directory below, and new ones for directories that appear.
'use strict';
const fs = require('fs');
const { join, relative } = require('path');

function watchBelow(watcher, root, { encoding, persistent }) {
  const watchers = new Map();

  function add(path) {
    if (watchers.has(path)) return;
    let inner;
    try {
      inner = fs.watch(path, { encoding, persistent });
    } catch {
      return; // it is gone already
    }
    watchers.set(path, inner);
    inner.on('change', (type, name) => {
      if (name === null) return;
      const full = join(path, String(name));
      if (type === 'rename') look(full);
      watcher.emit('change', type, relative(root, full));
    });
    inner.on('error', () => remove(path)); // the directory is gone
    for (const entry of list(path)) if (entry.isDirectory()) add(join(path, entry.name));
  }

  function list(path) {
    try {
      return fs.readdirSync(path, { withFileTypes: true });
    } catch {
      return []; // no directory, or gone already
    }
  }

  function remove(path) {
    watchers.get(path)?.close();
    watchers.delete(path);
  }

  function look(path) {
    const stats = fs.lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) remove(path);
    else if (stats.isDirectory()) add(path);
  }

  const top = String(root);
  watcher.prependListener('change', (type, name) => {
    if (type === 'rename' && name !== null) look(join(top, String(name)));
  });
  for (const entry of list(top)) if (entry.isDirectory()) add(join(top, entry.name));
  return {
    close() {
      for (const inner of watchers.values()) inner.close();
      watchers.clear();
    },
  };
}

module.exports = { watchBelow };
