/** The smallest JSON that satisfies a schema: what a model made of rules can honestly answer when data is wanted. */
import type { Json, JsonObject } from '../../../domain/text/json.ts';

/**
 * A value for a JSON Schema, the same every time: required members only, empty lists and texts, the first of an enum or
 * a union, 0, false. Undefined where the schema asks for what rules cannot make up (a pattern, a format, a keyword
 * unknown here).
 */
export function smallest(schema: Json, root: Json = schema, depth = 0): Json | undefined {
  if (schema === true) return {};
  if (!isObject(schema) || depth > 16) return undefined;
  const { const: constant, enum: choices, default: usual, $ref, type } = schema;
  if (constant !== undefined) return constant;
  if (Array.isArray(choices)) return choices[0];
  if (usual !== undefined) return usual;
  if (typeof $ref === 'string') return smallest(resolved($ref, root), root, depth + 1);
  const union = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(union)) return firstOf(union as readonly Json[], root, depth);
  if (schema['allOf'] !== undefined || schema['not'] !== undefined || schema['if'] !== undefined) return undefined;
  switch (
    Array.isArray(type)
      ? type.includes('null')
        ? 'null'
        : type[0]
      : (type ?? (schema['properties'] ? 'object' : undefined))
  ) {
    case 'object':
      return object(schema, root, depth);
    case 'array':
      return array(schema, root, depth);
    case 'string': {
      if (schema['pattern'] !== undefined || schema['format'] !== undefined) return undefined;
      return '-'.repeat(Number(schema['minLength'] ?? 0));
    }
    case 'number':
    case 'integer':
      return number(schema, type === 'integer');
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return undefined;
  }
}

function object(schema: JsonObject, root: Json, depth: number): JsonObject | undefined {
  const members: Record<string, Json> = {};
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  for (const name of Array.isArray(schema['required']) ? schema['required'] : []) {
    const value = smallest(properties[String(name)] ?? true, root, depth + 1);
    if (value === undefined) return undefined;
    members[String(name)] = value;
  }
  return Number(schema['minProperties'] ?? 0) > Object.keys(members).length ? undefined : members;
}

function array(schema: JsonObject, root: Json, depth: number): readonly Json[] | undefined {
  const count = Number(schema['minItems'] ?? 0);
  if (count === 0) return [];
  if (schema['prefixItems'] !== undefined || (schema['uniqueItems'] === true && count > 1)) return undefined;
  const item = smallest(schema['items'] ?? true, root, depth + 1);
  return item === undefined ? undefined : Array.from({ length: count }, () => item);
}

function number(schema: JsonObject, whole: boolean): number | undefined {
  const above = (name: string, extra: number) =>
    schema[name] === undefined ? -Infinity : Number(schema[name]) + extra;
  const below = (name: string, extra: number) => (schema[name] === undefined ? Infinity : Number(schema[name]) - extra);
  const step = schema['multipleOf'] === undefined ? (whole ? 1 : 0) : Number(schema['multipleOf']);
  const least = Math.max(above('minimum', 0), above('exclusiveMinimum', step || 1e-6));
  const most = Math.min(below('maximum', 0), below('exclusiveMaximum', step || 1e-6));
  const wanted = Math.min(Math.max(0, least), most);
  const value =
    step > 0 ? (wanted === most && most < 0 ? Math.floor(wanted / step) : Math.ceil(wanted / step)) * step : wanted;
  return value >= least && value <= most ? value : undefined;
}

function firstOf(choices: readonly Json[], root: Json, depth: number): Json | undefined {
  for (const choice of choices) {
    const value = smallest(choice, root, depth + 1);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** `#/$defs/Name` and the like, within the same document. */
function resolved(ref: string, root: Json): Json {
  if (!ref.startsWith('#')) return false;
  let found: Json | undefined = root;
  for (const part of ref.slice(1).split('/').filter(Boolean))
    found = isObject(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined;
  return found ?? false;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
