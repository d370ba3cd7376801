/** A chat whose agent dies in the middle and comes back. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { inTerminal, noPty } from '../../adapters/channels/terminal/pty.ts';
import { anthropicPeer } from '../../peers/anthropic.ts';
import type { Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { environmentOf, withAgent } from '../rig/agent.ts';

const launcher = fileURLToPath(new URL('../../../bin/straylight.js', import.meta.url));

for (const { language, lost, kept, back } of [
  {
    language: 'en',
    lost: /The agent does not answer/,
    kept: /It is sent when the agent is back/,
    back: /agent is back\./,
  },
  {
    language: 'de',
    lost: /Der Agent antwortet nicht/,
    kept: /sobald der Agent wieder da ist/,
    back: /ist wieder da\./,
  },
])
  test(`given a chat in mid-turn (${language}), when its agent is killed, something is typed and the agent comes back, then it says so, shows the reply and sends what was typed once`, {
    skip: noPty,
    timeout: 120_000,
  }, async t => {
    const thinking = Promise.withResolvers<void>();
    const hangs = (): Turn => {
      thinking.resolve();
      return { fault: 'hang' };
    };
    const model = await anthropicPeer({ script: [hangs, { text: 'Here I am again.' }, { text: 'That came later.' }] });
    t.after(() => model.close());
    const env = { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url };
    const config = `[owner]\nlanguage = "${language}"\n[models]\ndefault = "anthropic/claude-sonnet-5"\n`;
    await withAgent({ config, env }, async agent => {
      const first = await agent.start();
      const words = [process.execPath, launcher, 'chat'];
      const chat = inTerminal(t, { columns: 80, rows: 30 }, words, { ...environmentOf(agent.path), ...env });
      await chat.until(/›$/);
      chat.type('hello\r');
      await thinking.promise;
      await first.kill();
      await chat.until(lost);
      chat.type('and this\r');
      await chat.until(kept);
      const second = await agent.start();
      const text = await chat.until(/That came later\./);
      assert.match(text, back);
      for (const said of ['Here I am again.', 'That came later.'])
        assert.equal(text.split(said).length, 2, `once: ${said}\n${text}`);
      assert.ok(text.indexOf('Here I am again.') < text.indexOf('That came later.'), text);
      const { json } = await second.http('/api/sessions/terminal%3Amain/messages');
      const said = json.messages.filter(({ role }: { role: string }) => role === 'owner');
      assert.deepEqual(
        said.map((message: { text: string }) => message.text),
        ['hello', 'and this'],
      );
      chat.type('\u0004');
      assert.equal(await chat.exit, 0);
    });
  });

test(
  'given a chat whose agent is gone, when it is left, then it says what was never sent',
  {
    skip: noPty,
    timeout: 60_000,
  },
  t =>
    withAgent({}, async agent => {
      const running = await agent.start();
      const words = [process.execPath, launcher, 'chat'];
      const chat = inTerminal(t, { columns: 80, rows: 30 }, words, environmentOf(agent.path));
      await chat.until(/›$/);
      chat.type('remember that the bins go out on Friday\r');
      await chat.until(/Saved: [^›]*›$/);
      await running.stop();
      await chat.until(/The agent was stopped/);
      chat.type('remember the milk\r');
      await chat.until(/It is sent when the agent is back/);
      chat.type('\u0004');
      assert.equal(await chat.exit, 0);
      assert.match(chat.screen.rows().join('\n'), /Not sent: remember the milk/);
    }),
);
