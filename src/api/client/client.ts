/** The operations as functions, for who calls them from a program: `client.approvals.list({ state: 'pending' })`. */
import type { Answered, Sent } from '../contract.ts';
import { type Operations, operations } from '../operations.ts';
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

/** The operations, each carried to where it is answered by `ask`: in this process, or over HTTP. */
export function client(ask: (name: OperationName, input: object) => Promise<unknown>): Client {
  const subjects = Object.entries(operations).map(([subject, acts]) => [
    subject,
    Object.fromEntries(
      Object.keys(acts).map(act => [act, (input: object = {}) => ask(`${subject}.${act}` as OperationName, input)]),
    ),
  ]);
  return Object.fromEntries(subjects) as Client;
}
