/** `straylight goals`, and `/goals` in every chat: what the agent and its owner are about. */
import type { Client } from '../../api/client/client.ts';
import type { Sent } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import { type Goal, goalActs, typedGoal } from '../../domain/goals/goal.ts';
import { ago, until } from '../../domain/text/ago.ts';
import type { Language } from '../../domain/text/texts.ts';
import { asTyped } from '../../domain/text/typed-name.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { jsonText, type TimedCommand } from '../io.ts';
import { noSuch } from '../missing.ts';
import { goalTexts } from './texts.ts';

export async function listGoals(
  { agent, io, json, now }: TimedCommand<'goals'>,
  query: Sent<Operations['goals']['list']>,
): Promise<number> {
  const { goals } = await agent.goals.list(query);
  if (json) io.out(jsonText(goals));
  else if (goals.length === 0) io.out(asTyped(goalTexts(io.language ?? 'en').noneGiven, io.program));
  else for (const goal of goals) io.out(lineOf(goal, now(), io.language));
  return 0;
}

export async function addGoal(
  { agent, io, json, now }: TimedCommand<'goals'>,
  given: Sent<Operations['goals']['add']>,
): Promise<number> {
  const { goal } = await agent.goals.add(given.due === undefined ? { ...given, ...typedGoal(given.text) } : given);
  io.out(json ? jsonText(goal) : lineOf(goal, now(), io.language));
  return 0;
}

export async function actOnGoal(
  { agent, io, json, now }: TimedCommand<'goals'>,
  { id, act }: Sent<Operations['goals']['act']>,
): Promise<number> {
  const done = await agent.goals.act({ id, act });
  if (!done) throw noSuch({ io, json }, 'there is no goal {id}; "straylight goals list" shows all', { id });
  io.out(json ? jsonText(done.goal) : lineOf(done.goal, now(), io.language));
  return 0;
}

/** What `/goals`, `/goals add TEXT` and `/goals complete 3` show in a chat. */
export async function goalsText(
  agent: Pick<Client, 'goals'>,
  args: string,
  now: number,
  language: Language = 'en',
): Promise<readonly string[]> {
  const texts = goalTexts(language);
  const [, verb = '', rest = ''] = /^(\w+)\s+(.+)$/s.exec(args) ?? [];
  if (verb === 'add') return [lineOf((await agent.goals.add(typedGoal(rest))).goal, now, language)];
  const act = goalActs.find(one => one === verb);
  if (act !== undefined) {
    const done = /^\d{1,15}$/.test(rest.trim()) ? await agent.goals.act({ id: Number(rest), act }) : undefined;
    return [done ? lineOf(done.goal, now, language) : texts.missing(oneLine(rest, 40))];
  }
  if (verb === '' && args === 'add') return [texts.sayWhat];
  if (args !== '') return [texts.usage];
  const { goals } = await agent.goals.list({ state: 'open' });
  if (goals.length === 0) return [texts.none];
  return [...goals.map(goal => lineOf(goal, now, language)), '', '/goals complete N, /goals drop N, /goals add TEXT'];
}

function lineOf({ id, text, state, due, session }: Goal, now: number, language: Language = 'en'): string {
  const texts = goalTexts(language);
  const left = due === null || state !== 'open' ? undefined : due - now;
  const facts = [
    ...(state === 'open' ? [] : [texts.states[state]]),
    ...(left === undefined ? [] : [left > 0 ? texts.due(until(left, language)) : texts.overdue(ago(-left, language))]),
    ...(session === null ? [] : [texts.in(session.replace(/^session:/, ''))]),
  ];
  return `${id}  ${oneLine(text, 200)}${facts.length === 0 ? '' : `  (${facts.join(', ')})`}`;
}
