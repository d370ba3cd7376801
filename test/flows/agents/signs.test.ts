/** While an agent works, the chat of who gave the work shows what it does: in place, with no message and no step more. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { owner, sees, withTelegram } from '../rig/telegram-agent.ts';

/** `give` gives work to a researcher, who reads a file and then thinks until the test lets it go on. */
function mind({ said, results }: Asked, held: () => Promise<void>): Turn {
  if (said.startsWith('give') && results.length === 0)
    return { toolCalls: [{ name: 'delegate', arguments: { agent: 'researcher', task: 'read it' } }] };
  if (said.startsWith('give')) return { text: 'All is told.' };
  if (results.length === 0) return { toolCalls: [{ name: 'read_file', arguments: { path: 'notes.txt' } }] };
  return { text: 'It says milk.', between: held };
}

test('given work for an agent in a Telegram chat, when the agent works, then the draft of the chat and the stream of the page show what it does and since when, and the session that waits takes no step', async () => {
  let release = () => {};
  const released = new Promise<void>(resolve => {
    release = resolve;
  });
  const peer = await openaiPeer({ models: ['test'], script: one => mind(one, () => released) });
  const config = `[safe_mode]\nboots = 0\n[models]\ndefault = "own/test"\n[models.providers.own]\nbase_url = "${peer.url}/v1"\nkey = "none"\n`;
  try {
    await withTelegram(
      async (agent, telegram) => {
        const running = await agent.start();
        writeFileSync(join(agent.workspace, 'notes.txt'), 'milk');
        const steps = () => agent.tables.value("SELECT seq FROM actors WHERE address = 'session:telegram:42'");
        const stream = await running.stream();
        let written = '';
        // what is written within a moment comes at once
        const writes = async (lines: RegExp) => {
          while (!lines.test(written)) {
            const { session, text } = await stream.until('progress', () => true);
            assert.equal(session, 'session:telegram:42');
            written += text;
          }
        };
        telegram.say(owner, 'give it to an agent');
        await writes(/^Thinking \(since \d\d:\d\d:\d\d\)\n/);
        const begun = steps();
        await writes(/^Thinking .*\nRead .*notes\.txt.* \(since .*\nThinking \(since .*\n/);
        const draft = await telegram.drafts.until(one => /Thinking \(since \d\d:\d\d:\d\d\)/.test(one.text), {
          timeoutMs: 20_000,
        });
        assert.match(draft.text, /researcher/);
        assert.equal(steps(), begun);
        assert.equal(telegram.sent.all.length, 0);
        release();
        await sees(telegram, /All is told/);
        assert.equal(telegram.sent.all.length, 1);
        stream.close();
        await running.stop();
      },
      { config },
    );
  } finally {
    release();
    await peer.close();
  }
});
