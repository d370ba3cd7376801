/**
 * The Actor screen where something is missing or not as it was: no chart, no layout, a cut journal, another outcome, an
 * actor that is gone.
 */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { test } from '../../../../slow.ts';
import { token } from '../../../visitor.ts';
import { violations } from '../../axe.ts';
import { assertCalm, text, until, type VisitOptions, visiting, words } from '../../browser.ts';
import { id, type Scene, sceneOf, valueAt } from './scene.ts';

const hash = `#/actor/${encodeURIComponent(id)}`;

async function visit(
  scene: Scene,
  options: VisitOptions,
  story: (visit: Parameters<Parameters<typeof visiting>[2]>[0]) => Promise<void>,
) {
  await using served = await sceneOf(scene);
  await visiting({ url: served.server.url, token }, { hash, ...options }, story);
}

suite('an actor of which something is missing', { concurrency: 1 }, () => {
  test('given a journal whose beginning was pruned, when it is shown, then it says where it starts', () =>
    visit({ from: 1_950 }, {}, async seen => {
      await seen.page.getByText('Starts at #1950; older entries were pruned.').waitFor();
      assertCalm(seen);
    }));

  test('given a journal of thousands, when it is shown, then what is in sight is drawn, and older steps come when they are asked for', () =>
    visit({ count: 3_000 }, {}, async seen => {
      const { page } = seen;
      await page.locator('[data-seq="3000"]').waitFor();
      assert.ok((await page.locator('.step').count()) < 80);
      await page.getByRole('button', { name: 'First step' }).click();
      await page.getByText('Replaying 2801 of 3000, verified').waitFor();
      await page.getByRole('button', { name: 'First step' }).click();
      await page.getByText('Replaying 1801 of 3000, verified').waitFor();
      await page.locator('[data-seq="1801"]').waitFor();
      assert.ok((await page.locator('.step').count()) < 80);
      assertCalm(seen);
    }));

  test('given a wish of the screen before that is slow to reach Straylight, when an actor is shown, then its next step comes by itself', async () => {
    await using served = await sceneOf({});
    await visiting({ url: served.server.url, token }, {}, async seen => {
      const { page } = seen;
      await page.locator('.overview').waitFor();
      await page.waitForSelector('.link-live');
      const shown = Promise.withResolvers<void>();
      const both = Promise.withResolvers<void>();
      let first: string | undefined;
      let told = 0;
      page.on('response', response => {
        told += Number(response.url().endsWith('/watch'));
        if (told === 2) both.resolve();
      });
      await page.route('**/watch', async route => {
        const body = route.request().postData() ?? '';
        first ??= body;
        if (body === first) await shown.promise;
        await route.continue();
      });
      await page.goto(`${served.server.url}/${hash}`);
      await page.locator('[data-seq="24"]').waitFor();
      shown.resolve();
      await both.promise;
      const step = { seq: 25, at: Date.now(), event: { type: 'tick' }, from: 'idle', leaf: 'idle', to: 'idle' };
      const entry = { ...step, path: [], asked: [], hash: 'h', codeHash: 'c' };
      served.agent.publish({ type: 'journal', actor: id, entry });
      await page.locator('[data-seq="25"]').waitFor();
      assertCalm(seen);
    });
  });

  test('given a replay that leads elsewhere, when the step is shown, then it is marked, and both states are there', () =>
    visit(
      {
        reader: {
          at: (_, seq) => ({
            seq,
            snapshot: { value: { acting: 'running' } },
            prev: { value: 'idle' },
            verified: false,
            ms: 1,
          }),
        },
      },
      {},
      async seen => {
        const { page } = seen;
        await page.locator('[data-seq="20"]').click();
        await page.locator('.replay-bad', { hasText: 'replayed state differs from the recorded one' }).waitFor();
        await page.locator('.step.diverged [data-seq="20"]').waitFor();
        await page.getByRole('tab', { name: 'Changes' }).click();
        assert.match(
          await words(page.locator('.divergence')),
          /^Replayed state differs from the recorded one\. recorded \{"thinking":"completing"\} replayed \{"acting":"running"\}$/,
        );
      },
    ));

  test('given a replay that ends in the same place and knows something else there, when its changes are shown, then that is said', () =>
    visit(
      {
        reader: {
          at: (_, seq) => ({
            seq,
            verified: false,
            ms: 1,
            snapshot: { value: valueAt('thinking.completing') },
            prev: { value: 'idle' },
          }),
        },
      },
      {},
      async ({ page }) => {
        await page.locator('[data-seq="20"]').click();
        await page.getByRole('tab', { name: 'Changes' }).click();
        await page.getByText('The state is the same, but its context differs.').waitFor();
      },
    ));

  test('given a session that has cost something, when it is shown, then its header says what', () => {
    const amount = { tokens: 12_345, micros: 420_000 };
    const look = () => ({
      day: '2026-11-22',
      endsAt: Date.now() + 1e6,
      timeZone: 'UTC',
      models: [],
      underWay: 0,
      today: { spent: amount, limit: { tokens: null, micros: null } },
      sessionLimit: { tokens: null, micros: null },
      sessions: [{ session: id, today: amount, sinceYourWords: amount, total: amount }],
    });
    const history = () => ({ steps: [], end: 0, spent: [] });
    return visit({ reader: { budget: { look, history } } }, {}, async seen => {
      await seen.page.locator('.actor-facts .fact', { hasText: '12 k tokens, $0.42' }).waitFor();
      assertCalm(seen);
    });
  });

  test('given an actor that has moved since it was drawn, when it is ordered something, then nothing looks done, and the page says why', () =>
    visit({}, {}, async ({ page }) => {
      const message = `${id} has changed since you looked (step 25 now); look again`;
      await page.route('**/commands', route =>
        route.fulfill({ status: 409, json: { error: { kind: 'invalid', code: 'changed', message } } }),
      );
      await page.getByRole('button', { name: 'Suspend', exact: true }).click();
      await page.getByRole('alert').getByText(message).waitFor();
      assert.match(await words(page.locator('.actor-facts .chip')), /^idle$/);
      assert.ok(await page.getByRole('button', { name: 'Suspend', exact: true }).isEnabled());
    }));

  test('given a step of another version of the chart, when it is replayed, then that is said, and it is no fault', () =>
    visit(
      { reader: { at: (_, seq) => ({ seq, snapshot: { value: 'idle' }, prev: {}, verified: 'code-changed', ms: 1 }) } },
      { hash: `${hash}/12` },
      async ({ page }) => {
        await page.getByText('Replaying 12 of 24, made by another version of this chart').waitFor();
        assert.equal(await page.locator('.replay-bad').count(), 0);
      },
    ));

  test('given a step that cannot be replayed any more, when it is chosen, then that is said', () =>
    visit({ reader: { at: () => undefined } }, { hash: `${hash}/12` }, async ({ page }) => {
      await page.getByText(/Replaying 12 of 24, not replayed: there is no such step/).waitFor();
    }));

  test('given an actor that has gone, when it is shown, then it says when and how it ended, and its journal can be replayed', () =>
    visit({ isGone: true }, {}, async seen => {
      const { page } = seen;
      await page.getByText(/^Finished/).waitFor();
      assert.match(await words(page.locator('.actor-facts')), /^idle Finished just now: idle 24 events$/);
      assert.equal(await page.locator('.actor-acts button').count(), 0);
      await page.locator('[data-seq="21"]').click();
      await page.getByText('Replaying 21 of 24, verified').waitFor();
      assertCalm(seen);
    }));

  test('given an actor that rests, when it is shown, then nobody says how long it usually does, and each step has its time with a unit', () =>
    visit({ change: { tags: ['resting'], usualMs: 2_700, startedAt: Date.now() - 300_000 } }, {}, async ({ page }) => {
      await page.locator('[data-seq="24"] .step-time', { hasText: /^\+(?:4 min 59|5 min 0) s$/ }).waitFor();
      assert.equal(await page.getByText('usually').count(), 0);
    }));

  test('given an address nobody has, when it is opened, then it says so', () =>
    visit({}, { hash: '#/actor/session%3Anobody' }, async ({ page }) => {
      await page.getByText('There is no such actor, or its journal was pruned.').waitFor();
      assert.equal(await page.locator('.chart, .scrubber, .tabs').count(), 0);
      await page.getByRole('link', { name: 'See all actors' }).waitFor();
    }));

  test('given an actor without a chart, when it is shown, then it has the small chart of all that runs', () =>
    visit({ reader: { machines: [] } }, {}, async seen => {
      await seen.page.locator('.chart .state.leafon .name:text-is("active")').waitFor();
      assert.deepEqual(await seen.page.locator('.chart .state .name').allTextContents(), [
        'started',
        'active',
        'done',
        'failed',
      ]);
      assertCalm(seen);
    }));

  test('given a chart that cannot be drawn, when it is shown, then its states are listed with the same lamps', async () => {
    await using served = await sceneOf({});
    await visiting({ url: served.server.url, token }, {}, async ({ page }) => {
      await page.route('**/api/charts/session/*', async route => {
        const answer = await route.fetch();
        const { model } = await answer.json();
        await route.fulfill({ json: { model } });
      });
      await page.goto(`${served.server.url}/${hash}`);
      await page.getByText('The chart could not be drawn. The outline lists its states.').waitFor();
      assert.equal(await words(page.locator('.outline [aria-current]')), 'idle (it is here)');
      assert.equal(await page.locator('.chart').count(), 0);
    });
  });

  test('given a layout that takes its time, when the actor is shown, then its states are listed until the chart is there', async () => {
    await using served = await sceneOf({});
    await visiting({ url: served.server.url, token }, {}, async ({ page }) => {
      let asked = 0;
      await page.route('**/api/charts/session/*', async route => {
        const answer = await route.fetch();
        const chart = await answer.json();
        asked += 1;
        await route.fulfill({ json: asked === 1 ? { model: chart.model, isDrawing: true } : chart });
      });
      await page.goto(`${served.server.url}/${hash}`);
      await page.getByText('Drawing the chart…').waitFor();
      await page.locator('.outline [aria-current]').waitFor();
      await page.locator('.chart .state.leafon').waitFor();
    });
  });
});

suite('a journal of twenty thousand steps', { concurrency: 1 }, () => {
  const count = 20_000;

  test('given it, when a link leads to one of its first steps, then it is gone back to, and no more is drawn or asked for than has to be', () =>
    visit({ count }, { hash: `${hash}/10` }, async seen => {
      const { page, requests } = seen;
      await page.getByText(`Replaying 10 of ${count}, verified`).waitFor();
      await page.locator('.step.current [data-seq="10"]').waitFor();
      await page.locator('.chart .state.leafon .name:text-is("completing")').waitFor();
      assert.ok((await page.locator('.step').count()) < 80, 'steps drawn');
      const pages = requests.filter(request => /\/journal\?/.test(request.url()));
      assert.ok(pages.length <= count / 200 + 2, `${pages.length} pages asked for`);
      const strip = page.locator('.track-strip');
      const wide = Number(await strip.getAttribute('width'));
      const marks = await strip
        .locator('path')
        .evaluateAll(paths => paths.map(path => (path.getAttribute('d') ?? '').split('M').length - 1));
      // from the first pixel to behind the last
      assert.ok(marks.length > 1 && Math.max(...marks) <= wide + 1, `${marks.join(', ')} marks on ${wide} pixels`);
      assert.ok((await page.locator('*').count()) < 1_500, 'elements in all');
      await page.locator('main').focus();
      await page.keyboard.press('ArrowRight');
      await page.getByText(`Replaying 11 of ${count}, verified`).waitFor();
      await page.getByLabel('Filter steps').fill('evaluation');
      await page.locator('.step').first().waitFor();
      assert.ok((await page.locator('.step').count()) < 80, 'steps drawn of those that fit');
      await page.getByLabel('Filter steps').fill('');
      await page.getByRole('button', { name: 'Live' }).last().click();
      await page.locator(`[data-seq="${count}"]`).waitFor();
      assertCalm(seen);
    }));
});

suite('the view of a chart', { concurrency: 1 }, () => {
  test('given a chart larger than its place, when it is shown, then the active state is in the middle, and F, wheel and drag change that', () =>
    visit({ count: 22 }, { height: 860, reducedMotion: 'reduce' }, async seen => {
      const { page } = seen;
      await page.locator('.chart .state.leafon .name:text-is("completing")').waitFor();
      const pressed = (name: string) => page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed');
      assert.deepEqual([await pressed('Fit'), await pressed('Follow')], ['false', 'true']);
      await page.locator('.minimap.shown').waitFor();
      const covered = await page.evaluate(`(() => {
        const { right, bottom } = document.querySelector('.chart-frame').getBoundingClientRect();
        return ['.minimap', '.camera-bar', '.outline-switch'].filter(one => {
          const { left, top } = document.querySelector(one).getBoundingClientRect();
          return left < right && top < bottom;
        });
      })()`);
      assert.deepEqual(covered, [], 'nothing lies over the chart');
      const [chart, side] = await Promise.all(
        ['.chart-frame', '.actor-side'].map(one => page.locator(one).boundingBox()),
      );
      assert.ok(Math.abs((chart?.x ?? 0) + (chart?.width ?? 0) - (side?.x ?? 0)) < 2, 'it ends where its side begins');
      const middle = await page.evaluate(`(() => {
        const frame = document.querySelector('.chart-frame').getBoundingClientRect();
        const leaf = document.querySelector('.state.leafon .box').getBoundingClientRect();
        return Math.abs(leaf.left + leaf.width / 2 - frame.left - frame.width / 2) < 120 &&
          leaf.top > frame.top && leaf.bottom < frame.bottom;
      })()`);
      assert.ok(middle, 'the active state is in sight');
      await page.locator('main').focus();
      await page.keyboard.press('f');
      assert.deepEqual([await pressed('Fit'), await pressed('Follow')], ['true', 'false']);
      await page.locator('.minimap.shown').waitFor({ state: 'detached' });
      await page.locator('.chart.far:not(.farther)').waitFor();
      const outside = await page.evaluate(`[...document.querySelectorAll('.chart.far .state')].filter(state => {
        const [name, box] = ['.name', '.box'].map(one => state.querySelector(one).getBoundingClientRect());
        return name.left < box.left || name.right > box.right;
      }).map(state => state.textContent)`);
      assert.deepEqual(outside, [], 'each name is within its box');
      const percent = async () => Number.parseInt(await text(page.locator('.camera-percent')), 10);
      const fitted = await percent();
      await page.mouse.move(600, 350);
      await page.mouse.wheel(0, -300);
      await until(page, `Number.parseInt(document.querySelector('.camera-percent').textContent) > ${fitted}`);
      assert.deepEqual(
        [await pressed('Fit'), await pressed('Follow')],
        ['false', 'false'],
        'it is as the owner put it',
      );
      const before = await page.evaluate(`document.querySelector('.camera').style.transform`);
      await page.mouse.down();
      await page.mouse.move(660, 390);
      await page.mouse.up();
      assert.notEqual(await page.evaluate(`document.querySelector('.camera').style.transform`), before);
      await page.keyboard.press('o');
      await page.locator('.chart').waitFor({ state: 'detached' });
      assert.equal(await page.getByRole('button', { name: 'Chart', exact: true }).getAttribute('aria-pressed'), 'true');
      assertCalm(seen);
    }));
});

suite('the Actor screen for everybody', { concurrency: 1 }, () => {
  for (const theme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const)
      test(`given an actor in ${theme} at ${width} px, when axe-core looks at each of its tabs, at a step and at the restart, then it finds nothing`, () =>
        visit({ count: 300 }, { theme, width, height, reducedMotion: 'reduce' }, async seen => {
          const { page } = seen;
          if (width <= 600) await page.getByRole('tab', { name: 'Timeline' }).click();
          await page.locator('[data-seq="300"]').waitFor();
          if (width > 600) await page.locator('.chart .state').first().waitFor();
          for (const name of [
            ...(width > 600 ? [] : ['Chart']),
            'Snapshot',
            'Changes',
            'Children',
            'Messages',
            'Timeline',
          ]) {
            await page.getByRole('tab', { name }).click();
            assert.deepEqual(await violations(page), [], name);
            assert.equal(
              await page.evaluate('document.documentElement.scrollWidth'),
              width,
              `${name}: nothing stands out at the side`,
            );
          }
          await page.getByRole('button', { name: 'Restart…' }).click();
          await page.getByText('completion runs again').waitFor();
          await page.getByText('execution will not run again: you will be asked').waitFor();
          await page.getByText('drops your message “water the beds”').waitFor();
          await page.getByText('with unknown outcome: Run “sleep 300”.').waitFor();
          assert.deepEqual(await violations(page), [], 'restart');
          await page.getByRole('button', { name: 'Step back' }).click();
          await page.getByText('Replaying 299 of 300, verified').waitFor();
          assert.deepEqual(await violations(page), [], 'replay');
          await page.keyboard.press('o');
          assert.deepEqual(await violations(page), [], 'outline');
          assertCalm(seen);
        }));

  test('given a session with text from a long command, when it is shown at 390 px, then all of its header is on the screen', () =>
    visit(
      { change: { distrust: `Run “for i in $(seq 8); do echo ${'progress'.repeat(9)}; sleep 1; done”.` } },
      { width: 390, height: 844 },
      async ({ page }) => {
        const source = page.getByRole('link', { name: /^untrusted content from: Run/ });
        await source.waitFor();
        for (const shown of [source, page.getByRole('button', { name: 'Stop…' })]) {
          const { x = 0, width = 0 } = (await shown.boundingBox()) ?? {};
          assert.ok(x >= 0 && x + width <= 390, `it reaches from ${x} to ${x + width}`);
        }
      },
    ));

  test('given a thumb, when an actor is shown at 390 px, then its chart has a tab of the height that is left, and what can be pressed is 44 px high', () =>
    visit({}, { width: 390, height: 844 }, async ({ page }) => {
      await page.locator('.chart .state.leafon').waitFor();
      const frame = await page.locator('.chart-frame').boundingBox();
      assert.ok((frame?.height ?? 0) > 844 / 2 - 10, `the chart is ${frame?.height} px high`);
      await page.getByRole('button', { name: 'Outline' }).click();
      await page.locator('.outline:not(.outline-beside) [aria-current]').waitFor();
      const small =
        await page.evaluate(`[...document.querySelectorAll('main a, main button, main input:not([type=radio]), main select, main .choice')]
        .map(e => [e.className, e.getBoundingClientRect()])
        .filter(([, { width, height }]) => width > 0 && (height < 44 || width < 44))
        .map(([name, { width, height }]) => name + ' ' + width + 'x' + height)`);
      assert.deepEqual(small, []);
    }));
});
