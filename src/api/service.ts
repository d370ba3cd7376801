/**
 * Operations with what carries them out: one way in for HTTP, the command line, channels and embedding programs.
 *
 * What is sent is checked here and nowhere else. An act that comes with a command id is done once: a repeat under the
 * same id answers what the first one answered. That memory is short and of this process; a message is taken once by its
 * `clientId` for ever, and an approval is decided once at all.
 */
import { type Answered, type Operation, pathFields, type Role, type Taken } from './contract.ts';
import { checkedInput } from './input.ts';
import { type Operations, operations } from './operations.ts';
import { refuse, toRefusal } from './refusal.ts';

/** Who asks, as far as we know it ourselves: nothing of this is taken from what was sent but the id of the command. */
export interface Caller {
  /** `web`, `cli`, `telegram`, `program`; it stands in the audit chain. */
  readonly by: string;
  readonly role: Role;
  readonly commandId?: string;
  /** The conversation of a chat in which it is asked. */
  readonly from?: string;
  /** Where a stream goes on for one who reads the state now. */
  readonly mark?: (boot: string) => { readonly boot: string; readonly cursor: string };
}

type Work<Op> = (input: Taken<Op>, caller: Caller) => Answered<Op> | Promise<Answered<Op>>;

/** What carries the operations of one subject out. */
export type Implements<Name extends keyof Operations> = {
  readonly [Op in keyof Operations[Name]]: Work<Operations[Name][Op]>;
};

/** What carries operations out, by subject; a subject that is left out is refused. */
export type Implemented = { readonly [Name in keyof Operations]?: Partial<Implements<Name>> | undefined };

/** An operation with what carries it out: one that a feature of an embedding program brings. */
export interface CarriedOut {
  readonly operation: Operation;
  readonly work: Work<Operation>;
}

/** Holds what carries an operation out against its declaration. */
export function carriedOut<Op extends Operation>(operation: Op, work: Work<Op>): CarriedOut {
  return { operation, work: work as unknown as Work<Operation> };
}

/** By subject and name, as the operations of Straylight itself. */
export type MoreOperations = Readonly<Record<string, Readonly<Record<string, CarriedOut>>>>;

/** `approvals.decide` */
export type OperationName = {
  [Name in keyof Operations]: `${Name}.${keyof Operations[Name] & string}`;
}[keyof Operations];

/** How an act under a command id ended. */
export interface CommandEnd {
  readonly commandId: string;
  readonly state: 'done' | 'failed';
  readonly error?: string;
}

export interface OperationService {
  /** All there are, each with its name. */
  readonly all: readonly NamedOperation[];
  /**
   * Throws a `Refusal` where the input or the asker is wrong, and what the implementation throws. Undefined: there is
   * none.
   */
  call(name: OperationName | (string & {}), input: unknown, caller: Caller): Promise<unknown>;
  /** Calls back as acts end that came with a command id, until the answer is called. */
  follow(onEnd: (end: CommandEnd) => void): () => void;
}

/** So many outcomes of acts are remembered by their command id. */
const mostRemembered = 1_000;

export function operationService(
  implemented: Implemented,
  { most = mostRemembered, more = {} }: { readonly most?: number; readonly more?: MoreOperations } = {},
): OperationService {
  const others = otherOperations(more);
  const all = [...allOperations(), ...[...others].map(([name, { operation }]) => ({ name, operation }))];
  const first = new Map<string, Promise<unknown>>();
  const listeners = new Set<(end: CommandEnd) => void>();

  function once(key: string, commandId: string, act: () => Promise<unknown>): Promise<unknown> {
    const known = first.get(key);
    if (known) return known;
    const running = act();
    first.set(key, running);
    if (first.size > most) first.delete(first.keys().next().value ?? '');
    running.then(
      () => tell({ commandId, state: 'done' }),
      (thrown: unknown) => {
        const refusal = toRefusal(thrown);
        // a defect, or a process that was busy, settled nothing: the same id may try again
        if (refusal.status === 429 || refusal.status >= 500) first.delete(key);
        tell({ commandId, state: 'failed', error: refusal.message });
      },
    );
    return running;
  }

  function tell(end: CommandEnd): void {
    for (const listener of listeners) listener(end);
  }

  return {
    all,
    async call(name, sent, caller) {
      const operation = others.get(name)?.operation ?? operationOf(name as OperationName);
      if (operation.role === 'owner' && caller.role !== 'owner')
        throw refuse(403, 'this token is read-only; use the one in run/token of the home');
      const input = checkedInput(operation, sent, caller.by);
      const { commandId } = caller;
      if (operation.commandId !== 'none' && operation.role === 'owner' && commandId !== undefined)
        return once(keyOf(name, operation, input, commandId), commandId, async () => work(name, input, caller));
      return work(name, input, caller);
    },
    follow(onEnd) {
      listeners.add(onEnd);
      return () => void listeners.delete(onEnd);
    },
  };

  function work(name: string, input: Readonly<Record<string, unknown>>, caller: Caller): unknown {
    const other = others.get(name);
    if (other) return other.work(input as Taken<Operation>, caller);
    const [subject, act] = name.split('.') as [keyof Operations, string];
    const carried = implemented[subject] as Readonly<Record<string, Work<Operation>>> | undefined;
    const carry = carried?.[act];
    if (!carry) throw refuse(404, `this Straylight does not offer it: ${name}`);
    return carry(input as Taken<Operation>, caller);
  }
}

/** The declaration of an operation. */
export function operationOf(name: OperationName): Operation {
  const [subject, act] = name.split('.') as [keyof Operations, string];
  return (operations[subject] as Readonly<Record<string, Operation>>)[act] as Operation;
}

/** Throws an `Error` where one has the name or the route of another. */
function otherOperations(more: MoreOperations): ReadonlyMap<string, CarriedOut> {
  const routeOf = ({ http }: Operation) => `${http.method} ${http.path.replaceAll(/\{\w+\}/g, '{}')}`;
  const known = new Set(allOperations().flatMap(({ name, operation }) => [name as string, routeOf(operation)]));
  const others = new Map<string, CarriedOut>();
  for (const [subject, acts] of Object.entries(more))
    for (const [act, carried] of Object.entries(acts)) {
      const names = [`${subject}.${act}`, routeOf(carried.operation)];
      const taken = names.find(name => known.has(name));
      if (taken !== undefined)
        throw new Error(`there is an operation ${taken} already; name the one of the feature otherwise`);
      for (const name of names) known.add(name);
      others.set(`${subject}.${act}`, carried);
    }
  return others;
}

export interface NamedOperation {
  readonly name: string;
  readonly operation: Operation;
}

/** All operations of Straylight itself, each with its name. */
export function allOperations(): readonly (NamedOperation & { readonly name: OperationName })[] {
  return Object.entries(operations).flatMap(([subject, acts]) =>
    Object.entries(acts).map(([act, operation]) => ({
      name: `${subject}.${act}` as OperationName,
      operation: operation as Operation,
    })),
  );
}

/** What makes two acts the same one: their id, and what they are done to. */
function keyOf(name: string, { http }: Operation, input: Readonly<Record<string, unknown>>, commandId: string): string {
  return JSON.stringify([name, ...pathFields(http.path).map(field => input[field]), commandId]);
}
