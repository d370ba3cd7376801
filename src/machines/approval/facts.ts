/** What the guards, actions and outputs of the chart read from its context. */

import { type AnswerVerdict, judgeAnswer } from '../../domain/approvals/answer.ts';
import { changedCall, takenBack } from '../../domain/approvals/card.ts';
import type { SignedGrant } from '../../domain/approvals/grant.ts';
import { wordsOf } from '../../domain/approvals/texts.ts';
import type { Decided } from '../../domain/approvals/writes.ts';
import { defined } from '../../domain/text/json.ts';
import type { Context, Place } from './types.ts';

/** What the rule for answers says of the answer that came; `changed` where none did. */
export function verdictOf({ digest, nonce, risk, isContained, language, expiresAt, answer }: Context): AnswerVerdict {
  if (answer === null) return 'changed';
  const question = { risk, ...defined({ isContained }) };
  const { word } = wordsOf(question, nonce, language);
  return judgeAnswer({ ...question, digest, nonce, expiresAt, ...defined({ word }) }, answer);
}

/** The yes as it was signed. What a forged one lacks is no part of any signature. */
export function grantOf({ address, answer }: Context): SignedGrant {
  const { digest = '', nonce = '', by = '', confirmation = null } = answer ?? {};
  const { decidedAt = 0, expiresAt = 0, signature = '' } = answer ?? {};
  return { approval: address, digest, nonce, by, decidedAt, confirmation, expiresAt, signature };
}

/** Who decided, by which event and when. */
export function decided({ answer }: Context): Decided {
  return { by: answer?.by ?? null, answer: answer?.id ?? null, decidedAt: answer?.at ?? null };
}

/** Where there is so much time to answer, the owner is reminded when half of it is over. */
const leastToRemindMs = 7_200_000;

/** When the owner is reminded; null: never. */
export function remindAt({ expiresAt, expiresAfterMs }: Pick<Context, 'expiresAt' | 'expiresAfterMs'>): number | null {
  if (expiresAt === null || expiresAfterMs === null || expiresAfterMs < leastToRemindMs) return null;
  return expiresAt - Math.floor(expiresAfterMs / 2);
}

/** Are they the same chat? */
export function isSamePlace(one: Place, other: Place): boolean {
  return one.channel === other.channel && one.chat === other.chat;
}

/** The key of an address: what follows its kind. */
export function keyOf(address: string): string {
  return address.slice(address.indexOf(':') + 1);
}

/** Why it ended so; a no that was a yes first, or another call, says that. */
export function reasonOf({ after, answer }: Pick<Context, 'after' | 'answer'>): string | undefined {
  if (after === 'undone') return takenBack;
  return after === 'edited' ? changedCall : answer?.reason;
}

/** Of these fields the ones that are there. */
export function given<Of extends object, Name extends keyof Of>(
  of: Of,
  ...names: readonly Name[]
): Partial<Pick<Of, Name>> {
  return Object.fromEntries(names.filter(name => of[name] !== undefined).map(name => [name, of[name]])) as never;
}
