/** What a tool answered, made fit to stand in a reply: fenced or quoted, never able to end its fence. */

import type { Earlier } from './intent.ts';

/** A text in a fence longer than any in it; empty stays empty. */
export function fenced(output: string): string {
  const text = output.trim();
  if (text === '') return '';
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** What a tool gave, as the end of a sentence: a short line within it, a longer text below it. */
export function given(text: string): string {
  const shown = asText(text);
  return shown !== '' && shown.length <= 160 && !/[`\n]/.test(shown) ? ` \`${shown}\`` : `:\n${fenced(shown)}`;
}

/**
 * The value a tool gave, as the next step takes it: what stands alone in an object without the object, a list line by
 * line.
 */
export function standingAlone(text: string): string {
  const value = parsed(text);
  if (!isRecord(value)) return lined(value) ?? text.trim();
  const members = Object.values(value);
  return (members.length === 1 ? lined(members[0]) : undefined) ?? text.trim();
}

/** Lines of a file without what read_file puts before them. */
export function fileLines(text: string): string {
  return text
    .split('\n')
    .slice(1)
    .filter(line => !/^\[lines \d+ to \d+ follow;/.test(line))
    .map(line => line.replace(/^\d+\t/, ''))
    .join('\n');
}

/** What was read, for a change of its lines. */
export function fileRead(path: string, text: string, isDone: boolean): NonNullable<Earlier['file']> {
  if (!isDone) return { path, isMissing: /does not exist/.test(text), isCut: false };
  const isWhole = /^\S.*(?: is empty\.$|, (?:\d+ lines|1 line)\b)/m.test(text.split('\n')[0] ?? '');
  const isCut = !isWhole || /^\[lines \d+ to \d+ follow;/m.test(text);
  return { path, isMissing: false, isCut, lines: fileLines(text).split('\n') };
}

export interface Page {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/** A page as web_fetch tells of it. */
export function pageIn(text: string): Page {
  const [head = '', ...rest] = text.split('\n\n');
  const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1] ?? '';
  return {
    url: line('URL').replace(/ \(after \d+ redirects?\)$/, ''),
    title: line('Title'),
    text: rest.join('\n\n').trim(),
  };
}

const excerptLength = 700;

/** The beginning of a text as a quotation, and how many characters follow. */
export function excerpt(text: string): { readonly quote: string; readonly more: number } {
  const short = text.length <= excerptLength ? text : text.slice(0, excerptLength).replace(/\s+\S*$/, '');
  const quote = short
    .trim()
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n');
  return { quote: short.trim() === '' ? '' : quote, more: text.length - short.length };
}

/** A lone text or a list reads better without its JSON. */
function asText(text: string): string {
  const value = parsed(text);
  if (!isRecord(value)) return text.trim();
  const [name, ...others] = Object.keys(value);
  const only = name === undefined || others.length > 0 ? undefined : value[name];
  return typeof only === 'string' && only.includes('\n') ? only : text.trim();
}

function lined(value: unknown): string | undefined {
  if (Array.isArray(value) && value.every(one => typeof one !== 'object')) return value.map(String).join('\n');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
