/**
 * Lines that hold a text or fit an expression.
 *
 * A text is searched for here. An expression comes from a model, and some take longer than the world lasts: they run in
 * a thread of their own (line-search-worker.ts), which is ended at the deadline.
 */
import { fault } from '../../domain/supervision/failure.ts';
import { threadEnv } from '../process/thread-env.ts';

export interface Hit {
  /** Counted from 1. */
  readonly line: number;
  /** The line, or what surrounds the hit in a long one. */
  readonly text: string;
}

export interface LineSearch extends AsyncDisposable {
  /**
   * The first `most` lines of a text that fit. Throws `invalid` where the expression is wrong or the deadline has
   * passed.
   */
  search(text: string, most: number): Promise<readonly Hit[]>;
}

/** What is looked for. `source`: a text as it stands, or the source of a JavaScript regular expression. */
export interface Wanted {
  readonly source: string;
  readonly isExpression: boolean;
  readonly ignoreCase: boolean;
}

/** `deadline` ends every search of an expression that still runs. */
export function lineSearch(wanted: Wanted, deadline: AbortSignal): LineSearch {
  if (wanted.isExpression) return expressionSearch(wanted, deadline);
  const fold = (text: string) => (wanted.ignoreCase ? text.toLowerCase() : text);
  const source = fold(wanted.source);
  return {
    search: async (text, most) => hitsIn(text, most, line => fold(line).indexOf(source)),
    async [Symbol.asyncDispose]() {},
  };
}

/** The lines of `text` in which `find` answers a position. */
export function hitsIn(text: string, most: number, find: (line: string) => number): readonly Hit[] {
  const hits: Hit[] = [];
  let number = 0;
  for (let at = 0; at <= text.length && hits.length < most; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end).replace(/\r$/, '');
    number++;
    const found = find(line);
    if (found >= 0) hits.push({ line: number, text: around(line, found) });
    if (end < 0) break;
    at = end + 1;
  }
  return hits;
}

function expressionSearch({ source, ignoreCase }: Wanted, deadline: AbortSignal): LineSearch {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(new URL('./line-search-worker.ts', import.meta.url), {
    workerData: { source, flags: flagsFor(source, ignoreCase ? 'i' : '') },
    env: threadEnv(),
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  let end = (_why: string) => {};
  worker.on('error', error => end((error as Error).message));
  worker.on('exit', () => end('the search ended'));
  return {
    async search(text, most) {
      const { promise, resolve, reject } = Promise.withResolvers<readonly Hit[]>();
      const late = () => reject(fault('invalid', 'the expression takes too long'));
      end = why => reject(fault('invalid', `the expression cannot be searched for: ${why}`));
      worker.once('message', resolve);
      deadline.addEventListener('abort', late, { once: true });
      if (deadline.aborted) late();
      else worker.postMessage({ text, most });
      try {
        return await promise;
      } finally {
        deadline.removeEventListener('abort', late);
        worker.removeListener('message', resolve);
        end = () => {};
      }
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

/** With `u` an expression means more, and less is allowed in it: where it is refused so, it is taken without. */
function flagsFor(source: string, flags: string): string {
  for (const more of ['u', ''])
    try {
      new RegExp(source, flags + more);
      return flags + more;
    } catch (error) {
      if (more === '')
        throw fault('invalid', `${(error as Error).message}. Mend the expression, or search for a plain text.`);
    }
  return flags;
}

/** A line is shown whole up to this length. */
const longestLine = 300;

function around(line: string, at: number): string {
  if (line.length <= longestLine) return line;
  const from = Math.max(0, Math.min(at - 100, line.length - longestLine));
  const to = from + longestLine;
  return `${from > 0 ? '…' : ''}${line.slice(from, to).toWellFormed()}${to < line.length ? '…' : ''}`;
}
