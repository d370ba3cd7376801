/**
 * A channel's messages and button presses become events, for as long as the connection lasts. Ends in the failure that
 * ended it.
 */
import type { Receiver } from '../../ports/channel.ts';
import { work } from '../work.ts';
import { type Channels, channelNamed } from './channels.ts';

export function inbox(channels: Channels, receiverFor: (channel: string) => Receiver) {
  return work<void, { channel: string }>(({ channel, signal }) =>
    channelNamed(channels, channel).receive(receiverFor(channel), signal),
  );
}
