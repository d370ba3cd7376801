/** What the chart is made of: its types, the lookup and writers it names, its guards and delays. */
import { setup } from 'xstate';
import { isUndone } from '../../domain/approvals/answer.ts';
import type { SignedGrant } from '../../domain/approvals/grant.ts';
import type { ApprovalWrites } from '../../domain/approvals/writes.ts';
import type { QueueDelivery } from '../../domain/conversation/writes.ts';
import { needs, stampOf } from '../needs.ts';
import { remindAt, verdictOf } from './facts.ts';
import type { ApprovalEvent, ApprovalInput, ApprovalOutput, Context } from './types.ts';

/** Types and named parts; the actions and the chart are made from it. */
export const base = setup({
  types: {
    input: {} as ApprovalInput & { readonly address: string; readonly at: number; readonly id: string },
    output: {} as ApprovalOutput,
    context: {} as Context,
    events: {} as ApprovalEvent,
    tags: {} as 'busy' | 'attention' | 'resting' | 'ok' | 'error',
  },
  actors: {
    verification: needs<{ readonly genuine: boolean }, SignedGrant>('verification'),
  },
  actions: {
    openApproval: (_, _params: ApprovalWrites['openApproval']) => {},
    beginApproval: (_, _params: ApprovalWrites['beginApproval']) => {},
    showApproval: (_, _params: ApprovalWrites['showApproval']) => {},
    holdApproval: (_, _params: ApprovalWrites['holdApproval']) => {},
    recordGrant: (_, _params: ApprovalWrites['recordGrant']) => {},
    queueDelivery: (_, _params: QueueDelivery) => {},
    closeApproval: (_, _params: ApprovalWrites['closeApproval']) => {},
  },
  guards: {
    isLate: ({ context }) => verdictOf(context) === 'late',
    isChanged: ({ context }) => verdictOf(context) === 'changed',
    isEdit: ({ context }) => verdictOf(context) === 'no' && context.answer?.decision === 'edit',
    isNo: ({ context }) => verdictOf(context) === 'no',
    isUnconfirmed: ({ context }) => verdictOf(context) === 'unconfirmed',
    isGenuine: ({ event }) => (event as unknown as { output: { genuine: boolean } }).output.genuine,
    mayBeUndone: ({ context }) => context.undoMs > 0,
    isUndo: ({ context, event }) =>
      event.type === 'approval.answered' && context.undoUntil !== null && isUndone(context, event, context.undoUntil),
    isLapsed: ({ context, event }) => stampOf(event).at >= (context.answer?.expiresAt ?? 0),
    isQueued: ({ context }) => context.places.length === 0,
    isNowhere: ({ event }) => event.type === 'approval.turn' && event.places.length === 0,
    isEarly: ({ context, event }) => stampOf(event).at < (remindAt(context) ?? 0),
    hasDeadline: ({ context }) => context.expiresAfterMs !== null,
  },
  delays: {
    untilExpiry: ({ context, event }) => Math.max(0, (context.expiresAt ?? 0) - stampOf(event).at),
    untilReminder: ({ context, event }) => Math.max(0, (remindAt(context) ?? 0) - stampOf(event).at),
    untilBegin: ({ context }) => context.undoMs,
  },
});

/** What an action of this chart enqueues with. */
export type Enqueue = Parameters<Parameters<typeof base.enqueueActions>[0]>[0]['enqueue'];
