/** What others may know of a channel. */

import { waitingIn } from '../../domain/conversation/delivery-line.ts';
import type { Failure } from '../../domain/supervision/failure.ts';
import { defined } from '../../domain/text/json.ts';
import type { StoredState } from '../stored.ts';
import type { Context } from './types.ts';

/** Facts of a channel for its row and for the health of the process. */
export interface ChannelView {
  /** As whom it is connected; null: it never was. */
  readonly identity: string | null;
  /** Why its connection was lost last. */
  readonly failure: Failure | null;
  /** Tries to connect since it was last steady. */
  readonly attempt?: number;
  /** What waits in its lines to be sent; undefined: nothing. */
  readonly waiting: ReturnType<typeof waitingIn>;
}

/** The view of a stored channel. */
export function channelView({ context }: StoredState): ChannelView {
  const { identity = null, failure = null, attempt, lines = {} } = context as Partial<Context>;
  return { identity, failure, ...defined({ attempt }), waiting: waitingIn(lines) };
}
