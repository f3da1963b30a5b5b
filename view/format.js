// SPDX-License-Identifier: MIT
// How numbers are written for people. All times are in nanoseconds.

const UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, '\u00b5s'], [1, 'ns']];

// Three significant digits: 1.23 ms, 45.6 ms, 789 ms.
export function formatTime(ns) {
  if (!Number.isFinite(ns)) return '\u221e';
  if (ns < 0) return `\u2212${formatTime(-ns)}`;
  if (ns < 0.5) return '0';
  if (ns >= 120e9) return `${Math.floor(ns / 60e9)} min ${Math.round((ns % 60e9) / 1e9)} s`;
  for (const [size, unit] of UNITS) {
    if (ns >= size * 0.9995 || unit === 'ns') {
      const number = ns / size;
      const digits = unit === 'ns' || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
      return `${number.toFixed(digits)} ${unit}`;
    }
  }
  return '';
}

// A moment, as exactly as two marks of the ruler that are `step` apart need it.
export function formatMoment(ns, step) {
  const [size, unit] = UNITS.find(([s]) => Math.max(Math.abs(ns), step) >= s) ?? [1, 'ns'];
  const digits = Math.max(0, Math.min(9, Math.ceil(-Math.log10(step / size) - 1e-9)));
  return `${(ns / size).toFixed(digits)} ${unit}`;
}

export function formatCount(n) {
  return Math.round(n).toLocaleString('en').replaceAll(',', '\u202f');
}

// 0.93 as "93 %"; small parts keep a digit.
export function formatShare(part) {
  const percent = part * 100;
  return `${percent.toFixed(percent < 9.95 && percent > 0 ? 1 : 0)} %`;
}

export function plural(n, word, words = `${word}s`) {
  return `${formatCount(n)} ${n === 1 ? word : words}`;
}

// The end of a path is the most useful part: "lib/server.js:12:3".
export function shortSite(site) {
  const parts = site.replace(/^file:\/\//, '').split('/');
  return parts.slice(-2).join('/');
}
