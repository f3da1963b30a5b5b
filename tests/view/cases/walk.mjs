// SPDX-License-Identifier: MIT
// Proves that the playhead, moved through setTimeout against setImmediate, shows at each step what
// waits in which queue and explains why the immediate came first.

const seen = (page) => page.evaluate(() => ({
  sentence: document.getElementById('sentence').textContent,
  queues: Object.fromEntries([...document.querySelectorAll('[data-queue]')]
    .map((list) => [list.dataset.queue, [...list.querySelectorAll('li:not(.beneath) b')]
      .map((b) => b.textContent)]).filter(([, names]) => names.length > 0)),
  on: document.querySelector('.node.on .title')?.textContent ?? '',
}));

const BOTH = { timers: ['onTimeout'], check: ['onImmediate'] };
const STEPS = [
  ['', /^The program itself, .main., runs first/, {}],
  ['nextTick', /onTick.*scheduled 59\.0 µs ago by .main./, { ...BOTH, micro: ['onPromise'] }],
  ['microtasks', /onPromise.*once the ticks are done/, BOTH],
  ['timers', /nearest, .onTimeout., is due in 828 µs. Not yet/, BOTH],
  ['pending', /no callback was put off/, BOTH],
  ['idle, prepare', /no such handle/, BOTH],
  ['poll', /nothing is watched.*an immediate waits in check.*does not sleep/, BOTH],
  ['check', /poll is over, so the immediate that waits now is run/, BOTH],
  ['check', /immediate .onImmediate. is called/, { timers: ['onTimeout'] }],
  ['closing', /nothing has been closed/, { timers: ['onTimeout'] }],
  ['timers', /due in 788 µs. Not yet/, { timers: ['onTimeout'] }],
  ['pending', /./, { timers: ['onTimeout'] }],
  ['idle, prepare', /./, { timers: ['onTimeout'] }],
  ['poll', /asks the system/, { timers: ['onTimeout'] }],
  ['poll', /sleeps until .onTimeout. is due. That took 790 µs/, { timers: ['onTimeout'] }],
  ['check', /no immediate waits/, { timers: ['onTimeout'] }],
  ['closing', /./, { timers: ['onTimeout'] }],
  ['timers', /onTimeout. is due, so it is called now/, { timers: ['onTimeout'] }],
  ['timers', /onTimeout. is called, scheduled 1\.02 ms ago by .main., due 16\.0 µs ago/, {}],
  ['', /The process ends.*: .onExit. is called/, {}],
  ['', /recording ends/, {}],
];

export default async function (t) {
  const page = await t.open('order');
  for (const [step, [on, sentence, queues]] of STEPS.entries()) {
    if (step > 0) await page.keyboard.press('j');
    const now = await seen(page);
    t.check(sentence.test(now.sentence), `step ${step + 1} says ${sentence}: ${now.sentence}`);
    t.equal(now.queues, queues, `queues of step ${step + 1}`);
    t.equal(now.on, on, `the ring at step ${step + 1}`);
    if (step === 6) {
      await page.waitForTimeout(300);
      await t.shot(page, 'poll');
    }
  }
  const due = () => page.textContent('[data-queue=timers] li:not(.beneath) span');
  await page.click('#phase-previous');
  await page.click('#step-previous');
  t.equal((await seen(page)).queues, { timers: ['onTimeout'] }, 'back before the timeout');
  await page.click('#tab-output');
  const written = () => page.$$eval('[data-place]:not(.later)', (all) => all.map((a) => a.textContent));
  t.equal(await written(), ['main: done', 'tick', 'promise', 'immediate'], 'output so far');
  await t.shot(page, 'output');
  for (let i = 0; i < 30; i++) await page.keyboard.press('h');
  t.check(/^The program itself/.test((await seen(page)).sentence), 'h goes back to the first callback');
  await page.keyboard.press('p');
  t.check(/^timers: the nearest/.test((await seen(page)).sentence), 'p goes to the next phase');
  t.equal(await due(), 'due in 828 µs', 'when the timer is due');
  await page.click('#call-next');
  t.check(/^check: the immediate .onImmediate. is called/.test((await seen(page)).sentence),
    'the next callback is the immediate');

  const x = await page.evaluate(() => window.gyre.timeline.geometry.x(500e3));
  await page.mouse.click(x, 80);
  t.check(/^poll: nothing to do now, so the loop sleeps/.test((await seen(page)).sentence),
    'a click on the ruler sets the playhead');

  await page.keyboard.press(']');
  await page.keyboard.press(']');
  t.equal(await page.textContent('#speed'), '8/s', 'speed');
  await page.click('#play');
  await t.until(page, () => window.gyre.playhead.step === window.gyre.playhead.steps.count - 1);
  t.check(/recording ends/.test((await seen(page)).sentence), 'it has come to the end');
  t.check(!(await page.evaluate(() => window.gyre.playhead.playing)), 'playing stops at the end');
}
