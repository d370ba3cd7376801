/**
 * Whose text a part of a conversation is, and what follows from it for a tool call.
 *
 * Trust belongs to a piece of text, not to a conversation. A call is trusted as far as what stands between the owner's
 * newest words and the call, and as far as its own arguments:
 *
 * - No outside text since the owner's newest words: the call is the owner's, unless its arguments repeat outside text
 *   that came before and is still shown to the model.
 * - Outside text since then: the call is trusted as little as that text, unless it keeps a record that the owner's newest
 *   words ask for, and says in it what they say (own-wishes.ts, own-terms.ts).
 *
 * Outside text that the model is not shown any more counts no longer. What each act does then stands in a table of
 * docs/approvals.md, which a test holds against the policy.
 */
import { repeats, saysTheSame } from './borrowed-words.ts';
import { type IsSaidTime, isOwnTerm, type Term } from './own-terms.ts';
import { wishIn } from './own-wishes.ts';
import type { Taint } from './taint.ts';

/**
 * `owner`: typed by the owner; `agent`: the model's words while no outside text was in play; `straylight`: notices,
 * refusals, receipts, figures, and what else this program words itself; `peer`: a known peer, proved; `outside`: all else.
 */
export type Origin = 'owner' | 'agent' | 'straylight' | 'peer' | 'outside';

/** One part of what a model is shown, in order. */
export interface ShownPart {
  readonly origin: Origin;
  readonly text: string;
  /** For the owner: what brought it, as a short noun phrase. */
  readonly from: string;
}

/** What a model is shown of a conversation, cut at the owner's newest words. */
export interface ShownWindow {
  /** The owner's newest words: one message, or several in one breath. */
  readonly words: readonly string[];
  /** What came before them. */
  readonly past: readonly ShownPart[];
  /** What came with them and since. */
  readonly since: readonly ShownPart[];
}

/** How far a call, or a reply, is trusted. */
export interface Provenance {
  readonly taint: Taint;
  /** Of one that is not trusted: which text it may come from. */
  readonly from?: string;
}

/** A call as the model wrote it. */
export interface WrittenCall {
  readonly tool: string;
  /** The names of its fields, at any depth. */
  readonly fields: readonly string[];
  /** Of its tool and fields, the names that this program has not given. */
  readonly names: readonly string[];
  /** Every text and number in it. */
  readonly values: readonly string[];
  /** Those that say something. */
  readonly said: readonly string[];
  /** The others, each with its field: when, how often, of which kind, under which name. */
  readonly terms: readonly Term[];
}

/** `isSaidTime`: does one of these texts say this time? Where nobody can tell, none does. */
export function callProvenance(
  { tool, fields, names, values, said, terms }: WrittenCall,
  shown: ShownWindow,
  isSaidTime: IsSaidTime = () => false,
): Provenance {
  const { words, since } = shown;
  const fresh = since.find(isOutside);
  if (!fresh) return sinceTaint(since, [values, names].map(one => borrowed(one, shown)).find(isFound));
  const wish = wishIn(tool, { fields, values }, words);
  const isOwners =
    wish !== undefined && isSaidBy(wish, said, shown) && terms.every(term => isOwnTerm(term, wish, isSaidTime));
  return isOwners ? { taint: 'owner' } : { taint: 'external', from: fresh.from };
}

/** Of a sentence that is to be remembered: is it the owner's own, whatever stands beside it? */
export function isSaidBy(words: readonly string[], texts: readonly string[], { past, since }: ShownWindow): boolean {
  const outside = [...past, ...since].filter(isOutside).map(({ text }) => text);
  return saysTheSame(texts, words, outside);
}

/** Of the text of a reply: what follows from outside text, or repeats it, is trusted no further. */
export function replyProvenance(text: string, shown: ShownWindow): Provenance {
  const fresh = shown.since.find(isOutside);
  return fresh ? { taint: 'external', from: fresh.from } : sinceTaint(shown.since, borrowed([text], shown));
}

/** The earlier outside text that these words repeat, if they repeat one. */
function borrowed(texts: readonly string[], { words, past, since }: ShownWindow): ShownPart | undefined {
  const outside = past.filter(isOutside);
  if (outside.length === 0) return undefined;
  const own = [...words, ...[...past, ...since].filter(isOwn).map(({ text }) => text)];
  return outside.find(({ text }) => repeats(texts, text, own));
}

function isFound(part: ShownPart | undefined): part is ShownPart {
  return part !== undefined;
}

function sinceTaint(since: readonly ShownPart[], borrowedFrom: ShownPart | undefined): Provenance {
  if (borrowedFrom) return { taint: 'external', from: borrowedFrom.from };
  return { taint: since.some(({ origin }) => origin === 'peer') ? 'auth' : 'owner' };
}

function isOutside({ origin }: ShownPart): boolean {
  return origin === 'outside';
}

/** Words that nobody from outside has chosen. The model's own may repeat what it has read, and ours may quote the model. */
function isOwn({ origin }: ShownPart): boolean {
  return origin === 'owner';
}
