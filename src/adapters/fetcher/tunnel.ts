/** Bytes both ways between two sockets, counted, until one side ends or a limit is reached. */
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Fault, fault, toFailure } from '../../domain/supervision/failure.ts';
import type { Deadlines } from './deadlines.ts';
import { checkedHello } from './hello.ts';

export interface TunnelLimits {
  /** From the caller to the outside, in one tunnel. */
  readonly maxBytesOut: number;
  /** From the outside to the caller, in one tunnel. */
  readonly maxBytesIn: number;
}

export interface Tunnel {
  readonly client: Duplex;
  readonly upstream: Duplex;
  readonly limits: TunnelLimits;
  /** Without a byte either way. */
  readonly idleMs: number;
  readonly deadlines: Deadlines;
  /** The host whose TLS must begin in the first bytes; anything may, where it is left out. */
  readonly onlyTlsFor?: string | undefined;
}

/**
 * Never throws; answers why it was cut, or undefined where one of the two ended it. Both sockets are gone afterwards.
 */
export async function tunnelled(tunnel: Tunnel): Promise<string | undefined> {
  const { client, upstream, limits, idleMs, deadlines, onlyTlsFor } = tunnel;
  try {
    await deadlines.within('the next byte of a tunnel', idleMs, (signal, again) => {
      const said = onlyTlsFor === undefined ? client : checkedHello(onlyTlsFor)(client);
      return Promise.all([
        pump(counted(said, 'sent', limits.maxBytesOut, again), upstream, signal),
        pump(counted(upstream, 'received', limits.maxBytesIn, again), client, signal),
      ]);
    });
    return undefined;
  } catch (thrown) {
    return toFailure(thrown).message;
  } finally {
    client.destroy();
    upstream.destroy();
  }
}

/**
 * Until the source ends or breaks, or the sink is gone; what was taken has then been given on, and the sink is ended.
 */
async function pump(source: AsyncIterable<Buffer>, sink: Duplex, signal: AbortSignal): Promise<void> {
  const gone = new AbortController();
  sink.once('close', () => gone.abort());
  const either = AbortSignal.any([signal, gone.signal]);
  try {
    for await (const piece of source) {
      if (sink.destroyed) break;
      if (!sink.write(piece)) await once(sink, 'drain', { signal: either });
    }
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown;
  }
  sink.end();
  await finished(sink, { readable: false, signal }).catch(() => {});
}

async function* counted(source: AsyncIterable<Buffer>, what: string, most: number, onPiece: () => void) {
  let bytes = 0;
  for await (const piece of source) {
    onPiece();
    bytes += piece.length;
    if (bytes > most) throw fault('denied', `more than ${most} bytes were ${what} in one tunnel; it was cut`);
    yield piece;
  }
}
