// SPDX-License-Identifier: MIT
// Runs the cases of tests/view in one browser, each with a fresh profile (tests/view/run calls it).
// A case is a module with a default function that gets a Tester; it throws if it fails.
import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const BUILD = process.env.GYRE_VIEW;
const SHOTS = join(BUILD, 'shots');
const CASES = fileURLToPath(new URL('cases/', import.meta.url));
const require = createRequire(join(BUILD, 'npm', 'package.json'));
const { chromium } = require('playwright-core');

class Tester {
  constructor(browser, name) {
    this.browser = browser;
    this.name = name;
    this.problems = [];
    this.contexts = [];
    this.after = []; // always run at the end
  }

  // Opens a page of examples.py by name, or an address on loopback. Any other request of the page
  // is refused and counts as a failure. `first` is run in the page before its own script.
  async open(what, { first, ...options } = {}) {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 },
      ...options });
    this.contexts.push(context);
    if (first) await context.addInitScript(first);
    const page = await context.newPage();
    const url = what.includes(':') ? what : pathToFileURL(join(BUILD, 'pages', `${what}.html`)).href;
    const allowed = [url, new URL('events', url).href];
    await page.route('**/*', (route) => {
      const wanted = route.request().url();
      if (allowed.includes(wanted) || wanted.startsWith('data:')) return route.continue();
      this.problems.push(`asked for ${wanted}`);
      return route.abort();
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !this.expected?.test(message.text())) {
        this.problems.push(`console: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => this.problems.push(`thrown: ${error.stack}`));
    await page.goto(url);
    await this.until(page, () => window.gyre?.drawnMs > 0);
    return page;
  }

  // The page's policy forbids the eval that playwright's own waiting needs.
  async until(page, condition, limit_ms = 20_000) {
    const end = Date.now() + limit_ms;
    while (!(await page.evaluate(condition))) {
      if (Date.now() > end) throw new Error(`never came true: ${condition}`);
      await page.waitForTimeout(20);
    }
  }

  shot(page, what = '', options = {}) {
    const file = what ? `${this.name}-${what}.png` : `${this.name}.png`;
    return page.screenshot({ path: join(SHOTS, file), ...options });
  }

  equal(seen, expected, what) {
    const [a, b] = [JSON.stringify(seen), JSON.stringify(expected)];
    if (a !== b) throw new Error(`${what}: ${a}, expected ${b}`);
  }

  check(condition, what) {
    if (!condition) throw new Error(`not so: ${what}`);
  }

  note(text) {
    console.log(`  ${this.name}: ${text}`);
  }

  async close() {
    for (const context of this.contexts.splice(0)) await context.close();
    for (const undo of this.after.splice(0)) await undo();
    if (this.problems.length > 0) throw new Error(this.problems.join('\n'));
  }
}

async function runCase(browser, name) {
  const tester = new Tester(browser, name);
  const { default: test } = await import(join(CASES, `${name}.mjs`));
  try {
    await test(tester);
    await tester.close();
    return true;
  } catch (error) {
    console.log(`failed: view/${name}: ${error.stack}\n${tester.problems.join('\n')}`);
    await tester.close().catch(() => {});
    return false;
  }
}

const patterns = process.argv.slice(2);
const names = readdirSync(CASES).map((file) => file.replace(/\.mjs$/, '')).sort()
  .filter((name) => patterns.length === 0 || patterns.some((pattern) => name.includes(pattern)));
mkdirSync(SHOTS, { recursive: true });
// Chromium's sandbox does not work as root or in most containers (the page is our own), nor does
// much shared memory.
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM,
  args: ['--no-sandbox', '--disable-dev-shm-usage'] });
let passed = 0;
for (const name of names) if (await runCase(browser, name)) passed++;
await browser.close();
console.log(`${passed} passed, ${names.length - passed} failed, 0 skipped`);
process.exitCode = passed === names.length && passed > 0 ? 0 : 1;
