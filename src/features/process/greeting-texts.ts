/** What stands above a start, in each language the agent speaks to its owner. The labels are one column. */
import { reasonText } from '../../domain/models/reason-text.ts';
import { executorText } from '../../domain/security/sandbox-texts.ts';
import type { Language } from '../../domain/text/texts.ts';

const demo = 'rehearsal/rehearsal';

const en = {
  home: 'Home      ',
  model: 'Model     ',
  executor: 'Executor  ',
  channels: 'Channels  ',
  secrets: 'Secrets   ',
  Store: 'Store     ',
  Files: 'Files     ',
  Audit: 'Audit     ',
  noSecrets: (why: string) => `none can be used: ${why}`,
  demo: 'demo model (rules, no AI)',
  commands: (executor: string) =>
    executor === 'direct' ? 'no sandbox: commands ask first' : `commands run in ${executor}`,
};

const de: typeof en = {
  home: 'Datenordner  ',
  model: 'Modell       ',
  executor: 'Ausführung   ',
  channels: 'Kanäle       ',
  secrets: 'Geheimnisse  ',
  Store: 'Datenbank    ',
  Files: 'Dateien      ',
  Audit: 'Audit        ',
  noSecrets: why => `keines lässt sich benutzen: „${why}“`,
  demo: 'Demomodell (Regeln, keine KI)',
  commands: executor =>
    executor === 'direct' ? 'ohne Sandbox: Befehle fragen vorher' : `Befehle laufen in ${executor}`,
};

const byLanguage: Readonly<Record<Language, typeof en>> = { en, de };

export function greetingTexts(language: Language): typeof en {
  return byLanguage[language];
}

/** All of it in a line, for somebody who is about to type. */
export function briefly(
  { version, model, executor }: { readonly version: string; readonly model: string; readonly executor: string },
  language: Language,
): string {
  const say = byLanguage[language];
  return `Straylight ${version} · ${model === demo ? say.demo : model} · ${say.commands(executor)}`;
}

/** Which model answers, and why it is this one. */
export function modelLine({ name, reason }: { readonly name: string; readonly reason: string }, language: Language) {
  return `${byLanguage[language].model}${name} (${reasonText(reason, language)})`;
}

/** Where commands run, and why there. */
export function executorLine(executor: { readonly kind: string; readonly detail: string }, language: Language): string {
  return `${byLanguage[language].executor}${executor.kind}: ${executorText(executor, language)}`;
}

/** What is wrong with the store, the files or the audit log: an English sentence of the one who found it. */
export function troubleLine(name: 'Store' | 'Files' | 'Audit', trouble: string, language: Language): string {
  return `${byLanguage[language][name]}${language === 'en' ? trouble : `„${trouble}“`}`;
}
