/** The channels an actor may speak through, by name. */

import { fault } from '../../domain/supervision/failure.ts';
import type { Channel } from '../../ports/channel.ts';

export type Channels = ReadonlyMap<string, Channel>;

/** Throws `unavailable` where the channel is not set up now: what is meant for it waits until it is. */
export function channelNamed(channels: Channels, name: string): Channel {
  const channel = channels.get(name);
  if (!channel) throw fault('unavailable', `the channel ${name} is not set up in this process`);
  return channel;
}
