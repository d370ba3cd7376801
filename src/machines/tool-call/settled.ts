/** What a call came to, in the words the model reads. */

import type { Unredeemed } from '../../domain/approvals/grant.ts';
import { inEnglish, type Sentence } from '../../domain/policy/sentence.ts';
import { type Failure, isResting, isStandstill, restSeconds } from '../../domain/supervision/failure.ts';
import { altered, isUnrun } from '../../domain/supervision/failure-count.ts';
import { defined } from '../../domain/text/json.ts';
import type { Note } from '../../domain/text/owner-notes.ts';
import { modelTexts } from '../../domain/text/texts.ts';
import { saidInFailure } from '../../domain/tools/said/said.ts';
import type { ApprovalOutput } from '../approval/types.ts';
import type { Settled } from './types.ts';

/**
 * Straylight's own words, or the owner's: they hold nothing from outside, whatever the conversation does. A refusal by the
 * rules or a gate may quote what it refuses, and is trusted as the call is.
 */
const own = { failed: true, taint: 'owner' } as const;

/** The tool broke off, or never began. */
export const broken = (failure: Failure): Settled => {
  const { kind, message, taint, changed } = failure;
  const isAltered = failure.cause === altered ? { isAltered: true } : {};
  const unrun = isUnrun(failure) ? { isUnrun: true, isExcused: true, ...isAltered } : {};
  if (kind === 'cancelled') return { ...cancelled.params, ...unrun };
  const how = isStandstill(failure) ? { isExcused: true } : unrun;
  if (isResting(failure))
    return { outcome: 'failed', text: modelTexts.resting(restSeconds(failure)), failed: true, ...how };
  const trust = taint === 'external' ? { taint } : {};
  if (changed !== undefined)
    return { outcome: 'denied', text: modelTexts.changed(message), ...own, ...unrun, ...trust, changed };
  if (kind === 'unknown')
    return {
      outcome: 'unknown',
      text: modelTexts.unknown(message),
      note: { kind: 'unknown', value: message, ...defined({ said: failure.said }) },
      ...own,
      ...how,
      ...trust,
    };
  return {
    outcome: 'failed',
    text: message,
    ...defined({ said: saidInFailure(failure) }),
    failed: true,
    ...how,
    ...trust,
  };
};

/** A rule said no, or a gate. */
export const refused = (reasons: readonly Sentence[]): Settled => ({
  outcome: 'denied',
  text: modelTexts.refused(reasons.map(inEnglish)),
  note: { kind: 'refused', reasons },
  failed: true,
});

/** It was stopped before anything ran. */
export const cancelled = {
  type: 'settle',
  params: { outcome: 'cancelled', text: modelTexts.cancelled, note: { kind: 'cancelled' }, ...own },
} as const;

/** Approved, and not begun in time. */
const lapsed: Settled = { outcome: 'expired', text: modelTexts.lapsed, note: { kind: 'lapsed' }, ...own };

/** A denial, with the owner's words where there are any. */
const said = (kind: 'denied' | 'deniedBefore', value: string | undefined): Note =>
  value ? { kind: `${kind}Why`, value } : { kind };

/** An approval that did not say yes. */
export const unapproved = ({ outcome, reason, after }: ApprovalOutput): Settled => {
  switch (outcome) {
    case 'denied':
      if (after === 'undone')
        return { outcome, text: modelTexts.takenBack, note: { kind: 'takenBack' }, ...own, isTakenBack: true };
      return { outcome, text: modelTexts.denied(reason), note: said('denied', reason), ...own };
    case 'cancelled':
      return cancelled.params;
    case 'undelivered':
      return { outcome: 'expired', text: modelTexts.undelivered, note: { kind: 'undelivered' }, ...own };
    default:
      return after === 'lapsed'
        ? lapsed
        : { outcome: 'expired', text: modelTexts.expired, note: { kind: 'expired' }, ...own };
  }
};

/** The owner's change came to nothing that can be run. */
export const unrevised = (problem: string): Settled => ({
  outcome: 'failed',
  text: modelTexts.unrevised(problem.replace(/\.$/, '')),
  note: { kind: 'unrevised', value: problem.replace(/\.$/, '') },
  failed: true,
});

/** A yes that could not be consumed. */
export const unredeemed = (problem: Unredeemed): Settled =>
  problem === 'expired'
    ? lapsed
    : {
        outcome: 'denied',
        text: modelTexts.unredeemed[problem],
        note: { kind: problem },
        ...own,
        ...defined({ isAltered: problem === 'changed' || problem === 'forged' ? true : undefined }),
      };

/** The owner has said no to such a call already. */
export const deniedBefore = (reason: string | undefined): Settled => ({
  outcome: 'denied',
  text: modelTexts.deniedBefore(reason),
  note: said('deniedBefore', reason),
  ...own,
});

const byRestart = 'the owner restarted it when it was under way';

/** It was restarted when it was under way. */
export const restarted: Settled = {
  outcome: 'unknown',
  text: modelTexts.unknown(byRestart),
  note: { kind: 'unknown', value: byRestart },
  ...own,
};
