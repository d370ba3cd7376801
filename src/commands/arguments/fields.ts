/** The input of an operation, from what was typed. It is the only file here that loads the schemas. */

import { described } from '../../api/described.ts';
import { inputOf, typeOf } from '../../api/input.ts';
import { operationOf } from '../../api/operations.ts';
import { type Form, says } from '../../domain/policy/sentence.ts';
import type { Run } from './command-line.ts';
import type { Form as CommandForm } from './forms.ts';

/** A field as it was typed, and what gave it: the option, or the word. */
interface Typed {
  readonly field: string;
  /** Several where the option may be given more than once. */
  readonly value: string | boolean | readonly string[];
  readonly option?: string;
}

/** The input; or what is wrong with the value of an option, in one sentence. */
export function fieldsOf({
  form,
  args,
  options,
}: Run): { readonly input: Readonly<Record<string, unknown>> } | { readonly wrong: Form } {
  const operation = form.operation === undefined ? undefined : operationOf(form.operation);
  if (!operation) return { input: args };
  const { shape } = inputOf(operation);
  const input: Record<string, unknown> = {};
  for (const { field, value, option } of typedFields(form, args, options)) {
    const schema = shape[field];
    if (!schema) continue;
    const isNumber = typeOf(schema) === 'number' && /^\d{1,15}$/.test(String(value));
    input[field] = isNumber ? Number(value) : value;
    if (option === undefined && typeOf(schema) === 'number' && typeof value === 'string' && !isNumber)
      return { wrong: says`${form.args?.[field] ?? field} takes ${described(schema)}, not "${value.slice(0, 40)}"` };
    // other arguments are checked where the operation is carried out, as over HTTP
    if (option !== undefined && !('safeParse' in schema && schema.safeParse(input[field]).success))
      return { wrong: says`--${option} takes ${described(schema)}, not "${String(value)}"` };
  }
  return { input };
}

function typedFields(
  { fixed = {}, options: known = {} }: CommandForm,
  args: Run['args'],
  options: Run['options'],
): readonly Typed[] {
  const words = Object.entries({ ...fixed, ...args }).map(([field, value]) => ({ field, value }));
  const given = Object.entries(options).flatMap(([option, value]) => {
    const { field, gives } = known[option] ?? {};
    if (field === undefined) return [];
    return [{ field, option, value: gives ?? (value as Typed['value']) }];
  });
  return [...words, ...given];
}
