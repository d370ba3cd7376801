/** Where the value of a name stands, in the notations of settings, programs, commands and tables; and where it ends. */

import { ahead, codeAt, isOf, nextOf, type Reading, runEnd } from '../views/reading.ts';
import type { FieldName } from './names.ts';
import { type Certainty, isRandom } from './values.ts';

/** A value without its quotes, and how certain the notation makes it. */
export interface Value {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
  readonly certainty: Certainty;
}

/** The value a name is given; undefined where it is given none. */
export function valueAfter(reading: Reading, name: FieldName): Value | undefined {
  const closing = quoteAt(reading, name.end)?.length ?? 0;
  let at = name.end + closing;
  if (codeAt(reading, at) === 93) at++; // ["password"]
  if (codeAt(reading, at) === 63) at++; // password?: in TypeScript
  at = spaces(reading, at);
  const { text } = reading;
  const isFlag = text[name.start - 1] === '-';
  const isUpper = name.text === name.text.toUpperCase();
  const place: Place = {
    name,
    at,
    isQuotedName: closing > 0,
    isFlag,
    certainty: isUpper || isFlag ? 'sure' : 'likely',
  };
  const code = codeAt(reading, at);
  if (code === 61 || code === 58 || code === 45) return assigned(reading, place);
  if (code === 62) return element(reading, place);
  if (code === 124) return cell(reading, at + 1);
  if (code === 44 || code === 10 || code === 13 || closing > 0) return pair(reading, place) ?? argument(reading, place);
  if (code === 40) return argument(reading, place);
  return at > name.end ? following(reading, place) : undefined;
}

interface Place {
  readonly name: FieldName;
  /** Behind the name, its closing quote or bracket, and spaces. */
  readonly at: number;
  readonly isQuotedName: boolean;
  readonly isFlag: boolean;
  readonly certainty: Certainty;
}

/** `name = value`, `name: value`, `name => value`, `name: string = value`. */
function assigned(reading: Reading, { name, at, certainty }: Place): Value | undefined {
  const { text } = reading;
  codeAt(reading, at + 1);
  const sign = /^(?:=>|->|:=|=(?!=)|:(?!:))/.exec(text.slice(at, at + 2))?.[0];
  if (sign === undefined) return undefined;
  let from = at + sign.length;
  const type = sign === ':' ? typeName.exec(ahead(reading, from, 60, /^ {0,4}[&'\w |]*$/)) : null;
  if (type) from += type[0].length;
  const isLine = sign === '=' && at === name.end && isWholeLine(reading, name.start);
  const inQuery = /[?&]/.test(text[name.start - 1] ?? '');
  return plain(reading, spaces(reading, from), isLine ? 'sure' : certainty, inQuery);
}

const typeName = /^ {0,4}(?:string|String|str|&str|&'static str)\b(?: \| \w+)? {0,4}=/;

/** `<password>…</password>` */
function element(reading: Reading, { name, at, isQuotedName }: Place): Value | undefined {
  if (isQuotedName || reading.text[name.start - 1] !== '<') return undefined;
  const end = nextOf(reading, '<', at);
  if (end === -1 || end - at > 400 || codeAt(reading, end + 1) !== 47) return undefined;
  return { start: at + 1, end, isQuoted: false, certainty: 'likely' };
}

/** `password | …` */
function cell(reading: Reading, from: number): Value | undefined {
  const start = spaces(reading, from);
  let end = start;
  while (end - start < 400 && codeAt(reading, end) > 32 && codeAt(reading, end) !== 124) end++;
  return end > start ? { start, end, isQuoted: false, certainty: 'doubtful' } : undefined;
}

/** `"name": "DB_PASSWORD", "value": "…"`, and the same in YAML and XML. */
function pair(reading: Reading, { at, certainty }: Place): Value | undefined {
  const found = /^,?\s{0,80}(?:- )?\\{0,3}["']?value\\{0,3}["']?\s{0,8}[:=]\s{0,8}/i.exec(
    ahead(reading, at, 120, /^,?[\s\\"'-]*(?:v(?:a(?:l(?:ue?[\s\\"':=]*)?)?)?)?$/i),
  );
  return found ? plain(reading, at + found[0].length, certainty, false) : undefined;
}

/** `set('password', '…')`, `setPassword("…")`: only quoted. */
function argument(reading: Reading, { at, isQuotedName, certainty }: Place): Value | undefined {
  const sign = codeAt(reading, at);
  if (sign !== 40 && !(sign === 44 && isQuotedName)) return undefined;
  const from = spaces(reading, at + 1);
  return quoteAt(reading, from) === undefined ? undefined : plain(reading, from, certainty, false);
}

/** Nothing but space between: an option of a command, .netrc, a line of a Dockerfile, a prompt and its answer. */
function following(reading: Reading, { name, at, isFlag, certainty }: Place): Value | undefined {
  const { text } = reading;
  if (isFlag) return codeAt(reading, at) === 45 ? undefined : plain(reading, at, certainty, false);
  if (/^(?:password|account)$/.test(name.text) && isNetrc(text, name.start)) return plain(reading, at, 'sure', false);
  const next = ahead(reading, at, 64, /^(?:f|fo|for[ \w'".@-]*:? ?)?$/);
  const prompt = /^for (?:user )?["']?[\w.@-]{1,40}["']?: ?(?=\S)/.exec(next);
  if (prompt) return plain(reading, at + prompt[0].length, 'likely', false);
  if (!/[_-]|^key$/i.test(name.text)) return undefined;
  const from = text.startsWith('is ', at) ? at + 3 : at;
  const value = plain(reading, from, 'doubtful', false);
  return value && isRandom(text.slice(value.start, Math.min(value.end, value.start + 200))) ? value : undefined;
}

/** A value as it stands: in quotes up to the same quote, else up to white space or what cannot belong to it. */
function plain(reading: Reading, from: number, certainty: Certainty, inQuery: boolean): Value | undefined {
  const { text } = reading;
  const prefix = /^[rbfuL@]{1,2}(?=["'])/.exec(ahead(reading, from, 3, /^[rbfuL@]*$/))?.[0].length ?? 0;
  const start = from + prefix;
  const quote = quoteAt(reading, start);
  if (quote !== undefined) {
    const begin = start + quote.length;
    const end = closingQuote(reading, quote, begin);
    return end === undefined ? undefined : { start: begin, end, isQuoted: true, certainty };
  }
  const end = plainEnd(reading, start, inQuery);
  // `sk-<your key>`
  if (text[end] === '<' && codeAt(reading, end + 1) !== 47) return undefined;
  return end > start ? { start, end, isQuoted: false, certainty } : undefined;
}

const longestPlain = 400;
const longestQuoted = 10_000;

function plainEnd(reading: Reading, start: number, inQuery: boolean): number {
  const { text } = reading;
  // what machines make may be long
  let at = Math.max(runEnd(reading, 'b64', start), runEnd(reading, 'wp', start));
  for (; at - start < longestPlain; at++) {
    const code = codeAt(reading, at);
    if (code <= 32 || code === 34 || code === 39 || code === 96 || code === 60 || (inQuery && code === 38)) break;
    if (code === 92 && /^\\(?:[nrt"'\\]|u00)/.test(ahead(reading, at, 4, /^\\u?0?$/))) break;
    if ((code === 44 || code === 59 || code === 38) && isNextPair(reading, at + 1)) break;
  }
  while (at > start && /[,;)\]}.]/.test(text[at - 1] ?? '')) {
    const bracket = { ')': '(', ']': '[', '}': '{' }[text[at - 1] ?? ''];
    if (bracket !== undefined && text.slice(start, at).includes(bracket)) break;
    at--;
  }
  return at;
}

/** After a comma, semicolon or ampersand: does another `name=value` follow, or nothing at all? */
function isNextPair(reading: Reading, at: number): boolean {
  return /^(?:$|\s|[\w.-]{1,40}\s?[=:]|[A-Za-z ]{1,40}=|["'}])/.test(ahead(reading, at, 60, /^[\w. -]*$/));
}

/** A quote, with the backslashes it has inside JSON: `"`, `\"`, `\\\"`. */
function quoteAt(reading: Reading, at: number): string | undefined {
  let end = at;
  while (codeAt(reading, end) === 92 && end - at < 4) end++;
  const code = codeAt(reading, end);
  return code === 34 || code === 39 || code === 96 ? reading.text.slice(at, end + 1) : undefined;
}

function closingQuote(reading: Reading, quote: string, from: number): number | undefined {
  const { text } = reading;
  let end = nextOf(reading, quote, from);
  // in plain quotes a backslash keeps the next one
  for (
    let tries = 0;
    quote.length === 1 && end > from && text[end - 1] === '\\' && text[end - 2] !== '\\' && tries < 20;
    tries++
  )
    end = text.slice(0, end + longestQuoted).indexOf(quote, end + 1);
  const line = nextOf(reading, '\n', from);
  if (end === -1 || end - from > longestQuoted || (line !== -1 && line < end)) return undefined;
  return end;
}

function spaces(reading: Reading, at: number): number {
  let end = at;
  while (isOf('space', codeAt(reading, end)) && end - at < 40) end++;
  return end;
}

/** `name=value` and nothing else on the line, as settings files have it. */
function isWholeLine(reading: Reading, start: number): boolean {
  const { text } = reading;
  const before = text.slice(Math.max(0, start - 60), start);
  const after = /^[^\s=]{1,80}=\S{1,200}[ \t]*(?:\r?\n|$)/.test(ahead(reading, start, 300, /^[^\n]*$/));
  return /(?:^|\n)[ \t]*(?:[\w.-]*[.-])?$/.test(before) && after;
}

function isNetrc(text: string, start: number): boolean {
  return /(?:^|\s)login\s+\S+\s+$/.test(text.slice(Math.max(0, start - 120), start));
}
