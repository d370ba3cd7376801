/** English sentences of failures in German, each found by its whole form. */
import { fields } from './fields.ts';
import { network } from './network.ts';
import type { Rows } from './rows.ts';
import { schedules } from './schedules.ts';
import { services } from './services.ts';
import { typed } from './typed.ts';
import { undone } from './undone.ts';

const rows: Rows = [...services, ...network, ...typed, ...undone, ...schedules, ...fields];

/** The sentence in German; any other as it is. */
export function inGerman(english: string): string {
  for (const [form, german] of rows) {
    const found = form.exec(english);
    if (found)
      return german.replace(/\$(\d)|\{(\d)\}/g, (_, plain?: string, ours?: string) =>
        ours === undefined ? (found[Number(plain)] ?? '') : inGerman(found[Number(ours)] ?? ''),
      );
  }
  return english;
}
