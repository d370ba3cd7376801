/**
 * Output that cannot grow without bound: its head and its tail are kept, the middle is counted.
 *
 * The head says how it began, the tail how it ended; both are what a reader of a long output wants. Memory is fixed:
 * the tail is a ring. Cuts fall between characters, and at a line's end where one is near, so that half a line (or half
 * of something that should be recognised as a whole) does not stand at a cut.
 */

export interface BoundedOutput {
  /** Takes what came; the chunk may be used again afterwards. */
  push(chunk: Uint8Array): void;
  /** Bytes pushed, kept or not. */
  readonly bytes: number;
  /** What was kept as UTF-8, with one line that says what was left out. Invalid bytes become U+FFFD. */
  text(): string;
}

/** At most `maxBytes` are kept, half of them from the beginning; a cut adds one line to that. */
export function boundedOutput(maxBytes: number): BoundedOutput {
  const headRoom = Math.floor(maxBytes / 2);
  const tailRoom = maxBytes - headRoom;
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let ring: Uint8Array | undefined;
  let ringBytes = 0;
  let bytes = 0;

  function toRing(chunk: Uint8Array): void {
    ring ??= new Uint8Array(tailRoom);
    const kept = chunk.subarray(Math.max(0, chunk.length - tailRoom));
    const at = (ringBytes + chunk.length - kept.length) % tailRoom;
    const first = Math.min(kept.length, tailRoom - at);
    ring.set(kept.subarray(0, first), at);
    ring.set(kept.subarray(first), 0);
    ringBytes += chunk.length;
  }

  return {
    get bytes() {
      return bytes;
    },
    push(chunk) {
      bytes += chunk.length;
      const forHead = Math.min(chunk.length, headRoom - headBytes);
      if (forHead > 0) {
        head.push(chunk.slice(0, forHead));
        headBytes += forHead;
      }
      if (forHead < chunk.length && tailRoom > 0) toRing(chunk.subarray(Math.max(0, forHead)));
    },
    text() {
      const start = joined(head, headBytes);
      if (ring === undefined || ringBytes <= tailRoom) {
        const end = ring?.subarray(0, ringBytes) ?? new Uint8Array();
        return bytes > headBytes + end.length
          ? withCut(start, end, bytes)
          : decode(joined([start, end], start.length + end.length));
      }
      const at = ringBytes % tailRoom;
      return withCut(start, joined([ring.subarray(at), ring.subarray(0, at)], tailRoom), bytes);
    },
  };
}

/**
 * A text that may be too long, cut in the same way. `totalBytes`: what it had before an earlier cut, whose line this
 * one replaces.
 */
export function shortened(text: string, maxBytes: number, totalBytes?: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return text;
  const headRoom = Math.floor(maxBytes / 2);
  return withCut(
    bytes.subarray(0, headRoom),
    bytes.subarray(bytes.length - (maxBytes - headRoom)),
    totalBytes ?? bytes.length,
  );
}

const newline = 0x0a;

function withCut(head: Uint8Array, tail: Uint8Array, bytes: number): string {
  const start = head.subarray(0, headEnd(head));
  const end = tail.subarray(tailStart(tail));
  const cut = bytes - start.length - end.length;
  const before = start.length > 0 && start[start.length - 1] !== newline ? '\n' : '';
  return `${decode(start)}${before}[… ${cut} of ${bytes} bytes left out …]\n${decode(end)}`;
}

/** The last line's end if it lies in the last quarter, else the last whole character. */
function headEnd(head: Uint8Array): number {
  const line = head.lastIndexOf(newline) + 1;
  if (line > head.length * 0.75) return line;
  let at = head.length;
  while (at > 0 && head.length - at < 3 && isContinuation(head[at - 1])) at--;
  const lead = head[at - 1] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return length > 1 && at - 1 + length > head.length ? at - 1 : head.length;
}

/** The first line's start if it lies in the first quarter, else the first whole character. */
function tailStart(tail: Uint8Array): number {
  const line = tail.indexOf(newline) + 1;
  if (line > 0 && line < tail.length * 0.25) return line;
  let at = 0;
  while (at < 3 && at < tail.length && isContinuation(tail[at])) at++;
  return at;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
