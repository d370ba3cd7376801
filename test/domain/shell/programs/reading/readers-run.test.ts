/**
 * A folder whose settings start programs, and real programs in it: what runs unasked without a sandbox starts none of
 * them.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  const bash = (script: string, input = '') =>
    spawnSync('/bin/bash', ['--noprofile', '--norc', '-c', script], {
      cwd: home,
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: home, LANG: 'C.UTF-8' },
      input,
      encoding: 'utf8',
    });
  /**
   * The marks that each of some lines leaves. One shell runs them all, since it starts another in a fraction of the time
   * that this large process takes; what goes on is ended, after a while or after much that is printed.
   */
  const run = (lines: readonly string[]): readonly string[] => {
    const each = [
      'while IFS= read -r -d "" line; do',
      '  timeout 5 bash --noprofile --norc -c "$line" < /dev/null 2>&1 | head -c 1000000 > /dev/null',
      `  for mark in ${marks}/*; do [ -e "$mark" ] && printf "%s " "\${mark##*/}" && : > ${folder}/marked; done`,
      '  printf "\\0"',
      `  if [ -e ${folder}/marked ]; then rm ${folder}/marked ${marks}/*; fi`,
      'done',
    ];
    const { stdout } = bash(each.join('\n'), lines.map(line => `${line}\0`).join(''));
    return stdout.split('\0').slice(0, -1);
  };
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
  const settings = [
    ['core.fsmonitor', `${mark('fsmonitor')}; false`],
    ['filter.x.clean', `${mark('clean')}; cat`],
    ['diff.x.textconv', `${mark('textconv')}; cat`],
    ['core.pager', `${mark('pager')}; cat`],
  ].map(([key, command]) => `git config ${key} '${command}'`);
  bash(['git init -q . && git add -A && git -c user.name=a -c user.email=a@b.c commit -qm x', ...settings].join('\n'));
  write('a', 'changed\n');
  return { run, close: () => rmSync(folder, { recursive: true, force: true }) };
}

test('given a folder full of settings that start programs, when what runs unasked runs there, then none of them starts', t => {
  const folder = hostileFolder();
  t.after(folder.close);
  const lines = [...readerRows, ...otherRows].flatMap(({ reads }) => reads ?? []);
  assert.ok(lines.length > 50);
  for (const line of lines) assert.ok(levelOf(line) < 2, line);
  assert.deepEqual(
    folder.run(lines).map((marks, index) => [lines[index], marks]),
    lines.map(line => [line, '']),
  );
});

test('given the same folder, when git or a module of Python is asked, then its settings do start programs, so the owner is asked first', {
  skip: !existsSync('/usr/bin/git') || !existsSync('/usr/bin/python3'),
}, t => {
  const folder = hostileFolder();
  t.after(folder.close);
  const lines = [
    ['git status', /fsmonitor/],
    ['git -C . diff', /clean|textconv|fsmonitor/],
    ['git log -p', /textconv/],
    ['git blame a', /textconv|clean/],
    ['python3 -m json.tool a.json', /json\.py/],
    ['python3 -m calendar', /calendar\.py/],
  ] as const;
  const seen = folder.run(lines.map(([line]) => line));
  for (const [index, [line, marks]] of lines.entries()) {
    assert.match(seen[index] ?? '', marks, line);
    assert.equal(levelOf(line), 2, line);
  }
});
