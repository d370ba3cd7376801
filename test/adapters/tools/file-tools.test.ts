import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { pdfText } from '../../../src/adapters/pages/pdf-text.ts';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { createToolbox } from '../../../src/adapters/toolbox/toolbox.ts';
import { editFileTool } from '../../../src/adapters/tools/edit-file.ts';
import { listFilesTool } from '../../../src/adapters/tools/list-files.ts';
import { readFileTool } from '../../../src/adapters/tools/read-file.ts';
import { searchFilesTool } from '../../../src/adapters/tools/search-files.ts';
import { writeFileTool } from '../../../src/adapters/tools/write-file.ts';
import { judge } from '../../../src/domain/policy/policy.ts';
import type { JsonObject } from '../../../src/domain/text/json.ts';
import type { FrozenCall } from '../../../src/domain/tools/tool.ts';
import type { Tool } from '../../../src/ports/tool.ts';
import { judged } from '../../domain/tools/judged.ts';
import { confinedWorld, use } from '../files/confined-world.ts';
import { pdfOf } from '../pages/pdf.ts';

const maxOutputBytes = 4_000;
const clock = systemClock;

function toolsOf(t: Parameters<typeof confinedWorld>[0]) {
  const world = confinedWorld(t);
  const { files } = world;
  const read = readFileTool(files, { maxOutputBytes, pdf: pdfText({ clock }) });
  const write = writeFileTool(files);
  const edit = editFileTool(files);
  const list = listFilesTool(files, { maxOutputBytes });
  const search = searchFilesTool(files, { maxOutputBytes, clock });
  return { ...world, read, write, edit, list, search, all: [read, write, edit, list, search] };
}

suite('what Straylight must know', () => {
  test('given the settings of the agent, when file tools name them, then they are one file, judged as settings, and no link or other name leads there', async t => {
    const { all, write, read, list, settings, scripts, workspace, files } = toolsOf(t);
    const toolbox = createToolbox(all);
    const content = '[personality]\nname = "Case"\n';
    const call = toolbox.resolve({
      callId: 'c',
      name: 'write_file',
      arguments: JSON.stringify({ path: '/settings/agent.toml', content }),
    }) as FrozenCall;
    assert.equal(call.facts.writes, 'settings');
    assert.deepEqual(
      (['owner', 'external'] as const).map(taint => judge(call, { taint }).verdict),
      ['allow', 'ask'],
    );
    const direct = { ...call, facts: { ...call.facts, executor: 'direct' as const } };
    assert.equal(judge(direct, { taint: 'owner' }).verdict, 'ask');
    const asked = judged('write_file', { path: '/settings/agent.toml', content }, { executor: 'bubblewrap' });
    assert.equal(asked.facts.writes, 'settings');
    assert.match(
      (await use(write, { path: '/settings/agent.toml', content })).text,
      /^Created \/settings\/agent\.toml/,
    );
    assert.equal(readFileSync(join(settings, 'agent.toml'), 'utf8'), content);
    assert.match((await use(read, { path: '../settings/agent.toml' })).text, /name = "Case"/);
    assert.match((await use(list, { path: '/settings' })).text, /agent\.toml {2}28 bytes/);
    for (const [path, why] of [
      ['/settings/other.toml', /holds agent\.toml alone/],
      ['/settings/agent.toml.bak', /holds agent\.toml alone/],
      ['/settings/.env', /holds agent\.toml alone/],
      ['/scripts/agent.toml', /is not where the agent's settings are: they are in \/settings\/agent\.toml/],
    ] as const)
      assert.match(files.problemOf(path) ?? '', why);
    symlinkSync(settings, join(workspace, 'link'));
    symlinkSync(join(settings, 'agent.toml'), join(scripts, 'link'));
    for (const path of ['link/agent.toml', '/scripts/link'])
      assert.match((await use(write, { path, content: 'evil' })).text, /leads out of its folder/);
    assert.equal(readFileSync(join(settings, 'agent.toml'), 'utf8'), content);
  });

  test('given the five tools, when calls are resolved, then effect, facts and what is shown are right, and wrong paths are named', t => {
    const { all } = toolsOf(t);
    const toolbox = createToolbox(all);
    const resolve = (name: string, args: object) =>
      toolbox.resolve({ callId: 'c', name, arguments: JSON.stringify(args) }) as FrozenCall & { problem?: string };
    const path = '/scripts/x.py';
    const table: readonly (readonly [string, object, string, object, string])[] = [
      ['read_file', { path }, 'read', { path }, 'Read /scripts/x.py.'],
      ['list_files', {}, 'read', { workspace: 'read' }, 'List /workspace.'],
      ['search_files', { text: 'x' }, 'read', { workspace: 'read' }, 'Search /workspace for “x”.'],
      [
        'write_file',
        { path, content: 'a\nb\n' },
        'act',
        { writes: 'scripts', path },
        'Write /scripts/x.py (2 lines, 4 bytes).',
      ],
      [
        'write_file',
        { path: 'a', content: '' },
        'act',
        { writes: 'workspace', path: '/workspace/a', empties: true },
        'Write /workspace/a (0 lines, 0 bytes).',
      ],
      [
        'edit_file',
        { path: '../scripts/y', old_text: 'a', new_text: '' },
        'act',
        { writes: 'scripts', path: '/scripts/y' },
        'Change one place in /scripts/y.',
      ],
    ];
    for (const [name, args, effect, facts, intent] of table) {
      const call = resolve(name, args);
      assert.deepEqual([call.effect, call.facts, call.intent], [effect, facts, intent], call.problem ?? '');
      // what `straylight policy call` says of it without a home
      assert.deepEqual(
        judge(judged(name, args as JsonObject, {}), { taint: 'owner' }),
        judge(call, { taint: 'owner' }),
      );
    }
    const write = resolve('write_file', { path, content: 'rm -rf /\n' });
    assert.equal(write.exact, 'write /scripts/x.py\n\nrm -rf /\n');
    const edit = resolve('edit_file', { path, old_text: 'a\nb', new_text: 'a\nc\n' });
    assert.equal(edit.exact, 'edit /scripts/x.py\n\n- a\n- b\n+ a\n+ c');
    assert.deepEqual([judge(write, { taint: 'owner' }).level, judge(write, { taint: 'external' }).level], [1, 2]);

    for (const { name } of all) {
      const args = { path: '/etc/passwd', text: 'x', content: 'x', old_text: 'a', new_text: 'b' };
      assert.match(
        resolve(name, args).problem ?? '',
        /path: "\/etc\/passwd" lies outside\. A path begins with \/workspace\//,
      );
    }
    assert.match(resolve('edit_file', { path, old_text: 'a', new_text: 'a' }).problem ?? '', /are the same/);
    assert.match(resolve('edit_file', { path, old_text: '', new_text: 'a' }).problem ?? '', /old_text/);
    for (const { description } of all) assert.ok(description.length < 320, description);
  });
});

suite('read_file', () => {
  test('given a text, when it is read, then its lines are numbered and what it is stands above', async t => {
    const { read, has } = toolsOf(t);
    has('a.csv', 'x,y\n1,2\n');
    assert.partialDeepStrictEqual(await use(read, { path: 'a.csv' }), {
      text: '/workspace/a.csv (text/csv, 8 bytes, 2 lines)\n1\tx,y\n2\t1,2',
      taint: 'external',
    });
    has('b.txt', 'one\r\ntwo\r\n\r\nlast');
    assert.equal(
      (await use(read, { path: '/workspace/b.txt', from_line: 2, lines: 2 })).text,
      '/workspace/b.txt (text/plain, 16 bytes, 4 lines, ended by CR LF)\n2\ttwo\n3\t\n[lines 4 to 4 follow; go on with from_line 4]',
    );
    const past = await use(read, { path: 'b.txt', from_line: 9 });
    assert.deepEqual([past.failed, past.text.endsWith('has no line 9.')], [true, true]);
    has('empty', '');
    assert.equal((await use(read, { path: 'empty' })).text, '/workspace/empty is empty.');
  });

  test('given a long file, when it is read from where the last answer ended, then every line comes once', async t => {
    const { read, has } = toolsOf(t);
    const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at + 1} ä`);
    has('long.txt', lines.join('\n'));
    const seen: string[] = [];
    let calls = 0;
    for (let from = 1; from !== 0; calls++) {
      const { text } = await use(read, { path: 'long.txt', from_line: from });
      assert.ok(Buffer.byteLength(text) <= maxOutputBytes, `${Buffer.byteLength(text)} bytes`);
      seen.push(
        ...text
          .split('\n')
          .filter(line => /^\d+\t/.test(line))
          .map(line => line.replace(/^\d+\t/, '')),
      );
      from = Number(/go on with from_line (\d+)/.exec(text)?.[1] ?? 0);
    }
    assert.deepEqual(seen, lines);
    t.diagnostic(`3000 lines in ${calls} calls`);
  });

  test('given one line of 40 MB, when it is read, then its beginning is shown and memory stays small', async t => {
    const { read, has } = toolsOf(t);
    has('one.json', Buffer.alloc(40 * 2 ** 20, 'ab'));
    const before = process.memoryUsage().rss;
    const { text } = await use(read, { path: 'one.json' });
    assert.match(
      text,
      /^\/workspace\/one\.json \(application\/json, 40\.0 MB, 1 line\)\n1\t(ab){1000} \[… 41941040 more characters in this line\]$/,
    );
    t.diagnostic(`${Math.round((process.memoryUsage().rss - before) / 2 ** 20)} MB more`);
  });

  test('given what is no text, when it is read, then it is named as what it is', async t => {
    const { read, has } = toolsOf(t);
    const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)]);
    const table: readonly (readonly [string, Buffer, RegExp])[] = [
      ['p.txt', png, /is an image \(image\/png, 108 bytes\), which cannot be read as text/],
      ['z.docx', Buffer.from('PK\x03\x04\0\0', 'latin1'), /a binary file \(application\/vnd\.openxml\S+, 6 bytes\)/],
      ['x.bin', Buffer.from([0, 1, 2]), /a binary file \(application\/octet-stream/],
      ['latin.txt', Buffer.from('caf\xe9 au lait', 'latin1'), /a binary file|no text in UTF-8/],
      [
        'late.txt',
        Buffer.concat([Buffer.alloc(200_000, 'a\n'), Buffer.from([0xff])]),
        /no text in UTF-8 .* A command can convert it/,
      ],
    ];
    for (const [name, bytes, expected] of table) {
      has(name, bytes);
      const { text, failed, taint } = await use(read, { path: name });
      assert.match(text, expected);
      assert.deepEqual([failed, taint], [true, 'external']);
    }
  });

  test('given a PDF, when it is read, then its words are', async t => {
    const { read, has, files } = toolsOf(t);
    has('letter.pdf', pdfOf('Dear Straylight'));
    assert.match(
      (await use(read, { path: 'letter.pdf' })).text,
      /^\/workspace\/letter\.pdf \(application\/pdf, .*\n1\tDear Straylight$/,
    );
    const without = readFileTool(files, { maxOutputBytes });
    assert.match((await use(without, { path: 'letter.pdf' })).text, /a binary file \(application\/pdf/);
  });

  test('given nothing at the path, when it is read, then the answer is a result and no fault', async t => {
    const { read, has } = toolsOf(t);
    has('notes.md', 'x');
    assert.partialDeepStrictEqual(await use(read, { path: 'notes.txt' }), {
      text: '/workspace/notes.txt does not exist. There is: notes.md.',
      failed: true,
      taint: 'owner',
    });
  });
});

suite('write_file', () => {
  test('given a new path, an old one and a script, when they are written, then each answer says what changed', async t => {
    const { write, workspace, scripts } = toolsOf(t);
    assert.deepEqual(await use(write, { path: 'out/report.md', content: '# Report\n' }), {
      text: 'Created /workspace/out/report.md (1 line, 9 bytes).',
      said: [
        { code: 'fileNew', values: { name: '/workspace/out/report.md', lines: { lines: 1 }, size: { bytes: 9 } } },
      ],
      taint: 'owner',
    });
    assert.equal(
      (await use(write, { path: 'out/report.md', content: 'ä' })).text,
      'Replaced /workspace/out/report.md: 9 bytes before, now 1 line, 2 bytes.',
    );
    assert.equal(readFileSync(join(workspace, 'out/report.md'), 'utf8'), 'ä');
    await use(write, { path: '/scripts/hi.py', content: '#!/usr/bin/env python3\nprint(1)\n' });
    assert.equal(execFileSync(join(scripts, 'hi.py')).toString(), '1\n');
  });

  test('given a link from the workspace into the scripts, when it is written through, then what was judged as workspace does not become a tool', async t => {
    const { write, workspace, scripts } = toolsOf(t);
    symlinkSync('/scripts/evil.py', join(workspace, 'harmless.txt'));
    symlinkSync(scripts, join(workspace, 'folder'));
    for (const path of ['harmless.txt', 'folder/evil.py']) {
      const { failed, text } = await use(write, { path, content: 'x' });
      assert.equal(failed, true);
      assert.match(text, /leads out of its folder/);
    }
    assert.throws(() => statSync(join(scripts, 'evil.py')));
  });
});

suite('the repositories of the workspace', () => {
  const files = [
    ...['hooks/pre-commit', 'config', 'info/attributes', 'HEAD', 'config.worktree', 'hooks/new', 'commondir'],
    ...[
      'modules/lib/config',
      'modules/lib/hooks/post-checkout',
      'worktrees/one/gitdir',
      'worktrees/one/config.worktree',
    ],
  ];
  const paths = [
    ...files.flatMap(file => [`proj/.git/${file}`, `.git/${file}`, `proj.git/${file}`, `proj/.GIT/${file}`]),
    ...['proj/.git', 'sub/.git', '.git', '.githooks/pre-push', 'tools/pre-commit', '.husky/_/x', 'proj/./.git//config'],
    ...['proj/.gitattributes', 'proj/.gitmodules', 'proj/sub/../.git/config'],
  ];

  test('given whatever decides what Git runs, when a file tool would write it, then it is not allowed unasked; a link does not lead there', async t => {
    const { all, write, edit, workspace, has } = toolsOf(t);
    const toolbox = createToolbox(all);
    for (const path of paths)
      for (const [name, args] of [
        ['write_file', { path, content: 'x' }],
        ['edit_file', { path, old_text: 'a', new_text: 'b' }],
      ] as const) {
        const call = toolbox.resolve({ callId: 'c', name, arguments: JSON.stringify(args) }) as FrozenCall;
        for (const taint of ['owner', 'external'] as const)
          assert.notEqual(judge(call, { taint }).verdict, 'allow', `${name} ${path}`);
      }
    for (const path of ['notes.md', 'src/update.ts', 'docs/hooks.md', 'git/readme'])
      assert.equal(
        judge(
          toolbox.resolve({
            callId: 'c',
            name: 'write_file',
            arguments: JSON.stringify({ path, content: 'x' }),
          }) as FrozenCall,
          { taint: 'owner' },
        ).verdict,
        'allow',
        path,
      );

    has('proj/.git/config', '[core]\n');
    symlinkSync('.git', join(workspace, 'proj/tpl'));
    symlinkSync('.git/config', join(workspace, 'proj/settings'));
    symlinkSync('proj/tpl', join(workspace, 'twice'));
    for (const path of ['proj/tpl/config', 'proj/tpl/hooks/pre-commit', 'proj/settings', 'twice/config', 'twice/x/y'])
      for (const attempt of [
        use(write, { path, content: '[core]\n\tfsmonitor = evil\n' }),
        use(edit, { path, old_text: '[core]', new_text: '[alias]' }),
      ])
        assert.match((await attempt).text, /is or passes a link, and nothing was done/);
    assert.equal(readFileSync(join(workspace, 'proj/.git/config'), 'utf8'), '[core]\n');
    assert.deepEqual(readdirSync(join(workspace, 'proj/.git')), ['config']);
  });
});

suite('edit_file', () => {
  const before = 'def a():\n\treturn 1\n\ndef b():\n\treturn 1\n';
  const cases: readonly (readonly [string, string, object, RegExp, string | undefined])[] = [
    [
      'one place',
      before,
      { old_text: 'def b():\n\treturn 1', new_text: 'def b():\n\treturn 2' },
      /^Changed \/workspace\/f at line 4: 39 bytes before, now 39 bytes\.$/,
      before.replace(/1\n$/, '2\n'),
    ],
    [
      'two places',
      before,
      { old_text: 'return 1', new_text: 'x' },
      /stands 2 times in \/workspace\/f \(lines 2, 5\)\. Take more of what is around/,
      undefined,
    ],
    [
      'all places',
      before,
      { old_text: 'return 1', new_text: '$&$1', all: true },
      /at 2 places/,
      before.replaceAll('return 1', () => '$&$1'),
    ],
    [
      'other spaces',
      before,
      { old_text: '    return 1', new_text: 'x' },
      /Line 2 comes close: "\\treturn 1"\. Spaces, tabs/,
      undefined,
    ],
    [
      'line numbers',
      before,
      { old_text: '4\tdef b():', new_text: 'x' },
      /Leave the line numbers out\. Line 4 is "def b\(\):"/,
      undefined,
    ],
    [
      'nothing like it',
      before,
      { old_text: 'class C', new_text: 'x' },
      /No line of it is there either: read the file again/,
      undefined,
    ],
    [
      'more lines than there are',
      before,
      { old_text: 'def a():\n\treturn 3', new_text: 'x' },
      /Line 1 comes close/,
      undefined,
    ],
    ['CR LF', 'a\r\nb\r\nc\r\n', { old_text: 'a\nb\n', new_text: 'a\nx\ny\n' }, /at line 1/, 'a\r\nx\r\ny\r\nc\r\n'],
    ['taking out', 'keep\ndrop\n', { old_text: 'drop\n', new_text: '' }, /now 5 bytes/, 'keep\n'],
    ['a byte order mark', '\ufeffa\n', { old_text: 'a', new_text: 'b' }, /at line 1/, '\ufeffb\n'],
    ['no text', 'a\0b', { old_text: 'a', new_text: 'b' }, /no text in UTF-8/, undefined],
  ];
  for (const [what, content, args, expected, after] of cases)
    test(`given ${what}, when it is edited, then ${after === undefined ? 'the answer helps to mend the call, and nothing changes' : 'exactly that changes'}`, async t => {
      const { edit, has, workspace } = toolsOf(t);
      has('f', content);
      const { text, failed = false } = await use(edit, { path: 'f', ...args });
      assert.match(text, expected);
      assert.equal(failed, after === undefined);
      assert.equal(readFileSync(join(workspace, 'f'), 'utf8'), after ?? content);
    });

  test('given a file that is not there, when it is edited, then that is the answer', async t => {
    const { edit } = toolsOf(t);
    const { text, failed } = await use(edit, { path: 'none', old_text: 'a', new_text: 'b' });
    assert.deepEqual([text, failed], ['/workspace/none does not exist.', true]);
  });
});

suite('list_files', () => {
  test('given a folder, when it is listed, then kinds and sizes stand in order of the names', async t => {
    const { list, has, workspace } = toolsOf(t);
    has('b.txt', 'x'.repeat(2_000));
    has('a/inner.txt', 'x');
    has('C', '');
    has('line\nbreak', 'x');
    symlinkSync('/etc/passwd', join(workspace, 'link'));
    execFileSync('mkfifo', [join(workspace, 'pipe')]);
    const { text, taint } = await use(list, {});
    assert.equal(taint, 'external');
    const when = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
    assert.match(
      text,
      new RegExp(
        `^/workspace: 6 entries\nC  0 bytes  ${when}\na/  folder  ${when}\nb\\.txt  2\\.0 KB  ${when}\nline⟨U\\+000A⟩break  1 byte  ${when}\nlink  link to /etc/passwd\npipe  neither file nor folder$`,
      ),
    );
  });

  test('given a glob, when it is listed, then everything below that fits is, and hidden histories are not', async t => {
    const { list, has, scripts } = toolsOf(t);
    for (const name of ['x.py', 'src/a.py', 'src/deep/b.py', 'src/c.ts', 'node_modules/d.py', '.git/e.py', 'A.PY'])
      has(name, '');
    const names = async (glob: string, path = '/workspace') =>
      (await use(list, { glob, path })).text
        .split('\n')
        .slice(1)
        .filter(line => !line.startsWith('['))
        .map(line => line.split('  ')[0]);
    const deep = (await use(list, { glob: '*.py', path: 'src/deep' })).text.split('\n');
    assert.match(deep.at(-1) ?? '', /^\[on the owner's disk: \/.+\/workspace\/src\/deep\/b\.py\]$/);
    assert.deepEqual(await names('*.py'), ['src/a.py', 'src/deep/b.py', 'x.py']);
    assert.deepEqual(await names('src/*.{py,ts}'), ['src/a.py', 'src/c.ts']);
    assert.deepEqual(await names('src/**/*.py'), ['src/a.py', 'src/deep/b.py']);
    assert.deepEqual(await names('**/deep'), ['src/deep/']);
    assert.deepEqual(await names('?.py', 'src'), ['a.py', 'deep/b.py']);
    execFileSync('git', ['init', '-q', scripts]);
    writeFileSync(join(scripts, 't.py'), '');
    assert.deepEqual(
      (await use(list, { path: '/scripts' })).text
        .split('\n')
        .slice(1)
        .map(line => line.split('  ')[0]),
      ['t.py'],
    );
    const many = await use(list, { glob: '{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}{m,n}' });
    assert.match(many.text, /more than 64 alternatives/);
  });

  test('given more entries than fit, when they are listed, then the answer is bounded and says how many are left out', async t => {
    const { list, has } = toolsOf(t);
    for (let at = 0; at < 500; at++) has(`file-${String(at).padStart(3, '0')}.txt`, '');
    const { text } = await use(list, {});
    assert.ok(Buffer.byteLength(text) <= maxOutputBytes);
    const shown = text.split('\n').filter(line => line.startsWith('file-')).length;
    assert.match(text, new RegExp(`^/workspace: 500 entries\n[\\s\\S]*\\[${500 - shown} more are left out`));
  });

  test('given a file or nothing, when it is listed, then the answer says so', async t => {
    const { list, has } = toolsOf(t);
    has('a', '');
    assert.match((await use(list, { path: 'a' })).text, /\/workspace\/a is a file, not a folder/);
    assert.match((await use(list, { path: 'b/c' })).text, /\/workspace\/b does not exist/);
  });
});

suite('search_files', () => {
  test('given a text, when it is searched for, then file, line and words of each match come in order', async t => {
    const { search, has, workspace } = toolsOf(t);
    has('a.md', 'The cat.\nno\nthe Cat (again)\n');
    has('sub/b.txt', 'x\r\ncat\r\n');
    has('c.bin', 'cat\0');
    has('.git/d.txt', 'cat');
    has('big.txt', `${'y'.repeat(1_000)}cat${'z'.repeat(1_000)}`);
    symlinkSync('/etc', join(workspace, 'etc'));
    const { text, taint } = await use(search, { text: 'cat' });
    assert.equal(taint, 'external');
    assert.match(
      text,
      /^3 matching lines in 3 files of \/workspace\.\n\/workspace\/a\.md:1: The cat\.\n\/workspace\/big\.txt:1: …y{100}catz{197}…\n\/workspace\/sub\/b\.txt:2: cat$/,
    );
    const folded = await use(search, { text: 'CAT (', ignore_case: true, glob: '*.md' });
    assert.equal(folded.text, '1 matching line in 1 file of /workspace.\n/workspace/a.md:3: the Cat (again)');
    const one = await use(search, { text: 'c.t$', regex: true, path: 'sub/b.txt' });
    assert.equal(one.text, '1 matching line in 1 file of /workspace/sub/b.txt.\n/workspace/sub/b.txt:2: cat');
    const loose = await use(search, { text: '\\(AGAIN\\)|\\-', regex: true, ignore_case: true });
    assert.match(loose.text, /a\.md:3: the Cat/);
    assert.match((await use(search, { text: 'dog' })).text, /^No matches in 3 files/);
  });

  test('given an expression that never ends, when it is searched for, then the deadline ends it and Straylight goes on', {
    timeout: 60_000,
  }, async t => {
    const { files, has } = toolsOf(t);
    has('a.txt', 'aaaa\n');
    has('b.txt', `${'a'.repeat(60)}!\n`);
    const search = searchFilesTool(files, { maxOutputBytes, clock, timeoutMs: 2_000 });
    const began = performance.now();
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 20);
    const { text } = await use(search, { text: '^(a+)+$', regex: true });
    clearInterval(ticking);
    const tookMs = performance.now() - began;
    assert.match(
      text,
      /^1 matching line in .*\n\/workspace\/a\.txt:1: aaaa\n\[Not everything was searched: it took more than 2 s \(a simpler expression/,
    );
    assert.ok(ticks > 10, `the loop was free: ${ticks} ticks`);
    t.diagnostic(`ended after ${Math.round(tookMs)} ms, ${ticks} ticks of the loop meanwhile`);
    const wrong = await use(search, { text: '(', regex: true });
    assert.match(wrong.text, /Invalid regular expression.*Mend the expression/);
    assert.equal(wrong.failed, true);
  });

  test('given a search that is cancelled, when it runs, then it ends as cancelled', { timeout: 60_000 }, async t => {
    const { files, has } = toolsOf(t);
    has('b.txt', `${'a'.repeat(60)}!\n`);
    const search = searchFilesTool(files, { maxOutputBytes, clock, timeoutMs: 60_000 });
    const stop = new AbortController();
    const ended = assert.rejects(use(search, { text: '^(a+)+$', regex: true }, { signal: stop.signal }), {
      name: 'AbortError',
    });
    stop.abort();
    await ended;
  });

  test('given more matches than wanted, when they are searched for, then the answer is bounded and says so', async t => {
    const { search, has } = toolsOf(t);
    has('a.txt', 'match me please, this is a line\n'.repeat(1_000));
    has('huge.txt', 'match me please\n'.repeat(200_000));
    const few = await use(search, { text: 'match', max_matches: 3 });
    assert.match(
      few.text,
      /^3 matching lines in 1 file of \/workspace\.\n.*:1: .*\n.*:2: .*\n.*:3: .*\n\[Not everything was searched: there are 3 matches\.\]$/,
    );
    const many = await use(search, { text: 'match', max_matches: 1_000 });
    assert.ok(Buffer.byteLength(many.text) <= maxOutputBytes);
    assert.match(many.text, /the answer is full/);
    const rest = await use(search, { text: 'nowhere' });
    assert.match(rest.text, /\[1 file above 2 MB left out\.\]$/);
  });
});

test('given a workspace that is gone, when a tool is used, then it is a fault of Straylight and no answer', async t => {
  const { read, list, write, workspace } = toolsOf(t);
  rmSync(workspace, { recursive: true });
  const uses: readonly (readonly [Tool, object])[] = [
    [read, { path: 'a' }],
    [list, {}],
    [write, { path: 'a', content: '' }],
  ];
  for (const [tool, args] of uses)
    await assert.rejects(
      use(tool, args),
      error => (error as { failure?: { kind: string } }).failure?.kind === 'unavailable',
    );
});
