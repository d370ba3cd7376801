/** What is said of coding workers: to the owner in the owner's language, to programs and models in English. */
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import type { WorkEnd, WorkStat } from './worker.ts';

const en = {
  lines: ({ files, added, removed }: WorkStat) =>
    `${files === 1 ? '1 file' : `${files} files`}, +${added} −${removed} lines`,
  accept: (worker: string, folder: string, stat: string) => `Take the work of ${worker} into “${folder}”: ${stat}.`,
  again: (worker: string, folder: string) => `Begin the work of ${worker} on “${folder}” again from the start.`,
  permission: (worker: string, folder: string, title: string) => `${worker}, on its copy of “${folder}”: ${title}`,
};

const de: typeof en = {
  lines: ({ files, added, removed }) => `${files === 1 ? '1 Datei' : `${files} Dateien`}, +${added} −${removed} Zeilen`,
  accept: (worker, folder, stat) => `Die Arbeit von ${worker} in „${folder}“ übernehmen: ${stat}.`,
  again: (worker, folder) => `Die Arbeit von ${worker} an „${folder}“ noch einmal von vorn beginnen.`,
  permission: (worker, folder, title) => `${worker}, in seiner Kopie von „${folder}“: ${title}`,
};

export const workTexts: Readonly<Record<Language, typeof en>> = catalog('domain/workers/texts', { en, de });

/** What a program reads. */
export const programTexts = {
  goOn: 'You were interrupted: this program was stopped and started again. Nothing that was under way is known to have been completed. Look at the files as they are now, then finish the task, which was:',
  onlyCopy:
    'You work on a copy of the repository; only the files in it count, and their changes are looked at when you end. Do not commit, push or ask for anything outside of it.',
} as const;

/** What the model of the conversation reads that gave the work. */
export const endTexts: Readonly<Record<WorkEnd, (worker: string, folder: string) => string>> = {
  accepted: (worker, folder) => `The owner has accepted the work of ${worker}: its changes are in “${folder}” now.`,
  rejected: (worker, folder) => `The owner has rejected the work of ${worker} on “${folder}”: nothing was changed.`,
  unchanged: (worker, folder) => `${worker} has ended without a change to “${folder}”.`,
  stopped: (worker, folder) => `The work of ${worker} on “${folder}” was stopped; nothing was changed.`,
  failed: (worker, folder) => `The work of ${worker} on “${folder}” has failed; nothing was changed.`,
  unknown: (worker, folder) =>
    `Straylight ended while the work of ${worker} was merged into “${folder}”: part of it may be there. Look at the folder; undo has what was there before.`,
};
