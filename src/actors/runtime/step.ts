/**
 * A machine and an event become the next snapshot and the effects it asks for, as data.
 *
 * `machine.transition(snapshot, event, scope)` is XState's own `ActorLogic` contract. Given a scope that records
 * actions instead of executing them it is a pure function. This is the only file that knows XState's insides; what it
 * leans on is pinned by test/actors/runtime/step.test.ts (upgrade xstate alone, with that test).
 */
import { type AnyMachineSnapshot, type AnyStateMachine, createEmptyActor, getStateNodes } from 'xstate';
import type { ActorEvent } from '../../ports/host.ts';

/** A stamped event as charts see it: `at` and `id` are the host's. */
export type Event = ActorEvent;

/** Where a message goes: to an address, or to a child that this very step starts. */
export type Target = { readonly address: string } | { readonly child: string };

/** What a step asks for. `write` is a custom action of the chart: a domain write within the commit. */
export type Effect =
  | { readonly kind: 'send'; readonly to: Target; readonly event: Event }
  | {
      readonly kind: 'schedule';
      readonly id: string | undefined;
      readonly to: Target;
      readonly event: Event;
      readonly delayMs: number;
    }
  | { readonly kind: 'cancel'; readonly id: string }
  | { readonly kind: 'start'; readonly childId: string; readonly src: string; readonly input: unknown }
  | { readonly kind: 'stop'; readonly childId: string }
  | { readonly kind: 'emit'; readonly event: Event }
  | { readonly kind: 'write'; readonly name: string; readonly params: unknown };

/** The children of an actor by the id its chart gave them. */
export type Children = { readonly [childId: string]: { readonly address: string; readonly src: string } };

/** One microstep: source state id, target state id, event type. */
export type PathStep = readonly [source: string, target: string, event: string];

export interface Step {
  readonly snapshot: AnyMachineSnapshot;
  readonly effects: readonly Effect[];
  readonly path: readonly PathStep[];
}

/** A recording scope for one actor. Making one costs more than a step, so a live actor keeps its own. */
export interface Recorder {
  readonly scope: unknown;
  begin(): void;
  end(snapshot: AnyMachineSnapshot, known: Children): Step;
}

/** Makes the scope an actor computes its steps in. `address` is its own, `parent` its parent's. */
export function recorder(address: string, parent: string | null): Recorder {
  let actions: { type: string; params: unknown }[] = [];
  let path: PathStep[] = [];
  const system = Object.create(inert.system as object, {
    get: { value: (target: string) => reference(target) },
    _sendInspectionEvent: { value: (event: Microstep) => walked(event, path) },
  });
  const self = Object.create(inert as object, {
    id: { value: address },
    sessionId: { value: address },
    system: { value: system },
    _parent: { value: parent === null ? undefined : reference(parent) },
  });
  const nothing = () => {};
  const scope = {
    self,
    system,
    id: address,
    sessionId: address,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: (action: { type: string; params: unknown }) => actions.push(action),
  };
  return {
    scope,
    begin() {
      actions = [];
      path = [];
    },
    end(snapshot, known) {
      if (snapshot.status === 'error') throw snapshot.error;
      const effects: Effect[] = [];
      const started: Record<string, string> = {};
      for (const action of actions) {
        const effect = asEffect(action, address);
        if (effect?.kind === 'start') started[effect.childId] = effect.src;
        if (effect) effects.push(effect);
      }
      for (const id of Object.keys(snapshot.children))
        if (started[id] === undefined && !known[id])
          throw new Error(`${id} was spawned inside assign; use spawnChild, which can be recorded`);
      return { snapshot, effects, path };
    },
  };
}

/** The first step of a new actor. Throws what the chart throws. */
export function firstStep(machine: AnyStateMachine, record: Recorder, input: unknown): Step {
  record.begin();
  return record.end(machine.getInitialSnapshot(record.scope as never, input as never), {});
}

/**
 * The step an event makes. `children` are those of `snapshot`. Throws what the chart throws; nothing has happened then.
 */
export function nextStep(
  machine: AnyStateMachine,
  record: Recorder,
  snapshot: AnyMachineSnapshot,
  event: Event,
  children: Children,
): Step {
  record.begin();
  return record.end(machine.transition(snapshot, event as never, record.scope as never), children);
}

/**
 * A snapshot as plain data, without its children: they are rows of their own. Stringify it at once, it shares the live
 * context.
 */
export function persisted(machine: AnyStateMachine, snapshot: AnyMachineSnapshot): object {
  const { status, output, error, value, context, historyValue } = snapshot;
  // XState's own walks every context for references to actors, which ours never hold; it is called if a chart has a
  // history
  if (Object.keys(historyValue).length > 0)
    return withoutChildren(machine.getPersistedSnapshot(snapshot as never) as never);
  return { status, output, error, value, historyValue, context };
}

function withoutChildren({ children: _, ...state }: { readonly children: unknown }): object {
  return state;
}

/**
 * A stored state becomes a snapshot again. Throws when the machine does not know the state. `state` must be freshly
 * parsed.
 */
export function load(
  machine: AnyStateMachine,
  record: Recorder,
  state: unknown,
  children: Children,
): AnyMachineSnapshot {
  // without the context, which XState would walk for references to actors; ours hold none
  const bare = { ...(state as object), context: {}, children: {} };
  const snapshot = machine.restoreSnapshot(bare as never, record.scope as never);
  snapshot.context = (state as Pick<AnyMachineSnapshot, 'context'>).context;
  return withChildren(snapshot, children);
}

/** Puts stand-ins for the given children into a snapshot; what a step leaves behind are half-made actors of XState. */
export function withChildren(snapshot: AnyMachineSnapshot, children: Children): AnyMachineSnapshot {
  const stand: Record<string, unknown> = {};
  for (const id in children) stand[id] = standInFor(id, children[id] as Children[string]);
  (snapshot as { children: unknown }).children = stand;
  return snapshot;
}

/** Made once for each child: an actor may have many, and keeps them over many steps. */
function standInFor(id: string, child: Children[string]): unknown {
  const known = standIns.get(child);
  if (known) return known;
  const made = reference(child.address, id, child.src);
  standIns.set(child, made);
  return made;
}

/** By the child as it stands in `Children`, where it keeps its id. */
const standIns = new WeakMap<Children[string], ReturnType<typeof reference>>();

/**
 * What the states that a snapshot stands in invoke, as their entry would start it; `event` is what their inputs are
 * computed from.
 */
export function activeInvokes(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: Event,
): readonly { readonly childId: string; readonly src: string; readonly input: unknown }[] {
  const args = { context: snapshot.context, event, self: undefined };
  return activeNodes(machine, snapshot).flatMap(node =>
    node.invoke.map(({ id, src, input }) => ({
      childId: id,
      src: String(src),
      input: typeof input === 'function' ? (input as (of: object) => unknown)(args) : input,
    })),
  );
}

/** The timers that the states of a snapshot set on entry: `after`, by the event they send. */
export function activeTimers(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  event: Event,
): readonly { readonly id: string; readonly delayMs: number }[] {
  const args = { context: snapshot.context, event };
  const { delays } = machine.implementations as { readonly delays: Readonly<Record<string, unknown>> };
  return activeNodes(machine, snapshot).flatMap(node =>
    node.after.map(({ eventType, delay }) => {
      const named: unknown = typeof delay === 'string' ? delays[delay] : delay;
      const ms: unknown = typeof named === 'function' ? (named as (of: object) => unknown)(args) : named;
      return { id: eventType, delayMs: Number(ms) };
    }),
  );
}

/** How long the chart says an actor stays in a leaf (`meta.expectMs`, the innermost that says so). */
export function expectedMs(machine: AnyStateMachine, leaf: string): number | undefined {
  let expected: number | undefined;
  let node: AnyStateMachine['root'] | undefined = machine.root;
  for (const key of leaf.split('.')) {
    node = node?.states[key] as AnyStateMachine['root'] | undefined;
    expected = (node?.meta as { readonly expectMs?: number } | undefined)?.expectMs ?? expected;
  }
  return expected;
}

function activeNodes(machine: AnyStateMachine, { value }: AnyMachineSnapshot) {
  return getStateNodes(machine.root, value);
}

/** `thinking.completing`, several regions joined by a comma. */
export function leafOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return Object.entries(value as Record<string, unknown>)
    .map(([key, inner]) => {
      const leaf = leafOf(inner);
      return leaf === '' ? key : `${key}.${leaf}`;
    })
    .join(',');
}

type Microstep = {
  readonly type: string;
  readonly event: { readonly type: string };
  readonly _transitions?: readonly {
    readonly source: { readonly id: string };
    readonly target?: readonly { readonly id: string }[];
  }[];
};

function walked(inspection: Microstep, path: PathStep[]): void {
  if (inspection.type !== '@xstate.microstep') return;
  for (const { source, target } of inspection._transitions ?? [])
    path.push([source.id, target?.[0]?.id ?? source.id, inspection.event.type]);
}

const inert = createEmptyActor();
const saved = { status: 'active' };

/** Stands in for an actor that is a row of its own: routed to, never run. */
function reference(address: string, id = address, src?: string) {
  return {
    id,
    address,
    src,
    sessionId: address,
    send() {},
    _send() {},
    getSnapshot: () => undefined,
    getPersistedSnapshot: () => saved,
    toJSON: () => ({ xstate$$type: 1, id }),
  };
}

type Routed = { readonly address?: string; readonly id: string };

function asEffect(action: { type: string; params: unknown }, self: string): Effect | undefined {
  const params = action.params as {
    readonly id: string;
    readonly to: Routed;
    readonly event: Event;
    readonly delay?: number;
    readonly sendId: string;
    readonly src: unknown;
    readonly actorRef: { readonly id: string };
    readonly input: unknown;
  };
  switch (action.type) {
    case 'xstate.raise': // without a delay it was handled inside the macrostep
      return typeof params.delay === 'number'
        ? { kind: 'schedule', id: params.id, to: { address: self }, event: params.event, delayMs: params.delay }
        : undefined;
    case 'xstate.sendTo':
      return typeof params.delay === 'number'
        ? { kind: 'schedule', id: params.id, to: route(params.to, self), event: params.event, delayMs: params.delay }
        : { kind: 'send', to: route(params.to, self), event: params.event };
    case 'xstate.cancel':
      return { kind: 'cancel', id: params.sendId };
    case 'xstate.spawnChild': // `id` may be a function: the resolved one is on the ref
      if (typeof params.src !== 'string')
        throw new Error('an actor given inline cannot be durable; name it in setup()');
      return { kind: 'start', childId: params.actorRef.id, src: params.src, input: params.input };
    case 'xstate.stopChild':
      return action.params ? { kind: 'stop', childId: params.id } : undefined;
    case 'xstate.emit':
      return { kind: 'emit', event: params.event };
    case 'xstate.log':
      return undefined;
    default:
      return { kind: 'write', name: action.type, params: action.params };
  }
}

function route(target: Routed, self: string): Target {
  if (target.address !== undefined) return { address: target.address };
  return target.id === self ? { address: self } : { child: target.id };
}
