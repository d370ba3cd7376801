/** The log of the process: JSON lines of ids, sizes and kinds in `logs/straylight.jsonl`, never of what was said. */
import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type LogLine = {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly [key: string]: unknown;
};
export type Log = (line: LogLine) => void;

const mostBytes = 5 * 2 ** 20;
const keptFiles = 5;

/** Writes lines at once, each redacted; a full file moves aside and the oldest goes. A log that cannot be written stops nothing. */
export function fileLog(options: {
  readonly folder: string;
  readonly now: () => number;
  readonly redact: (text: string) => string;
}): Log {
  const { folder, now, redact } = options;
  const file = join(folder, 'straylight.jsonl');
  let bytes: number | undefined;
  return line => {
    try {
      if (bytes === undefined) {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        bytes = existsSync(file) ? statSync(file).size : 0;
      }
      const text = `${redact(JSON.stringify({ at: new Date(now()).toISOString(), ...line }))}\n`;
      if (bytes + text.length > mostBytes) {
        for (let number = keptFiles - 1; number >= 1; number -= 1) {
          const from = number === 1 ? file : `${file}.${number - 1}`;
          if (existsSync(from)) renameSync(from, `${file}.${number}`);
        }
        bytes = 0;
      }
      appendFileSync(file, text, { mode: 0o600 });
      bytes += Buffer.byteLength(text);
    } catch {
      bytes = undefined;
    }
  };
}
