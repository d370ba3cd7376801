/** `straylight budget`, and `/budget` in every chat: what was spent today, what may be, and on which models. */
import type { Client } from '../api/client/client.ts';
import type { Amount, Limit } from '../domain/budget/budget.ts';
import { count, money } from '../domain/budget/money.ts';
import { isDemo } from '../domain/budget/prices.ts';
import type { BudgetView } from '../domain/budget/view.ts';
import { duration } from '../domain/text/ago.ts';
import type { Language } from '../domain/text/texts.ts';
import { oneLine } from '../domain/text/visible.ts';
import { budgetTexts } from './budget-texts.ts';
import { columns, type Io, jsonText, type Style, style } from './io.ts';

/** Exit code 0: that the budget is used up is an answer. */
export async function budget({
  agent,
  io,
  json,
  now,
}: {
  readonly agent: Pick<Client, 'budget'>;
  readonly io: Io;
  readonly json: boolean;
  readonly now: () => number;
}): Promise<number> {
  const view = await agent.budget.show();
  if (json) io.out(jsonText(view));
  else for (const line of budgetLines(view, now(), io.style, io.language)) io.out(line);
  return 0;
}

/** The budget as lines. */
export function budgetLines(
  view: BudgetView,
  now: number,
  { bold, warn }: Style = style(false),
  language: Language = 'en',
): readonly string[] {
  const { today, sessions, others = [], sessionLimit, models, day, endsAt, timeZone, underWay } = view;
  const { isDemoAlone = false } = view;
  const texts = budgetTexts(language);
  const words = amountsIn(language);
  const guessed = models.filter(({ price }) => price.source === 'guess');
  const used = isDemoAlone
    ? texts.demoUsesNone
    : texts.of(words.tokens(today.spent), words.limit(today.limit, 'tokens'));
  return [
    bold(texts.today(day, timeZone, duration(Math.max(0, endsAt - now), language))),
    ...columns([
      [`  ${texts.money}`, texts.of(words.money(today.spent), words.limit(today.limit, 'micros'))],
      [`  ${texts.tokens}`, used],
      ...(today.forecast && !isDemoAlone
        ? [[`  ${texts.forecast}`, texts.byEvening(words.money(today.forecast), words.tokens(today.forecast))]]
        : []),
      ...(underWay === 0 ? [] : [[`  ${texts.running}`, texts.underWay(underWay)]]),
    ]),
    ...(isReached(today.spent, today.limit) ? [warn(`  ${texts.reached}`)] : []),
    bold(texts.perConversation),
    ...columns([
      [`  ${texts.money}`, words.limit(sessionLimit, 'micros')],
      [`  ${texts.tokens}`, words.limit(sessionLimit, 'tokens')],
    ]),
    ...(models.length === 0 ? [] : [bold(texts.models)]),
    ...columns(
      models.map(one => {
        const { model, spent, calls, lost, estimated = 0, price } = one;
        return [
          `  ${oneLine(model, 60)}`,
          words.money(spent),
          isDemo(one) ? texts.noTokens : texts.inTokens(words.tokens(spent)),
          texts.calls(calls, lost, estimated),
          price.source === 'free' ? texts.free : texts.price(price.input, price.output),
        ];
      }),
    ),
    ...guessed.map(({ model }) => warn(`  ${texts.guessed(oneLine(model, 60))}`)),
    ...(sessions.length === 0 ? [] : [bold(texts.conversations)]),
    ...columns(
      sessions.map(({ session, today: spent, sinceYourWords }) => [
        `  ${oneLine(session.replace(/^session:/, ''), 60)}`,
        words.money(spent),
        ...(isDemoAlone || spent.tokens === 0
          ? [texts.noTokens]
          : [texts.inTokens(words.tokens(spent)), texts.sinceYourWords(words.tokens(sinceYourWords))]),
      ]),
    ),
    ...(others.length === 0 ? [] : [bold(texts.others)]),
    ...columns(
      others.map(({ heading, today: spent }) => [
        `  ${oneLine(heading.replace(':', ' '), 60)}`,
        words.money(spent),
        texts.inTokens(words.tokens(spent)),
      ]),
    ),
  ];
}

/** Amounts and limits in words. */
function amountsIn(language: Language) {
  return {
    money: ({ micros }: Amount): string => money(micros, language),
    tokens: ({ tokens }: Amount): string => count(tokens, language),
    limit(limit: Limit, unit: keyof Limit): string {
      const most = limit[unit];
      if (most === null) return budgetTexts(language).noLimit;
      return unit === 'micros' ? money(most, language) : count(most, language);
    },
  };
}

function isReached(spent: Amount, limit: Limit): boolean {
  return (['tokens', 'micros'] as const).some(unit => limit[unit] !== null && spent[unit] >= limit[unit]);
}
