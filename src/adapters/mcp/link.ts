/**
 * One connection to an MCP server, by the protocol's own library: the list of its tools, and calls of them.
 *
 * Whether a call happened is said as well as it can be known: what was never sent is `unavailable`; what was sent and
 * not answered (the other side went away, or took too long) is `unknown`.
 */
import {
  type AuthProvider,
  Client,
  type ListChangedHandlers,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/client';
import type { ListedTool } from '../../domain/mcp/tool.ts';
import { says } from '../../domain/policy/sentence.ts';
import { Fault, fault, toFailure } from '../../domain/supervision/failure.ts';
import { defined, type JsonObject } from '../../domain/text/json.ts';
import { oneLine } from '../../domain/text/visible.ts';
import type { RunningResident } from '../../ports/executor.ts';
import { type Offering, offersOver } from './offers.ts';
import { pipeTransport } from './pipe-transport.ts';
import type { ContentPart } from './result-text.ts';

/** A message of a server in an error is cut to so many characters. */
const longestWords = 2_000;

/** What a call came to: an answer, or a question that it has to be asked again with. */
export type CallAnswer =
  | {
      readonly kind: 'answer';
      readonly content: readonly ContentPart[];
      readonly structured: unknown;
      readonly isError: boolean;
    }
  | { readonly kind: 'question'; readonly state: string | undefined; readonly requests: JsonObject };

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** It works on; words of the server, if it gave any. */
  readonly onProgress: (words: string | undefined) => void;
  /** Answers to the questions that an earlier call of the same arguments came to. */
  readonly answers?: { readonly state: string | undefined; readonly responses: JsonObject };
}

export interface Link extends Offering {
  /** As the server calls itself. */
  readonly title: string | undefined;
  readonly protocol: string | undefined;
  list(signal: AbortSignal): Promise<readonly ListedTool[]>;
  /** Throws a `Fault`: `unknown` where it may have happened, `unavailable` where it did not, `cancelled`. */
  call(tool: string, args: JsonObject, options: CallOptions): Promise<CallAnswer>;
  /** Is it still what it was started as, and there? */
  isCurrent(): Promise<boolean>;
  /** Resolves when it is over, however it ended. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface LinkOptions {
  readonly version: string;
  /** The protocol that it spoke last; undefined: it is found out. */
  readonly protocol: string | undefined;
  readonly connectMs: number;
  readonly onNews: (news: LinkNews) => void;
}

/**
 * What a server tells by itself: that its tools, or what else it offers, are others now, that a watched resource has
 * changed, or that what it asked for at an address was done there.
 */
export type LinkNews =
  | { readonly kind: 'tools' | 'offers' }
  | { readonly kind: 'updated'; readonly uri: string }
  | { readonly kind: 'completed'; readonly id: string };

/** Over the standard streams of a program, which ends with it. */
export function linkToProgram(name: string, program: RunningResident, options: LinkOptions): Promise<Link> {
  const transport = pipeTransport(program);
  return connected(name, transport, options, {
    isCurrent: () => program.isCurrent(),
    whyGone: () => transport.complaint() ?? whyItEnded(program.complaint()),
  });
}

/** Over HTTP. `headers`: with each request. */
export function linkToAddress(
  name: string,
  {
    url,
    headers,
    isSse,
    fetch,
    authProvider,
  }: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly isSse: boolean;
    readonly fetch: typeof globalThis.fetch;
    /** Brings the token of a login; undefined: there is none here. */
    readonly authProvider: AuthProvider | undefined;
  },
  options: LinkOptions,
): Promise<Link> {
  const given = { fetch, requestInit: { headers: { ...headers } }, ...defined({ authProvider }) };
  const transport = isSse
    ? new SSEClientTransport(new URL(url), given)
    : new StreamableHTTPClientTransport(new URL(url), given);
  return connected(name, transport, options, { isCurrent: async () => true, whyGone: () => undefined });
}

interface Around {
  readonly isCurrent: () => Promise<boolean>;
  readonly whyGone: () => string | undefined;
}

async function connected(
  name: string,
  transport: Transport,
  { version, protocol, connectMs, onNews }: LinkOptions,
  { isCurrent, whyGone }: Around,
): Promise<Link> {
  const client = clientWith(version, protocol, onNews);
  const over = Promise.withResolvers<void>();
  client.onclose = () => over.resolve();
  const asking = elicitations();
  client.setRequestHandler('elicitation/create', async ({ params }) => asking.receive(params as unknown as JsonObject));
  try {
    await client.connect(transport, { timeout: connectMs });
  } catch (error) {
    await transport.close().catch(() => {});
    throw notConnected(name, error, whyGone());
  }
  let isOver = false;
  void over.promise.then(() => {
    isOver = true;
  });
  return {
    title: titleOf(client),
    protocol: client.getNegotiatedProtocolVersion(),
    closed: over.promise,
    isCurrent: async () => !isOver && (await isCurrent()),
    close: () => client.close(),
    async list(signal) {
      try {
        const { tools } = await client.listTools({}, { signal, timeout: connectMs, cacheMode: 'refresh' });
        return tools.slice(0, mostTools).map(listedTool);
      } catch (error) {
        throw notListed(name, error, whyGone());
      }
    },
    ...offersOver(client, name, { connectMs, whyGone }),
    async call(tool, args, { signal, timeoutMs, onProgress, answers }) {
      if (isOver)
        throw fault('unavailable', says`the MCP server ${name} has just ended; nothing was sent`, { cause: 'unrun' });
      // a server of the older line asks while it works, and is given the answer in a second call
      const round = asking.begin(answers?.responses);
      const given = isLegacy(client.getNegotiatedProtocolVersion()) ? undefined : answers;
      try {
        const result = (await client.callTool(
          {
            name: tool,
            arguments: { ...args },
            ...defined({ requestState: given?.state, inputResponses: given?.responses }),
          } as Parameters<Client['callTool']>[0],
          {
            signal,
            timeout: timeoutMs,
            maxTotalTimeout: timeoutMs,
            allowInputRequired: true,
            onprogress: ({ message }) => onProgress(message),
          },
        )) as RawResult;
        return round.question() ?? answerOf(result);
      } catch (error) {
        const became = whatBecameOf(name, error, { signal, timeoutMs, whyGone: whyGone() });
        return round.question() ?? became;
      } finally {
        round.end();
      }
    },
  };
}

/** A client that hears what its server says by itself. */
function clientWith(version: string, protocol: string | undefined, onNews: LinkOptions['onNews']): Client {
  const client = new Client(
    { name: 'straylight', version },
    {
      // what a tool answers is text from outside, whatever its own schema says of it
      jsonSchemaValidator: {
        getValidator: () => (data: unknown) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
      versionNegotiation: { mode: isLegacy(protocol) ? 'legacy' : 'auto' },
      inputRequired: { autoFulfill: false },
      capabilities: { elicitation: { form: {}, url: {} } },
      listMaxPages: 20,
      listChanged: listNews(onNews),
    },
  );
  client.onerror = () => {};
  client.setNotificationHandler('notifications/resources/updated', async ({ params: { uri } }) =>
    onNews({ kind: 'updated', uri }),
  );
  client.setNotificationHandler('notifications/elicitation/complete', async ({ params: { elicitationId: id } }) =>
    onNews({ kind: 'completed', id }),
  );
  return client;
}

/** In both lines of the protocol, once for many in a row. */
function listNews(onNews: LinkOptions['onNews']): ListChangedHandlers {
  const news = (kind: 'tools' | 'offers') => ({
    autoRefresh: false,
    debounceMs: 300,
    onChanged: () => onNews({ kind }),
  });
  return { tools: news('tools'), prompts: news('offers'), resources: news('offers') };
}

/**
 * What a server of the older line asks while a call is under way. Nobody can be kept waiting for days in a call: the first
 * question is cancelled and becomes that of the call, and a second call has the answer ready. While several calls are
 * under way nobody knows which of them asks.
 */
function elicitations() {
  interface Round {
    readonly responses: JsonObject | undefined;
    request: JsonObject | undefined;
  }
  const rounds = new Set<Round>();
  return {
    receive(params: JsonObject): { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> } {
      const [round, other] = rounds;
      if (!round || other) return { action: 'cancel' };
      const answer = round.responses?.[elicitedName];
      if (answer !== undefined) return answer as unknown as ReturnType<typeof this.receive>;
      round.request ??= { method: 'elicitation/create', params };
      return { action: 'cancel' };
    },
    begin(responses: JsonObject | undefined) {
      const round: Round = { responses, request: undefined };
      rounds.add(round);
      return {
        question: (): CallAnswer | undefined =>
          round.request && { kind: 'question', state: undefined, requests: { [elicitedName]: round.request } },
        end: () => void rounds.delete(round),
      };
    },
  };
}

/** What the question of a server of the older line is called among those of a call. */
const elicitedName = 'elicited';

const mostTools = 500;

function isLegacy(protocol: string | undefined): boolean {
  return protocol !== undefined && protocol < '2026';
}

function titleOf(client: Client): string | undefined {
  const { name, version, title = name } = client.getServerVersion() ?? {};
  return title === undefined ? undefined : oneLine(`${title} ${version ?? ''}`.trim(), 100);
}

interface RawTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: object;
  readonly annotations?: { readonly readOnlyHint?: unknown; readonly destructiveHint?: unknown } | undefined;
}

function listedTool({ name, title, description = '', inputSchema, annotations = {} }: RawTool): ListedTool {
  const { readOnlyHint, destructiveHint } = annotations;
  return {
    tool: name.slice(0, 128),
    description: description.slice(0, longestDescription),
    parameters: inputSchema as JsonObject,
    hints: defined({
      readOnly: typeof readOnlyHint === 'boolean' ? readOnlyHint : undefined,
      destructive: typeof destructiveHint === 'boolean' ? destructiveHint : undefined,
    }),
    ...defined({ title: title?.slice(0, 200) }),
  };
}

const longestDescription = 4_000;

interface RawResult {
  readonly resultType?: string;
  readonly content?: readonly ContentPart[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly requestState?: string;
  readonly inputRequests?: JsonObject;
}

function answerOf(result: RawResult): CallAnswer {
  if (result.resultType === 'input_required')
    return { kind: 'question', state: result.requestState, requests: result.inputRequests ?? {} };
  const { content = [], structuredContent: structured, isError = false } = result;
  return { kind: 'answer', content, structured, isError };
}

/** An error that the server answered is an answer; all else throws. */
function whatBecameOf(
  name: string,
  error: unknown,
  {
    signal,
    timeoutMs,
    whyGone,
  }: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly whyGone: string | undefined },
): CallAnswer {
  if (signal.aborted) throw fault('cancelled', says`the call of the MCP server ${name} was cancelled`);
  const pages = pagesWanted(error);
  if (pages) return { kind: 'question', state: undefined, requests: pages };
  if (error instanceof ProtocolError)
    return {
      kind: 'answer',
      content: [{ type: 'text', text: `${error.message.slice(0, longestWords)} (${error.code})` }],
      structured: undefined,
      isError: true,
    };
  // what our own way out refused was never sent
  const own = faultIn(error);
  if (own && (own.failure.kind === 'denied' || own.failure.cause === 'unrun')) throw own;
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout)
    throw fault(
      'unknown',
      says`the MCP server ${name} did not answer within ${timeoutMs / 1_000} s and was told to stop; whether it did what was asked is not known`,
      { cause: 'timeout' },
    );
  const why = whyGone ?? messageOf(error);
  throw fault(
    'unknown',
    says`the MCP server ${name} went away before it answered (${why}); whether it did what was asked is not known`,
    {
      taint: 'external',
    },
  );
}

/** A server of the older line may answer a call by what is to be done at addresses first. */
function pagesWanted(error: unknown): JsonObject | undefined {
  if (!(error instanceof UrlElicitationRequiredError) || error.elicitations.length === 0) return undefined;
  const requests = error.elicitations.slice(0, 8).map((params, at) => {
    const request = { method: 'elicitation/create', params: { ...params, mode: 'url' } } as unknown as JsonObject;
    return [at === 0 ? elicitedName : `${elicitedName}${at + 1}`, request] as const;
  });
  return Object.fromEntries(requests);
}

function notConnected(name: string, error: unknown, whyGone: string | undefined): Fault {
  const own = faultIn(error);
  if (own) return own;
  return fault('unavailable', says`the MCP server ${name} could not be reached: ${whyGone ?? messageOf(error)}`, {
    cause: 'unrun',
    taint: 'external',
  });
}

function notListed(name: string, error: unknown, whyGone: string | undefined): Fault {
  const own = faultIn(error);
  if (own) return own;
  return fault('unavailable', says`the MCP server ${name} did not list its tools: ${whyGone ?? messageOf(error)}`, {
    cause: 'unrun',
    taint: 'external',
  });
}

/** The fault of our own way out that lies beneath an error of the library. */
function faultIn(error: unknown): Fault | undefined {
  if (error instanceof Fault) return error;
  if (!(error instanceof Error)) return undefined;
  const { data } = error as { readonly data?: { readonly cause?: unknown } };
  return faultIn(error.cause ?? data?.cause);
}

/** What an error says, down to the cause that our own way out gave. */
function messageOf(error: unknown): string {
  if (error instanceof Error && error.cause !== undefined) return messageOf(error.cause);
  return oneLine(toFailure(error).message, 300);
}

/** The line in which a program says why it ended: its error, else the last one. Node ends with its version. */
function whyItEnded(text: string): string | undefined {
  const lines = text.split('\n').filter(one => one.trim() !== '' && !/^Node\.js v\d/.test(one));
  const line =
    lines.findLast(one => /^\s*(?:[\w.]*(?:Error|Exception)\b(?: \[\w+\])?: |error: |fatal: )/i.test(one)) ??
    lines.at(-1);
  return line === undefined ? undefined : oneLine(line, 300);
}
