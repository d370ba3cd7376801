/**
 * Where the fixed steps would leave out whole turns, the model of the role `scorer` chooses which; what the server received
 * says what stayed. It holds no turn up: one that fails is asked three times, and the oldest turns leave.
 */
import assert from 'node:assert/strict';
import { openaiPeer } from '../../peers/openai.ts';
import type { AnswerTurn, Asked } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

const session = 'session:web:main';
const tokens = 32_768;
const decision = 'We agreed that the harbour master is called Walross';

const isSummary = ({ system }: Pick<Asked, 'system'>) => system.startsWith('You summarise');
const isChoice = ({ system }: Pick<Asked, 'system'>) => system.includes('choose which of its older turns');

/** A server that never summarises. `choose`: what it answers where turns are to be chosen. */
function peerOf(asked: string[], choose: AnswerTurn) {
  return openaiPeer({
    models: ['m', 's'],
    script(request) {
      if (isSummary(request)) return { fault: { status: 400, message: 'no' } };
      if (isChoice(request)) return choose(request);
      const { said } = request;
      if (/^page|^We agreed/.test(said))
        asked.push(JSON.stringify((request.body as { readonly messages: readonly object[] }).messages.slice(1)));
      return { text: `Done: ${said.slice(0, 20)}` };
    },
    dialect: { facts: {}, takes: tokens, beside: { 'GET /props': { default_generation_settings: { n_ctx: tokens } } } },
  });
}

const configOf = (url: string) =>
  `[models]\ndefault = "llamacpp/m"\n[models.roles]\nscorer = "llamacpp/s"\n[models.providers.llamacpp]\nbase_url = "${url}/v1"\n`;
const page = (at: number) => `page ${at} of the log: ${`wind ${at}, sea calm, course kept. `.repeat(120)}`;

test('given a full conversation that is not summarised, when a model says which turns matter, then those stay and the others leave, and the journal says who chose', async () => {
  const asked: string[] = [];
  const given: string[] = [];
  const peer = await peerOf(asked, request => {
    given.push(request.said);
    const numbers = [...request.said.matchAll(/^## (\d+) .*\nowner: (.*)$/gm)];
    const of = (isKept: boolean) =>
      numbers.filter(([, , words = '']) => words.includes(decision) === isKept).map(([, number]) => Number(number));
    return { text: JSON.stringify({ evict: of(false), keep: of(true) }) };
  });
  try {
    await withAgent({ config: configOf(peer.url) }, async agent => {
      const running = await agent.start();
      const say = async (text: string) => assert.equal((await running.say(session, text)).outcome, 'done');
      await say(decision);
      for (let at = 1; at <= 30; at += 1) {
        await say(page(at));
        if (given.length > 0 && agent.tables.value('SELECT count(*) FROM scored_turns') === 1) break;
      }
      assert.ok(given.length > 0, 'it was asked');
      for (let at = 31; at <= 32; at += 1) await say(page(at));
      const last = asked.at(-1) ?? '';
      assert.ok(last.includes(decision), 'the oldest turn stays, since it matters');
      assert.ok(!last.includes('page 2 of the log'), 'the log leaves');
      const { json } = await running.http('/api/sessions/session%3Aweb%3Amain/context');
      assert.equal(json.evictions[0].why, 'scored');
      assert.ok(json.evictions[0].older > 0);
      const { out } = await agent.straylight('context', 'show', 'web:main');
      assert.match(out, /a model chose what matters least now/);
    });
  } finally {
    await peer.close();
  }
});

test('given a model that fails whenever it is to choose, when the conversation grows, then each turn is answered, the oldest leave, and it is asked three times', async () => {
  const asked: string[] = [];
  let choices = 0;
  const peer = await peerOf(asked, () => {
    choices += 1;
    return { fault: { status: 400, message: 'no' } };
  });
  try {
    await withAgent({ config: configOf(peer.url) }, async agent => {
      const running = await agent.start();
      await running.say(session, decision);
      for (let at = 1; at <= 22; at += 1) assert.equal((await running.say(session, page(at))).outcome, 'done');
      assert.ok(!(asked.at(-1) ?? '').includes(decision), 'the oldest turn left');
      // the default model stands behind the one of the role
      assert.ok(choices >= 3 && choices <= 6, `${choices}`);
      const { json } = await running.http('/api/sessions/session%3Aweb%3Amain/context');
      assert.equal(json.evictions[0].why, 'room');
      assert.equal(agent.tables.value('SELECT count(*) FROM scored_turns'), 0);
    });
  } finally {
    await peer.close();
  }
});
