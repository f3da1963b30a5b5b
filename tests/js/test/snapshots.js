// SPDX-License-Identifier: MIT
// Snapshots of node:test: what --test-update-snapshots writes (the texts are Node's), what is
// compared with it, and what goes wrong; t.assert with custom assertions, t.waitFor.
'use strict';
const assert = require('assert');
const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { assert: register, getTestContext, snapshot, test } = require('node:test');

const place = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-snapshots-'));
process.on('exit', () => fs.rmSync(place, { recursive: true }));
const file = path.join(place, 'a.test.js');
const { NODE_TEST_CONTEXT, ...env } = process.env;

const source = `
const { snapshot, suite, test } = require('node:test');
const wanted = process.env.WANTED ?? 1;
suite('s', () => {
  test('one', (t) => {
    t.assert.snapshot({ a: Number(wanted), b: [1, '\`x\` \${y} \\\\ z'] });
    t.assert.snapshot('text\\nmore');
  });
});
test('many', (t) => { for (let i = 0; i < 10; i++) t.assert.snapshot(i); });
test('name of\\n\`two\` lines', (t) => {
  t.plan(2);
  t.assert.snapshot(5, { serializers: [(v) => v + 1, (v) => \`<\${v}>\\r\\n\`] });
  t.assert.snapshot(undefined);
});
test('file', (t) => { t.assert.fileSnapshot({ a: wanted }, __dirname + '/deep/er/value.json'); });
if (process.env.RESOLVED) {
  snapshot.setResolveSnapshotPath((path) => process.env.RESOLVED + require('path').basename(path));
  snapshot.setDefaultSnapshotSerializers([(value) => 'default ' + value]);
}
`;

const written = String.raw`
exports[${'`'}many 1${'`'}] = ${'`'}
0
${'`'};

exports[${'`'}many 10${'`'}] = ${'`'}
9
${'`'};

exports[${'`'}many 2${'`'}] = ${'`'}
1
${'`'};
`.slice(1);

const run = (args, more) => spawnSync(process.execPath, ['--test-reporter=tap', ...args, file],
  { encoding: 'utf8', env: { ...env, ...more } });
const texts = () => fs.readFileSync(`${file}.snapshot`, 'utf8');

fs.writeFileSync(file, source);
const first = run([]);
assert.strictEqual(first.status, 1);
assert.match(first.stdout, /Cannot read snapshot file '.*a\.test\.js\.snapshot\.' Missing snap/);
assert.match(first.stdout, /Cannot read snapshot file '.*value\.json\.' Missing snapshots can be/);
assert.ok(!fs.existsSync(`${file}.snapshot`));

for (const options of [['--test-update-snapshots'], ['--test', '--test-update-snapshots']]) {
  fs.writeFileSync(`${file}.snapshot`, 'exports[`gone 1`] = `\nold\n`;\n');
  assert.strictEqual(run(options).status, 0);
  assert.ok(texts().startsWith(written), texts());
  assert.ok(!texts().includes('gone'));
  assert.ok(texts().includes('    "\\`x\\` \\${y} \\\\\\\\ z"\n'), texts());
  assert.ok(texts().includes('\n"text\\\\nmore"\n'));
  assert.ok(texts().includes('exports[`name of\\n\\`two\\` lines 1`] = `\n<6>\\r\n\n`;\n'));
  assert.ok(texts().includes('2`] = `\nundefined\n`;\n'));
  assert.strictEqual(fs.readFileSync(path.join(place, 'deep/er/value.json'), 'utf8'),
    '{\n  "a": 1\n}');
  assert.strictEqual(run([]).status, 0);
  assert.strictEqual(run(['--test']).status, 0);
}

const changed = run([], { WANTED: '2' });
assert.match(changed.stdout, /# pass 2\n# fail 2\n/);
assert.match(changed.stdout, /actual: \|-\n\s+\n\s+\{\n\s+"a": 2,/);

fs.writeFileSync(`${file}.snapshot`, texts().replace('many 10', 'many 11'));
assert.match(run([]).stdout, /Snapshot 'many 10' not found in '.*a\.test\.js\.snapshot\.' Miss/);
fs.writeFileSync(`${file}.snapshot`, 'throw new Error("no snapshots")');
assert.match(run([]).stdout, /Cannot read snapshot file '.*a\.test\.js\.snapshot\.'"\n/);

const resolved = { RESOLVED: path.join(place, 'else/where/') };
assert.strictEqual(run(['--test-update-snapshots'], resolved).status, 0);
assert.match(fs.readFileSync(path.join(place, 'else/where/a.test.js'), 'utf8'), /\ndefault 3\n/);
assert.strictEqual(run([], resolved).status, 0);
const nowhere = run(['--test-update-snapshots'], { RESOLVED: '/dev/null/' });
assert.strictEqual(nowhere.status, 1);
assert.match(nowhere.stdout, /# Error: Invalid state: Cannot write snapshot file '\/dev\/null\/a/);

// --- without a file

const fails = (code, fn) => assert.throws(fn, { code });
fails('ERR_INVALID_ARG_TYPE', () => snapshot.setResolveSnapshotPath('x'));
fails('ERR_INVALID_ARG_TYPE', () => snapshot.setDefaultSnapshotSerializers('x'));
fails('ERR_INVALID_ARG_TYPE', () => snapshot.setDefaultSnapshotSerializers([1]));
fails('ERR_INVALID_ARG_TYPE', () => register.register(1, () => {}));
fails('ERR_INVALID_ARG_TYPE', () => register.register('odd', 1));
assert.strictEqual(getTestContext(), undefined);
register.register('odd', function odd(number) {
  assert.strictEqual(number % 2, 1);
  return this;
});

test('assertions', async (t) => {
  t.plan(7);
  assert.strictEqual(t.filePath, __filename);
  assert.strictEqual(t.assert.odd(1), t);
  assert.strictEqual(getTestContext(), t);
  assert.throws(() => t.assert.odd(2));
  fails('ERR_INVALID_ARG_TYPE', () => t.assert.snapshot(1, 5));
  fails('ERR_INVALID_ARG_TYPE', () => t.assert.snapshot(1, { serializers: 5 }));
  fails('ERR_INVALID_ARG_TYPE', () => t.assert.snapshot(1, { serializers: [5] }));
  fails('ERR_INVALID_ARG_TYPE', () => t.assert.fileSnapshot(1, 5));
  assert.throws(() => t.assert.snapshot(1n), (error) => error.code === 'ERR_INVALID_STATE' &&
    error.input === 1n && error.cause instanceof TypeError);
});

test('waitFor', async (t) => {
  let asked = 0;
  const answer = await t.waitFor(() => {
    if (++asked < 4) throw new Error('not yet');
    return asked;
  }, { interval: 2 });
  assert.strictEqual(answer, 4);
  await assert.rejects(t.waitFor(async () => { throw new Error('never'); }, { timeout: 20 }),
    (error) => error.message === 'waitFor() timed out' && error.cause.message === 'never');
  fails('ERR_INVALID_ARG_TYPE', () => t.waitFor(1));
  fails('ERR_INVALID_ARG_TYPE', () => t.waitFor(() => {}, { interval: '1' }));
  fails('ERR_OUT_OF_RANGE', () => t.waitFor(() => {}, { timeout: -1 }));
});
