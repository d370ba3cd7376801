/** What is wrong with a setting, in words: where it stands, what was expected, what came. */
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import type { Language } from '../src/domain/text/catalog.ts';
import { oneLine } from '../src/domain/text/visible.ts';
import { faultTexts, faultWords } from './fault-texts.ts';

/** One fault. `key` is dotted, empty where the whole file is meant; `line` counts from 1. */
export interface ConfigFault {
  readonly file: string;
  readonly line?: number;
  readonly key: string;
  readonly expected: string;
  /** What came, never a secret: long, token-like and known secret values are only described. */
  readonly came: string;
}

/** One fault as a line for the owner. */
export function faultLine({ file, line, key, expected, came }: ConfigFault, language: Language = 'en'): string {
  const where = `${line === undefined ? file : `${file}:${line}`}${key && `: ${key}`}`;
  return faultTexts[language].line(where, faultWords(expected, language), faultWords(came, language));
}

type Checked<Value> =
  | { readonly value: Value; readonly faults?: undefined }
  | { readonly value?: undefined; readonly faults: readonly ConfigFault[] };

/**
 * One TOML text against its schema: its settings, or everything that is wrong with it. `secrets` are never repeated.
 */
export function checkToml<Value>(
  schema: z.ZodType<Value>,
  text: string,
  file: string,
  secrets: readonly string[],
): Checked<Value> {
  let table: unknown;
  try {
    table = parse(text, { unsafeKeyBehaviour: 'throw' });
  } catch (error) {
    // The parser quotes the line, which may hold a secret: its place and reason are enough.
    const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    const line = error instanceof TomlError ? { line: error.line } : {};
    const came = `${reason.replace(/^Invalid TOML document: /, '')}`;
    return { faults: [{ file, ...line, key: '', expected: 'a TOML document', came }] };
  }
  const result = schema.safeParse(table);
  if (result.success) return { value: result.data };
  const faults = result.error.issues.flatMap(issue => faultsOf(issue, { schema, table, text, file, secrets }));
  return { faults: faults.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
}

interface Document {
  readonly schema: z.ZodType;
  readonly table: unknown;
  readonly text: string;
  readonly file: string;
  readonly secrets: readonly string[];
}

function faultsOf(issue: z.core.$ZodIssue, document: Document): ConfigFault[] {
  const at = (path: readonly PropertyKey[], expected: string, came: string): ConfigFault => {
    const line = lineOf(document.text, path.map(String));
    // Keys and values of the agent's file are a stranger's text, and a key may be a secret that was put in its place.
    const key = oneLine(path.map(part => keyInWords(String(part), document.secrets)).join('.'), 200);
    return { file: document.file, line, key, expected, came: oneLine(came, 200) };
  };
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(document.schema, issue.path);
    // of what is read in several forms the rule itself says it
    const expected = known.length === 0 ? issue.message : `one of the settings ${known.join(', ')}`;
    return issue.keys.map(key => at([...issue.path, key], expected, 'an unknown one'));
  }
  if (issue.code === 'invalid_key') {
    const expected = issue.issues[0]?.message ?? issue.message;
    return [at(issue.path, expected, inWords(String(issue.path.at(-1)), false, document.secrets))];
  }
  const came = issue.path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown>)?.[key],
    document.table,
  );
  const hidden = String(issue.path.at(-1)).endsWith('_env');
  return [at(issue.path, issue.message, inWords(came, hidden, document.secrets))];
}

/** What came, as far as it may be shown. */
export function inWords(value: unknown, hidden: boolean, secrets: readonly string[]): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return 'a date';
  if (typeof value === 'object' && value !== null) return 'a table';
  if (typeof value !== 'string') return String(value);
  if (hidden || isSecret(value, secrets)) return `a text of ${value.length} characters`;
  const bare = value.replace(/\/\/[^@/]*@/, '//…@').replace(/[?#].*$/s, '?…');
  return JSON.stringify(bare.length > 60 ? `${bare.slice(0, 59)}…` : bare);
}

function isSecret(text: string, secrets: readonly string[]): boolean {
  const looksSecret = /\d{6,}:[\w-]{20,}|\b(?:sk|pk|ghp|xox[a-z])[-_][\w-]{8,}/.test(text);
  return looksSecret || secrets.some(secret => text.includes(secret));
}

/** The name of a setting, as far as it may be shown. */
function keyInWords(key: string, secrets: readonly string[]): string {
  // one with a dot in it is read as a table and a setting
  const isPiece = key.length >= 8 && secrets.some(secret => secret.includes(key));
  return isPiece || isSecret(key, secrets) ? `(a name of ${key.length} characters)` : key;
}

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
}

/** The settings a table may hold, as the file spells them. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SchemaNode;
  const node = path.reduce<SchemaNode | undefined>((at, key) => at?.properties?.[String(key)], whole);
  return Object.keys(node?.properties ?? {});
}

/**
 * The line that sets a key, or the header of its table. Good enough to point at: inline tables and quoted keys with
 * dots are found by their table.
 */
function lineOf(text: string, path: readonly string[]): number | undefined {
  let table: readonly string[] = [];
  let inText: string | undefined;
  let best: { readonly line: number; readonly depth: number } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const bare = line.trim();
    if (inText) {
      if (line.includes(inText)) inText = undefined;
      continue;
    }
    const header = /^\[{1,2}([^\]]+)\]{1,2}/.exec(bare)?.[1];
    const key = /^([\w."'-]+(?:\s*\.\s*[\w"'-]+)*)\s*=/.exec(bare)?.[1];
    if (header !== undefined) table = dotted(header);
    const here = key === undefined ? table : [...table, ...dotted(key)];
    const isOnWay = here.every((part, depth) => part === path[depth]);
    if ((header ?? key) !== undefined && isOnWay && here.length > (best?.depth ?? 0))
      best = { line: index + 1, depth: here.length };
    const quotes = /"""|'''/.exec(bare)?.[0];
    if (quotes && bare.split(quotes).length === 2) inText = quotes;
  }
  return best?.line;
}

function dotted(key: string): readonly string[] {
  return key.split('.').map(part => part.trim().replace(/^["']|["']$/g, ''));
}
