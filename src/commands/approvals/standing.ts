/** `straylight approvals standing add`: the owner's yes to calls yet to come, as it is typed. */
import type { Sent } from '../../api/contract.ts';
import type { Operations } from '../../api/operations.ts';
import { type StandingOptions, wishOf } from './standing-wish.ts';

/** By a pattern, or like a call that waits. */
export function standingWanted(options: StandingOptions): Sent<Operations['standing']['add']> {
  const { pattern, ...term } = wishOf(options);
  return 'approval' in pattern ? { approval: pattern.approval, ...term } : { pattern, ...term };
}
