/**
 * How a call ended, in words for its owner.
 *
 * What is kept of it is written for the model: it speaks of the owner, and says what to do next. The owner reads the same
 * fact here, in his language. A text that Straylight did not write by itself stays as it is.
 */
import { createRequire } from 'node:module';
import type * as Reasons from '../approvals/reason-texts.ts';
import type * as GermanResults from '../tools/german-results.ts';
import { fill } from './fill.ts';
import { type Language, modelTexts } from './texts.ts';

// With the first answer that a German owner reads.
const load = createRequire(import.meta.url);

/** What the owner reads in place of a note for the model; any other text as it is. */
export function noteForOwner(text: string, language: Language): string {
  const kinds = endings.get(text.slice(0, beginning)) ?? [];
  for (const { pattern, said, isOfRules } of kinds) {
    const [whole, value = '', more = ''] = pattern.exec(text) ?? [];
    if (whole !== undefined)
      return fill(said[language], { value: isOfRules ? inReasons(value, language) : value, more });
  }
  return text;
}

/** Reasons that a rule gives, in the owner's language: one sentence without its end, or several of them. */
function inReasons(value: string, language: Language): string {
  if (language === 'en' || value === '') return value;
  const { reasonIn } = load('../approvals/reason-texts.ts') as typeof Reasons;
  const said = (one: string) => reasonIn(language, `${one}.`).replace(/\.$/, '');
  // a sentence may have a semicolon of its own
  const whole = said(value);
  return whole === value ? value.split('; ').map(said).join('; ') : whole;
}

/** What this tool answered, in the owner's language; what it quotes, and what a tool of the agent's own says, as it is. */
export function resultWords(text: string, tool: string | undefined, language: Language): string {
  if (language === 'en' || tool === undefined) return text;
  return (load('../tools/german-results.ts') as typeof GermanResults).germanResult(text, tool);
}

/** Whether a note says that a yes was undone before the act began, also in the words of earlier versions. */
export function isTakenBackNote(text: string): boolean {
  return /^The owner approved this and (?:undid it|undid the approval|took it back) before /.test(text);
}

interface Ending {
  /** Its value is what rules say of a call. */
  readonly isOfRules: boolean;
  readonly pattern: RegExp;
  readonly said: Readonly<Record<Language, string>>;
}

/** Stands for a value while a pattern is made of a text. */
const gap = '\u0000';

/** So many signs are alike in all texts of a kind, and tell it from what tools answer. */
const beginning = 8;

/** Each kind of note, `{value}` being what it names. */
const notes: readonly (readonly [note: string, en: string, de: string])[] = [
  [modelTexts.waiting(gap), 'Waits for your approval.', 'Wartet auf deine Freigabe.'],
  [modelTexts.denied(undefined), 'You denied this. Not run.', 'Von dir abgelehnt. Nicht ausgeführt.'],
  [modelTexts.denied(gap), 'You denied this: {value}. Not run.', 'Von dir abgelehnt: {value}. Nicht ausgeführt.'],
  [
    modelTexts.deniedBefore(undefined),
    'You denied this very call before. Not run.',
    'Genau diesen Aufruf hast du schon abgelehnt. Nicht ausgeführt.',
  ],
  [
    modelTexts.deniedBefore(gap),
    'You denied this very call before: {value}. Not run.',
    'Genau diesen Aufruf hast du schon abgelehnt: {value}. Nicht ausgeführt.',
  ],
  [
    modelTexts.unrevised(gap),
    'What you changed it into cannot be run: {value}. Not run.',
    'Was du daraus gemacht hast, lässt sich nicht ausführen: {value}. Nicht ausgeführt.',
  ],
  [
    modelTexts.takenBack,
    'You approved this and undid it before it started. Not run.',
    'Du hast das erlaubt und vor dem Start zurückgenommen. Nicht ausgeführt.',
  ],
  [
    modelTexts.expired,
    'Nobody answered the approval in time. Not run.',
    'Die Freigabe wurde nicht rechtzeitig beantwortet. Nicht ausgeführt.',
  ],
  [
    modelTexts.lapsed,
    'You approved this, but it could not start while the approval was valid. Not run.',
    'Du hast das erlaubt, aber es konnte nicht starten, solange die Freigabe galt. Nicht ausgeführt.',
  ],
  [
    modelTexts.unredeemed.missing,
    'There is no record of an approval for this. Not run.',
    'Eine Freigabe dafür ist nicht verzeichnet. Nicht ausgeführt.',
  ],
  [
    modelTexts.unredeemed.consumed,
    'The approval for this was already used. Not run.',
    'Die Freigabe dafür war schon verbraucht. Nicht ausgeführt.',
  ],
  [
    modelTexts.unredeemed.changed,
    'What you approved is not what would have run. Not run.',
    'Was du erlaubt hast, ist nicht das, was gelaufen wäre. Nicht ausgeführt.',
  ],
  [
    modelTexts.unredeemed.forged,
    'The approval for this is not signed by this agent. Not run.',
    'Die Freigabe dafür hat nicht dieser Agent unterschrieben. Nicht ausgeführt.',
  ],
  [
    modelTexts.undelivered,
    'The approval could not be delivered. Not run.',
    'Die Freigabe konnte nicht zugestellt werden. Nicht ausgeführt.',
  ],
  [
    modelTexts.restarted([]),
    'You restarted this conversation. The last request was dropped, and nothing was done for it.',
    'Du hast dieses Gespräch neu gestartet. Die letzte Bitte wurde verworfen, und für sie wurde nichts getan.',
  ],
  [
    modelTexts.restarted([gap]),
    'You restarted this conversation. The last request was dropped. What was done for it is not undone:\n{value}',
    'Du hast dieses Gespräch neu gestartet. Die letzte Bitte wurde verworfen. Was für sie getan wurde, bleibt getan:\n{value}',
  ],
  [
    modelTexts.rewound([]),
    'You rewound this conversation to here. Nothing was done after it.',
    'Du hast dieses Gespräch bis hierher zurückgesetzt. Danach wurde nichts getan.',
  ],
  [
    modelTexts.rewound([gap]),
    'You rewound this conversation to here. What was done after it is not undone:\n{value}',
    'Du hast dieses Gespräch bis hierher zurückgesetzt. Was danach getan wurde, bleibt getan:\n{value}',
  ],
  [modelTexts.cancelled, 'Cancelled before it ended.', 'Abgebrochen, bevor es zu Ende war.'],
  [
    modelTexts.unknown(gap),
    'It is not known whether this happened: {value}. It was not repeated.',
    'Ob das geschehen ist, ist nicht bekannt: {value}. Es wurde nicht wiederholt.',
  ],
  [modelTexts.refused([gap]), 'Not allowed: {value}. Not run.', 'Nicht erlaubt: {value}. Nicht ausgeführt.'],
  [modelTexts.late(gap, 'done', gap), 'Done: {more}', 'Erledigt: {more}'],
  [modelTexts.late(gap, 'failed', gap), 'Failed: {more}', 'Fehlgeschlagen: {more}'],
  [modelTexts.late(gap, 'denied', gap), 'Denied: {more}', 'Abgelehnt: {more}'],
  [modelTexts.late(gap, 'expired', gap), 'Expired: {more}', 'Abgelaufen: {more}'],
  [modelTexts.late(gap, 'cancelled', gap), 'Cancelled: {more}', 'Abgebrochen: {more}'],
  [
    modelTexts.late(gap, 'unknown', gap),
    'May or may not have happened: {more}',
    'Vielleicht geschehen, vielleicht nicht: {more}',
  ],
];

function patternOf(note: string): RegExp {
  const parts = note.split(gap).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('([^]*?)')}$`);
}

const endings = Map.groupBy(
  notes.map(([note, en, de]): Ending & { readonly key: string } => ({
    key: note.slice(0, beginning),
    pattern: patternOf(note),
    said: { en, de },
    isOfRules: note === modelTexts.refused([gap]),
  })),
  ({ key }) => key,
);
