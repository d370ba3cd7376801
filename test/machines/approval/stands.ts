/** Where approval tests begin. */
import { approvalMachine } from '../../../src/machines/approval/chart.ts';
import type { ApprovalInput, Shown } from '../../../src/machines/approval/types.ts';
import { begin, type Stand } from '../play.ts';

export type Approval = Stand<typeof approvalMachine>;

export const address = 'approval:k3Qm9xTd';

export const digest = 'd'.repeat(64);

export const card = {
  tool: 'send_mail',
  intent: 'Send a mail',
  risk: 'medium',
  reasons: ['It acts outside.'],
  digest,
} as const;

export const hour = 3_600_000;

export const shown: readonly Shown[] = [
  { channel: 'telegram', chat: '42', ref: '17' },
  { channel: 'web', chat: 'main', ref: 'web:main:k3Qm9xTd' },
];

export function approval(change: Partial<ApprovalInput> = {}): Approval {
  const input: ApprovalInput = {
    session: 'session:telegram:42',
    card,
    exact: 'To: a@b.example',
    expiresAfterMs: hour,
    undoMs: 0,
    language: 'en',
    ...change,
  };
  return begin({ machine: approvalMachine, address, parent: 'tool-call:aB3dE6gH', input });
}

export const nonce = 'born.1000000';

export const places = shown.map(({ channel, chat }) => ({ channel, chat }));

export const turn = { type: 'approval.turn', places };

export const seen = (place: Shown, more: object = {}) => ({ type: 'card.shown', ...place, nonce, ...more });

/** An approval whose cards are on their way. */
export const asking = (change: Partial<ApprovalInput> = {}) => approval(change).send(turn);

/** An approval whose cards are on two screens. */
export const pending = (change: Partial<ApprovalInput> = {}) =>
  shown.reduce((stand, place) => stand.send(seen(place)), asking(change));

export const answer = (decision: 'approve' | 'deny' | 'undo', more: object = {}) => {
  const yes = decision === 'approve' ? { confirmation: 'yes', decidedAt: 1, expiresAt: 10 ** 14, signature: 's' } : {};
  return {
    type: 'approval.answered',
    approval: address,
    decision,
    by: 'telegram:42',
    ...yes,
    ...more,
  };
};

/** A yes that bears the signature of Straylight. */
export const says = (stand: Approval, more: object = {}) =>
  stand.send(answer('approve', more)).ends('verification', { genuine: true });
