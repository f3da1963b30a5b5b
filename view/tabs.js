// SPDX-License-Identifier: MIT
// The tabs beside the playhead. A tab's content is made when it is opened, and again when the
// recording has changed since.
import { find, make } from './dom.js';

export class Tabs {
  // `tabs`: [key, title, fill(panel) or null]; `version()` says which state of the recording it is.
  constructor(tabs, version) {
    this.version = version;
    this.tabs = new Map();
    for (const [key, title, fill] of tabs) {
      const tab = make('button', { type: 'button', role: 'tab', id: `tab-${key}`,
        'aria-controls': `panel-${key}`, 'aria-selected': 'false', tabindex: '-1',
        onclick: () => this.open(key) }, title);
      const panel = make('div', { class: 'panel', role: 'tabpanel', id: `panel-${key}`,
        'aria-labelledby': `tab-${key}`, tabindex: '0', hidden: true });
      find('tabs').append(tab);
      find('panels').append(panel);
      this.tabs.set(key, { tab, panel, fill, made: -1 });
    }
    find('tabs').addEventListener('keydown', (event) => this.key(event));
  }

  panel(key) {
    return this.tabs.get(key).panel;
  }

  open(key) {
    for (const [name, { tab, panel }] of this.tabs) {
      const on = name === key;
      tab.setAttribute('aria-selected', String(on));
      tab.tabIndex = on ? 0 : -1;
      panel.hidden = !on;
    }
    this.current = key;
    this.refresh();
    this.tabs.get(key).tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  refresh() {
    const tab = this.tabs.get(this.current);
    if (!tab?.fill || tab.made === this.version()) return;
    tab.made = this.version();
    tab.fill(tab.panel);
  }

  key(event) {
    const keys = [...this.tabs.keys()];
    const at = keys.indexOf(this.current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: keys.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const key = keys[(to + keys.length) % keys.length];
    this.open(key);
    this.tabs.get(key).tab.focus();
  }
}
