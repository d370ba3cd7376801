/**
 * DNS and sockets of this machine, as the fetcher uses them: a name is asked once, a socket goes to an address and
 * nowhere else.
 */
import { lookup } from 'node:dns/promises';
import { connect as connectSocket, type Socket } from 'node:net';
import { addressBytes } from '../../domain/egress/address.ts';
import type { DnsAnswer } from '../../domain/egress/egress.ts';
import type { OwnHost } from '../../domain/egress/own-network.ts';
import { fault } from '../../domain/supervision/failure.ts';

/**
 * All addresses of a name, in the order to be tried. `isOwn`: it is a name of the own network. Rejects with an error that
 * has DNS's `code`.
 */
export type Resolve = (name: string, signal: AbortSignal, isOwn?: boolean) => Promise<DnsAnswer>;

/** What requests may reach in the owner's own network. */
export interface OwnNetwork {
  /** Hosts that he has let in. */
  readonly hosts: readonly OwnHost[];
  /** The addresses that the name of each had when it was first connected to. */
  readonly pins: Map<OwnHost, readonly string[]>;
}

/** A connected socket to exactly this address: implementations must not resolve, redirect or proxy anything. */
export type Connect = (to: { readonly address: string; readonly port: number }, signal: AbortSignal) => Promise<Socket>;

/**
 * The system's resolver. The name is absolute: the search list of the local network has no say in what it means, but for
 * a name of that network.
 */
export const systemResolve: Resolve = async (name, _signal, isOwn = false) => ({
  addresses: (await lookup(isOwn ? name : `${name}.`, { all: true, order: 'verbatim' })).map(({ address }) => address),
});

/**
 * A TCP connection. An address needs no lookup, so a lookup here is a mistake and fails; so does another peer than
 * asked for.
 */
export const systemConnect: Connect = ({ address, port }, signal) =>
  new Promise((resolve, reject) => {
    const wanted = addressBytes(address);
    if (wanted === undefined) throw fault('defect', 'expected an address to connect to; nothing was connected');
    const socket = connectSocket({
      host: address,
      port,
      signal,
      autoSelectFamily: false,
      lookup: (_name, _options, done) => done(fault('defect', 'a name reached the socket'), '', 0),
    });
    socket.on('error', reject);
    socket.once('connect', () => {
      if (addressBytes(socket.remoteAddress ?? '')?.join() === wanted.join()) return resolve(socket);
      socket.destroy();
      reject(fault('defect', `the socket is connected to another peer than ${address}; it was closed`));
    });
  });
