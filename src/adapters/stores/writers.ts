/**
 * The domain writes a chart may ask for, by name. Each runs inside the transaction of the step that asked, does nothing but
 * write, and is given all it needs: what a chart cannot know (its address, the instant, a unique id) comes with the step.
 */
import type { ApprovalCard, ApprovalOutcome, Risk } from '../../domain/approvals/card.ts';
import type { SignedGrant } from '../../domain/approvals/grant.ts';
import { consequencesOf, wordsOf } from '../../domain/approvals/texts.ts';
import type { AuditNote } from '../../domain/audit/audit.ts';
import type { Body } from '../../domain/conversation/body.ts';
import type { Message, TurnOutcome, Usage } from '../../domain/conversation/message.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import type { FrozenCall, ToolOutcome, Unasked } from '../../domain/tools/tool.ts';
import type { ApprovalLedger } from '../../ports/approval-ledger.ts';
import type { ConversationStore, DeliveryRecord } from '../../ports/conversation-store.ts';
import type { RecordingTool } from '../../ports/tool.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import type { AuditLog } from '../audit/log.ts';

/** What a writer knows of the step it writes for. */
interface StepContext {
  readonly address: string;
  readonly at: number;
  readonly id: string;
  onCommitted(call: () => void): void;
}

/** Who decided an approval, by which event and when. */
interface Decided {
  readonly by: string | null;
  readonly answer: string | null;
  readonly decidedAt: number | null;
}

type Writers = Readonly<Record<string, (params: never, step: StepContext) => void>>;

export interface WriterOptions {
  readonly conversation: ConversationStore;
  readonly approvals: ApprovalLedger;
  readonly toolbox: () => Toolbox;
  /** What is to be remembered of a write goes into the chain with it. Left out: nothing is. */
  readonly audit?: AuditLog['write'];
  /** Told of every message that stands. */
  readonly onMessage?: (message: Message) => void;
  /** Keeps a text that is too long for a row. */
  readonly store: (text: string) => Body;
}

export function writers(options: WriterOptions) {
  const { conversation, approvals, toolbox, store, onMessage = () => {}, audit = () => {} } = options;
  const note = (step: StepContext, kind: AuditNote['kind'], subject: string, actor: string, facts: JsonObject = {}) =>
    audit({ kind, subject, actor, facts }, step);
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
        readonly asks?: DeliveryRecord['asks'];
      },
      { address, at }: StepContext,
    ) {
      const { id, channel, chat, session = address, body, notes = [], asks = null } = params;
      const whole =
        notes.length === 0 ? body : store([conversation.read(body), ...notes].filter(text => text !== '').join('\n\n'));
      conversation.queueDelivery({ id, channel, chat, session, body: whole, asks, at });
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
        readonly unasked?: Unasked;
      },
      step: StepContext,
    ) {
      const { address, at } = step;
      const { startedAt, ...call } = params;
      conversation.recordToolCall({ address, ...call, at: startedAt, endedAt: at });
      const { session, turn, tool, digest, level, outcome, failed } = call;
      const facts = { call: address, turn, digest, level, outcome, failed, ms: at - startedAt };
      note(step, 'tool.called', tool, session, facts);
    },
    // ── approval ──
    openApproval(
      params: {
        readonly session: string;
        readonly card: Pick<ApprovalCard, 'tool' | 'intent' | 'risk' | 'reasons' | 'digest' | 'mayStand'>;
        readonly exact: Body;
        readonly undoMs: number;
        readonly language: Language;
        readonly nonce: string;
      },
      step: StepContext,
    ) {
      const { address, at } = step;
      const { session, card, exact, undoMs, language, nonce } = params;
      const key = address.slice(address.indexOf(':') + 1);
      const consequences = consequencesOf(card.risk, undoMs, language);
      const shown = { ...card, consequences, undoMs, ...wordsOf(card.risk, nonce, language) };
      conversation.openApproval({
        address,
        session,
        card: { ...shown, key, session, exact: '', nonce, repeat: false },
        exact,
        at,
      });
      const { tool, digest, risk } = card;
      note(step, 'approval.asked', address, session, { tool, digest, risk });
    },
    beginApproval: (_params: unknown, { address, at }: StepContext) => approvals.begin(address, at),
    showApproval(
      params: {
        readonly nonce: string;
        readonly repeat: boolean;
        readonly expiresAt: number | null;
        readonly shown: readonly { readonly channel: string; readonly chat: string; readonly ref: string }[];
        readonly risk: Risk;
        readonly language: Language;
      },
      step: StepContext,
    ) {
      const { nonce, repeat, expiresAt, shown, risk, language } = params;
      const deadline = expiresAt === null ? {} : { expiresAt };
      const card = { nonce, repeat, ...deadline, ...wordsOf(risk, nonce, language) };
      conversation.showApproval(step.address, card, shown);
      const places = shown.map(({ channel, chat }) => `${channel}:${chat}`);
      if (places.length > 0) note(step, 'approval.shown', step.address, '', { repeat, expiresAt, places });
    },
    holdApproval(params: Decided & { readonly undoUntil: number }, step: StepContext) {
      const { undoUntil, by, decidedAt, answer } = params;
      conversation.holdApproval(step.address, { undoUntil, by, answer, decidedAt: decidedAt ?? step.at });
      note(step, 'approval.granted', step.address, by ?? '', { undoUntil });
    },
    closeApproval(
      params: Decided & { readonly outcome: ApprovalOutcome; readonly reason: string | null },
      step: StepContext,
    ) {
      const { outcome, by, answer, reason, decidedAt } = params;
      conversation.closeApproval(step.address, outcome, { by, answer, reason, decidedAt: decidedAt ?? step.at });
      note(step, 'approval.ended', step.address, by ?? '', { outcome });
    },
    recordGrant(grant: SignedGrant, step: StepContext) {
      approvals.recordGrant(grant);
      const { approval, by, ...signed } = grant;
      note(step, 'approval.signed', approval, by, signed);
    },
    consumeGrant({ approval }: { readonly approval: string }, step: StepContext) {
      approvals.consumeGrant(approval, step.address, step.at);
      note(step, 'approval.consumed', approval, step.address);
    },
    useStanding({ standing }: { readonly standing: string }, step: StepContext) {
      approvals.useStanding(standing, step.at);
      note(step, 'approval.stood', standing, step.address);
    },
    // ── channel ──
    markPartSent: ({ delivery, ref }: { readonly delivery: string; readonly ref: string }) =>
      conversation.markPartSent(delivery, ref),
    endDelivery: (
      params: { readonly delivery: string; readonly status: 'sent' | 'failed'; readonly failure: string | null },
      { at }: StepContext,
    ) => conversation.endDelivery(params.delivery, params.status, params.failure, at),
    // ── supervisor ──
    recordReport(
      { kind, subject, text }: { readonly kind: string; readonly subject: string; readonly text: string },
      step: StepContext,
    ) {
      conversation.report({ at: step.at, kind, subject, text });
      if (kind !== 'progress') note(step, `house.${kind}`, subject, 'supervisor');
    },
  } satisfies Writers;
}
