/** What the host is made of, for the parts that work with all the others. */
import type { Arrivals } from '../arrivals.ts';
import type { Launch } from '../launch.ts';
import type { HostBase } from './base.ts';
import type { LiveActors } from './live-actors.ts';
import type { Mailboxes } from './mailboxes.ts';
import type { Stays } from './stays.ts';
import type { Timers } from './timers.ts';

export interface HostPieces extends HostBase {
  readonly arrivals: Arrivals;
  readonly launch: Launch;
  readonly live: LiveActors;
  readonly mailboxes: Mailboxes;
  readonly stays: Stays;
  readonly timers: Timers;
}
