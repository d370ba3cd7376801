/** At the end of a turn that changed the workspace, the way to what it changed. */
import { client } from '../../live/client.js';
import { useReading } from '../../live/reading.js';
import { a } from '../../parts/tags.js';
import { href } from '../../view/router.js';

/** @import { Line } from './lines.js' */

/**
 * What draws the link of a line, where it has one.
 * @param {readonly Line[]} lines
 */
export function useUndoLinks(lines) {
  const { value } = useReading(() => client.undo.list(), { after: ['turn'] });
  const kept = new Map(value?.turns.map(({ turn, id }) => [turn, id]));
  const last = new Map(
    lines.flatMap(({ kind, message }) => (kind === 'agent' && message.text !== '' ? [[message.turn, message.id]] : [])),
  );
  return (/** @type {Line['message']} */ { turn, id }) => {
    const number = last.get(turn) === id ? kept.get(turn) : undefined;
    if (number === undefined) return undefined;
    const words = 'Undo…';
    return [
      ' · ',
      a({ class: 'link', href: href('undo', String(number)), title: `What turn ${number} changed` }, words),
    ];
  };
}
