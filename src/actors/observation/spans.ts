/**
 * From committed steps to spans. Each span follows from rows alone: its ids are hashes of addresses, its instants those
 * of journal entries. So what ends after a restart joins the trace it was begun in, and what is exported is what the
 * page shows.
 *
 * The spans of a turn are one trace: the turn, beneath it what the session invokes, beneath a tool call its gates,
 * approvals and runs. An actor outside any turn has a trace of its own, if its life has an end; else each of its steps
 * has one, and what that step started.
 */

import { hash } from 'node:crypto';
import { splitModel } from '../../domain/models/route.ts';
import type { Failure, FailureKind } from '../../domain/supervision/failure.ts';
import { type JournalRequest, readRequests } from '../../domain/supervision/journal-request.ts';
import { type Span, type SpanAttributes, type SpanPlace, usageAttributes } from '../../domain/supervision/span.ts';
import { defined } from '../../domain/text/json.ts';
import type { ToolOutcome } from '../../domain/tools/tool.ts';
import type { CompletionOutput } from '../../machines/session/types.ts';
import { storedState } from '../../machines/stored.ts';
import type { GatingOutput } from '../../machines/tool-call/types.ts';
import { toolCallView } from '../../machines/tool-call/view.ts';
import type { TurnRecord } from '../../ports/conversation-store.ts';
import type { ActorRecord, HostStore, JournalRecord } from '../../ports/store.ts';
import { kindOf } from '../runtime/address.ts';

/** The rows spans are read from. */
export interface SpanRows {
  readonly actor: HostStore['actor'];
  readonly journal: HostStore['journal'];
  readonly turn: (id: string) => TurnRecord | undefined;
}

/** A child that a step started. */
export type Started = Extract<JournalRequest, { readonly start: string }>;

/** Whose step it is, and beneath which span. */
export interface StepPlace {
  readonly traceId: string;
  /** The span of the actor that steps, or of its turn; absent where it has none. */
  readonly parentSpanId?: string;
  readonly session?: string;
  readonly turn?: string;
}

export const turnPlace = (turn: string): SpanPlace => ({
  traceId: traceIdOf(`turn:${turn}`),
  spanId: spanIdOf(`turn:${turn}`),
});

/** The span of an actor's life, of an effect or a lookup. */
export const spanIdOf = (address: string): string => hash('sha256', address).slice(0, 16);

const traceIdOf = (root: string): string => hash('sha256', root).slice(0, 32);
const stepKey = (address: string, seq: number) => `${address}#${seq}`;

/** Kinds that live as long as Straylight: their life is no span. */
const lasting: ReadonlySet<string> = new Set(['supervisor', 'channel', 'approval-desk', 'circuit-breaker', 'session']);

/** Has an actor of this kind a span of its own? */
function hasSpan(machine: string): boolean {
  return !lasting.has(machine);
}

/** What a step asked of the host. */
export function requestsOf({ effects }: Pick<JournalRecord, 'effects'>): readonly JournalRequest[] {
  return readRequests(effects);
}

/** The children that a step started. */
export function startedBy(requests: readonly JournalRequest[]): readonly Started[] {
  return requests.filter(one => 'start' in one);
}

/** The row that a step wrote by this writer, if it did. */
export function rowWritten(requests: readonly JournalRequest[], writer: string): string | undefined {
  return requests.find((one): one is Written => 'write' in one && one.write === writer)?.row;
}

type Written = Extract<JournalRequest, { readonly write: string }>;

/** Where a step stands. `turnOf`: which turn a session was in at that step, if any. */
export function placeOf(
  rows: SpanRows,
  address: string,
  entry: JournalRecord,
  turnOf: (session: string, entry: JournalRecord) => string | undefined,
): StepPlace {
  const machine = kindOf(address);
  if (machine === 'session') {
    const turn = turnOf(address, entry);
    if (turn === undefined) return { traceId: traceIdOf(stepKey(address, entry.seq)), session: address };
    const { traceId, spanId } = turnPlace(turn);
    return { traceId, parentSpanId: spanId, session: address, turn };
  }
  if (hasSpan(machine)) {
    const life = lifeOf(rows, address);
    return { ...life, parentSpanId: spanIdOf(address) };
  }
  return causeOf(rows, entry) ?? { traceId: traceIdOf(stepKey(address, entry.seq)) };
}

/** The trace an actor lives in: its turn's, or one of its own. `row`: its row, where it is at hand. */
export function lifeOf(rows: SpanRows, address: string, row = rows.actor(address)): StepPlace {
  const input = row ? (JSON.parse(row.input) as { readonly turn?: unknown; readonly session?: unknown }) : {};
  if (row?.machine === 'tool-call' && typeof input.turn === 'string') {
    const { traceId, spanId } = turnPlace(input.turn);
    const session = typeof input.session === 'string' ? { session: input.session } : {};
    return { traceId, parentSpanId: spanId, ...session, turn: input.turn };
  }
  if (row?.parent && hasSpan(kindOf(row.parent)))
    return { ...lifeOf(rows, row.parent), parentSpanId: spanIdOf(row.parent) };
  return { traceId: traceIdOf(address) };
}

/** A step of Straylight that a turn's last step asked for (the reply to be delivered) belongs to that turn. */
function causeOf(rows: SpanRows, { event }: JournalRecord): StepPlace | undefined {
  const { from, id } = JSON.parse(event) as { readonly from?: unknown; readonly id?: unknown };
  if (typeof from !== 'string' || typeof id !== 'string' || kindOf(from) !== 'session' || !id.startsWith(`${from}#`))
    return undefined;
  const asking = entryAt(rows, from, Number.parseInt(id.slice(from.length + 1), 10));
  const turn = asking && endedTurn(requestsOf(asking));
  if (turn === undefined) return undefined;
  const { traceId, spanId } = turnPlace(turn);
  return { traceId, parentSpanId: spanId, session: from, turn };
}

/** The turn a step ended. */
export function endedTurn(requests: readonly JournalRequest[]): string | undefined {
  return rowWritten(requests, 'endTurn');
}

export function entryAt(rows: Pick<SpanRows, 'journal'>, address: string, seq: number): JournalRecord | undefined {
  const [entry] = rows.journal(address, { before: seq + 1, limit: 1 });
  return entry?.seq === seq ? entry : undefined;
}

/** The step itself. */
export function stepSpan(entry: JournalRecord, type: string, place: StepPlace): Span {
  return {
    traceId: place.traceId,
    spanId: spanIdOf(stepKey(entry.address, entry.seq)),
    parentSpanId: place.parentSpanId,
    topic: 'step',
    name: `step ${kindOf(entry.address)} ${type}`,
    actor: entry.address,
    startedAt: entry.at,
    endedAt: entry.at + entry.micros / 1000,
    attributes: { 'straylight.actor': entry.address, 'straylight.step': entry.seq, ...conversation(place) },
  };
}

/** How an effect or lookup ended: with its output, with a failure, or because nobody waited for it any more. */
export type EffectEnd =
  | { readonly at: number; readonly output: unknown }
  | { readonly at: number; readonly failure: Pick<Failure, 'kind' | 'model'> };

/**
 * An effect or a lookup, and beneath a completion its model call. `began`: the step that asked for it; `place`: that
 * step's.
 */
export function effectSpans(
  { address, src }: Pick<Started, 'address' | 'src'>,
  began: JournalRecord,
  place: StepPlace,
  end: EffectEnd | undefined,
): readonly Span[] {
  const parentSpanId = place.parentSpanId ?? spanIdOf(stepKey(began.address, began.seq));
  const common = {
    traceId: place.traceId,
    actor: began.address,
    startedAt: began.at,
    ...defined({ endedAt: end ? Math.max(end.at, began.at) : undefined }),
  };
  const failed: SpanAttributes = end && 'failure' in end ? { 'error.type': end.failure.kind } : {};
  const verdict = src === 'gating' ? verdictOf(end) : {};
  const effect: Span = {
    ...common,
    spanId: spanIdOf(address),
    parentSpanId,
    topic: 'effect',
    name: src,
    attributes: {
      'straylight.actor': began.address,
      'straylight.effect': address,
      ...conversation(place),
      ...verdict,
      ...failed,
    },
  };
  if (src !== 'completion') return [effect];
  const { model, usage } = modelOf(end);
  const split = model === undefined ? undefined : splitModel(model);
  const used = usage ? usageAttributes(usage) : {};
  const call: Span = {
    ...common,
    spanId: spanIdOf(`${address}/model`),
    parentSpanId: effect.spanId,
    topic: 'model',
    name: split ? `chat ${split.model}` : 'chat',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'straylight.model.role': 'session',
      ...defined({ 'gen_ai.provider.name': split?.provider, 'gen_ai.request.model': split?.model }),
      ...conversation(place),
      ...used,
      ...failed,
    },
  };
  return [effect, call];
}

/** An actor's life, from its row; undefined for a kind that has no end. */
export function actorSpan(rows: SpanRows, row: ActorRecord, failure?: FailureKind): Span | undefined {
  const { address, machine, status, startedAt, lastAt } = row;
  if (!hasSpan(machine)) return undefined;
  const place = lifeOf(rows, address, row);
  const isOver = status === 'done' || status === 'stopped';
  const common = {
    traceId: place.traceId,
    spanId: spanIdOf(address),
    parentSpanId: place.parentSpanId,
    actor: address,
    startedAt,
    ...defined({ endedAt: isOver ? lastAt : undefined }),
  };
  if (machine === 'tool-call') {
    const { tool = '', callId = '', call, ...ended } = toolCallView(storedState(row.state));
    const outcome = status === 'stopped' ? 'cancelled' : ended.outcome;
    const type = outcomeError(outcome, failure);
    return {
      ...common,
      topic: 'tool',
      name: `execute_tool ${tool}`,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.call.id': callId,
        'gen_ai.tool.type': 'function',
        'straylight.actor': address,
        ...conversation(place),
        ...defined({
          'straylight.outcome': isOver ? outcome : undefined,
          'straylight.malformed': call === undefined ? true : undefined,
          'error.type': isOver && type ? type : undefined,
        }),
      },
    };
  }
  return {
    ...common,
    topic: 'actor',
    name: machine,
    attributes: {
      'straylight.actor': address,
      ...conversation(place),
      ...defined({ 'straylight.outcome': isOver ? (status === 'stopped' ? 'stopped' : row.leaf) : undefined }),
    },
  };
}

/** A whole turn, as an agent at work. `endedAt` is absent while it runs. */
export function turnSpan(turn: TurnRecord, agent: string, failure?: FailureKind): Span {
  const split = turn.model === null ? undefined : splitModel(turn.model);
  const type = turn.outcome === 'failed' ? (failure ?? 'unavailable') : turnErrors[turn.outcome];
  return {
    ...turnPlace(turn.id),
    topic: 'turn',
    name: `invoke_agent ${agent}`,
    actor: turn.session,
    startedAt: turn.startedAt,
    endedAt: turn.endedAt ?? undefined,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': agent,
      'gen_ai.conversation.id': turn.session,
      ...defined({ 'gen_ai.provider.name': split?.provider, 'gen_ai.request.model': split?.model }),
      ...usageAttributes(turn.usage),
      'straylight.actor': turn.session,
      'straylight.turn': turn.id,
      'straylight.outcome': turn.outcome,
      ...defined({ 'error.type': type }),
    },
  };
}

/** Straylight’s kinds of failure for what a tool call came to; nothing where it ran, however it went. */
function outcomeError(outcome: ToolOutcome, failure: FailureKind | undefined): FailureKind | undefined {
  if (outcome === 'done') return undefined;
  if (outcome === 'failed') return failure ?? 'invalid';
  return outcome === 'expired' ? 'denied' : outcome; // silence is a no
}

const turnErrors: Readonly<Partial<Record<TurnRecord['outcome'], FailureKind>>> = {
  cancelled: 'cancelled',
  expired: 'timeout',
  paused: 'exhausted',
};

function conversation({ session, turn }: StepPlace): SpanAttributes {
  return defined({ 'gen_ai.conversation.id': session, 'straylight.turn': turn });
}

/** What the gates came to, and which of them said so. */
function verdictOf(end: EffectEnd | undefined): SpanAttributes {
  if (!end || !('output' in end)) return {};
  const { verdict, gate } = end.output as GatingOutput;
  return { 'straylight.gate.verdict': verdict, ...defined({ 'straylight.gate': gate === '' ? undefined : gate }) };
}

/** The model of a completion, from its output or its failure; a failure of an older version does not name it. */
function modelOf(end: EffectEnd | undefined): Partial<Pick<CompletionOutput, 'model' | 'usage'>> {
  if (!end) return {};
  if ('output' in end) return (end.output ?? {}) as CompletionOutput;
  const { model } = end.failure;
  return model === undefined ? {} : { model };
}
