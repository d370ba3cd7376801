/**
 * A feature that an embedding program brings lives like those of Straylight: through kill -9, and beside homes without
 * it.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { homePaths } from '../../config/home.ts';
import { withAgent } from '../flows/rig/agent.ts';
import { test } from '../slow.ts';
import { parcelMachine } from './parcels.ts';

const launcher = fileURLToPath(new URL('program.ts', import.meta.url));

/** A carrier whose answers are given by the test, one request after the other. */
async function carrierPeer() {
  const waiting: ((asked: ServerResponse) => void)[] = [];
  const requests: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/parcels/test') return void response.end('{"place":"nowhere"}');
    const taker = waiting.shift();
    if (taker) taker(response);
    else requests.push(response);
  }).listen(0, '127.0.0.1');
  await new Promise(done => server.once('listening', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: () =>
      new Promise<ServerResponse>(resolve => {
        const asked = requests.shift();
        if (asked) resolve(asked);
        else waiting.push(resolve);
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    },
  };
}

test('given a feature of an embedding program, when its process is killed while its effect runs, then the next one goes on, and its row is there once', async () => {
  await using carrier = await carrierPeer();
  const config = `[parcels]\ncarrier = "${carrier.url}"\nlook_every_s = 86400\n`;
  await withAgent({ launcher, config, charts: [parcelMachine] }, async agent => {
    const first = await agent.start();
    const followed = await first.http('/api/parcels', { commandId: 'follow', number: 'A1' });
    assert.deepEqual(followed, { status: 202, json: { commandId: 'follow' } });
    await carrier.next();
    await first.kill();

    const second = await agent.start();
    const asked = await carrier.next();
    const stream = await second.stream();
    asked.end('{"place":"Kiel"}');
    await stream.until('batch', ({ rows }) =>
      rows.some(({ id, leaf }: { id: string; leaf: string }) => id === 'parcel:A1' && leaf === 'waiting'),
    );
    assert.deepEqual((await second.http('/api/parcels')).json, { parcels: [{ number: 'A1', place: 'Kiel' }] });
    const document = (await second.http('/api/openapi.json')).json;
    assert.equal(document.paths['/api/parcels'].get.operationId, 'parcels.list');
    assert.equal((await second.http('/api/parcels', { commandId: 'bad', number: 'no number' })).status, 400);
    assert.equal((await second.http('/api/parcels', { commandId: 'again', number: 'A1' })).status, 202);
    stream.close();
    assert.equal((await second.stop()).code, 0);
    const third = agent.launch(['start']);
    await third.line(/^Parcels {3}1 followed$[\s\S]*^Parcels ok: http:\S+ answers$[\s\S]*^ready$/m);
    process.kill(third.pid, 'SIGTERM');
    assert.equal((await third.ended).code, 0);
    assert.deepEqual(agent.tables.rows('SELECT number, place, looks FROM parcels'), [
      { number: 'A1', place: 'Kiel', looks: 1 },
    ]);
    assert.deepEqual(agent.tables.rows("SELECT feature, number FROM feature_migrations WHERE feature = 'parcels'"), [
      { feature: 'parcels', number: 1 },
    ]);
  });
});

test('given a home with actors and rows of a feature, when it is opened without the feature, then it works, and with it goes on', async () => {
  await using carrier = await carrierPeer();
  const table = `[parcels]\ncarrier = "${carrier.url}"\n`;
  // an effect that nobody answers is not waited for
  const shutdown = '[shutdown]\ngrace_ms = 500\n';
  await withAgent({ launcher, config: table + shutdown, charts: [parcelMachine] }, async agent => {
    const { configFile } = homePaths(agent.path);
    const settings = readFileSync(configFile, 'utf8');
    const first = await agent.start();
    assert.equal((await first.http('/api/parcels', { commandId: 'follow', number: 'B2' })).status, 202);
    (await carrier.next()).end('{"place":"Bonn"}');
    await first.kill();

    // a table that no feature knows would be a misspelt one
    writeFileSync(configFile, settings.replace(table, ''));
    const without = await agent.start({ FEATURES: '' });
    assert.equal((await without.http('/api/parcels')).status, 404);
    assert.match((await without.say('web:main', 'what time is it?')).reply, /\d/);
    assert.equal((await without.stop()).code, 0);

    writeFileSync(configFile, settings);
    const again = await agent.start();
    assert.equal((await again.http('/api/parcels', { commandId: 'other', number: 'C3' })).status, 202);
    (await carrier.next()).end('{"place":"Rome"}');
    await again.stop();
  });
});
