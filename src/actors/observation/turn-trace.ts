/** The spans of one turn, read from the journal: the same ones an exporter was sent, whether there was one or not. */

import type { Failure } from '../../domain/supervision/failure.ts';
import type { Span, TracedTurn, TraceService, TurnTrace } from '../../domain/supervision/span.ts';
import type { TurnRecord } from '../../ports/conversation-store.ts';
import type { ActorRecord, JournalRecord } from '../../ports/store.ts';
import {
  actorSpan,
  type EffectEnd,
  effectSpans,
  lifeOf,
  requestsOf,
  rowWritten,
  type SpanRows,
  type Started,
  type StepPlace,
  startedBy,
  stepSpan,
  turnPlace,
  turnSpan,
} from './spans.ts';

export interface TurnTraceRows extends SpanRows {
  /** The newest turns of a session, newest first. */
  readonly turnsOf: (session: string, limit: number) => readonly TurnRecord[];
}

/** So many steps of one actor are read, and so many spans shown. */
const mostSteps = 2_000;
const mostSpans = 4_000;
const mostTurns = 50;

export function traceService(rows: TurnTraceRows, agent: string): TraceService {
  return {
    list(actor) {
      const row = rows.actor(actor);
      if (!row) return undefined;
      if (row.machine === 'session') return rows.turnsOf(actor, mostTurns).map(tracedTurn);
      const turn = turnOfLife(rows, row);
      const record = turn === undefined ? undefined : rows.turn(turn);
      return record ? [tracedTurn(record)] : [];
    },
    turn(id) {
      const turn = rows.turn(id);
      return turn && traceOf(rows, turn, agent);
    },
  };
}

function tracedTurn({ id, session, startedAt, endedAt, outcome, model }: TurnRecord): TracedTurn {
  return {
    turn: id,
    session,
    startedAt,
    outcome,
    endedAt: endedAt ?? undefined,
    model: model ?? undefined,
  };
}

/** The turn of the tool call that an actor is, or was started for. */
function turnOfLife(rows: SpanRows, row: ActorRecord): string | undefined {
  for (let one: ActorRecord | undefined = row; one; one = one.parent === null ? undefined : rows.actor(one.parent)) {
    const { turn } = JSON.parse(one.input) as { readonly turn?: unknown };
    if (one.machine === 'tool-call' && typeof turn === 'string') return turn;
  }
  return undefined;
}

function traceOf(rows: SpanRows, turn: TurnRecord, agent: string): TurnTrace {
  const { traceId, spanId } = turnPlace(turn.id);
  const place: StepPlace = { traceId, parentSpanId: spanId, session: turn.session, turn: turn.id };
  const steps = stepsOfTurn(rows, turn);
  const spans: Span[] = [];
  let isPartial = !steps.isWhole;
  walk(steps.entries, place);
  const failure = steps.entries.flatMap(entry => failureOf(eventOf(entry)) ?? []).at(-1);
  const all = [turnSpan(turn, agent, failure?.kind), ...spans];
  return {
    ...tracedTurn(turn),
    traceId,
    spans: inOrder(all.slice(0, mostSpans)),
    isPartial: isPartial || all.length > mostSpans,
  };

  /** The steps of one actor, what they started, and the children's own. */
  function walk(entries: readonly JournalRecord[], at: StepPlace): void {
    const ends = endsIn(entries);
    for (const entry of entries) {
      if (spans.length > mostSpans) return;
      const event = eventOf(entry);
      spans.push(stepSpan(entry, event.type, at));
      const requests = requestsOf(entry);
      for (const one of startedBy(requests)) started(one, entry, at, ends.get(one.address));
      for (const one of requests) if ('send' in one && one.event === 'delivery.queued') delivered(one.send, entry);
    }
  }

  function started(one: Started, entry: JournalRecord, at: StepPlace, end: EffectEnd | undefined): void {
    if (one.address.includes('#')) {
      spans.push(...effectSpans(one, entry, at, end));
      return;
    }
    const row = rows.actor(one.address);
    if (!row) {
      isPartial = true;
      return;
    }
    const failure = end && 'failure' in end ? end.failure.kind : undefined;
    const own = rows.journal(one.address, { limit: mostSteps });
    const last = own.at(-1);
    const span = actorSpan(rows, row, failure ?? (last && failureOf(eventOf(last))?.kind));
    if (!span) return;
    spans.push(span);
    walk(own, { ...lifeOf(rows, one.address), parentSpanId: span.spanId });
  }

  /** A reply on its way: the step of the channel that took it, and what that step started. */
  function delivered(channel: string, { address, seq, at }: JournalRecord): void {
    const taken = find(rows, channel, at, event => String(event['id']).startsWith(`${address}#${seq}.`));
    if (!taken) return;
    const after = rows.journal(channel, { before: taken.seq + 60, limit: 60 });
    const ends = endsIn(after);
    const requests = startedBy(requestsOf(taken));
    if (requests.length > 0) spans.push(stepSpan(taken, eventOf(taken).type, place));
    for (const one of requests) spans.push(...effectSpans(one, taken, place, ends.get(one.address)));
  }
}

/** A session's steps from the one that began a turn to the one that ended it. */
function stepsOfTurn(
  rows: SpanRows,
  { id, session, startedAt, endedAt }: TurnRecord,
): { readonly entries: readonly JournalRecord[]; readonly isWhole: boolean } {
  const last = endedAt === null ? Number.MAX_SAFE_INTEGER : lastStepBy(rows, session, endedAt);
  const entries: JournalRecord[] = [];
  for (let before = last; entries.length < mostSteps; ) {
    const page = rows.journal(session, { before, limit: 200 });
    const [oldest] = page;
    if (!oldest) break;
    entries.unshift(...page);
    before = oldest.seq;
    if (oldest.at < startedAt) break;
  }
  const asks = (entry: JournalRecord, what: 'beginTurn' | 'endTurn') =>
    entry.effects.includes(what) && rowWritten(requestsOf(entry), what) === id;
  const from = entries.findIndex(entry => asks(entry, 'beginTurn'));
  const to = entries.findLastIndex(entry => asks(entry, 'endTurn'));
  return {
    entries: entries.slice(Math.max(0, from), to < 0 ? undefined : to + 1),
    isWhole: from >= 0,
  };
}

/** The number behind an actor's last step at or before an instant; its steps are in the order of time. */
function lastStepBy(rows: SpanRows, address: string, instant: number): number {
  let low = 0;
  let high = (rows.actor(address)?.seq ?? 0) + 1;
  while (low + 1 < high) {
    const middle = Math.floor((low + high) / 2);
    const [entry] = rows.journal(address, { before: middle + 1, limit: 1 });
    if (entry === undefined || entry.at <= instant) low = middle;
    else high = middle;
  }
  return low + 1;
}

/** The first step of an actor at or behind an instant whose event fits; it is looked for among the next few hundred. */
function find(
  rows: SpanRows,
  address: string,
  at: number,
  fits: (event: StoredEvent) => boolean,
): JournalRecord | undefined {
  const from = lastStepBy(rows, address, at - 1);
  return rows
    .journal(address, { before: from + 300, limit: 300 })
    .find(entry => entry.at >= at && fits(eventOf(entry)));
}

interface StoredEvent {
  readonly type: string;
  readonly from?: string;
  readonly output?: unknown;
  readonly error?: Failure;
  readonly [key: string]: unknown;
}

const eventOf = ({ event }: JournalRecord): StoredEvent => JSON.parse(event) as StoredEvent;

function failureOf({ type, error }: StoredEvent): Failure | undefined {
  return type.startsWith('xstate.error.actor.') ? error : undefined;
}

/** How what these steps started ended, by address: told by an event, or left because nobody waited any more. */
function endsIn(entries: readonly JournalRecord[]): ReadonlyMap<string, EffectEnd> {
  const ends = new Map<string, EffectEnd>();
  const open = new Map<string, string>();
  for (const entry of entries) {
    const event = eventOf(entry);
    const { at } = entry;
    if (/^xstate\.(?:done|error)\.actor\./.test(event.type) && event.from !== undefined) {
      ends.set(event.from, event.error ? { at, failure: event.error } : { at, output: event.output });
    }
    for (const one of requestsOf(entry)) {
      if ('start' in one) open.set(one.start, one.address);
      const left = 'stop' in one ? open.get(one.stop) : undefined;
      if (left !== undefined && !ends.has(left)) ends.set(left, { at, failure: { kind: 'cancelled' } });
    }
  }
  return ends;
}

/** A parent before its children, those by their beginning. */
function inOrder(spans: readonly Span[]): readonly Span[] {
  const known = new Set(spans.map(({ spanId }) => spanId));
  const children = new Map<string, Span[]>();
  for (const span of spans) {
    const parent = span.parentSpanId !== undefined && known.has(span.parentSpanId) ? span.parentSpanId : '';
    const siblings = children.get(parent);
    if (siblings) siblings.push(span);
    else children.set(parent, [span]);
  }
  const ordered: Span[] = [];
  const place = (parent: string) => {
    for (const span of (children.get(parent) ?? []).toSorted((a, b) => a.startedAt - b.startedAt)) {
      ordered.push(span);
      place(span.spanId);
    }
  };
  place('');
  return ordered;
}
