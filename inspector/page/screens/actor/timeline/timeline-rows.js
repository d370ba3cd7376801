/** The lines of a timeline: steps as they are filtered, and what repeats itself folded into one. Pure. */
/** @import { JournalEntry } from '../../../../../src/domain/supervision/view.ts' */
/** @import { Importance } from '../store.js' */

/**
 * One line: a step, or a round of one or two steps that came `times` times in a row. `entry` is the last of them.
 * @typedef {object} Line
 * @property {JournalEntry} entry
 * @property {number} times
 * @property {readonly JournalEntry[]} folded all that it stands for
 */

/** So many rounds are a repetition. */
const rounds = 3;

/**
 * @param {readonly JournalEntry[]} entries oldest first
 * @param {{ filter: string, importance: Importance, isUnfolded?: (first: number) => boolean }} options
 * @returns {readonly Line[]}
 */
export function timelineRows(entries, { filter, importance, isUnfolded = () => false }) {
  const words = filter.trim().toLowerCase();
  const shown = entries.filter(entry => isWanted(entry, importance) && (words === '' || textOf(entry).includes(words)));
  /** @type {Line[]} */
  const lines = [];
  for (let index = 0; index < shown.length; ) {
    const round = roundAt(shown, index);
    const folded = shown.slice(index, index + round);
    const [first] = folded;
    const entry = folded.at(-1);
    if (!first || !entry) break;
    if (round > 1 && !isUnfolded(first.seq))
      lines.push({ entry, times: folded.filter(one => sign(one) === sign(entry)).length, folded });
    else for (const one of folded) lines.push({ entry: one, times: 1, folded: [one] });
    index += round;
  }
  return lines;
}

/**
 * How many steps from here on repeat one or two of them; 1: none do.
 * @param {readonly JournalEntry[]} entries
 * @param {number} from
 */
function roundAt(entries, from) {
  for (const length of [1, 2]) {
    let until = from + length;
    while (until < entries.length && sign(entries[until]) === sign(entries[until - length])) until += 1;
    const whole = Math.floor((until - from) / length);
    if (whole >= rounds) return whole * length;
  }
  return 1;
}

/** @param {JournalEntry | undefined} entry */
function sign(entry) {
  return entry === undefined ? '' : `${entry.event.type} ${entry.from ?? ''} ${entry.leaf ?? ''}`;
}

/** @param {JournalEntry} entry @param {Importance} importance */
function isWanted(entry, importance) {
  if (importance === 'moves') return entry.from !== undefined || entry.seq === 1;
  return importance === 'all' || isFailure(entry);
}

/**
 * Something went wrong in it.
 * @param {JournalEntry} entry
 */
export function isFailure({ event: { type } }) {
  return (
    type.startsWith('xstate.error.') ||
    type === 'host.quarantined' ||
    /(?:^|\.)(?:failed|failure|refused|conflict)$/.test(type)
  );
}

/** Why it went wrong, as far as the step says so. @param {JournalEntry} entry @returns {string | undefined} */
export function causeOf({ event }) {
  const { error, failure, reason } = /** @type {Readonly<Record<string, unknown>>} */ (event);
  const found = error ?? failure;
  const message = typeof found === 'object' && found !== null && 'message' in found ? found.message : undefined;
  if (typeof message === 'string') return message;
  return event.type === 'host.quarantined' && typeof reason === 'string' ? reason : undefined;
}

/** @param {JournalEntry} entry */
function textOf(entry) {
  const { event, from = '', leaf = '', source = '' } = entry;
  return `${event.type} ${from} ${leaf} ${source} ${causeOf(entry) ?? ''}`.toLowerCase();
}
