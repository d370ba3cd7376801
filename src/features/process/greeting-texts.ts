/** What stands above a start, in each language the agent speaks to its owner. The labels are one column. */

import { demoModel } from '../../domain/models/names.ts';
import type { Sentence } from '../../domain/policy/sentence.ts';
import { catalog } from '../../domain/text/catalog.ts';
import { type Language, ownWords } from '../../domain/text/texts.ts';

const en = {
  labels: {
    home: 'Home',
    model: 'Model',
    executor: 'Executor',
    channels: 'Channels',
    secrets: 'Secrets',
    Store: 'Store',
    Files: 'Files',
    Audit: 'Audit',
    safeMode: 'Safe mode',
    page: 'Page',
    link: 'Link',
    port: 'Port',
    stately: 'Stately',
    relay: 'Relay',
  },
  /** What another has said in English. */
  trouble: (why: string) => why,
  noSecrets: (why: string) => `none can be used: ${why}`,
  demo: 'demo model (rules, no AI)',
  commands: (executor: string) =>
    executor === 'direct' ? 'no sandbox: commands ask first' : `commands run in ${executor}`,
};

const de: typeof en = {
  labels: {
    home: 'Datenordner',
    model: 'Modell',
    executor: 'Ausführung',
    channels: 'Kanäle',
    secrets: 'Geheimnisse',
    Store: 'Datenbank',
    Files: 'Dateien',
    Audit: 'Audit',
    safeMode: 'Achtung',
    page: 'Seite',
    link: 'Link',
    port: 'Port',
    stately: 'Stately',
    relay: 'Relay',
  },
  trouble: why => `„${why}“`,
  noSecrets: why => `keines lässt sich benutzen: „${why}“`,
  demo: 'Demomodell (Regeln, keine KI)',
  commands: executor =>
    executor === 'direct' ? 'ohne Sandbox: Befehle fragen vorher' : `Befehle laufen in ${executor}`,
};

const byLanguage: Readonly<Record<Language, typeof en>> = catalog('features/process/greeting-texts#byLanguage', {
  en,
  de,
});

/** What a line above a start is about. */
export type GreetingLabel = keyof typeof en.labels;

/** How wide the column of labels is. */
const columns: Readonly<Record<Language, number>> = catalog('features/process/greeting-texts#columns', {
  en: 10,
  de: 13,
});

/** The same above a chat in each language: a page with its token fits into a row of 80 columns behind it. */
export const chatColumn = 10;

/** `forChat`: above a chat. */
export function greetingRow(label: GreetingLabel, text: string, language: Language, forChat = false): string {
  const name = byLanguage[language].labels[label];
  return `${forChat ? `${name} `.padEnd(chatColumn) : name.padEnd(columns[language])}${text}`;
}

/** That secrets cannot be used. */
export function secretsLine(why: string, language: Language): string {
  return greetingRow('secrets', byLanguage[language].noSecrets(why), language);
}

/** All of it in a line, for somebody who is about to type. */
export function briefly(
  { version, model, executor }: { readonly version: string; readonly model: string; readonly executor: string },
  language: Language,
): string {
  const say = byLanguage[language];
  return `Straylight ${version} · ${model === demoModel ? say.demo : model} · ${say.commands(executor)}`;
}

/** Which model answers, and why it is this one. */
export function modelLine({ name, reason }: { readonly name: string; readonly reason: Sentence }, language: Language) {
  return greetingRow('model', `${name} (${ownWords(reason, language)})`, language);
}

/** Where commands run, and why there. */
export function executorLine(
  executor: { readonly kind: string; readonly detail: Sentence },
  language: Language,
): string {
  return greetingRow('executor', `${executor.kind}: ${ownWords(executor.detail, language)}`, language);
}

/** What is wrong with the store, the files or the audit log, in the words of the one who found it. */
export function troubleLine(name: 'Store' | 'Files' | 'Audit', trouble: Sentence, language: Language): string {
  const own = ownWords(trouble, language);
  return greetingRow(name, own === trouble ? byLanguage[language].trouble(own) : own, language);
}
