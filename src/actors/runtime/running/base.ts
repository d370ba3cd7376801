/** What every part of the host is given: the store, the clock, what the process is at, and where it reports to. */
import type { Clock } from '../../../ports/clock.ts';
import type { Feed } from '../../../ports/host.ts';
import type { Admission } from '../admission.ts';
import type { StepHost } from '../commit/step-host.ts';
import type { LogEntry } from '../log-entry.ts';
import type { Event } from '../step.ts';
import type { Phase } from './phase.ts';

export interface HostBase extends Pick<StepHost, 'store' | 'registry' | 'boot' | 'isHeld' | 'clean' | 'settle'> {
  readonly clock: Clock;
  readonly phase: Phase;
  readonly admission: Admission;
  readonly feed: Feed;
  /** Gives an event its instant and its id. */
  readonly stamp: (event: Event) => Event;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
  readonly log: (entry: LogEntry) => void;
  /** Logs what was thrown. */
  readonly logFailure: (event: string, thrown: unknown) => void;
  /** Runs a call; what it throws is logged and answered with false. */
  readonly safely: (event: string, call: () => void) => boolean;
}
