/** The parameters of a tool that nobody has vouched for, without a text of its author's. */
import type { Json, JsonObject } from '../../domain/text/json.ts';

/** Its parameters without words; as any object where their names alone could be words. */
export function bareParameters(parameters: JsonObject): JsonObject {
  const bare = withoutWords(parameters);
  return namesIn(bare).every(name => /^[a-zA-Z][a-zA-Z0-9]{0,15}(_[a-zA-Z0-9]{1,16}){0,2}$/.test(name))
    ? (bare as JsonObject)
    : { type: 'object' };
}

/** Keywords of JSON Schema that say what may be given, and no keyword whose value is a text of its own. */
const wordless: ReadonlySet<string> = new Set(
  'type properties required items additionalProperties minimum maximum minLength maxLength minItems maxItems'.split(
    ' ',
  ),
);

function withoutWords(schema: Json): Json {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => wordless.has(keyword))
      .map(([keyword, value]) => [keyword, keyword === 'properties' ? eachOf(value) : withoutWords(value)]),
  );
}

function eachOf(properties: Json): Json {
  const entries = Object.entries(properties ?? {});
  return Object.fromEntries(entries.map(([name, schema]) => [name, withoutWords(schema as Json)]));
}

function namesIn(schema: Json): readonly string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { properties = {}, items = null, required = [] } = schema as { readonly [keyword: string]: Json };
  const entries = Object.entries(properties as JsonObject);
  return [
    ...entries.flatMap(([name, inner]) => [name, ...namesIn(inner)]),
    ...namesIn(items),
    ...(required as string[]),
  ];
}
