/** The body of a response: bounded as it comes over the wire and once more as it unfolds. */

import type { IncomingMessage } from 'node:http';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, type ZlibOptions, zstdDecompress } from 'node:zlib';
import { says } from '../../domain/policy/sentence.ts';
import { Fault, fault } from '../../domain/supervision/failure.ts';
import { codeOf } from './dial.ts';

// not by an import, which reads all names of `node:util` and so loads threads and child processes
const { promisify } = process.getBuiltinModule('node:util');

export interface BodyLimits {
  readonly maxBytes: number;
  /** Called with every chunk that comes. */
  readonly onChunk: () => void;
  /** Who sends it, for messages. */
  readonly origin: string;
}

/** What a request may say it takes. */
export const acceptedEncodings = 'gzip, deflate, br, zstd';

/**
 * The whole body, decoded. Throws `invalid` where it is too long or in a form nobody asked for, `unavailable` where it
 * breaks off.
 */
export async function readBody(response: IncomingMessage, limits: BodyLimits): Promise<Uint8Array> {
  const { maxBytes, origin } = limits;
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLong(limits);
  const coding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  const decode = coding === '' || coding === 'identity' ? undefined : decoders.get(coding);
  if (coding !== '' && coding !== 'identity' && decode === undefined)
    throw fault(
      'invalid',
      says`${origin} sent the body as ${JSON.stringify(coding.slice(0, 40))}, not as ${acceptedEncodings}`,
    );
  const wire = await gather(response, limits);
  if (decode === undefined || wire.length === 0) return wire;
  return decode(wire, maxBytes).catch((error: unknown) => {
    if (codeOf(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLong(limits);
    throw fault('unavailable', says`the ${coding} body of ${origin} is broken (${codeOf(error)})`);
  });
}

async function gather(response: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      limits.onChunk();
      bytes += chunk.length;
      if (bytes > limits.maxBytes) throw tooLong(limits);
      chunks.push(chunk);
    }
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown;
    throw fault('unavailable', says`the answer of ${limits.origin} broke off (${codeOf(thrown)}); try again later`);
  }
  return Buffer.concat(chunks);
}

function tooLong({ maxBytes, origin }: BodyLimits): Fault {
  return fault('invalid', says`the answer of ${origin} is longer than ${maxBytes} bytes and was not taken`);
}

type Decode = (wire: Buffer, maxOutputLength: number) => Promise<Buffer>;

/** HTTP's "deflate" is zlib's format (RFC 9110 §8.4.1.2); some servers send it bare. */
const unfoldDeflate: Decode = (wire, maxOutputLength) =>
  promisify<Buffer, ZlibOptions, Buffer>(((wire[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(wire, {
    maxOutputLength,
  });

const unfoldGzip: Decode = (wire, maxOutputLength) =>
  promisify<Buffer, ZlibOptions, Buffer>(gunzip)(wire, { maxOutputLength });

const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', unfoldGzip],
  ['x-gzip', unfoldGzip],
  ['deflate', unfoldDeflate],
  ['br', (wire, maxOutputLength) => promisify(brotliDecompress)(wire, { maxOutputLength })],
  // RFC 9659: a window of at most 8 MB.
  [
    'zstd',
    (wire, maxOutputLength) =>
      promisify(zstdDecompress)(wire, { maxOutputLength, params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
  ],
]);
