/** The files of the agent's own tools: saved well, saved badly, saved by editors, and by commands that mean harm. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { isMalformed } from '../../../src/domain/tools/tool.ts';
import { areAllRun } from '../../slow.ts';
import { type ToolWorld, toolWorld, wordCount } from './tool-world.ts';

let world: ToolWorld;
beforeEach(async () => {
  world = await toolWorld();
  await world.open();
});
afterEach(() => world.close());

const row = (name: string) => world.library.service.list().find(tool => tool.name === name);
const problem = (name: string, args: unknown) => {
  const call = world.resolve(name, args);
  return isMalformed(call) ? call.problem : undefined;
};

suite('files and what becomes of them', () => {
  const schema = (name: string, more: object = {}) =>
    JSON.stringify({
      name,
      description: `Does ${name}.`,
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
      ...more,
    });

  test('given a program that is no Python, when it is saved with a schema, then it is a tool like the others', async () => {
    world.save('upper.sh', '#!/bin/sh\ntr a-z A-Z\n', 0o755);
    world.save('upper.json', schema('upper', { program: 'upper.sh', timeout_secs: 5 }));
    await world.reported(/upper was added/);
    assert.equal((await world.use('upper', { text: 'hi' })).text, '{"TEXT":"HI"}');
    assert.equal(world.freeze('upper', {}).timeoutMs, 15_000, 'its own deadline comes before that of the call');
    await world.use('delete_tool', { name: 'upper' });
    await world.use('revert_tool', { name: 'upper' });
    assert.equal(statSync(join(world.scripts, 'upper.sh')).mode & 0o777, 0o755);
    assert.match((await world.use('upper', { text: 'again' })).text, /AGAIN/);
  });

  const link = (to: string) => (path: string) => symlinkSync(to, path);
  const wrong: readonly (readonly [
    what: string,
    files: Readonly<Record<string, string | ((path: string) => void)>>,
    told: RegExp,
  ])[] = [
    ['no JSON', { 'bad.json': '{"name": ' }, /bad\.json is not JSON/],
    ['a list', { 'bad.json': '[]' }, /one JSON object/],
    ['another name inside', { 'bad.json': schema('good') }, /its "name" has to be "bad"/],
    ['a name that is none', { 'Bad-Name.json': schema('Bad-Name') }, /a tool's name is lower case/],
    ['no program', { 'bad.json': schema('bad') }, /bad\.py is missing/],
    ['a program elsewhere', { 'bad.json': schema('bad', { program: '../x.py' }) }, /without a path/],
    [
      'a program that may not run',
      { 'bad.sh': '#!/bin/sh\n', 'bad.json': schema('bad', { program: 'bad.sh' }) },
      /chmod \+x/,
    ],
    [
      'the name of a built-in tool',
      { 'show_tool.py': '', 'show_tool.json': schema('show_tool') },
      /name of a built-in tool/,
    ],
    [
      'a pattern that does not compile',
      { 'bad.json': schema('bad', { parameters: { type: 'object', properties: { a: { pattern: '(' } } } }) },
      /has to be a regular expression/,
    ],
    ['a link as schema', { 'bad.json': link('/etc/hostname') }, /bad\.json is a link/],
    ['a link as program', { 'bad.py': link('/etc/passwd'), 'bad.json': schema('bad') }, /bad\.py is a link/],
    [
      'a pipe as program',
      { 'bad.py': path => void execFileSync('mkfifo', [path]), 'bad.json': schema('bad') },
      /bad\.py is no plain file/,
    ],
    ['a folder as schema', { 'bad.json': path => mkdirSync(path) }, /bad\.json is no plain file/],
    ['a huge schema', { 'bad.json': `"${'x'.repeat(70_000)}"` }, /65536 are the most/],
    [
      'Python that is none',
      { 'bad.py': 'def f(:\n', 'bad.json': schema('bad') },
      /bad\.py is not valid Python: .*SyntaxError/s,
    ],
  ];
  for (const [what, files, told] of wrong)
    test(`given ${what}, when it is saved, then it is kept out, and owner and model are told why, once`, async () => {
      for (const [file, content] of Object.entries(files))
        if (typeof content === 'string') world.save(file, content);
        else content(join(world.scripts, file));
      assert.match(await world.reported(/^My tool .* cannot be used/), told);
      assert.deepEqual(world.offered(), []);
      const [broken] = world.library.service.list();
      assert.equal(broken?.state, 'broken');
      assert.match(broken?.reason ?? '', told);
      assert.match(world.library.toolbox.offer('').notes, /out of use\n- .* cannot be used: /);
      await world.open();
      assert.match(world.library.service.list()[0]?.reason ?? '', told, 'and so it is after a restart');
      assert.equal(world.reports.length, 1);
    });

  test('given a schema that is saved, or saved anew, when that is noticed, then it is what the next question offers', async t => {
    const waits: number[] = [];
    world.save('hot.py', 'print("{}")');
    for (let round = 0; round < 10; round++) {
      const noticed = world.next(round === 0 ? /hot was added/ : /hot was changed/);
      const savedAt = performance.now();
      world.save(
        'hot.json',
        schema('hot', { parameters: { type: 'object', properties: { [`round_${round}`]: { type: 'string' } } } }),
      );
      await noticed;
      waits.push(performance.now() - savedAt);
      const spec = world.library.toolbox.offer('').specs.find(({ name }) => name === 'hot');
      assert.deepEqual(spec?.parameters['properties'], { [`round_${round}`]: { type: 'string' } });
    }
    t.diagnostic(`offered ${waits.map(ms => Math.round(ms)).join(', ')} ms after it was saved`);
  });

  test('given a program that comes after its schema, when it is saved, then the tool is there, and nobody was told that it was not', async () => {
    world.save('late.json', schema('late'));
    world.save('late.py', 'print("{}")');
    await world.reported(/late was added/);
    assert.deepEqual(world.reports, []);
  });

  test('given a tool broken by hand, when it is mended, or taken back, then it is on offer again', async () => {
    await world.use('create_tool', wordCount);
    const good = readFileSync(join(world.scripts, 'word_count.json'), 'utf8');
    world.save('word_count.json', good.slice(0, 40));
    await world.reported(/word_count was broken/);
    assert.match(problem('word_count', { text: 'a' }) ?? '', /word_count cannot be used: word_count\.json is not JSON/);
    world.save('word_count.json', good);
    await world.reported(/word_count was changed/);
    assert.equal(row('word_count')?.trusted, true, 'the same content is trusted as before');
    world.save('word_count.py', 'import json, sys\nprint(json.load(sys.stdin)["text"\n');
    await world.reported(/word_count\.py is not valid Python/);
    await assert.rejects(world.library.service.change('word_count', 'enable'), /cannot be used/);
    assert.match(
      await world.library.service.change('word_count', 'revert'),
      /again as it was in .*create tool: word_count/,
    );
    assert.equal((await world.use('word_count', { text: 'a' })).text, '{"words": 1}');
  });

  test('given files saved as editors do, when they are done, then each save is one change and no half of one is reported', async () => {
    await world.use('create_tool', wordCount);
    const json = join(world.scripts, 'word_count.json');
    const text = readFileSync(json, 'utf8');
    const version = (n: number) => text.replace('Counts the words', `Counts ${n} times the words`);
    const seen = async (n: number) => {
      for (let round = 0; round < 400 && !describes(n); round++) await world.library.service.show('word_count');
      return describes(n);
    };
    const describes = (n: number) => row('word_count')?.description.includes(`${n} times`) === true;
    // another file, then a rename
    writeFileSync(`${json}.new`, version(1));
    renameSync(`${json}.new`, json);
    assert.ok(await seen(1), 'rename');
    // the old one aside, a new one, the old one away
    renameSync(json, `${json}~`);
    writeFileSync(json, version(2));
    rmSync(`${json}~`);
    assert.ok(await seen(2), 'backup');
    // in pieces
    writeFileSync(json, version(3).slice(0, 50));
    await world.library.service.show('word_count');
    writeFileSync(json, version(3));
    assert.ok(await seen(3), 'pieces');
    // gone and there again
    rmSync(json);
    writeFileSync(json, version(4));
    assert.ok(await seen(4), 'replaced');
    assert.deepEqual(world.reports, [], 'nobody was told of anything in between');
  });

  test('given a file saved without a change, or files that are none of a tool, then nothing happens', async () => {
    await world.use('create_tool', wordCount);
    const { offer } = world.library.toolbox;
    const before = offer('');
    world.save('word_count.json', readFileSync(join(world.scripts, 'word_count.json'), 'utf8'));
    world.save('notes.txt', 'hello');
    world.save('agent.toml', '');
    mkdirSync(join(world.scripts, 'lib'));
    world.save('lib/x.json', '{');
    world.save('last.py', 'print("{}")');
    world.save('last.json', JSON.stringify({ name: 'last', description: 'The last.', parameters: { type: 'object' } }));
    await world.reported(/last was added/);
    rmSync(join(world.scripts, 'last.json'));
    await world.reported(/last was removed/);
    assert.deepEqual(offer(''), before);
    assert.equal(offer('anything'), offer('something'), 'and it is the very same list');
    assert.deepEqual(world.reports, []);
  });

  test('given a tool that changes between the yes and the run, when it is run, then nothing runs', async () => {
    await world.use('create_tool', wordCount);
    const call = world.freeze('word_count', { text: 'a' });
    world.save('word_count.py', 'print("evil")');
    await assert.rejects(world.run(call), /has (just )?been changed/);
    await world.reported(/word_count was changed/);
    await assert.rejects(world.run(call), /has been changed since this call was judged/);
    assert.equal(row('word_count')?.calls, 0);
    await world.library.service.change('word_count', 'disable');
    await assert.rejects(world.run(call), /switched off by the owner. Nothing was run/);
  });
});

suite('what a command could leave behind for git', () => {
  test('given settings, hooks, filters and attributes in the folder, when tools are made and taken back, then none of it runs and no byte differs', async () => {
    await world.use('create_tool', wordCount);
    const mark = join(world.home, 'ran');
    const evil = join(world.home, 'evil.sh');
    writeFileSync(evil, `#!/bin/sh\ntouch '${mark}'\ncat\n`);
    chmodSync(evil, 0o755);
    const git = join(world.scripts, '.git');
    rmSync(git);
    execFileSync('git', ['init', '--quiet', world.scripts]);
    for (const [key, value] of [
      ['core.fsmonitor', evil],
      ['core.hooksPath', world.home],
      ['core.pager', evil],
      ['core.editor', evil],
      ['commit.gpgSign', 'true'],
      ['gpg.program', evil],
      ['filter.evil.clean', evil],
      ['filter.evil.smudge', evil],
      ['filter.evil.process', evil],
      ['diff.external', evil],
      ['diff.evil.textconv', evil],
      ['core.sshCommand', evil],
      ['core.autocrlf', 'true'],
      ['core.worktree', '/'],
    ])
      execFileSync('git', ['-C', world.scripts, 'config', key ?? '', value ?? '']);
    world.save('.gitattributes', '* filter=evil diff=evil text eol=crlf ident working-tree-encoding=UTF-16\n');
    for (const hook of ['pre-commit', 'post-commit', 'post-index-change', 'reference-transaction', 'post-checkout']) {
      writeFileSync(join(git, 'hooks', hook), readFileSync(evil));
      chmodSync(join(git, 'hooks', hook), 0o755);
    }
    const crlf = `${wordCount.implementation}# $Id$\r\n# Ümläut\n`;
    await world.use('create_tool', { ...wordCount, implementation: crlf });
    world.save('word_count.py', 'print("by hand")');
    await world.open();
    await world.use('revert_tool', { name: 'word_count' });
    await world.library.service.show('word_count');
    assert.equal(existsSync(mark), false);
    assert.equal(readFileSync(join(world.scripts, 'word_count.py'), 'utf8'), crlf);
    const log = execFileSync('git', ['--git-dir', world.repository, 'log', '--format=%an <%ae> %s'], {
      encoding: 'utf8',
    });
    assert.match(log, /^Straylight <straylight@localhost> revert tool: word_count\n/);
  });

  test('given a file named like a module of Python, when a trusted tool runs, then it is not what it imports', async () => {
    await world.use('create_tool', wordCount);
    world.save('json.py', 'import os\nos._exit(7)\n');
    world.save('sys.py', 'raise SystemExit(8)\n');
    assert.equal((await world.use('word_count', { text: 'a b' })).text, '{"words": 2}');
  });

  test('given a tool that is gone as soon as it is made, when that is noticed, then it is on offer no more', async () => {
    for (let round = 1; round <= (areAllRun ? 5 : 2); round += 1) {
      await world.use('create_tool', { ...wordCount, name: `word_count_${round}` });
      for (const ending of ['py', 'json']) rmSync(join(world.scripts, `word_count_${round}.${ending}`));
      await world.reported(new RegExp(`word_count_${round} was removed`));
    }
    assert.deepEqual(world.offered(), []);
  });

  test('given a command that empties the scripts folder, when a tool is taken back, then it is there again', async () => {
    await world.use('create_tool', wordCount);
    await world.executor.execute({
      command: 'empty',
      argv: ['sh', '-c', `rm -rf ${world.executor.folders.scripts}/* ${world.executor.folders.scripts}/.git*`],
      timeoutMs: 10_000,
      signal: new AbortController().signal,
    });
    assert.deepEqual(readdirSync(world.scripts), []);
    await world.reported(/word_count was removed/);
    await world.use('revert_tool', { name: 'word_count' });
    assert.equal((await world.use('word_count', { text: 'a' })).text, '{"words": 1}');
  });
});
