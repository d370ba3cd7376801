/** The fields that operations share. The description of each ends the sentence "expected NAME to be …". */

import type { ZodType } from 'zod';
import { type Form, type Part, says } from '../domain/policy/sentence.ts';
import { phrase, type Words } from '../domain/text/catalog.ts';
import type { Json, JsonObject } from '../domain/text/json.ts';
import { describedAs } from './described.ts';
import { z } from './zod.ts';

/** A text of 1 to `most` characters that is not blank. */
export function text(what: string | Words, most: number) {
  return describedAs(z.string().max(most).regex(/\S/), says`${{ form: named(what) }} (1 to ${most} characters)`);
}

/** Any text; what is longer than `most` is cut. An empty one is as good as none. */
export function words(what: string | Words, most: number) {
  return z
    .string()
    .overwrite(given => given.slice(0, most))
    .describe(named(what))
    .optional();
}

function named(what: string | Words): string {
  return typeof what === 'string' ? what : phrase(what);
}

/** An id made by the client: letters, digits and `._:-`. */
export function clientMadeId() {
  return z
    .string()
    .regex(/^[\w.:-]{1,128}$/)
    .describe('an id of your own making (1 to 128 letters, digits and ._:-)');
}

/** One of these words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(...all: Words) {
  return describedAs(z.enum(all), either(all));
}

function either([first = '', ...others]: readonly string[]): Form {
  return others.reduce<Form>((said, word) => says`${said} or ${says`"${word}"`}`, says`"${first}"`);
}

/** A whole number from 0. */
export function count() {
  return z.int().min(0).describe('a whole number from 0');
}

const wholeNumbers = {
  tokens: says`a whole number of tokens`,
  milliseconds: says`a whole number of milliseconds`,
};

/** A whole number within bounds. */
export function between(least: number, most: number, unit?: keyof typeof wholeNumbers) {
  const number: Part = unit === undefined ? says`a whole number` : wholeNumbers[unit];
  return describedAs(z.int().min(least).max(most), says`${number} from ${least} to ${most}`);
}

/** How many rows a page of a list has at most. */
export function limit(most: number, usual: number) {
  return between(1, most).default(usual);
}

export function flag() {
  return z.boolean().describe('true or false');
}

/** An actor's whole address; where the kind is clear, a key alone gets it in front. */
export function address(kind?: string) {
  const field = z
    .string()
    .overwrite(id => (kind === undefined || id.startsWith(`${kind}:`) ? id : `${kind}:${id}`))
    .max(300)
    .regex(/^[a-z][a-z0-9-]*(:[^\s\p{Cc}\p{Cf}]+)?$/u);
  return describedAs(field, says`an address like ${`${kind ?? 'session'}:key`}, percent-encoded`);
}

/** Any JSON. */
export function json(): ZodType<Json> {
  return z.unknown() as unknown as ZodType<Json>;
}

/** A JSON object. */
export function jsonObject(what = 'an object'): ZodType<JsonObject, JsonObject> {
  return z.record(z.string(), z.unknown()).describe(what) as unknown as ZodType<JsonObject, JsonObject>;
}

/** An instant, in UTC epoch ms. */
export function instant() {
  return z.number().describe('UTC epoch milliseconds');
}

/** A sentence as data, from which each language has it. */
export function saidAsData(): ZodType<Form> {
  const form = z.object({ form: z.string(), values: z.array(z.unknown()).readonly().optional() });
  return form.describe(
    'the same as data: the English with {1}, {2} for what it names, and that',
  ) as unknown as ZodType<Form>;
}

/** What an act that says in a sentence what happens now answers. */
export function sentence() {
  return z.object({ message: z.string().describe('what was done, in one sentence') });
}

/** That sentence as an answer; undefined: there was nothing to act on. */
export function said(message: string | undefined): { readonly message: string } | undefined {
  return message === undefined ? undefined : { message };
}
