/** The last events, numbered, for streams that lag or come back. What is dropped can only be made good by a reload. */
import { type WireEvent, weigh } from './frames.ts';

export interface Entry {
  readonly seq: number;
  readonly event: WireEvent;
  /** The event written out, by what the reader wants to see of it; each is made when the first one asks. */
  readonly texts: Map<string, string>;
}

export interface History {
  /** The number of the last event there was. */
  readonly last: number;
  /** Adds an event under the next number. */
  push(event: WireEvent): void;
  /** Whether every event after this number is still here. */
  covers(seq: number): boolean;
  at(seq: number): Entry | undefined;
  /** Forgets all of it: from now on no earlier number is covered. */
  forget(): void;
}

/** Keeps so many events, of about so many bytes together. */
export function history(limits: { readonly historyEntries: number; readonly historyBytes: number }): History {
  let kept: { readonly entry: Entry; readonly weight: number }[] = [];
  let bytes = 0;
  let last = 0;

  return {
    get last() {
      return last;
    },
    push(event) {
      const weight = weigh(event);
      last += 1;
      kept.push({ entry: { seq: last, event, texts: new Map() }, weight });
      bytes += weight;
      while (kept.length > limits.historyEntries || (bytes > limits.historyBytes && kept.length > 1))
        bytes -= kept.shift()?.weight ?? 0;
    },
    covers: seq => seq <= last && seq >= last - kept.length,
    at: seq => kept[seq - (last - kept.length) - 1]?.entry,
    forget() {
      kept = [];
      bytes = 0;
      last += 1;
    },
  };
}
