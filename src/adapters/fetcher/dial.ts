/**
 * From a judged URL to a connected socket: DNS once, every address of the answer judged, the socket to one of exactly
 * these.
 */

import type { Socket } from 'node:net';
import { type Destination, isDenied, judgeAnswer } from '../../domain/egress/egress.ts';
import type { OwnHost } from '../../domain/egress/own-network.ts';
import { says } from '../../domain/policy/sentence.ts';
import { Fault, fault } from '../../domain/supervision/failure.ts';
import type { Deadlines } from './deadlines.ts';
import type { Connect, OwnNetwork, Resolve } from './network.ts';

export interface DialOptions {
  readonly resolve: Resolve;
  readonly connect: Connect;
  readonly deadlines: Deadlines;
  /** How long DNS may take, one attempt to connect, and the TLS handshake. */
  readonly connectMs: number;
  readonly own?: OwnNetwork | undefined;
  /** Certificates (PEM) to trust instead of the well-known ones. */
  readonly certificates?: readonly string[] | undefined;
}

/** How many addresses of one answer are tried. */
const mostAttempts = 4;

/**
 * A connected socket, with TLS where the URL says so; the caller destroys it. Throws `denied` where an
 * address is not public or a certificate is not valid for the host.
 */
export async function dial(destination: Destination, options: DialOptions): Promise<Socket> {
  const socket = await firstThatAnswers(await addressesOf(destination, options), destination, options);
  if (!destination.secure) return socket;
  try {
    return await secured(socket, destination, options);
  } catch (thrown) {
    socket.destroy();
    throw thrown;
  }
}

async function addressesOf({ host, own: letIn }: Destination, { resolve, deadlines, connectMs, own }: DialOptions) {
  if ('address' in host) return [host.address];
  const { name } = host;
  const answer = await deadlines
    .within(says`the address of ${name}`, connectMs, signal => resolve(name, signal, letIn !== undefined))
    .catch((thrown: unknown) => {
      throw thrown instanceof Fault ? thrown : dnsFault(name, thrown);
    });
  const verdict = judgeAnswer(name, answer, letIn);
  if (isDenied(verdict)) throw fault('denied', says`this request may not leave: ${verdict.reason}`);
  return letIn === undefined || own === undefined ? verdict.addresses : pinned(letIn, verdict.addresses, own.pins);
}

/** A device of the own network stays at its address: another one that takes its name gets nothing until a restart. */
function pinned(own: OwnHost, addresses: readonly string[], pins: OwnNetwork['pins']): readonly string[] {
  const first = pins.get(own);
  if (first === undefined) {
    pins.set(own, addresses);
    return addresses;
  }
  const same = addresses.filter(address => first.includes(address));
  if (same.length > 0) return same;
  throw fault(
    'denied',
    says`this request may not leave: ${says`${own} was at ${first.join(', ')} and is at ${addresses.join(', ')} now; restart Straylight if that is right`}`,
  );
}

async function firstThatAnswers(
  addresses: readonly string[],
  { origin, port }: Destination,
  { connect, deadlines, connectMs }: DialOptions,
): Promise<Socket> {
  let last: unknown;
  for (const address of addresses.slice(0, mostAttempts)) {
    const attempt = { wanted: true };
    try {
      const socket = await deadlines.within(says`a connection to ${origin}`, connectMs, async signal => {
        const opened = await connect({ address, port }, signal);
        // One that opens after all belongs to nobody.
        if (!attempt.wanted) opened.destroy();
        return opened;
      });
      return quiet(socket);
    } catch (thrown) {
      attempt.wanted = false;
      deadlines.signal.throwIfAborted();
      last = thrown;
    }
  }
  if (last instanceof Fault) throw last;
  throw fault('unavailable', says`${origin} does not answer (${codeOf(last)}); try again later`, {
    cause: codeOf(last),
  });
}

/** TLS on the open socket; the certificate must be valid for the host of the URL, whatever the environment says. */
function secured(socket: Socket, { host, origin }: Destination, { deadlines, connectMs, certificates }: DialOptions) {
  const handshake = () =>
    new Promise<Socket>((resolve, reject) => {
      const { connect: connectTls } = process.getBuiltinModule('node:tls');
      const secure = connectTls({
        socket,
        // An address is no server name, but the certificate must be for it all the same.
        servername: 'name' in host ? host.name : undefined,
        host: 'name' in host ? undefined : host.address,
        ALPNProtocols: ['http/1.1'],
        minVersion: 'TLSv1.2',
        rejectUnauthorized: true,
        ca: certificates ? [...certificates] : undefined,
      });
      secure.on('error', error => reject(tlsFault(origin, error)));
      secure.once('secureConnect', () => resolve(secure));
    });
  return deadlines.within(says`the TLS handshake of ${origin}`, connectMs, handshake);
}

/** An error between two listeners must not end the process; the next read or write fails with it. */
function quiet(socket: Socket): Socket {
  return socket.on('error', () => {});
}

function dnsFault(name: string, thrown: unknown): Fault {
  const cause = codeOf(thrown);
  if (cause === 'ENOTFOUND' || cause === 'ENODATA')
    return fault('invalid', says`${name} does not exist, or has no address; check the spelling`, { cause });
  return fault('unavailable', says`DNS gave no answer for ${name} (${cause}); try again later`, { cause });
}

function tlsFault(origin: string, error: Error): Fault {
  const cause = codeOf(error);
  if (/CERT|SELF_SIGNED|UNABLE_TO|CRL|HOSTNAME_MISMATCH/.test(cause))
    return fault('denied', says`the certificate of ${origin} is not valid for it (${cause}); nothing was sent`, {
      cause,
    });
  return fault('unavailable', says`the TLS handshake with ${origin} failed (${cause})`, { cause });
}

/** What Node calls an error; never its text, which may repeat what the other side said. */
export function codeOf(thrown: unknown): string {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return codeOf(thrown.errors[0]);
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return typeof code === 'string' ? code : 'no reason given';
}
