/** How a tool of the agent's own is doing, and the rules that follow from it. */
import { defined, type JsonObject } from '../text/json.ts';

/** So many failures in a row set a tool aside. */
const failuresToQuarantine = 3;

/**
 * What is kept of a tool beside its files. `hash` stands for one content of schema and program together; whatever was
 * decided about a tool was decided about such a content, so a change of the files undoes it by itself.
 */
export interface ToolRecord {
  readonly name: string;
  readonly enabled: boolean;
  /** The content that `create_tool` committed or the owner allowed: it runs unasked. */
  readonly pinned?: string;
  /** The content that has run well at least once. */
  readonly tested?: string;
  /** The content that failed too often, and why. */
  readonly quarantined?: string;
  readonly reason?: string;
  /** The content that was last looked at for faults, and the fault. */
  readonly seen?: string;
  readonly problem?: string;
  readonly calls: number;
  readonly failures: number;
  /** Of the content `lastHash`. */
  readonly failuresInRow: number;
  readonly lastHash?: string;
  readonly lastError?: string;
  readonly lastUsedAt?: number;
  readonly changedAt?: number;
  /** How many commits made it, and the newest of them. */
  readonly version: number;
  readonly commit?: string;
}

/** One run that came to an end. A run that was cut off from outside is none. */
export interface ToolRun {
  /** The address of the call; a second run under it is not counted. */
  readonly call: string;
  readonly tool: string;
  readonly hash: string;
  readonly ok: boolean;
  readonly ms: number;
  readonly error?: string;
  readonly at: number;
}

/** `untested`: this content has never run well. `broken`: its files cannot be a tool. */
export type ToolState = 'ok' | 'untested' | 'quarantined' | 'broken' | 'disabled';

/** One line of `/tools`. */
export interface ToolRow {
  readonly name: string;
  readonly description: string;
  readonly state: ToolState;
  /** Why it is not in use. */
  readonly reason?: string;
  /** It runs unasked: this content is the one that was committed by `create_tool` or allowed by the owner. */
  readonly trusted: boolean;
  readonly calls: number;
  /** 0 to 1; absent before the first call. */
  readonly successRate?: number;
  readonly medianMs?: number;
  readonly lastError?: string;
  readonly lastUsedAt?: number;
  readonly version: number;
  readonly commit?: string;
}

/** Calls of one tool that came to an end. */
export interface CallCounts {
  readonly calls: number;
  readonly failures: number;
  readonly lastUsedAt: number;
  /** Of those that went well lately. */
  readonly medianMs?: number;
}

/** A tool this program brings. */
export interface CoreTool extends Partial<CallCounts> {
  readonly name: string;
  /** What models read. */
  readonly description: string;
  /** What its owner reads instead. */
  readonly does?: string | undefined;
}

/** All of `/tools NAME`. */
export interface ToolDetails extends ToolRow {
  readonly parameters?: JsonObject;
  readonly timeoutSeconds?: number;
  readonly program?: string;
  /** The content as it is now. */
  readonly hash: string;
  /** The program's text, where it is text. */
  readonly source?: string;
  /** Newest first. */
  readonly history: readonly { readonly commit: string; readonly at: number; readonly subject: string }[];
  /** Newest first. */
  readonly runs: readonly Pick<ToolRun, 'at' | 'ok' | 'ms' | 'error'>[];
}

/** What the owner can see and do; here at once, over HTTP a moment later. */
export interface ToolService {
  list(): readonly ToolRow[] | Promise<readonly ToolRow[]>;
  show(name: string): Promise<ToolDetails | undefined>;
  /** The program as it was in one of its versions; undefined where that was no tool, or no text. */
  sourceAt?(name: string, commit: string): Promise<string | undefined>;
  /** Answers what was done, in one sentence. Throws `invalid` where there is nothing to do it to. */
  change(name: string, act: ToolAct): Promise<string>;
}

/** `enable` also trusts the tool as it is now. */
export const toolActs = ['enable', 'disable', 'revert'] as const;
export type ToolAct = (typeof toolActs)[number];

/** A tool nothing is known of yet. */
export function newRecord(name: string): ToolRecord {
  return { name, enabled: true, calls: 0, failures: 0, failuresInRow: 0, version: 0 };
}

/** The record after one more run: counted, and set aside where it was one failure too many. */
export function afterRun(record: ToolRecord, run: ToolRun): ToolRecord {
  const { ok, hash, error = 'it failed' } = run;
  const before = record.lastHash === hash ? record.failuresInRow : 0;
  const failuresInRow = ok ? 0 : before + 1;
  const outcome = ok ? { tested: hash } : { lastError: error };
  return {
    ...record,
    calls: record.calls + 1,
    failures: record.failures + (ok ? 0 : 1),
    failuresInRow,
    lastHash: hash,
    lastUsedAt: run.at,
    ...outcome,
    ...defined({
      quarantined: failuresInRow >= failuresToQuarantine ? hash : undefined,
      reason:
        failuresInRow >= failuresToQuarantine
          ? `${failuresInRow} failures in a row, the last one: ${error}`
          : undefined,
    }),
  };
}

/** The state of a tool whose files are a tool with this content. */
export function stateOf(record: ToolRecord, hash: string): Exclude<ToolState, 'broken'> {
  if (!record.enabled) return 'disabled';
  if (record.quarantined === hash) return 'quarantined';
  return record.tested === hash ? 'ok' : 'untested';
}

/** Share of calls that went well; undefined before the first. */
export function successRate({ calls, failures }: Pick<ToolRecord, 'calls' | 'failures'>): number | undefined {
  return calls === 0 ? undefined : (calls - failures) / calls;
}

/** The middle of the durations of what went well. */
export function medianMs(runs: readonly Pick<ToolRun, 'ok' | 'ms'>[]): number | undefined {
  const times = runs
    .filter(({ ok }) => ok)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
  return times[Math.floor((times.length - 1) / 2)];
}
