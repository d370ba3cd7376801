import type { Decision } from '../../domain/approvals/card.ts';

/** A decision that came in through this channel: it speaks for no other. */
export function decidedIn(channel: string, decision: Decision): Decision {
  const { by } = decision;
  return by === channel || by.startsWith(`${channel}:`) ? decision : { ...decision, by: `${channel}:${by}` };
}
