// SPDX-License-Identifier: MIT
// The source text of the call that failed, for the message of assert.ok without a message.
'use strict';

const location = /(?:^|@|\(|\bat )((?:file:\/\/)?\/[^\n]*?):(\d+):(\d+)\)?$/;

// Where the function `callee` was called from.
function callSite(callee) {
  const holder = {};
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  Error.captureStackTrace(holder, callee);
  const stack = String(holder.stack);
  Error.stackTraceLimit = stackTraceLimit;
  for (const line of stack.split('\n')) {
    const found = location.exec(line);
    if (found !== null) return { file: found[1], line: +found[2], column: +found[3] };
    if (line.includes('@') || line.startsWith('    at ')) return undefined; // native, or eval
  }
  return undefined;
}

function parse(source) {
  const acorn = require('vendor/acorn');
  const options = {
    ecmaVersion: 'latest',
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowHashBang: true,
    allowImportExportEverywhere: true,
  };
  for (const sourceType of ['script', 'module']) {
    try {
      return acorn.parse(source, { ...options, sourceType });
    } catch { /* perhaps the other */ }
  }
  return undefined;
}

// The smallest call whose function is named at the offset.
function findCall(node, offset) {
  if (node.start > offset || node.end < offset) return undefined;
  for (const key of Object.keys(node)) {
    const child = node[key];
    const children = Array.isArray(child) ? child : [child];
    for (const one of children) {
      if (typeof one?.type === 'string') {
        const found = findCall(one, offset);
        if (found !== undefined) return found;
      }
    }
  }
  return node.type === 'CallExpression' && node.callee.start <= offset &&
    node.callee.end >= offset ? node : undefined;
}

// Further lines move to the left as far as the first one did.
function dedent(text, column) {
  const [first, ...rest] = text.split('\n');
  return [first, ...rest.map((line) => {
    let i = 0;
    while (i < column && (line[i] === ' ' || line[i] === '\t')) i++;
    return `  ${line.slice(i)}`;
  })].join('\n');
}

// undefined if the source cannot be had.
function describeCall(callee) {
  const site = callSite(callee);
  if (site === undefined) return undefined;
  const file = site.file.startsWith('file:') ?
    decodeURIComponent(site.file.slice('file://'.length)) : site.file;
  const source = binding('stdio').readText(file);
  if (typeof source !== 'string') return undefined;
  const lines = source.split('\n');
  if (site.line > lines.length) return undefined;
  let offset = site.column - 1;
  for (let i = 0; i < site.line - 1; i++) offset += lines[i].length + 1;
  const tree = parse(source);
  const call = tree === undefined ? undefined : findCall(tree, offset);
  if (call === undefined) return undefined;
  const column = call.start - (source.lastIndexOf('\n', call.start - 1) + 1);
  const text = dedent(source.slice(call.start, call.end), column);
  return `The expression evaluated to a falsy value:\n\n  ${text}\n`;
}

exports.describeCall = describeCall;
