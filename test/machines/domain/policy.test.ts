import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { plainWords } from '../../../src/machines/domain/plain-command.ts';
import { judge } from '../../../src/machines/domain/policy.ts';
import type { CallFacts, FrozenCall, ToolEffect } from '../../../src/machines/domain/tool.ts';

function call(tool: string, effect: ToolEffect, facts: CallFacts = {}): FrozenCall {
  return { callId: 'c1', tool, arguments: '{}', digest: '', effect, timeoutMs: 1, intent: '', facts };
}

const command = (line: string, executor: CallFacts['executor'] = 'bubblewrap') =>
  judge(call('execute_command', 'act', { command: line, executor }), { taint: 'owner' });

const harmless = [
  'echo',
  'echo hello',
  'echo hello world, it is 5 o-clock!',
  'echo "hello world"',
  "echo 'a; b | c && $(d) `e` > f'",
  'echo -n done',
  "echo -e 'a\\tb'",
  'echo Grüße aus Köln',
  'echo "ça va? 😀"',
  "echo it''s",
  'echo --help',
  'echo a=b key:value 50% user@host +1',
  'ls',
  'ls -la',
  'ls -l -a -h',
  'ls -lt --color=never',
  'ls --all --human-readable -1',
  'ls /workspace',
  'ls /workspace/',
  'ls /scripts/tools',
  'ls -la ./notes',
  'ls .',
  'ls "my notes"',
  "ls 'my notes' other",
  'ls -- -odd-name',
  'uname',
  'uname -a',
  'uname -srm',
  'pwd',
  'pwd -P',
  'whoami',
  'id',
  'id -un',
  'id agent',
  'date',
  'date -u',
  'date +%F',
  "date '+%Y-%m-%d %H:%M'",
  'date "+%A"',
  'date -d yesterday +%F',
  "date --date='2 days ago'",
  'date -Iseconds',
  'date -u -R',
  'date -r notes.md',
  'cat notes.md',
  'cat -n notes.md /workspace/a/b.txt',
  'cat',
  'cat -',
  'cat grüße.txt',
  'head notes.md',
  'head -n 20 notes.md',
  'head -20 notes.md',
  'head -c 1K notes.md',
  'head --lines=5 a b',
  'tail notes.md',
  'tail -n +5 notes.md',
  'tail -n5 notes.md',
  'tail -c 100 log.txt',
  'wc -l notes.md',
  'wc -lw a b c',
  'wc --words a',
  'df',
  'df -h',
  'df -hT .',
  'du -sh',
  'du -sh /workspace',
  'du -h --max-depth=1 .',
  'du -d 2 -h',
  'uptime',
  'uptime -p',
  'free',
  'free -h',
  'free -m -t',
  'hostname',
  'which python3',
  'which -a git node',
  'stat notes.md',
  "stat -c '%s %n' notes.md",
  'file notes.md',
  'file -b --mime-type picture.png',
  'nproc',
  'arch',
  'groups',
  'basename /workspace/a/b.txt .txt',
  'dirname /workspace/a/b.txt',
  'grep todo notes.md',
  'grep -n -i "to do" notes.md',
  'grep -c -e todo notes.md',
  "grep -E '^(a|b)+$' notes.md",
  'grep -A 3 -B2 todo notes.md',
  'sort -n numbers.txt',
  "cut -d ',' -f 1,3 table.csv",
  'sha256sum notes.md',
  'realpath notes.md',
  'diff -u a.txt b.txt',
  '  ls   -l  ',
  'cat keyboard.md monkey.txt tokenizer.ts',
];

const mustAsk = [
  // more than one command, or other than it seems
  'ls; rm -rf .',
  'ls\nrm -rf /',
  'ls\n',
  'ls\r\nrm x',
  'ls & rm x',
  'ls && rm x',
  'ls || rm x',
  'ls | sh',
  'ls |& sh',
  'ls > notes.md',
  'ls >> notes.md',
  'ls 2>/dev/null',
  'cat < /etc/passwd',
  'cat <<< x',
  'cat <(ls)',
  'ls >(sh)',
  '(ls)',
  '{ ls; }',
  '{ls,-la}',
  '! ls',
  'if ls',
  'time ls',
  'echo hi # rm',
  '# ls',
  'echo a;echo b',
  '"echo done; rm x"',
  'echo "a; b"',
  'echo "a" | "sh"',
  // expansions
  'echo $(rm x)',
  'echo `rm x`',
  'echo "$(rm x)"',
  'echo "`rm x`"',
  'echo $HOME',
  'echo "$HOME"',
  `echo \${HOME}`,
  'echo $((1+1))',
  'echo $[1+1]',
  "echo $'\\x41'",
  'echo $"x"',
  'ls$IFS-la',
  `ls\${IFS}-la`,
  'echo *',
  'cat *.md',
  'cat note?.md',
  'cat [a-z].md',
  'ls ~',
  'ls ~root',
  'echo {a,b}',
  'echo {1..9}',
  'ls --color=$(id)',
  'echo a\\ b',
  'echo "a\\$b"',
  // the program's name
  'l\\s',
  "l''s",
  '"ls"',
  "'ls' -la",
  'l"s"',
  'LS',
  'Ls',
  'ls\u00a0-la',
  '\u0455tat x',
  'ｌｓ',
  'echо hi',
  '/bin/ls',
  './ls',
  'ls/',
  '-ls',
  'env ls',
  'sudo ls',
  'command ls',
  'builtin echo x',
  'exec ls',
  'eval ls',
  'nice ls',
  'timeout 5 ls',
  'nohup ls',
  'xargs ls',
  'bash -c ls',
  'sh',
  '. notes.md',
  'source notes.md',
  'alias ls=rm',
  'function ls',
  'A=1 ls',
  'PATH=. ls',
  'LD_PRELOAD=./x.so ls',
  'A=1',
  'ls()',
  'python3 x.py',
  'rm x',
  'curl https://example.com',
  'git status',
  'find . -delete',
  'printenv',
  'env',
  'sed -n 1p notes.md',
  'awk 1 notes.md',
  'uniq a b',
  'toString',
  'constructor x',
  '__proto__',
  // options
  'date -s 12:00',
  'date --set=12:00',
  'date --se=12:00',
  'date -us 12:00',
  'date 112112002026',
  'date -f notes.md',
  'date --file=notes.md',
  'tail -f log.txt',
  'tail -F log.txt',
  'tail -fn 5 log.txt',
  'tail --follow log.txt',
  'tail --fol log.txt',
  'tail --pid=1 log.txt',
  'tail --pid 1 log.txt',
  'tail --retry log.txt',
  'tail -n 5 --follow=name log.txt',
  'wc --files0-from=list',
  'du --files0-from=list',
  'du --files0-from list',
  'du -X list',
  'du --exclude-from=list',
  'sort -o notes.md notes.md',
  'sort --output=x notes.md',
  'sort --compress-program=./x notes.md',
  'sort -T /etc notes.md',
  'grep -r password .',
  'grep -f list notes.md',
  'grep --include=x -R a .',
  'file -C',
  'file -f list',
  'file -m magic x',
  'file -z x.gz',
  'free -s 1',
  'free -c 5 -s 1',
  'hostname evil',
  'hostname -F notes.md',
  'hostname -b x',
  'df --sync',
  'head -n',
  'head -n x notes.md',
  'head --lines=$(id) x',
  'whoami --help-me',
  'uname -z',
  'ls --unknown',
  'id -Z',
  'which -x python3',
  // files outside, or private
  'cat /etc/passwd',
  'cat /etc/shadow',
  'cat /proc/self/environ',
  'cat ../.env',
  'cat ..',
  'ls ..',
  'ls /',
  'ls /home',
  'ls /workspace/..',
  'ls /workspace/../etc',
  'ls a/../../b',
  'cat /workspacefoo/x',
  'cat .env',
  'cat ./.env',
  'cat .env.local',
  'cat /workspace/.env',
  'cat project/.git/config',
  'ls .ssh',
  'cat id_rsa',
  'cat keys/server.key',
  'cat cert.pem',
  'cat credentials.json',
  'cat secrets.toml',
  'cat .netrc',
  'head -n 5 /etc/hosts',
  'head -n 5 a /etc/hosts',
  'wc -l -- /etc/passwd',
  'date -r /etc/passwd',
  'grep root /etc/passwd',
  'grep -e root /etc/passwd',
  'stat /etc/shadow',
  'file /etc/shadow',
  'diff a /etc/passwd',
  "cat '/etc/passwd'",
  'cat "/etc/pass""wd"',
  'cat ""',
  // what cannot be read
  '',
  '   ',
  "echo 'open",
  'echo "open',
  'echo a\u0000b',
  'ls\u001b[2K',
  'ls \u202egnp.exe',
  'echo a\u200bb',
  'echo "a\u2028b"',
  'ls \ud800',
  `echo ${'x'.repeat(10_000)}`,
];

describe('policy: which commands run unasked', () => {
  it(`given ${harmless.length} plain reading commands, then each runs unasked`, () => {
    for (const line of harmless) {
      const { verdict, level, reasons } = command(line);
      assert.equal(`${verdict} ${level}`, 'allow 0', `${line} → ${reasons.join('; ')}`);
    }
  });

  it(`given ${mustAsk.length} others, then each asks, with a reason`, () => {
    for (const line of mustAsk) {
      const { verdict, level, reasons, risk } = command(line);
      assert.equal(`${verdict} ${level}`, 'ask 2', JSON.stringify(line));
      assert.ok(reasons.length > 0 && reasons.every(reason => reason.length > 10), line);
      assert.notEqual(risk, 'low', line);
    }
  });

  it('given the tables, then they are as long as they should be and name nothing twice', () => {
    assert.ok(harmless.length >= 60 && mustAsk.length >= 80);
    assert.equal(new Set([...harmless, ...mustAsk]).size, harmless.length + mustAsk.length);
  });

  it('given a command that needs a question, then its reason says why', () => {
    const reasonOf = (line: string) => command(line).reasons.join(' ');
    assert.match(reasonOf('ls | sh'), /\|/);
    assert.match(reasonOf('rm x'), /“rm”/);
    assert.match(reasonOf('tail -f x'), /-f/);
    assert.match(reasonOf('cat /etc/passwd'), /\/etc\/passwd/);
    assert.match(reasonOf('cat .env'), /\.env/);
    assert.match(reasonOf("echo 'open"), /quote/);
  });
});

describe('policy: the rest', () => {
  it('given what a tool declares, then reading and recording run, asking asks nobody else, acting asks', () => {
    const level = (effect: ToolEffect) => {
      const { verdict, level, risk } = judge(call('some_tool', effect), { taint: 'owner' });
      return `${verdict} ${level} ${risk}`;
    };
    assert.equal(level('read'), 'allow 0 low');
    assert.equal(level('record'), 'allow 1 low');
    assert.equal(level('ask'), 'allow 1 low');
    assert.equal(level('act'), 'ask 2 medium');
  });

  it('given another tool that states a harmless command, then it asks all the same', () => {
    assert.equal(judge(call('my_shell', 'act', { command: 'ls' }), { taint: 'owner' }).verdict, 'ask');
    assert.equal(judge(call('execute_command', 'act'), { taint: 'owner' }).verdict, 'ask');
  });

  it('given what a command could do, then the risk says so, and running without a sandbox raises it', () => {
    assert.equal(command('npm test').risk, 'medium');
    assert.equal(command('curl https://example.com').risk, 'high');
    assert.equal(command('rm -rf build').risk, 'irreversible');
    assert.equal(command('sudo rm x').risk, 'irreversible');
    assert.equal(command('npm test', 'direct').risk, 'high');
    assert.match(command('npm test', 'direct').reasons.join(' '), /without a sandbox/);
    assert.deepEqual([command('ls').level, command('ls', 'direct').level], [0, 1]);
  });

  it('given text from outside in the session, then a question says so', () => {
    const judged = judge(call('send_mail', 'act'), { taint: 'external' });
    assert.match(judged.reasons.join(' '), /from outside/);
  });
});

describe('policy: random mutations', () => {
  const mutations = [...mutated(20_000)];
  const allowed = mutations.filter(line => command(line).verdict === 'allow');

  it('given 20 000 mutations, then none with a shell metacharacter outside single quotes runs unasked', () => {
    assert.ok(allowed.length > 500, `only ${allowed.length} of the mutations were harmless, the test shows nothing`);
    assert.deepEqual(allowed.filter(hasMetacharacter), []);
  });

  it('given those that run unasked, then bash takes them apart exactly as we do', () => {
    const lines = [...new Set(allowed)];
    const script = lines.map(line => `printf '%s\\0' ${line}; printf '\\n\\0'`).join('\n');
    const { stdout, stderr } = spawnSync('/bin/bash', ['--noprofile', '--norc', '-s'], {
      input: script,
      env: { PATH: '/nonexistent', LANG: 'C.UTF-8' },
      cwd: '/',
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    assert.equal(stderr, '');
    const seen = stdout
      .split('\n\0')
      .slice(0, -1)
      .map(words => words.split('\0').slice(0, -1));
    assert.deepEqual(
      seen,
      lines.map(line => wordsOf(line)),
    );
  });
});

function wordsOf(line: string): readonly string[] {
  const plain = plainWords(line);
  assert.ok('words' in plain);
  return plain.words.map(word => word.text);
}

/** Written apart from the code under test: what bash gives a meaning, and where. */
function hasMetacharacter(line: string): boolean {
  let quote = '';
  for (const char of line) {
    if (quote === "'") {
      if (char === "'") quote = '';
    } else if (char === quote) quote = '';
    else if ('|&;()<>$`\\\n'.includes(char)) return true;
    else if (quote === '' && '*?[]{}~#'.includes(char)) return true;
    else if (quote === '' && (char === "'" || char === '"')) quote = char;
  }
  return quote !== '';
}

/** Harmless commands with one to three characters put in, taken out, doubled or exchanged; the same every time. */
function* mutated(count: number): Generator<string> {
  const alphabet = [...'|&;()<>$`\\\n\t \'"*?[]{}~#=!%^-+./:,@_axlsrmE0159\u00e4\u00a0\u0455'];
  let state = 0x2545f491;
  const random = (below: number) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  for (let index = 0; index < count; index++) {
    const chars = [...(harmless[random(harmless.length)] ?? '')];
    for (let edits = random(3); edits >= 0; edits--) {
      const at = random(chars.length + 1);
      const char = alphabet[random(alphabet.length)] ?? '';
      const kind = random(4);
      if (kind === 0) chars.splice(at, 0, char);
      else if (kind === 1) chars.splice(at, 1);
      else if (kind === 2) chars.splice(at, 1, char);
      else chars.splice(at, 0, chars[at] ?? '');
    }
    yield chars.join('');
  }
}

describe('other tools that act', () => {
  const cases: readonly (readonly [string, CallFacts, 'owner' | 'external', 'allow' | 'ask', RegExp?])[] = [
    ['a file of the workspace', { writes: 'workspace' }, 'owner', 'allow'],
    ['a file of the workspace after outside text', { writes: 'workspace' }, 'external', 'allow'],
    ['a program of the agent', { writes: 'scripts', executor: 'bubblewrap' }, 'owner', 'allow'],
    ['such a program after outside text', { writes: 'scripts' }, 'external', 'ask', /changes the programs/],
    [
      'such a program where there are no walls',
      { writes: 'scripts', executor: 'direct' },
      'owner',
      'ask',
      /without a sandbox/,
    ],
    ['code as create_tool committed it', { trusted: true, executor: 'docker' }, 'external', 'allow'],
    ['the same where there are no walls', { trusted: true, executor: 'direct' }, 'owner', 'ask'],
    ['code nobody has allowed', { trusted: false, executor: 'bubblewrap' }, 'owner', 'ask', /not allowed this code/],
    ['a request to an allowed domain', { url: 'https://example.com/', trusted: true }, 'owner', 'allow'],
    [
      'the same after outside text',
      { url: 'https://example.com/', trusted: true },
      'external',
      'ask',
      /carry data out/,
    ],
    [
      'a request to another domain',
      { url: 'https://example.com/', trusted: false },
      'owner',
      'ask',
      /not allowed this domain/,
    ],
    ['a tool that says nothing of itself', {}, 'owner', 'ask', /acts outside/],
  ];
  for (const [name, facts, taint, verdict, reason] of cases)
    it(`${name}: ${verdict}`, () => {
      const found = judge(call('some_tool', 'act', facts), { taint });
      assert.deepEqual([found.verdict, found.level], [verdict, verdict === 'allow' ? 1 : 2]);
      if (reason) assert.match(found.reasons.join(' '), reason);
    });
});
