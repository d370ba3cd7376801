/** Standing approvals over HTTP: what stands, one more, one less. */
import type { StandingDesk, StandingPattern } from '../src/domain/approvals/standing.ts';
import { clientMadeId, count, type Field, fields, maybe, text } from './body.ts';
import type { Levers } from './reader.ts';
import { refuse } from './refusal.ts';
import type { Route } from './routes.ts';

/** Without levers the routes are there and refuse. */
export function standingRoutes(levers: Levers | undefined): readonly Route[] {
  const desk = (): StandingDesk => {
    if (!levers?.standing) throw refuse(404, 'this house has no standing approvals');
    return levers.standing;
  };
  return [
    {
      method: 'GET',
      path: '/api/standing',
      run: async () => ({ status: 200, value: { standing: await desk().list() } }),
    },
    {
      method: 'POST',
      path: '/api/standing',
      acts: true,
      run: async ({ body, origin }) => {
        const { approval, pattern, forMs, most } = fields<AddBody>(body, addShape);
        const wished = approval === undefined ? pattern : { approval };
        if (approval !== undefined && pattern !== undefined)
          throw refuse(400, 'expected approval or pattern, got both');
        if (wished === undefined) throw refuse(400, 'expected approval, the key of a call that waits, or pattern');
        const by = origin === 'web' ? 'web' : 'cli';
        return { status: 202, value: await desk().add({ pattern: wished, forMs, most, by }) };
      },
    },
    {
      method: 'POST',
      path: '/api/standing/{id}/revoke',
      acts: true,
      run: async ({ params, body }) => {
        fields(body, { commandId: maybe(clientMadeId) });
        return { status: 202, value: { revoked: await desk().revoke(params['id'] ?? '') } };
      },
    },
  ];
}

type AddBody = {
  readonly approval?: string;
  readonly pattern?: StandingPattern;
  readonly forMs: number;
  readonly most: number;
};

const pattern: Field<StandingPattern> = {
  expected: '{tool, arguments}, each argument {is}, {prefix}, {glob} or {words, more}',
  check: (value): value is StandingPattern => isPattern(value),
};

const addShape = {
  approval: maybe(text('the key of an approval that waits', 128)),
  pattern: maybe(pattern),
  forMs: count,
  most: count,
};

function isPattern(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { tool, arguments: given, ...more } = value as Record<string, unknown>;
  if (typeof tool !== 'string' || typeof given !== 'object' || given === null || Array.isArray(given)) return false;
  return Object.keys(more).length === 0 && Object.values(given).every(isArgument);
}

function isArgument(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { is, prefix, glob, words, more, ...others } = value as Record<string, unknown>;
  if (Object.keys(others).length > 0) return false;
  const kinds = [is, prefix, glob, words].filter(one => one !== undefined);
  if (kinds.length !== 1) return false;
  if (words !== undefined)
    return Array.isArray(words) && words.every(word => typeof word === 'string') && typeof more === 'boolean';
  return more === undefined && (is !== undefined || typeof (prefix ?? glob) === 'string');
}
