/** How a real agent speaks: by default not a word of it; chosen in the file and in chats; it fails open. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { compose } from '../../../src/compose.ts';
import type { PersonalityView } from '../../../src/domain/personality/view.ts';
import { instructionsOf, listening } from '../listener.ts';

const main = 'session:terminal:main';

function homeOf(t: TestContext, agentFile?: string): string {
  const home = mkdtempSync(join(tmpdir(), 'straylight-personality-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  if (agentFile !== undefined) saveFile(home, agentFile);
  return home;
}

function saveFile(home: string, text: string): void {
  mkdirSync(join(home, 'settings'), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, 'settings', 'agent.toml'), text);
}

async function opened(t: TestContext, home: string) {
  let told = '';
  const { config, features } = listening(home, request => {
    told = instructionsOf(request);
    return 'Yes.';
  });
  const straylight = await compose(config, { features, reaching: false, server: false });
  await straylight.start();
  t.after(() => straylight.stop());
  let acts = 0;
  const call = async (name: string, input: object = {}) =>
    (await straylight.operations.call(name, input, {
      by: 'program',
      role: 'owner',
      commandId: `${home}-${++acts}`,
    })) as PersonalityView;
  return {
    straylight,
    call,
    async say(text: string) {
      await straylight.say(main, text);
      return told;
    },
  };
}

test('given no choice, when the model is asked, then nothing is said of tone, and after a choice and its reset neither', async t => {
  const { say, call } = await opened(t, homeOf(t));
  const before = await say('hello');
  assert.doesNotMatch(before, /How to speak now/);
  assert.equal((await call('personality.show', { session: main })).directive, '');
  await call('personality.set', { axis: 'warmth', value: 0.9 });
  assert.match(await say('what is a heat pump?'), /How to speak now[\s\S]*Be very warm; show that you care\./);
  await call('personality.reset');
  const after = await say('hello');
  const withoutTime = (text: string) => text.replace(/It is .*\.$/m, '');
  assert.equal(withoutTime(after), withoutTime(before));
});

test('given a preset of a chat, when the agent is restarted, then it holds, and what the turn is about changes it', async t => {
  const home = homeOf(t);
  const first = await opened(t, home);
  await assert.rejects(first.call('personality.preset', { name: 'pirate' }), /default, work, review, chill/);
  await first.call('personality.preset', { name: 'chill' });
  await first.straylight.stop();
  const second = await opened(t, home);
  assert.match(
    await second.say('what is a heat pump?'),
    /Speak casually, as with a friend[\s\S]*A light joke is welcome/,
  );
  const crisis = await second.say('urgent: the server is down!');
  assert.match(crisis, /Make no jokes\.|Stay serious\./);
  assert.match(crisis, /Take the obvious next steps yourself/);
  const { situation, mood } = await second.call('personality.show', { session: main });
  assert.equal(situation, 'crisis');
  assert.deepEqual(mood, { energy: 0, patience: 0, curiosity: 0, frustration: 0 });
});

test('given a file that is saved while the agent runs, when the next turn comes, then it counts; where it is wrong, the tone is neutral and it is said', async t => {
  const home = homeOf(t);
  const { say, call } = await opened(t, home);
  assert.doesNotMatch(await say('hello'), /How to speak now/);
  saveFile(home, '[personality]\npreset = "dry"\n[personality.presets]\ndry = { warmth = 0.1, humor = 0.9 }\n');
  assert.match(await say('what is a heat pump?'), /leave out courtesies\.[\s\S]*Be playful and witty/);
  saveFile(home, '[personality]\npreset = "dyr"\n');
  assert.doesNotMatch(await say('what is a stove?'), /How to speak now/);
  assert.match(
    (await call('personality.show')).problem ?? '',
    /expected a preset of default, work, review, chill; got "dyr"/,
  );
  saveFile(home, '[personality.axes]\nwarmth = 7\n');
  assert.doesNotMatch(await say('what is a lamp?'), /How to speak now/);
  assert.match((await call('personality.show')).problem ?? '', /warmth: expected a number from 0 to 1/);
  saveFile(
    home,
    '[personality.axes]\nwarmth = 0.9\n[personality.topics]\nmoney = { words = ["invoice"], preset = "work", profile = "planning" }\n',
  );
  assert.match(await say('what is a fridge?'), /Be very warm/);
  assert.match(await say('what of the invoice?'), /Speak formally and politely/);
  const { parts } = (await call('context.show', { id: main })) as unknown as {
    readonly parts: { readonly profile: object };
  };
  assert.deepEqual(parts.profile, { name: 'planning', isSet: false });
});
