/** Replies while they are written: what has come of each so far, for a client that connects in the middle of one. */
import type { Feed, FeedFrame } from '../../ports/host.ts';

/** A reply under way; `messageId` is that of the message it becomes. */
export interface Written {
  readonly messageId: string;
  readonly text: string;
}

export interface Writing {
  of(session: string): Written | undefined;
  /** Where the piece of a frame that was just published begins in its reply. */
  startOf(frame: Extract<FeedFrame, { readonly kind: 'progress' }>): number;
}

/** Follows the feed for as long as it lives; a later subscriber finds each piece in here already. */
export function followWriting(feed: Pick<Feed, 'subscribe'>): Writing {
  const replies = new Map<string, Written>();
  feed.subscribe(frame => {
    if (frame.kind === 'step') {
      // over, or on its way to another one
      if (frame.row.leaf !== 'thinking.completing') replies.delete(frame.row.address);
    } else if (frame.kind === 'effect') {
      // the same effect may run again after it was cut off: then it begins from the start
      if (frame.src === 'completion' && frame.state === 'started')
        replies.set(frame.owner, { messageId: frame.effect, text: '' });
    } else if (frame.kind === 'progress' && frame.event.type === 'text.delta') {
      const { owner, effect, event } = frame;
      const known = replies.get(owner);
      const text = known?.messageId === effect ? known.text : '';
      replies.set(owner, { messageId: effect, text: text + String(event['delta']) });
    }
  });
  return {
    of(session) {
      const known = replies.get(session);
      return known?.text ? known : undefined;
    },
    startOf({ owner, event }) {
      const known = replies.get(owner)?.text.length ?? 0;
      return Math.max(0, known - String(event['delta']).length);
    },
  };
}
