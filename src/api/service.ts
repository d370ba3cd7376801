/**
 * Carries operations out: one way in for HTTP, the command line, channels and embedding programs.
 *
 * What is sent is checked here and nowhere else. An act that comes with a command id is done once: a repeat under the
 * same id answers what the first one answered. That memory is short and of this process; a message is taken once by its
 * `clientId` for ever, and an approval is decided once at all.
 */
import { dropOldest } from '../domain/collections/drop-oldest.ts';
import { type Ask, type Caller, type Operation, pathFields } from './contract.ts';
import { checkedInput } from './input.ts';
import { type Operations, operationOf, subjectNames, subjectOf } from './operations.ts';
import type { Provided } from './provided.ts';
import { refuse, toRefusal } from './refusal.ts';

/** The operations of the features of an embedding program, by subject and name as those of Straylight itself. */
export type MoreOperations = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

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

/** An operation that needs a part which is not provided is refused. */
export function operationService(
  provided: Partial<Provided>,
  { most = mostRemembered, more = {} }: { readonly most?: number; readonly more?: MoreOperations } = {},
): OperationService {
  const others = otherOperations(more);
  const ofOthers = new Map<string, Operation>(others.map(({ name, operation }) => [name, operation]));
  const find = (name: string) => ofOthers.get(name) ?? operationOf(name);
  let all: readonly NamedOperation[] | undefined;
  const first = new Map<string, Promise<unknown>>();
  const listeners = new Set<(end: CommandEnd) => void>();

  function once(
    key: string,
    commandId: string,
    { refusing }: Pick<Operation, 'refusing'>,
    act: () => Promise<unknown>,
  ): Promise<unknown> {
    const known = first.get(key);
    if (known) return known;
    const running = act();
    first.set(key, running);
    dropOldest(first, most);
    running.then(
      answer => {
        const refusal = refusing?.toRefusal(answer);
        tell(refusal ? { commandId, state: 'failed', error: refusal.message } : { commandId, state: 'done' });
      },
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

  const service: OperationService = {
    get all() {
      all ??= [...allOperations(), ...others];
      return all;
    },
    async call(name, sent, caller) {
      const operation = find(name);
      if (!operation) throw refuse(404, `this Straylight does not offer it: ${name}`);
      if (operation.role === 'owner' && caller.role !== 'owner')
        throw refuse(403, 'this token is read-only; use the one in run/token of the home');
      const input = checkedInput(operation, sent, caller.by);
      const run = async () => {
        if (operation.needs?.some(need => provided[need] === undefined))
          throw refuse(404, `this Straylight does not offer it: ${name}`);
        const call: Ask = (other, query) => service.call(other, query, caller);
        return operation.run(provided as Provided, input, { ...caller, others: { find, call } });
      };
      const { commandId } = caller;
      if (operation.commandId !== 'none' && operation.role === 'owner' && commandId !== undefined)
        return once(keyOf(name, operation, input, commandId), commandId, operation, run);
      return run();
    },
    follow(onEnd) {
      listeners.add(onEnd);
      return () => void listeners.delete(onEnd);
    },
  };
  return service;
}

/** Throws an `Error` where one has the name or the route of another. */
function otherOperations(more: MoreOperations): readonly NamedOperation[] {
  // the subjects are not loaded for this where a process has none of others
  if (Object.keys(more).length === 0) return [];
  const routeOf = ({ http }: Operation) => `${http.method} ${http.path.replaceAll(/\{\w+\}/g, '{}')}`;
  const known = new Set(allOperations().flatMap(({ name, operation }) => [name as string, routeOf(operation)]));
  const others = Object.entries(more).flatMap(([subject, acts]) =>
    Object.entries(acts).map(([act, operation]) => ({ name: `${subject}.${act}`, operation })),
  );
  for (const { name, operation } of others)
    for (const one of [name, routeOf(operation)]) {
      if (known.has(one))
        throw new Error(`there is an operation ${one} already; name the one of the feature otherwise`);
      known.add(one);
    }
  return others;
}

export interface NamedOperation {
  readonly name: string;
  readonly operation: Operation;
}

/** All operations of Straylight itself, each with its name. */
export function allOperations(): readonly (NamedOperation & { readonly name: OperationName })[] {
  return subjectNames().flatMap(subject =>
    Object.entries(subjectOf(subject) ?? {}).map(([act, operation]) => ({
      name: `${subject}.${act}` as OperationName,
      operation,
    })),
  );
}

/** What makes two acts the same one: their id, and what they are done to. */
function keyOf(name: string, { http }: Operation, input: Readonly<Record<string, unknown>>, commandId: string): string {
  return JSON.stringify([name, ...pathFields(http.path).map(field => input[field]), commandId]);
}
