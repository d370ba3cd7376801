/**
 * Values that are secret by the name they stand under: `DB_PASSWORD=…`, `"clientSecret": "…"`, `--token …`,
 * `<password>…</password>`, a column of a table.
 *
 * The name says so with its last words, so that `token_type` and `passwordMinLength` are none. Where its value stands,
 * notations.ts says; whether that is one, values.ts.
 */

import { type Reading, runEnd, runStart } from '../views/reading.ts';
import { type FieldKind, type FieldName, kindOf } from './names.ts';
import { valueAfter } from './notations.ts';
import { tableFindings } from './tables.ts';
import type { SecretRule } from './token-shape.ts';
import { isCredible } from './values.ts';

export const fieldRule: SecretRule = {
  anchors: ['pass', 'pwd', 'secret', 'token', 'key', 'kennwort', 'auth', 'psk', 'credential', '_pw', 'sig'],
  holds: false,
  from: (_, __, end) => end,
  find(reading, start, end) {
    if (start < reading.fieldsUntil) return [];
    const name = nameAt(reading, start, end);
    const kind = name && (kindIn(reading, name.text) ?? kindIn(reading, spokenName(reading, name)));
    if (!name || !kind) return [];
    const fromTable = tableFindings(reading, name, title => kindIn(reading, title));
    if (fromTable.length > 0) return fromTable;
    const value = valueAfter(reading, name);
    if (!value) return [];
    const certainty = kind === 'key' ? 'doubtful' : value.certainty;
    const text = reading.text.slice(value.start, value.end);
    const isPassword = kind === 'password' || (kind === 'secret' && certainty === 'sure');
    if (!isCredible(text, { certainty, isPassword, isQuoted: value.isQuoted })) return [];
    reading.fieldsUntil = value.end;
    return [{ start: value.start, end: value.end, kind: kind === 'key' ? 'api-key' : kind }];
  },
};

/** `API key`, `Secret access key`: a name of several words. */
function spokenName({ text }: Reading, { text: name, start }: FieldName): string {
  if (!/^key$/i.test(name)) return name;
  const before = /(?:[A-Za-z]{2,12} ){1,2}$/.exec(text.slice(Math.max(0, start - 26), start))?.[0] ?? '';
  return `${before.trim().replaceAll(' ', '_')}_${name.toLowerCase()}`.toLowerCase();
}

function kindIn({ names }: Reading, name: string): FieldKind | undefined {
  if (!names.has(name)) names.set(name, kindOf(name));
  return names.get(name) as FieldKind | undefined;
}

const longestName = 80;

function nameAt(reading: Reading, anchorStart: number, anchorEnd: number): FieldName | undefined {
  const { text } = reading;
  const end = runEnd(reading, 'w', anchorEnd);
  if (end - anchorEnd >= longestName) return undefined;
  const start = runStart(reading, 'wt', anchorStart, longestName);
  if (anchorStart - start >= longestName) return undefined;
  // `--password`, `spring.datasource.password`, and an escape before the name: \npassword
  let from = anchorStart;
  while (from > start && text[from - 1] !== '.' && text[from - 1] !== '~') from--;
  while (from < anchorStart && text[from] === '-') from++;
  if (from < anchorStart && from === start && text[from - 1] === '\\' && /[nrt]/.test(text[from] ?? '')) from++;
  // what has been redacted before is called by a name like this
  if (text[from - 1] === '[' && text.startsWith('secret:', from)) return undefined;
  if (text[from - 1] === ':' && text.startsWith('[secret:', from - 8)) return undefined;
  return { text: text.slice(from, end), start: from, end };
}
