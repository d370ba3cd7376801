/** What a request brings along: a bounded JSON object with exactly the expected fields. */
import type { IncomingMessage } from 'node:http';
import { refuse } from '../../src/api/refusal.ts';
import type { Limits } from '../limits.ts';

/** What a field must be: `check` answers whether it is, `expected` says it in words. */
export interface Field<T> {
  readonly expected: string;
  readonly check: (value: unknown) => value is T;
  readonly optional?: boolean;
}

/** Reads the body as a JSON object. Refuses other types (415), too much (413) and what is no JSON object (400). */
export async function readBody(
  request: IncomingMessage,
  limits: Pick<Limits, 'bodyBytes' | 'discardBytes'>,
): Promise<Readonly<Record<string, unknown>>> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw refuse(415, `expected Content-Type application/json, got ${type === undefined ? 'none' : 'another'}`);
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw refuse(415, 'expected a plain body, got a compressed one');
  const bytes = await collect(request, limits);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refuse(400, 'expected a JSON object in UTF-8, got something that does not parse');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse(400, `expected a JSON object, got ${Array.isArray(value) ? 'an array' : kindOf(value)}`);
  return value as Readonly<Record<string, unknown>>;
}

/**
 * The body's fields, checked one by one; a field that is not expected is refused, so that nothing is ignored silently.
 */
export function fields<T extends Record<string, unknown>>(
  body: Readonly<Record<string, unknown>>,
  shape: { readonly [K in keyof T]-?: Field<NonNullable<T[K]>> },
): T {
  for (const name of Object.keys(body))
    if (!Object.hasOwn(shape, name))
      throw refuse(
        400,
        `expected the fields ${Object.keys(shape).join(', ')}; got another: ${JSON.stringify(name.slice(0, 40))}`,
      );
  for (const [name, field] of Object.entries<Field<unknown>>(shape)) {
    const value = body[name];
    if (value === undefined ? !field.optional : !field.check(value))
      throw refuse(400, `expected ${name} to be ${field.expected}, got ${kindOf(value)}`);
  }
  return body as T;
}

/** A string of at least one character and at most `max`. */
export function text(expected: string, max: number): Field<string> {
  return {
    expected: `${expected} (1 to ${max} characters)`,
    check: (value): value is string => typeof value === 'string' && value.trim() !== '' && value.length <= max,
  };
}

/** An id made by the client: letters, digits and `._:-`. */
export const clientMadeId: Field<string> = {
  expected: 'an id of your own making (1 to 128 letters, digits and ._:-)',
  check: (value): value is string => typeof value === 'string' && /^[\w.:-]{1,128}$/.test(value),
};

export function oneOf<T extends string>(...words: readonly T[]): Field<T> {
  return {
    expected: words.map(word => `"${word}"`).join(' or '),
    check: (value): value is T => words.includes(value as T),
  };
}

export const flag: Field<boolean> = {
  expected: 'true or false',
  check: (value): value is boolean => typeof value === 'boolean',
};

/** The same field, which may be missing. */
export function maybe<T>(field: Field<T>): Field<T> {
  return { ...field, optional: true };
}

/** The fields of a form that a browser sends without a script. Refuses other types (415) and too much (413). */
export async function formBody(
  request: IncomingMessage,
  limits: Pick<Limits, 'bodyBytes' | 'discardBytes'>,
): Promise<URLSearchParams> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') throw refuse(415, 'expected a form, got another Content-Type');
  return new URLSearchParams((await collect(request, limits)).toString('utf8'));
}

function collect(request: IncomingMessage, limits: Pick<Limits, 'bodyBytes' | 'discardBytes'>): Promise<Buffer> {
  const tooLarge = refuse(413, `expected a body of at most ${limits.bodyBytes / 1024} KB, got more`);
  if (Number(request.headers['content-length'] ?? 0) > limits.discardBytes) return Promise.reject(tooLarge);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limits.bodyBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (bytes > limits.discardBytes) {
        request.pause();
        reject(tooLarge);
      }
    });
    request.once('end', () => (bytes > limits.bodyBytes ? reject(tooLarge) : resolve(Buffer.concat(chunks))));
    const cut = () => reject(refuse(408, 'expected the whole body in time; the connection ended before'));
    request.on('error', cut);
    request.once('close', cut);
  });
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string')
    return value.length > 40 ? `a text of ${value.length} characters` : `the text ${JSON.stringify(value)}`;
  return typeof value === 'object' ? 'an object' : `${typeof value} ${String(value)}`;
}
