/**
 * Operations with what carries them out: one way in for HTTP, the command line, channels and embedding programs.
 *
 * What is sent is checked here and nowhere else. An act that comes with a command id is done once: a repeat under the same id answers
 * what the first one answered. That memory is short and of this process; a message is taken once by its `clientId` for ever, and an
 * approval is decided once at all.
 */
import type { Answered, Operation, Role, Taken } from './contract.ts';
import { checkedInput } from './input.ts';
import { type Operations, operations } from './operations.ts';
import { refuse, toRefusal } from './refusal.ts';

/** Who asks, as far as we know it ourselves: nothing of this is taken from what was sent but the id of the command. */
export interface Caller {
  /** `web`, `cli`, `telegram`, `program`; it stands in the audit chain. */
  readonly by: string;
  readonly role: Role;
  readonly commandId?: string;
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
  /** Throws a `Refusal` where the input or the asker is wrong, and what the implementation throws. Undefined: there is none. */
  call(name: OperationName, input: unknown, caller: Caller): Promise<unknown>;
  /** Calls back as acts end that came with a command id, until the answer is called. */
  follow(onEnd: (end: CommandEnd) => void): () => void;
}

/** So many outcomes of acts are remembered by their command id. */
const mostRemembered = 1_000;

export function operationService(
  implemented: Implemented,
  { most = mostRemembered }: { readonly most?: number } = {},
): OperationService {
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
    async call(name, sent, caller) {
      const operation = operationOf(name);
      if (operation.role === 'owner' && caller.role !== 'owner')
        throw refuse(403, 'this token may look and not act; use the one in run/token of the home');
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

  function work(name: OperationName, input: Readonly<Record<string, unknown>>, caller: Caller): unknown {
    const [subject, act] = name.split('.') as [keyof Operations, string];
    const carried = implemented[subject] as Readonly<Record<string, Work<Operation>>> | undefined;
    const carry = carried?.[act];
    if (!carry) throw refuse(404, `this Straylight does not offer it: ${name}`);
    return carry(input as Taken<Operation>, caller);
  }
}

/** The declaration of an operation. */
function operationOf(name: OperationName): Operation {
  const [subject, act] = name.split('.') as [keyof Operations, string];
  return (operations[subject] as Readonly<Record<string, Operation>>)[act] as Operation;
}

/** All operations, each with its name. */
export function allOperations(): readonly { readonly name: OperationName; readonly operation: Operation }[] {
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

/** The fields that stand in a path. */
export function pathFields(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field);
}
