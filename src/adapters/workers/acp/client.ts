/**
 * The client's side of the Agent Client Protocol with one program: starts or takes up a thread, puts words to it, and
 * hears how far it came.
 *
 * It offers no files and no terminal, since the program has its copy itself; one that asks for files all the same is
 * answered within the copy. What names another thread than its own is refused.
 */
import { says } from '../../../domain/policy/sentence.ts';
import { fault, toFailure } from '../../../domain/supervision/failure.ts';
import { oneLine } from '../../../domain/text/visible.ts';
import { type Connection, type ConnectionOptions, connectionTo, type RequestId } from './connection.ts';
import {
  fileRead,
  fileWritten,
  initialized,
  newSession,
  type PermissionRequest,
  permissionRequest,
  prompted,
  protocolVersion,
  type Update,
  updated,
} from './messages.ts';

/** How far it came: it requests a permission, under a name of ours; or its turn is over. */
export type AcpEvent =
  | { readonly kind: 'asked'; readonly id: string; readonly request: PermissionRequest }
  | { readonly kind: 'ended'; readonly stop: string };

export interface AcpClient {
  /** Resolves with whether a thread can be taken up. Throws `invalid` for another version of the protocol. */
  initialize(): Promise<{ readonly mayLoad: boolean }>;
  begin(cwd: string): Promise<string>;
  load(thread: string, cwd: string): Promise<void>;
  /** Puts words to its thread. */
  prompt(text: string): void;
  /** False: nothing of that name waits any more. */
  answer(id: string, isAllowed: boolean): boolean;
  /** The next that it came to. Rejects with `unavailable` once the program has ended. */
  next(): Promise<AcpEvent>;
  readonly isOver: boolean;
}

/** Its files, within the copy. */
export interface CopyFiles {
  read(path: string, from: number, lines: number | undefined): Promise<string>;
  write(path: string, content: string): Promise<void>;
}

export interface AcpOptions extends Pick<ConnectionOptions, 'name' | 'program'> {
  readonly version: string;
  readonly files: CopyFiles;
  readonly onUpdate: (update: Update) => void;
  readonly onAlive: () => void;
}

/** So many requests for permission wait at the same time. */
const mostWaiting = 20;

export function acpClient({ name, program, version, files, onUpdate, onAlive }: AcpOptions): AcpClient {
  let thread: string | undefined;
  // what a thread that is taken up repeats of its past is nothing new
  let isLoading = false;
  const events = eventQueue(() => connection.gone());
  const permissions = permissionQueue(event => events.push(event));
  const connection = connectionTo({
    name,
    program,
    onMessage: onAlive,
    onEnd: events.end,
    onNotification(method, params) {
      const read = method === 'session/update' ? updated.safeParse(params) : undefined;
      if (read?.success && read.data.sessionId === thread && !isLoading) onUpdate(read.data.update);
    },
    onRequest(id, method, params) {
      const own = { connection, id, method, params, thread };
      if (method === 'session/request_permission') permissions.take(own);
      else void fileRequest(files, own);
    },
  });
  const { call } = connection;

  return {
    get isOver() {
      return connection.isOver;
    },
    next: () => events.next(connection.isOver),
    answer: (own, isAllowed) => !connection.isOver && permissions.answer(own, isAllowed),
    async initialize() {
      const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
      const clientInfo = { name: 'straylight', title: 'Straylight', version };
      const given = initialized.safeParse(
        await call('initialize', { protocolVersion, clientCapabilities, clientInfo }),
      );
      if (!given.success || given.data.protocolVersion !== protocolVersion)
        throw fault(
          'invalid',
          says`the worker ${name} does not speak the Agent Client Protocol ${protocolVersion}; expected a program such as “opencode acp”`,
        );
      return { mayLoad: given.data.agentCapabilities?.loadSession === true };
    },
    async begin(cwd) {
      const given = newSession.safeParse(await call('session/new', { cwd, mcpServers: [] }));
      if (!given.success)
        throw fault(
          'invalid',
          says`the worker ${name} began no session: expected a sessionId of at most 200 visible characters`,
        );
      thread = given.data.sessionId;
      return thread;
    },
    async load(sessionId, cwd) {
      thread = sessionId;
      isLoading = true;
      await call('session/load', { sessionId, cwd, mcpServers: [] }).finally(() => {
        isLoading = false;
      });
    },
    prompt(text) {
      call('session/prompt', { sessionId: thread, prompt: [{ type: 'text', text }] }).then(
        result => events.push({ kind: 'ended', stop: prompted.safeParse(result).data?.stopReason ?? 'nothing' }),
        error => {
          if (connection.isOver) return;
          events.push({ kind: 'ended', stop: `an error: ${oneLine(toFailure(error).message, 200)}` });
        },
      );
    },
  };
}

/** What it came to, in order, for one who waits at a time. */
function eventQueue(gone: () => Error) {
  const events: AcpEvent[] = [];
  let waiting: { readonly resolve: (event: AcpEvent) => void; readonly reject: (error: Error) => void } | undefined;
  return {
    push(event: AcpEvent): void {
      if (waiting) waiting.resolve(event);
      else events.push(event);
      waiting = undefined;
    },
    end(): void {
      waiting?.reject(gone());
      waiting = undefined;
    },
    next(isOver: boolean): Promise<AcpEvent> {
      const event = events.shift();
      if (event) return Promise.resolve(event);
      if (isOver) return Promise.reject(gone());
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
  };
}

interface OwnRequest {
  readonly connection: Connection;
  readonly id: RequestId;
  readonly method: string;
  readonly params: unknown;
  readonly thread: string | undefined;
}

const notOurs = 'expected the session of this connection';
const notRead = 'expected the parameters that protocol version 1 has for it';

/** Requests for permission, each under a name of ours until it is answered. */
function permissionQueue(push: (event: AcpEvent) => void) {
  const waiting = new Map<string, OwnRequest & { readonly request: PermissionRequest }>();
  let number = 0;
  return {
    take(own: OwnRequest): void {
      const { connection, id, params, thread } = own;
      const read = permissionRequest.safeParse(params);
      if (!read.success) connection.refuse(id, -32602, notRead);
      else if (read.data.sessionId !== thread) connection.refuse(id, -32602, notOurs);
      else if (waiting.size >= mostWaiting)
        connection.refuse(id, -32000, `there are ${mostWaiting} requests for permission already`);
      else {
        number += 1;
        const name = `p${number}`;
        waiting.set(name, { ...own, request: read.data });
        push({ kind: 'asked', id: name, request: read.data });
      }
    },
    answer(name: string, isAllowed: boolean): boolean {
      const own = waiting.get(name);
      if (!own) return false;
      waiting.delete(name);
      // never an answer that would hold for more than this one request, but for a no
      const kinds = isAllowed ? ['allow_once'] : ['reject_once', 'reject_always'];
      const [option] = kinds.flatMap(kind => own.request.options.find(one => one.kind === kind) ?? []);
      const outcome = option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' };
      own.connection.reply(own.id, { outcome });
      return true;
    },
  };
}

/** A file of the copy that it wants read or written by us. */
async function fileRequest(files: CopyFiles, { connection, id, method, params, thread }: OwnRequest): Promise<void> {
  const isRead = method === 'fs/read_text_file';
  if (!isRead && method !== 'fs/write_text_file') {
    connection.refuse(id, -32601, `this client has no ${method.slice(0, 100)}`);
    return;
  }
  const [toRead, toWrite] = [fileRead.safeParse(params), fileWritten.safeParse(params)];
  const given = isRead ? toRead : toWrite;
  if (!given.success || given.data.sessionId !== thread) {
    connection.refuse(id, -32602, given.success ? notOurs : notRead);
    return;
  }
  try {
    if (toWrite.success && !isRead) await files.write(toWrite.data.path, toWrite.data.content);
    if (!toRead.success || !isRead) return connection.reply(id, null);
    const { path, line, limit } = toRead.data;
    connection.reply(id, { content: await files.read(path, line ?? 1, limit ?? undefined) });
  } catch (error) {
    connection.refuse(id, -32000, toFailure(error).message);
  }
}
