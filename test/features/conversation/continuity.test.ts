/** What a turn goes on from, in a real agent: a pause, an earlier conversation. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { systemClock } from '../../../src/adapters/process/clock.ts';
import { compose } from '../../../src/compose.ts';
import { instructionsOf, listening } from '../listener.ts';

const hour = 3_600_000;

async function opened(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'straylight-continuity-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  let told = '';
  let later = 0;
  const { config, features } = listening(home, request => {
    if (request.role === 'session') told = instructionsOf(request);
    return 'Yes.';
  });
  const clock = { ...systemClock, now: () => systemClock.now() + later };
  const straylight = await compose(config, { features, reaching: false, server: false, clock });
  await straylight.start();
  t.after(() => straylight.stop());
  return {
    wait: (ms: number) => {
      later += ms;
    },
    async say(session: string, text: string) {
      await straylight.say(`session:terminal:${session}`, text);
      return told;
    },
  };
}

test('given an earlier conversation, when a new one begins with words about it, then the model is told what it was about, and of others nothing', async t => {
  const { say } = await opened(t);
  await say('boat', 'We plan to paint the boat in Kiel.');
  await say('boat', 'The paint for the boat has to be green.');
  await say('cake', 'The cake needs eleven eggs and a lemon.');
  const told = await say('new', 'which paint did we choose for the boat?');
  const [, part = ''] = /Earlier conversations with your owner([\s\S]*)/.exec(told) ?? [];
  assert.match(
    part,
    /“We plan to paint the boat in Kiel\.”: We plan to paint the boat in Kiel\. The paint for the boat has to be green\./,
  );
  assert.doesNotMatch(part, /eggs/);
  assert.doesNotMatch(await say('new', 'and what else about the boat?'), /Earlier conversations/, 'it is told once');
  assert.doesNotMatch(await say('third', 'good morning'), /Earlier conversations/);
});

test('given a pause, when the owner speaks again, then a long one is said in that turn alone', async t => {
  const { say, wait } = await opened(t);
  await say('main', 'hello');
  assert.doesNotMatch(await say('main', 'hello again'), /The last words here/);
  wait(7 * hour);
  assert.match(await say('main', 'good morning'), /The last words here before this turn were on \w+day, /);
  assert.doesNotMatch(await say('main', 'so what'), /The last words here/);
});
