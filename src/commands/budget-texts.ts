/** What is said of the budget, in each language the agent speaks. */
import type { Language } from '../domain/text/texts.ts';

const en = {
  today: (day: string, timeZone: string, left: string) => `Today, ${day} (${timeZone}; resets in ${left})`,
  money: 'Money',
  tokens: 'Tokens',
  forecast: 'Forecast',
  running: 'Running',
  of: (spent: string, limit: string) => `${spent} of ${limit}`,
  noLimit: 'no limit',
  byEvening: (money: string, tokens: string) => `${money}, ${tokens} tokens by the end of the day`,
  underWay: (calls: number) => `${calls} calls, counted at their maximum cost`,
  reached: 'Limit reached: no model calls until tomorrow, or until you raise the limit in config.toml.',
  perConversation: 'Limit per conversation, until you write again',
  models: 'Models today',
  inTokens: (tokens: string) => `${tokens} tokens`,
  calls: (calls: number, lost: number, estimated: number) =>
    `${calls} calls${lost === 0 ? '' : `, ${lost} lost`}${estimated === 0 ? '' : `, ${estimated} estimated`}`,
  free: 'free',
  noTokens: 'no tokens',
  demoUsesNone: 'none: the demo model is rules, and free',
  price: (input: string | number, output: string | number) => `$${input} in, $${output} out, per million`,
  guessed: (model: string) =>
    `The price of ${model} is unknown: it is billed at its provider’s highest rate. Set it in config.toml: [prices] "${model}"`,
  conversations: 'Conversations today',
  sinceYourWords: (tokens: string) => `${tokens} tokens since your last message`,
  others: 'Other model calls today',
};

/** What is said of the budget. */
export type BudgetTexts = typeof en;

const de: BudgetTexts = {
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
  noTokens: 'keine Tokens',
  demoUsesNone: 'keine: Das Demomodell besteht aus Regeln und ist kostenlos',
  price: (input, output) => `${input} $ hinein, ${output} $ heraus, je Million`,
  guessed: model =>
    `Der Preis von ${model} ist unbekannt: Es zählt der höchste Preis seines Anbieters. Trag ihn in config.toml ein: [prices] "${model}"`,
  conversations: 'Gespräche heute',
  sinceYourWords: tokens => `${tokens} Tokens seit deiner letzten Nachricht`,
  others: 'Andere Aufrufe von Modellen heute',
};

const byLanguage: Readonly<Record<Language, BudgetTexts>> = { en, de };

/** In the language in which the agent speaks to its owner. */
export function budgetTexts(language: Language): BudgetTexts {
  return byLanguage[language];
}
