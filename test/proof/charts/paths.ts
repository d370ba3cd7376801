/**
 * The shortest paths through a chart as an agent can go them: to every state, and over every transition that lies on
 * none of these.
 *
 * `xstate/graph` finds them. What it walks over is not the chart alone but an actor with what it waits for
 * (test/machines/play.ts), since in an agent a lookup answers at once, and of two timers the earlier one fires first.
 */
import type { ActorLogic, AnyStateMachine, EventObject, Snapshot } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { begin, type Part, type Stand } from '../../machines/play.ts';
import { type Move, moves, transitionNames, type WalkOptions } from '../../machines/walk.ts';

export interface HostWays {
  readonly ways: WalkOptions<AnyStateMachine>;
  /** What it invokes that answers within the step, and what is an actor of its own. All else are effects. */
  readonly lookups: ReadonlySet<string>;
  readonly machines: ReadonlySet<string>;
}

/** A way through a chart, from its birth with one of its inputs. */
export interface Path {
  readonly input: object;
  readonly steps: readonly { readonly move: Move<AnyStateMachine>; readonly to: Stand }[];
  readonly birth: Stand;
  /** Names of the transitions it takes. */
  readonly taken: ReadonlySet<string>;
}

export interface Paths {
  readonly paths: readonly Path[];
  /** Places that were looked at. */
  readonly places: number;
  /** States, by their leaves. */
  readonly leaves: number;
}

/** Where an actor stands, as `xstate/graph` walks over it. */
type Place = Snapshot<unknown> & { readonly stand: Stand; readonly taken: readonly string[] };
type Next = EventObject & { readonly move: Move<AnyStateMachine>; readonly name: string };

export function shortestPaths(options: HostWays): Paths {
  const { machine, address, parent, inputs, view } = options.ways;
  const names = transitionNames(machine);
  const leaves = new Map<string, Route>();
  const over = new Map<string, Route>();
  let places = 0;

  let heard: string[] = [];
  const taking = (make: () => Stand): Place => {
    heard = [];
    const stand = make();
    return { status: 'active', output: undefined, error: undefined, stand, taken: heard };
  };
  const birthOf = (input: object): Place => {
    const part: Part<AnyStateMachine> = { machine, address, input, stepMs: 0, parent: parent || undefined };
    const note = (transitions: readonly object[]) => {
      heard.push(...transitions.flatMap(transition => names.get(transition) ?? []));
    };
    return taking(() => begin(part, note));
  };
  const keyOf = ({ stand }: Place) => {
    const timers = Object.entries(stand.timers).toSorted(([, a], [, b]) => a.due - b.due);
    return JSON.stringify([
      stand.snapshot.value,
      ...[Object.values(stand.children).map(({ src }) => src), timers.map(([id]) => id)],
      view(stand.context, stand.leaf),
    ]);
  };

  for (const input of inputs) {
    const edges: { readonly from: string; readonly name: string; readonly taken: readonly string[] }[] = [];
    const logic = {
      transition(place: Place, { move, name }: Next) {
        const to = taking(() => move.make(place.stand));
        edges.push({ from: keyOf(place), name, taken: to.taken });
        return to;
      },
    } as unknown as ActorLogic<Place, Next>;
    const found = getShortestPaths(logic, {
      fromState: birthOf(input),
      serializeState: keyOf,
      serializeEvent: ({ name }: Next) => name,
      events: ({ stand }: Place) => possible(stand, options),
    });
    places += found.length;
    const routes = new Map<string, Route>();
    for (const { state, steps } of found) {
      const route: Route = { input, names: steps.slice(1).map(({ event }) => event.name) }; // the first one is its birth
      routes.set(keyOf(state), route);
      keepShortest(leaves, state.stand.leaf, route);
    }
    for (const { from, name, taken } of edges) {
      const before = routes.get(from);
      if (before) for (const one of taken) keepShortest(over, one, { input, names: [...before.names, name] });
    }
  }

  /**
   * The route once more, now with all that is there on the way; lookups that are open in its end are answered, since no
   * agent stops there.
   */
  const gone = ({ input, names: wanted }: Route): Path => {
    const birth = birthOf(input);
    const steps: { readonly move: Move<AnyStateMachine>; readonly to: Stand }[] = [];
    const taken = new Set(birth.taken);
    const left = [...wanted];
    for (let stand = birth.stand; ; ) {
      const name = left.shift();
      if (name === undefined && lookupOf(stand, options.lookups) === undefined)
        return { input, birth: birth.stand, steps, taken };
      const next = possible(stand, options).find(one => name === undefined || one.name === name);
      if (!next)
        throw new Error(
          `${machine.id}: ${name} cannot happen in ${stand.leaf}; the view leaves out something that steers`,
        );
      const place = taking(() => next.move.make(stand));
      for (const one of place.taken) taken.add(one);
      stand = place.stand;
      steps.push({ move: next.move, to: stand });
    }
  };
  const routes = withoutBeginnings([...leaves.values(), ...over.values()]);
  return { paths: routes.map(gone), places, leaves: leaves.size };
}

/** The names of what happens, one after the other. */
interface Route {
  readonly input: object;
  readonly names: readonly string[];
}

function keepShortest(kept: Map<string, Route>, name: string, route: Route): void {
  const before = kept.get(name);
  if (!before || before.names.length > route.names.length) kept.set(name, route);
}

/** What may happen next in an agent. */
function possible(stand: Stand, { ways, lookups, machines }: HostWays): readonly Next[] {
  if (stand.status !== 'active') return [];
  const asked = lookupOf(stand, lookups);
  const due = Math.min(...Object.values(stand.timers).map(timer => timer.due));
  const first = Object.values(stand.timers).filter(timer => timer.due === due).length;
  return moves(stand, ways)
    .filter(({ kind, id }) => {
      if (asked !== undefined) return id === asked && kind !== 'timer';
      if (kind === 'timer') return first === 1 && stand.timers[id]?.due === due;
      return kind !== 'failure' || !machines.has(stand.children[id]?.src ?? '');
    })
    .map((move, index) => ({ type: move.event.type, move, name: `${index} ${move.event.type}` }));
}

function lookupOf(stand: Stand, lookups: ReadonlySet<string>): string | undefined {
  return Object.entries(stand.children).find(([, { src }]) => lookups.has(src))?.[0];
}

/** Routes that are the beginning of another are gone with it. */
function withoutBeginnings(routes: readonly Route[]): readonly Route[] {
  const kept: { readonly text: string; readonly route: Route }[] = [];
  for (const route of routes.toSorted((a, b) => b.names.length - a.names.length)) {
    const text = [JSON.stringify(route.input), ...route.names, ''].join('\n');
    if (!kept.some(one => one.text.startsWith(text))) kept.push({ text, route });
  }
  return kept.map(({ route }) => route);
}
