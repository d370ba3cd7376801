/**
 * The arguments of tools: Zod where this program writes them, JSON Schema everywhere else. One becomes the other here
 * alone.
 */
import { z } from 'zod';
import type { JsonObject } from '../../domain/text/json.ts';
import type { SourcedTool, Tool } from '../../ports/tool.ts';

/** What a model is told of a tool's arguments. */
export function parametersOf(tool: Tool | SourcedTool): JsonObject {
  if ('parameters' in tool) return tool.parameters;
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.schema, { io: 'input' }) as JsonObject;
  return parameters;
}

/**
 * What judges a tool's arguments. Nothing that a call says is dropped in silence: what the schema does not name is
 * refused, unless it says itself that more may come.
 */
export function argumentsOf(tool: Tool | SourcedTool): z.ZodType<Record<string, unknown>> {
  if ('parameters' in tool) return argumentsSchema(tool.parameters);
  const { schema } = tool;
  return schema instanceof z.ZodObject && schema.def.catchall === undefined ? schema.strict() : schema;
}

/**
 * What judges arguments by a JSON Schema of type object. Throws an `Error` where it cannot be read. What the schema
 * does not name is refused, unless the schema says that more may come. Patterns are told to the model and left to the
 * tool: a regular expression can take for ever, and this one may come from a command.
 */
export function argumentsSchema(parameters: JsonObject): z.ZodType<Record<string, unknown>> {
  const schema = withoutPatterns(closed(parameters)) as Parameters<typeof z.fromJSONSchema>[0];
  return z.fromJSONSchema(schema) as z.ZodType<Record<string, unknown>>;
}

/** JSON Schema lets more come where it says nothing; only a list of properties says what may. */
function closed(parameters: JsonObject): JsonObject {
  const isOpen = ['additionalProperties', 'patternProperties', '$ref', 'allOf', 'anyOf', 'oneOf'].some(
    key => parameters[key] !== undefined,
  );
  return isOpen || parameters['properties'] === undefined ? parameters : { ...parameters, additionalProperties: false };
}

function withoutPatterns(schema: unknown, isProperties = false): unknown {
  if (Array.isArray(schema)) return schema.map(one => withoutPatterns(one));
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => isProperties || key !== 'pattern')
      .map(([key, value]) => [
        key,
        // within `properties` every key is the name of a property
        isData.has(key) && !isProperties ? value : withoutPatterns(value, key === 'properties' && !isProperties),
      ]),
  );
}

/** Keywords whose value is no schema. */
const isData = new Set(['default', 'const', 'enum', 'examples', 'required']);
