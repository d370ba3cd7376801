/** Committed steps as they happen, for spans, the inspector and the channels. Nothing is made while nobody listens. */
import type { ActorRecord, JournalRecord } from '../../ports/store.ts';
import type { Event } from './step.ts';

export type FeedFrame =
  /** A step is committed. */
  | { readonly kind: 'step'; readonly row: ActorRecord; readonly entry: JournalRecord }
  /** A row was changed without a step of its own: it was ended with its parent, or set aside. */
  | { readonly kind: 'row'; readonly row: ActorRecord }
  /** A chart emitted something in a step that is now committed. */
  | { readonly kind: 'emit'; readonly address: string; readonly event: Event }
  /** A running effect tells how it gets on: never stored, already redacted. */
  | {
      readonly kind: 'progress';
      readonly owner: string;
      readonly effect: string;
      readonly src: string;
      readonly event: Event;
    }
  | {
      readonly kind: 'effect';
      readonly owner: string;
      readonly effect: string;
      readonly src: string;
      readonly state: 'started' | 'done' | 'failed';
      readonly ms?: number;
    };

export interface Feed {
  readonly watched: boolean;
  publish(frame: FeedFrame): void;
  /** The answer ends it. A listener that throws is reported and stays. */
  subscribe(listener: (frame: FeedFrame) => void): () => void;
}

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
