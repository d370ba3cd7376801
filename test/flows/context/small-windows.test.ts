/**
 * Three files compared by models with small windows, on a server that refuses what does not fit: all three results are
 * before the model when it compares, or one sentence says what to change.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { openaiPeer } from '../../peers/openai.ts';
import type { Asked, Turn } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

const files = ['alpha', 'beta', 'gamma'];
const contentOf = (name: string) => `${name} begins\n${`one more line of ${name}\n`.repeat(400)}${name} ends\n`;

/** Reads one file after the other, then says of which it sees beginning and end. */
function compare({ body, steps, said }: Asked): Turn {
  if (!said.startsWith('compare')) return { text: 'Good.' };
  const name = files[steps];
  if (name !== undefined)
    return { toolCalls: [{ name: 'read_file', arguments: JSON.stringify({ path: `${name}.txt` }) }] };
  const shown = JSON.stringify(body['messages']);
  const seen = files.filter(file => shown.includes(`${file} begins`) && shown.includes(`${file} ends`));
  return { text: `Seen: ${seen.join(', ')}.` };
}

describe('three files', { concurrency: 1 }, () => {
  for (const tokens of [4_096, 8_192, 16_384])
    test(`given a model of ${tokens} tokens, when it compares three files of 10 000 characters, then it sees beginning and end of each, and its owner is told what it did not see`, async () => {
      const peer = await openaiPeer({
        models: ['m'],
        script: compare,
        dialect: {
          facts: {},
          takes: tokens,
          beside: { 'GET /props': { default_generation_settings: { n_ctx: tokens } } },
        },
      });
      const config = `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n`;
      try {
        await withAgent({ config }, async agent => {
          mkdirSync(agent.workspace, { recursive: true });
          for (const name of files) writeFileSync(join(agent.workspace, `${name}.txt`), contentOf(name));
          const running = await agent.start();
          for (let at = 1; at <= 4; at += 1) await running.say('session:web:main', `hello for the ${at}. time`);
          const { reply, outcome } = await running.say('session:web:main', 'compare the three files');
          assert.equal(outcome, 'done');
          assert.match(reply, /^Seen: alpha, beta, gamma\./, `with ${tokens} tokens`);
          const rows = agent.tables.rows('SELECT body FROM deliveries') as readonly { readonly body: string }[];
          const told = rows.filter(({ body }) =>
            body.includes(`takes only ${tokens.toLocaleString('en')} tokens at once`),
          );
          assert.equal(told.length, 1, 'it is said once what does not fit');
          assert.match(told[0]?.body ?? '', /start llama-server with a larger -c/);
          assert.equal(agent.tables.value("SELECT count(*) FROM tool_calls WHERE outcome = 'done'"), 3);
        });
      } finally {
        await peer.close();
      }
    });

  for (const tokens of [1_024, 2_048])
    test(`given a model of ${tokens} tokens, when its owner talks to it, then what comes says what it takes and what to change`, async () => {
      const peer = await openaiPeer({
        models: ['m'],
        script: () => ({ text: 'Good.' }),
        dialect: {
          facts: {},
          takes: tokens,
          beside: { 'GET /props': { default_generation_settings: { n_ctx: tokens } } },
        },
      });
      const config = `[models]\ndefault = "llamacpp/m"\n[models.providers.llamacpp]\nbase_url = "${peer.url}/v1"\n`;
      try {
        await withAgent({ config }, async agent => {
          const running = await agent.start();
          await running.say('session:web:main', 'hello');
          const rows = agent.tables.rows('SELECT body FROM deliveries') as readonly { readonly body: string }[];
          const said = rows.map(({ body }) => body).join('\n');
          assert.match(said, /start llama-server with a larger -c/, said);
          assert.match(said, new RegExp(`only ${tokens.toLocaleString('en')} tokens at once|too long for it`), said);
          const small = /that is too little to work with: a conversation takes 4,096\. .*larger -c/;
          assert.match((await agent.straylight('status')).out.replaceAll(/\s+/g, ' '), small);
        });
      } finally {
        await peer.close();
      }
    });
});
