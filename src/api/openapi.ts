/** The operations as an OpenAPI document, for programs that speak to `/api`. */

import type { ZodType } from 'zod';
import { defined } from '../domain/text/json.ts';
import { type Operation, pathFields } from './contract.ts';
import { clientMadeId } from './fields.ts';
import { inputOf } from './input.ts';
import { allOperations, type NamedOperation } from './service.ts';
import { z } from './zod.ts';

type Schema = Readonly<Record<string, unknown>>;

/** `version`: of the program; `all`: those that are offered, if not those of Straylight itself alone. */
export function openApi(version: string, all: readonly NamedOperation[] = allOperations()): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const { name, operation } of all) {
    const { path, method } = operation.http;
    paths[path] = { ...paths[path], [method.toLowerCase()]: entryOf(name, operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Straylight',
      version,
      description:
        'Everything an owner can ask or do. It is served on this computer only, and needs the token of the home. `/api/stream` has a protocol of its own.',
    },
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
  };
}

/** What every refusal answers with. */
const errorSchema: Schema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['kind', 'code', 'message'],
      properties: {
        kind: { type: 'string', description: 'the kind of failure' },
        code: { type: 'string', description: 'what the status means' },
        message: { type: 'string', description: 'a sentence for the owner' },
        retryAfterMs: { type: 'number' },
        why: { type: 'string', description: 'why a decision did not count' },
        outcome: { type: 'string', description: 'how the approval ended that somebody else had decided' },
        approval: { type: 'object', description: 'the approval as it stands now' },
      },
    },
  },
};

function entryOf(name: string, operation: Operation): Schema {
  const { method, path, status } = operation.http;
  const acts = operation.role === 'owner';
  const inPath = pathFields(path);
  const { properties, required } = schemaOf(inputOf(operation), 'input') as {
    readonly properties: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
  };
  const fields = Object.entries(properties);
  const parameters = fields
    .filter(([field]) => method === 'GET' || inPath.includes(field))
    .map(([field, schema]) => ({
      name: field,
      in: inPath.includes(field) ? 'path' : 'query',
      required: inPath.includes(field) || required?.includes(field) === true,
      schema,
    }));
  const body = fields.filter(([field]) => !inPath.includes(field));
  return {
    operationId: name,
    summary: operation.summary,
    tags: [name.split('.')[0]],
    description: acts ? 'Needs the owner’s token.' : 'A read-only token is enough.',
    ...defined({
      parameters: parameters.length === 0 ? undefined : parameters,
      requestBody: method === 'GET' ? undefined : bodyOf(operation, body, required ?? []),
    }),
    responses: {
      [status ?? (acts ? 202 : 200)]: { description: 'done', content: jsonOf(answerOf(operation)) },
      default: { description: 'refused', content: jsonOf({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

function bodyOf(
  { commandId }: Operation,
  fields: readonly (readonly [string, Schema])[],
  required: readonly string[],
): Schema {
  const named = commandId === 'none' ? [] : [['commandId', schemaOf(clientMadeId(), 'input')] as const];
  const needed = fields.map(([field]) => field).filter(field => required.includes(field));
  return {
    required: true,
    content: jsonOf({
      type: 'object',
      properties: Object.fromEntries([...named, ...fields]),
      required: [...(commandId === undefined ? ['commandId'] : []), ...needed],
      additionalProperties: false,
    }),
  };
}

function answerOf({ output, role, commandId }: Operation): Schema {
  const schema = schemaOf(output(), 'output');
  if (role !== 'owner' || commandId !== undefined) return schema;
  return {
    allOf: [{ type: 'object', properties: { commandId: { type: 'string' } }, required: ['commandId'] }, schema],
  };
}

function jsonOf(schema: Schema): Schema {
  return { 'application/json': { schema } };
}

/** What JSON Schema cannot say (any JSON) is left open. */
function schemaOf(schema: ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return made;
}
