import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { suite } from 'node:test';
import { test } from '../../slow.ts';
import { row } from '../stub-agent.ts';
import { ask, serve, token } from '../visitor.ts';
import { assertCalm, browser, until, visiting } from './browser.ts';

const policy = (hash: string) =>
  `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self'; img-src 'self' data:; connect-src 'self'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

suite('what fences the page in', { concurrency: 1 }, () => {
  test('given the first page, when it is counted, then it is 60 KB at most, compressed, in 8 requests at most', async t => {
    await using served = await serve();
    await visiting({ url: served.server.url, token }, {}, async visit => {
      await visit.page.locator('a.row').waitFor();
      await visit.page.locator('.link-live').waitFor();
      let bytes = 0;
      for (const request of visit.requests) {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/') || pathname === '/prove') continue;
        const response = await request.response();
        assert.equal(response?.headers()['content-encoding'], 'gzip', pathname);
        bytes += Number(response?.headers()['content-length']);
      }
      t.diagnostic(`${(bytes / 1024).toFixed(1)} KB in ${visit.requests.length} requests`);
      assert.ok(bytes <= 60 * 1024, `${bytes} bytes`);
      // document, styles and main.js; the proof, the key of this tab, the state and the stream; behind the first rows
      // spending, the names of conversations and pending memories in one
      assert.ok(visit.requests.length <= 8, visit.requests.map(request => request.url()).join('\n'));
      assertCalm(visit);
    });
  });

  test('given each file of the page, when its headers are read, then they are those of the design, word for word', async () => {
    await using served = await serve();
    const { url } = served.server;
    const index = await ask(url, '/');
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/s.exec(index.text) ?? [];
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update(map).digest('base64');
    const { imports } = JSON.parse(map) as { imports: Record<string, string> };
    // an address that ends with a slash is a folder of what is loaded later
    const files = Object.values(imports).map(address => (address.endsWith('/') ? `${address}bash.js` : address));
    const addresses = new Set(['/', '/page/styles.css', ...files]);
    for (const address of addresses) {
      const { status, headers, text } = await ask(url, address, { headers: { 'accept-encoding': 'gzip' } });
      assert.equal(status, 200, address);
      assert.deepEqual(
        {
          policy: headers['content-security-policy'],
          nosniff: headers['x-content-type-options'],
          referrer: headers['referrer-policy'],
          opener: headers['cross-origin-opener-policy'],
          resource: headers['cross-origin-resource-policy'],
          encoding: headers['content-encoding'],
          cookie: headers['set-cookie'],
          cors: headers['access-control-allow-origin'],
        },
        {
          policy: policy(hash),
          nosniff: 'nosniff',
          referrer: 'no-referrer',
          opener: 'same-origin',
          resource: 'same-origin',
          encoding: 'gzip',
          cookie: undefined,
          cors: undefined,
        },
      );
      assert.ok(text.length > 0);
    }
    assert.doesNotMatch(index.text, /https?:(?!\/\/www\.w3\.org\/)/, 'nothing comes from elsewhere');
  });

  test('given a name full of markup and of marks that turn text round, when it is shown, then it is text and nothing runs', async () => {
    await using served = await serve();
    const evil = '<img src=x onerror="globalThis.wasRun=true"><script>globalThis.wasRun=true</script>';
    served.agent.rows.set('tool-call:evil', { ...row('tool-call:evil'), label: evil, leaf: '<b>acting</b>' });
    await visiting({ url: served.server.url, token }, {}, async visit => {
      const { page } = visit;
      await page.locator('a.row', { hasText: '<img src=x' }).waitFor();
      await page.getByText('<b>acting</b>').waitFor();
      assert.equal(await page.evaluate('globalThis.wasRun'), undefined);
      assert.equal(await page.locator('main img, main script').count(), 0);
      // whatever would make markup of a text is refused by the browser itself
      const refused = await page.evaluate(
        `(() => { try { document.body.innerHTML = '<b>x</b>'; return 'taken'; } catch (thrown) { return thrown.name; } })()`,
      );
      assert.equal(refused, 'TypeError');
      assertCalm({ ...visit, troubles: visit.troubles.filter(line => !/policy|TrustedHTML|Trusted Type/.test(line)) });
    });
  });

  test('given a page of another origin in the same browser, when it tries every door, then it gets nothing', async () => {
    await using served = await serve();
    const { url } = served.server;
    const other = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>other</title><body></body>');
    }).listen(0, '127.0.0.1');
    await new Promise(resolve => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const context = await (await browser()).newContext();
    try {
      const mine = await context.newPage();
      await mine.goto(`${url}/#t=${token}`);
      await mine.waitForSelector('.link-live');
      for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
        const page = await context.newPage();
        await page.goto(origin);
        const tries = await page.evaluate(`(async () => {
          const url = ${JSON.stringify(url)};
          const bearer = { Authorization: 'Bearer ${token}' };
          const tried = async call => { try { const r = await call(); return r.status + ' ' + r.type; } catch (e) { return e.name; } };
          const loaded = (name, more) => new Promise(resolve => {
            const e = Object.assign(document.createElement(name), more);
            e.onload = () => resolve('loaded'); e.onerror = () => resolve('refused'); document.body.append(e);
            if (name === 'iframe') setTimeout(() => { try { resolve(String(e.contentDocument === null)) } catch { resolve('refused') } }, 1500);
          });
          return {
            state: await tried(() => fetch(url + '/api/state', { headers: bearer })),
            blind: await tried(() => fetch(url + '/api/state', { mode: 'no-cors' })),
            act: await tried(() => fetch(url + '/api/sessions/session%3Aweb%3Amain/messages', { method: 'POST', mode: 'no-cors', body: '{"clientId":"x","text":"hi"}' })),
            typed: await tried(() => fetch(url + '/api/sessions/session%3Aweb%3Amain/messages', { method: 'POST', headers: { ...bearer, 'content-type': 'application/json' }, body: '{"clientId":"x","text":"hi"}' })),
            stream: await new Promise(resolve => { const s = new EventSource(url + '/api/stream'); s.onopen = () => resolve('open'); s.onerror = () => { s.close(); resolve('refused'); }; }),
            script: await loaded('script', { src: url + '/page/main.js' }),
            image: await loaded('img', { src: url + '/' }),
            tabs: await new Promise(resolve => { const c = new BroadcastChannel('straylight.inspector'); c.onmessage = () => resolve('heard'); c.postMessage({ type: 'ask' }); setTimeout(() => resolve('nothing'), 500); }),
            frame: await (async () => { const f = document.createElement('iframe'); f.src = url + '/'; document.body.append(f); await new Promise(r => setTimeout(r, 800)); return f.contentWindow.length; })(),
          };
        })()`);
        assert.deepEqual(tries, {
          state: 'TypeError',
          blind: 'TypeError',
          act: 'TypeError',
          typed: 'TypeError',
          stream: 'refused',
          script: 'refused',
          image: 'refused',
          tabs: 'nothing',
          frame: 0,
        });
        const frame = page.frames().find(one => one !== page.mainFrame());
        assert.doesNotMatch((await frame?.content()) ?? '', /Straylight|rail/);
      }
      assert.deepEqual(served.agent.asked, []);
    } finally {
      await context.close();
      other.close();
    }
  });

  test('given a name of ours that is not ours, and no token, when Straylight is asked in them, then it tells nothing', async () => {
    await using served = await serve();
    const { url, port } = served.server;
    const rebound = await ask(url, '/', { headers: { host: `evil.example:${port}` } });
    assert.deepEqual([rebound.status, /Straylight/.test(rebound.text)], [421, false]);
    const bare = await ask(url, '/api/state');
    assert.equal(bare.status, 401);
    const context = await (await browser()).newContext();
    const page = await context.newPage();
    await page.goto(url);
    await page.getByLabel('Paste the link from straylight ui').waitFor();
    await until(page, 'performance.getEntriesByType("resource").every(({ name }) => !name.includes("/api/"))');
    await context.close();
  });

  test('given a client that takes no compressed files, when it asks, then it gets them plain, the same', async () => {
    await using served = await serve();
    const plain = await ask(served.server.url, '/page/styles.css');
    assert.equal(plain.headers['content-encoding'], undefined);
    const response = await fetch(`${served.server.url}/page/styles.css`);
    assert.equal(await response.text(), plain.text);
  });
});
