/**
 * The server over one session whose journal goes round and round, as long as it is wished, with whatever is wished to
 * be wrong in it.
 */
import type { ActorRow, JournalEntry } from '../../../../../src/domain/supervision/view.ts';
import { sessionMachine } from '../../../../../src/machines/session/chart.ts';
import { row, type StubAgent, stubAgent } from '../../../stub-agent.ts';
import { type Served, serve } from '../../../visitor.ts';

/** The one actor there is. */
export const id = 'session:web:7f2c';

export interface Scene {
  readonly from?: number;
  readonly count?: number;
  readonly change?: Partial<ActorRow>;
  readonly reader?: Partial<StubAgent['reader']>;
  readonly isGone?: boolean;
}

const walk: readonly (readonly [string, string, string])[] = [
  ['idle', 'thinking.recalling', 'message.received'],
  ['thinking.recalling', 'thinking.completing', 'xstate.done.actor.recall'],
  ['thinking.completing', 'acting.running', 'xstate.done.actor.completion'],
  ['acting.running', 'thinking.completing', 'xstate.done.actor.call-1'],
  ['thinking.completing', 'evaluating', 'xstate.done.actor.completion'],
  ['evaluating', 'idle', 'xstate.done.actor.evaluation'],
];

/** A leaf as XState has it. */
export function valueAt(leaf: string): JournalEntry['to'] {
  const [outer = '', inner] = leaf.split('.');
  return inner === undefined ? outer : { [outer]: inner };
}

export function sceneOf({ from = 1, count = 24, change = {}, reader = {}, isGone = false }: Scene): Promise<Served> {
  const agent = stubAgent();
  const now = Date.now();
  const entries = Array.from({ length: count }, (_, index): JournalEntry => {
    const seq = from + index;
    const [source, target, type] = walk[index % walk.length] ?? ['idle', 'idle', 'tick'];
    return {
      seq,
      at: now - (count - index) * 700,
      event: { type },
      from: source,
      leaf: target,
      to: valueAt(target),
      path: [[`session.${source}`, `session.${target}`, type]],
      asked: ['send channel:web delivery.queued'],
      hash: 'h',
      codeHash: 'c',
    };
  });
  const last = entries.at(-1);
  agent.rows.clear();
  const shown: ActorRow = {
    ...row(id, last?.seq),
    label: 'web:7f2c',
    value: last?.to ?? 'idle',
    leaf: last?.leaf ?? 'idle',
    tags: ['busy'],
    since: now - 700,
    startedAt: now - 60_000,
    ...change,
  };
  if (!isGone) agent.rows.set(id, shown);
  return serve({
    agent: {
      ...agent,
      reader: {
        ...agent.reader,
        machines: [sessionMachine],
        state: () => ({ ...agent.reader.state(), now: Date.now() }),
        journal: (asked, { before = Number.MAX_SAFE_INTEGER, limit }) => {
          if (asked !== id) return undefined;
          const older = entries.filter(({ seq }) => seq < before);
          const page = older.slice(-limit);
          return { entries: page, next: older.length > limit && page[0] ? page[0].seq : undefined };
        },
        at: (_, seq) => ({
          seq,
          snapshot: { value: valueAt('acting.running'), context: { steps: seq } },
          prev: { value: 'idle', context: {} },
          verified: true,
          ms: 1,
        }),
        restartPreview: async () => ({
          again: ['completion'],
          notAgain: ['execution'],
          fresh: { messages: ['water the beds'], cut: ['Run “sleep 300”.'], unbegun: [] },
        }),
        ...reader,
      },
    },
  });
}
