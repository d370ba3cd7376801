/** What waits for the owner's yes, and the answers to it. */

import type { ZodType } from 'zod';
import type { Decision } from '../../../domain/approvals/card.ts';
import { type ApprovalOutcome, type DecisionAnswer, mostReason } from '../../../domain/approvals/card.ts';
import type { StandingWish } from '../../../domain/approvals/standing.ts';
import { says } from '../../../domain/policy/sentence.ts';
import type { ApprovalRow } from '../../../domain/supervision/view.ts';
import { canonical, defined } from '../../../domain/text/json.ts';
import type { CommandOption } from '../../command-form.ts';
import type { Caller, Fields } from '../../contract.ts';
import { operation } from '../../contract.ts';
import { describedAs } from '../../described.ts';
import { address, count, instant, json, jsonObject, oneOf, text } from '../../fields.ts';
import type { Provided } from '../../provided.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { approvalRow, approvalStates } from '../../rows.ts';
import type * as Views from '../../views/approvals.ts';
import type { Decided } from '../../views/approvals.ts';
import { z } from '../../zod.ts';

/** What of Node it takes, spelled out, since the page is checked without Node's own types. */
declare const process: {
  getBuiltinModule(name: 'node:module'): { createRequire(from: string): (path: string) => unknown };
};

const { createRequire } = process.getBuiltinModule('node:module');
const load = createRequire(import.meta.url);

/** Loaded with the first decision that is shown: `ask` shows none. */
const views = () => load('../../views/approvals.ts') as typeof Views;

/** A decision and what came of it; one that did not count is an answer too. */
function decisionAnswer(): ZodType<DecisionAnswer> {
  const outcome = z.enum(approvalStates).exclude(['pending']) as ZodType<ApprovalOutcome>;
  return z.union([
    z.object({ ok: z.literal(true), ...counted() }),
    z.object({
      ok: z.literal(false),
      why: z.enum(['unknown', 'expired', 'decided', 'changed', 'forbidden', 'unconfirmed', 'invalid']),
      outcome: outcome.optional(),
      message: z.string(),
    }),
  ]);
}

/** As it is answered over HTTP, where one that does not count is a refusal. */
function decided(): ZodType<Decided> {
  const counting = z.object({ ok: z.literal(true), ...counted(), standing: z.string().optional() });
  return counting as ZodType as ZodType<Decided>;
}

const counted = () => ({
  state: z.enum(['granted', 'denied', 'undone', 'edited']),
  undoUntil: instant().optional(),
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

const why: CommandOption = { field: 'reason', value: 'TEXT', help: 'the reason; the agent sees it' };

const decisionFields = () => ({
  id: address('approval'),
  decision: oneOf('approve', 'deny', 'session', 'edit', 'undo'),
  confirmation: text('"yes" or the word of the card, as its risk asks', 100).optional(),
  digest: shown.digest().optional(),
  rev: count().optional(),
  nonce: shown.nonce().optional(),
  reason: text({ en: 'your reason', de: 'dein Grund' }, mostReason).optional(),
  args: jsonObject('an object, the arguments of the call as they are to be').optional(),
});

export const approvals = {
  list: operation({
    summary: 'The last hundred approvals, or those in one state.',
    role: 'reader',
    http: { method: 'GET', path: '/api/approvals' },
    offered: ['http', 'page', 'command', 'buttons'],
    commands: [
      {
        words: 'approvals',
        about: 'Pending approvals, your decisions, and calls allowed in advance',
        help: 'List pending approvals.',
        fixed: { state: 'pending' },
      },
    ],
    input: () => ({
      state: describedAs(z.enum(approvalStates), says`one of ${approvalStates.join(', ')}`).optional(),
    }),
    output: () => z.object({ approvals: z.array(approvalRow()).readonly() }),
    needs: ['approvals'],
    run: ({ approvals }, { state }) => ({ approvals: approvals(state) }),
  }),
  call: operation({
    summary: 'The call an approval is about, with its arguments as they would run: where an edit begins.',
    role: 'reader',
    http: { method: 'GET', path: '/api/approvals/{id}/call' },
    offered: ['http', 'page'],
    input: () => ({ id: address('approval') }),
    output: () => z.object({ call: z.object({ tool: z.string(), arguments: json() }) }),
    missing: 'approval, or its call is gone',
    needs: ['requestedCall'],
    run: ({ requestedCall }, { id }) => {
      const call = requestedCall(id);
      return call && { call };
    },
  }),
  decide: operation({
    summary: 'Answers an approval: for this call, for its conversation, or with changed arguments; or undoes it.',
    role: 'owner',
    wakes: true,
    http: { method: 'POST', path: '/api/approvals/{id}/decision' },
    offered: ['http', 'page', 'command', 'buttons'],
    commands: [
      {
        words: 'approvals approve',
        help: 'Approve the call.',
        args: { id: 'ID' },
        fixed: { decision: 'approve' },
        options: {
          confirm: {
            field: 'confirmation',
            value: 'yes|WORD',
            help: 'required above low risk: "yes", or the word shown',
          },
          yes: { field: 'confirmation', gives: 'yes', help: 'the same as --confirm yes' },
          why,
        },
      },
      {
        words: 'approvals deny',
        help: 'Deny the call.',
        args: { id: 'ID' },
        fixed: { decision: 'deny' },
        options: { why },
      },
      {
        words: 'approvals undo',
        help: 'Take an approval back before the call runs.',
        args: { id: 'ID' },
        fixed: { decision: 'undo' },
      },
    ],
    input: decisionFields,
    output: decided,
    refusing: { toRefusal: turnedDown, toAnswer: turnedDownBy },
    json: ({ approval: _, ...said }, { id }) => ({ approval: keyOf(id), ...said }),
    view: (answer, look, { id, reason }) => views().decisionShown(answer, look, keyOf(id), reason),
    outcome: ({ ok }) => (ok ? 'done' : 'nothing'),
    check: ({ decision, digest, rev }, by) =>
      by === 'web' && decision !== 'undo' && (digest === undefined || rev === undefined)
        ? {
            en: 'expected digest and rev of the card that was on screen; only the command line decides by key alone',
            de: 'erwartet werden digest und rev der Karte, die zu sehen war; nur die Kommandozeile entscheidet ohne sie',
          }
        : undefined,
    only: {
      beside: 'decision',
      fields: { args: ['edit'], confirmation: ['approve', 'session'], reason: ['approve', 'session', 'deny'] },
    },
    needs: ['approvals', 'decide'],
    run: decide,
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
    needs: ['decideAll'],
    run: async ({ decideAll }, { decisions }, { by }) => ({
      answers: await decideAll(decisions.map(one => ({ ...one, by }))),
    }),
  }),
};

type Wanted = Fields<typeof decisionFields>;

/** An answer to a card: for this call alone, or for all such calls of its conversation. */
async function decide(
  provided: Pick<Provided, 'approvals' | 'decide'> & Partial<Pick<Provided, 'standing'>>,
  wanted: Wanted,
  caller: Caller,
): Promise<Decided> {
  const { approvals, standing } = provided;
  const key = keyOf(wanted.id);
  const decision = seen(wanted, key, caller, provided);
  if ('ok' in decision) return decision;
  if (wanted.decision === 'session' && (!standing || !waiting(approvals, key)?.card.mayStand))
    throw refuse(400, says`no standing approval can cover this call; it needs approval each time`);
  const answer = await provided.decide(decision);
  if (!answer.ok) return { ...answer, approval: waiting(approvals, key) };
  // only once the yes counts, so that nothing stands for which there is none
  const given = wanted.decision === 'session' ? await standing?.add(forSession(key, caller)) : undefined;
  return { ...answer, standing: given?.id };
}

/** The decision as it is judged, or why there is none. `by` is what we know of the asker, never what was sent. */
function seen(
  wanted: Wanted,
  key: string,
  caller: Caller,
  { approvals }: Pick<Provided, 'approvals'>,
): Decision | Decided {
  const row = wanted.rev === undefined ? undefined : waiting(approvals, key);
  // a yes is taken back from whatever card is left on screen
  if (row && row.rev !== wanted.rev && wanted.decision !== 'undo')
    return {
      ok: false,
      why: 'changed',
      message: 'the card has changed since it was shown; look at it again before you decide',
      approval: row,
    };
  // the same rev is the same card, so its nonce was on screen too
  const nonce = wanted.nonce ?? row?.card.nonce;
  const { args, confirmation, reason, digest } = wanted;
  return {
    approval: key,
    decision: wanted.decision === 'session' ? 'approve' : wanted.decision,
    by: caller.by,
    ...defined({ arguments: args === undefined ? undefined : canonical(args), confirmation, reason, digest, nonce }),
  };
}

/** A yes to this very call for as long as its conversation lasts, within bounds. */
function forSession(key: string, { by }: Caller): StandingWish {
  return { pattern: { approval: key }, isForSession: true, forMs: 86_400_000, most: 100, by };
}

/** The approval as it waits now, if it does. */
function waiting(approvals: Provided['approvals'], key: string): ApprovalRow | undefined {
  return approvals('pending').find(({ card }) => card.key === key);
}

/**
 * A decision that did not count. `why` and `outcome` let a client say who was first; what still waits goes along as it
 * is now.
 */
function turnedDown(answer: Decided): Refusal | undefined {
  if (answer.ok) return undefined;
  const { why, outcome, message, approval } = answer;
  const more = { why, ...defined({ outcome, approval }) };
  if (why === 'unknown' && approval === undefined) return refuse(404, message, more);
  if (why === 'forbidden') return refuse(403, message, more);
  if (why === 'invalid') return refuse(400, message, more);
  return refuse(409, message, { ...more, code: why === 'expired' ? 'expired' : 'changed' });
}

/** The same as it came over HTTP. */
function turnedDownBy({ message, more: { why, outcome, approval } }: Refusal): Decided | undefined {
  if (why === undefined) return undefined;
  return { ok: false, why, message, ...defined({ outcome, approval }) } as Decided;
}

/** Named by its key or by its address. */
function keyOf(id: string): string {
  return id.replace(/^approval:/, '');
}
