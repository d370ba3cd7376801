/** Standing approvals: the owner's yes to calls yet to come. */
import type { ZodType } from 'zod';
import type { ArgumentPattern, StandingApproval, StandingPattern } from '../../../domain/approvals/standing.ts';
import { executorKinds } from '../../../domain/security/sandbox.ts';
import { phrase } from '../../../domain/text/catalog.ts';
import { operation } from '../../contract.ts';
import { count, instant, json, text } from '../../fields.ts';
import { revoked, standingGiven, standingList } from '../../views/standing.ts';
import { z } from '../../zod.ts';

function argument(): ZodType<ArgumentPattern, ArgumentPattern> {
  return z.union([
    z.strictObject({ is: json() }),
    z.strictObject({ prefix: z.string() }),
    z.strictObject({ glob: z.string() }),
    z.strictObject({ words: z.array(z.string()).readonly(), more: z.boolean() }),
  ]) as unknown as ZodType<ArgumentPattern, ArgumentPattern>;
}

function pattern(): ZodType<StandingPattern, StandingPattern> {
  return z
    .strictObject({ tool: z.string(), arguments: z.record(z.string(), argument()) })
    .describe('{tool, arguments}, each argument {is}, {prefix}, {glob} or {words, more}');
}

function standingApproval(): ZodType<StandingApproval> {
  return z.object({
    id: z.string(),
    tool: z.string(),
    arguments: z.record(z.string(), argument()),
    by: z.string(),
    at: instant(),
    until: instant(),
    most: count(),
    used: count(),
    session: z.string().optional(),
    approval: z.string().optional(),
    executor: z.enum(executorKinds).optional().describe('where programs ran when it was given'),
    revokedAt: instant().optional(),
  });
}

export const standing = {
  list: operation({
    summary: 'The standing approvals that may still be used, newest first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/standing' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: [
      {
        words: 'approvals standing list',
        help: {
          en: 'List standing approvals: calls allowed in advance.',
          de: 'Listet Dauerfreigaben auf: im Voraus erlaubte Aufrufe.',
        },
      },
    ],
    slash: [
      {
        words: 'approvals',
        isDefault: true,
        about: { en: 'Pending approvals', de: 'Offene Freigaben' },
        help: {
          en: 'List pending approvals, and calls allowed in advance.',
          de: 'Listet offene Freigaben auf und im Voraus erlaubte Aufrufe.',
        },
      },
    ],
    input: () => ({}),
    output: () => z.object({ standing: z.array(standingApproval()).readonly() }),
    needs: ['standing'],
    run: async ({ standing }) => ({ standing: await standing.list() }),
    json: ({ standing }) => standing,
    view: standingList,
  }),
  add: operation({
    summary: 'Allows calls in advance, for a limited time and number of uses: by a pattern, or like a pending call.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/standing' },
    offered: ['http', 'command'],
    commands: [
      {
        words: 'approvals standing add',
        help: 'Allow calls in advance, for a limited time and number of uses.',
        options: {
          command: { value: 'WORDS', isList: true, help: 'a plain command; a final "*" allows more words' },
          tool: { value: 'NAME', help: 'calls of this tool; every argument has to be given' },
          arg: {
            value: 'NAME=VALUE',
            isList: true,
            help: 'this value; NAME^=START, or NAME~=GLOB ("*": anything but "/", "**": anything)',
          },
          approval: { field: 'approval', value: 'ID', help: 'calls like the one in this pending approval' },
          for: { value: '7d', help: 'duration: m, h or d (default: 1d)' },
          times: { value: 'N', help: 'maximum uses (default: 10)' },
        },
      },
    ],
    commandId: 'taken',
    input: () => ({
      approval: text(
        { en: 'the key of an approval that waits', de: 'die Kennung einer offenen Freigabe' },
        128,
      ).optional(),
      pattern: pattern().optional(),
      forMs: count().describe('a whole number of milliseconds'),
      most: count().describe('how often it may be used'),
    }),
    output: standingApproval,
    check({ approval, pattern }) {
      if (approval !== undefined && pattern !== undefined)
        return {
          en: 'expected approval or pattern, got both',
          de: 'erwartet wird approval oder pattern, nicht beides',
        };
      if (approval !== undefined || pattern !== undefined) return undefined;
      return {
        en: 'expected approval, the key of a call that waits, or pattern',
        de: 'erwartet wird approval, die Kennung eines offenen Aufrufs, oder pattern',
      };
    },
    needs: ['standing'],
    run: ({ standing }, { approval, pattern, forMs, most }, { by }) =>
      standing.add({ pattern: pattern ?? { approval: approval ?? '' }, forMs, most, by }),
    view: standingGiven,
  }),
  revoke: operation({
    summary: 'Revokes a standing approval.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/standing/{id}/revoke' },
    offered: ['http', 'page', 'command', 'slash', 'buttons'],
    commands: [
      {
        words: 'approvals standing revoke',
        help: { en: 'Revoke a standing approval.', de: 'Nimmt eine Dauerfreigabe zurück.' },
        args: { id: 'ID' },
      },
    ],
    slash: [
      {
        words: 'approvals revoke',
        help: { en: 'Revoke a call allowed in advance.', de: 'Nimmt einen im Voraus erlaubten Aufruf zurück.' },
        args: { id: 'ID' },
      },
    ],
    commandId: 'taken',
    input: () => ({
      id: z
        .string()
        .describe(phrase({ en: 'the id of a standing approval', de: 'die Kennung einer dauerhaften Freigabe' })),
    }),
    output: () => z.object({ revoked: z.boolean() }),
    needs: ['standing'],
    run: async ({ standing }, { id }) => ({ revoked: await standing.revoke(id) }),
    json: ({ revoked }, { id }) => ({ id, revoked }),
    view: (answer, look, { id }) => revoked(answer, look, id),
    outcome: ({ revoked }) => (revoked ? 'done' : 'nothing'),
  }),
};
