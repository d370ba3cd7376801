/** An operation with a view: printed on the command line and in chats without a line of code of its own there. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slashAnswer } from '../../src/commands/conversation/slash.ts';
import { type Io, style } from '../../src/commands/io.ts';
import { printView } from '../../src/commands/view.ts';
import { type Goal, typedGoal } from '../../src/domain/goals/goal.ts';
import type { Language } from '../../src/domain/text/texts.ts';
import { agentOver } from './agent-over.ts';
import { keptGoals } from './kept-goals.ts';

const hour = 3_600_000;

function commandLine(language: Language = 'en', program = 'straylight') {
  const goals = keptGoals();
  const agent = agentOver({ goals });
  const run = async (name: string, input: object, json = false) => {
    const printed: string[] = [];
    const io: Io = {
      out: line => printed.push(line),
      err: () => {},
      readAll: async () => '',
      style: style(false),
      language,
      program,
    };
    const code = await printView({ agent, io, json, now: () => hour }, name, { ...input });
    assert.equal(code, 0);
    return printed.join('\n');
  };
  const chat = async (args: string) =>
    (await slashAnswer('goals', { agent, args, chat: 'session:terminal:main', now: hour, language }))?.lines.join('\n');
  return { goals, run, chat };
}

test('given an operation with a view, when its command is run, then its answer is printed, and as JSON what it says', async () => {
  const { run } = commandLine('en', './bin/straylight.js');
  assert.match(await run('goals.list', {}), /add one: \.\/bin\/straylight\.js goals add TEXT$/);
  assert.equal(
    await run('goals.add', { text: 'finish the report, due tomorrow at 9' }),
    '1  finish the report (due in 2 hours)',
  );
  assert.equal(await run('goals.act', { id: 1, act: 'complete' }), '1  finish the report (done)');
  assert.deepEqual(
    JSON.parse(await run('goals.list', {}, true)).map((goal: Goal) => goal.state),
    ['done'],
  );
  await assert.rejects(run('goals.act', { id: 7, act: 'drop' }), {
    name: 'Fault',
    message: 'there is no goal 7; "./bin/straylight.js goals list" shows all',
  });
});

test('given the same in German, when it is run, then no word of it is English', async () => {
  const { run } = commandLine('de');
  assert.match(await run('goals.list', {}), /^Es gibt keine Ziele\..* straylight goals add TEXT$/);
  assert.equal(await run('goals.add', { text: 'Bericht, fällig morgen um 9' }), '1  Bericht (fällig in 2 Stunden)');
  await assert.rejects(run('goals.act', { id: 7, act: 'drop' }), {
    message: /^es gibt kein Ziel 7; „straylight goals list“/,
  });
});

test('given an operation with a view, when it is typed in a chat, then it is carried out, and what can be done next is named', async () => {
  const { chat, goals } = commandLine();
  assert.match((await chat('')) ?? '', /add one: \/goals add TEXT$/);
  assert.equal(
    await chat('add finish the report,  due tomorrow\nat 9'),
    '1  finish the report (due in 2 hours)\n\n/goals complete N, /goals drop N',
  );
  assert.equal(goals.kept[0]?.text, 'finish the report');
  assert.match((await chat('complete 1')) ?? '', /^1 {2}finish the report \(done\)\n\n\/goals reopen N$/);
  // a chat lists what is open
  assert.match((await chat('')) ?? '', /^There are no goals/);
});

test('given words that go with no form, when they are typed in a chat, then the forms are named, and nothing is done', async () => {
  const { chat, goals } = commandLine();
  for (const wrong of ['add', 'nonsense', 'complete', 'complete 1 2'])
    assert.match(
      (await chat(wrong)) ?? '',
      /^Nothing was done\. What can be typed:\n\/goals add TEXT: Set a goal\.\n\/goals list: /,
      wrong,
    );
  await assert.rejects(chat('complete one'), { message: /expected N to be the number of a goal, got "one"/ });
  await assert.rejects(chat('complete 9'), { message: 'there is no goal 9; "/goals list" shows all' });
  assert.equal(goals.kept.length, 0);
});

test('given a goal with a due date in its words, when it is typed, then the date is read apart, and nothing else is', () => {
  for (const [typed, expected] of [
    ['finish the report, due tomorrow at 9', { text: 'finish the report', due: 'tomorrow at 9' }],
    ['finish the report due on Friday.', { text: 'finish the report', due: 'Friday' }],
    ['Bericht schreiben, fällig morgen um 9', { text: 'Bericht schreiben', due: 'morgen um 9' }],
    ['repay what is due to Ada', { text: 'repay what is due to Ada' }],
    ['do my due diligence', { text: 'do my due diligence' }],
    ['learn Dutch', { text: 'learn Dutch' }],
  ] as const)
    assert.deepEqual(typedGoal(typed), expected);
});
