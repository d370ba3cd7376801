/** Streamed text on its way to the channels that can show a reply while it is written. Nothing depends on it. */
import { placeOf } from '../../domain/conversation/chat-session.ts';
import type { Feed } from '../../ports/host.ts';
import type { Channels } from '../channels/channels.ts';

/** Follows the feed for as long as it lives. */
export function showPreviews(feed: Feed, channels: Channels): void {
  const texts = new Map<string, { readonly turn: string; text: string }>();
  feed.subscribe(frame => {
    if (frame.kind === 'step') {
      const shown = texts.get(frame.row.address);
      if (!shown) return;
      shown.text = '';
      if (frame.row.leaf === 'thinking.completing') return; // the model is asked again, and what it wrote before is kept
      texts.delete(frame.row.address);
      const { channel, chat } = placeOf(frame.row.address);
      channels.get(channel)?.preview(chat, shown.turn, undefined);
    } else if (frame.kind === 'progress' && frame.event.type === 'text.delta') {
      const { owner, event } = frame;
      const shown = texts.get(owner) ?? { turn: String(event['turn']), text: '' };
      shown.text += String(event['delta']);
      texts.set(owner, shown);
      const { channel, chat } = placeOf(owner);
      channels.get(channel)?.preview(chat, shown.turn, shown.text);
    }
  });
}
