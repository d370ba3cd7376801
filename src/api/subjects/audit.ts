/** What was asked, allowed, done and changed: the audit chain, and what took how long. */
import type { ZodType } from 'zod';
import type { AuditEntry } from '../../domain/audit/audit.ts';
import type { AuditPage, ChainView } from '../../domain/audit/service.ts';
import type { Span, TracedTurn, TurnTrace } from '../../domain/supervision/span.ts';
import { commandForms } from '../command-forms.ts';
import { operation } from '../contract.ts';
import { address, between, count, instant, limit, sentence, words } from '../fields.ts';
import { risks } from '../rows.ts';
import { z } from '../zod.ts';

function auditEntry(): ZodType<AuditEntry> {
  const text = z.string;
  return z.object({
    ...{ n: count(), at: instant(), kind: text(), subject: text(), actor: text() },
    facts: text().describe('canonical JSON: the hash is over this text'),
    hash: text(),
  });
}

function chainView(): ZodType<ChainView> {
  const anchor = z.object({ n: count(), hash: z.string(), at: instant(), key: z.string(), signature: z.string() });
  return z.object({
    rows: count(),
    verified: count(),
    broken: z.object({ n: count(), problem: z.string() }).exactOptional(),
    key: z.string(),
    anchor: z.union([anchor, z.enum(['missing', 'unreadable'])]),
  });
}

function auditPage(): ZodType<AuditPage> {
  return z.object({ entries: z.array(auditEntry()), next: count().exactOptional(), chain: chainView() });
}

export const audit = {
  list: operation({
    summary: 'A page of the audit chain, and how the chain stands.',
    role: 'reader',
    http: { method: 'GET', path: '/api/audit' },
    offered: ['http', 'page', 'command'],
    commands: commandForms['audit.list'],
    input: () => ({
      after: between(0, Number.MAX_SAFE_INTEGER).exactOptional(),
      before: between(0, Number.MAX_SAFE_INTEGER).exactOptional(),
      limit: limit(1000, 50),
      kind: z
        .string()
        .regex(/^[a-z.-]{0,80}$/)
        .describe('a kind or a family, as in "tool" or "tool.called"')
        .exactOptional(),
      q: words('a text that stands in the subject, the actor or the facts', 200),
      actor: words('a text that stands in the actor', 200),
      risk: z
        .enum(risks)
        .describe(`one of ${risks.join(', ')}`)
        .exactOptional(),
    }),
    output: auditPage,
  }),
  unrecorded: operation({
    summary: 'Tool calls and ended approvals that have no row in the chain.',
    role: 'reader',
    http: { method: 'GET', path: '/api/audit/unrecorded' },
    offered: ['http', 'page', 'command'],
    input: () => ({}),
    output: () => z.object({ addresses: z.array(z.string()).readonly() }),
  }),
  accept: operation({
    summary: 'Accepts the breaks found in the audit log, and records that in it.',
    role: 'owner',
    http: { method: 'POST', path: '/api/audit/accept' },
    offered: ['http', 'command'],
    commands: commandForms['audit.accept'],
    input: () => ({}),
    output: sentence,
  }),
};

const turn = () => ({
  turn: z.string(),
  session: z.string(),
  startedAt: z.number(),
  endedAt: z.number().exactOptional(),
  outcome: z.string(),
});

function tracedTurn(): ZodType<TracedTurn> {
  return z.object({ ...turn(), model: z.string().exactOptional() });
}

function turnTrace(): ZodType<TurnTrace> {
  const span: ZodType<Span> = z.object({
    ...{ traceId: z.string(), spanId: z.string() },
    parentSpanId: z.string().exactOptional(),
    topic: z.enum(['turn', 'model', 'tool', 'gate', 'effect', 'actor', 'step']),
    ...{ name: z.string(), actor: z.string(), startedAt: z.number() },
    endedAt: z.number().exactOptional(),
    attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  });
  return z.object({ ...turn(), traceId: z.string(), spans: z.array(span), isPartial: z.boolean() });
}

export const traces = {
  list: operation({
    summary: 'The turns an actor has to do with, newest first.',
    role: 'reader',
    http: { method: 'GET', path: '/api/traces' },
    offered: ['http', 'page'],
    input: () => ({ actor: address() }),
    output: () => z.object({ turns: z.array(tracedTurn()).readonly() }),
    missing: 'actor, or it has been pruned',
  }),
  show: operation({
    summary: 'The spans of one turn.',
    role: 'reader',
    http: { method: 'GET', path: '/api/traces/{turn}' },
    offered: ['http', 'page'],
    input: () => ({ turn: z.string().describe('the id of a turn') }),
    output: turnTrace,
    missing: 'turn, or it has been pruned',
  }),
};
