/** How the budget is shown: what was spent today, what may be, and on which models. */

import type { Amount, Limit } from '../../domain/budget/budget.ts';
import { count, money } from '../../domain/budget/money.ts';
import { isDemo } from '../../domain/budget/prices.ts';
import type { BudgetView } from '../../domain/budget/view.ts';
import { duration } from '../../domain/text/ago.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { ownersDay } from '../../domain/text/instant-text.ts';
import type { Language } from '../../domain/text/texts.ts';
import { oneLine } from '../../domain/text/visible.ts';
import { type Block, type Look, lines, type View } from '../view.ts';

export function budgetOfDay(view: BudgetView, { now, language }: Look): View {
  const { today, sessionLimit, models, day, endsAt, timeZone, underWay, isDemoAlone = false } = view;
  const texts = budgetTexts[language];
  const words = amountsIn(language);
  const guessed = models.filter(({ price }) => price.source === 'guess');
  const used = isDemoAlone
    ? texts.demoUsesNone
    : texts.of(words.tokens(today.spent), words.limit(today.limit, 'tokens'));
  return [
    ...part(texts.today(ownersDay(day, language), timeZone, duration(Math.max(0, endsAt - now), language)), [
      [texts.money, texts.of(words.money(today.spent), words.limit(today.limit, 'micros'))],
      [texts.tokens, used],
      ...(today.forecast && !isDemoAlone
        ? [[texts.forecast, texts.byEvening(words.money(today.forecast), words.tokens(today.forecast))]]
        : []),
      ...(underWay === 0 ? [] : [[texts.running, texts.underWay(underWay)]]),
    ]),
    ...(isReached(today.spent, today.limit) ? [lines(texts.reached, 'warn')] : []),
    ...part(texts.perConversation, [
      [texts.money, words.limit(sessionLimit, 'micros')],
      [texts.tokens, words.limit(sessionLimit, 'tokens')],
    ]),
    ...part(texts.models, modelRows(models, language)),
    ...guessed.map(({ model }) => lines(texts.guessed(oneLine(model, 60)), 'warn')),
    ...part(texts.conversations, conversationRows(view, language)),
    ...part(texts.others, otherRows(view, language)),
  ];
}

/** A heading and its rows; nothing where there are none. */
function part(heading: string, rows: readonly (readonly string[])[]): readonly Block[] {
  if (rows.length === 0) return [];
  return [lines(heading, 'strong'), { kind: 'table', rows: rows.map(cells => ({ cells })) }];
}

function modelRows(models: BudgetView['models'], language: Language) {
  const texts = budgetTexts[language];
  const words = amountsIn(language);
  return models.map(one => {
    const { model, spent, calls, lost, estimated = 0, price } = one;
    return [
      oneLine(model, 60),
      words.money(spent),
      isDemo(one) ? texts.noTokens : texts.inTokens(words.tokens(spent)),
      texts.calls(calls, lost, estimated),
      price.source === 'free' ? (isDemo(one) ? texts.free : texts.freeHere) : texts.price(price.input, price.output),
    ];
  });
}

function conversationRows({ sessions, isDemoAlone }: BudgetView, language: Language) {
  const texts = budgetTexts[language];
  const words = amountsIn(language);
  return sessions.map(({ session, today: spent, sinceYourWords }) => [
    oneLine(session.replace(/^session:/, ''), 60),
    words.money(spent),
    ...(isDemoAlone || spent.tokens === 0
      ? [texts.noTokens]
      : [texts.inTokens(words.tokens(spent)), texts.sinceYourWords(words.tokens(sinceYourWords))]),
  ]);
}

function otherRows({ others = [] }: BudgetView, language: Language) {
  const words = amountsIn(language);
  return others.map(({ heading, today: spent }) => [
    oneLine(heading.replace(':', ' '), 60),
    words.money(spent),
    spent.tokens === 0 ? budgetTexts[language].noTokens : budgetTexts[language].inTokens(words.tokens(spent)),
  ]);
}

/** Amounts and limits in words. */
function amountsIn(language: Language) {
  return {
    money: ({ micros }: Amount): string => money(micros, language),
    tokens: ({ tokens }: Amount): string => count(tokens, language),
    limit(limit: Limit, unit: keyof Limit): string {
      const most = limit[unit];
      if (most === null) return budgetTexts[language].noLimit;
      return unit === 'micros' ? money(most, language) : count(most, language);
    },
  };
}

function isReached(spent: Amount, limit: Limit): boolean {
  return (['tokens', 'micros'] as const).some(unit => limit[unit] !== null && spent[unit] >= limit[unit]);
}

const en = {
  today: (day: string, timeZone: string, left: string) => `Today, ${day} (${timeZone}; resets in ${left})`,
  money: 'Money',
  tokens: 'Tokens',
  forecast: 'Forecast',
  running: 'Running',
  of: (spent: string, limit: string) => `${spent} of ${limit}`,
  noLimit: 'no limit',
  byEvening: (money: string, tokens: string) => `${money}, ${tokens} tokens by the end of the day`,
  underWay: (calls: number) =>
    `${calls === 1 ? '1 call, counted at its' : `${calls} calls, counted at their`} maximum cost`,
  reached: 'Limit reached: no model calls until tomorrow, or until you raise the limit in config.toml.',
  perConversation: 'Limit per conversation, until you write again',
  models: 'Models today',
  inTokens: (tokens: string) => `${tokens} tokens`,
  calls: (calls: number, lost: number, estimated: number) =>
    `${calls === 1 ? '1 call' : `${calls} calls`}${lost === 0 ? '' : `, ${lost} lost`}${estimated === 0 ? '' : `, ${estimated} estimated`}`,
  free: 'free',
  freeHere: 'free, local',
  noTokens: 'no tokens',
  demoUsesNone: 'none: the demo model is rules, and free',
  price: (input: string | number, output: string | number) => `$${input} in, $${output} out, per million`,
  guessed: (model: string) =>
    `The price of ${model} is unknown: it is billed at its provider’s highest rate. Set it in config.toml: [prices] "${model}"`,
  conversations: 'Conversations today',
  sinceYourWords: (tokens: string) => `${tokens} tokens since your last message`,
  others: 'Other model calls today',
};

const de: typeof en = {
  today: (day, timeZone, left) => `Heute, ${day} (${timeZone}; beginnt neu in ${left})`,
  money: 'Geld',
  tokens: 'Tokens',
  forecast: 'Prognose',
  running: 'Laufend',
  of: (spent, limit) => `${spent} von ${limit}`,
  noLimit: 'unbegrenzt',
  byEvening: (money, tokens) => `${money}, ${tokens} Tokens bis zum Ende des Tages`,
  underWay: calls => `${calls === 1 ? '1 Aufruf' : `${calls} Aufrufe`}, mit dem Höchstpreis gezählt`,
  reached: 'Grenze erreicht: keine Aufrufe eines Modells bis morgen, oder bis du die Grenze in config.toml erhöhst.',
  perConversation: 'Grenze je Gespräch, bis du wieder schreibst',
  models: 'Modelle heute',
  inTokens: tokens => `${tokens} Tokens`,
  calls: (calls, lost, estimated) =>
    `${calls === 1 ? '1 Aufruf' : `${calls} Aufrufe`}${lost === 0 ? '' : `, ${lost} verloren`}${estimated === 0 ? '' : `, ${estimated} geschätzt`}`,
  free: 'kostenlos',
  freeHere: 'kostenlos, lokal',
  noTokens: 'keine Tokens',
  demoUsesNone: 'keine: Das Demomodell besteht aus Regeln und ist kostenlos',
  price: (input, output) => `${input} $ hinein, ${output} $ heraus, je Million`,
  guessed: model =>
    `Der Preis von ${model} ist unbekannt: Es zählt der höchste Preis seines Anbieters. Trag ihn in config.toml ein: [prices] "${model}"`,
  conversations: 'Gespräche heute',
  sinceYourWords: tokens => `${tokens} Tokens seit deiner letzten Nachricht`,
  others: 'Andere Aufrufe von Modellen heute',
};

const budgetTexts: Readonly<Record<Language, typeof en>> = catalog('api/views/budget', { en, de });
