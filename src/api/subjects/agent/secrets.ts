/** Names of secrets and where each may be used; there is no way to a value. */
import type { ZodType } from 'zod';
import type { SecretRow } from '../../../domain/secrets/rule.ts';
import { operation } from '../../contract.ts';
import { instant, sentence } from '../../fields.ts';
import { z } from '../../zod.ts';

function secretRow(): ZodType<SecretRow> {
  const names = () => z.array(z.string());
  return z.object({
    name: z.string(),
    rule: z.object({
      tools: names(),
      hosts: names(),
      headers: names(),
      commands: names(),
      agents: names(),
    }),
    note: z.string().optional(),
    createdAt: instant(),
    lastUsedAt: instant().optional(),
  });
}

export const secrets = {
  list: operation({
    summary: 'The names of the secrets and where each may be used. Values are never shown.',
    role: 'reader',
    http: { method: 'GET', path: '/api/secrets' },
    offered: ['http', 'command'],
    input: () => ({}),
    output: () => z.object({ secrets: z.array(secretRow()).readonly() }),
    needs: ['secrets'],
    run: async ({ secrets }) => ({ secrets: await secrets.list() }),
  }),
  reload: operation({
    summary: 'Reads the file of secrets again, because it was changed.',
    role: 'owner',
    http: { method: 'POST', path: '/api/secrets/reload' },
    offered: ['http', 'command'],
    input: () => ({}),
    output: sentence,
    needs: ['reloadSecrets'],
    run: async ({ reloadSecrets }) => ({ message: await reloadSecrets() }),
  }),
};
