/**
 * A chart as one SVG, drawn once by DOM calls. After that only classes are switched and the texts of clocks set, so
 * that a step costs what it changes. It is for the eye alone; the outline says the same in words.
 */
import { stateWord } from '../../../words/names.js';
import { say } from '../../../words/say.js';
import { childrenOf, isState } from './lights.js';

/** @import { Box, ChartModel, ChartNode, DrawnChart, EdgeLayout, LabelLine } from '../../../../charts/chart-model.ts' */
/** @import { Lights } from './lights.js' */

/**
 * @typedef {object} Shown what is alight, and the clocks that run
 * @property {Lights} lights
 * @property {string} look of the innermost states: a colour
 * @property {ReadonlyMap<string, string>} timers what is left of a delay, by the event it becomes
 * @property {ReadonlyMap<string, string>} running how long a state's invoked actors have run, by the state
 * @property {boolean} isReviewable the innermost state waits for the owner, and there is something to open
 */

/**
 * @typedef {object} Drawing
 * @property {SVGSVGElement} svg
 * @property {SVGGElement} camera what is moved and scaled
 * @property {(shown: Shown) => void} show
 */

/** As layout.ts reckons with them. */
const measures = { name: 13, head: 30, rowHeight: 17, labelHeight: 14 };

/** A name begins so far within its box. */
const nameAt = 25;

/**
 * @param {ChartModel} model
 * @param {NonNullable<DrawnChart['layout']>} layout
 * @param {() => void} onReview "Review" was pressed
 * @returns {Drawing}
 */
export function drawChart(model, layout, onReview) {
  const inside = childrenOf(model);
  const byId = new Map(model.nodes.map(node => [node.id, node]));
  const box = (/** @type {string} */ id) => layout.nodes[id] ?? { x: 0, y: 0, width: 0, height: 0 };
  const isFrame = (/** @type {ChartNode} */ { id }) => inside.has(id);
  const isCanvas = (/** @type {ChartNode} */ { id, parent }) => parent === null && box(id).x === 0 && box(id).y === 0;

  const camera = element('g', { class: 'camera' });
  const svg = element('svg', { class: 'chart', 'aria-hidden': 'true' }, camera);
  /** @type {Map<string, { group: SVGElement, seconds: SVGElement[], timers: Map<string, SVGElement> }>} */
  const nodes = new Map();
  /** @type {Map<string, { parts: SVGElement[], timers: { event: string, text: SVGElement }[], source: string }>} */
  const edges = new Map();

  // frames lie beneath arrows, boxes and words above them
  for (const node of model.nodes.filter(one => isFrame(one) && !isCanvas(one))) {
    const depth = Math.min(3, depthOf(node, byId) - 1);
    const group = element('g', { class: `frame-box d${Math.max(0, depth)} ${node.kind}` }, rectangle(box(node.id), 10));
    if (node.kind === 'parallel') group.append(...dividers(inside.get(node.id) ?? [], box));
    camera.append(group);
    nodes.set(node.id, { group, seconds: [], timers: new Map() });
  }
  for (const edge of model.edges) {
    const drawn = layout.edges[edge.id];
    if (!drawn) continue;
    const isAutomatic = edge.lines.every(({ kind }) => kind !== 'event');
    const group = element(
      'g',
      { class: `edge${isAutomatic ? ' automatic' : ''}` },
      element('path', { class: 'way', d: drawn.path }),
      element('path', { class: 'tip', d: drawn.head }),
    );
    camera.append(group);
    edges.set(edge.id, { parts: [group], timers: [], source: edge.source.replace(/\.[*^]$/, '') });
  }
  for (const node of model.nodes.filter(one => !isFrame(one))) {
    const { group, seconds } = stateBox(node, box(node.id));
    camera.append(group);
    nodes.set(node.id, { group, seconds, timers: new Map() });
  }
  for (const edge of model.edges) {
    const known = edges.get(edge.id);
    const label = layout.edges[edge.id]?.label;
    if (!known || !label) continue;
    const group = element(
      'g',
      { class: `label on-d${labelDepth(edge.source, edge.target, byId)}` },
      rectangle(label, 4),
    );
    label.lines.forEach((line, index) => {
      const { text, timer } = labelText(line, label, index);
      group.append(text);
      const event = edge.lines[line.line]?.event;
      if (timer && event !== undefined) known.timers.push({ event, text: timer });
    });
    camera.append(group);
    known.parts.push(group);
  }
  for (const node of model.nodes.filter(one => isFrame(one) && !isCanvas(one))) {
    const { x, y } = box(node.id);
    const { group, seconds } = nameAndRows(node, x, y);
    group.setAttribute('class', 'frame-name');
    camera.append(group);
    const known = nodes.get(node.id);
    if (known) nodes.set(node.id, { ...known, seconds });
    nodes.set(`${node.id} name`, { group, seconds: [], timers: new Map() });
  }
  const review = reviewMark(onReview);
  camera.append(review);

  return {
    svg,
    camera,
    show({ lights, look, timers, running, isReviewable }) {
      svg.dataset['look'] = look;
      for (const [key, { group, seconds }] of nodes) {
        const id = key.endsWith(' name') ? key.slice(0, -5) : key;
        group.classList.toggle('on', lights.active.has(id));
        group.classList.toggle('leafon', lights.leaves.has(id));
        for (const text of seconds) setText(text, running.get(id) ?? '');
      }
      for (const [id, { parts, timers: clocks, source }] of edges) {
        const isHot = lights.hot.has(id);
        for (const part of parts) {
          part.classList.toggle('can', lights.can.has(id));
          part.classList.toggle('hot', isHot);
        }
        for (const { event, text } of clocks) setText(text, lights.active.has(source) ? (timers.get(event) ?? '') : '');
      }
      const [leaf] = lights.leaves;
      const place = isReviewable && leaf !== undefined ? layout.nodes[leaf] : undefined;
      review.classList.toggle('shown', place !== undefined);
      if (place)
        review.setAttribute('transform', `translate(${place.x + place.width + 8} ${place.y + place.height / 2 - 11})`);
    },
  };
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Readonly<Record<string, string | number>>} attributes
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function element(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** @param {ChartNode} node @param {Box} box */
function stateBox(node, box) {
  const { x, y, width, height } = box;
  if (node.kind === 'initial')
    return {
      group: element('g', { class: 'dot-mark' }, element('circle', { cx: x + width / 2, cy: y + height / 2, r: 4 })),
      seconds: [],
    };
  if (node.kind === 'any' || node.kind === 'history') {
    const said = element(
      'text',
      { class: 'any-name', x: x + width / 2, y: y + height / 2 + 4 },
      node.kind === 'any' ? say('any state') : 'H',
    );
    return {
      group: element('g', { class: `${node.kind}-mark` }, rectangle(box, node.kind === 'any' ? 7 : 12), said),
      seconds: [],
    };
  }
  const { group, seconds, name } = nameAndRows(node, x, y);
  // its box was made for a name of 13 px with a lamp before it
  name.style.setProperty('--middle', `${width / 2 - nameAt}px`);
  name.style.setProperty('--widest', `${(measures.name * (width - 12)) / (width - 38)}px`);
  const inner = { x: x + 3, y: y + 3, width: width - 6, height: height - 6 };
  group.prepend(rectangle(box, 7), ...(node.kind === 'final' ? [rectangle(inner, 5, 'double')] : []));
  group.setAttribute('class', `state ${node.kind}`);
  return { group, seconds };
}

/** A lamp, the name, and a row for each thing that runs while the state lasts. @param {ChartNode} node @param {number} x @param {number} y */
function nameAndRows({ label, description, invokes }, x, y) {
  const name = element('text', { class: 'name', x: x + nameAt, y: y + 20 }, label);
  const word = stateWord(label);
  const said = word === label ? label : `${word} (${label})`;
  const group = element(
    'g',
    {},
    element('title', {}, description === '' ? said : `${said}: ${say(description)}`),
    element('circle', { class: 'lamp', cx: x + 14, cy: y + 15.5, r: 3.5 }),
    name,
  );
  /** @type {SVGElement[]} */
  const seconds = [];
  invokes.forEach(({ src }, index) => {
    const base = y + measures.head + 8 + index * measures.rowHeight;
    const time = element('tspan', { class: 'seconds', dx: 6 });
    seconds.push(time);
    group.append(
      element('path', {
        class: 'turning',
        d: `M${x + 17.5} ${base - 5.5}a3.6 3.6 0 1 1-1.6-1.6M${x + 17.8} ${base - 8.6}v3.1h-3.1`,
      }),
      element('text', { class: 'running', x: x + 25, y: base }, src, time),
    );
  });
  return { group, seconds, name };
}

const marks = { done: '✓', error: '✕', after: '◷' };

/** What is a name in the chart stays; what Straylight says beside it is in the owner's language. @param {string} text */
function ourWords(text) {
  const [, count] = /^\+ (\d+) more$/.exec(text) ?? [];
  if (count !== undefined) return say('+ {count} more', { count });
  return text === 'any child' ? say('any child') : text;
}

/** @param {LabelLine} line @param {Box} box @param {number} index */
function labelText({ mark, text, guard, title }, { x, y, width }, index) {
  const timer = mark === 'after' ? element('tspan', { class: 'left', dx: 5 }) : undefined;
  /** @type {Record<string, number>} */
  const gap = mark || text ? { dx: 4 } : {};
  const parts = [
    ...(title === undefined ? [] : [element('title', {}, title)]),
    ...(mark ? [element('tspan', { class: `mark ${mark}` }, marks[mark])] : []),
    ...(text === '' ? [] : [element('tspan', mark ? { dx: 4 } : {}, ourWords(text))]),
    ...(timer ? [timer] : []),
    ...(guard === undefined ? [] : [element('tspan', { class: 'guard', ...gap }, guard)]),
  ];
  return { text: element('text', { x: x + width / 2, y: y + 13 + index * measures.labelHeight }, ...parts), timer };
}

/** @param {() => void} onReview */
function reviewMark(onReview) {
  const mark = element(
    'g',
    { class: 'review' },
    element('rect', { width: 62, height: 22, rx: 7 }),
    element('text', { x: 31, y: 15 }, say('Review')),
  );
  mark.addEventListener('click', onReview);
  return mark;
}

/** @param {Box} box @param {number} radius @param {string} [look] */
function rectangle({ x, y, width, height }, radius, look = 'box') {
  return element('rect', { class: look, x, y, width, height, rx: radius });
}

/** Between neighbouring regions. @param {readonly ChartNode[]} regions @param {(id: string) => Box} box */
function dividers(regions, box) {
  const places = regions
    .filter(isState)
    .map(({ id }) => box(id))
    .sort((a, b) => a.x - b.x);
  return places.slice(1).flatMap((place, index) => {
    const before = places[index];
    if (!before || before.x + before.width > place.x) return [];
    const x = (before.x + before.width + place.x) / 2;
    return [
      element('path', {
        class: 'divider',
        d: `M${x} ${Math.min(before.y, place.y)}V${Math.max(before.y + before.height, place.y + place.height)}`,
      }),
    ];
  });
}

/** @param {ChartNode} node @param {ReadonlyMap<string, ChartNode>} byId */
function depthOf(node, byId) {
  let depth = 0;
  for (let parent = node.parent; parent !== null; depth += 1) parent = byId.get(parent)?.parent ?? null;
  return depth;
}

/**
 * How deep the innermost frame around both ends lies: the ground the words stand on. An arrow to a frame around its
 * source stays in it.
 * @param {string} source
 * @param {string} target
 * @param {ReadonlyMap<string, ChartNode>} byId
 */
function labelDepth(source, target, byId) {
  const [first, second] = [chainOf(source, byId), chainOf(target, byId)];
  const common = first.filter((id, index) => second[index] === id).length - (source === target ? 1 : 0);
  return Math.min(3, Math.max(0, common - 1));
}

/** From the machine to the node itself. @param {string} id @param {ReadonlyMap<string, ChartNode>} byId */
function chainOf(id, byId) {
  const chain = [];
  for (let node = byId.get(id); node; node = node.parent === null ? undefined : byId.get(node.parent))
    chain.unshift(node.id);
  return chain;
}

/** @param {SVGElement} text @param {string} said */
function setText(text, said) {
  if (text.textContent !== said) text.textContent = said;
}
