// SPDX-License-Identifier: MIT
// Proves that a live recording keeps no more items, names and objects than its limits, drops the
// oldest, and is otherwise the same as one that was read at once: the same order, parents and
// tracks.
import { byEnd, readRecording } from '../feed.mjs';

export default async function (t) {
  const { header, items } = readRecording('server');
  const page = await t.open('server');
  const batches = [];
  const ended = byEnd(items);
  for (let at = 0; at < ended.length; at += 97) {
    batches.push(Buffer.concat(ended.slice(at, at + 97)).toString('base64'));
  }
  const [whole, bounded] = await page.evaluate(([given, pieces]) => {
    const { model: truth, lanes } = window.gyre;
    const grow = (limit) => {
      const model = new truth.constructor(structuredClone(given));
      model.settle(0);
      const tracks = new lanes.constructor(model);
      let most = 0;
      for (const piece of pieces) {
        tracks.extend(model.add(Uint8Array.fromBase64(piece), limit));
        most = Math.max(most, model.count, model.start.length);
      }
      return { model, tracks, most };
    };
    const same = (a, b, count) => {
      for (let i = 0; i < count; i++) if (a[i] !== b[i]) return `differs at ${i}: ${a[i]}, ${b[i]}`;
      return true;
    };
    const all = grow(1e6);
    const few = grow(3000);
    const n = few.model.count;
    const gone = truth.count - n;
    return [{
      count: all.model.count,
      ids: same(all.model.id, truth.id, truth.count),
      parents: same(all.model.parent, truth.parent, truth.count),
      tracks: all.tracks.tracks.every((track, i) => track.count === lanes.tracks[i].count &&
        track.items.subarray(0, track.count).every((item, k) => item === lanes.tracks[i].items[k])),
      chains: [...Array(truth.count).keys()].every((i) => all.model.causeOf(i) === truth.causeOf(i)),
    }, {
      most: few.most <= 3000, kept: n > 2000, forgot: few.model.forgotten === truth.count - n,
      newest: few.model.id[n - 1] === truth.id[truth.count - 1],
      ids: few.model.id.subarray(1, n).every((id, i) => id > few.model.id[i]),
      objects: Object.keys(few.model.objects).length < truth.objects.length / 2,
      found: few.model.at(few.model.id[n - 5]) === n - 5, lost: few.model.at(50), gone: gone > 0,
    }];
  }, [header, batches]);
  t.equal(whole, { count: items.length, ids: true, parents: true, tracks: true, chains: true },
    'the whole');
  t.equal(bounded, { most: true, kept: true, forgot: true, newest: true, ids: true, objects: true,
    found: true, lost: -1, gone: true }, 'the bounded');
}
