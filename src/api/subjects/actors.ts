/** The actors: what they have done, and what can be done to them. */
import type { ZodType } from 'zod';
import { type AdminOutcome, adminVerbs, type RestartPreview } from '../../domain/supervision/admin.ts';
import type { ActorRow } from '../../domain/supervision/view.ts';
import { commandForms } from '../command-forms.ts';
import { operation } from '../contract.ts';
import { address, between, count, json, limit, oneOf, text, words } from '../fields.ts';
import { choice, journalEntry } from '../rows.ts';
import { z } from '../zod.ts';

/** An actor and what it has started. */
export interface Branch extends Pick<ActorRow, 'id' | 'kind' | 'label' | 'leaf' | 'status' | 'rev' | 'since'> {
  readonly children: readonly Branch[];
}

/** One schema that names itself: a tree is of any depth. */
let branches: ZodType<Branch> | undefined;

function branch(): ZodType<Branch> {
  branches ??= z.object({
    ...{ id: z.string(), kind: z.string(), label: z.string(), leaf: z.string() },
    status: z.enum(['active', 'done', 'suspended', 'quarantined', 'stopped']),
    ...{ rev: z.number(), since: z.number() },
    children: z.array(z.lazy(branch)).readonly(),
  });
  return branches;
}

function letGo() {
  return z.object({
    messages: z.array(z.string()).describe('what its owner said that is not answered yet'),
    cut: z.array(z.string()).describe('actions that have started and would be interrupted'),
    unbegun: z.array(z.string()).describe('actions that would not run'),
    questions: count().exactOptional(),
  });
}

function preview(): ZodType<RestartPreview> {
  return z.object({
    again: z.array(z.string()).describe('effects that would run again'),
    notAgain: z.array(z.string()).describe('effects that would not, and whose outcome would be unknown'),
    fresh: letGo().exactOptional(),
    stop: letGo().exactOptional(),
  });
}

function outcome(): ZodType<AdminOutcome> {
  return z.object({
    id: z.string(),
    state: z.enum(['asked', 'done', 'failed']),
    error: z.string().exactOptional(),
  });
}

export const actors = {
  journal: operation({
    summary: "A page of an actor's journal, newest last.",
    role: 'reader',
    http: { method: 'GET', path: '/api/actors/{id}/journal' },
    offered: ['http', 'page', 'command', 'buttons'],
    commands: commandForms['actors.journal'],
    input: () => ({
      id: address(),
      before: between(0, Number.MAX_SAFE_INTEGER).exactOptional(),
      limit: limit(200, 50),
      q: words('a text that stands in the event', 200),
    }),
    output: () => z.object({ entries: z.array(journalEntry()).readonly(), next: count().exactOptional() }),
    missing: 'actor, or it has been pruned',
  }),
  preview: operation({
    summary: 'What a restart or a stop would run again, drop and interrupt.',
    role: 'reader',
    http: { method: 'GET', path: '/api/actors/{id}/restart' },
    offered: ['http', 'page', 'command', 'buttons'],
    input: () => ({ id: address() }),
    output: preview,
    missing: 'actor, or it has been pruned',
  }),
  snapshot: operation({
    summary: 'The state of an actor as it is now.',
    role: 'reader',
    http: { method: 'GET', path: '/api/actors/{id}/snapshot' },
    offered: ['http', 'page', 'command'],
    commands: commandForms['actors.snapshot'],
    input: () => ({ id: address() }),
    output: () => z.object({ snapshot: json(), rev: count() }),
    missing: 'actor, or it has been pruned',
  }),
  at: operation({
    summary: 'The state of an actor after one of its steps, replayed from its journal.',
    role: 'reader',
    http: { method: 'GET', path: '/api/actors/{id}/at/{seq}' },
    offered: ['http', 'page'],
    input: () => ({ id: address(), seq: between(0, 999_999_999_999_999).describe('the number of a step') }),
    output: () =>
      z.object({
        seq: count(),
        snapshot: json(),
        prev: json(),
        verified: z.union([z.boolean(), z.literal('code-changed'), z.literal('forgotten')]),
        ms: z.number(),
      }),
    missing: 'step of such an actor, or it has been pruned',
  }),
  export: operation({
    summary: 'An actor with its whole journal, as "straylight actors replay" reads it.',
    role: 'reader',
    http: {
      method: 'GET',
      path: '/api/actors/{id}/export',
      file: ({ id }: { readonly id: string }) => `${id.replace(/[^A-Za-z0-9._-]+/g, '-')}.json`,
    },
    offered: ['http', 'command'],
    commands: commandForms['actors.export'],
    input: () => ({ id: address() }),
    output: json,
    missing: 'actor, or it has been pruned',
  }),
  command: operation({
    summary: 'Suspends, resumes, restarts, rewinds, stops, quarantines or releases an actor.',
    role: 'owner',
    http: { method: 'POST', path: '/api/actors/{id}/commands' },
    offered: ['http', 'page', 'command', 'buttons'],
    commands: commandForms['actors.command'],
    input: () => ({
      id: address(),
      verb: oneOf(...adminVerbs),
      mode: oneOf('checkpoint', 'fresh').exactOptional(),
      seq: count().exactOptional(),
      rev: count().exactOptional(),
      reason: text('why', 500).exactOptional(),
    }),
    output: () => z.object({ outcome: outcome() }),
    only: { beside: 'verb', fields: { mode: ['restart'], seq: ['rewind'] } },
  }),
  answer: operation({
    summary: 'Answers the question of an incident.',
    role: 'owner',
    http: { method: 'POST', path: '/api/incidents/{id}/answer' },
    offered: ['http', 'page', 'command', 'buttons'],
    commands: commandForms['actors.answer'],
    input: () => ({ id: address('incident'), choice: choice() }),
    output: () => z.object({}),
  }),
  tree: operation({
    summary: 'All actors as a tree, each below the one that started it.',
    role: 'reader',
    http: { method: 'GET', path: '/api/tree' },
    offered: ['http'],
    input: () => ({}),
    output: () => z.object({ tree: z.array(branch()).readonly() }),
  }),
};
