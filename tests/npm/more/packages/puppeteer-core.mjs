// SPDX-License-Identifier: MIT
// puppeteer-core: it loads, and reports that there is no browser.
import assert from 'node:assert';
import puppeteer from 'puppeteer-core';

assert.strictEqual(typeof puppeteer.launch, 'function');
await assert.rejects(puppeteer.launch({ executablePath: '/nonexistent' }), /\/nonexistent/);
