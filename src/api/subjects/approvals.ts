/** What waits for the owner's yes, and the answers to it. */
import type { ZodType } from 'zod';
import { type ApprovalOutcome, type DecisionAnswer, mostReason } from '../../domain/approvals/card.ts';
import { commandForms } from '../command-forms.ts';
import { operation } from '../contract.ts';
import { address, count, instant, json, jsonObject, oneOf, text } from '../fields.ts';
import { approvalRow, approvalStates } from '../rows.ts';
import { z } from '../zod.ts';

/** One answer of a batch. A decision that did not count is an answer too. */
function decisionAnswer(): ZodType<DecisionAnswer> {
  const outcome = z.enum(approvalStates).exclude(['pending']) as ZodType<ApprovalOutcome>;
  return z.union([
    z.object({ ok: z.literal(true), ...counted() }),
    z.object({
      ok: z.literal(false),
      why: z.enum(['unknown', 'expired', 'decided', 'changed', 'forbidden', 'unconfirmed', 'invalid']),
      outcome: outcome.exactOptional(),
      message: z.string(),
    }),
  ]);
}

const counted = () => ({
  state: z.enum(['granted', 'denied', 'undone', 'edited']),
  undoUntil: instant().exactOptional(),
});

const shown = {
  digest: () => text('the digest of the card that was shown', 128),
  nonce: () => text('the nonce of the card that was shown', 128),
};

/** Harmless and alike, so none is confirmed and none has a reason of its own; each names the card that was seen. */
const ofBatch = () =>
  z.strictObject({
    approval: text('the key of the approval', 128),
    decision: oneOf('approve', 'deny'),
    digest: shown.digest(),
    nonce: shown.nonce(),
  });

export const approvals = {
  list: operation({
    summary: 'The last hundred approvals, or those in one state.',
    role: 'reader',
    http: { method: 'GET', path: '/api/approvals' },
    offered: ['http', 'page', 'command', 'buttons'],
    commands: commandForms['approvals.list'],
    input: () => ({
      state: z
        .enum(approvalStates)
        .describe(`one of ${approvalStates.join(', ')}`)
        .exactOptional(),
    }),
    output: () => z.object({ approvals: z.array(approvalRow()).readonly() }),
  }),
  call: operation({
    summary: 'The call an approval is about, with its arguments as they would run: where an edit begins.',
    role: 'reader',
    http: { method: 'GET', path: '/api/approvals/{id}/call' },
    offered: ['http', 'page'],
    input: () => ({ id: address('approval') }),
    output: () => z.object({ call: z.object({ tool: z.string(), arguments: json() }) }),
    missing: 'approval, or its call is gone',
  }),
  decide: operation({
    summary: 'Answers an approval: for this call, for its conversation, or with changed arguments; or undoes it.',
    role: 'owner',
    http: { method: 'POST', path: '/api/approvals/{id}/decision' },
    offered: ['http', 'page', 'command', 'buttons'],
    commands: commandForms['approvals.decide'],
    input: () => ({
      id: address('approval'),
      decision: oneOf('approve', 'deny', 'session', 'edit', 'undo'),
      confirmation: text('"yes" or the word of the card, as its risk asks', 100).exactOptional(),
      digest: shown.digest().exactOptional(),
      rev: count().exactOptional(),
      nonce: shown.nonce().exactOptional(),
      reason: text('your reason', mostReason).exactOptional(),
      args: jsonObject('an object, the arguments of the call as they are to be').exactOptional(),
    }),
    output: () => z.object({ ...counted(), standing: z.string().exactOptional() }),
    check: ({ decision, digest, rev }, by) =>
      by === 'web' && decision !== 'undo' && (digest === undefined || rev === undefined)
        ? 'expected digest and rev of the card that was on screen; only the command line decides by key alone'
        : undefined,
    only: {
      beside: 'decision',
      fields: { args: ['edit'], confirmation: ['approve', 'session'], reason: ['approve', 'session', 'deny'] },
    },
  }),
  decideAll: operation({
    summary: 'Answers several similar low-risk approvals, one answer each, in order.',
    role: 'owner',
    http: { method: 'POST', path: '/api/approvals/decisions' },
    offered: ['http', 'page', 'buttons'],
    input: () => ({
      decisions: z
        .array(ofBatch())
        .min(1)
        .max(50)
        .readonly()
        .describe('1 to 50 decisions, each with approval, decision, digest and nonce'),
    }),
    output: () => z.object({ answers: z.array(decisionAnswer()).readonly() }),
  }),
};
