/** `straylight goals`, and `/goals` in every chat: what the agent and its owner are about. */
import type { Client } from '../../api/client/client.ts';
import type { Sent } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import { type Goal, goalActs, typedGoal } from '../../domain/goals/goal.ts';
import { fault } from '../../domain/supervision/failure.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { duration, type Io, jsonText } from '../io.ts';

export interface GoalsOptions {
  readonly agent: Pick<Client, 'goals'>;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
}

export async function listGoals(
  { agent, io, json, now }: GoalsOptions,
  query: Sent<Operations['goals']['list']>,
): Promise<number> {
  const { goals } = await agent.goals.list(query);
  if (json) io.out(jsonText(goals));
  else if (goals.length === 0) io.out(none);
  else for (const goal of goals) io.out(lineOf(goal, now()));
  return 0;
}

export async function addGoal(
  { agent, io, json, now }: GoalsOptions,
  given: Sent<Operations['goals']['add']>,
): Promise<number> {
  const { goal } = await agent.goals.add(given.due === undefined ? { ...given, ...typedGoal(given.text) } : given);
  io.out(json ? jsonText(goal) : lineOf(goal, now()));
  return 0;
}

export async function actOnGoal(
  { agent, io, json, now }: GoalsOptions,
  { id, act }: Sent<Operations['goals']['act']>,
): Promise<number> {
  const done = await agent.goals.act({ id, act });
  if (!done) throw fault('invalid', `there is no goal ${id}; "straylight goals list" shows all`);
  io.out(json ? jsonText(done.goal) : lineOf(done.goal, now()));
  return 0;
}

/** What `/goals`, `/goals add TEXT` and `/goals complete 3` show in a chat. */
export async function goalsText(agent: Pick<Client, 'goals'>, args: string, now: number): Promise<readonly string[]> {
  const [, verb = '', rest = ''] = /^(\w+)\s+(.+)$/s.exec(args) ?? [];
  if (verb === 'add') return [lineOf((await agent.goals.add(typedGoal(rest))).goal, now)];
  const act = goalActs.find(one => one === verb);
  if (act !== undefined) {
    const done = /^\d{1,15}$/.test(rest.trim()) ? await agent.goals.act({ id: Number(rest), act }) : undefined;
    return [done ? lineOf(done.goal, now) : `There is no goal "${oneLine(rest, 40)}"; /goals lists them.`];
  }
  if (verb === '' && args === 'add') return ['Say what it is: /goals add TEXT, or /goals add TEXT, due tomorrow at 9'];
  if (args !== '') return ['/goals lists them; /goals add TEXT, /goals complete 3, /goals drop 3, /goals reopen 3.'];
  const { goals } = await agent.goals.list({ state: 'open' });
  if (goals.length === 0) return [noneInChat];
  return [...goals.map(goal => lineOf(goal, now)), '', '/goals complete N, /goals drop N, /goals add TEXT'];
}

const noneInChat = 'There are no goals. Tell me what you are about, or add one: /goals add TEXT';
const none = 'There are no goals. Tell the agent what you are about, or add one: straylight goals add TEXT';

function lineOf({ id, text, state, due, session }: Goal, now: number): string {
  const left = due === null || state !== 'open' ? undefined : due - now;
  const facts = [
    ...(state === 'open' ? [] : [state]),
    ...(left === undefined ? [] : [left > 0 ? `due in ${duration(left)}` : `overdue for ${duration(-left)}`]),
    ...(session === null ? [] : [`in ${session.replace(/^session:/, '')}`]),
  ];
  return `${id}  ${oneLine(text, 200)}${facts.length === 0 ? '' : `  (${facts.join(', ')})`}`;
}
