/** The operations over HTTP: each at its path, with the query or the body as its input. */

import { type Operation, pathFields } from '../../src/api/contract.ts';
import { described } from '../../src/api/described.ts';
import { clientMadeId } from '../../src/api/fields.ts';
import { inputOf, kindOf, refuseOthers, typeOf } from '../../src/api/input.ts';
import { refuse } from '../../src/api/refusal.ts';
import type { OperationService } from '../../src/api/service.ts';
import { says } from '../../src/domain/policy/sentence.ts';
import type { Limits, ServerClock } from '../limits.ts';
import type { StreamHub } from '../stream/stream.ts';
import type { Answer, Call, Route } from './routes.ts';

export function operationRoutes(
  service: OperationService,
  hub: Pick<StreamHub, 'mark'>,
  limits: Pick<Limits, 'actMs'>,
  clock: Pick<ServerClock, 'after'>,
): readonly Route[] {
  return service.all.map(({ name, operation }) => routeOf(service, hub, limits, clock, name, operation));
}

function routeOf(
  service: OperationService,
  hub: Pick<StreamHub, 'mark'>,
  limits: Pick<Limits, 'actMs'>,
  clock: Pick<ServerClock, 'after'>,
  name: string,
  operation: Operation,
): Route {
  const { method, path, file, bodyBytes } = operation.http;
  const acts = operation.role === 'owner';
  const inPath = pathFields(path);
  /** Read when first fromQuery, since the schema is made then. */
  const others = () => Object.keys(inputOf(operation).shape).filter(field => !inPath.includes(field));
  return {
    method,
    path,
    acts,
    bodyBytes,
    get query() {
      return method === 'GET' ? others() : [];
    },
    async run(call) {
      const commandId = acts ? commandIdOf(operation, call.body, others()) : undefined;
      const input = inputFrom(operation, call);
      const caller = {
        by: call.origin,
        role: call.role,
        mark: hub.mark,
        commandId,
      };
      const answer = service.call(name, input, caller);
      const value = await (acts ? within(answer, call, limits.actMs, clock) : answer);
      if (value === undefined) throw refuse(404, `there is no such ${operation.missing ?? name}`);
      const refusal = operation.refusing?.toRefusal(value);
      if (refusal) throw refusal;
      return answerOf(operation, { value, commandId, input, file: file as FileName | undefined });
    },
  };
}

type FileName = (input: object) => string;

function answerOf(
  { role, commandId: taken, http }: Operation,
  {
    value,
    commandId,
    input,
    file,
  }: { value: unknown; commandId: string | undefined; input: object; file: FileName | undefined },
): Answer {
  const status = http.status ?? (role === 'owner' ? 202 : 200);
  const isNamed = commandId !== undefined && taken === undefined;
  return {
    status,
    value: isNamed ? { commandId, ...(value as object) } : value,
    headers: file ? { 'Content-Disposition': `attachment; filename="${file(input)}"` } : undefined,
  };
}

/** The id of the command, out of a body in which nothing else may stand beside the fields of the operation. */
function commandIdOf(operation: Operation, body: Call['body'], fields: readonly string[]): string | undefined {
  const isTaken = operation.commandId !== 'none';
  refuseOthers(body, isTaken ? ['commandId', ...fields] : fields);
  const { commandId } = body;
  if (!isTaken || (operation.commandId === 'taken' && commandId === undefined)) return undefined;
  const id = clientMadeId();
  if (!id.safeParse(commandId).success)
    throw refuse(400, says`expected ${'commandId'} to be ${described(id)}, got ${kindOf(commandId)}`);
  return String(commandId);
}

/** Path, query and body as one input. */
function inputFrom(operation: Operation, { params, query, body }: Call): Readonly<Record<string, unknown>> {
  const { shape } = inputOf(operation);
  const { commandId: _, ...fields } = body;
  const fromQuery = [...query.keys()].map(name => [name, query.get(name) ?? ''] as const);
  const texts = [...fromQuery, ...Object.entries(params)].flatMap(([name, text]) => {
    const type = typeOf(shape[name]);
    // an empty text asks for nothing
    if (text === '' && type === 'string') return [];
    return [[name, type === 'number' ? numberIn(text) : text] as const];
  });
  return { ...fields, ...Object.fromEntries(texts) };
}

/** A number in an address; what is none stays a text, which is refused. */
function numberIn(text: string): number | string {
  return /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : text;
}

/** Waits for an act as long as the asker does, and not for ever. The act itself goes on. */
function within(answer: Promise<unknown>, call: Call, ms: number, clock: Pick<ServerClock, 'after'>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () =>
      reject(refuse(504, 'it takes longer than expected; the stream shows the outcome, or send the same id again')),
    );
    call.response.once('close', cancel);
    answer.then(resolve, reject).finally(cancel);
  });
}
