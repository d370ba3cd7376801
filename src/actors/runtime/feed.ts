/** The feed of committed steps, for spans, the inspector and the channels. */
import type { Feed, FeedFrame } from '../../ports/host.ts';

export function createFeed(onDefect: (error: unknown) => void): Feed {
  const listeners = new Set<(frame: FeedFrame) => void>();
  return {
    get watched() {
      return listeners.size > 0;
    },
    publish(frame) {
      for (const listener of listeners)
        try {
          listener(frame);
        } catch (error) {
          onDefect(error);
        }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
