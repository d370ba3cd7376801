/**
 * Which JSON Schemas may describe the parameters of a tool.
 *
 * A table of what is understood, and everything else is refused by name: a keyword nobody checks would promise what is
 * not held, and a schema that a model's interface turns down would take all other tools down with it. There is no
 * `$ref`: references make a schema small to write and without end to check.
 */
import type { Json, JsonObject } from '../text/json.ts';

/** What is wrong with it, in one sentence for its author; undefined where nothing is. */
export function parameterProblem(schema: unknown): string | undefined {
  if (!isObject(schema) || schema['type'] !== 'object')
    return 'the parameters are a JSON Schema with "type": "object" at its top';
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'enum', 'const'])
    if (keyword in schema) return `the parameters cannot have "${keyword}" at their top; name the properties instead`;
  if (JSON.stringify(schema).length > mostCharacters)
    return `the parameters may have ${mostCharacters} characters as JSON; these have more`;
  return problemOf(schema, 'parameters', 0);
}

/** Larger ones would crowd out the conversation: every tool on offer is sent with every question to the model. */
const mostCharacters = 16_000;
const deepest = 12;

type Check = (value: Json, at: string, depth: number) => string | undefined;

function problemOf(schema: Json | undefined, at: string, depth: number): string | undefined {
  if (typeof schema === 'boolean') return undefined;
  if (!isObject(schema)) return `${at} is a schema, so it has to be a JSON object`;
  if (depth > deepest) return `${at} lies deeper than ${deepest} levels; make it flatter`;
  for (const [keyword, value] of Object.entries(schema)) {
    const check = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
    if (!check) return `${at} has the keyword "${keyword.slice(0, 40)}", which is not understood; leave it out`;
    const problem = check(value, `${at}.${keyword}`, depth);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const of =
  (words: string, holds: (value: Json) => boolean): Check =>
  (value, at) =>
    holds(value) ? undefined : `${at} has to be ${words}`;

const text = of('a text', value => typeof value === 'string');
const number = of('a number', value => typeof value === 'number');
const count = of('a whole number from 0', value => typeof value === 'number' && Number.isInteger(value) && value >= 0);
const flag = of('true or false', value => typeof value === 'boolean');
const anything: Check = () => undefined;
const schema: Check = (value, at, depth) => problemOf(value, at, depth + 1);

const schemas: Check = (value, at, depth) =>
  Array.isArray(value) && value.length > 0
    ? firstProblem(value.map((one, index) => () => schema(one, `${at}[${index}]`, depth)))
    : `${at} has to be a list of schemas, and not an empty one`;

const properties: Check = (value, at, depth) =>
  isObject(value)
    ? firstProblem(
        Object.entries(value).map(([name, one]) => () => {
          if (!/^[A-Za-z0-9_.-]{1,64}$/.test(name))
            return `${at} names "${name.slice(0, 40)}"; a property has 1 to 64 letters, digits, "_", "." or "-"`;
          return schema(one, `${at}.${name}`, depth);
        }),
      )
    : `${at} has to be an object of schemas`;

const types = new Set<Json>(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

const keywords: Readonly<Record<string, Check>> = {
  type: of(`one of ${[...types].join(', ')}, or a list of them`, value =>
    Array.isArray(value) ? value.length > 0 && value.every(one => types.has(one)) : types.has(value),
  ),
  title: text,
  description: text,
  format: text,
  $schema: text,
  $comment: text,
  pattern: of('a regular expression', value => typeof value === 'string' && compiles(value)),
  properties,
  required: of(
    'a list of property names',
    value => Array.isArray(value) && value.every(one => typeof one === 'string'),
  ),
  additionalProperties: schema,
  items: schema,
  prefixItems: schemas,
  anyOf: schemas,
  oneOf: schemas,
  allOf: schemas,
  enum: of('a list, and not an empty one', value => Array.isArray(value) && value.length > 0),
  const: anything,
  default: anything,
  examples: of('a list', value => Array.isArray(value)),
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: of('a number above 0', value => typeof value === 'number' && value > 0),
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minProperties: count,
  maxProperties: count,
  uniqueItems: flag,
  deprecated: flag,
};

function firstProblem(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const problem = check();
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
