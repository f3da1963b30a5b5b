// SPDX-License-Identifier: MIT
// Makes elements. Text is only ever set as text: output of the traced program is not markup.

const SVG = 'http://www.w3.org/2000/svg';

export const find = (id) => document.getElementById(id);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'onclick') element.addEventListener('click', value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function makeSvg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function button(text, onclick, attributes = {}) {
  return make('button', { type: 'button', onclick, ...attributes }, text);
}

// Stores a choice of the user; a page from a file may be refused storage.
export function remember(key, value) {
  try {
    if (value === undefined) return localStorage.getItem(`gyre.${key}`);
    localStorage.setItem(`gyre.${key}`, value);
  } catch {
    // Then it has to be chosen again next time.
  }
  return null;
}
