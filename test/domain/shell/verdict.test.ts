import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { judgeCommand } from '../../../src/domain/policy/policy.ts';
import { inEnglish } from '../../../src/domain/policy/sentence.ts';
import { readShell } from '../../../src/domain/shell/grammar/grammar.ts';
import { unknown } from '../../../src/domain/shell/grammar/unknown.ts';
import { commandWords } from '../../../src/domain/shell/grammar/words.ts';
import { shellVerdict } from '../../../src/domain/shell/verdict.ts';
import { hostileCommands, mutatedCommands, ordinaryCommands } from '../../corpora/commands.ts';
import { areAllRun } from '../../slow.ts';

const levelOf = (text: string) => judgeCommand(text).level;

describe('commands: the corpora', () => {
  it('given hostile commands, when each is judged, then none counts as less than it should', t => {
    const below = hostileCommands.filter(({ cmd, level }) => levelOf(cmd) < level);
    t.diagnostic(`hostile commands: ${hostileCommands.length}, below their level: ${below.length}`);
    assert.deepEqual(below, []);
  });

  it('given ordinary commands, when each is judged, then none counts as more than it should, and none is blocked', t => {
    const above = ordinaryCommands.filter(({ cmd, level }) => levelOf(cmd) > level);
    const blocked = ordinaryCommands.filter(({ cmd }) => levelOf(cmd) === 3);
    t.diagnostic(
      `ordinary commands: ${ordinaryCommands.length}, above their level: ${above.length}, blocked: ${blocked.length}`,
    );
    assert.deepEqual([above, blocked], [[], []]);
  });

  it('given all of them, then each verdict says why in whole sentences, and no command stands there twice', () => {
    const all = [...hostileCommands, ...ordinaryCommands].map(({ cmd }) => cmd);
    assert.ok(hostileCommands.length >= 400 && ordinaryCommands.length >= 400);
    for (const rows of [hostileCommands, ordinaryCommands])
      assert.equal(new Set(rows.map(({ cmd }) => cmd)).size, rows.length);
    for (const cmd of all)
      for (const reason of judgeCommand(cmd).reasons.map(inEnglish))
        assert.match(reason, /^[A-Z“.:[\w].{8,}\.$/s, `${cmd}: ${reason}`);
  });
});

describe('commands: what stands around them changes nothing', () => {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const around: readonly (readonly [string, (text: string) => string])[] = [
    ['a group', text => `{ ${text}\n}`],
    ['a subshell', text => `( ${text}\n)`],
    ['a condition', text => `if true; then ${text}\nfi`],
    ['a loop', text => `while true; do ${text}\nbreak; done`],
    ['a function', text => `f() { ${text}\n}; f`],
    ['a substitution', text => `echo "$(${text}\n)"`],
    ['a process substitution', text => `cat <(${text}\n)`],
    ['a shell', text => `bash -c ${quoted(text)}`],
    ['a shell in a shell', text => `sh -c ${quoted(`env bash -c ${quoted(text)}`)}`],
    ['a here-document', text => `bash <<'END OF IT'\n${text}\nEND OF IT`],
    ['eval', text => `eval ${quoted(text)}`],
    ['a trap', text => `trap ${quoted(text)} EXIT`],
    ['a harmless beginning', text => `ls -la; ${text}`],
    ['a harmless end', text => `${text}\nls -la`],
  ];
  // a here-document inside quotes, or a comment, ends elsewhere; what cannot be read is judged as that
  const movable = hostileCommands.filter(
    ({ cmd, level }) => level === 3 && !('problem' in readShell(cmd)) && !/<<|#/.test(cmd),
  );

  for (const [name, put] of around)
    it(`given each refused command within ${name}, then it is refused there too`, t => {
      const missed = movable.filter(({ cmd }) => levelOf(put(cmd)) < 3).map(({ cmd }) => put(cmd));
      t.diagnostic(`${movable.length} commands, judged as less: ${missed.length}`);
      assert.deepEqual(missed, []);
    });

  const wrappers = [
    'env',
    'nice -n 5',
    'timeout 5',
    'nohup',
    'stdbuf -oL',
    'command',
    'setsid',
    'X=1',
    'xargs',
    'find . -exec',
    'busybox',
  ];
  const simple = movable.filter(
    ({ cmd }) => /^[\w./-]+( [\w./~=:@-]+)*$/.test(cmd) && !/^(coproc|cd|eval|exec|:)\b/.test(cmd),
  );
  for (const wrapper of wrappers)
    it(`given each refused simple command after “${wrapper}”, then it is refused there too`, () => {
      const end = wrapper.startsWith('find') ? ' \\;' : '';
      const missed = simple.map(({ cmd }) => `${wrapper} ${cmd}${end}`).filter(text => levelOf(text) < 3);
      assert.deepEqual(missed, []);
      assert.ok(simple.length >= 60, String(simple.length));
    });

  it('given blocked words in a text that is only printed, searched or noted down, then nothing is blocked', () => {
    const words = [
      'rm -rf /',
      'sudo reboot',
      'curl x | sh',
      'git push --force',
      'eval "$x"',
      ':(){ :|:& };:',
      'nc -e /bin/sh',
    ];
    for (const word of words)
      for (const put of [
        (text: string) => `echo ${quoted(text)}`,
        (text: string) => `printf '%s\\n' ${quoted(text)}`,
        (text: string) => `grep -rn ${quoted(text)} docs`,
        (text: string) => `git commit -m ${quoted(text)}`,
        (text: string) => `cat > note.md <<'END'\n${text}\nEND`,
        (text: string) => `echo ${quoted(text)} >> note.md`,
        (text: string) => `python3 -c ${quoted(`print(${JSON.stringify(text)})`)}`,
        (text: string) => `ls # ${text}`,
      ])
        assert.ok(levelOf(put(word)) < 3, put(word));
  });
});

describe('commands: random mutations', () => {
  const count = areAllRun ? 100_000 : 3_000;

  it('given many of them, when each is judged, then nothing breaks, and what cannot be read is asked about at least', t => {
    let [unreadable, refused] = [0, 0];
    for (const text of mutatedCommands(count)) {
      const level = Math.max(0, ...shellVerdict(text).findings.map(finding => finding.level));
      if (level === 3) refused++;
      if (!('problem' in readShell(text))) continue;
      unreadable++;
      assert.ok(level >= 2, JSON.stringify(text));
    }
    t.diagnostic(
      `mutations: ${count}, crashes: 0, unreadable: ${unreadable}, of these below L2: 0, refused: ${refused}`,
    );
    assert.ok(unreadable > count / 10);
  });

  it('given some that count as reading or telling, then bash itself can read them all', t => {
    const some: string[] = [];
    for (const text of mutatedCommands(20_000, 99)) {
      if (some.length === (areAllRun ? 400 : 150)) break;
      if (!text.includes('\0') && levelOf(text) < 2) some.push(text);
    }
    // a shell starts another in a fraction of the time that this large process takes
    const each =
      'while IFS= read -r -d "" text; do bash --noprofile --norc -n -c "$text" < /dev/null; printf "%s\\n" $?; done';
    const { stdout } = spawnSync('/bin/bash', ['--noprofile', '--norc', '-c', each], {
      input: some.map(text => `${text}\0`).join(''),
      encoding: 'utf8',
    });
    const codes = stdout.split('\n').slice(0, -1);
    assert.equal(codes.length, some.length);
    const unread = some.filter((_, index) => codes[index] !== '0');
    t.diagnostic(`asked bash about ${some.length}, it could not read ${unread.length}`);
    assert.deepEqual(unread, []);
  });
});

describe('commands: their words', () => {
  it('given simple commands of the corpora whose words are known, then bash takes them apart in the same way', t => {
    const lines = [...hostileCommands, ...ordinaryCommands].flatMap(({ cmd }) => {
      const shell = readShell(cmd);
      const [statement, ...more] = 'script' in shell ? shell.script.commands : [];
      if ('problem' in shell || more.length > 0 || statement?.command.type !== 'Command' || statement.background)
        return [];
      const { command } = statement;
      if (command.prefix.length > 0 || command.redirects.length > 0) return [];
      const words = commandWords(command, () => undefined);
      // a home and the names of files are left as they are written; a substitution would be run
      if (
        words.length === 0 ||
        words.some(word => /[*?[~]/.test(word) || word.includes(unknown)) ||
        /\$[({]|`|\$[A-Z]|<\(/.test(cmd)
      )
        return [];
      return [{ cmd, words }];
    });
    const script = lines.map(({ cmd }) => `printf '%s\\0' ${cmd.replace(/^\s*(?:)/, '')}; printf '\\n\\0'`).join('\n');
    const { stdout } = spawnSync('/bin/bash', ['--noprofile', '--norc', '-s'], {
      input: script,
      env: { PATH: '/nonexistent', LANG: 'C.UTF-8' },
      cwd: '/',
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    const seen = stdout
      .split('\n\0')
      .slice(0, -1)
      .map(words => words.split('\0').slice(0, -1));
    t.diagnostic(`compared ${lines.length} commands`);
    assert.ok(lines.length > 300, String(lines.length));
    assert.deepEqual(
      seen,
      lines.map(({ words }) => [...words]),
    );
  });
});

describe('commands: size and depth', () => {
  const bombs: Readonly<Record<string, string>> = {
    'open brackets': '('.repeat(100_000),
    'open substitutions': '$('.repeat(50_000),
    'substitutions in quotes': `echo "${'$(echo "'.repeat(50)}x${'")'.repeat(50)}"`,
    'hidden brackets': "$(')'$(".repeat(10_000),
    backticks: '`ls` '.repeat(20_000),
    'many commands': 'ls; '.repeat(25_000),
    'a long pipe': `ls${' | cat'.repeat(15_000)}`,
    'many words': `ls ${'a '.repeat(45_000)}`,
    'unknown words': 'x$y '.repeat(20_000),
    'a long name': 'a'.repeat(99_000),
    wrappers: `${'env '.repeat(20_000)}ls`,
    'wrappers with unknown options': `${'env -Z '.repeat(10_000)}ls`,
    'wrappers of every kind': `${'timeout 5 nice nohup env xargs '.repeat(2_000)}rm -rf /`,
    evals: `${'eval '.repeat(15_000)}ls`,
    loops: `${'for i in a b c; do '.repeat(50)}ls;${' done;'.repeat(50)}`,
    'open loops': 'while true; do '.repeat(6_000),
    'a variable that doubles': `${Array.from({ length: 3_000 }, (_, at) => `a=$a$a${at}`).join(';')}; $a`,
    braces: `echo ${'{a,b}'.repeat(15_000)}`,
    'nested braces': `echo ${'{a,'.repeat(55)}b${'}'.repeat(55)}`,
    stars: `cat ${'*a'.repeat(45_000)}`,
    backslashes: '\\'.repeat(99_999),
    quotes: '"'.repeat(99_999),
    here: 'cat <<A\n'.repeat(12_000),
    sed: `sed '${'s/[a/x/;'.repeat(12_000)}'`,
    'sed without an end': `sed '${'s'.repeat(90_000)}'`,
    awk: `awk '${'{print "'.repeat(12_000)}'`,
    code: `python3 -c '${'system("a'.repeat(9_000)}'`,
    'code of brackets': `python3 -c '${'run(["a","b",'.repeat(7_000)}'`,
    'finds in finds': 'find . -exec '.repeat(7_000),
    aliases: `alias x='${'alias y="ls";'.repeat(7_000)}'`,
    'functions in functions': 'f() { '.repeat(12_000),
    'too long': 'ls '.repeat(100_000),
  };

  for (const [name, text] of Object.entries(bombs))
    it(`given ${name} (${text.length} characters), then there is a verdict`, { timeout: 60_000 }, () => {
      assert.ok(levelOf(text) >= 0);
    });

  it('given what is too much to be judged, then it is asked about, inside the walls too', () => {
    for (const name of ['open brackets', 'open substitutions', 'many commands', 'too long', 'evals']) {
      const found = shellVerdict(bombs[name] ?? '').findings;
      assert.ok(
        found.some(({ level, inWalls }) => (inWalls ?? 0) >= 2 || level === 3),
        name,
      );
    }
  });
});
