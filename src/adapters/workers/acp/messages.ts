/**
 * What a program says in the Agent Client Protocol, version 1 (agentclientprotocol.com), as far as it is used here. All
 * of it is checked: the program may be anybody's.
 */
import { z } from 'zod';

export const protocolVersion = 1;

const id = z.union([z.string().max(200), z.number()]);

/** Any message: a request has a method and an id, a notification a method alone, an answer an id alone. */
export const anyMessage = z.looseObject({
  id: id.optional(),
  method: z.string().max(200).optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.looseObject({ code: z.number().optional(), message: z.string().optional() }).optional(),
});

export const initialized = z.looseObject({
  protocolVersion: z.number(),
  agentCapabilities: z.looseObject({ loadSession: z.boolean().optional() }).nullish(),
  authMethods: z.array(z.looseObject({ id: z.string() })).nullish(),
});

/** A name that stands in rows and on cards: nothing but what is visible. */
export const newSession = z.looseObject({ sessionId: z.string().regex(/^[\x21-\x7e]{1,200}$/) });

export const prompted = z.looseObject({ stopReason: z.string().max(60) });

const block = z.looseObject({
  type: z.string(),
  path: z.string().optional(),
  newText: z.string().nullish(),
  oldText: z.string().nullish(),
});

export const permissionRequest = z.looseObject({
  sessionId: z.string(),
  toolCall: z.looseObject({
    title: z.string().nullish(),
    kind: z.string().max(60).nullish(),
    rawInput: z.unknown().optional(),
    content: z.array(block).max(200).nullish(),
    locations: z
      .array(z.looseObject({ path: z.string() }))
      .max(200)
      .nullish(),
  }),
  options: z.array(z.looseObject({ optionId: z.string(), kind: z.string() })).max(50),
});

export type PermissionRequest = z.output<typeof permissionRequest>;

export const updated = z.looseObject({
  sessionId: z.string(),
  update: z.looseObject({
    sessionUpdate: z.string(),
    title: z.string().nullish(),
    status: z.string().nullish(),
    content: z.unknown().optional(),
    entries: z.array(z.looseObject({ content: z.string(), status: z.string().optional() })).nullish(),
    cost: z.looseObject({ amount: z.number(), currency: z.string() }).nullish(),
  }),
});

export type Update = z.output<typeof updated>['update'];

export const fileRead = z.looseObject({
  sessionId: z.string(),
  path: z.string(),
  line: z.number().int().nullish(),
  limit: z.number().int().nullish(),
});

export const fileWritten = z.looseObject({ sessionId: z.string(), path: z.string(), content: z.string() });
