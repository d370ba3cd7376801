/**
 * The programs that only read: each has a line for what else it can do, and none reads the home of Straylight unasked.
 */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judge } from '../../../../../src/domain/policy/policy.ts';
import { inEnglish } from '../../../../../src/domain/policy/sentence.ts';
import { lookups } from '../../../../../src/domain/shell/programs/reading/lookups.ts';
import { queries } from '../../../../../src/domain/shell/programs/reading/queries.ts';
import { readers } from '../../../../../src/domain/shell/programs/reading/readers.ts';
import { otherRows, readerRows } from '../../../../corpora/readers.ts';
import { areAllRun } from '../../../../slow.ts';
import { judged } from '../../../tools/judged.ts';

/** Its level where nothing holds it. */
const directly = (command: string) =>
  judge(judged('execute_command', { command }, { executor: 'direct' }), { taint: 'owner' });

describe('programs that only read', () => {
  it('given each program of the tables, then it has a row here, and one alone', () => {
    const named = readerRows.flatMap(({ names }) => names.split(' '));
    const known = [...readers.keys(), ...queries.keys(), ...lookups.keys()];
    assert.deepEqual(named.toSorted(), known.toSorted());
  });

  for (const { names, reads, because, does } of [...readerRows, ...otherRows])
    it(`${names}: without a sandbox it reads unasked, and does nothing more`, () => {
      assert.ok(reads !== undefined || because !== undefined, 'either a line that runs, or why there is none');
      if (reads !== undefined)
        assert.equal(directly(reads).level, 1, `${reads}: ${directly(reads).reasons.map(inEnglish)}`);
      const unasked = does.filter(line => directly(line).level < 2);
      assert.deepEqual(unasked, []);
    });

  it('given all that they do besides, then a sandbox whose walls were tried holds it, so most of it runs there', () => {
    const lines = readerRows.flatMap(({ does }) => does);
    const asked = lines.filter(
      command =>
        judge(judged('execute_command', { command }, { executor: 'bubblewrap' }), { taint: 'owner' }).level > 1,
    );
    assert.ok(lines.length > 150 && asked.length * 5 < lines.length, `${asked.length} of ${lines.length}`);
  });
});

describe('the home of Straylight, without a sandbox', () => {
  /** Where a home may lie: around the workspace, or anywhere on the machine. */
  const homes = [
    '..',
    '../..',
    './..',
    '../run',
    'a/../..',
    '~',
    '~/.straylight',
    '~anna/.straylight',
    '$HOME/x',
    '/home/anna/.straylight',
    '/root/straylight',
    '/opt/straylight',
    '/srv/straylight',
    '/var/lib/straylight',
    '/run/straylight',
    '/usr/local/straylight',
    '/tmp/home',
    '/data/straylight',
    '/mnt/disk/home',
    '/Users/anna/.straylight',
    '/Volumes/x/home',
    '/proc/self/cwd/..',
    '/proc/1/root/opt',
    '/dev/shm/home',
  ];
  const files = ['config.toml', 'straylight.db', 'audit.anchor'];
  const readersOfFiles = readerRows
    .flatMap(({ names }) => names.split(' '))
    .filter(
      name =>
        !/^(tr|expr|seq|basename|dirname|printenv|numfmt|factor|yes|sleep|help|which|whereis|type|whoami|pwd|arch|tty|logname|true|false|:|uptime|w|nproc|groups|id|dirs|times|hostname|uname|date|cal|ncal|free|pgrep|pstree|ls[cbupm]\w+|lshw|vmstat|iostat|mpstat|last|lastlog|getconf|locale|tput|dmesg|break|continue|return|exit|shift|wait|jobs|fg|bg|disown|unalias|umask|ulimit|getopts|let|set|shopt|caller|popd|getent|ss|netstat|ps|ifconfig|sensors|top|df|gio|tldr)$/.test(
          name,
        ),
    );
  // a pattern or a program comes first
  const withPattern = /^(grep|egrep|fgrep|zgrep|rg|ag|ack|jq|yq|xq|tomlq)$/;

  it('given each of them and each place a home may lie, then it is asked about', () => {
    const unasked: string[] = [];
    let count = 0;
    for (const [row, name] of readersOfFiles.entries())
      for (const [column, home] of homes.entries())
        for (const file of areAllRun ? files : [files[(row + column) % files.length]]) {
          const first = withPattern.test(name) ? `${name} x` : name;
          for (const line of [
            `${first} ${home}/${file}`,
            `${first} '${home}/${file}'`.replace("'$HOME", "'~").replace("'~", "~'"),
            `cd ${home} && ${first} ${file}`,
            `(cd ${home}; ${first} ${file})`,
            `x=${home}; ${first} "$x/${file}"`,
            `env -C ${home} ${first} ${file}`,
            `timeout 5 ${first} ${home}/${file}`,
          ]) {
            count++;
            if (directly(line).level < 2) unasked.push(line);
          }
        }
    assert.deepEqual(unasked.slice(0, 40), []);
    assert.ok(count > (areAllRun ? 30_000 : 10_000), String(count));
  });

  it('given input from there, then it is asked about', () => {
    for (const home of homes)
      for (const line of [
        `cat < ${home}/config.toml`,
        `wc -l < "${home}/config.toml"`.replace('"~', '~"'),
        `while read -r line; do echo "$line"; done < ${home}/config.toml`,
        `echo "$(< ${home}/config.toml)"`,
        `mapfile -t lines < ${home}/config.toml`,
        `xargs -a ${home}/config.toml echo`,
        `sort notes.md ${home}/config.toml`,
        `find ${home} -name config.toml`,
        `tar cf - ${home}`,
        `sed p ${home}/config.toml`,
        `awk 1 ${home}/config.toml`,
        `echo ${home}/*`,
      ])
        assert.ok(directly(line).level >= 2, line);
  });

  it('given a name that only the run will show, then it is asked about', () => {
    for (const name of readersOfFiles)
      for (const path of ['"$x"', './$x', '"$(cat list)"', '$x/config.toml'])
        assert.ok(directly(`read -r x < list; ${name} ${path}`).level >= 2, `${name} ${path}`);
  });

  it('given what is nobody’s, then it is read unasked', () => {
    for (const line of [
      'cat notes.md',
      'cat ./a/b.md',
      'cat /etc/os-release',
      'cat /proc/cpuinfo',
      'ls /usr/bin',
      'grep -rn TODO .',
    ])
      assert.equal(directly(line).level, 1, line);
  });
});
