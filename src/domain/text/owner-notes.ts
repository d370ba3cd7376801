/**
 * How a call ended, in words for its owner.
 *
 * What is kept of it is written for the model: it speaks of the owner, and says what to do next. The owner reads the same
 * fact here, in his language. A text that Straylight did not write by itself stays as it is.
 */
import { createRequire } from 'node:module';
import type * as Reasons from '../approvals/reason-texts.ts';
import type { Form, Sentence } from '../policy/sentence.ts';
import type { ToolOutcome } from '../tools/tool.ts';
import { catalog } from './catalog.ts';
import { fill } from './fill.ts';
import { type Language, modelTexts, ownWords } from './texts.ts';

// With the first answer that a German owner reads.
const load = createRequire(import.meta.url);

/** How a call ended, as data, and what that names. Stored. */
export interface Note {
  readonly kind: keyof typeof notes;
  /** Words of the owner, or of others. */
  readonly value?: string;
  /** `value` as data, where it is a sentence of ours. */
  readonly said?: Form;
  readonly reasons?: readonly Sentence[];
}

/** The same for the owner. */
export function noteTo(language: Language, { kind, value = '', said, reasons }: Note): string {
  const own = said === undefined ? value : ownWords(said, language);
  return fill(texts[language][kind], { value: reasons === undefined ? own : inReasons(reasons, language) });
}

/** Reasons that a rule gives, in a line, without the end of the last one. */
function inReasons(reasons: readonly Sentence[], language: Language): string {
  const { reasonIn } = load('../approvals/reason-texts.ts') as typeof Reasons;
  return reasons.map(reason => reasonIn(language, reason).replace(/\.$/, '')).join('; ');
}

/** That a call whose result was waited for has come to its end, and what it was to do. */
export function lateNote(outcome: ToolOutcome, intent: string, language: Language): string {
  return fill(texts[language][lateKinds[outcome]], { more: intent.replaceAll('\n', ' ') }).trim();
}

const lateKinds = {
  done: 'lateDone',
  failed: 'lateFailed',
  denied: 'lateDenied',
  expired: 'lateExpired',
  cancelled: 'lateCancelled',
  unknown: 'lateUnknown',
} as const;

/**
 * What the owner reads in place of a note for the model; any other text as it is. Of a call that waits, of one whose
 * actor is no longer kept, and of records from before its end was kept as data.
 */
export function noteForOwner(text: string, language: Language): string {
  const kinds = endings.get(text.slice(0, beginning)) ?? [];
  for (const { pattern, kind } of kinds) {
    const [whole, value = '', more = ''] = pattern.exec(text) ?? [];
    if (whole !== undefined) return fill(texts[language][kind], { value: ownWords(value, language), more });
  }
  return text;
}

/** Whether a note says that a yes was undone before the act began, also in the words of earlier versions. */
export function isTakenBackNote(text: string): boolean {
  return /^The owner approved this and (?:undid it|undid the approval|took it back) before /.test(text);
}

interface Ending {
  readonly kind: keyof typeof notes;
  readonly key: string;
  readonly pattern: RegExp;
}

/** Stands for a value while a pattern is made of a text. */
const gap = '\u0000';

/** So many signs are alike in all texts of a kind, and tell it from what tools answer. */
const beginning = 8;

/** What a model reads of each kind. */
const notes = {
  waiting: modelTexts.waiting(gap),
  denied: modelTexts.denied(undefined),
  deniedWhy: modelTexts.denied(gap),
  deniedBefore: modelTexts.deniedBefore(undefined),
  deniedBeforeWhy: modelTexts.deniedBefore(gap),
  unrevised: modelTexts.unrevised(gap),
  takenBack: modelTexts.takenBack,
  expired: modelTexts.expired,
  lapsed: modelTexts.lapsed,
  missing: modelTexts.unredeemed.missing,
  consumed: modelTexts.unredeemed.consumed,
  changed: modelTexts.unredeemed.changed,
  forged: modelTexts.unredeemed.forged,
  undelivered: modelTexts.undelivered,
  restarted: modelTexts.restarted([]),
  restartedDone: modelTexts.restarted([gap]),
  rewound: modelTexts.rewound([]),
  rewoundDone: modelTexts.rewound([gap]),
  cancelled: modelTexts.cancelled,
  unknown: modelTexts.unknown(gap),
  refused: modelTexts.refused([gap]),
  lateDone: modelTexts.late(gap, 'done', gap),
  lateFailed: modelTexts.late(gap, 'failed', gap),
  lateDenied: modelTexts.late(gap, 'denied', gap),
  lateExpired: modelTexts.late(gap, 'expired', gap),
  lateCancelled: modelTexts.late(gap, 'cancelled', gap),
  lateUnknown: modelTexts.late(gap, 'unknown', gap),
};

/** What its owner reads, `{value}` being what it names. */
const texts = catalog('domain/text/owner-notes#texts', {
  en: {
    waiting: 'Waits for your approval.',
    denied: 'You denied this. Not run.',
    deniedWhy: 'You denied this: {value}. Not run.',
    deniedBefore: 'You denied this very call before. Not run.',
    deniedBeforeWhy: 'You denied this very call before: {value}. Not run.',
    unrevised: 'What you changed it into cannot be run: {value}. Not run.',
    takenBack: 'You approved this and undid it before it started. Not run.',
    expired: 'Nobody answered the approval in time. Not run.',
    lapsed: 'You approved this, but it could not start while the approval was valid. Not run.',
    missing: 'There is no record of an approval for this. Not run.',
    consumed: 'The approval for this was already used. Not run.',
    changed: 'What you approved is not what would have run. Not run.',
    forged: 'The approval for this is not signed by this agent. Not run.',
    undelivered: 'The approval could not be delivered. Not run.',
    restarted: 'You restarted this conversation. The last request was dropped, and nothing was done for it.',
    restartedDone:
      'You restarted this conversation. The last request was dropped. What was done for it is not undone:\n{value}',
    rewound: 'You rewound this conversation to here. Nothing was done after it.',
    rewoundDone: 'You rewound this conversation to here. What was done after it is not undone:\n{value}',
    cancelled: 'Cancelled before it ended.',
    unknown: 'It is not known whether this happened: {value}. It was not repeated.',
    refused: 'Not allowed: {value}. Not run.',
    lateDone: 'Done: {more}',
    lateFailed: 'Failed: {more}',
    lateDenied: 'Denied: {more}',
    lateExpired: 'Expired: {more}',
    lateCancelled: 'Cancelled: {more}',
    lateUnknown: 'May or may not have happened: {more}',
  },
  de: {
    waiting: 'Wartet auf deine Freigabe.',
    denied: 'Von dir abgelehnt. Nicht ausgeführt.',
    deniedWhy: 'Von dir abgelehnt: {value}. Nicht ausgeführt.',
    deniedBefore: 'Genau diesen Aufruf hast du schon abgelehnt. Nicht ausgeführt.',
    deniedBeforeWhy: 'Genau diesen Aufruf hast du schon abgelehnt: {value}. Nicht ausgeführt.',
    unrevised: 'Was du daraus gemacht hast, lässt sich nicht ausführen: {value}. Nicht ausgeführt.',
    takenBack: 'Du hast das erlaubt und vor dem Start zurückgenommen. Nicht ausgeführt.',
    expired: 'Die Freigabe wurde nicht rechtzeitig beantwortet. Nicht ausgeführt.',
    lapsed: 'Du hast das erlaubt, aber es konnte nicht starten, solange die Freigabe galt. Nicht ausgeführt.',
    missing: 'Eine Freigabe dafür ist nicht verzeichnet. Nicht ausgeführt.',
    consumed: 'Die Freigabe dafür war schon verbraucht. Nicht ausgeführt.',
    changed: 'Was du erlaubt hast, ist nicht das, was gelaufen wäre. Nicht ausgeführt.',
    forged: 'Die Freigabe dafür hat nicht dieser Agent unterschrieben. Nicht ausgeführt.',
    undelivered: 'Die Freigabe konnte nicht zugestellt werden. Nicht ausgeführt.',
    restarted:
      'Du hast dieses Gespräch neu gestartet. Die letzte Bitte wurde verworfen, und für sie wurde nichts getan.',
    restartedDone:
      'Du hast dieses Gespräch neu gestartet. Die letzte Bitte wurde verworfen. Was für sie getan wurde, bleibt getan:\n{value}',
    rewound: 'Du hast dieses Gespräch bis hierher zurückgesetzt. Danach wurde nichts getan.',
    rewoundDone: 'Du hast dieses Gespräch bis hierher zurückgesetzt. Was danach getan wurde, bleibt getan:\n{value}',
    cancelled: 'Abgebrochen, bevor es zu Ende war.',
    unknown: 'Ob das geschehen ist, ist nicht bekannt: {value}. Es wurde nicht wiederholt.',
    refused: 'Nicht erlaubt: {value}. Nicht ausgeführt.',
    lateDone: 'Erledigt: {more}',
    lateFailed: 'Fehlgeschlagen: {more}',
    lateDenied: 'Abgelehnt: {more}',
    lateExpired: 'Abgelaufen: {more}',
    lateCancelled: 'Abgebrochen: {more}',
    lateUnknown: 'Vielleicht geschehen, vielleicht nicht: {more}',
  },
});

function patternOf(note: string): RegExp {
  const parts = note.split(gap).map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('([^]*?)')}$`);
}

const endings = Map.groupBy(
  Object.entries(notes).map(
    ([kind, note]): Ending => ({
      kind: kind as Ending['kind'],
      key: note.slice(0, beginning),
      pattern: patternOf(note),
    }),
  ),
  ({ key }) => key,
);
