/** At the end of a turn that changed the workspace, the number of what it changed; undefined for every other line. */
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';

/** @import { Line } from './lines/lines.js' */

/**
 * What tells it of a line.
 * @param {readonly Line[]} lines
 */
export function useUndos(lines) {
  const { value } = useReading(() => client.undo.list(), { after: ['turn'] });
  const kept = new Map(value?.turns.map(({ turn, id }) => [turn, id]));
  const last = new Map(
    lines.flatMap(({ kind, message }) => (kind === 'agent' && message.text !== '' ? [[message.turn, message.id]] : [])),
  );
  return (/** @type {Line['message']} */ { turn, id }) => (last.get(turn) === id ? kept.get(turn) : undefined);
}
