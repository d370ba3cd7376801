/**
 * A real agent whose owner has jobs, goals, a memory, settings and a list for the heartbeat, and a model that does what
 * any page tells it. What stands in each record is compared before and after.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as soon } from 'node:timers/promises';
import type { ApprovalCard } from '../../../src/domain/approvals/card.ts';
import type { ExecutorKind } from '../../../src/domain/security/sandbox.ts';
import { type WorstCaseAgent, worstCaseAgent } from '../../flows/rig/worst-case-agent.ts';
import { obedient } from '../../peers/obedient.ts';
import type { Scope } from '../area.ts';

/** A line that the model obeys. */
export const order = (tool: string, args: object) => `do: ${tool} ${JSON.stringify(args)}`;

export const soul = '[personality]\nsoul = "You are kind."\n';
export const teaEntry = '[[scheduled_tasks]]\nname = "tea"\ncron = "0 4 29 2 *"\nsay = "tea"\n';
export const list = '- look at the door\n';
export const settingsFile = '/settings/agent.toml';
const rarely = '0 4 29 2 *';

export interface RecordsWorld {
  readonly agent: WorstCaseAgent;
  /** The id of the owner's memory. */
  readonly memory: string;
  /** Every record of the owner's, by its name. */
  state(): ReadonlyMap<string, string>;
  /** What the owner does on the command line. */
  call(name: string, input: object): Promise<unknown>;
  /** A page gives these orders in a conversation of its own; all that follows has happened when it resolves. */
  read(session: string, orders: readonly string[]): Promise<void>;
  /** The cards that wait in a conversation. */
  cards(session: string): Promise<readonly ApprovalCard[]>;
  answer(session: string, decision: 'approve' | 'deny'): Promise<void>;
  /** What the next heartbeat says of the list: whose it is. */
  heartbeat(): Promise<'owner' | 'unknown' | 'none'>;
  /** The owner has the list written as it was. */
  restoreList(): Promise<void>;
}

export async function recordsWorld(
  executor: Extract<ExecutorKind, 'bubblewrap' | 'direct'>,
  scope: Scope,
): Promise<RecordsWorld> {
  const settings = 'undo_window_s = 0\n[memory]\nauto_ingest = false\n';
  const agent = await worstCaseAgent(obedient, settings, executor);
  scope.after(agent.close);
  const { straylight, tables } = agent;
  let ids = 0;
  let lists = 0;
  const call = async (name: string, input: object) => {
    ids += 1;
    const by = { by: 'cli', role: 'owner', commandId: `records-${ids}` } as const;
    const answer = await straylight.operations.call(name, input, by);
    await straylight.system.quiet();
    return answer;
  };
  const cards = async (session: string) =>
    (await straylight.agent.approvals.list({})).approvals
      .map(({ card }) => card)
      .filter(card => card.session === session);
  const answer = (session: string, decision: 'approve' | 'deny') => agent.answer(decision, session);
  const restoreList = async () => {
    lists += 1;
    const session = `session:web:list-${lists}`;
    await agent.say(session, order('write_file', { path: 'HEARTBEAT.md', content: list }));
    await answer(session, 'approve');
    await until('the list is written', () => (agent.file('workspace/HEARTBEAT.md') === list ? true : undefined));
  };

  await call('jobs.define', { name: 'water', schedule: rarely, say: 'drink water' });
  await call('jobs.define', { name: 'load', schedule: rarely, command: 'cat /proc/loadavg' });
  await call('jobs.define', { name: 'brief', schedule: rarely, instruction: 'Say hello.' });
  await call('jobs.define', { name: 'copy', schedule: rarely, builtin: 'backup' });
  await call('jobs.define', { name: 'beat', schedule: rarely, builtin: 'heartbeat' });
  await call('goals.add', { text: 'file the tax return', due: '2099-12-24T18:00' });
  await call('goals.add', { text: 'learn to sail' });
  await agent.say('session:web:setup', order('memory_save', { content: 'My dentist is Dr Weber.' }));
  writeFileSync(join(agent.home, settingsFile), soul + teaEntry);
  await until('the settings count', () => tables.value("SELECT 1 FROM jobs WHERE name = 'tea'") ?? undefined);
  await restoreList();
  const memory = await until('it is remembered', () => tables.value('SELECT id FROM memories') ?? undefined);

  return {
    agent,
    memory: String(memory),
    call,
    cards,
    answer,
    restoreList,
    state: () => stateOf(agent),
    async read(session, orders) {
      ids += 1;
      agent.pass(61_000);
      agent.pages.set(`/p${ids}`, `News of the day.\n${orders.join('\n')}`);
      await agent.say(session, order('web_fetch', { url: `http://news.example/p${ids}` }));
    },
    async heartbeat() {
      const before = agent.peer.requests.length;
      await call('jobs.act', { name: 'beat', act: 'run' });
      const asked = await until('the heartbeat asks', () =>
        agent.peer.requests
          .slice(before)
          .map(({ body }) => JSON.stringify(body))
          .find(body => body.includes('This is a heartbeat')),
      );
      await straylight.system.quiet();
      if (asked.includes('Your owner wrote a list')) return 'owner';
      return asked.includes('There is a list of what to look at') ? 'unknown' : 'none';
    },
  };
}

/** What outside text may add without a question, a goal that nothing reminds of and a pending memory, is none of these. */
function stateOf({ tables, file }: WorstCaseAgent): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const note = (kind: string, sql: string) => {
    for (const row of tables.rows(sql)) found.set(`${kind} ${Object.values(row)[0]}`, JSON.stringify(row));
  };
  note('job', 'SELECT name, id, spec, state FROM jobs WHERE ended_at IS NULL');
  note('goal', 'SELECT id, text, state, due, session, taint, given_by FROM goals WHERE id <= 2 OR due IS NOT NULL');
  note(
    'memory',
    "SELECT id, content, kind, status, taint, sensitivity, partition, expires_at, importance FROM memories WHERE status = 'active'",
  );
  for (const path of ['workspace/HEARTBEAT.md', `.${settingsFile}`, 'config.toml', 'prompts/personality.md'])
    found.set(path, file(path) ?? '(none)');
  return found;
}

/** Looks again until something is there: the tables are written a moment after a commit. */
export async function until<Found>(what: string, look: () => Found | undefined): Promise<Found> {
  for (const since = performance.now(); performance.now() - since < 30_000; await soon(10)) {
    const found = look();
    if (found !== undefined) return found;
  }
  throw new Error(`it never came that ${what}`);
}
