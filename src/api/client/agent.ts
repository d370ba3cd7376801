/**
 * What a command or a chat talks to: the operations of the process that holds the home, and what is committed there.
 */

import type { Frame } from '../../domain/supervision/view.ts';
import type { Client } from './client.ts';

/** The connection to the process that holds the home: lost, or there (again). */
export type Link = 'live' | 'lost';

export interface WatchOptions {
  /** Told where another process holds the home; the watch itself goes on. */
  readonly onLink?: (link: Link) => void;
  /**
   * A session of which nothing is needed but where it waits or rests, and how its turns end. Another process sends all
   * else too.
   */
  readonly turnsOf?: string;
}

export interface Agent extends Client {
  /** `here`: this process holds the home for as long as the command lasts; `there`: another process does. */
  readonly where: 'here' | 'there';
  /**
   * Calls back with each frame as it is committed, until the signal. Resolves when the watching has begun.
   */
  watch(onFrame: (frame: Frame) => void, signal: AbortSignal, options?: WatchOptions): Promise<void>;
  close(): Promise<void>;
}
