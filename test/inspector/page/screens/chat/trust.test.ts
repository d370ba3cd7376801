/** A conversation that holds text from outside: why, and trusting it again, on the page. */
import assert from 'node:assert/strict';
import { suite } from 'node:test';
import { trustRisk } from '../../../../../src/domain/policy/trust.ts';
import { test } from '../../../../slow.ts';
import { violations } from '../../axe.ts';
import { assertCalm, visiting, words } from '../../browser.ts';
import { scriptedAgent } from '../../scripted-agent.ts';

suite('trust on the page', { concurrency: 1 }, () => {
  test('given a conversation with text from outside, when its owner looks why and confirms, then it is trusted again', () =>
    scriptedAgent({}, async scripted => {
      await scripted.asks('low');
      await visiting(scripted.running, { hash: '#/chat', width: 390, height: 800 }, async visit => {
        const { page } = visit;
        const note = page.getByRole('region', { name: 'Trust' });
        await note.waitFor();
        assert.match(
          await words(note),
          /^This turn has read untrusted content from .+ What follows from it asks first, until your next message\. Why\?$/,
        );
        await note.getByRole('button', { name: 'Why?' }).click();
        await note.locator('.trust-texts li', { hasText: 'see you on Monday' }).waitFor();
        assert.equal(await words(note.locator('.trust-risk')), trustRisk);
        assert.deepEqual(await violations(page), []);
        await note.getByRole('button', { name: 'Trust these texts…' }).click();
        await note.getByRole('button', { name: 'Yes, I know these texts' }).click();
        await note.waitFor({ state: 'detached' });
        const { level } = (await scripted.running.http('/api/sessions/session%3Aweb%3Amain/trust')).json;
        assert.equal(level, 'owner');
        assertCalm(visit);
      });
    }));
});
