/**
 * The stream of the process that holds the home, read as one endless sequence: it comes back by itself when it is lost.
 */

import type { Failure } from '../../domain/supervision/failure.ts';
import { type Fault, toFailure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { Clock } from '../../ports/clock.ts';
import { answered, lost, type RemoteAddress, record, remoteOpen } from './call.ts';

/** One server-sent event with its data parsed. */
export interface RemoteEvent {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** 40 s without even a sign of life: lost. */
const silenceMs = 40_000;

/** Reads until the signal, reconnecting from the last event that was taken. Throws if the first connection fails. */
export async function remoteStream(options: {
  /** Where the process is by now: asked before each connection, since it may come back at another port. */
  readonly address: () => RemoteAddress;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Taken one after the other. When it rejects, the connection is opened again and the same event comes again. */
  readonly onEvent: (event: RemoteEvent) => Promise<void>;
  readonly onLink: (link: { readonly state: 'live' } | { readonly state: 'lost'; readonly failure: Failure }) => void;
}): Promise<void> {
  const { address, clock, signal, onEvent, onLink } = options;
  let cursor: string | undefined;
  let greeted = false;
  let waitMs = 100;

  while (!signal.aborted) {
    let failure: Failure = {
      kind: 'unavailable',
      message: `the Straylight at ${address().url} ended the stream`,
    };
    try {
      await readOnce(address(), signal, cursor, async (event, id) => {
        if (event?.name === 'hello') {
          greeted = true;
          waitMs = 100;
          onLink({ state: 'live' });
        } else if (event) await onEvent(event);
        cursor = id ?? cursor;
      });
    } catch (thrown) {
      if (!greeted && !signal.aborted) throw thrown;
      failure = toFailure(thrown);
    }
    if (signal.aborted) return;
    onLink({ state: 'lost', failure });
    await pause(clock, failure.retryAfterMs ?? waitMs, signal);
    waitMs = Math.min(waitMs * 2, 5_000);
  }
}

async function readOnce(
  address: RemoteAddress,
  signal: AbortSignal,
  cursor: string | undefined,
  take: (event: RemoteEvent | undefined, id: string | undefined) => Promise<void>,
): Promise<void> {
  const query = new URLSearchParams({ actor: '*', ...defined({ cursor }) });
  const response = await remoteOpen(address, 'GET', `/api/stream?${query}`, { timeoutMs: silenceMs, signal });
  response.setEncoding('utf8');
  const refused = response.statusCode !== 200;
  let block: string[] = [];
  try {
    for await (const line of linesOf(response)) {
      if (refused || line !== '') block.push(line);
      else {
        const { event, id } = parse(block);
        block = [];
        if (event || id !== undefined) await take(event, id);
      }
    }
  } catch (thrown) {
    throw lost(address, thrown);
  }
  if (refused) throw refusal(address, response.statusCode ?? 0, block.join('\n'));
}

/**
 * The lines of a text that comes in pieces; each piece is looked at once, so a long line costs its length and no more.
 */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const piece of text) {
    const [first = '', ...others] = piece.split('\n');
    begun.push(first);
    for (const next of others) {
      yield begun.join('');
      begun = [next];
    }
  }
  if (begun.join('') !== '') yield begun.join('');
}

/** One block of the stream, by lines; a comment alone is neither an event nor an id. */
function parse(lines: readonly string[]): { readonly event?: RemoteEvent; readonly id?: string } {
  let name = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'id') id = value;
    else if (field === 'data') data.push(value);
  }
  return {
    event: data.length === 0 ? undefined : { name, data: record(JSON.parse(data.join('\n'))) },
    id,
  };
}

function refusal(address: RemoteAddress, status: number, text: string): Fault {
  const answer = answered(address, status === 200 ? 502 : status, text);
  if (answer.ok) throw new Error('a refusal cannot be a success');
  return answer.fault;
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal.addEventListener('abort', done);
  });
}
