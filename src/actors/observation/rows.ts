/** The host's rows as they are shown: one actor of the overview, one entry of its journal, one message of a chat. */

import type { ReadMessage } from '../../domain/conversation/message.ts';
import type { Outage, Patience } from '../../domain/models/outage.ts';
import { outageLine } from '../../domain/models/outage-texts.ts';
import { type JournalRequest, readRequests, requestLine } from '../../domain/supervision/journal-request.ts';
import type { ActorRow, ChatMessage, JournalEntry, StepLine } from '../../domain/supervision/view.ts';
import type { Json } from '../../domain/text/json.ts';
import type { ToolOutcome } from '../../domain/tools/tool.ts';
import type { ActorRecord, HostStore, JournalRecord } from '../../ports/store.ts';
import { leafOf } from '../runtime/step.ts';

/** A row of the overview. `store` tells what waits for it, `stay` how long it is expected to stay where it is. */
export function actorRow(
  row: ActorRecord,
  store: Pick<HostStore, 'timersOf'>,
  queued: number,
  stay: Pick<ActorRow, 'expectMs' | 'usualMs'> = {},
): ActorRow {
  const { address, machine, incarnation, parent, leaf, status, seq, since, startedAt, lastEvent, lastAt, problem } =
    row;
  const [kind = machine, ...key] = address.split(':');
  const { value, context = {} } = JSON.parse(row.state) as StoredState;
  const timers = store
    .timersOf(address)
    .map(timer => ({ event: (JSON.parse(timer.event) as { type: string }).type, at: timer.due }));
  const again = leaf.endsWith('backingOff') ? timers[0] : undefined;
  const outage = leaf === 'waitingForModel' ? context.outage : undefined;
  return {
    id: address,
    kind,
    label: labelOf(row, context) ?? (key.join(':') || kind),
    machine,
    incarnation,
    ...(parent === null ? {} : { parent }),
    ...(machine === 'tool-call' && context.call?.callId !== undefined ? { callId: context.call.callId } : {}),
    value,
    leaf,
    tags: JSON.parse(row.tags) as string[],
    status,
    rev: seq,
    since,
    startedAt,
    queued,
    ...(lastEvent === '' ? {} : { last: { type: lastEvent, at: lastAt } }),
    timers,
    ...(again && context.attempt !== undefined ? { retry: { attempt: context.attempt, nextAt: again.at } } : {}),
    ...(machine === 'session' && context.distrust ? { distrust: context.distrust } : {}),
    ...(outage
      ? {
          retry: { attempt: outage.tries + 1, nextAt: outage.next },
          waitsFor: outageLine(outage, context.patience?.timeZone ?? 'UTC', since),
        }
      : {}),
    ...stay,
    ...(problem === null ? {} : { error: { message: problem, at: lastAt } }),
  };
}

export function journalEntry({ seq, at, event, value, path, effects, hash, code }: JournalRecord): JournalEntry {
  const parsed = JSON.parse(event) as JournalEntry['event'];
  const source = parsed['from'];
  const to = JSON.parse(value) as Json;
  const steps = JSON.parse(path) as JournalEntry['path'];
  const left = steps.find(([before, after]) => before !== after)?.[0];
  return {
    seq,
    at,
    event: parsed,
    ...(typeof source === 'string' ? { source } : {}),
    // an id begins with its machine's; a transition of the machine itself left whatever state there was
    ...(left === undefined ? {} : { from: left.includes('.') ? left.slice(left.indexOf('.') + 1) : 'any state' }),
    leaf: leafOf(to),
    to,
    path: steps,
    ...(effects === '[]' ? {} : asked(readRequests(effects))),
    hash,
    codeHash: code,
  };
}

function asked(requests: readonly JournalRequest[]): Pick<JournalEntry, 'asked' | 'requests'> {
  return { asked: requests.map(requestLine), requests };
}

/** The same entry in short. */
export function stepLine(actor: string, { seq, at, event, source, from, leaf }: JournalEntry): StepLine {
  return {
    actor,
    seq,
    at,
    type: event.type,
    ...(source === undefined ? {} : { source }),
    ...(from === undefined ? {} : { from }),
    ...(leaf === undefined ? {} : { to: leaf }),
  };
}

/** `outcome`: how the call ended whose result it is. */
export function chatMessage(
  { id, turn, role, text, at, toolCalls, callId, tool, failed, isSetAside }: ReadMessage,
  outcome?: ToolOutcome,
): ChatMessage {
  return {
    id,
    turn,
    role,
    text,
    at,
    ...(toolCalls ? { toolCalls: toolCalls.map(({ callId, name }) => ({ callId, name })) } : {}),
    ...(callId === undefined || tool === undefined ? {} : { callId }),
    ...(tool === undefined ? {} : { tool }),
    ...(failed === undefined ? {} : { failed }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(isSetAside ? { isSetAside } : {}),
  };
}

/** An actor's stored state, as far as its row tells of it. */
interface StoredState {
  readonly value: Json;
  readonly context?: {
    readonly attempt?: number;
    readonly outage?: Outage | null;
    readonly distrust?: string | null;
    readonly patience?: Patience | null;
    readonly call?: { readonly tool?: string; readonly callId?: string };
    readonly trouble?: { readonly subject?: string };
  };
}

/** What an actor is called where its key says nothing to a reader. */
function labelOf(
  { machine, input }: Pick<ActorRecord, 'machine' | 'input'>,
  context: NonNullable<StoredState['context']>,
): string | undefined {
  if (machine === 'approval') return (JSON.parse(input) as { card?: { intent?: string } }).card?.intent;
  if (machine === 'tool-call') return context.call?.tool;
  if (machine === 'incident') return context.trouble?.subject;
  return undefined;
}
