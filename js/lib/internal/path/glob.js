// SPDX-License-Identifier: MIT
// path.matchesGlob: whether a path matches a pattern with *, **, ?, [a-z], {a,b}, {1..3} and
// +(a|b). Each part of the pattern between slashes becomes a regular expression.
'use strict';

// {a,b} and {1..3}: all that the pattern stands for.
function expand(pattern) {
  const open = findBrace(pattern);
  if (open === undefined) return [pattern];
  const { start, end, parts } = open;
  const tails = expand(pattern.slice(end + 1));
  const heads = parts.flatMap(expand);
  return heads.flatMap((head) => tails.map((tail) => pattern.slice(0, start) + head + tail));
}

function findBrace(pattern) {
  for (let start = pattern.indexOf('{'); start !== -1; start = pattern.indexOf('{', start + 1)) {
    if (pattern[start - 1] === '\\' || pattern[start - 1] === '$') continue;
    const parts = [''];
    let depth = 0;
    for (let i = start + 1; i < pattern.length; i++) {
      const character = pattern[i];
      if (character === '}' && depth === 0) {
        const list = parts.length > 1 ? parts : range(parts[0]);
        if (list !== undefined) return { start, end: i, parts: list };
        break;
      }
      if (character === '{') depth++;
      if (character === '}') depth--;
      if (character === ',' && depth === 0) parts.push('');
      else parts[parts.length - 1] += character;
    }
  }
  return undefined;
}

function range(text) {
  const found = /^(-?\d+)\.\.(-?\d+)(?:\.\.(-?\d+))?$/.exec(text) ??
    /^([a-z])\.\.([a-z])(?:\.\.(-?\d+))?$/i.exec(text);
  if (found === null) return undefined;
  const letters = /[a-z]/i.test(found[1]);
  const number = (word) => (letters ? word.charCodeAt(0) : Number(word));
  const [from, to] = [number(found[1]), number(found[2])];
  const step = Math.max(1, Math.abs(Number(found[3] ?? 1)));
  const list = [];
  for (let i = 0; i <= Math.abs(to - from); i += step) {
    const value = from < to ? from + i : from - i;
    list.push(letters ? String.fromCharCode(value) : String(value));
  }
  return list;
}

const quantifiers = { '?': '?', '*': '*', '+': '+', '@': '' };

// The regular expression of a part, as text.
function translate(part) {
  let text = '';
  const open = []; // what closes each +( ... )
  for (let i = 0; i < part.length; i++) {
    const character = part[i];
    if ('?*+@!'.includes(character) && part[i + 1] === '(' && part.indexOf(')', i) !== -1) {
      text += character === '!' ? '(?:(?!(?:' : '(?:';
      open.push(character === '!' ? ')$)[^/]*?)' : `)${quantifiers[character]}`);
      i++;
    } else if (open.length > 0 && character === ')') {
      text += open.pop();
    } else if (open.length > 0 && character === '|') {
      text += '|';
    } else if (character === '*') {
      while (part[i + 1] === '*') i++;
      text += '[^/]*?';
    } else if (character === '?') {
      text += '[^/]';
    } else if (character === '[' && /^\[[!^]?\]?[^\]]*\]/.test(part.slice(i))) {
      const [all] = /^\[[!^]?\]?[^\]]*\]/.exec(part.slice(i));
      text += `[${all.slice(1, -1).replace(/^!/, '^').replace(/[\\[]/g, '\\$&')}]`;
      i += all.length - 1;
    } else if (character === '\\' && i + 1 < part.length) {
      text += escape(part[++i]);
    } else {
      text += escape(character);
    }
  }
  return text;
}

const escape = (character) => character.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

function compile(part) {
  if (part === '**') return part;
  const hidden = /^(\.|\\\.|[?*+@!]\(\.)/.test(part) ? '' : '(?!\\.)';
  const some = /^[*?]/.test(part) ? '(?=.)' : '';
  return new RegExp(`^${hidden}${some}${translate(part)}$`, 's');
}

function matchParts(parts, patterns) {
  if (patterns.length === 0) return parts.length === 0;
  const [first, ...rest] = patterns;
  if (first !== '**') {
    return parts.length > 0 && first.test(parts[0]) && matchParts(parts.slice(1), rest);
  }
  for (let taken = 0; taken <= parts.length; taken++) {
    if (taken > 0 && /^\./.test(parts[taken - 1])) return false;
    if (matchParts(parts.slice(taken), rest)) return rest.length > 0 || parts.length > 0;
  }
  return false;
}

const cut = (path) => path.replace(/\/+/g, '/').split('/');

function matches(path, pattern, isWindows) {
  const slashes = (text) => (isWindows ? text.replaceAll('\\', '/') : text);
  const parts = cut(slashes(path));
  if (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return expand(slashes(pattern)).some((one) => matchParts(parts, cut(one).map(compile)));
}

exports.matches = matches;
