/** Hooks of other agents' files: which there are, and for what content each is trusted. */

import type { ZodType } from 'zod';
import { type HookRow, type HookService, hookEvents } from '../../../domain/hooks/hook.ts';
import { says } from '../../../domain/policy/sentence.ts';
import { operation } from '../../contract.ts';
import { describedAs } from '../../described.ts';
import { count, text } from '../../fields.ts';
import { aheadOfTrust, hookList, hookView, noHook } from '../../views/hooks/hooks.ts';
import { z } from '../../zod.ts';

declare module '../../provided.ts' {
  interface Provided {
    readonly hooks: HookService;
  }
}

const id = () => text('the id of a hook', 100);

function row(): ZodType<HookRow> {
  return z.object({
    id: z.string(),
    event: z.enum(hookEvents),
    matcher: z.string().describe('the tools it is for; empty: all'),
    command: z.string(),
    timeoutMs: count(),
    file: z.string(),
    state: z.enum(['trusted', 'new', 'changed']),
    hash: z.string().describe('SHA-256 of its command and of the files that it names'),
    programs: z.array(z.string()).readonly(),
  });
}

export const hooks = {
  list: operation({
    summary: 'The hooks of the files that are set, and whether each is trusted with what it runs.',
    role: 'reader',
    http: { method: 'GET', path: '/api/hooks' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'hooks list',
        about: { en: 'Hooks: from files that other agents read', de: 'Hooks: aus Dateien, die andere Agenten lesen' },
        isDefault: true,
        help: { en: 'List the hooks, and which are trusted.', de: 'Listet die Hooks auf und welchen vertraut wird.' },
      },
    ],
    input: () => ({}),
    output: () =>
      z.object({
        hooks: z.array(row()).readonly(),
        passedOver: z.array(z.object({ file: z.string(), what: z.string() })).readonly(),
      }),
    needs: ['hooks'],
    run: ({ hooks }) => hooks.list(),
    json: ({ hooks }) => hooks,
    view: hookList,
  }),
  trust: operation({
    summary: 'Trusts a hook with what it runs now; until then it does not run, and what it is for is blocked.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/hooks/{id}/trust' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'hooks trust',
        help: { en: 'Trust a hook with what it runs now.', de: 'Vertraut einem Hook mit dem, was er jetzt ausführt.' },
        args: { id: 'ID' },
        behind: { yes: {}, ja: {} },
        options: {
          yes: {
            help: { en: 'do it; without it, only say what it does', de: 'tun; ohne das nur sagen, was es tut' },
          },
        },
      },
    ],
    input: () => ({
      id: id(),
      hash: describedAs(z.string().regex(/^[0-9a-f]{64}$/), says`the hash of what was looked at`).optional(),
    }),
    output: () => z.object({ hook: row() }),
    missing: 'hook',
    needs: ['hooks'],
    run({ hooks }, { id, hash }) {
      const hook = hooks.trust(id, hash);
      return hook && { hook };
    },
    json: ({ hook }) => hook,
    view: hookView,
    ahead: aheadOfTrust,
    absent: noHook,
  }),
  distrust: operation({
    summary: 'Trusts a hook no more: it does not run, and what it is for is blocked.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/hooks/{id}/distrust' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'hooks distrust',
        help: { en: 'Trust a hook no more.', de: 'Vertraut einem Hook nicht mehr.' },
        args: { id: 'ID' },
      },
    ],
    input: () => ({ id: id() }),
    output: () => z.object({ hook: row() }),
    missing: 'hook',
    needs: ['hooks'],
    run({ hooks }, { id }) {
      const hook = hooks.distrust(id);
      return hook && { hook };
    },
    json: ({ hook }) => hook,
    view: hookView,
    absent: noHook,
  }),
};
