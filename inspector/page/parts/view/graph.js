/** What depends on what, from left to right: a box for each, in the colour of its state, that leads to its actor. */
import { href } from '../../view/router.js';
import { a, component, div, svg, svgGroup, svgPath, svgRect, svgText, svgTitle } from '../tags.js';

/** @import { GraphNode } from '../../../../src/api/view.ts' */

const box = { width: 176, height: 46 };
const gap = { x: 44, y: 14 };
const edgeRoom = 6;
/** So many letters go into a box. */
const most = 26;

/** The lights of the states, as in charts: never a colour alone. @type {Readonly<Record<GraphNode['state'], string>>} */
const marks = { waiting: '○', working: '●', needs: '◆', done: '✓', failed: '▲', left: '–' };

export const graph = component(Graph);

/** @param {{ label: string, nodes: readonly GraphNode[] }} props */
function Graph({ label, nodes }) {
  const places = placesOf(nodes);
  const all = [...places.values()];
  const width = Math.max(0, ...all.map(({ x }) => x)) + box.width + edgeRoom;
  const height = Math.max(0, ...all.map(({ y }) => y)) + box.height + edgeRoom;
  return div(
    { class: 'view-graph', tabIndex: 0, role: 'group', 'aria-label': label },
    svg(
      { width, height, viewBox: `0 0 ${width} ${height}` },
      ...nodes.flatMap(({ id, after, state }) =>
        after.map(before =>
          svgPath({ key: `${before} ${id}`, class: state === 'waiting' ? 'ahead' : '', d: wayOf(places, before, id) }),
        ),
      ),
      ...nodes.map(node => boxOf(node, places.get(node.id) ?? { x: 0, y: 0 })),
    ),
  );
}

/** @param {GraphNode} node @param {Place} place */
function boxOf({ id, label, note, state, actor }, { x, y }) {
  const drawn = svgGroup(
    { key: id, class: `graph-node is-${state}`, transform: `translate(${x} ${y})` },
    svgTitle({}, `${label}: ${note}`),
    svgRect({ width: box.width, height: box.height, rx: 10 }),
    svgText({ class: 'graph-name', x: 12, y: 19 }, cut(`${marks[state]} ${label}`)),
    svgText({ class: 'graph-note', x: 12, y: 36 }, cut(note)),
  );
  return actor === undefined ? drawn : a({ key: id, href: href('actor', actor) }, drawn);
}

/** @param {string} text */
function cut(text) {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

/** @typedef {{ readonly x: number, readonly y: number }} Place */

/** A column for each that has to be done before; none stands beside what it waits for. @param {readonly GraphNode[]} nodes */
function placesOf(nodes) {
  /** @type {Map<string, number>} */
  const columns = new Map();
  /** @type {number[]} */
  const filled = [];
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const { id, after } of nodes) {
    const column = Math.max(-1, ...after.map(one => columns.get(one) ?? -1)) + 1;
    const row = filled[column] ?? 0;
    columns.set(id, column);
    filled[column] = row + 1;
    places.set(id, { x: column * (box.width + gap.x) + 2, y: row * (box.height + gap.y) + 2 });
  }
  return places;
}

/** @param {ReadonlyMap<string, Place>} places @param {string} from @param {string} to */
function wayOf(places, from, to) {
  const [start, end] = [places.get(from), places.get(to)];
  if (!start || !end) return '';
  const [x1, y1, x2, y2] = [start.x + box.width, start.y + box.height / 2, end.x, end.y + box.height / 2];
  const bend = Math.max(gap.x / 2, (x2 - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
}
