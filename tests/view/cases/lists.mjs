// SPDX-License-Identifier: MIT
// Proves that the lists have what is slowest, longest and latest, computed here again from the
// items, and that a click on a line goes there.

const truth = (page) => page.evaluate(() => {
  const { model } = window.gyre;
  const all = [...Array(model.count).keys()];
  const of = (event) => all.filter((i) => model.eventName(i) === event);
  const longest = (items) => Math.max(...items.map((i) => model.duration[i]));
  const beats = of('call').filter((i) => model.kindName(i) === 'interval');
  const first = model.start[model.causeOf(beats[0])];
  return {
    waits: of('pool-wait').length, longestWait: longest(of('pool-wait')),
    slowest: longest(of('call').filter((i) => model.kindName(i) === 'callback')),
    turns: of('turn').length,
    lags: beats.map((i, n) => model.start[i] - (n === 0 ? first : model.start[beats[n - 1]]) - 20e6),
  };
});

const ns = (text) => {
  const [number, unit] = text.split(' ');
  return Number(number) * { ns: 1, 'µs': 1e3, ms: 1e6, s: 1e9 }[unit];
};

export default async function (t) {
  const page = await t.open('server');
  const expected = await truth(page);
  const firstTime = async (tab) => {
    await page.click(`#tab-${tab}`);
    await t.shot(page, tab);
    return ns(await page.textContent(`#panel-${tab} td`));
  };
  const near = (a, b) => Math.abs(a - b) < b * 0.006;
  t.check(near(await firstTime('slowest'), expected.slowest), 'the slowest callback');
  const times = (await page.$$eval('#panel-slowest td:first-child', (all) =>
    all.map((cell) => cell.textContent))).map(ns);
  t.check(times.length === 100 && times.every((x, i) => i === 0 || x <= times[i - 1] * 1.01),
    'a hundred of them, in order');
  await page.click('#panel-slowest .link');
  t.equal(await page.textContent('#panel-details h3'), 'onFile', 'a click goes there');

  t.check(near(await firstTime('pool'), expected.longestWait), 'the longest wait for the pool');
  await page.click('#panel-pool .link');
  await page.keyboard.press('w');
  t.check(/^poll: /.test(await page.textContent('#sentence')), 'from the pool the walk goes on in the loop');
  await firstTime('functions');
  t.check((await page.innerText('#panel-functions')).includes('heartbeat'), 'functions by their sum');
  await firstTime('turns');
  await page.click('#tab-lag');
  const lag = await page.innerText('#panel-lag');
  await t.shot(page, 'lag');
  const [count] = lag.match(/\d+(?= in all)/);
  t.equal(Number(count), expected.lags.length, 'as many timers as there were');
  const most = Math.max(...expected.lags);
  const said = ns(lag.match(/most ([\d.]+ \S+)/)[1]);
  t.check(near(said, most), `the latest timer: ${said}, expected ${most}`);
  t.check(lag.includes(`${expected.turns} in all`), 'as many turns as there were');
}
