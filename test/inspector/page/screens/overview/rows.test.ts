import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { test } from '../../../../slow.ts';
import { message } from '../../../stub-agent.ts';
import { readOnlyToken, serve, token } from '../../../visitor.ts';
import { assertCalm, until, visiting, words } from '../../browser.ts';
import { busyAgent } from '../../busy-agent.ts';

const rowOf = (id: string) => `a.row[href="#/actor/${encodeURIComponent(id)}"]`;

suite('the rows of the Overview', { concurrency: 1 }, () => {
  test('given every look of an actor, when they are shown, then chip, retry, queue and trouble say how each is', async () => {
    const busy = busyAgent();
    // far enough away that it does not come while the page is looked at
    busy.step('session:web:retry', { retry: { attempt: 2, of: 3, nextAt: Date.now() + 3_600_000 } });
    await using served = await serve({ agent: busy.agent });
    await visiting({ url: served.server.url, token }, {}, async visit => {
      const { page } = visit;
      await page.locator('.need').first().waitFor();
      // what lies below the window is not laid out, so its text is read as it is
      const shown = async (id: string) => (await page.locator(`${rowOf(id)} .row-state`).textContent()) ?? '';
      assert.equal(await shown('session:telegram:4417'), 'thinking › completing2 queued');
      assert.match(await shown('session:web:retry'), /^thinking › backingOffretry 2 of 3 in (?:59 min|1 h)$/);
      assert.equal(await shown('session:telegram:9021'), 'suspended');
      assert.match(await shown('circuit-breaker:model:anthropic'), /^quarantinedversion 3 of its chart/);
      assert.equal(await shown('channel:web'), 'online');
      const isCut = await page.locator(`${rowOf('circuit-breaker:model:anthropic')} .chip b`).evaluate(word => {
        const { scrollWidth, clientWidth } = word as unknown as { scrollWidth: number; clientWidth: number };
        return scrollWidth > clientWidth;
      });
      assert.equal(isCut, false, 'what a state is called is whole, however long its trouble');
      assert.match(
        (await page.locator(rowOf('tool-call:184')).textContent()) ?? '',
        /^web_fetch184failed.*✕ failed: execution/,
      );
      assert.deepEqual(await page.locator('.group h2').allInnerTexts(), [
        'Conversations 4',
        'Approvals 1',
        'Tool calls 3',
        'Incidents 1',
        'Observers 1',
        'Jobs 1',
        'Channels 2',
        'Breakers 1',
        'Supervisor 1',
      ]);
      const standing = page.locator('.group', { hasText: 'Conversations' }).locator('.group-standing');
      assert.equal(await words(standing), '1 needs you 2 working 1 suspended');
      // every shape its own: colour alone says nothing
      const shapes = await page.evaluate<string[]>(`[...new Map([...document.querySelectorAll('.row .glyph')]
        .map(glyph => [glyph.classList.value, glyph.firstElementChild.getAttribute('d') + glyph.firstElementChild.getAttribute('stroke-dasharray')])).values()]`);
      assert.equal(new Set(shapes).size, shapes.length);
      assert.equal(shapes.length, 7);
      assertCalm(visit);
    });
  });

  test('given a group of many, when it is shown, then the first fifty are the ones that matter, and the rest come when asked for', async () => {
    const busy = busyAgent(300);
    await using served = await serve({ agent: busy.agent });
    await visiting({ url: served.server.url, token }, {}, async ({ page }) => {
      const sessions = page.locator('.group', { has: page.getByRole('heading', { name: /^Conversations 64/ }) });
      await sessions.waitFor();
      assert.equal(await sessions.locator('a.row').count(), 50);
      assert.match(await words(sessions.locator('a.row').first()), /approval/, 'who waits for the owner stands first');
      await sessions.getByRole('button', { name: 'Show all 64' }).click();
      await until(page, `document.querySelectorAll('.group')[0].querySelectorAll('a.row').length === 64`);
    });
  });

  test('given an actor that has ended, when a minute has passed, then it has gone from the rows', async () => {
    const busy = busyAgent();
    await using served = await serve({ agent: busy.agent });
    await visiting({ url: served.server.url, token }, {}, async ({ page }) => {
      const row = page.locator(rowOf('tool-call:186'));
      await row.waitFor();
      // seen from within: a look from here may come after the row has gone
      await page.evaluate(`new MutationObserver(() => {
        globalThis.wasOver ||= document.querySelector('${rowOf('tool-call:186')}')?.classList.contains('over');
      }).observe(document.body, { subtree: true, attributes: true, childList: true })`);
      const ended = Date.now() - 57_000;
      busy.step('tool-call:186', {
        status: 'done',
        leaf: 'done',
        tags: ['ok'],
        since: ended,
        last: { type: 'x', at: ended },
      });
      await row.waitFor({ state: 'detached' });
      assert.equal(await page.evaluate('globalThis.wasOver'), true, 'it was dimmed before');
    });
  });

  test('given a busy actor beyond five times its usual stay, when it is looked at, then it is among what needs the owner until it moves', async () => {
    const busy = busyAgent();
    const slow = { since: Date.now() - 9_000, expectMs: 2_000, usualMs: 500 };
    busy.step('session:telegram:4417', slow);
    await using served = await serve({ agent: busy.agent });
    await visiting({ url: served.server.url, token }, {}, async ({ page }) => {
      const card = page.locator('.need', { hasText: 'telegram:4417 stays in thinking.completing' });
      await card.waitFor();
      assert.match(await words(card), /longer than usual · waiting \d+(\.\d)? s Open$/);
      busy.step('session:telegram:4417', { leaf: 'idle', tags: ['resting'] });
      await card.waitFor({ state: 'detached' });
    });
  });

  test('given the event stream, when it is paused, filtered and resumed, then it holds still, shows what fits, and has missed nothing', async () => {
    const busy = busyAgent();
    await using served = await serve({ agent: busy.agent });
    await visiting({ url: served.server.url, token }, {}, async visit => {
      const { page } = visit;
      const lines = page.locator('.stream-lines li');
      await lines.first().waitFor();
      const before = await lines.count();
      let seq = 100;
      const happen = (type: string, from?: string) => {
        const actor = 'session:telegram:4417';
        seq += 1;
        const moved = from === undefined ? {} : { from, leaf: 'idle' };
        const entry = {
          seq,
          at: Date.now(),
          event: { type },
          to: 'idle',
          path: [],
          hash: 'h',
          codeHash: 'c',
          ...moved,
        };
        busy.agent.publish({ type: 'journal', actor, entry });
      };
      happen('message.received', 'idle');
      await until(page, `document.querySelectorAll('.stream-lines li').length === ${before + 1}`);
      assert.match(await words(lines.first()), /telegram:4417 message\.received idle → idle$/);

      await page.getByRole('button', { name: 'Pause' }).click();
      happen('budget.spent');
      happen('xstate.error.actor.completion', 'thinking.completing');
      await page.getByText('Paused; 2 more since.').waitFor();
      assert.equal(await lines.count(), before + 1);
      await page.getByRole('button', { name: 'Resume' }).click();
      await until(page, `document.querySelectorAll('.stream-lines li').length === ${before + 3}`);

      await page.getByLabel('Which events').selectOption('failures');
      await until(page, `document.querySelectorAll('.stream-lines li').length === 1`);
      assert.match(await words(lines.first()), /✕ failed: completion/);
      await page.getByLabel('Which events').selectOption('moves');
      await page.getByLabel('Filter events').fill('received');
      await until(
        page,
        `[...document.querySelectorAll('.stream-lines .event')].every(({ title }) => title === 'message.received')`,
      );
      await page.reload();
      await page.getByLabel('Which events').waitFor();
      assert.equal(await page.getByLabel('Which events').inputValue(), 'moves', 'it is remembered');
      assertCalm(visit);
    });
  });

  test('given a narrow window, when the event stream is not shown, then the rows and the cards are all there is', async () => {
    await using served = await serve({ agent: busyAgent().agent });
    for (const [width, hidden, there] of [
      [1100, ['.stream'], ['.rail-title', '.row-event', '.strip']],
      [800, ['.stream', '.strip'], ['.row-event', '.rail-link', '.row-age']],
      [500, ['.stream', '.row-event', '.chip-outer'], ['.rail-more', '.row-age', '.chip b']],
    ] as const)
      await visiting({ url: served.server.url, token }, { width }, async ({ page }) => {
        await page.locator('.need').first().waitFor();
        for (const one of hidden)
          assert.equal(await page.locator(one).first().isVisible(), false, `${one} at ${width}`);
        for (const one of there) assert.equal(await page.locator(one).first().isVisible(), true, `${one} at ${width}`);
        // the names of the rail's links stay for screen readers
        const { width: name = 0 } = (await page.locator('.rail-title').first().boundingBox()) ?? {};
        if (width === 800) assert.ok(name <= 1, `a name is ${name} px wide`);
      });
  });

  test('given the token that may only look, when the page is opened with it, then it says so', async () => {
    await using served = await serve({ agent: busyAgent().agent });
    await visiting({ url: served.server.url, token: readOnlyToken }, {}, async ({ page }) => {
      await page.getByText('This page is read-only.').waitFor();
      await page.locator('.need').first().waitFor();
    });
  });

  test('given a new link in a tab that is open already, when it is pasted there, then the token leaves the address', async () => {
    await using served = await serve({ agent: busyAgent().agent });
    await visiting({ url: served.server.url, token }, {}, async visit => {
      const { page } = visit;
      await page.locator('.need').first().waitFor();
      await page.goto(`${served.server.url}/#t=${token}`);
      await until(page, `location.hash === '#/'`);
      assert.equal(await page.locator('.row').first().isVisible(), true);
      served.agent.publish({ type: 'message', session: 'session:web:7f2c', message: message('m1', 't1', 'hello') });
      assertCalm(visit);
    });
  });
});
