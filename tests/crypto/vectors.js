// SPDX-License-Identifier: MIT
// Reads files of known answers in the forms of NIST and of RFCs: blocks of `Name = value`, under
// headings in brackets.
'use strict';
const fs = require('fs');
const path = require('path');

// A list of { name: value } in lower case, with the last heading as `heading`. A repeated member
// begins a new entry; those named in `shared` apply to the following entries too.
function read(file, shared = []) {
  const list = [];
  let heading = '';
  let common = {};
  let current = {};
  const flush = () => {
    if (Object.keys(current).length > 0) list.push({ ...common, ...current, heading });
    current = {};
  };
  for (const line of fs.readFileSync(file, 'latin1').split(/\r?\n/)) {
    const bracket = /^\s*\[(.*)\]/.exec(line);
    if (bracket) {
      flush();
      heading = bracket[1];
      continue;
    }
    const member = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line);
    if (!member || line.startsWith('#')) continue;
    const name = member[1].toLowerCase();
    if (shared.includes(name)) {
      flush();
      common = { ...common, [name]: member[2] };
      continue;
    }
    if (name in current) flush();
    current[name] = member[2];
  }
  flush();
  return list;
}

function files(folder, pattern) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder).filter((name) => pattern.test(name)).sort()
    .map((name) => path.join(folder, name));
}

function hex(text = '') { return Buffer.from(text, 'hex'); }

module.exports = { files, hex, read };
