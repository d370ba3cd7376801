/** The operations as functions, for who calls them from a program: `client.approvals.list({ state: 'pending' })`. */
import type { Answered, Sent } from '../contract.ts';
import { type Operations, subjectNames } from '../operations.ts';
import type { OperationName } from '../service.ts';

/** A call of one operation; an operation whose fields may all be left out needs no input. */
type Ask<Op> =
  Record<never, never> extends Sent<Op>
    ? (input?: Sent<Op>) => Promise<Answered<Op>>
    : (input: Sent<Op>) => Promise<Answered<Op>>;

/** Every operation by subject and name. Each rejects with a `Refusal`, or another `Fault` where no answer came. */
export type Client = {
  readonly [Name in keyof Operations]: { readonly [Op in keyof Operations[Name]]: Ask<Operations[Name][Op]> };
};

/** The operation of a whole name: `approvals.decide`. */
type OperationAt<Name extends OperationName> = Name extends `${infer Subject extends keyof Operations}.${infer Act}`
  ? Operations[Subject][Act & keyof Operations[Subject]]
  : never;

/** Asks for one operation by its whole name, on behalf of `asker`. */
export type AskFor<Asker> = <Name extends OperationName>(
  name: Name,
  input: Sent<OperationAt<Name>>,
  asker: Asker,
) => Promise<Answered<OperationAt<Name>>>;

/** The operations, each carried to where it is answered by `ask`: in this process, or over HTTP. */
export function client(ask: (name: OperationName, input: object) => Promise<unknown>): Client {
  const acts = (subject: string) =>
    new Proxy({} as Record<string | symbol, unknown>, {
      get: (_, act) =>
        typeof act === 'string' ? (input: object = {}) => ask(`${subject}.${act}` as OperationName, input) : undefined,
    });
  return Object.fromEntries(subjectNames().map(subject => [subject, acts(subject)])) as unknown as Client;
}
