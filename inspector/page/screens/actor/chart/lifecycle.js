/**
 * What is drawn of something that has no chart, as a promise or a callback: it starts, it is at work, it ends well or
 * not.
 */
import { say } from '../../../words/say.js';

/** @import { ChartNode, DrawnChart, EdgeLayout } from '../../../../charts/chart-model.ts' */

/**
 * @param {string} machine
 * @returns {DrawnChart}
 */
export function lifecycle(machine) {
  const node = (
    /** @type {string} */ label,
    /** @type {ChartNode['kind']} */ kind,
    /** @type {string} */ description,
  ) => ({
    id: `${machine}.${label}`,
    parent: machine,
    kind,
    label,
    description,
    tags: [],
    invokes: [],
    entry: [],
    exit: [],
    inner: [],
  });
  const edge = (/** @type {string} */ from, /** @type {string} */ to) => ({
    id: `${machine}.${from} -> ${machine}.${to}`,
    source: `${machine}.${from}`,
    target: `${machine}.${to}`,
    lines: from === '^' ? [] : [{ kind: /** @type {const} */ ('always'), event: '', text: '', actions: [] }],
  });
  const names = /** @type {const} */ ([
    ['^', 'started'],
    ['started', 'active'],
    ['active', 'done'],
    ['active', 'failed'],
  ]);
  return {
    model: {
      machine,
      hash: '',
      nodes: [
        { ...node(machine, 'compound', say('It has no chart of its own.')), id: machine, parent: null },
        node('^', 'initial', ''),
        node('started', 'atomic', say('Requested.')),
        node('active', 'atomic', say('Running.')),
        node('done', 'final', say('Finished.')),
        node('failed', 'final', say('Failed.')),
      ],
      edges: names.map(([from, to]) => edge(from, to)),
    },
    layout: {
      version: 0,
      width: 260,
      height: 230,
      nodes: {
        [machine]: { x: 0, y: 0, width: 260, height: 230 },
        [`${machine}.^`]: { x: 125, y: 14, width: 10, height: 10 },
        [`${machine}.started`]: { x: 80, y: 46, width: 100, height: 30 },
        [`${machine}.active`]: { x: 85, y: 108, width: 90, height: 30 },
        [`${machine}.done`]: { x: 20, y: 180, width: 90, height: 30 },
        [`${machine}.failed`]: { x: 150, y: 180, width: 90, height: 30 },
      },
      edges: {
        [edge('^', 'started').id]: arrow([130, 24], [130, 46]),
        [edge('started', 'active').id]: arrow([130, 76], [130, 108]),
        [edge('active', 'done').id]: arrow([115, 138], [115, 158], [65, 158], [65, 180]),
        [edge('active', 'failed').id]: arrow([145, 138], [145, 158], [195, 158], [195, 180]),
      },
    },
  };
}

/**
 * It ends downwards.
 * @param {...(readonly [number, number])} points
 * @returns {EdgeLayout}
 */
function arrow(...points) {
  const [x, y] = points.at(-1) ?? [0, 0];
  return {
    points,
    path: points.map(([px, py], index) => `${index === 0 ? 'M' : 'L'}${px} ${py}`).join(''),
    head: `M${x} ${y}L${x - 3} ${y - 6}L${x + 3} ${y - 6}Z`,
  };
}

/**
 * Where something without a chart stands, by the status of its row.
 * @param {string} status
 */
export function lifecycleValue(status) {
  return status === 'done' ? 'done' : status === 'stopped' ? 'failed' : 'active';
}
