import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { slashAnswer, slashMarkdown } from '../../src/commands/conversation/slash.ts';
import type { ToolDetails } from '../../src/domain/tools/health.ts';
import { fakeAgent, fakeIo } from './fake-agent.ts';
import { typed } from './typed.ts';

const now = () => 1_000_000;
const good: ToolDetails = {
  name: 'word_count',
  description: 'Counts the words of a text.',
  state: 'ok',
  trusted: true,
  calls: 4,
  successRate: 0.75,
  medianMs: 12.4,
  lastError: 'it ended with exit code 1:\nboom\x1b[2J',
  lastUsedAt: 940_000,
  version: 2,
  commit: 'abcdef0123456789',
  hash: 'f'.repeat(64),
  program: 'word_count.py',
  source: 'print()',
  timeoutSeconds: 20,
  parameters: {
    type: 'object',
    properties: { text: { type: 'string' }, n: { type: ['integer', 'null'] } },
    required: ['text'],
  },
  history: [{ commit: 'abcdef0123456789', at: 880_000, subject: 'update tool: word_count' }],
  runs: [
    { at: 940_000, ok: true, ms: 12.4 },
    { at: 935_000, ok: false, ms: 9, error: 'boom' },
  ],
};
const sick: ToolDetails = {
  name: 'glass',
  description: '',
  state: 'quarantined',
  reason: '3 failures in a row, the last one: no ``` words',
  trusted: false,
  calls: 3,
  successRate: 0,
  version: 0,
  hash: 'e'.repeat(64),
  history: [],
  runs: [],
};

const run = async (verb: string, name = '', json = false) => {
  const agent = fakeAgent();
  for (const tool of [good, sick]) agent.made.set(tool.name, tool);
  const io = fakeIo();
  const words = ['tools', verb, name, json ? '--json' : ''].filter(word => word !== '');
  assert.equal(await typed(words, { agent, io, now }), 0);
  return { said: io.output(), changed: agent.changed };
};

suite('straylight tools', () => {
  test('given tools, when they are listed, then each is a line with how it is doing, and why one is out of use', async () => {
    const { said } = await run('list');
    assert.match(
      said,
      /^TOOL +STATE +CALLS +SUCCESS +MEDIAN +LAST USED +DESCRIPTION\nword_count +ok +4 +75 % +12 ms +1 minute ago +Counts the words of a text\.\n/,
    );
    assert.match(said, /\nglass +quarantined, needs approval +3 +0 % +– +–\nglass is quarantined: 3 failures in a row/);
    assert.deepEqual(JSON.parse((await run('list', '', true)).said), [good, sick]);
  });

  test('given a tool, when it is shown, then its parameters, versions and last runs are there, and nothing steers the terminal', async () => {
    const { said } = await run('show', 'word_count');
    for (const part of [
      /^word_count\nDescription +Counts the words of a text\.\nState +ok\nApproval +not needed; /,
      /Calls +4, 75 % succeeded, median 12 ms\n/,
      /Last error +it ended with exit code 1: boom⟨U\+001B⟩\[2J\n/,
      /Version +2, commit abcdef0\n/,
      /Program +word_count\.py, timeout 20 s\n/,
      /Parameters +text: string, n: integer or null \(optional\)\n/,
      /Versions\nabcdef0 +2 minutes ago +update tool: word_count\n/,
      /Last runs\n1 minute ago +ok +12 ms\n1 minute ago +failed +9 ms +boom\n/,
    ])
      assert.match(said, part);
    assert.deepEqual(JSON.parse((await run('show', 'glass', true)).said), sick);
    await assert.rejects(run('show', 'nothing'), /there is no tool "nothing"; "straylight tools list" lists all tools/);
  });

  for (const act of ['enable', 'disable', 'revert'])
    test(`given a tool, when it is to be ${act}d, then the agent does it and what was done is told`, async () => {
      assert.deepEqual(await run(act, 'glass'), { said: `glass: ${act} done.`, changed: [`${act} glass`] });
      assert.equal(JSON.parse((await run(act, 'glass', true)).said).message, `glass: ${act} done.`);
    });

  test('given no tools, when they are listed, then it says how one comes to be', async () => {
    const io = fakeIo();
    await typed(['tools', 'list'], { agent: fakeAgent(), io, now });
    assert.equal(io.output(), 'There are no tools yet. Ask the agent to write one.');
  });
});

suite('/tools in a chat', () => {
  const agent = fakeAgent();
  for (const tool of [good, sick]) agent.made.set(tool.name, tool);

  const chat = async (args: string, here = agent) =>
    (await slashAnswer('tools', { agent: here, args, chat: 'session:web:main', now: now(), language: 'en' }))?.lines ??
    [];

  test('given tools, when a chat asks for them, then each is a row, and what is wrong with one is told; for one all of it', async () => {
    const list = (await chat('')).join('\n');
    assert.match(list, /\nword_count +ok +4 +75 % +12 ms +1 minute ago +Counts the words of a text\.\n/);
    assert.match(list, /\nglass is quarantined: 3 failures in a row, the last one: no ``` words\n\n\/tools NAME$/);
    const one = await chat('word_count');
    assert.match(one.join('\n'), /^word_count\nDescription[\s\S]*\n"\/tools source word_count" shows its code\./);
    assert.deepEqual(await chat('show word_count'), one);
    assert.deepEqual(await chat('source word_count'), ['    print()']);
    await assert.rejects(chat('nope\x07'), {
      message: 'there is no tool "nope⟨U+0007⟩"; "/tools list" lists all tools',
    });
    assert.match((await chat('', fakeAgent())).join('\n'), /^There are no tools yet/);
  });

  test('given a tool, when a chat disables it or goes back to its version before, then that is done, what goes back after a yes', async () => {
    const here = fakeAgent();
    here.made.set(sick.name, sick);
    assert.deepEqual(await chat('disable glass', here), ['glass: disable done.']);
    assert.match((await chat('revert glass', here)).join('\n'), /would go back[\s\S]*\/tools revert glass yes$/);
    assert.deepEqual(here.changed, ['disable glass']);
    await chat('revert glass yes', here);
    assert.deepEqual(here.changed, ['disable glass', 'revert glass']);
  });

  test('given backticks in what a tool said, when it is shown as code, then they do not end it', async () => {
    const markdown = slashMarkdown({ lines: await chat(''), isCode: true });
    assert.match(markdown, /^````\nTOOL .*no ``` words\n.*\n````$/s);
  });
});
