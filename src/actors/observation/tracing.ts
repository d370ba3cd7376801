/**
 * Spans as they end, from the feed of committed steps: for the exporter, the metrics and the log alike.
 *
 * Nothing is kept between two steps. What a span needs to know of its beginning is read from the journal when it ends,
 * so a turn that was begun before a restart is told whole. It all happens behind the commit: no step waits for it.
 */

import type { Failure, FailureKind } from '../../domain/supervision/failure.ts';
import type { JournalRequest } from '../../domain/supervision/journal-request.ts';
import type { Span, SpanPlace } from '../../domain/supervision/span.ts';
import { type SessionView, sessionView } from '../../machines/session/view.ts';
import { storedState } from '../../machines/stored.ts';
import type { Feed } from '../../ports/host.ts';
import type { ActorRecord, EffectRecord, JournalRecord } from '../../ports/store.ts';
import { kindOf } from '../runtime/address.ts';
import {
  actorSpan,
  type EffectEnd,
  effectSpans,
  endedTurn,
  entryAt,
  lifeOf,
  placeOf,
  requestsOf,
  rowWritten,
  type SpanRows,
  type Started,
  type StepPlace,
  spanIdOf,
  startedBy,
  stepSpan,
  turnPlace,
  turnSpan,
} from './spans.ts';

/**
 * `turns`: turns, tool calls and what ends in failure; `calls`: effects, model calls and lives too; `steps`: each step
 * as well.
 */
export type SpanDetail = 'turns' | 'calls' | 'steps';

/** Calls back with each span that has ended, until the answer is called. */
export function followSpans({
  feed,
  rows,
  agent,
  detail,
  onSpan,
}: {
  readonly feed: Pick<Feed, 'subscribe'>;
  readonly rows: SpanRows;
  /** What the agent is called. */
  readonly agent: string;
  readonly detail: SpanDetail;
  readonly onSpan: (span: Span) => void;
}): () => void {
  const isFine = detail !== 'turns';
  return feed.subscribe(frame => {
    if (frame.kind === 'row' && frame.row.status === 'stopped') emit(actorSpan(rows, frame.row));
    if (frame.kind !== 'step') return;
    const { row, entry } = frame;
    const type = row.lastEvent;
    const isEnd = type.startsWith('xstate.done.actor.');
    const isError = type.startsWith('xstate.error.actor.');
    const requests = requestsIn(entry, isFine);
    if (detail === 'steps') emit(stepSpan(entry, type, placeOf(rows, row.address, entry, turnAfter(row, requests))));
    if (isError || (isEnd && isFine)) for (const span of endedEffect(entry, isError)) emit(span);
    if (isFine && requests.some(one => 'stop' in one)) for (const span of leftEffects(entry, requests)) emit(span);
    if (row.status === 'done') emit(actorSpan(rows, row, failureOf(entry, isError)));
    const turn = endedTurn(requests);
    const record = turn === undefined ? undefined : rows.turn(turn);
    if (record) emit(turnSpan(record, agent, failureIn(row)));
  });

  function emit(span: Span | undefined): void {
    if (span) onSpan(span);
  }

  /** Only what may end a turn is read where nothing else is wanted. */
  function requestsIn(entry: JournalRecord, all: boolean): readonly JournalRequest[] {
    return all || entry.effects.includes('endTurn') ? requestsOf(entry) : [];
  }

  function endedEffect(entry: JournalRecord, isError: boolean): readonly Span[] {
    const event = JSON.parse(entry.event) as {
      readonly from?: string;
      readonly output?: unknown;
      readonly error?: Failure;
    };
    if (event.from === undefined || !event.from.includes('#')) return [];
    const failure = event.error ?? { kind: 'defect' as const, message: '' };
    return spansOf(event.from, isError ? { at: entry.at, failure } : { at: entry.at, output: event.output });
  }

  /** Effects nobody waits for any more: they were told to stop. Whose own end this step is has ended otherwise. */
  function leftEffects(entry: JournalRecord, requests: readonly JournalRequest[]): readonly Span[] {
    const { type } = JSON.parse(entry.event) as { readonly type: string };
    const stopped = requests.flatMap(one => ('stop' in one && !type.endsWith(`.actor.${one.stop}`) ? one.stop : []));
    return stopped.flatMap(childId => {
      const begun = lastStart(entry, childId);
      return begun ? spansOf(begun, { at: entry.at, failure: { kind: 'cancelled' } }) : [];
    });
  }

  function spansOf(address: string, end: EffectEnd): readonly Span[] {
    const began = beginningOf(rows, address);
    if (!began) return [];
    const place = placeOf(rows, began.entry.address, began.entry, turnAt(rows));
    return effectSpans(began.requests, began.entry, place, end);
  }

  /** The address of the effect that an actor started last under a name. */
  function lastStart({ address, seq }: JournalRecord, childId: string): string | undefined {
    for (const entry of rows.journal(address, { before: seq, limit: 100 }).toReversed()) {
      const started = startedBy(requestsOf(entry)).findLast(one => one.start === childId);
      if (started) return started.address.includes('#') ? started.address : undefined;
    }
    return undefined;
  }
}

/** Where the spans belong that libraries make while an effect runs. */
export function placeOfEffect(rows: SpanRows, { address, owner, input }: EffectRecord): SpanPlace {
  const spanId = spanIdOf(address);
  const { turn } = JSON.parse(input) as { readonly turn?: unknown };
  if (kindOf(owner) === 'session' && typeof turn === 'string') return { ...turnPlace(turn), spanId };
  const began = beginningOf(rows, address)?.entry;
  const place: StepPlace = began ? placeOf(rows, owner, began, turnAt(rows)) : lifeOf(rows, owner);
  return { traceId: place.traceId, spanId };
}

/** The step that asked for an effect, and its request. The address names the step. */
function beginningOf(
  rows: SpanRows,
  address: string,
): { readonly entry: JournalRecord; readonly requests: Started } | undefined {
  const mark = address.lastIndexOf('#');
  const entry = entryAt(rows, address.slice(0, mark), Number.parseInt(address.slice(mark + 1), 10));
  const requests = entry && startedBy(requestsOf(entry)).find(one => one.address === address);
  return entry && requests ? { entry, requests } : undefined;
}

/** The turn of a session's step that was just committed. */
function turnAfter(row: ActorRecord, requests: readonly JournalRequest[]) {
  return () => endedTurn(requests) ?? viewOf(row)?.turn ?? undefined;
}

/**
 * The turn a session was in at an earlier step: the one that step ended, else the last that was begun by then and not
 * ended.
 */
function turnAt(rows: SpanRows) {
  return (session: string, entry: JournalRecord): string | undefined => {
    const over = new Set<string>();
    for (let before = entry.seq + 1; before > 1; ) {
      const page = rows.journal(session, { before, limit: 50 });
      for (const one of page.toReversed()) {
        const requests = requestsOf(one);
        const ended = endedTurn(requests);
        if (ended !== undefined && one.seq === entry.seq) return ended;
        if (ended !== undefined) over.add(ended);
        const begun = rowWritten(requests, 'beginTurn');
        if (begun === undefined) continue;
        if (!over.delete(begun)) return begun;
        if (over.size === 0) return undefined;
      }
      const [oldest] = page;
      if (!oldest) return undefined;
      before = oldest.seq;
    }
    return undefined;
  };
}

function viewOf({ machine, state }: ActorRecord): SessionView | undefined {
  return machine === 'session' ? sessionView(storedState(state)) : undefined;
}

function failureIn(row: ActorRecord): FailureKind | undefined {
  return viewOf(row)?.failure?.kind;
}

/** What the last effect of an actor failed with, where that was its end. */
function failureOf({ event }: JournalRecord, isError: boolean): FailureKind | undefined {
  return isError ? (JSON.parse(event) as { readonly error?: Failure }).error?.kind : undefined;
}
