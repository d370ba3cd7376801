/**
 * The choke point: whatever enters the journal from outside a chart (an accepted event, an effect's outcome) passes
 * here first. Secrets are replaced, texts above 2 KB become blobs, what is larger than any row may be is cut.
 */
import { hash as hashed } from 'node:crypto';
import type { BlobRef, Body } from '../../domain/conversation/body.ts';

/** Longer texts are stored once and named. */
const blobBytes = 2048;
/** No text of any event is longer; a tool's output is bounded far earlier. */
const textBytes = 1_048_576;

type Redact = (text: string) => string;
type PutBlob = (hash: string, body: string) => void;

/** Answers `value` as it may be stored; the same object where nothing had to change. Plain JSON in, plain JSON out. */
export function cleaned<Value>(value: Value, redact: Redact, putBlob: PutBlob): Value {
  return clean(value, redact, putBlob) as Value;
}

/** The texts of an event that is shown and never stored, without secrets. */
export function redacted<Value extends object>(event: Value, redact: Redact): Value {
  const texts = Object.entries(event).map(([key, value]) => [key, typeof value === 'string' ? redact(value) : value]);
  return Object.fromEntries(texts) as Value;
}

function clean(value: unknown, redact: Redact, putBlob: PutBlob): unknown {
  if (typeof value === 'string') return storedText(redact(value), putBlob);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      const cleaned = clean(item, redact, putBlob);
      if (cleaned !== item) {
        copy ??= value.slice();
        copy[index] = cleaned;
      }
    }
    return copy ?? value;
  }
  let copy: Record<string, unknown> | undefined;
  for (const [key, item] of Object.entries(value)) {
    const cleaned = clean(item, redact, putBlob);
    const name = redact(key);
    if (cleaned === item && name === key) continue;
    copy ??= { ...value };
    if (name !== key) delete copy[key];
    copy[name] = cleaned;
  }
  return copy ?? value;
}

/** A text as it stands in events and rows: itself, or the name of the blob it became. */
export function storedText(text: string, putBlob: PutBlob): Body {
  if (text.length * 3 <= blobBytes) return text; // no UTF-8 text of that length can be larger
  const bytes = Buffer.byteLength(text);
  if (bytes <= blobBytes) return text;
  const kept = bytes <= textBytes ? text : cut(text, bytes);
  const hash = hashed('sha256', kept);
  putBlob(hash, kept);
  const ref: BlobRef = { blob: hash, bytes: Buffer.byteLength(kept) };
  return ref;
}

/** Head and tail are kept and the cut is said: the end of an output is where its outcome stands. */
function cut(text: string, bytes: number): string {
  const half = textBytes / 4;
  return `${text.slice(0, half)}\n[… ${bytes - textBytes / 2} of ${bytes} bytes left out …]\n${text.slice(-half)}`;
}
