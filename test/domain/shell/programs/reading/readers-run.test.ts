/**
 * A folder whose settings start programs, and real programs in it: what runs unasked without a sandbox starts none of
 * them.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { judge } from '../../../../../src/domain/policy/policy.ts';
import { otherRows, readerRows } from '../../../../corpora/readers.ts';
import { judged } from '../../../tools/judged.ts';

const levelOf = (command: string) =>
  judge(judged('execute_command', { command }, { executor: 'direct' }), { taint: 'owner' }).level;

/** Everything in it that some program obeys leaves a mark when it runs. */
function hostileFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-readers-'));
  const marks = join(folder, 'marks');
  const home = join(folder, 'workspace');
  for (const path of [marks, join(home, 'src'), join(home, '.config', 'bat')]) mkdirSync(path, { recursive: true });
  const mark = (name: string) => `touch ${join(marks, name)}`;
  const run = (command: string) =>
    spawnSync('/bin/bash', ['--noprofile', '--norc', '-c', command], {
      cwd: home,
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: home, LANG: 'C.UTF-8' },
      input: '',
      timeout: 5_000,
      maxBuffer: 1e6,
    });
  const write = (path: string, text: string) => writeFileSync(join(home, path), text);
  for (const path of ['a', 'b', 'notes.md', 'a.txt', 'a.xml', 'data.yaml']) write(path, 'x\n');
  for (const path of ['data.json', 'a.json', 'package.json']) write(path, '{"a": 1, "scripts": {}}\n');
  for (const module of ['json', 'calendar', 'this', 'encodings_x'])
    write(`${module}.py`, `import os\nos.system("${mark(`${module}.py`)}")\n`);
  write('.gitattributes', '* filter=x diff=x\n');
  write('.lesskey', `#env\nLESSOPEN=|${mark('lesskey')}; cat %s\n`);
  write('.ackrc', `--pager=${mark('ackrc')}\n`);
  write('.ExifTool_config', `system("${mark('exiftool')}");\n`);
  write('.yarnrc.yml', 'yarnPath: ./yarn.cjs\n');
  write('yarn.cjs', `require("child_process").execSync("${mark('yarn')}")\n`);
  run('git init -q . && git add -A && git -c user.name=a -c user.email=a@b.c commit -qm x');
  for (const [key, command] of [
    ['core.fsmonitor', `${mark('fsmonitor')}; false`],
    ['filter.x.clean', `${mark('clean')}; cat`],
    ['diff.x.textconv', `${mark('textconv')}; cat`],
    ['core.pager', `${mark('pager')}; cat`],
  ])
    run(`git config ${key} '${command}'`);
  write('a', 'changed\n');
  return { run, seen: () => readdirSync(marks), close: () => rmSync(folder, { recursive: true, force: true }) };
}

test('given a folder full of settings that start programs, when what runs unasked runs there, then none of them starts', t => {
  const folder = hostileFolder();
  t.after(folder.close);
  const lines = [...readerRows, ...otherRows].flatMap(({ reads }) => reads ?? []);
  assert.ok(lines.length > 50);
  for (const line of lines) {
    assert.ok(levelOf(line) < 2, line);
    folder.run(line);
    assert.deepEqual(folder.seen(), [], line);
  }
});

test('given the same folder, when git or a module of Python is asked, then its settings do start programs, so the owner is asked first', {
  skip: !existsSync('/usr/bin/git') || !existsSync('/usr/bin/python3'),
}, t => {
  for (const [line, marks] of [
    ['git status', /fsmonitor/],
    ['git -C . diff', /clean|textconv|fsmonitor/],
    ['git log -p', /textconv/],
    ['git blame a', /textconv|clean/],
    ['python3 -m json.tool a.json', /json\.py/],
    ['python3 -m calendar', /calendar\.py/],
  ] as const) {
    const folder = hostileFolder();
    t.after(folder.close);
    folder.run(line);
    assert.match(folder.seen().join(' '), marks, line);
    assert.equal(levelOf(line), 2, line);
  }
});
