import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { suite, test } from 'node:test';
import Elk from 'elkjs';
import { setup } from 'xstate';
import { chartOf } from '../../../inspector/charts/chart.ts';
import type { Box, ChartLayout, ChartModel, Point } from '../../../inspector/charts/chart-model.ts';
import { charts } from '../../../inspector/charts/charts.ts';
import { layoutOf, layoutVersion, measures } from '../../../inspector/charts/layout.ts';
import { textWidth } from '../../../inspector/charts/text-width.ts';
import { authoredMachines } from '../../machines/readme.ts';
import { everything } from './everything.ts';

const machines = [...(await authoredMachines()).map(({ machine }) => machine), everything];
const models = new Map(machines.map(machine => [machine.id, chartOf(machine)]));
const silent = () => {};

/** The chart with a layout, as the shelf gives it. */
async function drawn(shelf: ReturnType<typeof charts>, name: string) {
  const chart = await shelf.get(name, models.get(name)?.hash ?? '')?.drawn;
  assert.ok(chart?.layout, `${name} has a layout`);
  return { model: chart.model, layout: chart.layout };
}

suite('the layout of every chart of Straylight, and of one with everything', async () => {
  const shelf = charts({ machines, log: silent });
  for (const { id } of machines)
    test(`given ${id}, when it is laid out, then nothing overlaps and every arrow joins what it says`, async t => {
      const began = performance.now();
      const { model, layout } = await drawn(shelf, id);
      t.diagnostic(
        `${model.nodes.length} nodes, ${model.edges.length} arrows, ${layout.width} × ${layout.height}, ${Math.round(performance.now() - began)} ms`,
      );
      assertPlaced(model, layout);
      assertApart(model, layout);
      assertJoined(model, layout);
      assertWordsFit(model, layout);
    });
});

suite('the shelf of charts', () => {
  test('given a chart that was laid out, when it is asked for again, then it is there at once, and after a restart it comes from the disk', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'straylight-charts-'));
    try {
      const first = charts({ machines, folder, log: silent });
      const { layout } = await drawn(first, 'session');
      const [file = ''] = readdirSync(folder);
      assert.equal(file, `session-${models.get('session')?.hash}-${layoutVersion}.json`);
      const began = performance.now();
      assert.deepEqual((await drawn(first, 'session')).layout, layout);
      const memoryMs = performance.now() - began;

      // were it laid out again, this would be gone
      const marked = { ...layout, width: 4711 };
      writeFileSync(join(folder, file), JSON.stringify(marked));
      const before = performance.now();
      assert.deepEqual((await drawn(charts({ machines, folder, log: silent }), 'session')).layout, marked);
      t.diagnostic(`memory ${memoryMs.toFixed(2)} ms, disk ${(performance.now() - before).toFixed(2)} ms`);

      writeFileSync(join(folder, file), 'torn');
      assert.deepEqual((await drawn(charts({ machines, folder, log: silent }), 'session')).layout, layout);
      assert.deepEqual(JSON.parse(readFileSync(join(folder, file), 'utf8')), layout, 'a torn file is written anew');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('given another hash or another name, when a chart is asked for, then there is none', () => {
    const shelf = charts({ machines, log: silent });
    assert.equal(shelf.get('session', '0'.repeat(16)), undefined);
    assert.equal(shelf.get('nobody', models.get('session')?.hash ?? ''), undefined);
    assert.equal(shelf.hashes()['session'], models.get('session')?.hash);
  });

  test('given many who ask for one chart, when it is laid out, then that is done once, in a thread, and Straylight goes on meanwhile', async t => {
    const shelf = charts({ machines, log: silent });
    const [name] = [...models.keys()].filter(one => one === 'tool-call');
    shelf.hashes(); // the models are the caller's work, the layout is not
    const before = process.threadCpuUsage();
    const asked = Array.from({ length: 5 }, () => shelf.get(name ?? '', models.get(name ?? '')?.hash ?? '')?.drawn);
    assert.equal(new Set(asked).size, 1);
    await Promise.all(asked);
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    t.diagnostic(`work of the main thread: ${ms.toFixed(1)} ms`);
    assert.ok(ms < 60, 'a layout on the main loop would be more');
  });

  test('given a folder that takes no files, when a chart is laid out, then it is shown all the same, and the log says so', async () => {
    const log: string[] = [];
    const shelf = charts({ machines, folder: '/dev/null/charts', log: line => void log.push(line) });
    await drawn(shelf, 'supervisor');
    assert.match(log.join(), /could not be kept/);
  });

  test('given a shelf that is closed in the middle, when a chart is being laid out, then who waits gets the states alone', async () => {
    const log: string[] = [];
    const shelf = charts({ machines, log: line => void log.push(line) });
    const asked = shelf.get('session', models.get('session')?.hash ?? '')?.drawn;
    shelf.close();
    const chart = await asked;
    assert.equal(chart?.layout, undefined);
    assert.equal(chart?.model.machine, 'session');
    assert.match(log.join(), /session could not be laid out/);
  });
});

test('given lines of every kind, when they are put beside an arrow, then each says what it is, a long guard stands beneath, and a long list is folded', async () => {
  const line = { actions: [], event: 'x' };
  const ends = statesNamed(['one', 'two', 'three']);
  const byItself = [
    { ...line, kind: 'after', text: 'patience' },
    { ...line, kind: 'always', text: '' },
    { ...line, kind: 'always', text: '', guard: 'x'.repeat(40) },
  ] as const;
  const { edges } = await layoutOf(
    {
      ...ends,
      edges: [
        {
          id: 'way',
          source: 'one',
          target: 'two',
          lines: [
            { ...line, kind: 'event', text: 'go' },
            { ...line, kind: 'done', text: 'recall', guard: 'isBig' },
            { ...line, kind: 'error', text: 'completion', guard: 'mayTryOnceMore' },
            ...byItself,
          ],
        },
        { id: 'more', source: 'two', target: 'three', lines: byItself },
      ],
    },
    graph => new Elk.default().layout(graph),
  );
  assert.deepEqual(edges['way']?.label?.lines, [
    { line: 0, text: 'go' },
    { line: 1, text: 'recall', mark: 'done', guard: '[isBig]' },
    { line: 2, text: 'completion', mark: 'error' },
    { line: 2, text: '', guard: '[mayTryOnceMore]' },
    { line: 5, text: '+ 2 more', title: `after patience\n[${'x'.repeat(40)}]` },
  ]);
  assert.deepEqual(edges['more']?.label?.lines, [
    { line: 0, text: 'patience', mark: 'after' },
    { line: 2, text: '', guard: `[${'x'.repeat(25)}…]`, title: 'x'.repeat(40) },
  ]);
});

/** Plain states beside each other. */
function statesNamed(names: readonly string[]): Omit<ChartModel, 'edges'> {
  const node = { description: '', tags: [], invokes: [], entry: [], exit: [], inner: [] };
  return {
    machine: 'm',
    hash: '',
    nodes: [
      { ...node, id: 'm', label: 'm', parent: null, kind: 'compound' },
      ...names.map(id => ({ ...node, id, label: id, parent: 'm', kind: 'atomic' as const })),
    ],
  };
}

test('given a chart without any states in it, when it is laid out, then it is one box', async () => {
  const alone = setup({}).createMachine({ id: 'alone' });
  const chart = await charts({ machines: [alone], log: silent }).get('alone', chartOf(alone).hash)?.drawn;
  assert.ok((chart?.layout?.nodes['alone']?.width ?? 0) > 40);
});

function assertPlaced({ nodes, edges }: ChartModel, layout: ChartLayout): void {
  for (const { id } of nodes) assert.ok(layout.nodes[id], `${id} has a place`);
  for (const { id } of edges) assert.ok(layout.edges[id], `${id} has a way`);
  for (const { id, parent } of nodes) {
    const box = boxOf(layout, id);
    assert.ok(
      box.x >= 0 && box.y >= 0 && box.x + box.width <= layout.width + 1 && box.y + box.height <= layout.height + 1,
      id,
    );
    if (parent !== null) assert.ok(contains(boxOf(layout, parent), box), `${id} lies within ${parent}`);
  }
}

function assertApart({ nodes }: ChartModel, layout: ChartLayout): void {
  for (const [index, one] of nodes.entries())
    for (const other of nodes.slice(index + 1)) {
      if (one.parent !== other.parent) continue;
      assert.ok(!overlaps(boxOf(layout, one.id), boxOf(layout, other.id)), `${one.id} and ${other.id} lie apart`);
    }
}

function assertJoined({ edges }: ChartModel, layout: ChartLayout): void {
  for (const { id, source, target } of edges) {
    const { points, path, head } = layout.edges[id] ?? assert.fail();
    assert.ok(isOnBorder(boxOf(layout, source), points[0]), `${id} begins at its source`);
    assert.ok(isOnBorder(boxOf(layout, target), points.at(-1)), `${id} ends at its target`);
    for (const [index, [x, y]] of points.entries()) {
      const before = points[index - 1];
      if (before) assert.ok(near(before[0], x) || near(before[1], y), `${id} goes straight`);
    }
    assert.match(path, /^M[-\d.]+ [-\d.]+L/);
    assert.ok(head.startsWith(`M${points.at(-1)?.join(' ')}L`), `the head of ${id} is at its end`);
  }
}

/** Words beside an arrow cover no state. */
function assertWordsFit({ nodes, edges }: ChartModel, layout: ChartLayout): void {
  const states = nodes.filter(({ id }) => !nodes.some(({ parent }) => parent === id));
  for (const { label: name, id, kind } of states)
    if (kind !== 'initial' && kind !== 'any' && kind !== 'history')
      assert.ok(boxOf(layout, id).width >= textWidth(name, measures.name, 'strong'), `the name of ${id} fits`);
  for (const { id, lines } of edges) {
    const label = layout.edges[id]?.label;
    assert.equal(
      label !== undefined,
      lines.some(({ text, guard }) => text !== '' || guard !== undefined),
      id,
    );
    if (!label) continue;
    for (const state of states)
      assert.ok(!overlaps(label, boxOf(layout, state.id)), `the words of ${id} are beside ${state.id}`);
    for (const other of edges) {
      const beside = layout.edges[other.id]?.label;
      if (beside && other.id !== id)
        assert.ok(!overlaps(label, beside), `the words of ${id} and ${other.id} lie apart`);
    }
  }
}

function boxOf({ nodes }: ChartLayout, id: string): Box {
  return nodes[id] ?? assert.fail(`no place for ${id}`);
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x - 0.1 &&
    inner.y >= outer.y - 0.1 &&
    inner.x + inner.width <= outer.x + outer.width + 0.1 &&
    inner.y + inner.height <= outer.y + outer.height + 0.1
  );
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

function isOnBorder({ x, y, width, height }: Box, point: Point | undefined): boolean {
  if (!point) return false;
  const [px, py] = point;
  const isWithin = px >= x - 0.1 && px <= x + width + 0.1 && py >= y - 0.1 && py <= y + height + 0.1;
  return isWithin && (near(px, x) || near(px, x + width) || near(py, y) || near(py, y + height));
}

function near(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.6;
}
