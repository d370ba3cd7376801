/** What was asked, allowed, done and changed: the audit chain. */

import type { ZodType } from 'zod';
import type { AuditEntry } from '../../../domain/audit/audit.ts';
import type { AuditPage, ChainView } from '../../../domain/audit/service.ts';
import { inEnglish, says } from '../../../domain/policy/sentence.ts';
import { phrase } from '../../../domain/text/catalog.ts';
import { operation } from '../../contract.ts';
import { describedAs } from '../../described.ts';
import { between, count, instant, limit, saidAsData, sentence, words } from '../../fields.ts';
import { risks } from '../../rows.ts';
import { auditShown } from '../../views/audit.ts';
import { z } from '../../zod.ts';

function auditEntry(): ZodType<AuditEntry> {
  const text = z.string;
  return z.object({
    n: count(),
    at: instant(),
    kind: text(),
    subject: text(),
    actor: text(),
    facts: text().describe('canonical JSON: the hash is over this text'),
    hash: text(),
  });
}

function chainView(): ZodType<ChainView> {
  const anchor = z.object({ n: count(), hash: z.string(), at: instant(), key: z.string(), signature: z.string() });
  return z.object({
    rows: count(),
    verified: count(),
    broken: z.object({ n: count(), problem: z.string() }).optional(),
    key: z.string(),
    anchor: z.union([anchor, z.enum(['missing', 'unreadable'])]),
  });
}

function auditPage(): ZodType<AuditPage> {
  return z.object({ entries: z.array(auditEntry()), next: count().optional(), chain: chainView() });
}

export const audit = {
  list: operation({
    summary: 'A page of the audit chain, and how the chain stands.',
    role: 'reader',
    http: { method: 'GET', path: '/api/audit' },
    offered: ['http', 'page', 'command', 'slash'],
    commands: [
      {
        words: 'audit list',
        about: { en: 'The audit log: check, list or export it', de: 'Das Protokoll: prüfen, auflisten, ausgeben' },
        inChat: { limit: 20 },
        isDefault: true,
        help: {
          en: 'List the newest entries of the audit log.',
          de: 'Listet die neuesten Einträge des Protokolls auf.',
        },
        options: {
          kind: { field: 'kind', value: 'KIND', help: 'only this kind ("approval.ended") or family ("tool")' },
          limit: { value: 'N', help: 'how many entries (default: 50)' },
        },
      },
    ],
    input: () => ({
      after: between(0, Number.MAX_SAFE_INTEGER).optional(),
      before: between(0, Number.MAX_SAFE_INTEGER).optional(),
      limit: limit(1000, 50),
      kind: z
        .string()
        .regex(/^[a-z.-]{0,80}$/)
        .describe(
          phrase({
            en: 'a kind or a family, as in "tool" or "tool.called"',
            de: 'eine Art oder eine Familie, wie „tool“ oder „tool.called“',
          }),
        )
        .optional(),
      q: words('a text that stands in the subject, the actor or the facts', 200),
      actor: words('a text that stands in the actor', 200),
      risk: describedAs(z.enum(risks), says`one of ${risks.join(', ')}`).optional(),
    }),
    output: auditPage,
    needs: ['audit'],
    run: ({ audit }, query) => audit.page(query),
    json: ({ entries, chain }) => ({
      chain,
      entries: entries.map(entry => ({ ...entry, facts: JSON.parse(entry.facts) })),
    }),
    view: auditShown,
  }),
  unrecorded: operation({
    summary: 'Tool calls and ended approvals that have no row in the chain.',
    role: 'reader',
    http: { method: 'GET', path: '/api/audit/unrecorded' },
    offered: ['http', 'page', 'command'],
    input: () => ({}),
    output: () => z.object({ addresses: z.array(z.string()).readonly() }),
    needs: ['audit'],
    run: async ({ audit }) => ({ addresses: await audit.unrecorded() }),
  }),
  accept: operation({
    summary: 'Accepts the breaks found in the audit log, and records that in it.',
    role: 'owner',
    http: { method: 'POST', path: '/api/audit/accept' },
    offered: ['http', 'command'],
    commands: [
      {
        words: 'audit accept',
        help: { en: 'Accept the breaks found in the audit log.', de: 'Nimmt die im Protokoll gefundenen Brüche hin.' },
      },
    ],
    input: () => ({}),
    output: () => sentence().extend({ said: saidAsData() }),
    needs: ['acceptAudit'],
    async run({ acceptAudit }) {
      const said = await acceptAudit();
      return { message: inEnglish(said), said };
    },
  }),
};
