/** The instructions of a conversation: parts, the owner's own files, and parts that are longer than they may be. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { compose } from '../../../src/compose.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { instructionsOf, listening } from '../listener.ts';

const main = 'session:terminal:main';

function homeOf(t: TestContext, files: Readonly<Record<string, string>>): string {
  const home = mkdtempSync(join(tmpdir(), 'straylight-instructions-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(home, name, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(join(home, name), text);
  }
  return home;
}

/** An agent whose model answers by this; `told`: the instructions of each reply that it was asked for. */
async function opened(t: TestContext, home: string) {
  const told: string[] = [];
  const shortened: ModelRequest[] = [];
  let heard = () => {};
  const { config, features } = listening(home, request => {
    if (request.role !== 'summary') {
      told.push(instructionsOf(request));
      return 'Yes.';
    }
    shortened.push(request);
    heard();
    return JSON.stringify({
      text: `You are the short one.${' You like tea more than coffee, and the sea.'.repeat(2)}`,
    });
  });
  const straylight = await compose(config, { features, reaching: false, server: false });
  await straylight.start();
  t.after(() => straylight.stop());
  return {
    straylight,
    told,
    shortened,
    say: (text: string) => straylight.say(main, text),
    asked: () =>
      new Promise<void>(resolve => {
        heard = resolve;
      }),
  };
}

test('given files of the owner, when the model is asked, then its instructions have them, and ours for the rest', async t => {
  const home = homeOf(t, { 'prompts/style.md': 'Rhyme, whatever {{owner}} asks.', 'prompts/honesty.md': '' });
  const { told, say } = await opened(t, home);
  await say('hello');
  assert.match(told[0] ?? '', /Rhyme, whatever your owner asks\./);
  assert.doesNotMatch(told[0] ?? '', /Be brief\. Begin with the answer/);
  assert.match(told[0] ?? '', /# Honesty\n- Never say that something was done/);
  assert.match(told[0] ?? '', /^You are Straylight, the personal agent of your owner\./);
});

test('given a personality that is longer than it may be, when the model is asked, then a model shortens it once, and it stays so after a restart', async t => {
  const soul = `You are the long one. ${'You like tea. '.repeat(200)}`;
  const home = homeOf(t, {
    'config.toml': '[prompt_caps]\npersonality = 600\n',
    'settings/agent.toml': `[personality]\nsoul = """${soul}"""\n`,
  });
  const first = await opened(t, home);
  const asked = first.asked();
  await first.say('hello');
  await asked;
  assert.equal(first.shortened.length, 1);
  assert.match(instructionsOf(first.shortened[0] ?? { system: [] }), /^You shorten one part of the instructions/);
  assert.match(JSON.stringify(first.shortened[0]?.messages), /At most 600 characters\.[\s\S]*You are the long one/);
  // what a model has answered is kept by a commit of its own, while turns go on
  for (let turns = 0; turns < 20 && /left out here/.test(first.told.at(-1) ?? ''); turns += 1)
    await first.say(`turn ${turns}`);
  await first.straylight.stop();
  const second = await opened(t, home);
  await second.say('hello');
  await second.say('hello again');
  for (const text of [first.told.at(-1), ...second.told]) {
    assert.match(text ?? '', /^You are the short one\.[^\n]*\n# Where you are/);
    assert.doesNotMatch(text ?? '', /like tea\. You|left out here/);
  }
  assert.deepEqual([first.shortened.length, second.shortened.length], [1, 0], 'it was asked for once');
});

test('given a personality that is longer than it may be, when no model shortens it well, then its end is left out, and nobody waits', async t => {
  const home = homeOf(t, {
    'config.toml': '[prompt_caps]\npersonality = 600\n[models.roles]\nsummary = "rehearsal/rehearsal"\n',
    'settings/agent.toml': `[personality]\nsoul = """You are the long one. ${'You like tea. '.repeat(200)}"""\n`,
  });
  const { told, say } = await opened(t, home);
  for (const text of ['hello', 'hello again', 'and again']) await say(text);
  assert.equal(told.length, 3);
  for (const text of told) {
    const [part = ''] = text.split('\n# Where you are');
    assert.match(
      part,
      /You are the long one\.[\s\S]*\n\[2422 more characters are left out here, for want of room\.\]$/,
    );
    assert.ok(part.length <= 600, `${part.length}`);
  }
});
