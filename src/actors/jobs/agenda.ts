/** Which runs of a job start now, and what each of them is to do. */
import { type Agenda, agendaOf, leftOut } from '../../domain/jobs/agenda.ts';
import type { BuiltInTurn } from '../../domain/jobs/heartbeat.ts';
import {
  type JobSpec,
  type JobWork,
  type SkippedRuns,
  type StartingRun,
  sessionOfRun,
  type WaitingRun,
} from '../../domain/jobs/job.ts';
import { rendered, runValues } from '../../domain/jobs/template.ts';
import { wholeSpec } from '../../domain/jobs/whole.ts';
import { changedRuns } from '../../domain/tools/run-file.ts';
import { isMalformed, type ResolvedCall } from '../../domain/tools/tool.ts';
import type { DueRuns, DueRunsInput } from '../../machines/job/types.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MessageStore } from '../../ports/conversation-store.ts';
import type { JobLedger } from '../../ports/ledgers/job.ts';
import type { Toolbox } from '../../ports/toolbox.ts';

/**
 * A lookup. A call is resolved and frozen here, as one that a model wrote. What is due follows from `clock`: an event that
 * was held while the agent was down tells of an earlier time, and nothing of that comes again. Where the clock was set
 * back since the event, what was ready then is ready still.
 */
export function agenda({
  toolbox,
  ledger,
  conversation,
  clock,
  turns = {},
}: {
  readonly toolbox: Pick<Toolbox, 'resolve'>;
  readonly ledger: Pick<JobLedger, 'hasRunUnder'>;
  readonly conversation: Pick<MessageStore, 'read'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Built-ins that begin a conversation, by name: with what now; undefined: with nothing, and the run says nothing. */
  readonly turns?: Readonly<Record<string, () => BuiltInTurn | undefined>>;
}) {
  return (given: DueRunsInput): DueRuns => {
    const input = { ...given, at: Math.max(given.at, clock.now()), spec: wholeSpec(given.spec, conversation.read) };
    const { job, spec, runs, at } = input;
    const agenda: Agenda = agendaOf(input);
    const turn = agenda.starts.length === 0 ? undefined : turnNow(spec);
    const starts: StartingRun[] = [];
    const skips: SkippedRuns[] = [...agenda.skips];
    for (const { from: _, ...one } of agenda.starts) {
      const dedupKey =
        keyOf(spec, one) ?? (one.trigger === 'retry' || one.trigger === 'manual' ? undefined : turn?.key);
      if (dedupKey !== undefined && isRepeat(job, spec, dedupKey, at, starts)) {
        skips.push(leftOut(one, 'duplicate'));
        continue;
      }
      const number = runs + starts.length + 1;
      const work = turn === undefined ? workOf(input, one.slot, number, toolbox) : turnOf(turn, job, number);
      starts.push({ ...one, number, work, dedupKey });
    }
    return { ...agenda, starts, skips };
  };

  /** Null: it has nothing to say; undefined: the job begins no such turn. */
  function turnNow({ action }: JobSpec): BuiltInTurn | null | undefined {
    if (action.kind !== 'builtin' || !Object.hasOwn(turns, action.name)) return undefined;
    return turns[action.name]?.() ?? null;
  }

  function isRepeat(job: string, { dedup }: JobSpec, key: string, at: number, starts: readonly StartingRun[]): boolean {
    return (
      starts.some(start => start.dedupKey === key) || ledger.hasRunUnder(job, key, at - (dedup?.windowMs ?? dayMs))
    );
  }
}

const dayMs = 86_400_000;

function turnOf(turn: BuiltInTurn | null, job: string, number: number): JobWork {
  if (turn === null) return { kind: 'say', text: '' };
  return { kind: 'ask', session: sessionOfRun(job, number), text: turn.text };
}

/** A further attempt is the same work under the same key. */
function keyOf({ dedup, name, timeZone }: JobSpec, { slot, trigger }: Pick<WaitingRun, 'slot' | 'trigger'>) {
  if (dedup === undefined || trigger === 'retry') return undefined;
  return rendered(dedup.key, runValues(name, slot, timeZone));
}

function workOf(
  { job, spec: { action, name, timeZone, runs } }: Pick<DueRunsInput, 'job' | 'spec'>,
  slot: number,
  number: number,
  toolbox: Pick<Toolbox, 'resolve'>,
): JobWork {
  const values = runValues(name, slot, timeZone);
  switch (action.kind) {
    case 'say':
      return { kind: 'say', text: rendered(action.text, values) };
    case 'builtin':
      return action;
    case 'ask': {
      const text = rendered(action.instruction, { ...values, ...action.parameters });
      return { kind: 'ask', session: sessionOfRun(job, number), text };
    }
    case 'tool': {
      const text = JSON.stringify(action.arguments);
      const call = toolbox.resolve({ callId: `run-${number}`, name: action.tool, arguments: text });
      return { kind: 'call', call: compared(call, runs) };
    }
  }
}

/** What it runs is held against what it ran when the job was defined. */
function compared(call: ResolvedCall, runs: JobSpec['runs']): ResolvedCall {
  if (isMalformed(call) || runs === undefined) return call;
  const strayed = changedRuns(runs, call.facts.runs).slice(0, mostNamed);
  return strayed.length === 0 ? call : { ...call, facts: { ...call.facts, strayed } };
}

const mostNamed = 5;
