/** Does the other side of a channel answer, and does it know us? */

import { work } from '../work.ts';
import { type Channels, channelNamed } from './channels.ts';

export function connection(channels: Channels) {
  return work<{ identity: string }, { channel: string }>(({ channel, signal }) =>
    channelNamed(channels, channel).connect(signal),
  );
}
