/**
 * The owner's decisions on approvals come in: a yes is signed here, before the chart has seen it, and the sender
 * reads what became of it. Only what passed here bears the signature of Straylight, so a yes that came another way
 * starts nothing.
 */

import { isTrusted, judgeAnswer, questionOf, type TrustedChannel } from '../../domain/approvals/answer.ts';
import { isBatch } from '../../domain/approvals/batch.ts';
import { type ApprovalOutcome, type Decision, type DecisionAnswer, endOf } from '../../domain/approvals/card.ts';
import { byText } from '../../domain/approvals/card-lines.ts';
import { cardTexts } from '../../domain/approvals/card-texts.ts';
import { grantOf, grantText } from '../../domain/approvals/grant.ts';
import { reasonIn } from '../../domain/approvals/reason-texts.ts';
import { refusalTexts } from '../../domain/approvals/refusal-texts.ts';
import { judge } from '../../domain/policy/policy.ts';
import type { Taint } from '../../domain/policy/taint.ts';
import { fill } from '../../domain/text/fill.ts';
import { defined } from '../../domain/text/json.ts';
import type { Language } from '../../domain/text/texts.ts';
import { executorOf } from '../../domain/tools/declaration.ts';
import type { FrozenCall } from '../../domain/tools/tool.ts';
import { storedState } from '../../machines/stored.ts';
import { toolCallView } from '../../machines/tool-call/view.ts';
import type { ApprovalRecord, ConversationStore } from '../../ports/conversation-store.ts';
import type { SigningKey } from '../../ports/secrets/signing-key.ts';
import type { Toolbox } from '../../ports/toolbox.ts';
import { guardedText } from '../conversation/guarded-message.ts';
import type { ActorCore } from '../core.ts';
import { revised } from './revision.ts';

export interface Decisions {
  decide(decision: Decision): Promise<DecisionAnswer>;
  /**
   * Answers a batch: each is decided by itself, in order, in one transaction. All are refused where they are no batch.
   */
  decideAll(decisions: readonly Decision[]): Promise<readonly DecisionAnswer[]>;
}

export interface Deciding extends ActorCore {
  readonly key: Pick<SigningKey, 'sign'>;
  /** What an edited call is checked with; without it no call may be edited. */
  readonly toolbox?: Toolbox;
  /** What runs here has the owner's own rights, so a grave yes counts only from these channels. */
  readonly trusted?: readonly TrustedChannel[] | undefined;
}

export function decisions(deciding: Deciding): Decisions {
  const { system, store, conversation, clock, owner, key, redactor, toolbox, trusted } = deciding;
  const { language } = owner;
  const texts = refusalTexts[language];
  const { over, notNow, counted } = endings(language);

  async function decide(given: Decision): Promise<DecisionAnswer> {
    const decision = guarded(given);
    const address = addressOf(decision);
    const before = conversation.approval(address);
    if (!before) return refused('unknown', fill(texts.unknown, { key: decision.approval }));
    const isUndo = decision.decision === 'undo';
    // where it stands counts, not what its row says: an approval may have been taken back to before its answer
    if (!stands(address, isUndo ? 'holding' : 'waitingForInput'))
      return before.state === 'pending' && !isUndo ? notNow() : over(before, isUndo);
    if (!isTrusted(decision, before.card.risk, trusted))
      return refused('forbidden', fill(texts.forbidden, { channels: titles(trusted, texts.or) }));
    const problem = decision.decision === 'edit' ? whyNoCall(address, before, decision.arguments) : undefined;
    if (problem !== undefined) return refused('invalid', problem);
    const { approval: _, ...answer } = decision;
    const event = { type: 'approval.answered', approval: address, ...answer, ...signed(before, decision) };
    const { id } = await system.accept({ target: address, event });
    const after = conversation.approval(address);
    if (!after) return notNow();
    if (after.answer === id) return counted(after, decision);
    if (system.isSafe && stands(address, isUndo ? 'holding' : 'waitingForInput'))
      return refused('unknown', texts.safeMode);
    return stands(address, 'waitingForInput') ? uncounted(after, decision) : over(after, isUndo);
  }

  /** What the owner typed, without credentials. */
  function guarded({ reason, arguments: changed, ...rest }: Decision): Decision {
    const plain = (text: string | undefined) => (text === undefined ? undefined : guardedText(text, redactor));
    return { ...rest, ...defined({ reason: plain(reason), arguments: plain(changed) }) };
  }

  function stands(address: string, where: string): boolean {
    const row = store.actor(address);
    return row?.status === 'active' && row.leaf.startsWith(where);
  }

  /** What is added to a yes. */
  function signed({ address, card }: ApprovalRecord, decision: Decision): object {
    if (decision.decision !== 'approve') return {};
    const grant = grantOf(address, card, decision, clock.now());
    const { digest, nonce, decidedAt, expiresAt } = grant;
    return { digest, nonce, decidedAt, expiresAt, signature: key.sign(grantText(grant)) };
  }

  /** Why an answer did not count: by the very rule the chart decides by. */
  function uncounted({ card }: ApprovalRecord, decision: Decision): DecisionAnswer {
    const verdict = judgeAnswer(questionOf(card), { ...decision, at: clock.now() });
    if (verdict === 'changed') return refused('changed', texts.changed);
    if (verdict !== 'unconfirmed') return notNow();
    return refused('unconfirmed', card.word !== undefined ? texts.withoutWord : texts.unconfirmed);
  }

  /** Why the call that an approval is about cannot be changed to these arguments. */
  function whyNoCall(address: string, { card }: ApprovalRecord, text: string | undefined): string | undefined {
    const call = store.actor(store.actor(address)?.parent ?? '');
    if (!call || !toolbox) return texts.notEditable;
    if (text === undefined) return texts.withoutArguments;
    const { call: frozen, taint } = toolCallView(storedState(call.state));
    if (!frozen) return texts.notEditable;
    const changed = revised(toolbox, frozen, text);
    if ('problem' in changed) return fill(texts.notRunnable, { problem: changed.problem });
    if (changed.call.digest === card.digest) return texts.unchanged;
    return whyForbidden(changed.call, taint, language);
  }

  return {
    decide,
    async decideAll(all) {
      if (all.length > 1 && !isOneBatch(all, conversation))
        return all.map(() => refused('unconfirmed', texts.notAlike));
      // those that wait for their turn first: each that leaves the screen calls one of them, and a card on its way
      // takes no answer
      const isQueued = (one: Decision) => conversation.approval(addressOf(one))?.queued === true;
      const answers = new Map<Decision, Promise<DecisionAnswer>>();
      for (const one of [...all.filter(isQueued), ...all.filter(other => !isQueued(other))])
        answers.set(one, decide(one));
      return Promise.all(all.map(one => answers.get(one) ?? notNow()));
    },
  };
}

/** What must never run is turned down as it is written, so that its owner reads why and the call that waits is kept. */
function whyForbidden(call: FrozenCall, taint: Taint, language: Language): string | undefined {
  const { verdict, reasons } = judge(call, { taint, executor: executorOf(call) });
  if (verdict !== 'deny') return undefined;
  const said = reasons.map(reason => reasonIn(language, reason)).join(' ');
  return fill(refusalTexts[language].notAllowed, { reasons: said });
}

/** Every card was seen, and they may be answered together. */
function isOneBatch(all: readonly Decision[], conversation: Pick<ConversationStore, 'approval'>): boolean {
  const known = all.flatMap(one => conversation.approval(addressOf(one)) ?? []);
  const seen = all.every(({ digest, nonce }) => digest !== undefined && nonce !== undefined);
  return seen && known.length === all.length && isBatch(known);
}

function titles(channels: readonly TrustedChannel[] | undefined, or: string): string {
  return (channels ?? []).flatMap(({ title }) => title ?? []).join(or);
}

function addressOf({ approval }: Decision): string {
  return `approval:${approval.replace(/^approval:/, '')}`;
}

type Refusal = Extract<DecisionAnswer, { ok: false }>;

function refused(why: Refusal['why'], message: string, outcome?: ApprovalOutcome): Refusal {
  return { ok: false, why, message, ...defined({ outcome }) };
}

/** What is said of an approval that takes no answer, or has taken this one. */
function endings(language: Language) {
  const texts = refusalTexts[language];
  const notNow = () => refused('unknown', texts.notNow);

  /** It is decided, or the time to answer, or to undo a yes, has passed. */
  function over({ state, card, decidedBy, reason }: ApprovalRecord, isUndo: boolean): Refusal {
    const decided = (text: string, outcome: ApprovalOutcome) =>
      refused('decided', fill(text, { by: byText(decidedBy ?? undefined, cardTexts[language].card) }), outcome);
    switch (state) {
      case 'pending':
        return isUndo ? refused('unknown', texts.nothingToUndo) : notNow();
      case 'expired':
        return refused('expired', texts.expired, state);
      case 'undelivered':
        return decided(texts.undelivered, state);
      case 'granted':
        if (isUndo && card.undoUntil !== undefined) return notNow();
        return decided(isUndo ? texts.started : texts.granted, state);
      case 'denied':
        return decided(endOf(state, reason) === 'undone' ? texts.undone : texts.denied, state);
      case 'cancelled':
        return decided(texts.cancelled, state);
    }
  }

  /** It was this answer that decided. */
  function counted(after: ApprovalRecord, { decision }: Decision): DecisionAnswer {
    if (decision === 'undo') return { ok: true, state: 'undone' };
    if (decision === 'edit') return { ok: true, state: 'edited' };
    if (decision === 'deny') return { ok: true, state: 'denied' };
    const { undoUntil } = after.card;
    if (after.state !== 'granted') return over(after, false);
    return { ok: true, state: 'granted', ...defined({ undoUntil }) };
  }

  return { over, notNow, counted };
}
