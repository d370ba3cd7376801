/** The Actor screen of a running agent: it lights up as the actor moves, goes back to any step, and acts. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import type { Page } from 'playwright-core';
import { withAgent } from '../../../../flows/rig/agent.ts';
import { clientId } from '../../../../flows/rig/wire.ts';
import { anthropicPeer } from '../../../../peers/anthropic.ts';
import type { Turn } from '../../../../peers/script.ts';
import { test } from '../../../../slow.ts';
import { assertCalm, text, until, visiting, words } from '../../browser.ts';

const session = 'session:web:main';
const of = (id: string) => `#/actor/${encodeURIComponent(id)}`;

/** What is alight in the chart, as its drawing and as its outline have it; the chart must have been drawn. */
async function alight(page: Page): Promise<{ readonly chart: unknown; readonly outline: unknown }> {
  await page.locator('.chart .state').first().waitFor();
  return {
    chart: await page.evaluate(`[...document.querySelectorAll('.chart .state, .chart .frame-name')].map(group => [
      group.querySelector('.name').textContent, group.classList.contains('on'), group.classList.contains('leafon')]).sort()`),
    outline: await page.evaluate(`[...document.querySelectorAll('.outline li[data-state]')].map(item => [
      item.querySelector('b').textContent, /\\bon\\b|leafon/.test(item.className), item.className === 'leafon']).sort()`),
  };
}

const lit = (state: string) => `.chart .state.leafon .name:text-is("${state}")`;

suite('an actor on the page of a running agent', { concurrency: 1 }, () => {
  test('given a session that is shown, when a turn goes through it, then its lamps, its way and what runs in it are alight, and afterwards it rests', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      await running.say(session, 'hello');
      await visiting(running, { hash: of(session) }, async visit => {
        const { page } = visit;
        await page.locator(lit('idle')).waitFor();
        const go = join(agent.workspace, 'go');
        await running.http(`/api/sessions/${encodeURIComponent(session)}/messages`, {
          clientId: clientId(),
          text: 'run while ! test -e go; do sleep 0.05; done; echo gone',
        });
        await page.locator(lit('running')).waitFor();
        assert.match(await words(page.locator('.actor-facts')), /^acting › running in state \d/);
        assert.equal(await page.locator('.chart .frame-name.on .name').textContent(), 'acting');
        assert.equal(await words(page.locator('.outline [aria-current]')), 'running (it is here)');
        assert.ok((await page.locator('.chart .edge.hot').count()) > 0, 'the way it came is alight');
        assert.ok((await page.locator('.chart .edge.can').count()) > 0, 'the ways it may go are');
        const { chart, outline } = await alight(page);
        assert.deepEqual(chart, outline);

        await page.getByRole('tab', { name: 'Children' }).click();
        await page.getByRole('link', { name: /execute_command/ }).click();
        await page.locator(lit('executing')).waitFor();
        await until(
          page,
          `/^execution\\d+\\.\\d s$/.test(document.querySelector('.chart .state.leafon .running').textContent)`,
        );
        await page.goBack();
        await page.locator(lit('running')).waitFor();

        writeFileSync(go, '');
        await page.locator(lit('idle')).waitFor();
        assertCalm(visit);
      });
    }));

  test('given a session at rest, when the step is chosen in which the tool was asked for, then that state is shown, verified, and nothing can be ordered there', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      await running.say(session, 'run echo x >> marks');
      const marks = join(agent.workspace, 'marks');
      assert.equal(readFileSync(marks, 'utf8'), 'x\n');
      const effects = () => agent.tables.rows('SELECT address FROM effects').map(({ address }) => address);
      const steps = () => agent.tables.value(`SELECT seq FROM actors WHERE address = '${session}'`) as number;
      const [known, seq] = [effects(), steps()];

      await visiting(running, { hash: of(session) }, async visit => {
        const { page } = visit;
        const asking = page.locator('.step-button', { hasText: /thinking\.completing → acting\.running/ });
        await asking.click();
        await page.locator('.verdict[data-verified="true"]').waitFor();
        const at = Number(await asking.getAttribute('data-seq'));
        assert.equal(await words(page.locator('.replay-bar span').first()), `Replaying ${at} of ${seq}, verified`);
        await page.locator(lit('running')).waitFor();
        // the step has an address, which leads there again
        await until(page, `location.hash === '${of(session)}/${at}'`);
        await page.reload();
        await page.locator('.replay-bar', { hasText: `Replaying ${at} of ${seq}, verified` }).waitFor();
        await page.evaluate(`location.hash = '${of(session)}/${at - 1}'`);
        await page.locator('.replay-bar', { hasText: `Replaying ${at - 1} of ${seq}, verified` }).waitFor();
        await page.keyboard.press('ArrowRight');
        await page.locator(lit('running')).waitFor();
        for (const name of ['Suspend', 'Retry', 'Restart…', 'Stop…'])
          assert.ok(
            await page.getByRole('button', { name, exact: true }).isDisabled(),
            `${name} waits until it is live`,
          );

        await page.getByRole('tab', { name: 'Changes' }).click();
        const changes = page.getByRole('region', { name: 'Changes' });
        assert.match(await words(changes), /^Step \d+ ✓ done: completion value/, 'where it stands comes first');
        assert.match(
          await words(changes.locator('.change').first()),
          /\{"thinking":"completing"\}.*\{"acting":"running"\}/,
        );
        assert.match(await words(changes), /call-1.*"tool":"execute_command"/);
        assert.match(await words(changes), /start call-1 tool-call tool-call:/);
        await page.getByRole('tab', { name: 'Snapshot' }).click();
        await page.getByLabel('Search the state').fill('execute_command');
        assert.equal(await text(page.locator('.tree-value.found').first()), 'execute_command');

        await page.locator('main').focus();
        await page.keyboard.press('ArrowLeft');
        await page.locator(lit('completing')).waitFor();
        await page.keyboard.press('ArrowRight');
        await page.locator(lit('running')).waitFor();
        const replayed = await alight(page);
        assert.deepEqual(replayed.chart, replayed.outline);
        await page.keyboard.press('l');
        await page.locator(lit('idle')).waitFor();
        assert.equal(await page.locator('.replay-bar').count(), 0);

        // all of it, played
        await page.locator('.scrub-speed select').selectOption('30');
        await page.getByRole('button', { name: 'First step' }).click();
        await page.locator('main').focus();
        await page.keyboard.press('Space');
        await page.locator('.verdict[data-verified="true"]').waitFor();
        await until(
          page,
          `/Replaying ${seq} of ${seq}, verified/.test(document.querySelector('.replay-bar')?.textContent ?? '')`,
        );
        assertCalm(visit);
      });
      assert.deepEqual(
        effects().filter(address => !known.includes(address)),
        [],
        'no effect more than before',
      );
      assert.equal(steps(), seq, 'and no step');
      assert.equal(readFileSync(marks, 'utf8'), 'x\n', 'what was done was not done again');
    }));

  test('given a session whose model hangs, when it is restarted from the page, then what runs again is told before, and it answers', async () => {
    const thinking = Promise.withResolvers<void>();
    const hangs = (): Turn => {
      thinking.resolve();
      return { fault: 'hang' };
    };
    const model = await anthropicPeer({ script: [hangs, { text: 'Here I am again.' }] });
    try {
      await withAgent(
        {
          config: '[models]\ndefault = "anthropic/claude-sonnet-5"',
          env: { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url },
        },
        async agent => {
          const running = await agent.start();
          await visiting(running, {}, async visit => {
            const { page } = visit;
            await running.http(`/api/sessions/${encodeURIComponent(session)}/messages`, {
              clientId: clientId(),
              text: 'hello',
            });
            await thinking.promise;
            await page.locator(`a.row[href="${of(session)}"]`).click();
            await page.locator(lit('completing')).waitFor();
            await page.locator('main').focus();
            await page.keyboard.press('r');
            const panel = page.getByRole('region', { name: 'Restart' });
            await panel.getByText('completion runs again').waitFor();
            await panel.getByRole('button', { name: /^From the last checkpoint/ }).click();
            await page.locator(lit('idle')).waitFor();
            await panel.waitFor({ state: 'detached' });
            const { json } = await running.http(`/api/sessions/${encodeURIComponent(session)}/messages`);
            assert.equal(json.messages[1]?.text, 'Here I am again.');
            assert.equal(
              await page.locator('.step', { hasText: 'host.reinvoked' }).count(),
              1,
              'the journal says what was done',
            );
            assertCalm(visit);
          });
          const audited = agent.tables.rows("SELECT kind FROM audit WHERE kind LIKE 'admin.%'");
          assert.deepEqual(
            audited.map(({ kind }) => kind),
            ['admin.asked', 'admin.done'],
          );
        },
      );
    } finally {
      await model.close();
    }
  });

  test('given a session, when it is suspended, resumed and stopped from the page, then each is seen where it happens, stop asks once more, and it can be started afresh', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      await running.say(session, 'hello');
      await visiting(running, { hash: of(session) }, async visit => {
        const { page } = visit;
        const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
        // not to a step, which the list would then move to
        const focused = (name: string) => page.locator('.actor-acts button:focus', { hasText: name }).waitFor();
        await press('Suspend');
        await page.locator('.actor-facts .chip', { hasText: 'suspended' }).waitFor();
        await focused('Resume');
        await press('Resume');
        await page.locator('.actor-facts .chip', { hasText: 'idle' }).waitFor();
        await focused('Suspend');
        await press('Restart…');
        await press('Cancel');
        await focused('Restart…');
        await press('Stop…');
        assert.equal(await text(page.locator('.actor-facts .chip')), 'idle', 'not yet');
        await press('Stop it');
        await page.locator('.actor-facts .chip', { hasText: 'stopped' }).waitFor();
        await focused('Restart…');
        for (const name of ['Suspend', 'Retry', 'Stop…'])
          assert.ok(await page.getByRole('button', { name, exact: true }).isDisabled(), name);
        const events = await page.locator('.step-event').allInnerTexts();
        assert.deepEqual(events.slice(-3), ['host.suspended', 'host.resumed', 'host.stopped']);
        await press('Restart…');
        const fresh = page.getByRole('button', { name: /^From the start/ });
        await fresh.waitFor();
        assert.equal(await page.getByRole('button', { name: /^From the last checkpoint/ }).count(), 0);
        await fresh.click();
        await focused('Restart…');
        await page.locator('.actor-facts .chip', { hasText: 'idle' }).waitFor();
        const { outcome } = await running.say(session, 'hello again');
        assert.equal(outcome, 'done');
        assertCalm(visit);
      });
    }));

  test('given a call that waits for the owner, when it is shown, then Review stands beside its state, and its time runs down at the arrow', () =>
    withAgent({ config: '[approvals]\nexpires_ms = 300000\n' }, async agent => {
      const running = await agent.start();
      await running.say(session, 'run rm -rf old');
      const { actors } = (await running.http('/api/state')).json;
      const find = (kind: string) => actors.find((row: { kind: string }) => row.kind === kind).id as string;
      await visiting(running, { hash: of(find('tool-call')) }, async visit => {
        const { page } = visit;
        await page.locator(lit('approval')).waitFor();
        assert.equal(await page.locator('.chart').getAttribute('data-look'), 'needs');
        await page.locator('.review.shown').click();
        await until(page, `location.hash === '#/approvals/${find('approval').slice('approval:'.length)}'`);
        await page.goto(`${running.url}/${of(find('approval'))}`);
        await page.locator(lit('timed')).waitFor();
        await until(
          page,
          `[...document.querySelectorAll('.chart .label.can .left')].some(text => /^4:\\d\\d$/.test(text.textContent))`,
        );
        assert.match(
          await words(page.locator('.outline-ways li', { hasText: 'after' })),
          /after untilExpiry \d min → expired/,
        );
      });
    }));

  test('given every actor of a working agent, when it is shown, then chart and outline say the same', () =>
    withAgent({}, async agent => {
      const running = await agent.start();
      await running.say(session, 'run rm -rf old');
      const { actors } = (await running.http('/api/state')).json as {
        readonly actors: readonly { readonly id: string; readonly machine: string }[];
      };
      await visiting(running, {}, async visit => {
        const { page } = visit;
        const seen = new Set<string>();
        for (const { id, machine } of actors) {
          if (seen.has(machine)) continue;
          seen.add(machine);
          await page.goto(`${running.url}/${of(id)}`);
          await page.getByRole('heading', { level: 1 }).waitFor();
          const { chart, outline } = await alight(page);
          assert.deepEqual(chart, outline, id);
          assert.equal(await page.locator('.chart').getAttribute('aria-hidden'), 'true');
        }
        assert.deepEqual([...seen].sort(), [
          'approval',
          'approval-desk',
          'channel',
          'session',
          'supervisor',
          'tool-call',
        ]);
        assertCalm(visit);
      });
      assert.ok(existsSync(join(agent.path, 'run', 'charts')), 'layouts are kept for the next start');
    }));
});
