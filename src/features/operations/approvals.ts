/** Approvals: listed, answered once or for a conversation, changed, taken back; and the yes to calls yet to come. */
import type { Taken } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import { type Refusal, refuse } from '../../api/refusal.ts';
import type { Caller, Implements } from '../../api/service.ts';
import type { Decision, DecisionAnswer } from '../../domain/approvals/card.ts';
import type { StandingService, StandingWish } from '../../domain/approvals/standing.ts';
import type { ApprovalRow } from '../../domain/supervision/view.ts';
import { canonical } from '../../domain/text/json.ts';
import type { Acts, Services } from './services.ts';

type Wanted = Taken<Operations['approvals']['decide']>;
type Rows = Pick<Services, 'approvals'>;

export function approvalReads({ approvals, requestedCall }: Services): Pick<Implements<'approvals'>, 'list' | 'call'> {
  return {
    list: ({ state }) => ({ approvals: approvals(state) }),
    call({ id }) {
      const call = requestedCall?.(id);
      return call && { call };
    },
  };
}

export function approvalActs(services: Services & Acts): Pick<Implements<'approvals'>, 'decide' | 'decideAll'> {
  const { decideAll, standing } = services;
  return {
    async decide(wanted, caller) {
      const key = wanted.id.slice('approval:'.length);
      const decision = seen(wanted, key, caller, services);
      if (wanted.decision === 'session' && (!standing || !waiting(services, key)?.card.mayStand))
        throw refuse(400, 'no standing approval can cover this call; it needs approval each time');
      const answer = await services.decide(decision);
      if (!answer.ok) throw turnedDown(answer, waiting(services, key));
      const { ok: _, ...counted } = answer;
      // only once the yes counts, so that nothing stands for which there is none
      const given = wanted.decision === 'session' ? await standing?.add(forSession(key, caller)) : undefined;
      return { ...counted, ...(given && { standing: given.id }) };
    },
    async decideAll({ decisions }, { by }) {
      if (!decideAll) throw refuse(404, 'approvals are decided one by one here');
      return { answers: await decideAll(decisions.map(one => ({ ...one, by }))) };
    },
  };
}

export function standingOperations(ledger: StandingService): Implements<'standing'> {
  return {
    list: async () => ({ standing: await ledger.list() }),
    async add({ approval, pattern, forMs, most }, { by }) {
      return ledger.add({ pattern: pattern ?? { approval: approval ?? '' }, forMs, most, by });
    },
    revoke: async ({ id }) => ({ revoked: await ledger.revoke(id) }),
  };
}

/** The decision as it is judged. `by` is what we know of the asker, never what was sent. */
function seen(wanted: Wanted, key: string, caller: Caller, services: Rows): Decision {
  const row = wanted.rev === undefined ? undefined : waiting(services, key);
  // a yes is taken back from whatever card is left on screen
  if (row && row.rev !== wanted.rev && wanted.decision !== 'undo')
    throw refuse(409, 'the card has changed since it was shown; look at it again before you decide', {
      why: 'changed',
      approval: row,
    });
  // the same rev is the same card, so its nonce was on screen too
  const nonce = wanted.nonce ?? row?.card.nonce;
  const { args, confirmation, reason, digest } = wanted;
  return {
    approval: key,
    decision: wanted.decision === 'session' ? 'approve' : wanted.decision,
    by: caller.by,
    ...(args === undefined ? {} : { arguments: canonical(args) }),
    ...(confirmation === undefined ? {} : { confirmation }),
    ...(reason === undefined ? {} : { reason }),
    ...(digest === undefined ? {} : { digest }),
    ...(nonce === undefined ? {} : { nonce }),
  };
}

/** A yes to this very call for as long as its conversation lasts, within bounds. */
function forSession(key: string, { by }: Caller): StandingWish {
  return { pattern: { approval: key }, isForSession: true, forMs: 86_400_000, most: 100, by };
}

/** The approval as it waits now, if it does. */
function waiting({ approvals }: Rows, key: string): ApprovalRow | undefined {
  return approvals('pending').find(({ card }) => card.key === key);
}

/**
 * A decision that did not count. `why` and `outcome` let a client say who was first; what still waits goes along as it
 * is now.
 */
function turnedDown(answer: Extract<DecisionAnswer, { ok: false }>, approval: ApprovalRow | undefined): Refusal {
  const { why, outcome, message } = answer;
  const more = { why, ...(outcome === undefined ? {} : { outcome }), ...(approval === undefined ? {} : { approval }) };
  if (why === 'unknown' && approval === undefined) return refuse(404, message, more);
  if (why === 'forbidden') return refuse(403, message, more);
  if (why === 'invalid') return refuse(400, message, more);
  return refuse(409, message, { ...more, code: why === 'expired' ? 'expired' : 'changed' });
}
