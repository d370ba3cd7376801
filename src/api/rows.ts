/** The shapes that several operations answer with, as schemas; each is held against its type in the domain. */

import type { ZodType } from 'zod';
import type { BudgetOfToday } from '../domain/budget/view.ts';
import type { ListedConversation } from '../domain/conversation/listed-conversation.ts';
import type { JournalRequest } from '../domain/supervision/journal-request.ts';
import { choices } from '../domain/supervision/remediation.ts';
import type {
  ActorRow,
  ApprovalRow,
  ChatMessage,
  Health,
  JournalEntry,
  TurnReport,
} from '../domain/supervision/view.ts';
import { count, instant, json, oneOf, saidAsData } from './fields.ts';
import { z } from './zod.ts';

const text = () => z.string();
const outcomes = ['granted', 'denied', 'expired', 'undelivered', 'cancelled'] as const;

/** `pending`, or how an approval ended. */
export const approvalStates = ['pending', ...outcomes] as const;

export const risks = ['low', 'medium', 'high', 'irreversible'] as const;

export function actorRow(): ZodType<ActorRow> {
  return z.object({
    id: text().describe('the address of the actor'),
    kind: text(),
    label: text(),
    machine: text().describe('the id of its chart'),
    incarnation: count(),
    parent: text().optional(),
    callId: text().optional(),
    doing: text().describe('of a tool call: what it does').optional(),
    options: z.array(text()).describe('of a tool call that waits for an answer: what it offers').optional(),
    value: json().describe("XState's state value"),
    leaf: text().describe('the innermost active states, dotted'),
    tags: z.array(text()),
    status: z.enum(['active', 'done', 'suspended', 'quarantined', 'stopped']),
    rev: count().describe("its last step's number; never goes back"),
    since: instant(),
    startedAt: instant(),
    queued: count().describe('messages that wait for it'),
    last: z.object({ type: text(), at: instant() }).optional(),
    timers: z.array(z.object({ event: text(), at: instant() })),
    retry: z.object({ attempt: count(), of: count().optional(), nextAt: instant() }).optional(),
    distrust: text().optional(),
    waitsFor: text().optional(),
    expectMs: z.number().optional(),
    usualMs: z.number().optional(),
    error: z.object({ message: text(), at: instant() }).optional(),
  });
}

export function journalEntry(): ZodType<JournalEntry> {
  return z.object({
    seq: count(),
    at: instant(),
    event: z.looseObject({ type: text() }) as unknown as ZodType<JournalEntry['event']>,
    source: text().optional(),
    from: text().optional(),
    leaf: text().optional(),
    to: json(),
    path: z.array(z.tuple([text(), text(), text()])),
    asked: z.array(text()).optional(),
    requests: z.array(journalRequest()).optional(),
    hash: text(),
    codeHash: text(),
  });
}

function journalRequest(): ZodType<JournalRequest> {
  return z.union([
    z.object({ start: text(), src: text(), address: text() }),
    z.object({ stop: text() }),
    z.object({ send: text(), event: text() }),
    z.object({ abort: text() }),
    z.object({ schedule: text() }),
    z.object({ write: text(), row: text().optional() }),
  ]);
}

export function chatMessage(): ZodType<ChatMessage> {
  return z.object({
    id: text(),
    turn: text(),
    role: z.enum(['owner', 'assistant', 'tool', 'notice']),
    text: text(),
    at: instant(),
    toolCalls: z.array(z.object({ callId: text(), name: text() })).optional(),
    callId: text().optional(),
    tool: text().optional(),
    failed: z.boolean().optional(),
    files: z
      .array(z.object({ name: text(), bytes: count().optional(), path: text().optional() }))
      .describe('the files that came with it or that the call handed over, each with its place')
      .optional(),
    doing: text().describe('of a tool call: what it did').optional(),
    outcome: z.enum(['done', 'failed', 'denied', 'expired', 'cancelled', 'unknown']).optional(),
    isTakenBack: z.boolean().describe('the yes to the call was undone before it began').optional(),
    isSetAside: z.boolean().optional(),
  });
}

export function approvalRow(): ZodType<ApprovalRow> {
  return z.object({
    id: text(),
    card: approvalCard(),
    state: z.enum(approvalStates),
    rev: count().describe('changes whenever the card does'),
    queued: z.boolean().optional(),
    decidedBy: text().optional(),
    decidedAt: instant().optional(),
    reason: text().optional(),
  });
}

function approvalCard(): ZodType<ApprovalRow['card']> {
  return z.object({
    key: text().describe('what commands and buttons name'),
    session: text(),
    tool: text(),
    intent: text().describe('what will be done, in one sentence'),
    risk: z.enum(risks),
    reasons: z.array(text()),
    isContained: z.literal(true).optional().describe('it ends at the sandbox: a second yes is enough'),
    restoresFiles: z.literal(true).optional(),
    consequences: z.object({ approve: text(), deny: text() }).optional(),
    word: text().optional(),
    choices: z.array(text()).optional(),
    undoMs: z.number().optional(),
    undoUntil: instant().optional(),
    mayStand: z.boolean().optional(),
    exact: text().describe('exactly what will run'),
    digest: text(),
    nonce: text(),
    expiresAt: instant().optional(),
    requestedAt: instant().describe('since then it waits').optional(),
    repeat: z.boolean(),
  });
}

export function turnReport(): ZodType<TurnReport> {
  return z.object({
    turn: text(),
    session: text(),
    outcome: text(),
    reply: text().describe('what the model said'),
    notes: z
      .array(text())
      .describe('what stands beneath the reply: doubts about it, what it cost, that a summary was made'),
    usage: z.object({
      inputTokens: count(),
      outputTokens: count(),
      cacheReadTokens: count(),
      cacheWriteTokens: count(),
    }),
    toolCalls: z.array(z.object({ tool: text(), outcome: text(), ms: z.number() })),
    waiting: z.array(approvalRow()),
  });
}

export function health(): ZodType<Health> {
  const waiting = z.object({ count: count(), since: instant().nullable() });
  return z.object({
    status: z.enum(['ok', 'degraded', 'stopping']),
    channels: z.array(
      z.object({
        name: text(),
        state: text(),
        detail: text().optional(),
        waiting: waiting.optional(),
      }),
    ),
    models: z.object({ default: text(), detail: text().optional(), said: saidAsData().optional() }),
    executor: z.object({ kind: text(), detail: text(), said: saidAsData().optional() }),
    actors: z.object({ active: count(), suspended: count(), quarantined: count() }),
    deadLetters: count(),
    recovery: z.array(text()).optional(),
    version: text(),
    uptimeMs: z.number(),
  });
}

/** What may be answered to an incident. */
export function choice() {
  return oneOf(...choices);
}

/** What was or may be spent. */
export function amount() {
  return z.object({ tokens: z.number(), micros: z.number().describe('millionths of a US dollar') });
}

/** A limit; null: there is none. */
export const budgetCap = () => z.object({ tokens: z.number().nullable(), micros: z.number().nullable() });

/** What a budget of a day is everywhere. */
export const budgetParts = () => ({
  day: z.string(),
  endsAt: instant(),
  today: z.object({ spent: amount(), limit: budgetCap(), forecast: amount().optional() }),
  isDemoAlone: z
    .literal(true)
    .optional()
    .describe('only the demo model was called, and no limit counts its tokens: nothing was spent'),
  stopped: z
    .array(
      z.object({
        session: z.string(),
        cap: z.enum(['session', 'day', 'schedule']),
        unit: z.enum(['tokens', 'micros']),
        used: z.number(),
        limit: z.number(),
        next: z.number(),
        until: instant(),
      }),
    )
    .optional(),
});

/** What is shown wherever one is: what today has cost, what it may, and whom that has stopped. */
export function todaysBudget(): ZodType<BudgetOfToday> {
  return z.object(budgetParts());
}

export function listedConversation(): ZodType<ListedConversation> {
  return z.object({
    session: z.string().describe('its address'),
    title: z.string().describe('its name, or what its owner said first'),
    isNamed: z.boolean().describe('its owner gave it its name'),
    isPinned: z.boolean(),
    isArchived: z.boolean(),
    isCurrent: z.boolean().describe('what is said in its chat goes here'),
    isStopped: z.literal(true).describe('it was stopped and answers no more messages').optional(),
    agent: z.string().describe('the agent that it belongs to').optional(),
    at: instant(),
  });
}
