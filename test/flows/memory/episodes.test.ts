/** What was said in one conversation and never saved, recalled in another: told to the real program. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { anthropicPeer } from '../../peers/anthropic.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

describe('episodes', { concurrency: 1 }, () => {
  test('given something said in one conversation, when another asks after a crash, then its model is reminded once, and not where that is off, or forgotten', async () => {
    const model = await anthropicPeer({
      script: ({ system }) => ({
        text: /^\* .*“the boiler man comes on Tuesday/m.test(system) ? 'On Tuesday.' : 'Unknown.',
      }),
    });
    try {
      await withAgent(
        {
          config: '[models]\ndefault = "anthropic/claude-sonnet-5"\n',
          hasForgotten: true,
          env: { ANTHROPIC_API_KEY: 'sk-ant-test', ANTHROPIC_BASE_URL: model.url },
        },
        async agent => {
          const question = 'when does the boiler man come?';
          const running = await agent.start();
          const kitchen = 'session:web:kitchen';
          assert.equal((await running.say(kitchen, 'the boiler man comes on Tuesday at nine')).reply, 'Unknown.');
          assert.equal((await running.say(kitchen, question)).reply, 'Unknown.', 'it stands in the messages anyway');
          await running.kill();

          const again = await agent.start();
          assert.equal((await again.say('session:web:main', question)).reply, 'On Tuesday.');
          assert.equal((await again.http('/api/memory/stats')).json.episodes, 1);
          assert.match((await agent.straylight('memory', 'stats')).out, /^Messages that can be recalled: 1$/m);
          assert.equal((await agent.straylight('memory', 'list')).out, 'No memories.\n');
          await again.stop();

          const file = join(agent.path, 'config.toml');
          const config = readFileSync(file, 'utf8');
          writeFileSync(file, `[memory]\nauto_ingest = false\n${config}`);
          const without = await agent.start();
          assert.equal((await without.say('session:web:other', question)).reply, 'Unknown.');
          await without.say('session:web:other', 'the sweeper comes on Friday at ten');
          assert.equal(agent.tables.value('SELECT count(*) FROM episodes'), 1);
          await without.stop();

          writeFileSync(file, config);
          const last = await agent.start();
          const { value } = await agent.json('memory', 'list', '--kind', 'episode');
          const [{ id, message }] = value.memories;
          assert.equal((await agent.straylight('memory', 'forget', id, '--yes')).code, 0);
          assert.equal(agent.tables.value(`SELECT body FROM messages WHERE id = '${message}'`), '"[forgotten]"');
          assert.equal((await last.say('session:web:later', question)).reply, 'Unknown.');
          await last.stop();
        },
      );
    } finally {
      await model.close();
    }
  });
});
