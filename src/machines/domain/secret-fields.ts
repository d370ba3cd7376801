/**
 * Values that are secret by the name they stand under: `DB_PASSWORD=…`, `"clientSecret": "…"`, `--token …`, `<password>…</password>`,
 * a column of a table.
 *
 * The name says so with its last words, so that `token_type` and `passwordMinLength` are none. Where its value stands, secret-notations.ts
 * says; whether that is one, secret-values.ts.
 */

import { valueAfter } from './secret-notations.ts';
import { type Reading, runEnd, runStart } from './secret-reading.ts';
import { tableFindings } from './secret-tables.ts';
import { isCredible } from './secret-values.ts';
import type { SecretRule } from './token-shape.ts';

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

/** `key`: it depends on the value alone. */
export type FieldKind = 'password' | 'secret' | 'token' | 'api-key' | 'key';

/** A name in a text, from its first character to behind its last. */
export interface FieldName {
  readonly text: string;
  readonly start: number;
  readonly end: number;
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

/** What kind of secret a field of this name holds. */
export function kindOf(name: string): FieldKind | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '');
  while (words.length > 1 && suffixes.test(words.at(-1) ?? '')) words.pop();
  const last = (words.at(-1) ?? '').replace(/\d+$/, '');
  const joined = words.join('').replace(/\d+$/, '');
  if (
    /public|publishable|^(?:gpg|pgp)key$|(?:next|page|continuation|cursor|sync|resume|eos|bos|pad|unk|mask|sep|stop|cancel|cancellation)token$/.test(
      joined,
    )
  )
    return undefined;
  if (/(?:password|passwd|passwort|kennwort|passphrase|passcode)$/.test(joined)) return 'password';
  if (
    /^(?:pass|pwd|pw|psk)$/.test(last) ||
    /^(?:db|user|my|smtp|root|ftp|ssh|admin|mysql|pg|redis|mail|become|sudo|imap|ldap)(?:pass|pwd|pw)$/.test(last)
  )
    return 'password';
  if (
    /(?:api|access|secret|private|account|shared|sharedaccess|signing|encryption|master|auth|app|application|client|session|service|role|server|admin|licen[sc]e|webhook|hmac|crypto|preshared|storage|subscription|deploy|integration|ingest|insert|origin|ca|app)key$/.test(
      joined,
    ) &&
    !/^(?:cache|primary|foreign|sort|partition)/.test(joined)
  )
    return 'api-key';
  if (/(?:secret|secretkeybase|secretbase)$/.test(joined)) return 'secret';
  if (/(?:token|jwt)$/.test(joined)) return 'token';
  if (/^(?:auth|credentials?|sig)$/.test(last)) return 'key';
  return last === 'key' && name === name.toUpperCase() && words.length > 1 ? 'key' : undefined;
}

const suffixes =
  /^(?:\d+|dev|prod|production|test|staging|live|local|old|new|value|plain|primary|secondary|default|base|base64|b64|hex|string|str|text|env|main|bedrock|v\d)$/;
