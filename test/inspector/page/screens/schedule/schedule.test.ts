/** The Schedule screen: the week ahead, ready jobs to add, one job with its past, run, paused, changed and removed. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { type Running, withAgent } from '../../../../flows/rig/agent.ts';
import { test } from '../../../../slow.ts';
import { violations } from '../../axe.ts';
import { assertCalm, until, visiting, words } from '../../browser.ts';

async function define(running: Running, job: object, at: number): Promise<void> {
  const { status, json } = await running.http('/api/jobs', { commandId: `job-${at}`, ...job });
  assert.equal(status, 202, JSON.stringify(json));
}

/** An agent with jobs of every kind, a task in a task, and a goal. */
async function withJobs(story: (running: Running) => Promise<void>): Promise<void> {
  await withAgent({}, async agent => {
    const running = await agent.start();
    const jobs = [
      { name: 'water', schedule: 'every weekday at 10:30', say: 'drink a glass of water' },
      { name: 'load', schedule: 'every minute', say: 'still here', notify: 'never' },
      { name: 'report', schedule: '0 18 * * 5', instruction: 'what happened on {{date}}?' },
    ];
    for (const [at, job] of jobs.entries()) await define(running, job, at);
    await running.http('/api/tasks', { text: 'remember that tea is in the blue tin', key: 'one' });
    await running.http('/api/tasks', { text: 'remember that the tin is old', key: 'two', parent: 1 });
    await running.http('/api/goals', { commandId: 'goal', text: 'finish the report', due: 'tomorrow at 9' });
    await story(running);
    await running.stop();
  });
}

suite('Schedule', { concurrency: 1 }, () => {
  test('given jobs, tasks and a goal, when the screen is shown in both themes and three widths, then axe-core finds nothing and nothing stands out', () =>
    withJobs(async running => {
      for (const theme of ['light', 'dark'] as const)
        for (const [width, height] of [
          [1440, 900],
          [820, 1000],
          [390, 844],
        ] as const)
          await visiting(running, { theme, width, height, hash: '#/schedule' }, async visit => {
            const { page } = visit;
            await page.getByRole('heading', { name: 'The week ahead' }).waitFor();
            await page.getByText('finish the report').first().waitFor();
            assert.deepEqual(await violations(page), [], `${theme} ${width}`);
            assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
            if (process.env['PICTURES'])
              await page.screenshot({ path: `${process.env['PICTURES']}/list-${theme}-${width}.png`, fullPage: true });
            await page.goto(`${running.url}/#/schedule/water`);
            await page.getByRole('button', { name: 'Edit' }).click();
            await page.getByLabel('When').waitFor();
            assert.deepEqual(await violations(page), [], `the editor, ${theme} ${width}`);
            if (process.env['PICTURES'])
              await page.screenshot({ path: `${process.env['PICTURES']}/job-${theme}-${width}.png` });
            assertCalm(visit);
          });
    }));

  test('given the week ahead, when it is read, then each job stands on its days, and one that runs all the time is named once', () =>
    withJobs(async running => {
      await visiting(running, { hash: '#/schedule' }, async ({ page }) => {
        await page.getByRole('heading', { name: 'The week ahead' }).waitFor();
        assert.equal(await page.locator('.week-day').count(), 7);
        await until(page, `[...document.querySelectorAll('.week-slots a')].some(one => one.textContent === 'report')`);
        assert.ok((await page.locator('.week-slots a', { hasText: 'water' }).count()) >= 4);
        assert.equal(await page.locator('.week-slots a', { hasText: 'load' }).count(), 0);
        assert.match(await words(page.locator('.week + p')), /^Many times a day: load \(every minute \(UTC\)\)$/);
        assert.match(await words(page.getByRole('group', { name: 'Tasks, the newest first' })), /1 .*↳ 2/);
      });
    }));

  test('given ready jobs, when they are added with one press each, then they are jobs, and no longer offered', () =>
    withJobs(async running => {
      await visiting(running, { hash: '#/schedule' }, async ({ page }) => {
        await page.getByRole('button', { name: 'Add morning briefing' }).click();
        await page.getByRole('link', { name: 'morning-briefing' }).first().waitFor();
        assert.equal(await page.getByRole('button', { name: 'Add watch a page' }).isDisabled(), true);
        await page.getByLabel('Address of the page').fill('https://example.org/news');
        await page.getByRole('button', { name: 'Add watch a page' }).click();
        await page.getByRole('link', { name: 'watch-page' }).first().waitFor();
        await page.getByRole('button', { name: 'Add weekly review' }).click();
        await until(page, `document.querySelectorAll('.job-template').length === 0`);
        const { json } = await running.http('/api/jobs/watch-page');
        assert.deepEqual(json.action, { tool: 'web_fetch', arguments: { url: 'https://example.org/news' } });
      });
    }));

  test('given a run with a long result, when the past of its job is shown, then each column has the width of its words', () =>
    withJobs(async running => {
      await define(running, { name: 'long', schedule: '@yearly', say: 'one two three '.repeat(60) }, 9);
      await running.http('/api/jobs/long/run', { commandId: 'run-long' });
      for (const width of [1440, 1024])
        await visiting(running, { width, hash: '#/schedule/long' }, async ({ page }) => {
          const cells = page.locator('[aria-label="Runs, newest first"] tbody tr > *');
          await cells.getByText('done').waitFor();
          const heights = await cells.evaluateAll(all =>
            (all as unknown as { offsetWidth: number }[]).map(({ offsetWidth }) => offsetWidth),
          );
          assert.ok(
            heights.every(one => one > 50),
            `${width}: ${heights.join()}`,
          );
        });
    }));

  test('given a run that needs more than one run may use, when it has ended, then it is not said to resume, and a higher limit is the end of it', () =>
    withJobs(async running => {
      await define(running, { name: 'talk', schedule: '@yearly', instruction: 'say hello', budgetTokens: 1_000 }, 9);
      await running.http('/api/jobs/talk/run', { commandId: 'run-talk' });
      await visiting(running, { hash: '#/budget' }, async ({ page }) => {
        const stopped = page.locator('.stopped');
        await stopped.waitFor();
        assert.match(
          await words(stopped),
          /This is the limit of one run, and the run has ended: raise “Tokens a run” of talk\.$/,
        );
        await page.goto(`${running.url}/#/`);
        const card = page.locator('.need', {
          hasText: 'A run of talk stopped: it needs more tokens than a run may use',
        });
        assert.doesNotMatch(await words(card), /left/);
        await card.click();
        await page.getByRole('button', { name: 'Edit' }).click();
        await page.getByLabel('Tokens a run').fill('50000');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText(/budget: 50.000 tokens a run/).waitFor();
        await page.goto(`${running.url}/#/budget`);
        await page.getByRole('heading', { name: 'Conversations today' }).waitFor();
        assert.equal(await stopped.count(), 0);
      });
    }));

  test('given a job, when it is changed, run, paused, enabled and removed on the page, then each is so, and its past is there', () =>
    withJobs(async running => {
      await visiting(running, { hash: '#/schedule/water' }, async ({ page }) => {
        await page.getByRole('button', { name: 'Edit' }).click();
        assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true, 'nothing has changed yet');
        await page.getByLabel('When').fill('');
        await page.getByText('Say when it runs, for example “every weekday at 8”.').waitFor();
        await page.getByLabel('Tokens a run').fill('-5');
        await page.getByLabel('When').fill('nonsense');
        await page.getByText('Tokens a run: a whole number from 1000 on.').waitFor();
        assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true);
        await page.getByLabel('Tokens a run').fill('50000');
        await page.getByRole('button', { name: 'Save' }).click();
        await page
          .getByText(/nonsense/)
          .last()
          .waitFor();
        await page.getByLabel('When').fill('every day at 9');
        await page.getByLabel('Says').fill('drink tea');
        await page.getByLabel('Notify').selectOption('never');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByText('every day at 09:00 (UTC): say “drink tea”').waitFor();
        const { json } = await running.http('/api/jobs/water');
        assert.deepEqual([json.action, json.notify, json.budgetTokens], [{ say: 'drink tea' }, 'never', 50_000]);

        await page.getByRole('button', { name: 'Run now' }).click();
        await page.getByRole('group', { name: 'Runs, newest first' }).waitFor();
        assert.match(await words(page.getByRole('group', { name: 'Runs, newest first' })), /done .*drink tea/);
        await page.getByRole('button', { name: 'Pause' }).click();
        await page.getByRole('button', { name: 'Enable' }).click();
        await page.getByRole('button', { name: 'Pause' }).waitFor();
        await page.getByRole('button', { name: 'Remove' }).click();
        await page.getByRole('button', { name: 'Remove it' }).click();
        await page.getByText('This job does not exist').waitFor();
      });
    }));

  test('given a task that waits, with one beneath it, when it is cancelled on the page, then both are, and the approval is withdrawn', () =>
    withJobs(async running => {
      const { json } = await running.http('/api/tasks', { text: 'run rm -r nothing' });
      await running.http('/api/tasks', { text: 'run rm -r nothing', parent: json.task.id });
      await visiting(running, { hash: `#/schedule/task/${json.task.id}` }, async ({ page }) => {
        await page.getByText('waits for you').waitFor();
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'Cancel it' }).click();
        await page.getByText('cancelled', { exact: true }).waitFor();
        for (const id of [json.task.id, json.task.id + 1])
          assert.equal((await running.http(`/api/tasks/${id}`)).json.state, 'cancelled');
        assert.deepEqual((await running.http('/api/approvals?state=pending')).json.approvals, []);
      });
    }));

  test('given the forms for a job, a task and a goal, when each is filled in, then each is there, and what is missing is said before', () =>
    withJobs(async running => {
      await visiting(running, { hash: '#/schedule' }, async visit => {
        const { page } = visit;
        const open = async (name: string) => {
          await page.locator('summary', { hasText: name }).click();
          const form = page.getByRole('form', { name });
          assert.equal(await form.getByRole('button', { name: 'Add' }).isDisabled(), true);
          return form;
        };
        const job = await open('New job');
        await job.getByLabel('Name').fill('water');
        await job.getByText('There is a job of that name.').waitFor();
        await job.getByLabel('Name').fill('tea');
        await job.getByLabel('When').fill('every day at 16:00');
        await job.getByText('Say what it does.').waitFor();
        await job.getByLabel('Text').fill('drink tea');
        await job.getByRole('button', { name: 'Add' }).click();
        await page.getByRole('link', { name: 'tea', exact: true }).first().waitFor();
        const task = await open('New task');
        await task.getByLabel('What is to be done').fill('remember that the pot is blue');
        await task.getByRole('button', { name: 'Add' }).click();
        await page.getByRole('group', { name: 'Tasks, the newest first' }).getByText('the pot is blue').waitFor();
        await page.getByRole('button', { name: 'Add a goal' }).click();
        const goal = page.getByRole('form', { name: 'Add a goal' });
        assert.equal(await goal.getByRole('button', { name: 'Add a goal' }).isDisabled(), true);
        await goal.getByRole('textbox', { name: 'Add a goal' }).fill('plant a tree, due tomorrow at 9');
        await page.keyboard.press('Enter');
        const goals = page.getByRole('group', { name: 'Open goals' });
        await goals.getByText('plant a tree (due in', { exact: false }).waitFor();
        await goal.waitFor({ state: 'detached' });
        assert.deepEqual(await violations(page), []);
        const { json } = await running.http('/api/jobs/tea');
        assert.deepEqual(json.action, { say: 'drink tea' });
        assertCalm(visit);
      });
    }));

  test('given goals, when one is completed and one dropped on the page, then neither is open, and no reminder is left', () =>
    withJobs(async running => {
      await running.http('/api/goals', { commandId: 'goal-2', text: 'learn to sing' });
      await visiting(running, { hash: '#/schedule' }, async ({ page }) => {
        const row = (text: string) => page.getByRole('group', { name: 'Open goals' }).locator('tr', { hasText: text });
        await row('finish the report').getByRole('button', { name: 'Complete' }).click();
        await row('finish the report').waitFor({ state: 'detached' });
        await row('learn to sing').getByRole('button', { name: 'Drop' }).click();
        await page.getByText('There are no goals.').waitFor();
        const { goals } = (await running.http('/api/goals')).json;
        assert.deepEqual(
          goals.map(({ id, state }: { readonly id: number; readonly state: string }) => [id, state]).sort(),
          [
            [1, 'done'],
            [2, 'dropped'],
          ],
        );
        assert.equal((await running.http('/api/jobs/goal-1-due')).status, 404);
      });
    }));
});
