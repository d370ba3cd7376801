/** The operations as functions, for who calls them from a program: `client.approvals.list({ state: 'pending' })`. */
import type { Answered, Operation, Sent } from '../contract.ts';
import type { Operations } from '../operations.ts';
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

/**
 * The declarations of one subject, loaded when it is first asked about: a command that asks one thing of a running agent
 * does not wait for all others.
 */
const subjects: { readonly [Name in keyof Operations]: () => Promise<Operations[Name]> } = {
  state: async () => (await import('../subjects/state.ts')).state,
  sessions: async () => (await import('../subjects/sessions.ts')).sessions,
  conversations: async () => (await import('../subjects/conversations.ts')).conversations,
  approvals: async () => (await import('../subjects/approvals.ts')).approvals,
  standing: async () => (await import('../subjects/standing.ts')).standing,
  actors: async () => (await import('../subjects/actors.ts')).actors,
  jobs: async () => (await import('../subjects/jobs.ts')).jobs,
  tasks: async () => (await import('../subjects/tasks.ts')).tasks,
  goals: async () => (await import('../subjects/goals.ts')).goals,
  tools: async () => (await import('../subjects/tools.ts')).tools,
  sandbox: async () => (await import('../subjects/tools.ts')).sandbox,
  secrets: async () => (await import('../subjects/tools.ts')).secrets,
  undo: async () => (await import('../subjects/undo.ts')).undo,
  memory: async () => (await import('../subjects/memory.ts')).memory,
  budget: async () => (await import('../subjects/budget.ts')).budget,
  models: async () => (await import('../subjects/models.ts')).models,
  audit: async () => (await import('../subjects/audit.ts')).audit,
  traces: async () => (await import('../subjects/audit.ts')).traces,
  accounts: async () => (await import('../subjects/accounts.ts')).accounts,
};

/** The declaration of an operation, with no other subject loaded for it. */
export async function declared(name: OperationName): Promise<Operation> {
  const [subject, act] = name.split('.') as [keyof Operations, string];
  return ((await subjects[subject]()) as Readonly<Record<string, Operation>>)[act] as Operation;
}

/** The operations, each carried to where it is answered by `ask`: in this process, or over HTTP. */
export function client(ask: (name: OperationName, input: object) => Promise<unknown>): Client {
  const acts = (subject: string) =>
    new Proxy({} as Record<string | symbol, unknown>, {
      get: (_, act) =>
        typeof act === 'string' ? (input: object = {}) => ask(`${subject}.${act}` as OperationName, input) : undefined,
    });
  return Object.fromEntries(Object.keys(subjects).map(subject => [subject, acts(subject)])) as unknown as Client;
}
