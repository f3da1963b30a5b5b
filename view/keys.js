// SPDX-License-Identifier: MIT
// The keys of the page, and the table of them in the help. One list for both.
import { find, make } from './dom.js';

// [keys, what the help says, action(app)]
const KEYS = [
  [['j'], 'next step', (app) => app.walk((p) => p.next(1))],
  [['k'], 'previous step', (app) => app.walk((p) => p.next(-1))],
  [['l'], 'next callback', (app) => app.walk((p) => p.nextCall(1))],
  [['h'], 'previous callback', (app) => app.walk((p) => p.nextCall(-1))],
  [['p'], 'next phase', (app) => app.walk((p) => p.nextPhase(1))],
  [['P'], 'previous phase', (app) => app.walk((p) => p.nextPhase(-1))],
  [[' '], 'play, pause', (app) => app.walk((p) => p.play())],
  [['['], 'slower', (app) => app.playhead.setSpeed(-1)],
  [[']'], 'faster', (app) => app.playhead.setSpeed(1)],
  [['w'], 'playhead to what is selected', (app) => app.walkFromSelected()],
  [['+', '='], 'zoom in', (app) => app.zoom(0.6)],
  [['-'], 'zoom out', (app) => app.zoom(1 / 0.6)],
  [['0'], 'the whole recording', (app) => app.showAll()],
  [['f'], 'zoom to what is selected', (app) => app.showSelected()],
  [['c'], 'to the cause', (app) => app.toCause()],
  [['e'], 'to the first effect', (app) => app.toEffect()],
  [['/'], 'search', () => find('search').focus()],
  [['n'], 'next hit', (app) => app.search.next(1)],
  [['N'], 'previous hit', (app) => app.search.next(-1)],
  [['t'], 'light or dark', (app) => app.toggleTheme()],
  [['Escape'], 'select nothing', (app) => app.select(-1)],
  [['?'], 'this help', () => find('help').showModal()],
];
const ON_TIMELINE = [
  ['\u2190 \u2192', 'pan (timeline)'], ['\u2191 \u2193', 'zoom (timeline)'],
  ['PgUp PgDn', 'lanes up, down'], ['Home End', 'start, end'],
];

export function listenToKeys(app) {
  const actions = new Map(KEYS.flatMap(([keys, , action]) => keys.map((key) => [key, action])));
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || find('help').open) return;
    const { target } = event;
    if (target.matches('input[type=search]')) return;
    if (event.key === ' ' && target.matches('button')) return;
    const action = actions.get(event.key);
    if (!action) return;
    event.preventDefault();
    action(app);
  });
  const row = (key, text) => make('div', {}, make('span', {}, text), make('kbd', {}, key));
  find('help-keys').append(
    ...KEYS.map(([[key], text]) => row(key === ' ' ? 'space' : key, text)),
    ...ON_TIMELINE.map(([key, text]) => row(key, text)));
}
