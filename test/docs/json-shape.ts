/** A JSON Schema in words: what stands in an answer, for a reader who does not want to read the schema itself. */
import { z } from 'zod';

/** As much of JSON Schema as `z.toJSONSchema` makes of our declarations. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
}

export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
}

/** The fields of an object, a line each; nothing where the schema leaves them open. */
export function fieldLines({ properties = {}, required = [] }: JsonSchema): readonly string[] {
  return Object.entries(properties).map(([name, field]) => {
    const { description } = field;
    const optional = required.includes(name) ? '' : ', optional';
    return `- \`${name}\`: ${shapeInWords(field)}${optional}${description === undefined ? '' : `; ${description}`}`;
  });
}

/** `text`, `list of objects with ...`: one level deep, since the document of the API has all of them. */
function shapeInWords(schema: JsonSchema): string {
  const { items, properties, anyOf } = schema;
  if (schema.enum) return schema.enum.map(word => code(word)).join(' or ');
  if (schema.const !== undefined) return code(schema.const);
  if (items) return `list of ${plural(items)}`;
  if (properties) return `object${withFields(properties)}`;
  if (anyOf) return [...new Set(anyOf.map(shapeInWords))].join(' or ');
  if (schema.$ref !== undefined) return 'object of the same kind';
  const types = schema.type === undefined ? [] : [schema.type].flat();
  return types.length === 0 ? 'any JSON' : types.map(type => names[type] ?? type).join(' or ');
}

function plural({ properties, enum: words, type, $ref }: JsonSchema): string {
  if (properties) return `objects${withFields(properties)}`;
  if (words) return words.map(word => code(word)).join(' or ');
  if ($ref !== undefined) return 'objects of the same kind';
  return typeof type === 'string' ? `${names[type] ?? type}s` : 'any JSON';
}

function withFields(properties: Readonly<Record<string, JsonSchema>>): string {
  const fields = Object.keys(properties).map(name => `\`${name}\``);
  return fields.length === 0 ? '' : ` with ${fields.join(', ')}`;
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

const names: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
};
