// SPDX-License-Identifier: MIT
// How many colours a terminal has, according to the environment.
'use strict';
const { validateInteger } = require('internal/validators');

const DEPTH = { none: 1, few: 4, many: 8, all: 24 };

const terminals = {
  'eterm': DEPTH.few, 'cons25': DEPTH.few, 'console': DEPTH.few, 'cygwin': DEPTH.few,
  'dtterm': DEPTH.few, 'gnome': DEPTH.few, 'hurd': DEPTH.few, 'jfbterm': DEPTH.few,
  'konsole': DEPTH.few, 'kterm': DEPTH.few, 'mlterm': DEPTH.few, 'mosh': DEPTH.all,
  'putty': DEPTH.few, 'st': DEPTH.few, 'rxvt-unicode-24bit': DEPTH.all, 'terminator': DEPTH.all,
};

const patterns = [
  /ansi/, /color/, /linux/, /^con[0-9]*x[0-9]/, /^rxvt/, /^screen/, /^xterm/, /^vt100/, /^vt220/,
];

const builders = new Map([
  ['APPVEYOR', DEPTH.many], ['BUILDKITE', DEPTH.many], ['CIRCLECI', DEPTH.all],
  ['DRONE', DEPTH.many], ['GITEA_ACTIONS', DEPTH.all], ['GITHUB_ACTIONS', DEPTH.all],
  ['GITLAB_CI', DEPTH.many], ['TRAVIS', DEPTH.many],
]);

function depthOfCi(env) {
  for (const [name, depth] of builders) if (name in env) return depth;
  return env.CI_NAME === 'codeship' ? DEPTH.many : DEPTH.none;
}

let warned = false;
function warnOfBoth(name) {
  if (warned) return;
  warned = true;
  process.emitWarning(`The '${name}' env is ignored due to the 'FORCE_COLOR' env being set.`,
    'Warning');
}

function forced(env) {
  switch (env.FORCE_COLOR) {
    case '':
    case '1':
    case 'true':
      return DEPTH.few;
    case '2':
      return DEPTH.many;
    case '3':
      return DEPTH.all;
    default:
      return DEPTH.none;
  }
}

function getColorDepth(env = process.env) {
  if (env.FORCE_COLOR !== undefined) {
    for (const name of ['NO_COLOR', 'NODE_DISABLE_COLORS']) {
      if (env[name] !== undefined && env.FORCE_COLOR !== '0') warnOfBoth(name);
    }
    return forced(env);
  }
  if (env.NODE_DISABLE_COLORS !== undefined && env.NODE_DISABLE_COLORS !== '') return DEPTH.none;
  if ((env.NO_COLOR !== undefined && env.NO_COLOR !== '') || env.TERM === 'dumb') {
    return DEPTH.none;
  }
  if (env.TMUX) return DEPTH.all;
  if ('TF_BUILD' in env && 'AGENT_NAME' in env) return DEPTH.few;
  if (env.CI !== undefined) return depthOfCi(env);
  if ('TEAMCITY_VERSION' in env) {
    return /^(9\.(0*[1-9]\d*)\.|\d{2,}\.)/.test(env.TEAMCITY_VERSION) ? DEPTH.few : DEPTH.none;
  }
  return depthOfProgram(env);
}

function depthOfProgram(env) {
  switch (env.TERM_PROGRAM) {
    case 'iTerm.app':
      return !env.TERM_PROGRAM_VERSION || /^[0-2]\./.test(env.TERM_PROGRAM_VERSION) ?
        DEPTH.many : DEPTH.all;
    case 'HyperTerm':
    case 'MacTerm':
      return DEPTH.all;
    case 'Apple_Terminal':
      return DEPTH.many;
    default:
  }
  if (env.COLORTERM === 'truecolor' || env.COLORTERM === '24bit') return DEPTH.all;
  if (env.TERM) {
    if (/^xterm-256/.test(env.TERM)) return DEPTH.many;
    const term = env.TERM.toLowerCase();
    if (terminals[term]) return terminals[term];
    if (patterns.some((pattern) => pattern.test(term))) return DEPTH.few;
  }
  return env.COLORTERM ? DEPTH.few : DEPTH.none;
}

function hasColors(count, env) {
  if (env === undefined && (count === undefined ||
      (typeof count === 'object' && count !== null))) {
    env = count;
    count = 16;
  } else {
    validateInteger(count, 'count', 2);
  }
  return count <= 2 ** getColorDepth(env);
}

module.exports = { getColorDepth, hasColors };
