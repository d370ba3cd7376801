/** What a call came to, in the words the model reads. */
import type { Unredeemed } from '../../domain/approvals/grant.ts';
import { type Failure, isResting, isStandstill, restSeconds } from '../../domain/supervision/failure.ts';
import { isUnrun } from '../../domain/supervision/failure-count.ts';
import { modelTexts } from '../../domain/text/texts.ts';
import type { ApprovalOutput } from '../approval/types.ts';
import type { Settled } from './types.ts';

/** The tool broke off, or never began. */
export const broken = (failure: Failure): Settled => {
  const { kind, message, taint } = failure;
  const unrun = isUnrun(failure) ? { isUnrun: true, isExcused: true } : {};
  if (kind === 'cancelled') return { ...cancelled.params, ...unrun };
  const how = isStandstill(failure) ? { isExcused: true } : unrun;
  if (isResting(failure))
    return { outcome: 'failed', text: modelTexts.resting(restSeconds(failure)), failed: true, ...how };
  const [outcome, text] =
    kind === 'unknown' ? (['unknown', modelTexts.unknown(message)] as const) : (['failed', message] as const);
  return { outcome, text, failed: true, ...how, ...(taint === 'external' ? { taint } : {}) };
};

/** A gate said no. */
export const heldBack = (reason: string): Settled => ({
  outcome: 'denied',
  text: modelTexts.refused([reason.replace(/\.$/, '')]),
  failed: true,
});

/** It was stopped before anything ran. */
export const cancelled = {
  type: 'settle',
  params: { outcome: 'cancelled', text: modelTexts.cancelled, failed: true },
} as const;

/** An approval that did not say yes. */
export const unapproved = ({ outcome, reason, after }: ApprovalOutput): Settled => {
  switch (outcome) {
    case 'denied':
      return { outcome, text: after === 'undone' ? modelTexts.takenBack : modelTexts.denied(reason), failed: true };
    case 'cancelled':
      return cancelled.params;
    case 'undelivered':
      return { outcome: 'expired', text: modelTexts.undelivered, failed: true };
    default:
      return { outcome: 'expired', text: after === 'lapsed' ? modelTexts.lapsed : modelTexts.expired, failed: true };
  }
};

/** The owner's change came to nothing that can be run. */
export const unrevised = (problem: string): Settled => ({
  outcome: 'failed',
  text: modelTexts.unrevised(problem.replace(/\.$/, '')),
  failed: true,
});

/** A yes that could not be consumed. */
export const unredeemed = (problem: Unredeemed): Settled =>
  problem === 'expired'
    ? { outcome: 'expired', text: modelTexts.lapsed, failed: true }
    : { outcome: 'denied', text: modelTexts.unredeemed[problem], failed: true };
