/**
 * What has come of the model calls under way: a call that is stopped costs that, since its provider has charged no
 * more. Kept in memory alone; a call whose process dies stays spent as it was reserved.
 */

/** One call, as it is heard of. */
export interface MeteredStream {
  /** It is sent. */
  begin(): void;
  /** Bytes have come. */
  alive(): void;
  /** A piece of its text has come. */
  text(characters: number): void;
}

export interface StreamMeter {
  start(session: string, call: string): MeteredStream;
  /** About how many tokens have come; undefined: it was never sent. */
  tokens(session: string, call: string): number | undefined;
  /** It has ended. */
  forget(session: string): void;
}

export function streamMeter(): StreamMeter {
  const streams = new Map<string, { readonly call: string; sent: boolean; characters: number; quiet: number }>();
  return {
    start(session, call) {
      const stream = { call, sent: false, characters: 0, quiet: 0 };
      streams.set(session, stream);
      return {
        begin: () => {
          stream.sent = true;
        },
        alive: () => {
          stream.quiet += 1;
        },
        // the bytes that brought it were heard of already; what stays is thoughts and calls, about a token each
        text: characters => {
          stream.characters += characters;
          stream.quiet = Math.max(0, stream.quiet - 1);
        },
      };
    },
    tokens(session, call) {
      const stream = streams.get(session);
      if (stream?.call !== call || !stream.sent) return undefined;
      return Math.ceil(stream.characters / 3) + stream.quiet;
    },
    forget: session => void streams.delete(session),
  };
}
