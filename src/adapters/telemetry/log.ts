/**
 * The log of the process: JSON lines of ids, sizes and kinds in `logs/straylight.jsonl`, never of what was said. What
 * belongs to a turn names its `session`, its `turn` and the `actor` that did it.
 */
import { appendFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type LogLine = {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly [key: string]: unknown;
};
export type Log = (line: LogLine) => void;

/**
 * Writes lines at once, each redacted; a full file moves aside and the oldest goes. A log that cannot be written stops
 * nothing.
 */
export function fileLog(options: {
  readonly folder: string;
  readonly now: () => number;
  /** The same line without secrets, in names too. */
  readonly redact: (line: object) => object;
  /** How large a file may get; a line that is larger alone stands in a file of its own. */
  readonly mostBytes: number;
  /** So many files are kept in all. */
  readonly keptFiles: number;
}): Log {
  const { folder, now, redact, mostBytes, keptFiles } = options;
  const file = join(folder, 'straylight.jsonl');
  let bytes: number | undefined;
  /** Lines that could not be written: they come with the next one that can. */
  let late: string[] = [];

  function write(text: string): void {
    if (bytes === undefined) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      bytes = existsSync(file) ? statSync(file).size : 0;
      dropBeyond(folder, keptFiles);
    }
    const more = Buffer.byteLength(text);
    if (bytes > 0 && bytes + more > mostBytes) {
      moveAside(file, keptFiles);
      bytes = 0;
    }
    appendFileSync(file, text, { mode: 0o600 });
    bytes += more;
  }

  return line => {
    try {
      late.push(`${JSON.stringify(redact({ at: new Date(now()).toISOString(), ...line }))}\n`);
      write(late.join(''));
      late = [];
    } catch {
      bytes = undefined;
      late = late.slice(-mostLate);
    }
  };
}

/** So many of them are kept. */
const mostLate = 100;

/** `straylight.jsonl` becomes `straylight.jsonl.1`, that `.2`, and so on; the last one goes. */
function moveAside(file: string, keptFiles: number): void {
  if (keptFiles === 1) rmSync(file, { force: true });
  for (let number = keptFiles - 1; number >= 1; number -= 1) {
    const from = number === 1 ? file : `${file}.${number - 1}`;
    if (existsSync(from)) renameSync(from, `${file}.${number}`);
  }
}

/** What an earlier setting has kept, and this one does not. */
function dropBeyond(folder: string, keptFiles: number): void {
  for (const name of readdirSync(folder)) {
    const [, number] = /^straylight\.jsonl\.(\d+)$/.exec(name) ?? [];
    if (number !== undefined && Number(number) >= keptFiles) rmSync(join(folder, name), { force: true });
  }
}
