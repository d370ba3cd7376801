/** `straylight logs`: the newest lines of the log, and those that come while it is watched. */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { oneLine } from '../../domain/text/visible.ts';
import type { Io } from '../io.ts';
import { sayIn } from '../say.ts';
import { type LogLevel, logLevels } from './log-levels.ts';

type Changes = (
  folder: string,
  changed: () => void,
  lost: (error: Error) => void,
) => Promise<{ close(): Promise<void> }>;

const name = 'straylight.jsonl';

/** Exit code 0, also where there is no log yet. */
export async function logs(options: {
  readonly io: Io;
  /** Lines as they are kept. */
  readonly json: boolean;
  readonly folder: string;
  /** How many of the newest. */
  readonly most: number;
  /** The least serious level that is shown. */
  readonly level: LogLevel;
  readonly isFollowing: boolean;
  /** Ends the following. */
  readonly signal: AbortSignal;
  /** Tells of each change in a folder. */
  readonly changes: Changes;
}): Promise<number> {
  const { folder, most, level, io, json, isFollowing, signal, changes } = options;
  const isWanted = (line: string) => logLevels.indexOf(levelOf(line)) >= logLevels.indexOf(level);
  const show = (line: string) => isWanted(line) && io.out(json ? line : readableLine(line, io));
  const growing = growingFile(join(folder, name));
  const newest = growing.more().filter(isWanted);
  for (let number = 1; newest.length < most && existsSync(join(folder, `${name}.${number}`)); number++)
    newest.unshift(...linesOf(readFileSync(join(folder, `${name}.${number}`), 'utf8')).filter(isWanted));
  for (const line of newest.slice(-most)) show(line);
  if (newest.length === 0 && !json && !isFollowing)
    io.err(sayIn(io)('No such line is in {file}.', { file: join(folder, name) }));
  if (isFollowing) await followed(folder, signal, changes, () => growing.more().forEach(show));
  return 0;
}

/** Looks at each change of the folder, until the signal. */
async function followed(folder: string, signal: AbortSignal, changes: Changes, look: () => void): Promise<void> {
  const over = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => over.resolve(), { once: true });
  if (signal.aborted) return;
  const watching = await changes(folder, look, over.reject);
  try {
    // what came before the watch began
    look();
    await over.promise;
  } finally {
    await watching.close();
  }
}

/** A log file that is appended to, and that is moved aside where it is full. */
function growingFile(path: string): { more(): string[] } {
  let inode = 0;
  let offset = 0;
  let rest = '';

  /** What a file has behind what was read of it. */
  function read(from: string, wanted?: number): string {
    if (!existsSync(from)) return '';
    const file = openSync(from, 'r');
    try {
      const { ino, size } = fstatSync(file);
      if (wanted !== undefined && ino !== wanted) return '';
      if (ino !== inode || size < offset) offset = 0;
      inode = ino;
      const bytes = Buffer.alloc(size - offset);
      offset += readSync(file, bytes, 0, bytes.length, offset);
      return bytes.toString('utf8');
    } finally {
      closeSync(file);
    }
  }

  return {
    more() {
      const moved = inode === 0 ? '' : read(`${path}.1`, inode);
      const lines = (rest + moved + read(path)).split('\n');
      rest = lines.pop() ?? '';
      return lines.filter(line => line !== '');
    },
  };
}

function linesOf(text: string): string[] {
  return text.split('\n').filter(line => line !== '');
}

function levelOf(line: string): LogLevel {
  const found = /"level":"(\w+)"/.exec(line)?.[1];
  return logLevels.find(one => one === found) ?? 'info';
}

/** `2026-11-23 15:34:29  info   turn.ended ms=259`; what is no JSON as it stands. */
function readableLine(line: string, { style }: Io): string {
  try {
    const { at, level, event, ...more } = JSON.parse(line) as Record<string, unknown>;
    const facts = Object.entries(more).map(([key, value]) => `${key}=${wordOf(value)}`);
    const when = new Date(String(at)).toLocaleString('sv-SE');
    const text = `${oneLine(String(level), 10).padEnd(5)}  ${oneLine([String(event), ...facts].join(' '), 4_000)}`;
    return `${when}  ${level === 'info' ? text : style.warn(text)}`;
  } catch {
    return oneLine(line, 4_000);
  }
}

function wordOf(value: unknown): string {
  return typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value);
}
