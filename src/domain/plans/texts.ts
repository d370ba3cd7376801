/** What is said of plans: to the model in English, to the owner in his language. */
import type { CheckOutcome } from '../goals/check.ts';
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';

/** For models. */
export const planModelTexts = {
  changed: 'The plan, or one of its agents, is not what its owner approved, so nothing more of it is carried out.',
  begunBefore: 'This very call has begun the plan before, so it is not begun a second time. Look at what it did.',
  begunAgain:
    'The plan was begun again from outside when it was under way: its steps were stopped. Part of it may have happened.',
  lost: 'Nobody knows what became of the plan. Part of it may have happened. Look before you make another one.',
  tooLate: (step: string) =>
    `Step ${step} would begin more than a day from now, and its conversation waits for a plan. Leave not_before out, or schedule a job for it.`,
  doneWhen: (checks: string) => `It is done when this holds: ${checks}`,
  resultOf: (step: string) => `What the step ${step} came to:`,
  resultsAbove: 'What the steps before it came to stands above.',
  retry:
    'This was tried before, and it is not done; what was found stands above. Look at what is there, and finish it.',
  advice: (words: string) => `The owner says to this: ${words}`,
  afterFailure:
    'It is not done: do not say that it is. Make another plan for what is left, or tell your owner what failed.',
  afterDone: 'Say no more than these records show.',
};

interface PlanTexts {
  /** A step that failed twice. */
  readonly stuck: (title: string, step: string, why: string) => string;
  readonly options: { readonly again: string; readonly without: string; readonly stop: string };
  /** Beneath a reply. */
  readonly verdict: (title: string, verdict: CheckOutcome | null, open: readonly string[]) => string;
  readonly ended: (title: string) => string;
}

/** With the checks that show nothing, or could not be run. */
function notChecked(words: string, open: readonly string[]): string {
  return open.length === 0 ? words : `${words}: ${open.slice(0, 5).join('; ')}`;
}

const en: PlanTexts = {
  stuck: (title, step, why) => `The step ${step} of the plan “${title}” has failed twice: ${why}`,
  options: { again: 'Try again', without: 'Go on without it', stop: 'Stop the plan' },
  verdict: (title, verdict, open) =>
    `(Plan “${title}”: ${
      {
        holds: 'confirmed by its checks',
        fails: 'refuted by its checks',
        unknown: notChecked('not checkable', open),
        none: 'no checks',
      }[verdict ?? 'none']
    }.)`,
  ended: title => `(Plan “${title}”: not done.)`,
};

const de: PlanTexts = {
  stuck: (title, step, why) => `Der Schritt ${step} des Plans „${title}“ ist zweimal gescheitert: ${why}`,
  options: { again: 'Noch einmal versuchen', without: 'Ohne ihn weitermachen', stop: 'Den Plan beenden' },
  verdict: (title, verdict, open) =>
    `(Plan „${title}“: ${
      {
        holds: 'von seinen Prüfungen bestätigt',
        fails: 'von seinen Prüfungen widerlegt',
        unknown: notChecked('nicht prüfbar', open),
        none: 'keine Prüfungen',
      }[verdict ?? 'none']
    }.)`,
  ended: title => `(Plan „${title}“: nicht fertig.)`,
};

export const planTexts: Readonly<Record<Language, PlanTexts>> = catalog('domain/plans/texts', { en, de });
