/** JSON objects over the standard streams of a program, one a line, each bounded in size. */
import type { RunningResident } from '../../../ports/executor.ts';

/** A line that is longer ends the program. */
export const mostLineBytes = 8 * 2 ** 20;

export interface JsonLines {
  send(message: object): void;
}

/** `onTooLong` is called once; what comes after it is not read. A line that is no JSON object is passed over. */
export function jsonLines(
  program: Pick<RunningResident, 'input' | 'output'>,
  on: { readonly message: (message: object) => void; readonly tooLong: () => void },
): JsonLines {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let isOver = false;

  function take(chunk: Buffer): void {
    let rest = chunk;
    while (!isOver) {
      const end = rest.indexOf(0x0a);
      const piece = end === -1 ? rest : rest.subarray(0, end);
      bytes += piece.length;
      if (bytes > mostLineBytes) {
        isOver = true;
        pieces = [];
        on.tooLong();
        return;
      }
      pieces.push(piece);
      if (end === -1) return;
      const line = Buffer.concat(pieces).toString('utf8');
      pieces = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
      const message = objectIn(line);
      if (message) on.message(message);
    }
  }

  program.output.on('data', take);
  program.input.on('error', () => {});
  return {
    send(message) {
      program.input.write(`${JSON.stringify(message)}\n`);
    },
  };
}

function objectIn(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
