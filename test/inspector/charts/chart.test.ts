import assert from 'node:assert/strict';
import { test } from 'node:test';
import Elk from 'elkjs';
import { fromCallback, fromPromise, setup } from 'xstate';
import { chartOf } from '../../../inspector/charts/chart.ts';
import { lineText } from '../../../inspector/charts/chart-lines.ts';
import { svgOf } from '../../../inspector/charts/chart-svg.ts';
import { layoutOf } from '../../../inspector/charts/layout.ts';
import { firstStep, nextStep, recorder } from '../../../src/actors/runtime/step.ts';
import { authoredMachines } from '../../machines/readme.ts';
import { everything } from './everything.ts';

const model = chartOf(everything);
const node = (id: string) => {
  const found = model.nodes.find(one => one.id === id);
  assert.ok(found, `there is a node ${id}`);
  return found;
};
const edge = (source: string, target: string) =>
  model.edges.find(one => one.source === source && one.target === target)?.lines.map(lineText);

test('given a chart with every kind of state, when it is modelled, then each node says what it is and where it lies', () => {
  assert.deepEqual(
    model.nodes.map(({ id, kind, parent }) => [id, kind, parent]),
    [
      ['everything', 'compound', null],
      ['everything.^', 'initial', 'everything'],
      ['everything.*', 'any', 'everything'],
      ['everything.idle', 'atomic', 'everything'],
      ['everything.both', 'parallel', 'everything'],
      ['everything.both.left', 'compound', 'everything.both'],
      ['everything.both.left.^', 'initial', 'everything.both.left'],
      ['everything.both.left.on', 'atomic', 'everything.both.left'],
      ['everything.both.left.off', 'final', 'everything.both.left'],
      ['everything.both.right', 'compound', 'everything.both'],
      ['everything.both.right.^', 'initial', 'everything.both.right'],
      ['everything.both.right.on', 'atomic', 'everything.both.right'],
      ['everything.both.right.past', 'history', 'everything.both.right'],
      ['everything.ended', 'final', 'everything'],
    ],
  );
  assert.equal(node('everything.idle').description, 'It rests.');
  assert.equal(node('everything.both').description, 'Two things at once.');
  assert.deepEqual(node('everything.idle').tags, ['resting']);
  assert.deepEqual(node('everything.both').entry, ['record']);
  assert.deepEqual(node('everything.both').exit, ['settle']);
});

test('given transitions of every kind, when they are modelled, then each line says what sets it off and under which condition', () => {
  assert.deepEqual(edge('everything.^', 'everything.idle'), []);
  assert.deepEqual(edge('everything.*', 'everything.ended'), ['stop']);
  assert.deepEqual(edge('everything.idle', 'everything.ended'), ['go [isLate]', 'go [count > 3]', 'after 2.5 s']);
  assert.deepEqual(edge('everything.idle', 'everything.both'), ['go [isSure and not isLate]', 'after patience']);
  assert.deepEqual(edge('everything.idle', 'everything.idle'), ['go [else]']);
  assert.deepEqual(edge('everything.both', 'everything.ended'), ['✓ everything.both']);
  assert.deepEqual(edge('everything.both.left.on', 'everything.both.left.off'), ['']);
  assert.deepEqual(edge('everything.both.right.on', 'everything.both.right.past'), ['back']);
});

test('given states in which something runs, when they are modelled, then each names it, and its end leads on', () => {
  const working = chartOf(
    setup({
      actors: { fetching: fromPromise(async () => 1), listening: fromCallback(() => {}) },
      guards: { isEnough: () => true },
    }).createMachine({
      id: 'working',
      initial: 'busy',
      on: { '*': '.busy', 'xstate.done.actor.*': { actions: 'note' as never } },
      states: {
        busy: {
          tags: ['busy', 'loud'],
          invoke: [
            {
              id: 'fetch',
              src: 'fetching',
              onDone: [
                { guard: 'isEnough', target: 'ended' },
                { target: 'busy', reenter: true },
              ],
              onError: { target: 'failed' },
            },
            { id: 'ear', src: 'listening' },
          ],
          on: { 'tool.*': 'failed' },
        },
        failed: {},
        ended: { type: 'final' },
      },
    }),
  );
  const busy = working.nodes.find(({ id }) => id === 'working.busy');
  assert.deepEqual(busy?.invokes, [
    { id: 'fetch', src: 'fetching' },
    { id: 'ear', src: 'listening' },
  ]);
  assert.deepEqual(busy?.tags, ['busy', 'loud']);
  assert.deepEqual(
    working.edges.map(({ source, target, lines }) => [
      `${source.slice(8)} -> ${target.slice(8)}`,
      ...lines.map(line => `${line.kind} ${lineText(line)}`),
    ]),
    [
      ['^ -> busy'],
      ['* -> busy', 'event *'],
      ['busy -> failed', 'event tool.*', 'error ✗ fetch'],
      ['busy -> ended', 'done ✓ fetch [isEnough]'],
      ['busy -> busy', 'done ✓ fetch [else]'],
    ],
  );
  assert.deepEqual(
    working.nodes.find(({ parent }) => parent === null)?.inner.map(line => `${line.kind} ${lineText(line)}`),
    ['done ✓ any child'],
  );
});

test('given events a state takes without leaving, when they are modelled, then they are inner lines and no arrows', () => {
  assert.deepEqual(node('everything').inner, [{ kind: 'event', event: 'ping', text: 'ping', actions: ['record'] }]);
  assert.deepEqual(
    node('everything.idle').inner.map(({ kind, text }) => [kind, text]),
    [['ignored', 'ping']],
  );
});

test('given the same chart twice and another, when their hashes are compared, then only what is drawn differently differs', () => {
  const other = setup({}).createMachine({ id: 'everything', initial: 'a', states: { a: {} } });
  assert.equal(chartOf(everything).hash, model.hash);
  assert.match(model.hash, /^[0-9a-f]{16}$/);
  assert.notEqual(chartOf(other).hash, model.hash);
});

test('given every chart of Straylight, when it is modelled, then each edge joins two nodes that are there once', async () => {
  for (const { machine } of await authoredMachines()) {
    const { nodes, edges } = chartOf(machine);
    const ids = new Set(nodes.map(({ id }) => id));
    assert.equal(ids.size, nodes.length, `${machine.id}: no id is used twice`);
    for (const { source, target } of edges) assert.ok(ids.has(source) && ids.has(target), `${source} -> ${target}`);
    for (const { id, parent } of nodes) assert.ok(parent === null || ids.has(parent), id);
  }
});

test('given a step as the journal keeps it, when its path is looked up, then each part of it has its arrow', () => {
  const record = recorder('everything', null);
  const { snapshot } = firstStep(everything, record, {});
  const { path } = nextStep(everything, record, snapshot, { type: 'go', at: 1, id: 'a' }, {});
  assert.deepEqual(path[0], ['everything.idle', 'everything.both', 'go']);
  assert.ok(path.length > 1);
  for (const [source, target] of path)
    assert.ok(edge(source, target) ?? edge(`${source}.*`, target), `${source} -> ${target}`);
});

test('given a chart, when it is drawn as one SVG file, then every state, arrow and word is in it, and no text can end an element', async () => {
  const layout = await layoutOf(model, graph => new Elk.default().layout(graph));
  const svg = svgOf(model, layout);
  assert.deepEqual(await layoutOf(model, graph => new Elk.default().layout(graph)), layout, 'the same each time');
  for (const { id, kind, label } of model.nodes) {
    if (kind === 'initial' || kind === 'any' || kind === 'history' || id === 'everything') continue;
    assert.ok(svg.includes(`>${label}</text>`), id);
  }
  assert.equal(svg.match(/<path class="e/g)?.length, model.edges.length);
  assert.ok(svg.includes('go [count &gt; 3]'), 'a guard of its own words is escaped');
  assert.ok(svg.includes('class="e t"'), 'what goes by itself is dashed');
  assert.equal(svg.match(/</g)?.length, svg.match(/>/g)?.length);
  assert.doesNotMatch(svg, /<script|href|url\(/, 'it fetches nothing and runs nothing');
});
