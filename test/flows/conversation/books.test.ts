/** The book of what was spent, held against what the model servers themselves have counted. */
import assert from 'node:assert/strict';
import type { ModelPeer } from '../../peers/model-server.ts';
import { openaiPeer } from '../../peers/openai.ts';
import type { Script } from '../../peers/script.ts';
import { test } from '../../slow.ts';
import { withAgent } from '../rig/agent.ts';

const usage = { inputTokens: 100, outputTokens: 10 };
const called = ({ requests }: ModelPeer) => requests.filter(({ path }) => path.endsWith('/completions')).length;

test('given gates, a retry, a stop and a kill, when all is over, then the book has each call once, what was counted is counted alike, and what broke off stays spent', {
  timeout: 120_000,
}, async () => {
  let replies = 0;
  let verdicts = 0;
  const main: Script = ({ index, said }) => {
    if (index === 0) return { fault: { status: 503 } };
    if (said.includes('never')) return { fault: 'hang' };
    replies += 1;
    return { text: `Answer ${replies}.`, usage };
  };
  const judge: Script = ({ index }) => {
    if (index === 1) return { fault: { status: 400, message: 'no' } };
    verdicts += 1;
    return { text: index === 0 ? 'I think it passes.' : '{"verdict":"pass","reason":""}', usage };
  };
  const [one, two] = await Promise.all([
    openaiPeer({ script: main, models: ['m'] }),
    openaiPeer({ script: judge, models: ['m'] }),
  ]);
  const config = [
    '[models]\ndefault = "one/m"',
    `[models.providers.one]\npreset = "vllm"\nbase_url = "${one.url}/v1"`,
    `[models.providers.two]\npreset = "vllm"\nbase_url = "${two.url}/v1"`,
    '[[gates]]\nname = "tone"\non = "output"\nkind = "model"\nquestion = "Nothing rude."\nmodel = "two/m"',
  ].join('\n');
  try {
    await withAgent({ config }, async agent => {
      const first = await agent.start();
      // a retry of the session; a verdict that is no JSON goes back once, and is refused
      assert.equal((await first.say('session:web:main', 'hello')).reply, 'Answer 1.');
      assert.equal((await first.say('session:web:main', 'hello again')).reply, 'Answer 2.');
      const before = called(one);
      const hanging = first.say('session:web:main', 'this never ends').catch(() => undefined);
      while (called(one) === before) await one.until(one.requests.length + 1);
      await first.kill();
      await hanging;
      const again = await agent.start();
      while (called(one) === before + 1) await one.until(one.requests.length + 1);
      await again.http('/api/sessions/session:web:main/abort', { commandId: 'stop-1' });
      assert.equal((await again.say('session:web:other', 'hello')).reply, 'Answer 3.');
      await again.stop();

      const rows = agent.tables.rows(
        "SELECT session, state, tokens FROM spend UNION ALL SELECT session, 'open', state ->> '$.open.amount.tokens' FROM spend_sessions WHERE state ->> '$.open' IS NOT NULL",
      ) as readonly { readonly session: string; readonly state: string; readonly tokens: number }[];
      const of = (name: RegExp, state: string) => rows.filter(row => name.test(row.session) && row.state === state);
      const sum = (found: readonly { readonly tokens: number }[]) => found.reduce((all, { tokens }) => all + tokens, 0);
      assert.equal(sum(of(/^session:/, 'settled')), replies * 110);
      assert.equal(sum(of(/^gate:tone$/, 'settled')), verdicts * 110);
      assert.equal(rows.filter(({ session }) => session.startsWith('session:')).length, called(one));
      assert.equal(rows.filter(({ session }) => session === 'gate:tone').length, called(two));
      // nobody knows what the killed one cost; the stopped one costs its request, and what had come of its reply
      const lost = rows.filter(({ state }) => state === 'lost' || state === 'open');
      const stopped = rows.filter(({ state, tokens }) => state === 'failed' && tokens > 0);
      assert.ok(lost.length === 1 && stopped.length === 1, JSON.stringify(rows));
      assert.ok((stopped[0]?.tokens ?? 0) < (lost[0]?.tokens ?? 0), JSON.stringify(rows));
      assert.equal(agent.tables.value('SELECT sum(tokens) FROM spend_totals'), sum(rows));
      assert.equal(agent.tables.value('SELECT count(*) FROM spend_calls'), 0);
    });
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
});
