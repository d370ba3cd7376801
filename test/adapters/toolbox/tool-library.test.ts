/**
 * The agent's own tools from the first line of code to the way back: on real files, with real git, SQLite and sandbox.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, suite, test } from 'node:test';
import { isMalformed } from '../../../src/domain/tools/tool.ts';
import { draft, type ToolWorld, toolWorld, wordCount } from '../tools/tool-world.ts';

let world: ToolWorld;
beforeEach(async () => {
  world = await toolWorld();
  await world.open();
});
afterEach(() => world.close());

const git = (...words: string[]) => execFileSync('git', ['-C', world.scripts, ...words], { encoding: 'utf8' }).trim();
const subjects = () => git('log', '--format=%s').split('\n').reverse().slice(1);
const row = (name: string) => world.library.service.list().find(tool => tool.name === name);
const problem = (name: string, args: unknown) => {
  const call = world.resolve(name, args);
  return isMalformed(call) ? call.problem : undefined;
};

suite('the life of a tool', () => {
  test('given a wish, when a tool is made, used, broken by hand, set aside and taken back, then each step is seen', async () => {
    const made = await world.use('create_tool', wordCount);
    assert.equal(made.failed, undefined);
    assert.match(
      made.text,
      /Made the tool word_count, version 1\. Committed as [0-9a-f]{7}.*\nThe test passed in \d+ ms\. Its output:\n\{"words": 3\}/s,
    );
    assert.deepEqual(subjects(), ['create tool: word_count']);
    assert.equal(git('status', '--porcelain'), '', 'what is there is what git has');
    assert.equal(statSync(join(world.scripts, 'word_count.py')).mode & 0o777, 0o755);
    assert.deepEqual(world.offered(), ['word_count'], 'and it is on offer');
    assert.deepEqual([row('word_count')?.state, row('word_count')?.trusted], ['ok', true]);

    assert.equal(world.asks('word_count', { text: 'a b' }), false, 'what create_tool committed runs unasked');
    assert.deepEqual(await world.use('word_count', { text: 'to be or not to be' }), {
      text: '{"words": 6}',
      failed: false,
      taint: 'owner',
    });

    world.save('word_count.py', 'import sys\nsys.exit("no more words: s3cret")\n');
    await world.reported(/word_count was changed/);
    assert.equal(row('word_count')?.trusted, false);
    assert.equal(
      world.asks('word_count', { text: 'a' }),
      true,
      'code that create_tool did not write is a new question',
    );
    const card = world.freeze('word_count', { text: 'a' });
    assert.match(String(card.exact), /no more words/, 'the owner sees the code');
    assert.match(card.intent, /changed by other means than create_tool/);
    const first = await world.run(card);
    assert.match(first.text, /word_count failed: it ended with exit code 1: no more words/);
    assert.equal(world.asks('word_count', { text: 'a' }), false, 'the yes to this content is remembered');
    await world.use('word_count', { text: 'a' });
    const third = await world.use('word_count', { text: 'a' });
    assert.match(third.text, /word_count is now quarantined .* 3 failures in a row/, 'the model is told at once');
    assert.deepEqual(world.offered(), []);
    assert.match(
      world.reports.join('\n'),
      /My tool word_count is quarantined after 3 failures in a row.*no more words: \[secret\]/,
    );
    assert.match(problem('word_count', { text: 'a' }) ?? '', /word_count is quarantined after 3 failures in a row/);
    assert.match(world.library.toolbox.offer('').notes, /word_count is quarantined/);
    assert.deepEqual([row('word_count')?.state, row('word_count')?.calls], ['quarantined', 4]);

    const back = await world.use('revert_tool', { name: 'word_count' });
    assert.match(back.text, /word_count is again as it was in [0-9a-f]{7} \(create tool: word_count\)/);
    assert.deepEqual(subjects(), [
      'create tool: word_count',
      'keep tool: word_count, as it was found',
      'revert tool: word_count',
    ]);
    assert.equal((await world.use('word_count', { text: 'a b' })).text, '{"words": 2}');
    assert.deepEqual([row('word_count')?.state, row('word_count')?.version], ['ok', 3]);
  });

  test('given a tool set aside, when its file is edited, then it is back, and set aside again only for new failures', async () => {
    await world.use('create_tool', draft('glass', 'Breaks.', 'sys.exit(1)'));
    for (let round = 0; round < 3; round++) await world.use('glass', { text: '' });
    assert.equal(row('glass')?.state, 'quarantined');
    world.save('glass.py', 'print("{}")');
    await world.reported(/glass was changed/);
    assert.equal(row('glass')?.state, 'untested');
    assert.deepEqual(world.offered(), ['glass']);
  });

  test('given a tool set aside, when the same code is written once more without a test, then it stays aside, with the reason', async () => {
    const glass = draft('glass', 'Breaks.', 'sys.exit(1)');
    await world.use('create_tool', glass);
    for (let round = 0; round < 3; round++) await world.use('glass', { text: '' });
    await world.use('create_tool', glass);
    assert.equal(row('glass')?.state, 'quarantined');
    assert.match(row('glass')?.reason ?? '', /3 failures in a row/);
    assert.deepEqual(world.offered(), []);
  });

  test('given a version that only lay in the folder, when the agent goes back to it, then what create_tool made stays trusted', async () => {
    await world.use('create_tool', wordCount);
    const made = readFileSync(join(world.scripts, 'word_count.py'), 'utf8');
    world.save('word_count.py', 'print("{}")\n');
    await world.reported(/word_count was changed/);
    await world.use('revert_tool', { name: 'word_count' });
    const found = git('log', '--format=%H', '--grep=^keep tool: word_count');
    const there = await world.use('revert_tool', { name: 'word_count', version: found });
    assert.match(there.text, /not made by create_tool/);
    assert.equal(row('word_count')?.trusted, false);
    const noticed = world.next(/word_count/);
    world.save('word_count.py', made);
    await noticed;
    assert.equal(row('word_count')?.trusted, true);
  });

  test('given a tool set aside, when the owner enables it, then it counts anew; when he disables it, nobody but he brings it back', async () => {
    await world.use('create_tool', draft('glass', 'Breaks.', 'sys.exit(1)'));
    for (let round = 0; round < 3; round++) await world.use('glass', { text: '' });
    await world.library.service.change('glass', 'enable');
    assert.deepEqual(world.offered(), ['glass']);
    assert.equal((await world.use('glass', { text: '' })).text.includes('set aside'), false);
    await world.library.service.change('glass', 'disable');
    assert.match(problem('glass', { text: '' }) ?? '', /switched off by the owner/);
    const again = await world.use('create_tool', wordCountNamed('glass'));
    assert.match(again.text, /stays switched off/);
    await world.use('delete_tool', { name: 'glass' });
    await world.use('create_tool', wordCountNamed('glass'));
    assert.equal(row('glass')?.state, 'disabled');
    await world.library.service.change('glass', 'enable');
    assert.deepEqual(world.offered(), ['glass']);
  });

  test('given a tool that was deleted, when it is reverted, then it is back with its history', async () => {
    await world.use('create_tool', wordCount);
    assert.match((await world.use('delete_tool', { name: 'word_count' })).text, /Deleted the tool word_count/);
    assert.deepEqual(readdirSync(world.scripts).sort(), ['.git']);
    assert.deepEqual(world.offered(), []);
    await world.use('revert_tool', { name: 'word_count' });
    assert.equal((await world.use('word_count', { text: 'a' })).text, '{"words": 1}');
    assert.deepEqual(subjects(), ['create tool: word_count', 'delete tool: word_count', 'revert tool: word_count']);
  });

  test('given five tools, one from pasted code, when they are made, then all of them work and are known after a restart', async () => {
    const tools = [
      [wordCount, { text: 'a b c' }, '{"words": 3}'],
      [
        draft(
          'sum_numbers',
          'Adds up all numbers in a text.',
          'import re\nprint(json.dumps({"sum": sum(map(float, re.findall(r"-?\\d+(?:\\.\\d+)?", args["text"])))}))',
        ),
        { text: '1 and 2.5' },
        '{"sum": 3.5}',
      ],
      [
        draft('sort_lines', 'Sorts lines by alphabet.', 'print(json.dumps(sorted(args["text"].splitlines())))'),
        { text: 'b\na' },
        '["a", "b"]',
      ],
      [
        draft(
          'find_emails',
          'Finds the mail addresses in a text.',
          'import re\nprint(json.dumps(re.findall(r"[\\w.]+@[\\w.]+", args["text"])))',
        ),
        { text: 'x a@b.cd y' },
        '["a@b.cd"]',
      ],
      // as an owner would paste it: functions, a main, an encoding line, CRLF
      [
        {
          ...draft('slug', 'Turns a title into a slug for an address.', ''),
          implementation:
            '# -*- coding: utf-8 -*-\r\nimport json, re, sys\r\n\r\ndef slug(title):\r\n    return re.sub(r"[^a-zäöüß0-9]+", "-", title.lower()).strip("-")\r\n\r\nif __name__ == "__main__":\r\n    print(json.dumps({"slug": slug(json.load(sys.stdin)["text"])}, ensure_ascii=False))\r\n',
        },
        { text: 'Grüße, Welt!' },
        '{"slug": "grüße-welt"}',
      ],
    ] as const;
    for (const [args, input] of tools) {
      const { test_input: _, ...bare } = args as typeof wordCount;
      const made = await world.use('create_tool', { ...bare, test_input: input });
      assert.match(made.text, /The test passed/);
    }
    await world.open();
    assert.deepEqual(world.offered(), tools.map(([{ name }]) => name).sort());
    assert.equal((await world.use('slug', { text: 'Grüße, Welt!' })).text, '{"slug": "grüße-welt"}');
    for (const [{ name }, input, answer] of tools.slice(0, 4))
      assert.equal((await world.use(name, input)).text, answer);
    assert.ok(world.library.service.list().every(({ state, trusted }) => state === 'ok' && trusted));
  });
});

const wordCountNamed = (name: string) => ({ ...wordCount, name });

suite('making a tool', () => {
  test('given an update that is no Python, or fails its test, or does not take its test input, then the working version stays as it is', async t => {
    await world.use('create_tool', wordCount);
    const before = [subjects(), readFileSync(join(world.scripts, 'word_count.py'), 'utf8')];
    for (const [change, told] of [
      [
        { implementation: 'def broken(:\n  pass' },
        /not valid Python:\n.*word_count\.py.*line 1.*SyntaxError.*Nothing was changed/s,
      ],
      [{ implementation: 'return 1' }, /not valid Python.*'return' outside function/s],
      [
        { implementation: 'import sys\nsys.exit("cannot count")' },
        /The test did not pass\.\nThe tool: it ended with exit code 1: cannot count/,
      ],
      [{ implementation: 'x = 1' }, /wrote nothing to its standard output/],
      [{ implementation: 'import time\ntime.sleep(60)', timeout_secs: 1 }, /it was not done after 1 s/],
      [
        { implementation: 'print(1, flush=True); import os; os.kill(os.getpid(), 9)' },
        /it was ended by SIGKILL.*its output ---\n1/s,
      ],
      [{ test_input: { text: 7 } }, /The test input does not fit the parameters\. text: /],
    ] as const) {
      const result = await world.use('create_tool', { ...wordCount, ...change });
      assert.equal(result.failed, true);
      assert.match(result.text, told);
      assert.match(result.text, /Nothing was changed\.$/);
    }
    assert.deepEqual([subjects(), readFileSync(join(world.scripts, 'word_count.py'), 'utf8')], before);
    assert.deepEqual(
      readdirSync(world.scripts).sort(),
      ['.git', 'word_count.json', 'word_count.py'],
      'and nothing of the tries is left',
    );
    assert.equal((await world.use('word_count', { text: 'a' })).text, '{"words": 1}');
    t.diagnostic('7 candidates refused');
  });

  for (const [what, change, told] of [
    ['a name with a path', { name: '../x' }, /name: a tool's name is lower case letters/],
    ['the name of a built-in tool', { name: 'create_tool' }, /name: that is the name of a built-in tool/],
    ['a long description', { description: 'x'.repeat(201) }, /description: /],
    ['no description', { description: '  ' }, /description: /],
    [
      'parameters that are no object',
      { parameters_schema: { type: 'string' } },
      /parameters_schema: .*"type": "object"/,
    ],
    [
      'a keyword nobody checks',
      { parameters_schema: { type: 'object', if: {} } },
      /keyword "if", which is not understood/,
    ],
    ['a deadline beyond all', { timeout_secs: 6000 }, /timeout_secs: /],
  ] as const)
    test(`given ${what}, when a tool is asked for, then the model reads what to correct and nothing is run`, () => {
      assert.match(problem('create_tool', { ...wordCount, ...change }) ?? '', told);
    });

  test('given a candidate, when it is judged, then the owner can see all of it, and outside text makes him be asked', () => {
    const call = world.freeze('create_tool', wordCount);
    assert.match(
      String(call.exact),
      /word_count\.py ──\n#!\/usr\/bin\/env python3.*── description ──\nCounts the words.*"required".*tried with/s,
    );
    assert.deepEqual(call.facts, { writes: 'scripts', executor: world.executor.kind });
    assert.equal(call.intent, 'Write the tool word_count: Counts the words of a text.');
  });

  test('given no test input, when a tool is made, then it is untested until it has run well', async () => {
    const { test_input: _, ...bare } = wordCount;
    const made = await world.use('create_tool', bare);
    assert.match(made.text, /It is untested/);
    assert.equal(made.taint, 'owner', 'there is no word in it but ours and the agent’s');
    assert.equal(row('word_count')?.state, 'untested');
    await world.use('word_count', { text: 'a' });
    assert.equal(row('word_count')?.state, 'ok');
  });

  test('given an update, when it passes, then it is a version more, and the one before can be named and taken back', async () => {
    await world.use('create_tool', wordCount);
    const first = git('rev-parse', '--short=7', 'HEAD');
    const shout = { ...wordCount, implementation: wordCount.implementation.replace('"words"', '"WORDS"') };
    assert.match((await world.use('create_tool', shout)).text, /Updated the tool word_count, version 2/);
    assert.match((await world.use('create_tool', shout)).text, /version 2\. It was like that already/);
    assert.equal((await world.use('word_count', { text: 'a' })).text, '{"WORDS": 1}');
    await world.use('revert_tool', { name: 'word_count', version: first });
    assert.equal((await world.use('word_count', { text: 'a' })).text, '{"words": 1}');
    assert.deepEqual(subjects(), ['create tool: word_count', 'update tool: word_count', 'revert tool: word_count']);
    await assert.rejects(
      world.use('revert_tool', { name: 'word_count', version: 'abcdef0' }),
      /has no usable version abcdef0; its versions are/,
    );
    await assert.rejects(world.use('revert_tool', { name: 'nothing' }), /there never was one/);
  });

  test('given a tool that does much the same, when another is made, then it is named', async () => {
    await world.use('create_tool', wordCount);
    const made = await world.use('create_tool', {
      ...wordCount,
      name: 'count_words',
      description: 'Counts how many words a text has.',
    });
    assert.match(made.text, /Much like it: word_count \(Counts the words of a text\.\)/);
    assert.doesNotMatch(
      (await world.use('create_tool', draft('sum_numbers', 'Adds up numbers.', 'print("{}")'))).text,
      /Much like/,
    );
  });

  test('given two made at once, then both are there and git has a commit for each', async () => {
    await Promise.all([
      world.use('create_tool', wordCount),
      world.use('create_tool', wordCountNamed('other')),
      world.use('create_tool', wordCountNamed('third')),
    ]);
    assert.deepEqual(world.offered(), ['other', 'third', 'word_count']);
    assert.equal(subjects().length, 3);
    assert.equal(git('status', '--porcelain'), '');
  });

  test('given files that were there before, when a tool of that name is made, then git has them first', async () => {
    world.save('word_count.py', '# by hand\n');
    await world.use('create_tool', wordCount);
    assert.deepEqual(subjects(), ['keep tool: word_count, as it was found', 'create tool: word_count']);
    assert.equal(git('show', 'HEAD~1:word_count.py'), '# by hand');
  });

  test('given a version that only lay in the folder, when the agent goes back to it, then the owner is asked before it runs; when the owner does, then not', async () => {
    await world.use('create_tool', wordCount);
    world.save('word_count.py', 'print("by hand")\n');
    await world.reported(/word_count was changed/);
    await world.use('create_tool', { ...wordCount, description: 'Counts words.' });
    assert.match(
      (await world.use('revert_tool', { name: 'word_count' })).text,
      /was not made by create_tool, so the owner is asked/,
    );
    assert.equal(world.asks('word_count', { text: 'a' }), true);
    await world.use('create_tool', { ...wordCount, description: 'Counts all words.' });
    await world.library.service.change('word_count', 'revert');
    assert.equal(world.asks('word_count', { text: 'a' }), false);
    assert.equal((await world.use('word_count', { text: 'a' })).text, 'by hand');
  });
});
