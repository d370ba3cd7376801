/** What running calls have written so far, for a client that connects in the middle of one. */
import type { CallOutput } from '../../domain/supervision/view.ts';
import type { Feed } from '../../ports/host.ts';

export interface Outputs {
  /** Of the calls of a session that run now. */
  of(session: string): readonly CallOutput[];
  /** How much a call has written, the piece included that was just published. */
  endOf(call: string): number;
}

/** So much of each is kept, in UTF-16 units: its end. */
const longest = 8_000;

/** Follows the feed for as long as it lives; a later subscriber finds each piece in here already. */
export function followOutputs(feed: Pick<Feed, 'subscribe'>): Outputs {
  const outputs = new Map<string, CallOutput & { readonly session: string }>();
  feed.subscribe(frame => {
    if (frame.kind === 'step') {
      if (!frame.row.leaf.startsWith('acting')) outputs.delete(frame.row.address);
    } else if (frame.kind === 'effect') {
      if (frame.state === 'started') outputs.delete(frame.owner);
    } else if (frame.kind === 'progress' && frame.event.type === 'tool.progress') {
      const call = String(frame.event['call']);
      const piece = String(frame.event['text']);
      const known = outputs.get(call);
      const text = `${known?.text ?? ''}${piece}`.slice(-longest);
      outputs.set(call, { session: String(frame.event['session']), call, end: (known?.end ?? 0) + piece.length, text });
    }
  });
  return {
    of: wanted => [...outputs.values()].flatMap(({ session, ...output }) => (session === wanted ? [output] : [])),
    endOf: call => outputs.get(call)?.end ?? 0,
  };
}
