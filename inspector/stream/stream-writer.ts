/**
 * One open stream: where its reader stands in the history, and what it wants to see.
 *
 * There is no queue. A reader that takes nothing simply stays where it is; when it takes again, it goes on from there
 * if the history still has it, else it is told to reload (`resync`). So a slow reader costs nothing but its place.
 */
import type { ServerResponse } from 'node:http';
import { toFailure } from '../../src/domain/supervision/failure.ts';
import type { Encode } from '../http/reply.ts';
import { dataOf } from './frames.ts';
import type { Entry, History } from './history.ts';

/** What a stream carries beside rows, chat, approvals and commands. `*` among the actors: all of them. */
export interface Watch {
  readonly actors: ReadonlySet<string>;
  readonly feed: boolean;
}

export interface StreamWriter {
  readonly id: string;
  /** Sends what is new, as far as the reader takes it. */
  pump(): void;
  /** A sign of life, with the cursor; not while the reader is behind. */
  beat(): void;
  watch(watch: Watch): void;
  /** Since when (on the clock's `elapsed`) the reader has taken nothing; undefined: it keeps up. */
  readonly blockedSince: number | undefined;
  end(): void;
  destroy(): void;
}

/** Greets the reader and stands at its place. The response's head must have been written. */
export function streamWriter(options: {
  readonly id: string;
  readonly boot: string;
  readonly response: ServerResponse;
  readonly history: History;
  readonly encode: Encode;
  readonly elapsed: () => number;
  readonly feedLag: number;
  readonly log: (message: string) => void;
  readonly watch: Watch;
  /** The last event the reader has; undefined: he must reload first. */
  readonly from: number | undefined;
}): StreamWriter {
  const { id, boot, response, history, encode, elapsed } = options;
  let watch = options.watch;
  let sent = options.from ?? history.last;
  let blocked: number | undefined;
  /** Up to here the reader fell behind, when it last stopped taking. */
  let backlog = 0;
  let dropped = 0;

  const line = (seq: number, name: string, data: string) => `event: ${name}\nid: ${boot}.${seq}\ndata: ${data}\n\n`;
  const resync = () => {
    sent = history.last;
    dropped = 0;
    return line(sent, 'resync', encode({ cursor: `${boot}.${sent}` }));
  };

  /** An event that cannot be written out is left out, and said so in the log; what comes after it still counts. */
  function shown(entry: Entry): string {
    try {
      return textOf(entry) ?? '';
    } catch (thrown) {
      options.log(`the inspector could not send a ${entry.event.name} event: ${toFailure(thrown).message}`);
      return '';
    }
  }

  /** The event as this reader sees it; undefined: it does not concern him. */
  function textOf(entry: Entry): string | undefined {
    const { event, seq } = entry;
    if (event.name === 'journal') {
      if (!watch.actors.has('*') && !watch.actors.has(event.actor)) return undefined;
    }
    if (event.name !== 'batch') return written(entry, 'all', () => dataOf(event));
    const { rows, gone, steps } = event;
    const late = watch.feed && backlog - seq > options.feedLag;
    if (late) dropped += steps.length;
    if (watch.feed && !late) {
      if (dropped === 0) return written(entry, 'feed', () => dataOf(event));
      const text = line(seq, 'batch', encode({ ...dataOf(event), dropped }));
      dropped = 0;
      return text;
    }
    if (rows.length + gone.length === 0) return undefined;
    return written(entry, 'rows', () => dataOf(event, false));
  }

  function written(entry: Entry, form: string, data: () => unknown): string {
    const known = entry.texts.get(form);
    if (known !== undefined) return known;
    const text = line(entry.seq, entry.event.name, encode(data()));
    entry.texts.set(form, text);
    return text;
  }

  function write(text: string): void {
    if (response.destroyed || response.writableEnded) return;
    if (!response.write(text)) blocked ??= elapsed();
  }

  function pump(): void {
    while (blocked === undefined && sent < history.last) {
      let text = '';
      if (!history.covers(sent)) text = resync();
      while (sent < history.last && text.length < 64 * 1024) {
        sent += 1;
        const entry = history.at(sent);
        if (entry) text += shown(entry);
      }
      if (text !== '') write(text);
    }
  }

  response.on('drain', () => {
    blocked = undefined;
    backlog = history.last;
    pump();
  });
  const hello = encode({ streamId: id, boot, cursor: `${boot}.${sent}` });
  if (options.from !== undefined) write(line(sent, 'hello', hello));
  // Without an id: were the connection lost between the two, the reader would take the greeting's place for its own.
  else write(`event: hello\ndata: ${hello}\n\n${resync()}`);

  return {
    id,
    pump,
    beat() {
      // An id without data moves the reader's cursor past what was not for him.
      if (blocked === undefined) write(sent === history.last ? `:\nid: ${boot}.${sent}\n\n` : ':\n\n');
    },
    watch(next) {
      watch = next;
    },
    get blockedSince() {
      return blocked;
    },
    end: () => void response.end(),
    destroy: () => void response.destroy(),
  };
}
