/** What the owner reads of the runs of a job. */
import { catalog } from '../text/catalog.ts';
import type { Language } from '../text/texts.ts';
import { printed } from '../tools/command-report.ts';
import type { JobSpec, RunOutcome, SkippedRuns, SkipReason, Trigger } from './job.ts';
import { actionInWords, instantInWords, lengthInWords } from './words.ts';

/** What a run came to, for its owner: of a command that went well only what it printed. */
export function resultOf({ action, language }: JobSpec, text: string): string {
  const isCommand = action.kind === 'tool' && action.tool === 'execute_command';
  if (isCommand) return printed(text).trim() || texts[language].noOutput;
  return text.trim();
}

/** How a run ended, for its owner. */
export interface EndedRunText {
  readonly outcome: RunOutcome;
  readonly reason: string | null;
  readonly slot: number;
  readonly trigger: Trigger;
  /** How late it began. */
  readonly lateMs: number;
  /** What it said; bounded. */
  readonly text: string;
}

/** The text of a run's end. */
export function runText(spec: JobSpec, { outcome, reason, slot, trigger, lateMs, text }: EndedRunText): string {
  const say = texts[spec.language];
  const when = instantInWords(slot, spec.language, spec.timeZone);
  const late = trigger === 'catchUp' && lateMs > 0 ? say.late(when, lengthInWords(roughly(lateMs), spec.language)) : '';
  return [late, say[outcome](spec.name, text, skipInWords(reason, spec.language))]
    .filter(part => part !== '')
    .join('\n');
}

/** A reminder says that it is one, where its own words do not; a late one says that too. */
export function reminderText(spec: JobSpec, slot: number, lateMs: number, text: string): string {
  const say = texts[spec.language];
  const said = say.isReminder.test(text) ? text : say.reminder(text);
  if (lateMs <= 0) return said;
  const when = instantInWords(slot, spec.language, spec.timeZone);
  return `${said}\n${say.late(when, lengthInWords(roughly(lateMs), spec.language))}`;
}

/** Instants that passed without a run. `isMadeUpFor`: one that starts now stands for them. */
export function missedText(spec: JobSpec, { slot, until, count, isMore }: SkippedRuns, isMadeUpFor: boolean): string {
  const { language, timeZone, name } = spec;
  const from = instantInWords(slot, language, timeZone);
  const to = instantInWords(until, language, timeZone);
  const many = isMore ? texts[language].moreThan(count) : String(count);
  return texts[language].missed(name, many, count === 1 ? from : `${from} – ${to}`, isMadeUpFor, count === 1);
}

/** It failed so often in a row that it pauses. */
export function failingText(spec: JobSpec, failures: number, text: string): string {
  return texts[spec.language].failing(spec.name, failures, text);
}

/** It was cut off, and nobody knows how far it came. */
export function cutText(spec: JobSpec): string {
  return texts[spec.language].cut(spec.name, actionInWords(spec.action, spec.language));
}

/** It failed before, and works again. */
export function recoveredText(spec: JobSpec, failures: number): string {
  return texts[spec.language].recovered(spec.name, failures);
}

/** To the second below a minute, and so on: nobody reads 508 hours. */
function roughly(ms: number): number {
  const unit = ms < 60_000 ? 1_000 : ms < 2 * hourMs ? 60_000 : ms < 2 * dayMs ? hourMs : dayMs;
  return Math.max(unit, Math.round(ms / unit) * unit);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function skipInWords(reason: string | null, language: Language): string {
  const known = texts[language].reasons as Readonly<Record<string, string>>;
  return reason === null ? '' : (known[reason] ?? reason);
}

const texts = catalog('domain/jobs/texts', {
  en: {
    isReminder: /remind/i,
    reminder: (text: string) => `Reminder: ${text}`,
    done: (name: string, text: string) => `Job ${name}: ${text}`,
    failed: (name: string, text: string) => `Job ${name} failed: ${text}`,
    unknown: (name: string, text: string) => `Job ${name}: nobody knows whether it happened. ${text}`,
    skipped: (name: string, _text: string, why: string) => `Job ${name} did not run: ${why}.`,
    late: (when: string, length: string) =>
      `(A catch-up: it was due on ${when}, ${length} before, when Straylight was not running or was busy.)`,
    noOutput: 'done, without output',
    moreThan: (count: number) => `more than ${count}`,
    missed: (name: string, many: string, when: string, isMadeUpFor: boolean, isOne: boolean) =>
      `Job ${name} missed ${many} ${isOne ? 'run' : 'runs'} while Straylight was not running (${when}). ${isMadeUpFor ? `One run makes up for ${isOne ? 'it' : 'them'}.` : `${isOne ? 'It is' : 'They are'} not made up for.`}`,
    failing: (name: string, failures: number, text: string) =>
      `The job ${name} failed ${failures} times in a row and is paused now. The last error: ${text}`,
    cut: (name: string, what: string) =>
      `A run of the job ${name} was cut off: ${what}. It may or may not have happened, so it is not run again by itself.`,
    recovered: (name: string, failures: number) => `Job ${name} works again, after ${failures} failed runs.`,
    reasons: {
      missed: 'its time passed while Straylight was not running',
      overlap: 'the run before it had not ended',
      duplicate: 'a run under the same key was made shortly before',
      denied: 'it was denied',
      expired: 'nobody approved it in time',
      cancelled: 'it was stopped',
      removed: 'the job was removed',
      paused: 'the job was paused',
      changed: 'the job was changed',
      newer: 'the next run came before this attempt',
    } satisfies Record<SkipReason, string>,
  },
  de: {
    isReminder: /erinner/i,
    reminder: (text: string) => `Erinnerung: ${text}`,
    done: (name: string, text: string) => `Job ${name}: ${text}`,
    failed: (name: string, text: string) => `Job ${name} ist fehlgeschlagen: ${text}`,
    unknown: (name: string, text: string) => `Job ${name}: Niemand weiß, ob es geschehen ist. ${text}`,
    skipped: (name: string, _text: string, why: string) => `Job ${name} lief nicht: ${why}.`,
    late: (when: string, length: string) =>
      `(Nachgeholt: fällig am ${when}, ${length} vorher, als Straylight nicht lief oder beschäftigt war.)`,
    noOutput: 'erledigt, ohne Ausgabe',
    moreThan: (count: number) => `mehr als ${count}`,
    missed: (name: string, many: string, when: string, isMadeUpFor: boolean, isOne: boolean) =>
      `Job ${name} hat ${many} ${isOne ? 'Lauf' : 'Läufe'} versäumt, während Straylight nicht lief (${when}). ${isMadeUpFor ? `Ein Lauf holt ${isOne ? 'ihn' : 'sie'} nach.` : `${isOne ? 'Er wird' : 'Sie werden'} nicht nachgeholt.`}`,
    failing: (name: string, failures: number, text: string) =>
      `Der Job ${name} ist ${failures}-mal nacheinander fehlgeschlagen und pausiert jetzt. Der letzte Fehler: ${text}`,
    cut: (name: string, what: string) =>
      `Ein Lauf des Jobs ${name} wurde abgeschnitten: ${what}. Ob es geschehen ist, ist nicht bekannt; von selbst läuft er nicht noch einmal.`,
    recovered: (name: string, failures: number) => `Job ${name} geht wieder, nach ${failures} fehlgeschlagenen Läufen.`,
    reasons: {
      missed: 'seine Zeit verging, während Straylight nicht lief',
      overlap: 'der Lauf davor war noch nicht zu Ende',
      duplicate: 'ein Lauf mit demselben Schlüssel war kurz zuvor',
      denied: 'er wurde abgelehnt',
      expired: 'niemand hat ihn rechtzeitig genehmigt',
      cancelled: 'er wurde angehalten',
      removed: 'der Job wurde entfernt',
      paused: 'der Job wurde angehalten',
      changed: 'der Job wurde geändert',
      newer: 'der nächste Lauf kam vor diesem Versuch',
    } satisfies Record<SkipReason, string>,
  },
});
