/**
 * One actor without a host: each step gives a new stand, and the old one stays as it was.
 *
 * What the host would do between two steps is done here on data alone: events are stamped, live children and timers are
 * kept in mind. Nothing runs and nothing waits.
 */
import type { AnyMachineSnapshot, AnyStateMachine, ContextFrom, OutputFrom } from 'xstate';
import {
  type Children,
  type Effect,
  type Event,
  firstStep,
  leafOf,
  load,
  nextStep,
  type PathStep,
  persisted,
  type Recorder,
  recorder,
  type Step,
  type Target,
  withChildren,
} from '../../src/actors/runtime/step.ts';
import type { Failure } from '../../src/domain/supervision/failure.ts';
import { type StoredState, storedState } from '../../src/machines/stored.ts';

/** A chart, and who it is in a test. */
export interface Part<Machine extends AnyStateMachine> {
  readonly machine: Machine;
  readonly address: string;
  readonly parent?: string;
  readonly input: object;
  /** So much time passes with each step that no timer brings; a second without it. */
  readonly stepMs?: number;
}

/** Where an actor stands after a step, and what that step asked for. */
export interface Stand<Machine extends AnyStateMachine = AnyStateMachine> {
  /** `thinking.completing`. */
  readonly leaf: string;
  readonly context: ContextFrom<Machine>;
  readonly status: string;
  readonly output: OutputFrom<Machine> | undefined;
  readonly tags: readonly string[];
  readonly children: Children;
  /** The events of the timers that are set, by their ids: after how many ms, and at which instant. */
  readonly timers: { readonly [id: string]: { readonly event: Event; readonly delayMs: number; readonly due: number } };
  readonly effects: readonly Effect[];
  readonly path: readonly PathStep[];
  /** The stamp of the last event. */
  readonly at: number;
  readonly snapshot: AnyMachineSnapshot;

  /** The stand after an event. `at` and `id` are stamped unless given. Throws what the chart throws. */
  send(event: Event): Stand<Machine>;
  /** The stand after the end of a live child. */
  /** `more`: of the event, its instant for one. */
  ends(childId: string, output: unknown, more?: object): Stand<Machine>;
  fails(childId: string, failure: Failure, more?: object): Stand<Machine>;
  /** The stand after the only timer has fired, or the one whose id holds `part`. */
  fires(part?: string): Stand<Machine>;
  /** The same stand, saved as JSON and loaded again. */
  restored(): Stand<Machine>;

  /**
   * What the last step asked for, a line each: `start recall`, `write appendMessage owner m1`,
   * `send supervisor report.raised`.
   */
  readonly asked: readonly string[];
  /** The params of the last step's writes of one name. */
  wrote(name: string): readonly Params[];
  /** The events the last step sent to an address, or to a child by its id. */
  sent(to: string): readonly Event[];
  /** The input a child of the last step was started with. */
  started(childId: string): Params | undefined;
}

export type Params = Readonly<Record<string, unknown>>;

/** Called with each set of transitions a microstep took; XState's own objects. */
export type OnTransitions = (transitions: readonly object[]) => void;

/** The first stand of a new actor. Throws what the chart throws. */
export function begin<Machine extends AnyStateMachine>(part: Part<Machine>, onTransitions?: OnTransitions) {
  const record = listening(recorder(part.address, part.parent ?? null), onTransitions);
  const at = 1_000_000;
  const input = { ...part.input, address: part.address, at, id: 'born' };
  return standAfter(part, record, firstStep(part.machine, record, input), {
    seq: 1,
    at,
    children: {},
    timers: {},
    event: { type: 'xstate.init' },
  });
}

/** A stand as its row keeps it. */
export function storedAs<Machine extends AnyStateMachine>(machine: Machine, { snapshot }: Stand<Machine>): StoredState {
  return storedState(JSON.stringify(persisted(machine, snapshot)));
}

interface Before {
  readonly seq: number;
  readonly at: number;
  readonly children: Children;
  readonly timers: Stand['timers'];
  readonly event: Event;
}

function standAfter<Machine extends AnyStateMachine>(
  part: Part<Machine>,
  record: Recorder,
  { snapshot, effects, path }: Step,
  { seq, at, children: before, timers: set, event }: Before,
): Stand<Machine> {
  const { machine, address, stepMs = 1000 } = part;
  const children: Record<string, { address: string; src: string }> = { ...before };
  const timers: Record<string, { event: Event; delayMs: number; due: number }> = { ...set };
  for (const [index, effect] of effects.entries()) {
    if (effect.kind === 'start') children[effect.childId] = { address: `${effect.childId}~${seq}`, src: effect.src };
    if (effect.kind === 'stop') delete children[effect.childId];
    if (effect.kind === 'schedule')
      timers[effect.id ?? `${address}#${seq}.${index}`] = {
        event: effect.event,
        delayMs: effect.delayMs,
        due: at + effect.delayMs,
      };
    if (effect.kind === 'cancel') delete timers[effect.id];
  }
  for (const id of Object.keys(children)) if (!(id in snapshot.children)) delete children[id];
  withChildren(snapshot, children);

  const next = (raw: Event, from: AnyMachineSnapshot = snapshot, left = timers): Stand<Machine> => {
    const stamped: Event = { at: at + stepMs, id: `e${seq + 1}`, ...raw };
    const step = nextStep(machine, record, from, stamped, children);
    return standAfter(part, record, step, {
      seq: seq + 1,
      at: stamped['at'] as number,
      children,
      timers: left,
      event: stamped,
    });
  };
  const childNamed = (childId: string) => {
    const child = children[childId];
    if (!child) throw new Error(`${childId} is not a live child; there are: ${Object.keys(children).join(', ')}`);
    return { actorId: childId, from: child.address, id: `${child.address}!` };
  };

  const known = { ...before, ...children };
  const nameOf = (target: Target) => {
    if ('child' in target) return target.child;
    return Object.entries(known).find(([, child]) => child.address === target.address)?.[0] ?? target.address;
  };

  return {
    leaf: leafOf(snapshot.value),
    context: snapshot.context as ContextFrom<Machine>,
    status: snapshot.status,
    output: snapshot.output as OutputFrom<Machine> | undefined,
    tags: [...snapshot.tags],
    children,
    timers,
    effects,
    path,
    at,
    snapshot,
    send: raw => next(raw),
    ends: (childId, output, more) =>
      next({ type: `xstate.done.actor.${childId}`, output, ...childNamed(childId), ...more }),
    fails: (childId, error, more) =>
      next({ type: `xstate.error.actor.${childId}`, error, ...childNamed(childId), ...more }),
    fires(wanted = '') {
      const [id, timer] = Object.entries(timers).find(([name]) => name.includes(wanted)) ?? [];
      if (id === undefined || !timer) throw new Error(`no timer ${wanted} is set`);
      const { [id]: _, ...left } = timers;
      return next({ at: Math.max(at, timer.due), ...timer.event }, snapshot, left);
    },
    restored() {
      const saved = JSON.parse(JSON.stringify(persisted(machine, snapshot))) as object;
      const again = load(machine, record, saved, children);
      return standAfter(part, record, { snapshot: again, effects, path }, { seq, at, children, timers, event });
    },
    get asked() {
      return effects.flatMap(effect => line(effect, event, nameOf));
    },
    wrote: name =>
      effects.flatMap(effect => (effect.kind === 'write' && effect.name === name ? [effect.params as Params] : [])),
    sent: to => effects.flatMap(effect => (effect.kind === 'send' && nameOf(effect.to) === to ? [effect.event] : [])),
    started: childId =>
      effects.flatMap(effect =>
        effect.kind === 'start' && effect.childId === childId ? [effect.input as Params] : [],
      )[0],
  };
}

function line(effect: Effect, event: Event, nameOf: (target: Target) => string): string[] {
  switch (effect.kind) {
    case 'start':
      return [effect.childId === effect.src ? `start ${effect.src}` : `start ${effect.childId} ${effect.src}`];
    case 'stop': // that a child which has ended goes is no news
      return effect.childId === event['actorId'] ? [] : [`stop ${effect.childId}`];
    case 'send':
      return [`send ${nameOf(effect.to)} ${effect.event.type}`];
    case 'schedule':
      return [`wait ${effect.delayMs}`];
    case 'cancel':
      return ['cancel timer'];
    case 'emit':
      return [`emit ${effect.event.type}`];
    case 'write': {
      const { role, id, outcome } = (effect.params ?? {}) as Params;
      return [['write', effect.name, role, outcome, id].filter(Boolean).join(' ')];
    }
  }
}

/** The recorder with an ear on the transitions each microstep takes, which a path tells by their ends alone. */
function listening(record: Recorder, onTransitions: OnTransitions | undefined): Recorder {
  if (!onTransitions) return record;
  type Inspected = { readonly type: string; readonly _transitions?: readonly object[] };
  const scope = record.scope as { readonly system: { _sendInspectionEvent(event: Inspected): void } };
  const system = Object.create(scope.system, {
    _sendInspectionEvent: {
      value: (event: Inspected) => {
        onTransitions(event._transitions ?? []);
        scope.system._sendInspectionEvent(event);
      },
    },
  });
  return { ...record, scope: { ...scope, system } };
}
