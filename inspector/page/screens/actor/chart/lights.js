/**
 * Which states and arrows of a chart are alight: a state value, and the last way through the chart, looked up in its
 * model. Pure.
 */
/** @import { ChartModel, ChartNode } from '../../../../charts/chart-model.ts' */
/** @import { Look } from '../../../parts/look.js' */

/**
 * @typedef {object} Lights
 * @property {ReadonlySet<string>} active the states it is in, outer ones too
 * @property {ReadonlySet<string>} leaves the innermost of them
 * @property {ReadonlySet<string>} can arrows that may be taken next
 * @property {ReadonlySet<string>} hot arrows that were taken last
 * @property {readonly string[]} tags of all active states
 */

/** @typedef {readonly (readonly [string, string, string])[]} Path */

/**
 * @param {ChartModel} model
 * @param {unknown} value XState's state value
 * @param {Path} path the last step's
 * @param {boolean} [isOver] nothing can be taken any more
 * @returns {Lights}
 */
export function lightsOf(model, value, path, isOver = false) {
  const inside = childrenOf(model);
  const root = model.nodes.find(({ parent }) => parent === null);
  /** @type {Set<string>} */
  const active = new Set();
  /** @type {Set<string>} */
  const leaves = new Set();

  /** @param {ChartNode} node @param {unknown} part */
  function light(node, part) {
    active.add(node.id);
    const named = typeof part === 'string' ? [[part, {}]] : isObject(part) ? Object.entries(part) : [];
    let hasInner = false;
    for (const [label, rest] of named) {
      const child = inside.get(node.id)?.find(one => one.label === label && isState(one));
      if (!child) continue;
      hasInner = true;
      light(child, rest);
    }
    if (!hasInner) leaves.add(node.id);
  }
  if (root) light(root, value);

  const can = isOver
    ? []
    : model.edges.filter(({ source, lines }) => lines.length > 0 && active.has(source.replace(/\.\*$/, '')));
  const edges = new Set(model.edges.map(({ id }) => id));
  const hot = path.flatMap(([source, target]) =>
    [`${source} -> ${target}`, `${source}.* -> ${target}`].filter(id => edges.has(id)),
  );
  return {
    active,
    leaves,
    can: new Set(can.map(({ id }) => id)),
    hot: new Set(hot),
    tags: model.nodes.flatMap(({ id, tags }) => (active.has(id) ? tags : [])),
  };
}

/**
 * What it is in: the dots and the "any state" of a chart are none.
 * @param {ChartNode} node
 */
export function isState({ kind }) {
  return kind !== 'initial' && kind !== 'any';
}

/**
 * The nodes within each node, in document order.
 * @param {ChartModel} model
 * @returns {ReadonlyMap<string, readonly ChartNode[]>}
 */
export function childrenOf({ nodes }) {
  /** @type {Map<string, ChartNode[]>} */
  const inside = new Map();
  for (const node of nodes) {
    if (node.parent === null) continue;
    const siblings = inside.get(node.parent) ?? [];
    inside.set(node.parent, siblings);
    siblings.push(node);
  }
  return inside;
}

/**
 * Since when each active state with something running in it has been entered, as the journal tells; newest entry last.
 * @param {ChartModel} model
 * @param {Lights} lights
 * @param {readonly { readonly at: number, readonly path: Path }[]} entries
 * @returns {ReadonlyMap<string, number>}
 */
export function enteredAt(model, { active }, entries) {
  const wanted = model.nodes.filter(({ id, invokes }) => invokes.length > 0 && active.has(id)).map(({ id }) => id);
  const found = new Map();
  for (let index = entries.length - 1; index >= 0 && found.size < wanted.length; index -= 1) {
    const entry = entries[index];
    for (const id of wanted)
      if (!found.has(id) && entry?.path.some(([source, target]) => enters(id, source, target))) found.set(id, entry.at);
  }
  return found;
}

/** @param {string} id @param {string} source @param {string} target */
function enters(id, source, target) {
  if (target === id) return true;
  return isWithin(target, id) && source !== id && !isWithin(source, id);
}

/** @param {string} id @param {string} outer */
function isWithin(id, outer) {
  return id.startsWith(`${outer}.`);
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return typeof value === 'object' && value !== null;
}
