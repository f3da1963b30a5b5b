// SPDX-License-Identifier: MIT
// Which internals of the engine are in use (js/engine/private.def), for `gyre --version --verbose`
// and process.report.
'use strict';

function parts() {
  return binding('engine').parts().map(([name, without, isReach, isOn]) => ({
    name, without, isReach, isOn,
  }));
}

// { name: whether it is on }
function states(isReach) {
  const wanted = parts().filter((part) => part.isReach === isReach);
  return Object.fromEntries(wanted.map(({ name, isOn }) => [name, isOn]));
}

function about() {
  return {
    name: 'JavaScriptCore',
    version: process.versions.javascriptcore,
    setting: process.env.GYRE_ENGINE ?? '',
    shortCuts: states(false),
    reaches: states(true),
  };
}

function lines(title, isReach) {
  const rows = parts().filter((part) => part.isReach === isReach).map(({ name, without, isOn }) => (
    `  ${name.padEnd(14)} ${isOn ? 'on' : `off: ${without}`}`));
  return [title, ...rows].join('\n');
}

function text() {
  const { gyre, javascriptcore, uv } = process.versions;
  return [
    `gyre ${gyre}, as Node ${process.version}, JavaScriptCore ${javascriptcore}, libuv ${uv}`,
    lines('short cuts into the engine, which save time:', false),
    lines('reaches into the engine, for what cannot be done otherwise:', true),
  ].join('\n');
}

exports.about = about;
exports.text = text;
