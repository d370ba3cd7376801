/** What was sent to an operation, checked against its declaration; a refusal says what was expected and what came. */

import type { core, ZodObject, ZodType } from 'zod';
import { type Sentence, says } from '../domain/policy/sentence.ts';
import { phrase } from '../domain/text/catalog.ts';
import type { Operation } from './contract.ts';
import { described } from './described.ts';
import { refuse } from './refusal.ts';
import { z } from './zod.ts';

const objects = new WeakMap<Operation, ZodObject>();

/** The schema of an operation's input, made once. */
export function inputOf(operation: Operation): ZodObject {
  const known = objects.get(operation);
  if (known) return known;
  const made = z.strictObject(operation.input());
  objects.set(operation, made);
  return made;
}

/** The input as its implementation gets it. Throws a `Refusal` (400) for the first field that is wrong. */
export function checkedInput(operation: Operation, given: unknown, by: string): Readonly<Record<string, unknown>> {
  const schema = inputOf(operation);
  const { only } = operation;
  const sent = given as Readonly<Record<string, unknown>>;
  const result = schema.safeParse(sent);
  if (!result.success) throw wrong(schema, result.error.issues[0], sent);
  if (only)
    for (const [name, values] of Object.entries(only.fields))
      if (sent[name] !== undefined && !values.includes(String(sent[only.beside])))
        throw refuse(
          400,
          says`expected ${name} only where ${only.beside} is ${values.join(', ')}; here it is ${String(sent[only.beside])}`,
        );
  const problem = operation.check?.(sent, by);
  if (problem !== undefined) throw refuse(400, typeof problem === 'string' ? problem : { form: phrase(problem) });
  return result.data;
}

/** Refuses the first name that is none of the expected ones, so that nothing is ignored silently. */
export function refuseOthers(given: object, expected: readonly string[]): void {
  for (const name of Object.keys(given))
    if (!expected.includes(name))
      throw refuse(
        400,
        says`expected the fields ${expected.join(', ')}; got another: ${JSON.stringify(name.slice(0, 40))}`,
      );
}

function wrong(schema: ZodObject, issue: core.$ZodIssue | undefined, sent: Readonly<Record<string, unknown>>): Error {
  const name = String(issue?.path[0] ?? '');
  const field = schema.shape[name];
  if (!field) refuseOthers(sent, Object.keys(schema.shape));
  const expected = says`expected ${name} to be ${described(field as ZodType)}`;
  if (!issue || issue.path.length < 2) return refuse(400, says`${expected}, got ${kindOf(sent[name])}`);
  const place = issue.path.map((key, at) =>
    typeof key === 'number' ? `[${key}]` : `${at > 0 ? '.' : ''}${String(key)}`,
  );
  const inner = issue.path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    sent,
  );
  return refuse(400, says`${expected}; got ${kindOf(inner)} at ${place.join('')}: ${issue.message}`);
}

/** What a field is (`string`, `number`, …), inside its wrapping. */
export function typeOf(field: core.$ZodType | undefined): string | undefined {
  if (!field) return undefined;
  const { type, innerType } = field._zod.def as { readonly type: string; readonly innerType?: core.$ZodType };
  return innerType ? typeOf(innerType) : type;
}

/** What something is, in words that show no more of it than 40 characters. */
export function kindOf(value: unknown): Sentence {
  if (value === undefined) return says`nothing`;
  if (value === null) return 'null';
  if (Array.isArray(value)) return says`an array`;
  if (typeof value === 'string')
    return value.length > 40
      ? says`a text of ${value.length} characters`
      : says`the text "${JSON.stringify(value).slice(1, -1)}"`;
  if (typeof value === 'object') return says`an object`;
  return typeof value === 'number' ? says`number ${value}` : String(value);
}
