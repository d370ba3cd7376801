/**
 * Gates: checks the owner has configured, at four points: before a message counts, before a reply goes out, before a
 * tool runs, and before something is reached (a host, a file).
 *
 * What a gate looks at is a {@link Subject}; what it says is a {@link GateAnswer}. Here is all about them that needs
 * nothing else: whom a gate is for, what a predicate means, what a gate may change, and how several answers become one.
 * One that fails blocks.
 */

import type { Risk } from '../approvals/card.ts';
import { defined, type Json, type JsonObject } from '../text/json.ts';
import { wildcard } from '../text/wildcard.ts';
import type { Sentence } from './sentence.ts';
import type { Taint } from './taint.ts';

export type GatePoint = 'input' | 'output' | 'tool' | 'access';
export type GateVerdict = 'pass' | 'block' | 'require_approval';

/**
 * What follows from a block. `respond`: the asker reads why. `report`: the owner is told too. `escalate`: a call
 * is put before the owner, anything else is reported. `rephrase`: the model reads why and answers again. `retry`: once
 * more as it was.
 */
export type OnBlock = 'respond' | 'report' | 'escalate' | 'rephrase' | 'retry';

/** What is being looked at. `text`: the message or the reply; of a call its arguments as JSON. */
export interface Subject {
  readonly point: GatePoint;
  readonly session: string;
  readonly taint: Taint;
  readonly text: string;
  readonly tool?: string;
  readonly args?: JsonObject;
  readonly command?: string;
  readonly host?: string;
  readonly path?: string;
}

/** Which calls a gate is for, by names with `*`; one that names nothing is for all of its point. */
export interface GateScope {
  readonly tools: readonly string[];
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  /** Where names with `*` do not say it; left out: these do. */
  readonly isTool?: (name: string) => boolean;
}

export interface GateRule {
  readonly name: string;
  readonly on: GatePoint;
  readonly scope: GateScope;
  readonly onBlock: OnBlock;
  /** False: what it says is written down and holds nothing up. */
  readonly binds: boolean;
}

/** What one gate says. `changes`: what it would have instead, by name. */
export interface GateAnswer {
  readonly verdict: GateVerdict;
  readonly reason?: string;
  readonly changes?: JsonObject;
}

/** What all gates of a point came to. */
export interface GateOutcome {
  readonly verdict: GateVerdict;
  /** The gate that decided, and why, in words; empty where all passed. */
  readonly gate: string;
  readonly reason: Sentence;
  readonly onBlock: OnBlock;
  /** What they have changed, by the name this point knows. */
  readonly text?: string;
  readonly args?: JsonObject;
}

export const passed: GateOutcome = { verdict: 'pass', gate: '', reason: '', onBlock: 'respond' };

/** Is this gate asked about this? Every kind of name it gives has to fit; what a call does not name fits nothing. */
export function isFor({ on, scope }: GateRule, { point, tool, host, path }: Subject): boolean {
  const fits = (patterns: readonly string[], name: string | undefined) =>
    patterns.length === 0 || (name !== undefined && patterns.some(pattern => wildcard(pattern, name)));
  if (on !== point) return false;
  // access means something that is reached: a call that names neither host nor file reaches nothing
  if (on === 'access' && host === undefined && path === undefined) return false;
  if (scope.isTool !== undefined && (tool === undefined || !scope.isTool(tool))) return false;
  return fits(scope.tools, tool) && fits(scope.hosts, host) && fits(scope.paths, path);
}

// ── predicates ──────────────────────────────────────────────────────────────────────────────────────

export type Condition =
  | { readonly kind: 'regex'; readonly matches: (text: string) => boolean }
  | { readonly kind: 'range'; readonly least: number; readonly most: number }
  | { readonly kind: 'equals'; readonly values: readonly Json[] };

export interface Predicate {
  /** `text`, `tool`, `host`, `path`, `command`, `taint`, or `args.NAME`. */
  readonly field: string;
  readonly condition: Condition;
  /** It speaks where the condition does not hold. */
  readonly negate: boolean;
  readonly verdict: Exclude<GateVerdict, 'pass'>;
}

/** What a predicate says. Throws where it cannot be told: a range of what is no number. */
export function answerOf({ field, condition, negate, verdict }: Predicate, subject: Subject): GateAnswer {
  if (holds(condition, fieldOf(field, subject), field) === negate) return { verdict: 'pass' };
  return {
    verdict,
    reason: `${field} ${negate ? 'is not of the form the gate asks for' : 'is of the form the gate looks for'}`,
  };
}

function holds(condition: Condition, value: Json | undefined, field: string): boolean {
  if (condition.kind === 'range') {
    const number =
      typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
    if (Number.isNaN(number)) throw new Error(`${field} is no number`);
    return number >= condition.least && number <= condition.most;
  }
  if (value === undefined || value === null) return false;
  if (condition.kind === 'equals') return condition.values.some(one => one === value);
  return condition.matches(typeof value === 'string' ? value : JSON.stringify(value));
}

function fieldOf(field: string, subject: Subject): Json | undefined {
  if (field.startsWith('args.'))
    return field
      .slice('args.'.length)
      .split('.')
      .reduce<Json | undefined>((value, key) => memberOf(value, key), subject.args);
  return subject[field as 'text' | 'tool' | 'host' | 'path' | 'command' | 'taint'];
}

function memberOf(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
    return undefined;
  return (value as JsonObject)[key];
}

// ── what a gate may change ──────────────────────────────────────────────────────────────────────────

const changeable: Readonly<Record<GatePoint, string>> = {
  input: 'message',
  output: 'response',
  tool: 'tool_args',
  access: 'tool_args',
};

/** Longer than a message may be. */
const longestText = 200_000;

/** What of these changes counts at this point, and the names of those that do not. */
export function allowedChanges(
  point: GatePoint,
  changes: JsonObject = {},
): { readonly text?: string; readonly args?: JsonObject; readonly dropped: readonly string[] } {
  const name = changeable[point];
  const value = changes[name];
  const isText = typeof value === 'string' && value.trim() !== '' && value.length <= longestText;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fits = value !== undefined && (name === 'tool_args' ? isObject : isText);
  return {
    dropped: Object.keys(changes).filter(key => key !== name || !fits),
    ...defined({
      text: fits && name !== 'tool_args' ? (value as string) : undefined,
      args: fits && name === 'tool_args' ? (value as JsonObject) : undefined,
    }),
  };
}

/** The subject as the next gate sees it. */
export function changed(
  subject: Subject,
  { text, args }: { readonly text?: string; readonly args?: JsonObject },
): Subject {
  if (args !== undefined) return { ...subject, args, text: JSON.stringify(args) };
  return text === undefined ? subject : { ...subject, text };
}

// ── what follows ────────────────────────────────────────────────────────────────────────────────────

/** The graver of two; what is blocked is not asked about. */
export function graver(a: GateOutcome, b: GateOutcome): GateOutcome {
  return order[b.verdict] > order[a.verdict] ? b : a;
}

const order: Record<GateVerdict, number> = { pass: 0, require_approval: 1, block: 2 };

/** What a verdict of the policy becomes where a gate wants the owner to be asked: it is never lowered. */
export function withGate<
  V extends {
    readonly verdict: string;
    readonly level: number;
    readonly reasons: readonly Sentence[];
    readonly risk: Risk;
  },
>(verdict: V, gate: Pick<GateOutcome, 'verdict' | 'reason'> | null): V {
  if (gate?.verdict !== 'require_approval') return verdict;
  const reasons = [gate.reason, ...verdict.reasons];
  if (verdict.verdict !== 'allow') return { ...verdict, reasons };
  return { ...verdict, verdict: 'ask', level: 2, reasons, risk: verdict.risk === 'low' ? 'medium' : verdict.risk };
}
