/** The page of the Stately export: it shows their inspector, tells it what runs, and tells nobody else. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite } from 'node:test';
import { homePaths } from '../../../config/home.ts';
import { withAgent } from '../../flows/rig/agent.ts';
import { wireTo } from '../../flows/rig/wire.ts';
import { test } from '../../slow.ts';
import { violations } from './axe.ts';
import { assertCalm, visiting } from './browser.ts';

/** Their inspector, as far as it matters here: it says that it is there and keeps what it is told. */
const theirs = `<!doctype html><title>theirs</title><body><script>
  globalThis.told = [];
  addEventListener('message', ({ data, origin }) => told.push({ ...data, origin }));
  parent.postMessage({ type: '@statelyai.connected' }, '*');
</script>`;

suite('the page that shows Stately’s inspector', { concurrency: 1 }, () => {
  test('given an agent that exports, when its page is opened and a turn goes by, then their inspector has every actor and each step, and the owner is told that data leaves', () =>
    withAgent({}, async agent => {
      const started = agent.launch(['start', '--stately']);
      const [, url = ''] = await started.line(/^Page {6}(\S+)\n/m);
      await started.line(/^Stately {3}\S+\/stately hands what runs to stately\.ai$/m);
      const running = wireTo(url, readFileSync(homePaths(agent.path).tokenFile, 'utf8').trim());
      await running.say('session:web:main', 'hello');
      await visiting(running, {}, async visit => {
        const { context, open, requests } = visit;
        await context.route('https://stately.ai/**', route =>
          route.fulfill({ contentType: 'text/html', body: theirs }),
        );
        const page = await open('stately');
        await page.getByText('Data leaves this page.').waitFor();
        await page.getByText('Sending what runs here to stately.ai.').waitFor();
        const frame = page.frames().find(one => one.url() === 'https://stately.ai/inspect');
        assert.ok(frame);
        await frame.waitForFunction(
          `told.some(({ type, sessionId }) => type === '@xstate.snapshot' && sessionId === 'session:web:main')`,
        );
        await running.say('session:web:main', 'hello again');
        await frame.waitForFunction(
          `told.some(({ type, event }) => type === '@xstate.event' && event.type === 'message.received')`,
        );
        // biome-ignore lint/suspicious/noExplicitAny: messages of three shapes
        const told: any[] = await frame.evaluate('told');
        const first = told.filter(
          ({ type, sessionId }) => type === '@xstate.actor' && sessionId === 'session:web:main',
        );
        assert.equal(first.length, 1);
        assert.equal(JSON.parse(first[0].definition).id, 'session');
        assert.ok(
          told.every(
            ({ _version, createdAt, origin }) => _version === '0.7.2' && /^\d+$/.test(createdAt) && origin === url,
          ),
        );
        assert.deepEqual(await violations(page), []);

        // it begins anew when their page is loaded anew
        await frame.evaluate('told.isOld = true; setTimeout(() => location.reload(), 0); undefined');
        await frame.waitForFunction(
          `globalThis.told !== undefined && !told.isOld && told.some(({ type }) => type === '@xstate.snapshot')`,
        );
        const foreign = new Set(requests.map(request => new URL(request.url()).origin));
        assert.deepEqual([...foreign].filter(origin => origin !== 'null').sort(), [url, 'https://stately.ai'].sort());
        assertCalm(visit);
      });
    }));

  test('given their page behind another address, when it says that it is there, then it is told nothing', () =>
    withAgent({}, async agent => {
      const started = agent.launch(['start', '--stately']);
      const [, url = ''] = await started.line(/^Page {6}(\S+)\n/m);
      const token = readFileSync(homePaths(agent.path).tokenFile, 'utf8').trim();
      await visiting({ url, token }, {}, async ({ context, open, requests }) => {
        await context.route('https://stately.ai/**', route =>
          route.fulfill({ contentType: 'text/html', body: '<p>quiet' }),
        );
        const page = await open('stately');
        await page.getByText('Waiting for stately.ai…').waitFor();
        // from the page itself, which is not their origin
        await page.evaluate(`postMessage({ type: '@statelyai.connected' }, '*')`);
        await page.evaluate('new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
        assert.equal(requests.filter(request => request.url().endsWith('/api/stately')).length, 0);
      });
    }));
});
