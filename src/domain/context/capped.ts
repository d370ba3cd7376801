/**
 * A part of the instructions that is longer than it may be: at once it loses its end, and once a model has shortened it,
 * its own words stand in its place.
 */

/** What the end of a part is left out for: its name, where it can be read whole. */
const tools: Readonly<Record<string, string>> = { jobs: 'list_jobs', goals: 'goals' };

/** The beginning of the part as far as it fits, in whole lines or sentences, and how much is left out. */
export function cutPart(part: string, text: string, most: number): string {
  if (text.length <= most) return text;
  const room = Math.max(0, most - longestNote);
  const head = text.slice(0, room).toWellFormed();
  const ends = ['\n', '; ', '. '].map(end => head.lastIndexOf(end));
  const [line = -1] = ends;
  const best = line > room / 2 ? line : Math.max(...ends);
  const kept = best > room / 2 ? head.slice(0, best + 1).trimEnd() : head;
  const tool = tools[part];
  const more = tool === undefined ? '' : `; ${tool} tells more`;
  return `${kept}\n[${text.length - kept.length} more characters are left out here, for want of room${more}.]`;
}

const longestNote = 100;

/** Of a small window no part of variable length takes more than a fifth, at 3.5 characters a token. */
export function capWithin(cap: number, window: number): number {
  return window <= 0 ? cap : Math.max(leastCap, Math.min(cap, Math.floor((window * 3.5) / 5)));
}

const leastCap = 400;

/** One that a model is to shorten. `session`: whose it is; empty: it is that of all conversations. */
export interface LongPart {
  readonly part: string;
  readonly session: string;
  readonly text: string;
  readonly most: number;
}
