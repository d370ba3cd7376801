/** Tasks as the command line and chats show them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slashAnswer } from '../../../src/commands/conversation/slash.ts';
import { type Io, style } from '../../../src/commands/io.ts';
import { printView } from '../../../src/commands/view.ts';
import type { TaskDetail, TaskService } from '../../../src/domain/tasks/service.ts';
import type { Language } from '../../../src/domain/text/texts.ts';
import { agentOver } from '../agent-over.ts';

const task: TaskDetail = {
  id: 1,
  session: 'session:task:1',
  text: 'compare the offers',
  state: 'running',
  priority: 'normal',
  deadline: 300_000,
  key: null,
  parent: null,
  by: 'cli',
  createdAt: 0,
  startedAt: 0,
  endedAt: null,
  turn: null,
  result: '',
  notes: [],
  tokens: 0,
  approvals: [],
  children: [2],
};
const beneath: TaskDetail = {
  ...task,
  id: 2,
  parent: 1,
  state: 'done',
  result: 'The first offer\nis cheaper.',
  tokens: 1_200,
  endedAt: 6_300,
};

function tasksOver() {
  const keys: (string | undefined)[] = [];
  const tasks: TaskService = {
    list: () => [beneath, task],
    show: id => [task, beneath].find(one => one.id === id),
    async add({ text, key }, by, from) {
      keys.push(key);
      return { task: { ...task, id: 3, text, by: from ?? by, state: 'queued' }, duplicate: false };
    },
    cancel: async id => (id === 1 ? 'Task 1 is cancelled.' : undefined),
  };
  const agent = agentOver({ tasks });
  const chat = async (args: string, language: Language = 'en') =>
    (await slashAnswer('tasks', { agent, args, chat: 'session:web:main', now: 60_000, language }))?.lines.join('\n') ??
    '';
  const printed = async (name: string, input: object, json = false) => {
    const lines: string[] = [];
    const out = (line: string) => lines.push(line);
    const io: Io = { out, err: () => {}, readAll: async () => '', style: style(false) };
    assert.equal(await printView({ agent, io, json, now: () => 60_000 }, name, { ...input }), 0);
    return lines.join('\n');
  };
  return { keys, chat, printed };
}

test('given tasks, one part of another, when they are listed, then each stands beneath the one it is part of', async () => {
  const { printed, chat } = tasksOver();
  assert.equal(
    await printed('tasks.list', {}),
    [
      'TASK  STATE                   PRIORITY  GIVEN         TEXT',
      '1     running, ends in 4 min  normal    1 minute ago  compare the offers',
      '· 2   done                    normal    1 minute ago  compare the offers',
    ].join('\n'),
  );
  assert.match(await chat('', 'de'), /^AUFGABE +STAND[\s\S]*\n\n\/tasks N, \/tasks cancel N, \/tasks add TEXT$/);
});

test('given a task, when it is shown, then all that is known of it stands there, and what came of it line by line', async () => {
  const { printed, chat } = tasksOver();
  const shown = await printed('tasks.show', { id: 2 });
  assert.match(shown, /^Task +2\nText +compare the offers\nState +done, 6\.3 s\nGiven +1 minute ago, by cli\n/);
  assert.match(
    shown,
    /\nPart of +1\nBeneath +2\nIn +session:task:1\nUsed +1200 tokens\n\nThe first offer\nis cheaper\.$/,
  );
  assert.equal(await chat('2'), await chat('show 2'));
  await assert.rejects(chat('9'), { message: 'there is no task 9; "/tasks list" shows all' });
  await assert.rejects(chat('cancel 9', 'de'), { message: 'es gibt keine Aufgabe 9; „/tasks list“ zeigt alle' });
  assert.equal(await chat('cancel 1'), 'Task 1 is cancelled.');
});

test('given a text, when it is given as a task, then its number is said, and how to look at it', async () => {
  const { printed, chat, keys } = tasksOver();
  assert.equal(
    await printed('tasks.add', { text: 'water the plants', key: 'plants' }),
    'Task 3 (queued). "straylight tasks show 3" shows what comes of it.',
  );
  assert.match(await chat('add water the plants'), /^Task 3 \(queued\)\. "\/tasks show 3"/);
  assert.deepEqual(keys, ['plants', undefined]);
  assert.equal(JSON.parse(await printed('tasks.cancel', { id: 1 }, true)).task, 1);
});
