/**
 * The running agent in the words of Stately's inspector, for an owner who has switched this on: the wire format of
 * `@statelyai/inspect`. It only tells; nothing comes back.
 *
 * Who joins late first gets one actor and one snapshot for each actor that lives, then what is committed, step by step.
 */
import type { AnyStateMachine } from 'xstate';
import type { ActorRow, JournalEntry } from '../../src/domain/supervision/view.ts';
import { defined, type Json } from '../../src/domain/text/json.ts';
import type { Encode } from '../http/reply.ts';
import type { Watched } from '../watched.ts';

export interface StatelyExport {
  /** Calls `take` with each message as JSON text, beginning at once. */
  follow(take: (text: string) => void): StatelyFollower;
}

export interface StatelyFollower {
  /** Tells of every live actor once more; answers in how many messages. */
  announce(): number;
  end(): void;
}

/** The version of `@statelyai/inspect` whose messages these are. */
const statelyVersion = '0.7.2';

export function statelyExport(
  reader: Pick<Watched, 'state' | 'snapshot' | 'watch' | 'machines'>,
  encode: Encode,
): StatelyExport {
  const machines = new Map(reader.machines?.map(machine => [machine.id, machine]));
  /** As they go over the wire: a definition is long, and the same for every actor of its machine. */
  const definitions = new Map<string, string>();

  function definitionOf(name: string): string {
    const machine = machines.get(name);
    const known = definitions.get(name) ?? encode(machine ? definition(machine) : JSON.stringify({ id: name }));
    definitions.set(name, known);
    return known;
  }

  return {
    follow(take) {
      const known = new Map<string, ActorRow>();

      function announce(): number {
        const { actors, now } = reader.state();
        const live = actors.filter(row => !isOver(row));
        for (const row of live) known.set(row.id, row);
        for (const row of eldersFirst(live)) {
          tellActor(row, now);
          tell('@xstate.snapshot', row, now, { event: { type: '' }, snapshot: stateOf(row) });
        }
        return live.length * 2;
      }

      function takeRow(row: ActorRow): void {
        const before = known.get(row.id);
        if (!before && isOver(row) && row.rev > 1) return;
        known.set(row.id, row);
        const at = row.last?.at ?? row.since;
        if (!before) tellActor(row, at);
        // without a step of its own: set aside, or ended with its parent
        else if (before.rev === row.rev && before.status !== row.status)
          tell('@xstate.snapshot', row, at, { event: { type: '' }, snapshot: stateOf(row) });
      }

      function takeStep(row: ActorRow, { seq, at, event, source, to }: JournalEntry): void {
        const sourceId = source !== undefined && known.has(source) ? { sourceId: source } : {};
        tell('@xstate.event', row, at, { event, ...sourceId, id: `${row.id}#${seq}` });
        // of a state that is past already only its value is known
        const snapshot = row.rev === seq ? stateOf(row) : { status: 'active', value: to };
        tell('@xstate.snapshot', row, at, { event, snapshot, id: `${row.id}#${seq}` });
        if (isOver(row)) known.delete(row.id);
      }

      function tellActor(row: ActorRow, at: number): void {
        const { id, parent, machine } = row;
        const text = message('@xstate.actor', row, at, {
          name: id,
          snapshot: stateOf(row),
          ...defined({ parentId: parent }),
        });
        take(`${text.slice(0, -1)},"definition":${definitionOf(machine)}}`);
      }

      function tell(type: string, row: ActorRow, at: number, more: Readonly<Record<string, unknown>>): void {
        take(message(type, row, at, more));
      }

      function message(type: string, { id }: ActorRow, at: number, more: Readonly<Record<string, unknown>>): string {
        const createdAt = String(at);
        return encode({ type, sessionId: id, rootId: rootOf(id), id, createdAt, _version: statelyVersion, ...more });
      }

      function rootOf(id: string): string {
        let root = id;
        for (let parent = known.get(id)?.parent; parent !== undefined; parent = known.get(parent)?.parent)
          root = parent;
        return root;
      }

      announce();
      const end = reader.watch(frame => {
        if (frame.type === 'row') takeRow(frame.row);
        else if (frame.type === 'gone') known.delete(frame.id);
        else if (frame.type === 'journal') {
          const row = known.get(frame.actor);
          if (row) takeStep(row, frame.entry);
        }
      });
      return { announce, end };
    },
  };

  /** What is stored, if it is still of that step. */
  function stateOf({ id, rev, status, value }: ActorRow): Readonly<Record<string, unknown>> {
    const stored = reader.snapshot(id);
    const { context, output, error } = (stored?.rev === rev ? stored.snapshot : {}) as Readonly<Record<string, Json>>;
    return { status: status === 'done' || status === 'stopped' ? status : 'active', value, context, output, error };
  }
}

/** A machine as it was written; what is code in it as its name. */
function definition({ config }: AnyStateMachine): string {
  return JSON.stringify(config, (_, value: unknown) => (typeof value === 'function' ? { type: value.name } : value));
}

function isOver({ status }: ActorRow): boolean {
  return status === 'done' || status === 'stopped';
}

/** A parent comes before its children. */
function eldersFirst(rows: readonly ActorRow[]): readonly ActorRow[] {
  const byId = new Map(rows.map(row => [row.id, row]));
  const depthOf = (row: ActorRow | undefined): number =>
    row?.parent === undefined ? 0 : 1 + depthOf(byId.get(row.parent));
  return rows.toSorted((a, b) => depthOf(a) - depthOf(b));
}
