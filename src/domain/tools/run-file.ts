/**
 * A file that a call executes, or reads as a list of what is to be done: with its content, so that a yes to the call is
 * a yes to that.
 */
import { type Sentence, says } from '../policy/sentence.ts';
import type { Taint } from '../policy/taint.ts';

/** Who is behind the content of a file. */
export type Provenance = Taint;

export interface RunFile {
  /** As the owner reads it: relative to the workspace, else absolute. */
  readonly path: string;
  readonly how: 'runs' | 'lists';
  /** Hex; `missing`: nothing is there; `unknown`: what it is can only be known when it runs. */
  readonly sha256: string;
  /** Of a text. */
  readonly lines?: number;
  readonly provenance: Provenance;
  /** The usual name of a file that need not be there. */
  readonly isOptional?: true;
}

/** The same, as it is hashed, signed and compared. */
export type BoundFile = Pick<RunFile, 'path' | 'how' | 'sha256'>;

/** The same, with its text where it is one, for the card. */
export interface ShownFile extends RunFile {
  readonly text?: string;
}

const mostShownOfOne = 4_000;
const mostShownOfAll = 12_000;

/** What a call runs, beneath what it is, for the owner to look at; the middle of what is long is left out. */
export function withTexts(exact: string, runs: readonly ShownFile[]): string {
  let room = mostShownOfAll;
  const parts = runs.flatMap(({ path, text }) => {
    if (text === undefined || room <= 0) return [];
    const most = Math.min(mostShownOfOne, room);
    room -= Math.min(text.length, most);
    return [`── ${path} ──\n${text.length <= most ? text : shortened(text, most)}`];
  });
  return [exact, ...parts].join('\n\n');
}

function shortened(text: string, most: number): string {
  const half = Math.floor(most / 2);
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters left out …]\n${text.slice(-half)}`;
}

/** Beyond so many files of one call nobody looks at all of them. */
export const mostRunFiles = 60;

/** Can it be known beforehand what all of them hold? */
export function isKnown(runs: readonly RunFile[] = []): boolean {
  return runs.every(({ sha256 }) => sha256 !== 'unknown');
}

/** Their names and contents, as they are hashed along with the call; undefined: there are none. */
export function boundContent(runs: readonly BoundFile[] = []): readonly BoundFile[] | undefined {
  return runs.length === 0 ? undefined : runs.map(({ path, how, sha256 }) => ({ path, how, sha256 }));
}

/**
 * What is not the same in `now` as it was in `then`, by the names of the files. What could not be known then is no
 * change; a file that was not among them is one.
 */
export function changedRuns(then: readonly BoundFile[] = [], now: readonly BoundFile[] = []): readonly string[] {
  const key = ({ path, how }: BoundFile) => `${how} ${path}`;
  const before = new Map(then.map(one => [key(one), one.sha256]));
  const after = new Map(now.map(one => [key(one), one.sha256]));
  const names = new Map([...then, ...now].map(one => [key(one), one.path]));
  return [...names].flatMap(([one, path]) => (before.get(one) === after.get(one) ? [] : [path]));
}

/** Is it worth a line on a card? */
export function isShown({ sha256, isOptional }: RunFile): boolean {
  return sha256 !== 'missing' || isOptional !== true;
}

/** Why he is asked again. */
export function notAsAllowed(path: string): Sentence {
  return says`${path} is not what it was when you allowed this.`;
}

/** A sentence for the owner. */
export function runText({ path, how, sha256, lines, provenance }: RunFile): Sentence {
  const runs = how === 'runs';
  if (sha256 === 'unknown')
    return runs
      ? says`What it runs can only be known when it does: ${path}.`
      : says`What it reads as a list can only be known when it does: ${path}.`;
  if (sha256 === 'missing')
    return runs
      ? says`It runs ${path}, which is not there now.`
      : says`It reads as a list ${path}, which is not there now.`;
  const size = lines === undefined ? says`not a text` : lines === 1 ? says`1 line` : says`${lines} lines`;
  const by = provenance === 'external' ? says`last changed by nobody the agent can name` : says`as the agent wrote it`;
  return runs ? says`It runs ${path} (${size}, ${by}).` : says`It reads as a list ${path} (${size}, ${by}).`;
}
