/** Agents and plans cost nothing where nobody speaks of them: not a byte of a request. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { compose } from '../../../src/compose.ts';
import type { ModelRequest } from '../../../src/ports/model.ts';
import { listening } from '../listener.ts';

/** What a model is asked with, for each of these messages, each in a conversation of its own. */
async function requestsOf(t: TestContext, words: readonly string[]): Promise<readonly string[]> {
  const home = mkdtempSync(join(tmpdir(), 'straylight-cost-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const asked: string[] = [];
  const { config, features } = listening(home, ({ system, messages, tools }: ModelRequest) => {
    asked.push(JSON.stringify({ system, messages, tools }));
    return 'Hello.';
  });
  const straylight = await compose(config, { features, reaching: false, server: false });
  await straylight.start();
  t.after(() => straylight.stop());
  for (const [number, text] of words.entries()) {
    await straylight.agent.sessions.say({ id: `session:web:cost-${number}`, clientId: `m-${number}`, text });
    await straylight.system.quiet();
  }
  return asked;
}

test('given an agent without settings for agents, when its owner speaks of other things, then no word of agents and plans is in the request; and where he speaks of them, their tools are', async t => {
  const [hello = '', look = '', given = '', german = '', planned = ''] = await requestsOf(t, [
    'Hello, how are you today?',
    'Look up the opening hours of the museum on the web and write them to hours.md.',
    'Let a researcher look at notes.txt.',
    'Lass einen Agenten die Datei lesen.',
    'Make a plan for the report, and carry it out.',
  ]);
  for (const request of [hello, look]) assert.doesNotMatch(request, /delegate|run_plan|file_worker|researcher/);
  assert.match(given, /"delegate"/);
  assert.match(german, /"delegate"/);
  assert.match(planned, /"run_plan"/);
});
