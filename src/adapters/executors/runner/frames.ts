/**
 * The language of sandbox/runner.py: one byte that says what a frame is, four bytes of length, then the rest.
 *
 * What comes from a sandbox is read with suspicion: a frame that is unknown or too long is not skipped, it ends the
 * reading.
 */

/** What is asked of a runner. */
export interface Job {
  readonly argv: readonly string[];
  readonly cwd: string;
  /** Soft and hard limit by their names, as in RLIMIT_*. */
  readonly limits: Readonly<Record<string, readonly [number, number]>>;
  /** More variables for this command. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Whose end it was, as the runner saw it. */
export type RunnerEnd = 'itself' | 'lifetime' | 'processes';

/** What a runner says. */
export type RunnerFrame =
  | { readonly kind: 'hello'; readonly version: string }
  | { readonly kind: 'begun' }
  /** The command has used its processor since this was said last. */
  | { readonly kind: 'alive' }
  /** A piece of output; the bytes may be used again by the sender, so a receiver that keeps them copies them. */
  | { readonly kind: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | { readonly kind: 'ended'; readonly waitStatus: number; readonly end: RunnerEnd }
  | { readonly kind: 'clean' };

/** The version this file speaks. */
export const runnerVersion = 'straylight runner 2';

/** TERM to the command's group. */
export function termFrame(): Uint8Array {
  return frame('T');
}

/** KILL to everything but the runner. */
export function killFrame(): Uint8Array {
  return frame('K');
}

/** Asks for one command. `lifetimeMs` is the most it may live whatever we say, `processes` how many it may be. */
export function runFrame(job: Job, stdin: string, lifetimeMs: number, processes: number): Uint8Array {
  // Half a surrogate pair is no text a program could be given.
  const words = Buffer.from(JSON.stringify({ ...job, argv: job.argv.map(word => word.toWellFormed()) }));
  const numbers = Buffer.alloc(12);
  numbers.writeUInt32BE(Math.min(Math.ceil(lifetimeMs), 0xffffffff), 0);
  numbers.writeUInt32BE(processes, 4);
  numbers.writeUInt32BE(words.length, 8);
  return frame('R', Buffer.concat([numbers, words, Buffer.from(stdin)]));
}

/**
 * Takes what came and hands out whole frames, output in the pieces it came in. Throws where the bytes are no frames.
 */
export function frameReader(onFrame: (frame: RunnerFrame) => void): (chunk: Uint8Array) => void {
  let head = Buffer.alloc(0);
  let output: 'stdout' | 'stderr' | undefined;
  let left = 0;

  return chunk => {
    let bytes =
      head.length > 0 ? Buffer.concat([head, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    head = Buffer.alloc(0);
    for (;;) {
      if (output !== undefined) {
        if (bytes.length === 0) return;
        const piece = bytes.subarray(0, left);
        left -= piece.length;
        bytes = bytes.subarray(piece.length);
        onFrame({ kind: output, bytes: piece });
        if (left === 0) output = undefined;
        continue;
      }
      if (bytes.length < headBytes) break;
      const letter = String.fromCharCode(bytes[0] ?? 0);
      const length = bytes.readUInt32BE(1);
      if (length > (letter === 'O' || letter === 'E' ? maxPiece : maxWord))
        throw new Error(`a frame of ${length} bytes that begins with ${JSON.stringify(letter)}`);
      if (letter === 'O' || letter === 'E') {
        if (length > 0) [output, left] = [letter === 'O' ? 'stdout' : 'stderr', length];
        bytes = bytes.subarray(headBytes);
        continue;
      }
      if (bytes.length < headBytes + length) break;
      onFrame(word(letter, bytes.subarray(headBytes, headBytes + length)));
      bytes = bytes.subarray(headBytes + length);
    }
    head = Buffer.from(bytes);
  };
}

const headBytes = 5;
/** The runner's own buffer. */
const maxPiece = 64 * 1024;
const maxWord = 64;
const ends: readonly RunnerEnd[] = ['itself', 'lifetime', 'processes'];

function word(letter: string, rest: Buffer): RunnerFrame {
  const end = ends[rest[4] ?? -1];
  if (letter === 'H') return { kind: 'hello', version: rest.toString('latin1') };
  if (letter === 'B' && rest.length === 0) return { kind: 'begun' };
  if (letter === 'A' && rest.length === 0) return { kind: 'alive' };
  if (letter === 'C' && rest.length === 0) return { kind: 'clean' };
  if (letter === 'X' && rest.length === 5 && end) return { kind: 'ended', waitStatus: rest.readInt32BE(0), end };
  throw new Error(`a frame of ${rest.length} bytes that begins with ${JSON.stringify(letter)}`);
}

function frame(letter: string, rest: Uint8Array = new Uint8Array()): Uint8Array {
  const head = Buffer.alloc(headBytes);
  head.write(letter, 'latin1');
  head.writeUInt32BE(rest.length, 1);
  return Buffer.concat([head, rest]);
}
