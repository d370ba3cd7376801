/** The host's rows as they are shown: one actor of the overview, one entry of its journal, one message of a chat. */
import type { ActorRecord, HostStore, JournalRecord } from '../adapters/store.ts';
import type { Json } from '../machines/domain/json.ts';
import type { ReadMessage } from '../machines/domain/message.ts';
import type { ActorRow, ChatMessage, JournalEntry } from '../machines/domain/view.ts';

/** A row of the overview. `store` tells what waits for it. */
export function actorRow(row: ActorRecord, store: Pick<HostStore, 'timersOf'>, queued: number): ActorRow {
  const { address, machine, incarnation, parent, leaf, status, seq, since, startedAt, lastEvent, lastAt, problem } =
    row;
  const [kind = machine, ...key] = address.split(':');
  return {
    id: address,
    kind,
    label: key.join(':') || kind,
    machine,
    incarnation,
    ...(parent === null ? {} : { parent }),
    value: stateValue(row),
    leaf,
    tags: JSON.parse(row.tags) as string[],
    status,
    rev: seq,
    since,
    startedAt,
    queued,
    ...(lastEvent === '' ? {} : { last: { type: lastEvent, at: lastAt } }),
    timers: store
      .timersOf(address)
      .map(timer => ({ event: (JSON.parse(timer.event) as { type: string }).type, at: timer.due })),
    ...(problem === null ? {} : { error: { message: problem, at: lastAt } }),
  };
}

export function journalEntry({ seq, at, event, value, path, hash, code }: JournalRecord): JournalEntry {
  const parsed = JSON.parse(event) as JournalEntry['event'];
  const from = parsed['from'];
  return {
    seq,
    at,
    event: parsed,
    ...(typeof from === 'string' ? { source: from } : {}),
    to: JSON.parse(value) as Json,
    path: JSON.parse(path) as JournalEntry['path'],
    hash,
    codeHash: code,
  };
}

export function chatMessage({
  id,
  turn,
  role,
  text,
  at,
  toolCalls,
  tool,
  failed,
  isSetAside,
}: ReadMessage): ChatMessage {
  return {
    id,
    turn,
    role,
    text,
    at,
    ...(toolCalls ? { toolCalls: toolCalls.map(({ callId, name }) => ({ callId, name })) } : {}),
    ...(tool === undefined ? {} : { tool }),
    ...(failed === undefined ? {} : { failed }),
    ...(isSetAside ? { isSetAside } : {}),
  };
}

function stateValue({ state }: ActorRecord): Json {
  return (JSON.parse(state) as { readonly value: Json }).value;
}
