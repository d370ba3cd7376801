/** How every part reaches the network: names looked up once, addresses connected to as they were judged. */
import type { Config } from '../../../config/load.ts';
import {
  type Connect,
  type OwnNetwork,
  type Resolve,
  systemConnect,
  systemResolve,
} from '../../adapters/fetcher/network.ts';
import type { Clock } from '../../ports/clock.ts';

export interface Network {
  readonly resolve: Resolve;
  readonly connect: Connect;
  readonly clock: Clock;
  readonly blockedDomains: readonly string[];
  /** For tools and browser; packages have no part in it. */
  readonly ownNetwork: OwnNetwork;
}

export function networkOf(config: Config, clock: Clock): Network {
  const { blockedDomains, allowPrivate } = config.egress;
  const ownNetwork = { hosts: allowPrivate, pins: new Map() };
  return { resolve: systemResolve, connect: systemConnect, clock, blockedDomains, ownNetwork };
}
