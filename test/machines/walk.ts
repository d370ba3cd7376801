/**
 * Every way through a chart, breadth first, and what must hold on all of them.
 *
 * Stands that differ only in what does not steer the chart (ids, counts beyond a limit) are one: `view` says what of
 * the context counts.
 */
import assert from 'node:assert/strict';
import type { AnyStateMachine, AnyStateNode, ContextFrom } from 'xstate';
import { type Event, persisted } from '../../src/actors/runtime/step.ts';
import type { Failure } from '../../src/domain/supervision/failure.ts';
import { begin, type Part, type Stand } from './play.ts';

export interface WalkOptions<Machine extends AnyStateMachine> {
  readonly machine: Machine;
  readonly address: string;
  readonly parent?: string;
  /** Where walks begin: one chart may be born in several ways. */
  readonly inputs: readonly object[];
  /** What may come from outside in this stand. */
  readonly events: (stand: Stand<Machine>) => readonly Event[];
  /** What a live child of each `src` may end with. */
  readonly outputs: { readonly [src: string]: (stand: Stand<Machine>) => readonly unknown[] };
  /** How a live child of each `src` may fail; child machines do not. */
  readonly failures: { readonly [src: string]: readonly Failure[] };
  /** What of the context steers the chart, where it stands. */
  readonly view: (context: ContextFrom<Machine>, leaf: string) => unknown;
  /** More stands than this are a mistake in `view`. */
  readonly limit?: number;
}

export interface Edge<Machine extends AnyStateMachine> {
  readonly from: Stand<Machine> | undefined;
  readonly event: Event;
  readonly to: Reached<Machine>;
  readonly fromKey: string;
  readonly toKey: string;
  /** The same move from the same stand, restored. */
  make(from: Stand<Machine>): Stand<Machine>;
}

/** What is kept of where a move led: hundreds of thousands of whole stands are more than a small machine holds. */
type Reached<Machine extends AnyStateMachine> = Pick<
  Stand<Machine>,
  'leaf' | 'context' | 'children' | 'effects' | 'path' | 'at'
>;

export interface Walk<Machine extends AnyStateMachine> {
  readonly machine: Machine;
  readonly stands: ReadonlyMap<string, Stand<Machine>>;
  readonly edges: readonly Edge<Machine>[];
  /** Names of the transitions that were taken. */
  readonly taken: ReadonlySet<string>;
}

/** Walks a chart. Throws what the chart throws, with the way that led there. */
export function walk<Machine extends AnyStateMachine>(options: WalkOptions<Machine>): Walk<Machine> {
  const { machine, address, parent, inputs, view, limit = 20_000 } = options;
  const names = transitionNames(machine);
  const stands = new Map<string, Stand<Machine>>();
  /** Each key once: those of all edges are more than a small machine holds. */
  const keys = new Map<string, string>();
  const edges: Edge<Machine>[] = [];
  const taken = new Set<string>();
  const queue: { readonly stand: Stand<Machine>; readonly key: string; readonly way: readonly string[] }[] = [];

  const note = (transitions: readonly object[]) => {
    for (const transition of transitions) {
      const name = names.get(transition);
      if (name !== undefined) taken.add(name);
    }
  };
  const arrive = (
    to: Stand<Machine>,
    edge: Omit<Edge<Machine>, 'to' | 'toKey'>,
    birth: number,
    way: readonly string[],
  ) => {
    const sources = Object.values(to.children).map(({ src }) => src);
    const written = JSON.stringify([
      birth,
      to.snapshot.value,
      sources.toSorted(),
      Object.keys(to.timers),
      view(to.context, to.leaf),
    ]);
    const key = keys.get(written) ?? written;
    keys.set(key, key);
    const { leaf, context, children, effects, path, at } = to;
    edges.push({ ...edge, to: { leaf, context, children, effects, path, at }, toKey: key });
    if (stands.has(key)) return;
    stands.set(key, to);
    if (stands.size > limit) throw new Error(`more than ${limit} stands; the last: ${key}`);
    if (to.status === 'active') queue.push({ stand: to, key, way });
  };

  for (const [index, input] of inputs.entries()) {
    const part: Part<Machine> = { machine, address, input, parent };
    const to = begin(part, note);
    arrive(to, { from: undefined, event: { type: 'xstate.init' }, fromKey: '', make: () => begin(part) }, index, []);
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { stand, key, way } = next;
      for (const { event, make } of moves(stand, options)) {
        const trail = [...way, event.type];
        let to: Stand<Machine>;
        try {
          to = make(stand);
        } catch (error) {
          throw new Error(`${trail.join(' → ')}: ${(error as Error).message}`, { cause: error });
        }
        arrive(to, { from: stand, event, fromKey: key, make }, index, trail);
      }
    }
  }
  return { machine, stands, edges, taken };
}

/** Something that may happen next. `id`: of the child that ends, of the timer that fires. */
export interface Move<Machine extends AnyStateMachine> {
  readonly kind: 'message' | 'end' | 'failure' | 'timer';
  readonly id: string;
  readonly event: Event;
  make(from: Stand<Machine>): Stand<Machine>;
}

/** Everything that may happen next. */
export function moves<Machine extends AnyStateMachine>(
  stand: Stand<Machine>,
  { events, outputs, failures }: WalkOptions<Machine>,
): readonly Move<Machine>[] {
  const children = Object.entries(stand.children);
  return [
    ...events(stand).map(event => ({
      kind: 'message' as const,
      id: '',
      event,
      make: (from: Stand<Machine>) => from.send(event),
    })),
    ...children.flatMap(([id, { src }]) =>
      (outputs[src]?.(stand) ?? []).map(output => ({
        kind: 'end' as const,
        id,
        event: { type: `xstate.done.actor.${id}`, output },
        make: (from: Stand<Machine>) => from.ends(id, output),
      })),
    ),
    ...children.flatMap(([id, { src }]) =>
      (failures[src] ?? []).map(failure => ({
        kind: 'failure' as const,
        id,
        event: { type: `xstate.error.actor.${id}`, error: failure },
        make: (from: Stand<Machine>) => from.fails(id, failure),
      })),
    ),
    ...Object.entries(stand.timers).map(([id, { event }]) => ({
      kind: 'timer' as const,
      id,
      event,
      make: (from: Stand<Machine>) => from.fires(id),
    })),
  ];
}

// ── what must hold ──────────────────────────────────────────────────────────────────────────────────

/** States that no way enters. */
export function unreached<Machine extends AnyStateMachine>({ machine, stands, edges }: Walk<Machine>): string[] {
  const seen = new Set<string>([machine.id]);
  for (const { to } of edges)
    for (const [source, target] of to.path) for (const id of [source, target]) withParents(id, seen);
  for (const { leaf } of stands.values())
    for (const branch of leaf.split(',')) withParents(`${machine.id}.${branch}`, seen);
  return nodesOf(machine)
    .map(({ id }) => id)
    .filter(id => !seen.has(id));
}

/** Stands that have not ended and from which no way leads to a rest or an end. */
export function traps<Machine extends AnyStateMachine>({ stands, edges }: Walk<Machine>): string[] {
  const into = new Map<string, string[]>();
  for (const { fromKey, toKey } of edges) {
    const before = into.get(toKey);
    if (before) before.push(fromKey);
    else into.set(toKey, [fromKey]);
  }
  const leads = new Set(
    edges.filter(({ fromKey, toKey, to }) => fromKey !== toKey || to.effects.length > 0).map(({ fromKey }) => fromKey),
  );
  const fine = new Set<string>();
  const queue = [...stands]
    .filter(([key, { status, tags }]) => status !== 'active' || (tags.includes('resting') && leads.has(key)))
    .map(([key]) => key);
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    if (fine.has(key)) continue;
    fine.add(key);
    for (const before of into.get(key) ?? []) queue.push(before);
  }
  return [...stands.keys()].filter(key => !fine.has(key));
}

/** Stands that wait for nothing: no rest, no timer, no child that is alive. The host would call them wedged. */
export function waitsForNothing<Machine extends AnyStateMachine>({ stands }: Walk<Machine>): string[] {
  return [...stands.values()]
    .filter(
      ({ status, tags, timers, children }) =>
        status === 'active' &&
        !tags.includes('resting') &&
        Object.keys(timers).length === 0 &&
        Object.keys(children).length === 0,
    )
    .map(({ leaf }) => leaf);
}

/** Ends that do not say how it went. */
export function silentEnds<Machine extends AnyStateMachine>({ stands }: Walk<Machine>): string[] {
  return [...stands.values()]
    .filter(({ status, output }) => {
      const { outcome } = (output ?? {}) as { readonly outcome?: unknown };
      return status !== 'active' && (typeof outcome !== 'string' || outcome === '');
    })
    .map(({ leaf }) => leaf);
}

/**
 * In every stand and for all that may happen next: saved as JSON and loaded again it does the very same. Answers how
 * many steps were compared.
 */
export function sameAfterRestart<Machine extends AnyStateMachine>(
  { machine, edges }: Walk<Machine>,
  most = Number.POSITIVE_INFINITY,
): number {
  const restored = new Map<Stand<Machine>, Stand<Machine>>();
  const compared = new Map<string, number>();
  for (const { from, event, to, make } of edges) {
    if (!from) continue;
    const kind = `${from.leaf} < ${event.type} > ${to.leaf}`;
    const times = compared.get(kind) ?? 0;
    if (times >= most) continue;
    compared.set(kind, times + 1);
    const again = restored.get(from) ?? from.restored();
    restored.set(from, again);
    const did = (stand: Stand<Machine>) => JSON.stringify([stand.effects, persisted(machine, stand.snapshot)]);
    assert.equal(did(make(again)), did(make(from)), `${from.leaf} < ${event.type}`);
  }
  return [...compared.values()].reduce((sum, times) => sum + times, 0);
}

/** How many of the chart's transitions were taken, and the names of those that were not. */
export function coverage(
  machine: AnyStateMachine,
  ...taken: readonly ReadonlySet<string>[]
): { readonly of: number; readonly share: number; readonly text: string; readonly missing: readonly string[] } {
  const all = [...transitionNames(machine).values()];
  const missing = all.filter(name => !taken.some(set => set.has(name)));
  const seen = all.length - missing.length;
  const share = seen / all.length;
  const text = `${machine.id}: ${seen} of ${all.length} transitions (${(share * 100).toFixed(1)} %)`;
  return { of: all.length, share, text, missing };
}

// ── the chart as XState holds it ────────────────────────────────────────────────────────────────────

/** Every transition by a name that is the same in a copy of the chart: `session.idle turn.aborted 0`. */
export function transitionNames(machine: AnyStateMachine): ReadonlyMap<object, string> {
  const names = new Map<object, string>();
  for (const node of nodesOf(machine)) {
    for (const [event, list] of node.transitions)
      for (const [index, transition] of list.entries()) names.set(transition, `${node.id} ${event} ${index}`);
    for (const [index, transition] of (node.always ?? []).entries())
      names.set(transition, `${node.id} always ${index}`);
  }
  return names;
}

export function nodesOf(machine: AnyStateMachine): readonly AnyStateNode[] {
  const nodes: AnyStateNode[] = [];
  const visit = (node: AnyStateNode) => {
    nodes.push(node);
    for (const child of Object.values(node.states)) visit(child);
  };
  visit(machine.root);
  return nodes;
}

function withParents(id: string, into: Set<string>): void {
  for (let name = id; name.includes('.'); name = name.slice(0, name.lastIndexOf('.'))) into.add(name);
}
