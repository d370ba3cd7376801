/**
 * This agent as an MCP server, in both lines of the protocol, by the protocol's own library.
 *
 * A call of `ask` is a turn. A caller that knows tasks is given one (./tasks.ts); every other one waits for a while and
 * is told the id of the turn, which `follow` takes.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpRequestContext,
  type McpServerFactory,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { fault, toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import { followTurn, isOver, looked, type Served } from './follow.ts';
import { type Era, resultOf, taskOf, tasksExtension } from './tasks.ts';
import { type ServedTool, servedTools, type ToolCall } from './tools.ts';

export interface ServingOptions {
  readonly version: string;
  /** Asked for each request: it may have come back elsewhere. */
  readonly agent: () => Promise<Served>;
  readonly clock: Clock;
  /** The last redactor before a text leaves the process. */
  readonly redact: (text: string) => string;
  /** May it only look? By the request, where there is one. */
  readonly isReader?: (context: McpRequestContext) => boolean;
}

const instructions =
  'Straylight is the personal agent of your user, with a memory, jobs and tools of its own. "ask" gives it something to do or to answer; name each request by a key, so that it is not asked twice when you have to ask again. A turn goes on when you stop waiting: "follow" has its reply later. Acts may wait for its owner, who answers at Straylight.';

export function serverFactory(options: ServingOptions): McpServerFactory {
  return context => {
    const { era } = context;
    const server = new Server(
      { name: 'straylight', title: 'Straylight', version: options.version },
      { capabilities: { tools: {}, ...tasksOf(era) }, instructions },
    );
    const isReader = options.isReader?.(context) ?? false;
    server.setRequestHandler('tools/list', async () => ({
      tools: (await offered(options, isReader)).map(tool => listed(tool, era)),
    }));
    // not by a handler of its own: the library takes no task for the answer of a tool
    server.fallbackRequestHandler = async ({ method, params }, call) => {
      if (method !== 'tools/call') throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
      return called(options, { isReader, era, call, params });
    };
    taskHandlers(server, options, era);
    return server;
  };
}

function tasksOf(era: Era): object {
  return era === 'legacy'
    ? { tasks: { cancel: {}, requests: { tools: { call: {} } } } }
    : { extensions: { [tasksExtension]: {} } };
}

async function offered({ agent }: ServingOptions, isReader: boolean): Promise<readonly ServedTool[]> {
  const { mayAnswer } = await (await agent()).callers.waiting();
  return servedTools.filter(({ acts, answers }) => (mayAnswer || !answers) && !(acts && isReader));
}

function listed({ name, title, description, schema, annotations, isLong }: ServedTool, era: Era) {
  const execution = era === 'legacy' && isLong ? { taskSupport: 'optional' as const } : undefined;
  const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' });
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as { type: 'object' },
    annotations: { ...annotations },
    ...defined({ execution }),
  };
}

interface Given {
  readonly isReader: boolean;
  readonly era: Era;
  readonly call: ServerContext;
  readonly params: unknown;
}

const callParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
  task: z.object({ ttl: z.number().optional() }).optional(),
});

async function called(
  options: ServingOptions,
  { isReader, era, call, params }: Given,
): Promise<Record<string, unknown>> {
  const { clock, redact } = options;
  const read = callParams.safeParse(params ?? {});
  if (!read.success) throw invalid(`expected the name of a tool and its arguments: ${z.prettifyError(read.error)}`);
  const { name, arguments: args, task } = read.data;
  const tool = (await offered(options, isReader)).find(one => one.name === name);
  if (!tool)
    throw invalid(`there is no tool ${JSON.stringify(name.slice(0, 80))} here; tools/list has those there are`);
  const typed = tool.schema.safeParse(args);
  if (!typed.success) return failed(`The arguments of ${name} are wrong: ${z.prettifyError(typed.error)}`);
  const wantsTask = tool.isLong === true && (era === 'legacy' ? task !== undefined : knowsTasks(call));
  try {
    const agent = await options.agent();
    const { signal } = call.mcpReq;
    const answer = await tool.run(typed.data, { agent, clock, signal, wantsTask, onProgress: progress(call) });
    if ('begun' in answer) return begunTask(answer.begun, agent, era, clock.now());
    const { text, structured, isError } = answer;
    const content = [{ type: 'text', text: redact(text) }];
    return { content, ...defined({ structuredContent: structured && redacted(structured, redact), isError }) };
  } catch (thrown) {
    return failed(redact(wordsOf(thrown)));
  }
}

/** A defect stays here: its message may hold anything. */
function wordsOf(thrown: unknown): string {
  const { kind, message } = toFailure(thrown);
  return kind === 'defect' ? 'Internal error; the log of Straylight has the details.' : message;
}

function redacted(value: object, redact: (text: string) => string): object {
  return JSON.parse(JSON.stringify(value, (_, member) => (typeof member === 'string' ? redact(member) : member)));
}

function failed(text: string): Record<string, unknown> {
  return { content: [{ type: 'text', text }], isError: true };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

async function begunTask(id: string, agent: Served, era: Era, now: number): Promise<Record<string, unknown>> {
  const task = taskOf(await looked(id, agent), era, now);
  if (era === 'legacy') return { task };
  // what it was created with; its result is asked for
  const { result: _, ...created } = task;
  return { resultType: 'task', ...created };
}

/** Is it told of what goes on? By its token, which some clients count as a sign of life. */
function progress({ mcpReq }: ServerContext): ToolCall['onProgress'] {
  const progressToken = mcpReq._meta?.progressToken;
  let step = 0;
  return message => {
    if (progressToken === undefined) return;
    step += 1;
    const params = { progressToken, progress: step, message };
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  };
}

function knowsTasks({ mcpReq }: ServerContext): boolean {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined;
  const capabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] as
    | { readonly extensions?: Readonly<Record<string, unknown>> }
    | undefined;
  return capabilities?.extensions?.[tasksExtension] !== undefined;
}

const ofTask = z.looseObject({ taskId: z.string().min(1).max(200) });

function taskHandlers(server: Server, options: ServingOptions, era: Era): void {
  const found = async (id: string) => {
    try {
      return await looked(id, await options.agent());
    } catch (thrown) {
      const { kind } = toFailure(thrown);
      if (kind === 'invalid') throw invalid('there is no task of this id');
      throw new ProtocolError(ProtocolErrorCode.InternalError, options.redact(wordsOf(thrown)));
    }
  };
  const mustKnow = (call: ServerContext) => {
    if (era === 'modern' && !knowsTasks(call))
      throw new MissingRequiredClientCapabilityError({
        requiredCapabilities: { extensions: { [tasksExtension]: {} } },
      });
  };
  const shown = (turn: Awaited<ReturnType<typeof looked>>) =>
    redacted(taskOf(turn, era, options.clock.now()), options.redact) as Record<string, unknown>;
  server.setRequestHandler('tasks/get', { params: ofTask }, async ({ taskId }, call) => {
    mustKnow(call);
    return shown(await found(taskId));
  });
  server.setRequestHandler('tasks/cancel', { params: ofTask }, async ({ taskId }, call) => {
    mustKnow(call);
    const { id } = await found(taskId);
    await (await options.agent()).callers.stop({ id });
    return era === 'legacy' ? shown(await found(id)) : {};
  });
  if (era === 'modern') {
    server.setRequestHandler('tasks/update', { params: ofTask }, async ({ taskId }, call) => {
      mustKnow(call);
      // none of ours asks its caller anything, and answers to what was not asked are passed over
      await found(taskId);
      return {};
    });
    return;
  }
  server.setRequestHandler('tasks/result', { params: ofTask }, async ({ taskId }, { mcpReq: { signal } }) => {
    const { id } = await found(taskId);
    const agent = await options.agent();
    let turn = await looked(id, agent);
    while (!isOver(turn)) {
      if (signal.aborted) throw fault('cancelled', 'nobody waits any more');
      turn = await waitedFor(id, { agent, clock: options.clock, signal });
    }
    const result = redacted(resultOf(turn), options.redact);
    return { ...result, _meta: { 'io.modelcontextprotocol/related-task': { taskId } } };
  });
}

/** So long until it is looked at again, whatever it waits for. */
const onceMs = 60_000;

function waitedFor(id: string, following: Pick<ToolCall, 'agent' | 'clock' | 'signal'>) {
  return followTurn(id, { ...following, waitMs: onceMs, isUntilEnd: true, onProgress: () => {} });
}
