// SPDX-License-Identifier: MIT
// Proves that a long item is visible although a short one begins in the same pixel: in the
// overview, for its whole length, and by the marks of a search, in its own lane; and that
// microtasks are in the overview.

export default async function (t) {
  const page = await t.open('long');
  // The overview's columns, by the time in their middle: is anything painted there?
  const painted = (ms) => page.evaluate((at) => {
    const { painter, geometry } = window.gyre.timeline;
    const { overview, ratio } = painter;
    const part = (at * 1e6 - geometry.wholeStart) / (geometry.wholeEnd - geometry.wholeStart);
    const x = Math.round((geometry.gutter + part * geometry.plotWidth) * ratio);
    const copy = new OffscreenCanvas(1, overview.height).getContext('2d');
    copy.drawImage(overview, -x, 0);
    const { data } = copy.getImageData(0, 0, 1, overview.height);
    const ground = data.slice(0, 4).join();
    for (let i = 0; i < data.length; i += 4) {
      if (data.slice(i, i + 4).join() !== ground) return true;
    }
    return false;
  }, ms);
  t.check(!await painted(50), 'nothing at first');
  t.check(await painted(150) && await painted(390), 'the long callback, from start to end');
  t.check(!await painted(500), 'nothing after it');
  t.check(await painted(610) && await painted(790), 'microtasks');
  t.check(!await painted(900), 'nothing at last');

  await page.fill('#search', 'work');
  await t.until(page, () => window.gyre.timeline.state.hits?.count === 2);
  const marks = await page.evaluate(() => new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const { painter, geometry, state } = window.gyre.timeline;
      resolve(Array.from(state.hits.items, (item) => {
        const box = geometry.box(item);
        const x = Math.round(geometry.x(geometry.model.start[item])) * painter.ratio;
        const y = Math.round(box.y + box.height / 2) * painter.ratio;
        const copy = new OffscreenCanvas(1, 1).getContext('2d');
        copy.drawImage(painter.canvas, -x, -y);
        return copy.getImageData(0, 0, 1, 1).data.join();
      }));
    }));
  }));
  t.check(marks[0] === marks[1], `both are marked: ${marks}`);
  await t.shot(page);
}
