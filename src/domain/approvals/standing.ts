/**
 * A standing approval: the owner's yes to calls yet to come, of one tool, within a pattern, until a day and so many
 * times.
 *
 * A pattern covers every argument of a call or it does not match. It never speaks for what cannot be undone, in a
 * conversation that holds text from outside, for a domain or code that was not allowed yet, or for the writing of the
 * agent's own programs.
 */

import { says } from '../policy/sentence.ts';
import type { Taint } from '../policy/taint.ts';
import type { ExecutorKind } from '../security/sandbox.ts';
import { plainWords } from '../shell/plain-command.ts';
import { fault } from '../supervision/failure.ts';
import { canonical, defined, type Json, type JsonObject } from '../text/json.ts';
import { wildcard } from '../text/wildcard.ts';
import { type BoundFile, changedRuns, isKnown } from '../tools/run-file.ts';
import type { CallFacts } from '../tools/tool.ts';
import type { Risk } from './card.ts';

/**
 * What one argument may be: exactly this value; a text that begins so; a text in which each `*` stands for anything but
 * `/`, and
 * `**` for anything; a command line of exactly these words, or one that begins with them.
 */
export type ArgumentPattern =
  | { readonly is: Json }
  | { readonly prefix: string }
  | { readonly glob: string }
  | { readonly words: readonly string[]; readonly more: boolean };

export interface StandingPattern {
  readonly tool: string;
  readonly arguments: { readonly [name: string]: ArgumentPattern };
}

export interface StandingApproval extends StandingPattern {
  /** 8 characters; what commands name. */
  readonly id: string;
  readonly by: string;
  readonly at: number;
  /** It ends then; the end is exclusive. */
  readonly until: number;
  /** So often it may be used at most, and was. */
  readonly most: number;
  readonly used: number;
  /** It speaks for this conversation alone, so it ends with it. */
  readonly session?: string;
  /** It was given with the yes to this approval, and stands for as long as that yes does. */
  readonly approval?: string;
  /** What such a call ran when it was given: it speaks for that content alone. */
  readonly runs?: readonly BoundFile[];
  /**
   * Where programs ran when it was given; absent in one of an earlier version, which speaks for no call in direct mode.
   */
  readonly executor?: ExecutorKind;
  readonly revokedAt?: number;
}

/** What the owner asks for: a pattern in so many words, or that of a call which waits for approval (its key). */
export interface StandingWish {
  readonly pattern: StandingPattern | { readonly approval: string };
  readonly forMs: number;
  readonly most: number;
  readonly by: string;
  /** With the yes to the approval that `pattern` names, and for its conversation alone. */
  readonly isForSession?: boolean;
}

/**
 * Listed, added and revoked; shared by commands, HTTP and channels. All of them reject with a `Fault` that can be
 * shown.
 */
export interface StandingService {
  /** Those that may still be used; newest first. */
  list(): Promise<readonly StandingApproval[]>;
  add(wish: StandingWish): Promise<StandingApproval>;
  /** False: there is none of that id, or it was revoked before. */
  revoke(id: string): Promise<boolean>;
}

/** A call that would be put before the owner. `arguments`: as they were frozen. */
export interface RequestedCall {
  /** The conversation that asks. */
  readonly session: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly facts: CallFacts;
  /** Where programs run now. */
  readonly executor?: ExecutorKind | undefined;
  readonly risk: Risk;
  readonly taint: Taint;
}

/** Longer terms need another standing approval. */
const longestStandingMs = 366 * 86_400_000;
const mostStandingUses = 10_000;

/** Why no standing approval may ever speak for this call; undefined: one may. */
export function neverStanding({
  risk,
  taint,
  facts,
}: Pick<RequestedCall, 'facts' | 'risk' | 'taint'>): string | undefined {
  if (risk === 'irreversible') return 'It cannot be undone, so it needs approval each time.';
  if (taint === 'external') return 'The call may come from untrusted content.';
  if (facts.plans !== undefined) return 'Each plan needs an approval of its own.';
  if (facts.writes === 'scripts') return 'It changes the programs the agent runs.';
  if (facts.writes === 'settings') return 'It changes the agent’s own settings.';
  if ((facts.private ?? facts.reaches ?? []).length > 0)
    return 'It gets a private file, so it needs approval each time.';
  // a yes to it is remembered for good when it runs (the domain, the code), which is more than a standing approval says
  if (!isKnown(facts.runs)) return 'What it runs can only be known when it runs, so it needs approval each time.';
  if (facts.trusted === false) return 'You have not allowed this code or domain, so it needs approval each time.';
  return undefined;
}

/**
 * May a yes stand for the rest of a conversation? What a command prints and what an address answers comes from outside,
 * so after the first of them nothing would stand there any more.
 */
export function mayStandOn(call: Pick<RequestedCall, 'facts' | 'risk' | 'taint'>): boolean {
  const { command, url, found } = call.facts;
  return command === undefined && url === undefined && found === undefined && neverStanding(call) === undefined;
}

/** The first that speaks for the call at `now`, if any. */
export function standingFor(
  call: RequestedCall,
  standing: readonly StandingApproval[],
  now: number,
): StandingApproval | undefined {
  if (neverStanding(call) !== undefined) return undefined;
  return standing.find(one => covers(one, call, now) && changedSince(one, call).length === 0);
}

/** What is not as it was when a standing approval was given that covers the words of this call; none: nothing. */
export function strayedFrom(
  call: RequestedCall,
  standing: readonly StandingApproval[],
  now: number,
): readonly string[] {
  const one = neverStanding(call) === undefined ? standing.find(given => covers(given, call, now)) : undefined;
  return one === undefined ? [] : changedSince(one, call);
}

function covers(one: StandingApproval, call: RequestedCall, now: number): boolean {
  // what an agent asks for beyond its settings needs a yes that was given to its own work
  const isForIt = (one.session ?? (call.facts.exceeds === undefined ? call.session : undefined)) === call.session;
  return isUsable(one, now) && isForIt && isWithin(one, call);
}

function changedSince(one: StandingApproval, { facts, executor }: RequestedCall): readonly string[] {
  // a sandbox was part of what the owner allowed; more of one than there was is not less
  const hasLostSandbox = executor === 'direct' && one.executor !== 'direct';
  return [...(hasLostSandbox ? ['Where it runs (now in direct mode)'] : []), ...changedRuns(one.runs, facts.runs)];
}

/** May it still be used? */
function isUsable({ until, most, used, revokedAt }: StandingApproval, now: number): boolean {
  return revokedAt === undefined && now < until && used < most;
}

/** Does the pattern cover the whole call? */
function isWithin(pattern: StandingPattern, call: Pick<RequestedCall, 'tool' | 'arguments' | 'facts'>): boolean {
  if (pattern.tool !== call.tool) return false;
  const names = Object.keys(pattern.arguments);
  if (names.length !== Object.keys(call.arguments).length) return false;
  return names.every(name => {
    const value = Object.hasOwn(call.arguments, name) ? call.arguments[name] : undefined;
    const wanted = pattern.arguments[name];
    if (value === undefined || wanted === undefined || !fits(wanted, value)) return false;
    // a beginning says nothing of the commands that follow it
    const isOpen = 'prefix' in wanted || 'glob' in wanted;
    return !isOpen || value !== call.facts.command || !('problem' in plainWords(call.facts.command));
  });
}

/** The pattern of exactly this call. */
export function exactly(call: Pick<RequestedCall, 'tool' | 'arguments'>): StandingPattern {
  const given = Object.entries(call.arguments).map(([name, is]) => [name, { is }] as const);
  return { tool: call.tool, arguments: Object.fromEntries(given) };
}

/** What is signed when a standing approval is given; what is counted of it is not. */
export function standingText(one: StandingApproval): string {
  const { id, tool, arguments: pattern, by, at, until, most, session, approval, runs, executor } = one;
  const bounds = defined({ session, approval, runs, executor });
  return `straylight.standing/1\n${canonical({ id, tool, arguments: pattern, by, at, until, most, ...bounds })}`;
}

/** A wish in bounds; throws `invalid` for any other. */
export function checkedTerm({ forMs, most }: Pick<StandingWish, 'forMs' | 'most'>): void {
  if (!Number.isInteger(forMs) || forMs < 1000 || forMs > longestStandingMs)
    throw fault('invalid', says`a standing approval lasts from one second to 366 days`);
  if (!Number.isInteger(most) || most < 1 || most > mostStandingUses)
    throw fault('invalid', says`a standing approval may be used from 1 to ${mostStandingUses} times`);
}

/** The pattern in words, as lists show it: `web_request method=POST url^=https://api.example.com/`. */
export function patternText({ tool, arguments: pattern }: StandingPattern): string {
  const words = Object.entries(pattern).map(([name, one]) => {
    if ('prefix' in one) return `${name}^=${one.prefix}`;
    if ('glob' in one) return `${name}~=${one.glob}`;
    if ('words' in one) return `${name}: ${one.words.join(' ')}${one.more ? ' …' : ''}`;
    return `${name}=${typeof one.is === 'string' ? one.is : canonical(one.is)}`;
  });
  return [tool, ...words].join(' ');
}

/** Arguments of a call that the pattern covers, where it says enough to make one. */
export function exampleOf({ arguments: pattern }: StandingPattern): JsonObject | undefined {
  const given = Object.entries(pattern).map(([name, one]) => {
    if ('is' in one) return [name, one.is] as const;
    return 'words' in one ? ([name, one.words.map(quoted).join(' ')] as const) : undefined;
  });
  return given.every(one => one !== undefined) ? Object.fromEntries(given) : undefined;
}

/** A word as the shell reads it letter by letter. */
export function quoted(word: string): string {
  const plain = plainWords(word);
  if ('words' in plain && plain.words.length === 1 && plain.words[0]?.text === word) return word;
  return word.includes("'") ? `"${word}"` : `'${word}'`;
}

function fits(pattern: ArgumentPattern, value: Json): boolean {
  if ('is' in pattern) return canonical(pattern.is) === canonical(value);
  if (typeof value !== 'string' || unseen.test(value)) return false;
  if ('words' in pattern) return fitsWords(pattern, value);
  if (climbs.test(value)) return false;
  if ('glob' in pattern) return wildcard(pattern.glob, value);
  const { prefix } = pattern;
  if (!value.startsWith(prefix)) return false;
  // `https://api.example.com` must not stand for `https://api.example.com.evil.example`
  return !/^https?:/i.test(prefix) || (URL.parse(prefix)?.origin ?? '') === URL.parse(value)?.origin;
}

/** Only a command that is no more than words can be told by its words. */
function fitsWords({ words, more }: { readonly words: readonly string[]; readonly more: boolean }, command: string) {
  const plain = plainWords(command);
  if ('problem' in plain || words.length === 0) return false;
  const given = plain.words.map(({ text }) => text);
  return (more ? given.length >= words.length : given.length === words.length) && words.every((w, i) => w === given[i]);
}

/** What a reader of the pattern would not see. */
const unseen = /[\p{C}\p{Zl}\p{Zp}]/u;
/** A way out of the folder a pattern names, percent-encoded or not. */
const climbs = /(?:^|[\\/])(?:\.|%2e){2}(?:[\\/?#]|$)|\\|%2f|%5c/i;
