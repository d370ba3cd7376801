/** The summary of a conversation: what a model is asked for, how it is read, and how rules make one. */
import { extractedByRules } from '../memory/extraction.ts';
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import { oneLine } from '../text/visible.ts';

export interface Summary {
  /** What the conversation is for. */
  readonly goal: string;
  readonly decisions: readonly string[];
  /** What was asked for and is not done. */
  readonly open: readonly string[];
  /** Names, numbers, dates and other facts, each in a sentence. */
  readonly facts: readonly string[];
  readonly files: readonly string[];
  /** What comes next. */
  readonly next: string;
}

/** So many entries of a list, the newest, each of so many characters. */
const mostEntries = 40;
const mostCharacters = 400;

/** As it stands in the conversation. `messages`: so many it stands for. */
export function summaryText(summary: Summary, messages: number, language: Language): string {
  const say = texts[language];
  const listed = (entries: readonly string[]) =>
    [...new Set(entries.map(entry => oneLine(entry, mostCharacters)))]
      .filter(entry => entry !== '')
      .slice(-mostEntries)
      .map(entry => `- ${entry}`);
  const parts: readonly (readonly [string, readonly string[]])[] = [
    [say.goal, one(summary.goal)],
    [say.decisions, listed(summary.decisions)],
    [say.open, listed(summary.open)],
    [say.facts, listed(summary.facts)],
    [say.files, listed(summary.files)],
    [say.next, one(summary.next)],
  ];
  return [
    say.head(messages),
    ...parts.flatMap(([head, lines]) => (lines.length === 0 ? [] : [`${head}:`, ...lines])),
  ].join('\n');
}

function one(text: string): readonly string[] {
  const line = oneLine(text, mostCharacters);
  return line === '' ? [] : [line];
}

/** One message as it is put before the model that summarises. */
export interface SummarisedMessage {
  readonly role: 'owner' | 'assistant' | 'tool' | 'notice' | 'summary';
  readonly text: string;
}

/** A message a paragraph; {@link summaryByRules} reads it back. */
export function summarisedText(messages: readonly SummarisedMessage[]): string {
  return messages.map(({ role, text }) => `## ${role}\n${text.replace(/^(?=#)/gm, ' ').trim()}`).join('\n\n');
}

/**
 * A summary by rules, for the demo model and where a model answers in another form: the first and the newest request,
 * what the owner stated, figures and names of files. An earlier summary stays as it is.
 */
export function summaryByRules(text: string): Summary {
  const messages = [
    ...text.matchAll(/^## (owner|assistant|tool|notice|summary)\n([\s\S]*?)(?=\n\n## |$(?![\s\S]))/gm),
  ].map(([, role = '', words = '']) => ({ role, text: words.trim() }));
  const said = messages.filter(({ role }) => role === 'owner').map(message => message.text);
  const before = messages.filter(({ role }) => role === 'summary').flatMap(message => entriesOf(message.text));
  const stated = extractedByRules(said.map((words, number) => ({ number, role: 'owner', text: words })));
  const withFigures = said
    .flatMap(words => words.split(/(?<=[.!?])\s+|\n+/))
    .filter(sentence => /\d/.test(sentence) && !sentence.endsWith('?') && sentence.length <= mostCharacters);
  const files = messages.flatMap(message => message.text.match(/(?<![\w/])[\w./-]+\.[a-z]{1,5}\b/gi) ?? []);
  return {
    goal: said[0] ?? '',
    decisions: [],
    open: said.slice(-1),
    facts: [...before, ...stated.map(({ content }) => content), ...withFigures],
    files: files.filter(name => /[a-z]/i.test(name) && !/^\d+\.\d/.test(name)).slice(-mostEntries),
    next: '',
  };
}

/** The entries of a summary's text, and what stands alone beneath a heading. */
function entriesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .slice(1)
    .filter(line => line !== '' && !/:$/.test(line))
    .map(line => line.replace(/^- /, ''));
}

const texts = catalog('domain/context/summary', {
  en: {
    head: (messages: number) => `Summary of ${messages} earlier messages of this conversation, made by a model.`,
    goal: 'Goal',
    decisions: 'Decisions',
    open: 'Open tasks',
    facts: 'Names and numbers',
    files: 'Files',
    next: 'Next step',
  },
  de: {
    head: (messages: number) =>
      `Zusammenfassung von ${messages} früheren Nachrichten dieses Gesprächs, von einem Modell.`,
    goal: 'Ziel',
    decisions: 'Entscheidungen',
    open: 'Offene Aufgaben',
    facts: 'Namen und Zahlen',
    files: 'Dateien',
    next: 'Nächster Schritt',
  },
});
