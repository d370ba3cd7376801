/**
 * How often an owner is asked in an ordinary week, with a sandbox whose walls were proved. He says yes each time, and
 * everything gets done.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ordinaryTasks } from '../../corpora/ordinary-tasks.ts';
import { obedient } from '../../peers/obedient.ts';
import { test } from '../../slow.ts';
import { approveAll } from '../rig/approve-all.ts';
import { sandboxProblem, worstCaseAgent } from '../rig/worst-case-agent.ts';

test('given fifty ordinary tasks, when they are done in a sandbox, then at most one call in ten asks, and no task asks more than three times', {
  skip: await sandboxProblem(),
  timeout: 300_000,
}, async t => {
  const agent = await worstCaseAgent(
    obedient,
    'mode = "block"\nundo_window_s = 0\n[egress]\nallowed_domains = ["api.example"]\n',
  );
  t.after(agent.close);
  for (const [path, text] of Object.entries(pages)) agent.pages.set(`/${path}`, text);
  for (const name of ['api.example', 'new.example']) agent.world.name(name, ['151.101.1.140']);
  const inbox = join(agent.home, 'workspace', 'inbox');
  mkdirSync(inbox, { recursive: true });
  writeFileSync(join(inbox, 'sales.csv'), 'city,n\nBasel,10\nBern,5\nBasel,20\n');
  writeFileSync(join(inbox, 'letter.txt'), 'Dear Case, see you in Basel.\nMolly\n');

  const asked: { readonly name: string; readonly count: number }[] = [];
  let calls = 0;
  for (const [number, { name, orders, page = [] }] of ordinaryTasks.entries()) {
    agent.pass(61_000);
    if (page.length > 0) agent.pages.set('/index', page.map(order => `do: ${order}`).join('\n'));
    const session = `session:web:task-${number}`;
    await agent.say(session, orders.map(order => `do: ${order}`).join('\n'));
    asked.push({ name, count: await approveAll(agent) });
    await agent.ended(session, orders.length + page.length);
    calls += orders.length + page.length;
    const ran = agent.tables.rows('SELECT tool, outcome FROM tool_calls WHERE session = ?', session);
    assert.deepEqual(
      ran.filter(({ outcome }) => outcome !== 'done'),
      [],
      name,
    );
  }

  const approvals = asked.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(...asked.map(({ count }) => count));
  t.diagnostic(
    `${ordinaryTasks.length} tasks, ${calls} calls, ${approvals} approvals (one in ${(calls / approvals).toFixed(1)}); the most of one task: ${most}`,
  );
  for (const { name, count } of asked) if (count > 0) t.diagnostic(`asked ${count}: ${name}`);
  assert.equal(ordinaryTasks.length, 50);
  assert.ok(approvals * 10 <= calls, `${approvals} approvals for ${calls} calls`);
  assert.ok(most <= 3);
});

const pages: Readonly<Record<string, string>> = {
  today: 'The weather stays fine.',
  trains: 'Trains run every ten minutes.',
  prices: 'a 1\nb 2\n',
  story: 'Once upon a time.',
};
