import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type LightFetch, lightFetch } from '../../../src/adapters/models/light-fetch.ts';

async function against(
  listener: RequestListener,
  body: (url: string, fetch: LightFetch, stop: () => void) => Promise<void>,
): Promise<void> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const fetch = lightFetch();
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, fetch, stop);
  } finally {
    stop();
    await fetch.close();
  }
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

test('given JSON, then status, headers and value are as with fetch', async () => {
  const listener: RequestListener = (request, response) => {
    request.pipe(response.writeHead(201, { 'content-type': 'application/json', 'x-method': request.method }));
  };
  await against(listener, async (url, fetch) => {
    const response = await fetch(`${url}/a?b=c`, { method: 'POST', headers: new Headers({ a: 'b' }), body: '{"ä":1}' });
    assert.equal(response.status, 201);
    assert.equal(response.ok, true);
    assert.equal(response.headers.get('X-Method'), 'POST');
    assert.deepEqual(await response.json(), { ä: 1 });
  });
});

test('given a streamed body, then each piece is there before the next is sent', async () => {
  let write = (_text: string | undefined): void => {};
  const listener: RequestListener = (_request, response) => {
    response.writeHead(200);
    write = text => void (text === undefined ? response.end() : response.write(text));
    write('one');
  };
  await against(listener, async (url, fetch) => {
    const { body } = await fetch(url);
    const read: string[] = [];
    for await (const chunk of body ?? []) {
      read.push(Buffer.from(chunk as Uint8Array).toString());
      write(['two', 'three'][read.length - 1]);
    }
    assert.deepEqual(read, ['one', 'two', 'three']);
  });
});

test('given a body larger than what may wait, then it arrives whole at a slow reader', async () => {
  const size = 24 * 1024 * 1024;
  await against(
    (_request, response) => response.end(Buffer.alloc(size, 'x')),
    async (url, fetch) => {
      const { body } = await fetch(url);
      let bytes = 0;
      for await (const chunk of body ?? []) {
        bytes += (chunk as Uint8Array).byteLength;
        await new Promise(resolve => setImmediate(resolve));
      }
      assert.equal(bytes, size);
    },
  );
});

test('given an error status, then it is a response with its body', async () => {
  await against(
    (_request, response) => response.writeHead(429, { 'retry-after': '3' }).end('slow down'),
    async (url, fetch) => {
      const response = await fetch(url);
      assert.equal(response.ok, false);
      assert.equal(response.headers.get('retry-after'), '3');
      assert.equal(await response.text(), 'slow down');
    },
  );
});

test('given a redirect, then it is not followed', async () => {
  let asked = 0;
  const listener: RequestListener = (_request, response) => {
    asked += 1;
    response.writeHead(302, { location: '/elsewhere' }).end();
  };
  await against(listener, async (url, fetch) => {
    const response = await fetch(url, { headers: { authorization: 'Bearer secret' } });
    assert.equal(response.status, 302);
    assert.equal(response.ok, false);
    assert.equal(asked, 1);
  });
});

test('given credentials in the address, then they go into a header', async () => {
  await against(
    (request, response) => response.end(request.headers.authorization),
    async (url, fetch) => {
      const response = await fetch(url.replace('http://', 'http://me:p%40ss@'));
      assert.equal(await response.text(), `Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    },
  );
});

test('given nobody listens, then it rejects with the code of the system', async () => {
  await against(
    () => {},
    async (url, fetch, stop) => {
      stop();
      await assert.rejects(fetch(url), error => codeOf(error) === 'ECONNREFUSED');
    },
  );
});

test('given the connection is cut in mid-body, then the reader gets the chunks before it and then an error with a code', async () => {
  const listener: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('begun', () => response.destroy());
  };
  await against(listener, async (url, fetch) => {
    const { body } = await fetch(url);
    let read = '';
    await assert.rejects(
      async () => {
        for await (const chunk of body ?? []) read += Buffer.from(chunk as Uint8Array).toString();
      },
      error => typeof codeOf(error) === 'string',
    );
    assert.equal(read, 'begun');
  });
});

test('given an abort before the response or within it, then it ends with an AbortError and the socket closes', async () => {
  for (const begun of [false, true]) {
    const closed = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const listener: RequestListener = (_request, response) => {
      response.once('close', closed.resolve);
      if (begun) response.write('begun');
      arrived.resolve();
    };
    await against(listener, async (url, fetch) => {
      const caller = new AbortController();
      const answer = (async () => {
        const { body } = await fetch(url, { signal: caller.signal });
        for await (const _chunk of body ?? []) caller.abort();
      })();
      await arrived.promise;
      if (!begun) caller.abort();
      await assert.rejects(answer, { name: 'AbortError' });
      await closed.promise;
    });
  }
});

test('given a signal that has aborted, then nothing is sent', async () => {
  let asked = 0;
  await against(
    () => {
      asked += 1;
    },
    async (url, fetch) => {
      await assert.rejects(fetch(url, { signal: AbortSignal.abort() }), { name: 'AbortError' });
      assert.equal(asked, 0);
    },
  );
});

test('given a reader that leaves early, then the socket closes', async () => {
  const closed = Promise.withResolvers<void>();
  const listener: RequestListener = (_request, response) => {
    response.once('close', closed.resolve);
    response.write('begun');
  };
  await against(listener, async (url, fetch) => {
    const { body } = await fetch(url);
    for await (const _chunk of body ?? []) break;
    await closed.promise;
  });
});

test('given calls one after another, then they share at most two connections', async () => {
  const sockets = new Set<unknown>();
  const listener: RequestListener = (request, response) => {
    sockets.add(request.socket);
    response.end('ok');
  };
  await against(listener, async (url, fetch) => {
    for (let call = 0; call < 20; call += 1) await (await fetch(url)).text();
    // undici counts a connection as busy for a moment longer than its answer takes; the global fetch does the same.
    assert.ok(sockets.size <= 2, `${sockets.size} connections`);
  });
});

test('given a Unix socket, when it is asked, then it answers there', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'light-fetch-'));
  const socketPath = join(folder, 'model.sock');
  const server = createServer((request, response) => response.end(`${request.url}`)).listen(socketPath);
  await once(server, 'listening');
  const fetch = lightFetch({ socketPath });
  t.after(async () => {
    server.close();
    await fetch.close();
    rmSync(folder, { recursive: true });
  });
  assert.equal(await (await fetch('http://localhost/v1/models')).text(), '/v1/models');
});

test('given names beneath localhost, when they are asked, then no resolver is: they are this machine', async () => {
  const listener: RequestListener = (request, response) => void response.end(request.headers.host);
  await against(listener, async (url, fetch) => {
    for (const name of ['localhost', 'a.b.localhost'])
      assert.match(await (await fetch(url.replace('127.0.0.1', name))).text(), new RegExp(`^${name}:`));
  });
});
