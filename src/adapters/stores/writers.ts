/**
 * The domain writes a chart may ask for, by name. Each runs inside the transaction of the step that asked, does nothing but
 * write, and is given all it needs: what a chart cannot know (its address, the instant, a unique id) comes with the step.
 */
import type { ApprovalCard, ApprovalOutcome } from '../../machines/domain/approval-card.ts';
import type { Body } from '../../machines/domain/body.ts';
import type { Message, TurnOutcome, Usage } from '../../machines/domain/message.ts';
import type { Taint } from '../../machines/domain/taint.ts';
import type { FrozenCall, ToolOutcome } from '../../machines/domain/tool.ts';
import type { ConversationStore } from '../store.ts';
import type { RecordingTool } from '../tool.ts';
import type { Toolbox } from '../toolbox.ts';

/** What a writer knows of the step it writes for. */
interface StepContext {
  readonly address: string;
  readonly at: number;
  readonly id: string;
  onCommitted(call: () => void): void;
}

type Writers = Readonly<Record<string, (params: never, step: StepContext) => void>>;

export interface WriterOptions {
  readonly conversation: ConversationStore;
  readonly toolbox: () => Toolbox;
  /** Told of every message that stands. */
  readonly onMessage?: (message: Message) => void;
  /** Keeps a text that is too long for a row. */
  readonly store: (text: string) => Body;
}

export function writers({ conversation, toolbox, store, onMessage = () => {} }: WriterOptions) {
  return {
    // ── session ──
    appendMessage(
      params: Omit<Message, 'at' | 'session'> & { readonly session?: string },
      { address, at, onCommitted }: StepContext,
    ) {
      const message = { session: address, ...params, at };
      if (conversation.appendMessage(message)) onCommitted(() => onMessage(message));
    },
    beginTurn: ({ turn }: { readonly turn: string }, { address, at }: StepContext) =>
      conversation.beginTurn({ id: turn, session: address, startedAt: at }),
    addUsage: ({ turn, model, usage }: { readonly turn: string; readonly model: string; readonly usage: Usage }) =>
      conversation.addUsage(turn, model, usage),
    endTurn: (
      { turn, outcome, reply }: { readonly turn: string; readonly outcome: TurnOutcome; readonly reply: string | null },
      { at }: StepContext,
    ) => conversation.endTurn({ id: turn, outcome, reply, endedAt: at }),
    queueDelivery(
      params: {
        readonly id: string;
        readonly channel: string;
        readonly chat: string;
        readonly session?: string;
        readonly body: Body;
        readonly notes?: readonly string[];
      },
      { address, at }: StepContext,
    ) {
      const { id, channel, chat, session = address, body, notes = [] } = params;
      const whole =
        notes.length === 0 ? body : store([conversation.read(body), ...notes].filter(text => text !== '').join('\n\n'));
      conversation.queueDelivery({ id, channel, chat, session, body: whole, at });
    },
    // ── tool call ──
    recordTool(
      { call, session, taint }: { readonly call: FrozenCall; readonly session: string; readonly taint: Taint },
      { address, at }: StepContext,
    ) {
      const { tool, args } = toolbox().open(call, conversation.read(call.arguments));
      (tool as RecordingTool).record(args, { session, call: address, at, taint });
    },
    recordToolCall(
      params: {
        readonly session: string;
        readonly turn: string;
        readonly callId: string;
        readonly tool: string;
        readonly digest: string;
        readonly level: number;
        readonly reasons: readonly string[];
        readonly outcome: ToolOutcome;
        readonly failed: boolean;
        readonly startedAt: number;
      },
      { address, at }: StepContext,
    ) {
      const { startedAt, ...call } = params;
      conversation.recordToolCall({ address, ...call, at: startedAt, endedAt: at });
    },
    // ── approval ──
    openApproval(
      params: {
        readonly session: string;
        readonly card: Pick<ApprovalCard, 'tool' | 'intent' | 'risk' | 'reasons' | 'digest'>;
        readonly exact: Body;
        readonly nonce: string;
      },
      { address, at }: StepContext,
    ) {
      const { session, card, exact, nonce } = params;
      const key = address.slice(address.indexOf(':') + 1);
      conversation.openApproval({
        address,
        session,
        card: { ...card, key, session, exact: '', nonce, repeat: false },
        exact,
        at,
      });
    },
    showApproval(
      params: {
        readonly nonce: string;
        readonly repeat: boolean;
        readonly expiresAt: number | null;
        readonly shown: readonly { readonly channel: string; readonly chat: string; readonly ref: string }[];
      },
      { address }: StepContext,
    ) {
      const { nonce, repeat, expiresAt, shown } = params;
      conversation.showApproval(address, { nonce, repeat, ...(expiresAt === null ? {} : { expiresAt }) }, shown);
    },
    closeApproval: (
      { outcome, by }: { readonly outcome: ApprovalOutcome; readonly by: string | null },
      { address, at }: StepContext,
    ) => conversation.closeApproval(address, outcome, by, at),
    // ── channel ──
    markPartSent: ({ delivery, ref }: { readonly delivery: string; readonly ref: string }) =>
      conversation.markPartSent(delivery, ref),
    endDelivery: (
      params: { readonly delivery: string; readonly status: 'sent' | 'failed'; readonly failure: string | null },
      { at }: StepContext,
    ) => conversation.endDelivery(params.delivery, params.status, params.failure, at),
    // ── supervisor ──
    recordReport: (
      { kind, subject, text }: { readonly kind: string; readonly subject: string; readonly text: string },
      { at }: StepContext,
    ) => conversation.report({ at, kind, subject, text }),
  } satisfies Writers;
}
