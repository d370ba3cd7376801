/** What is private stays hidden from commands, one that names a file gets that one, and a job runs what it was set with. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as soon } from 'node:timers/promises';
import { obedient } from '../../peers/obedient.ts';
import { sandboxProblem, type WorstCaseAgent, worstCaseAgent } from '../rig/worst-case-agent.ts';

const skip = await sandboxProblem();
const settings = 'undo_window_s = 0\n[memory]\nauto_ingest = false\n';
const order = (tool: string, args: object) => `do: ${tool} ${JSON.stringify(args)}`;

/** What the model has read in a conversation beside the owner's words. */
const results = ({ tables }: WorstCaseAgent, session: string) =>
  tables
    .rows("SELECT body FROM messages WHERE session = ? AND instr(body, 'do: ') = 0", session)
    .map(({ body }) => String(body))
    .join('\n');

async function approve({ straylight }: WorstCaseAgent): Promise<string> {
  const { approvals } = await straylight.agent.approvals.list({});
  const [one] = approvals;
  assert.ok(one && approvals.length === 1, `${approvals.length} approvals`);
  const { digest, nonce, risk, word, reasons } = one.card;
  const confirmation = risk === 'low' ? {} : { confirmation: word ?? 'yes' };
  await straylight.agent.approvals.decide({ id: one.id, decision: 'approve', digest, nonce, ...confirmation });
  return reasons.join('\n');
}

test('given private files and a copy of one, when a command names one and the owner approves, then it gets that file and no other, and a search says what it has left out', {
  skip,
  timeout: 120_000,
}, async t => {
  const agent = await worstCaseAgent(obedient, settings);
  t.after(agent.close);
  const app = join(agent.home, 'workspace', 'app');
  mkdirSync(app, { recursive: true });
  for (const [name, text] of Object.entries({ '.env': 'wagtail', '.env.local': 'curlew', '.env~': 'dunlin' }))
    writeFileSync(join(app, name), `NOTE ${text}\n`);
  const session = 'session:web:private';
  await agent.say(session, order('execute_command', { command: 'cat app/.env; cat app/.env.* app/.env?' }));
  assert.match(await approve(agent), /It gets “\/workspace\/app\/\.env”, which is private\./);
  while (!results(agent, session).includes('wagtail')) await soon(20);
  await agent.straylight.system.quiet();
  const given = results(agent, session);
  assert.match(given, /wagtail/);
  assert.doesNotMatch(given, /curlew|dunlin/);

  const searching = 'session:web:search';
  await agent.say(searching, order('search_files', { text: 'NOTE' }));
  const found = results(agent, searching);
  assert.match(found, /3 private files left out/);
  assert.doesNotMatch(found, /wagtail|curlew|dunlin/);
});

test('given a job that runs a script, when the script has become another one since it was set, then the run asks and names it; with the first one it runs', {
  skip,
  timeout: 120_000,
}, async t => {
  const agent = await worstCaseAgent(obedient, settings);
  t.after(agent.close);
  const { straylight, tables } = agent;
  const script = join(agent.home, 'workspace', 'nightly.sh');
  writeFileSync(script, 'echo first\n');
  let acts = 0;
  const call = (name: string, input: object) =>
    straylight.operations.call(name, input, { by: 'cli', role: 'owner', commandId: `nightly-${++acts}` });
  await call('jobs.define', { name: 'nightly', schedule: '0 4 29 2 *', command: 'sh nightly.sh' });
  const ran = () => tables.rows("SELECT result FROM job_runs WHERE state = 'done'").length;
  const run = async () => {
    await call('jobs.act', { name: 'nightly', act: 'run' });
    await straylight.system.quiet();
  };
  await run();
  while (ran() < 1) await soon(20);
  writeFileSync(script, 'echo other\n');
  await run();
  while ((await straylight.agent.approvals.list({})).approvals.length === 0) await soon(20);
  assert.equal(ran(), 1);
  const { approvals } = await straylight.agent.approvals.list({});
  assert.match(approvals[0]?.card.reasons.join('\n') ?? '', /nightly\.sh/);
});
