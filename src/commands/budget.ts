/** `straylight budget`, and `/budget` in every chat: what was spent today, what may be, and on which models. */
import type { Client } from '../api/client/client.ts';
import type { Amount, Limit } from '../domain/budget/budget.ts';
import { count, money } from '../domain/budget/money.ts';
import type { BudgetView } from '../domain/budget/view.ts';
import { oneLine } from '../domain/text/visible.ts';
import { columns, duration, type Io, jsonText, type Style, style } from './io.ts';

export interface BudgetOptions {
  readonly agent: Pick<Client, 'budget'>;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
}

/** Exit code 0: that the budget is used up is an answer. */
export async function budget({ agent, io, json, now }: BudgetOptions): Promise<number> {
  const view = await agent.budget.show();
  if (json) io.out(jsonText(view));
  else for (const line of budgetLines(view, now(), io.style)) io.out(line);
  return 0;
}

/** The budget as lines. */
export function budgetLines(view: BudgetView, now: number, { bold, warn }: Style = style(false)): readonly string[] {
  const { today, sessions, others = [], sessionLimit, models, day, endsAt, timeZone, underWay } = view;
  const guessed = models.filter(({ price }) => price.source === 'guess');
  return [
    bold(`Today, ${day} (${timeZone}; resets in ${duration(Math.max(0, endsAt - now))})`),
    ...columns([
      ['  Money', `${dollars(today.spent)} of ${limitOf(today.limit, 'micros')}`],
      ['  Tokens', `${tokens(today.spent)} of ${limitOf(today.limit, 'tokens')}`],
      ...(today.forecast
        ? [['  Forecast', `${dollars(today.forecast)}, ${tokens(today.forecast)} tokens by the end of the day`]]
        : []),
      ...(underWay === 0 ? [] : [['  Running', `${underWay} calls, counted at their maximum cost`]]),
    ]),
    ...(isReached(today.spent, today.limit)
      ? [warn('  Limit reached: no model calls until tomorrow, or until you raise the limit in config.toml.')]
      : []),
    bold('Limit per conversation, until you write again'),
    ...columns([
      ['  Money', limitOf(sessionLimit, 'micros')],
      ['  Tokens', limitOf(sessionLimit, 'tokens')],
    ]),
    ...(models.length === 0 ? [] : [bold('Models today')]),
    ...columns(
      models.map(({ model, spent, calls, lost, estimated = 0, price }) => [
        `  ${oneLine(model, 60)}`,
        dollars(spent),
        `${tokens(spent)} tokens`,
        `${calls} calls${lost === 0 ? '' : `, ${lost} lost`}${estimated === 0 ? '' : `, ${estimated} estimated`}`,
        price.source === 'free' ? 'free' : `$${price.input} in, $${price.output} out, per million`,
      ]),
    ),
    ...guessed.map(({ model }) =>
      warn(
        `  The price of ${oneLine(model, 60)} is unknown: it is billed at its provider’s highest rate. Set it in config.toml: [prices] "${oneLine(model, 60)}"`,
      ),
    ),
    ...(sessions.length === 0 ? [] : [bold('Conversations today')]),
    ...columns(
      sessions.map(({ session, today: spent, sinceYourWords }) => [
        `  ${oneLine(session.replace(/^session:/, ''), 60)}`,
        dollars(spent),
        `${tokens(spent)} tokens`,
        `${tokens(sinceYourWords)} tokens since your last message`,
      ]),
    ),
    ...(others.length === 0 ? [] : [bold('Other model calls today')]),
    ...columns(
      others.map(({ heading, today: spent }) => [
        `  ${oneLine(heading.replace(':', ' '), 60)}`,
        dollars(spent),
        `${tokens(spent)} tokens`,
      ]),
    ),
  ];
}

const dollars = ({ micros }: Amount): string => money(micros, 'en');
const tokens = ({ tokens: spent }: Amount): string => count(spent, 'en');

function limitOf(limit: Limit, unit: keyof Limit): string {
  const most = limit[unit];
  if (most === null) return 'no limit';
  return unit === 'micros' ? money(most, 'en') : `${count(most, 'en')}`;
}

function isReached(spent: Amount, limit: Limit): boolean {
  return (['tokens', 'micros'] as const).some(unit => limit[unit] !== null && spent[unit] >= limit[unit]);
}
