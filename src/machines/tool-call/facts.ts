/** What the guards, actions and inputs of the chart read from its context and events. */

import type { Verdict } from '../../domain/policy/policy.ts';
import type { Sentence } from '../../domain/policy/sentence.ts';
import { defined } from '../../domain/text/json.ts';
import { texts } from '../../domain/text/texts.ts';
import { notAsAllowed } from '../../domain/tools/run-file.ts';
import { type FrozenCall, isMalformed } from '../../domain/tools/tool.ts';
import type { RecordToolCall } from '../../domain/tools/writes.ts';
import type { Context, Precedent, RunInput, Settled } from './types.ts';

/** What a child ended with, where the chart has made sure that one has. */
export function outputOf<Output>(event: object): Output {
  return (event as { readonly output: Output }).output;
}

/** Before anything is known: the owner is asked, and a yes begins at once. */
export const unprecedented: Precedent = { kind: 'none', undoMs: 0, language: 'en' };

/** The call where the chart has made sure that it is one. */
export function frozen({ call }: Pick<Context, 'call'>): FrozenCall {
  if (isMalformed(call)) throw new Error(`a malformed call of ${call.tool} is never run`);
  return call;
}

/** What a call answers whose row is written. */
export function receiptOf(context: Pick<Context, 'call' | 'taint'>): Pick<Settled, 'text' | 'said'> {
  const { receipt = 'Done.', taintedReceipt, receiptSaid, taintedSaid } = frozen(context);
  const isTainted = context.taint === 'external' && taintedReceipt !== undefined;
  const said = isTainted ? taintedSaid : receiptSaid;
  return { text: isTainted ? taintedReceipt : receipt, ...defined({ said: said && [said] }) };
}

/** What the effect that runs the tool gets. */
export const runInput = ({ context }: { context: Context }): RunInput => ({
  session: context.session,
  turn: context.turn,
  call: frozen(context),
  act: context.address,
  taint: context.taint,
  ...defined({ priority: context.priority, isRevised: context.isRevised ? true : undefined }),
});

/** The question of a call to its owner, for the conversation that puts it. */
export function questionOf(context: Pick<Context, 'call' | 'childId'>) {
  const { receipt = '', options } = frozen(context);
  const offered = options === undefined ? {} : { options };
  return { type: 'owner.asked', childId: context.childId, question: receipt, ...offered };
}

/** The owner has said yes to this very call, or to such calls. */
export function wasAllowed({ approval, precedent }: Pick<Context, 'approval' | 'precedent'>): boolean {
  return approval !== null || precedent.kind === 'standing';
}

/** What the owner is told where what he allowed is not what would have run. `changed`: by name. */
export function changedReport(
  context: Pick<Context, 'address' | 'session' | 'call' | 'precedent'>,
  changed: readonly string[],
) {
  const { address, session, precedent } = context;
  const text = texts(precedent.language).callChanged(frozen(context).intent, changed);
  return { type: 'report.raised', kind: 'policyDenied', code: 'tell', subject: address, session, text } as const;
}

/** Why the owner is asked, for his card. */
export function reasonsOf(verdict: Verdict | null, { strayed = [] }: Precedent): readonly Sentence[] {
  return [...strayed.map(notAsAllowed), ...(verdict?.reasons ?? [])];
}

/** A verdict that asks, answered by a standing approval: it runs, and the owner reads that it ran. */
export function reportedVerdict({ verdict }: Context): Verdict | null {
  return verdict && { ...verdict, level: 1, reasons: [...verdict.reasons, 'A standing approval covers it.'] };
}

/**
 * What the owner is notified of: what ran at L1 without a question, what reached the own network, and what acts later
 * because of a call, approved or not.
 */
export function unquestionOf(context: Context): Pick<RecordToolCall, 'unasked'> {
  const { call, verdict, outcome, failed, precedent, approval, isStopping } = context;
  const ran = outcome === 'done' || outcome === 'failed' || outcome === 'unknown' || isStopping;
  if (!ran || context.isUnrun || isMalformed(call) || verdict === null) return {};
  const reachesOwn = call.facts.ownHost !== undefined;
  if (call.effect !== 'act' && !reachesOwn) return {};
  const { level, later } = verdict;
  const isApproved = approval !== null;
  // a list that the owner keeps together with the model is no news where nobody else may have written in it
  const isOwners = context.taint !== 'external' && !context.distrust;
  if (call.facts.records === true && isOwners) return {};
  if (later === undefined && ((level !== 1 && !reachesOwn) || isApproved)) return {};
  const standing = precedent.kind === 'standing' ? precedent.standing : undefined;
  const ended = isStopping ? 'cut' : outcome === 'unknown' ? 'unknown' : failed ? 'failed' : undefined;
  return {
    unasked: {
      intent: call.intent,
      ...defined({ standing, ended, later, isApproved: isApproved || undefined }),
    },
  };
}
