import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartOf } from '../../../inspector/charts/chart.ts';
import { sessionMachine } from '../../../src/machines/session/chart.ts';
import { stubAgent } from '../stub-agent.ts';
import { ask, known, serve } from '../visitor.ts';

const withCharts = () => {
  const agent = stubAgent();
  return serve({ agent: { ...agent, reader: { ...agent.reader, machines: [sessionMachine] } } });
};
const { hash } = chartOf(sessionMachine);

test('given a machine, when its chart is asked for by its hash, then it comes with its layout, and may be kept for ever', async () => {
  await using served = await withCharts();
  const { url } = served.server;
  const list = await ask(url, '/api/charts', { headers: known });
  assert.deepEqual(list.json, { charts: { session: hash } });
  assert.equal(list.headers['cache-control'], 'no-store');

  let answer = await ask(url, `/api/charts/session/${hash}`, { headers: known });
  // while it is being laid out there is the model alone, and that may not be kept
  for (; answer.json.isDrawing; answer = await ask(url, `/api/charts/session/${hash}`, { headers: known }))
    assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.status, 200);
  assert.equal(answer.json.model.hash, hash);
  assert.ok(answer.json.layout.nodes['session.idle']);
  assert.equal(answer.headers['cache-control'], 'private, max-age=31536000, immutable');
});

test('given a chart that is not of this version, or no token, when it is asked for, then it is refused', async () => {
  await using served = await withCharts();
  const { url } = served.server;
  for (const path of [`/api/charts/session/${'0'.repeat(16)}`, `/api/charts/nobody/${hash}`]) {
    const { status, json } = await ask(url, path, { headers: known });
    assert.deepEqual([status, json.error.code], [404, 'gone']);
  }
  assert.equal((await ask(url, `/api/charts/session/${hash}`)).status, 401);
  assert.equal((await ask(url, '/api/charts')).status, 401);
});
