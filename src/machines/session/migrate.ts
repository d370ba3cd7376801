/** Stored conversations of earlier versions of the chart. */
import {
  type Born,
  type Calling,
  type Context,
  newCalling,
  newOwner,
  newTrust,
  newTurn,
  type Open,
  type Owner,
  type Trust,
  type Turn,
} from './context.ts';

/** What versions 2 to 6 remembered side by side; each knew more than the one before. */
type Flat = Born &
  Partial<Owner & Trust & Calling & Omit<Turn, 'id'>> & {
    readonly language: Owner['language'];
    readonly turn: string | null;
    readonly next: string | null;
    readonly nextTerms?: NonNullable<Open['next']>['terms'] | null;
    readonly later?: Open['later'];
    readonly open: Open['calls'];
    readonly spawned: number;
    readonly allotment?: string;
    readonly trustedUntil?: number;
  };

/** What a conversation remembers, whichever version has stored it; undefined: that is not known. */
export function contextOf(stored: object): Partial<Context> {
  return 'address' in stored ? grouped(stored as Flat) : stored;
}

/**
 * A state of version 8, whose reply no model looked at, or of version 7, which was never summarised: both knew as much; of version 1, whose models were two, by name, of version 2, which did not count what is asked for again and
 * again, of version 3, which did not wait for a model, of version 4, which its owner could not trust again, of version 5,
 * in which one text from outside lowered the trust for good: that ends with its owner's next words, or of version 6,
 * which kept all of it side by side.
 */
export function migrateSession(state: object, version: string): object | undefined {
  if (version === '7' || version === '8') return state;
  if (!['1', '2', '3', '4', '5', '6'].includes(version)) return undefined;
  const { context } = state as { readonly context: Flat };
  if (version !== '1') return { ...state, context: grouped(context) };
  const { route } = context as { readonly route?: unknown };
  return { ...state, context: grouped({ ...context, route: route === 'default' ? 1 : 0, models: 2 }) };
}

function grouped(flat: Flat): Context {
  const { address, channel, chat, limits, approvals, approvalExpiresAfterMs } = flat;
  const { turn, next, nextTerms, open: calls, spawned, later = [], language } = flat;
  return {
    born: { address, channel, chat, limits, approvals, approvalExpiresAfterMs },
    owner: asKnown(flat, { ...newOwner(language), newest: flat.allotment ?? null }),
    trust: asKnown(flat, { ...newTrust, until: flat.trustedUntil ?? null }),
    turn: turn === null ? null : asKnown(flat, newTurn(turn)),
    calling: asKnown(flat, newCalling),
    open: { calls, spawned, next: next === null ? null : { turn: next, terms: nextTerms ?? {} }, later },
  };
}

/** A group whose values are those that an older version knew. */
function asKnown<Group extends object>(flat: Flat, group: Group): Group {
  const known: Readonly<Record<string, unknown>> = { ...flat };
  return Object.fromEntries(Object.entries(group).map(([name, value]) => [name, known[name] ?? value])) as Group;
}
