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
  stopped: 'The plan was stopped from outside. Part of it may have happened. Look before you make another one.',
  lost: 'Nobody knows what became of the plan. Part of it may have happened. Look before you make another one.',
  tooLate: (step: string) =>
    `Step ${step} would begin more than a day from now, and its conversation waits for a plan. Leave not_before out, or schedule a job for it.`,
  doneWhen: (checks: string) => `It is done when this holds: ${checks}`,
  resultOf: (step: string) => `What the step ${step} came to:`,
  resultsAbove: 'What the steps before it came to stands above.',
  retry:
    'This was tried before, and it is not done; what was found stands above. Look at what is there, and finish it.',
  advice: (words: string) => `The owner says to this: ${words}`,
  inCopy: (copy: string, folder: string) =>
    `Work only in the folder ${copy}, which is a copy of ${folder}: each path that you use begins with ${copy}/. What you change there is merged into ${folder} by the program once it is checked; the paths of checks are those within ${folder}. Do not write to ${folder} itself.`,
  merged: (folder: string) => `Its changes were merged into ${folder}.`,
  notMerged: (folder: string) => `Its changes were not merged into ${folder}.`,
  conflicts: (folder: string, conflicts: string) =>
    `What was changed on an earlier copy could not be merged into ${folder}, which is another by now: ${conflicts}. The copy is a new one, of ${folder} as it is now: do the work again on it.`,
  noDiff: (why: string) => `What it changed cannot be merged: ${why}`,
  notHeld: (check: string) => `${check}: could not be run, and nothing is merged that was not checked`,
  mergeLost: (step: string, folder: string, why: string) =>
    `Nobody knows whether all changes of the step ${step} are in ${folder}: ${why}. Look there, and tell your owner.`,
  noRepository: (folder: string) =>
    `expected a folder of the workspace that is a git repository of its own, with at least one commit; ${folder} is none`,
  noSandbox: (executor: string) =>
    `a copy needs a sandbox in which git can run, and commands run in ${executor}; leave worktree out, and let steps depend on each other`,
  afterFailure:
    'It is not done: do not say that it is. Make another plan for what is left, or tell your owner what failed.',
  afterDone: 'Say no more than these records show.',
};

interface PlanTexts {
  /** A step that failed twice. */
  readonly stuck: (title: string, step: string, why: string) => string;
  readonly options: {
    readonly again: string;
    /** On a new copy. */
    readonly newCopy: string;
    readonly without: string;
    readonly stop: string;
  };
  /** The same, once it was answered often enough in words. */
  readonly stuckLast: (title: string, step: string, why: string) => string;
  /** What a step changed does not fit. */
  readonly conflict: (title: string, step: string, folder: string, conflicts: string) => string;
  /** What is merged, for those who may undo it. */
  readonly merge: (title: string, step: string, folder: string) => string;
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
  stuckLast: (title, step, why) =>
    `The step ${step} of the plan “${title}” has failed again: ${why} It is not tried any more: whatever you say that does not stop the plan, it goes on without this step.`,
  conflict: (title, step, folder, conflicts) =>
    `The step ${step} of the plan “${title}” is done on its copy, but “${folder}” has changed meanwhile, and these do not fit: ${conflicts}. Nothing of it was merged.`,
  merge: (title, step, folder) => `Merge the step ${step} of the plan “${title}” into “${folder}”`,
  options: {
    again: 'Try again',
    newCopy: 'Again on a new copy',
    without: 'Go on without it',
    stop: 'Stop the plan',
  },
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
  stuckLast: (title, step, why) =>
    `Der Schritt ${step} des Plans „${title}“ ist wieder gescheitert: ${why} Er wird nicht mehr versucht: Was du auch sagst, solange es den Plan nicht beendet, geht er ohne diesen Schritt weiter.`,
  conflict: (title, step, folder, conflicts) =>
    `Der Schritt ${step} des Plans „${title}“ ist auf seiner Kopie fertig, aber „${folder}“ hat sich inzwischen geändert, und das passt nicht: ${conflicts}. Nichts davon wurde übernommen.`,
  merge: (title, step, folder) => `Den Schritt ${step} des Plans „${title}“ in „${folder}“ übernehmen`,
  options: {
    again: 'Noch einmal versuchen',
    newCopy: 'Noch einmal auf einer neuen Kopie',
    without: 'Ohne ihn weitermachen',
    stop: 'Den Plan beenden',
  },
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
