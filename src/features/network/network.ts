/** How every part reaches the network: names looked up once, addresses connected to as they were judged. */
import type { Config } from '../../../config/load.ts';
import { type Connect, type Resolve, systemConnect, systemResolve } from '../../adapters/fetcher/network.ts';
import type { Clock } from '../../ports/clock.ts';

export interface Network {
  readonly resolve: Resolve;
  readonly connect: Connect;
  readonly clock: Clock;
  readonly blockedDomains: readonly string[];
}

export function networkOf(config: Config, clock: Clock): Network {
  return { resolve: systemResolve, connect: systemConnect, clock, blockedDomains: config.egress.blockedDomains };
}
