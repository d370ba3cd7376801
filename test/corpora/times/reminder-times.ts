/** Times as people say them in a reminder, with what is meant: see the first line of the text. */
import { readFileSync } from 'node:fs';

export interface SaidReminder {
  /** Behind "remind me", or "erinnere mich". */
  readonly sentence: string;
  /** Local times, as many as are looked at; none: it is to be asked about. */
  readonly wanted: readonly string[];
  readonly isOnce: boolean;
}

export const saidAt = { now: Date.parse('2026-11-28T09:46:00Z'), timeZone: 'Europe/Berlin' };

export const reminderTimes: readonly SaidReminder[] = readFileSync(
  new URL('reminder-times.txt', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter(line => line !== '' && !line.startsWith('#'))
  .map(line => {
    const [sentence = '', wanted = ''] = line.split(' => ');
    const [kind, ...times] = wanted.split(/,? /);
    return { sentence, wanted: times, isOnce: kind === 'once' };
  });
