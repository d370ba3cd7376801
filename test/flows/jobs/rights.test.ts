/** Who may make, change or enlarge a job over HTTP: the owner's token, and no other and no page of another site. */
import assert from 'node:assert/strict';
import { pathFields } from '../../../src/api/contract.ts';
import { allOperations } from '../../../src/api/service.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

/** Fields of every such operation; each takes its own. */
const fields: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'jobs.define': { name: 'evil', schedule: '* * * * *', command: 'id' },
  'jobs.change': { name: 'water', command: 'id', budgetTokens: 100_000_000 },
  'jobs.act': { name: 'water', act: 'remove' },
  'goals.add': { text: 'pay', due: 'tomorrow at 9' },
  'goals.act': { id: 1, act: 'complete' },
  'goals.check': { id: 1 },
  'tasks.add': { text: 'add a job', parent: 1, priority: 'critical' },
  'tasks.cancel': { id: 1 },
  'actors.command': { id: 'job:water', verb: 'stop' },
  'actors.answer': { id: 'job:water', choice: 'retry' },
};

const acting = allOperations().filter(
  ({ name, operation }) => operation.role === 'owner' && /^(jobs|goals|tasks|actors)\./.test(name),
);

test('given the operations that lead to jobs, then each of them is in this table', () => {
  assert.deepEqual(acting.map(({ name }) => name).sort(), Object.keys(fields).sort());
});

test('given a link that may look, a wrong token, none, and the owner’s from another site, when they would change jobs, then nothing changes', async () => {
  await withAgent({}, async agent => {
    const running = await agent.start();
    const made = { commandId: 'job-1', name: 'water', schedule: '0 8 * * *', say: 'drink water' };
    assert.equal((await running.http('/api/jobs', made)).status, 202);
    await running.http('/api/goals', { commandId: 'goal-1', text: 'tax', due: 'tomorrow at 9' });
    await running.http('/api/tasks', { text: 'run rm -r nothing', priority: 'low', deadlineMs: 600_000 });
    const [, reader = ''] = (await agent.straylight('ui', '--read-only')).out.trim().split('/#t=');
    const before = stateOf(agent.tables);
    const callers: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
      ['a link that may look', { authorization: `Bearer ${reader}` }, 403],
      ['a wrong token', { authorization: 'Bearer wrong' }, 401],
      ['no token', {}, 401],
      ['a page of another site', { authorization: `Bearer ${running.token}`, origin: 'http://evil.example' }, 403],
    ];
    for (const { name, operation } of acting) {
      const given = fields[name] ?? {};
      const inPath = pathFields(operation.http.path);
      const path = operation.http.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(given[field]));
      const rest = Object.entries(given).filter(([field]) => !inPath.includes(field));
      for (const [who, headers, expected] of callers) {
        const { status } = await fetch(`${running.url}${path}`, {
          method: operation.http.method,
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ ...Object.fromEntries(rest), commandId: `evil-${name}` }),
        });
        assert.equal(status, expected, `${name} by ${who}`);
      }
    }
    assert.deepEqual(stateOf(agent.tables), before);
    await running.stop();
  });
});

test('given a task with a priority and a deadline, when one beneath it wants more, then it is refused, and else has no more', async () => {
  await withAgent({}, async agent => {
    const running = await agent.start();
    const give = (task: object) => running.http('/api/tasks', { text: 'remember that tea is green', ...task });
    const { task } = (await give({ text: 'run rm -r nothing', priority: 'low', deadlineMs: 600_000 })).json;
    const more = await give({ parent: 1, priority: 'critical' });
    assert.equal(more.status, 400);
    assert.match(more.json.error.message, /priority: expected at most that of task 1, which is low; came critical/);
    const longer = await give({ parent: 1, deadlineMs: 900_000 });
    assert.match(longer.json.error.message, /deadline: expected at most the \d+ s that are left of task 1; came 900 s/);
    const { task: beneath } = (await give({ parent: 1 })).json;
    assert.deepEqual([beneath.priority, beneath.deadline <= task.deadline], ['low', true]);
    await running.http('/api/tasks/1/cancel', { commandId: 'cancel-1' });
    assert.match((await give({ parent: 1 })).json.error.message, /task 1 is over \(cancelled\)/);
    await running.stop();
  });
});

const stateOf = ({ rows }: { readonly rows: (sql: string) => unknown }) => [
  rows('SELECT id, spec, state FROM jobs ORDER BY id'),
  rows('SELECT id, state FROM goals ORDER BY id'),
  rows('SELECT id, priority FROM tasks ORDER BY id'),
];
