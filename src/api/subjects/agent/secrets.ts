/** Names of secrets and where each may be used; there is no way to a value. */
import type { ZodType } from 'zod';
import type { SecretRow } from '../../../domain/secrets/rule.ts';
import { operation } from '../../contract.ts';
import { instant, sentence } from '../../fields.ts';
import { secretsView } from '../../views/secrets.ts';
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
    expires: instant().describe('from when it is of no use any more, as its owner said').optional(),
    lastUsedAt: instant().optional(),
  });
}

export const secrets = {
  list: operation({
    summary: 'The names of the secrets and where each may be used. Values are never shown.',
    role: 'reader',
    http: { method: 'GET', path: '/api/secrets' },
    offered: ['http', 'page', 'command'],
    commands: [
      {
        words: 'secret list',
        about: {
          en: 'Secrets: what the agent may use but never sees',
          de: 'Geheimnisse: was der Agent benutzen darf, aber nie sieht',
        },
        isDefault: true,
        help: {
          en: 'List the secrets and where each may be used. Values are never shown.',
          de: 'Listet auf, welche Geheimnisse da sind und wo jedes benutzt werden darf. Werte werden nie gezeigt.',
        },
      },
    ],
    input: () => ({}),
    output: () =>
      z.object({
        secrets: z.array(secretRow()).readonly(),
        ways: z
          .record(z.string(), z.enum(['header', 'variable']))
          .describe('the tools that take secrets, and how each does'),
      }),
    needs: ['secrets'],
    run: async ({ secrets }) => ({ secrets: await secrets.list(), ways: Object.fromEntries(secrets.takers()) }),
    json: ({ secrets }) => secrets,
    view: secretsView,
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
