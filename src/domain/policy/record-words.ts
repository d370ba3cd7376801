/** A change of Straylight's own records as its owner reads it on the card: which one, what it was, what it becomes. */

import { createRequire } from 'node:module';
import { catalog } from '../text/catalog.ts';
import type * as LineDiff from '../text/line-diff.ts';
import type { Language } from '../text/texts.ts';
import type { JudgedRecord, RecordChange, RecordKind, RecordMaker } from './own-records.ts';

// With the first card that shows a change: most starts show none.
const load = createRequire(import.meta.url);
const wholeDiff: typeof LineDiff.wholeDiff = (...texts) =>
  (load('../text/line-diff.ts') as typeof LineDiff).wholeDiff(...texts);

/** Each of them whole: a heading, then its lines; `-` what goes, `+` what comes. */
export function shownRecords(records: readonly JudgedRecord[], language: Language = 'en'): string {
  return records
    .map(({ change, before = '', after = '' }) => [heading(change, language), ...wholeDiff(before, after)].join('\n'))
    .join('\n\n');
}

function heading({ kind, name, act, maker }: RecordChange, language: Language): string {
  const { acts, added, kinds, makers } = words[language];
  const which = name === '' ? '' : ` ${name}`;
  const whose = maker === undefined ? '' : ` (${makers[maker]})`;
  return act === 'add' ? `${added[kind]}${which}:` : `${acts[act]} ${kinds[kind]}${which}${whose}:`;
}

interface Words {
  readonly acts: Readonly<Record<'change' | 'end', string>>;
  readonly added: Readonly<Record<RecordKind, string>>;
  readonly kinds: Readonly<Record<RecordKind, string>>;
  readonly makers: Readonly<Record<RecordMaker, string>>;
}

const words: Readonly<Record<Language, Words>> = catalog('domain/policy/record-words', {
  en: {
    acts: { change: 'Changes', end: 'Ends' },
    added: { goal: 'New goal', job: 'New job', settings: 'New settings', heartbeat: 'New list', prompt: 'New prompt' },
    kinds: { goal: 'the goal', job: 'the job', settings: 'the settings', heartbeat: 'the list', prompt: 'the prompt' },
    makers: {
      owner: 'made by you',
      here: 'made in this conversation',
      elsewhere: 'made in another conversation',
      outside: 'made by outside text in this conversation',
      unknown: 'nobody knows by whom',
    },
  },
  de: {
    acts: { change: 'Ändert', end: 'Beendet' },
    added: {
      goal: 'Neues Ziel',
      job: 'Neuer Job',
      settings: 'Neue Einstellungen',
      heartbeat: 'Neue Liste',
      prompt: 'Neue Anweisung',
    },
    kinds: {
      goal: 'das Ziel',
      job: 'den Job',
      settings: 'die Einstellungen',
      heartbeat: 'die Liste',
      prompt: 'die Anweisung',
    },
    makers: {
      owner: 'von dir',
      here: 'aus diesem Gespräch',
      elsewhere: 'aus einem anderen Gespräch',
      outside: 'von fremdem Text in diesem Gespräch',
      unknown: 'von wem, ist nicht bekannt',
    },
  },
});
