/** Removing a container that somebody else removes at the same time, at an engine that speaks its HTTP API. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import Docker from 'dockerode';
import { removeContainer } from '../../../../src/adapters/executors/docker/home.ts';
import { systemClock } from '../../../../src/adapters/process/clock.ts';
import { toFailure } from '../../../../src/domain/supervision/failure.ts';

/** An engine with one container: how it answers a removal, and how often it still shows the container afterwards. */
async function engineOf(t: TestContext, removal: number, shown: number): Promise<{ docker: Docker; asked: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'straylight-engine-'));
  const asked: string[] = [];
  const server = createServer(({ method, url = '' }, response) => {
    asked.push(`${method} ${new URL(url, 'http://engine').pathname}`);
    const answer = (status: number) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(status === 204 ? undefined : '{}');
    if (method === 'DELETE') answer(removal);
    else if (method === 'GET') answer(asked.filter(one => one.startsWith('GET')).length > shown ? 404 : 200);
    // A wait is never answered, as by an engine that is asked just after the container has gone.
  });
  const socketPath = join(folder, 'engine.sock');
  await new Promise<void>(resolve => server.listen(socketPath, resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { docker: new Docker({ socketPath }), asked };
}

it('given an engine that removes the container itself, then it is looked at until it is gone', async t => {
  const { docker, asked } = await engineOf(t, 409, 2);
  await removeContainer({ docker }, systemClock, 'one');
  assert.deepEqual(asked, ['DELETE /containers/one', ...Array.from({ length: 3 }, () => 'GET /containers/one/json')]);
});

it('given a container that is removed at once or was gone before, then nothing more is asked', async t => {
  for (const status of [204, 404]) {
    const { docker, asked } = await engineOf(t, status, 0);
    await removeContainer({ docker }, systemClock, 'one');
    assert.deepEqual(asked, ['DELETE /containers/one']);
  }
});

it('given an engine that cannot, then its refusal is said', async t => {
  const { docker } = await engineOf(t, 500, 0);
  await assert.rejects(removeContainer({ docker }, systemClock, 'one'), error => {
    assert.equal(toFailure(error).kind, 'unavailable');
    return true;
  });
});
